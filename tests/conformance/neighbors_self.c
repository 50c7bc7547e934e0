/* Neighbourhood collectives where a rank is its own neighbour in several dimensions: what goes to the one before arrives
 * from behind in the same dimension (MPI 5.0 §8.6.2).
 * ranks: 1-3 */
#include "neighbors.h"

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int dims[3] = {1, world_size, 1}, periods[3] = {1, 1, 1};
    MPI_Comm comm;
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &comm);
    struct neighbors n = grid_neighbors(comm);
    exchange_all(&n);
    MPI_Comm_free(&comm);
    return finish();
}
