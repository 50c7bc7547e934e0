/* containers STEPS: each block works on an ordered map, a hash table and a list, as graphs and sparse meshes of C++ programs do, 1 ms or so; then
 * a number goes round a ring. */
#include "common.h"

#include <list>
#include <map>
#include <unordered_map>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    const long steps = argument(argc, argv, 1, 40);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::map<uint64_t, double> ordered;
    std::unordered_map<uint64_t, double> hashed;
    std::list<double> latest;
    double mine = rank;
    for (long step = 0; step < steps; step++) {
        for (int i = 0; i < 2000 + rank * 37 % 100; i++) {
            const uint64_t random = drawn(uint64_t(step * size + rank), uint64_t(i));
            ordered[random % 5000] += mine;
            hashed[random % 3000] += mine;
            latest.push_back(mine);
            if (latest.size() > 100)
                latest.pop_front();
        }
        for (const auto &entry : ordered)
            mine += entry.second * 1e-9;
        MPI_Sendrecv_replace(&mine, 1, MPI_DOUBLE, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
        mine *= 0.5;
    }
    MPI_Finalize();
    return 0;
}
