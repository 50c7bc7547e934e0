// Pi by the midpoint rule, the intervals shared out by a queue on rank 0: C++ with classes, exceptions and containers.
//
//     windtunnel run -n 8 -p fat-tree examples/pi.cpp 1000000
//
#include <cmath>
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <map>
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

enum Tag { WORK = 1, RESULT, END };

// MPI for as long as the object lives.
class Environment {
public:
    Environment(int &argc, char **&argv) { MPI_Init(&argc, &argv); }
    ~Environment() { MPI_Finalize(); }
    Environment(const Environment &) = delete;
    int rank() const { int r; MPI_Comm_rank(MPI_COMM_WORLD, &r); return r; }
    int ranks() const { int n; MPI_Comm_size(MPI_COMM_WORLD, &n); return n; }
};

struct Piece { long from, to, all; };

double integrate(const Piece &piece)
{
    if (piece.from > piece.to || piece.all <= 0)
        throw std::domain_error("a piece with its ends the wrong way round");
    double sum = 0;
    for (long i = piece.from; i < piece.to; ++i) {
        double x = (i + 0.5) / piece.all;
        sum += 4 / (1 + x * x);
    }
    return sum / piece.all;
}

// Hands out pieces to whoever asks first; adds the results up in the order of the pieces, so that the sum is always
// the same.
double hand_out(long intervals, int ranks)
{
    const long pieces = 16L * ranks;
    std::map<int, long> working; // rank: piece
    std::vector<double> results(pieces);
    long given = 0;
    auto give = [&](int to) {
        Piece piece{ intervals * given / pieces, intervals * (given + 1) / pieces, intervals };
        MPI_Send(&piece, sizeof piece, MPI_BYTE, to, WORK, MPI_COMM_WORLD);
        working[to] = given++;
    };
    for (int to = 1; to < ranks && given < pieces; ++to)
        give(to);
    while (!working.empty()) {
        double result;
        MPI_Status status;
        MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &status);
        results.at(working.at(status.MPI_SOURCE)) = result;
        working.erase(status.MPI_SOURCE);
        if (given < pieces)
            give(status.MPI_SOURCE);
    }
    for (int to = 1; to < ranks; ++to)
        MPI_Send(nullptr, 0, MPI_BYTE, to, END, MPI_COMM_WORLD);
    double sum = 0;
    for (double result : results)
        sum += result;
    return sum;
}

void work()
{
    for (;;) {
        Piece piece;
        MPI_Status status;
        MPI_Recv(&piece, sizeof piece, MPI_BYTE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == END)
            return;
        double result = integrate(piece);
        MPI_Send(&result, 1, MPI_DOUBLE, 0, RESULT, MPI_COMM_WORLD);
    }
}

long intervals_of(int argc, char **argv)
{
    if (argc < 2)
        return 100000;
    long intervals = std::stol(argv[1]); // throws what is not a number
    if (intervals < 1)
        throw std::out_of_range("the number of intervals is at least 1");
    return intervals;
}

} // namespace

int main(int argc, char **argv)
{
    Environment mpi(argc, argv);
    try {
        const long intervals = intervals_of(argc, argv);
        if (mpi.rank() > 0) {
            work();
            return 0;
        }
        double pi = mpi.ranks() > 1 ? hand_out(intervals, mpi.ranks()) : integrate({ 0, intervals, intervals });
        std::cout << "pi: " << std::setprecision(12) << pi << " by " << intervals << " intervals" << std::endl;
        if (std::fabs(pi - std::acos(-1.0)) > 1.0 / intervals)
            throw std::runtime_error("that is not pi");
    } catch (const std::exception &error) {
        std::cerr << "pi: " << error.what() << std::endl;
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return 0;
}
