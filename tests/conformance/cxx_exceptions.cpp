// Exceptions thrown, caught, rethrown and kept while other ranks run, through frames of MPI's callbacks too.
// ranks: 1 2 3 8
#include "conformance.h"
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void others() { MPI_Barrier(MPI_COMM_WORLD); }

struct Problem : std::runtime_error {
    int rank;
    explicit Problem(int r) : std::runtime_error("problem of rank " + std::to_string(r)), rank(r) {}
};

int destroyed;
struct Guard {
    ~Guard()
    {
        ++destroyed;
        others(); // a blocking call while the stack unwinds
    }
};

void deep(int depth)
{
    Guard guard;
    if (depth == 0)
        throw Problem(world_rank);
    deep(depth - 1);
}

void unwinding()
{
    destroyed = 0;
    bool caught = false;
    try {
        deep(4);
    } catch (const Problem &problem) {
        caught = true;
        EQUAL(problem.rank, world_rank);
        SAME(problem.what(), ("problem of rank " + std::to_string(world_rank)).c_str());
    }
    CHECK(caught);
    EQUAL(destroyed, 5);
}

// Each rank rethrows what it caught itself, though others catch theirs meanwhile.
void rethrowing()
{
    for (int round = 0; round < 3; ++round) {
        int outer = -1;
        try {
            try {
                throw Problem(world_rank * 10 + round);
            } catch (...) {
                others();
                try {
                    throw std::string("inner");
                } catch (const std::string &) {
                    others();
                }
                throw;
            }
        } catch (const Problem &problem) {
            outer = problem.rank;
        }
        EQUAL(outer, world_rank * 10 + round);
    }
}

void kept()
{
    std::exception_ptr pointer;
    try {
        throw Problem(world_rank);
    } catch (...) {
        pointer = std::current_exception();
    }
    others();
    CHECK(!std::current_exception());
    EQUAL(std::uncaught_exceptions(), 0);
    try {
        std::rethrow_exception(pointer);
    } catch (const Problem &problem) {
        EQUAL(problem.rank, world_rank);
    }
}

void handler(MPI_Comm *, int *code, ...)
{
    int error_class;
    MPI_Error_class(*code, &error_class);
    throw error_class;
}

// Out of a callback, through the library, to the caller.
void from_callback()
{
    MPI_Comm comm;
    MPI_Errhandler errors;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(handler, &errors);
    MPI_Comm_set_errhandler(comm, errors);
    int caught = -1;
    try {
        MPI_Comm_call_errhandler(comm, MPI_ERR_TAG);
    } catch (int found) {
        caught = found;
    }
    EQUAL(caught, MPI_ERR_TAG);
    MPI_Errhandler_free(&errors);
    MPI_Comm_free(&comm);
}

void standard_ones()
{
    std::vector<int> numbers(3);
    bool caught = false;
    try {
        numbers.at(3 + world_rank) = 1;
    } catch (const std::out_of_range &) {
        caught = true;
    }
    CHECK(caught);
    caught = false;
    try {
        (void)std::stoi("no number");
    } catch (const std::invalid_argument &) {
        caught = true;
    }
    CHECK(caught);
}

} // namespace

int main(int argc, char **argv)
{
    start(&argc, &argv);
    unwinding();
    rethrowing();
    kept();
    from_callback();
    standard_ones();
    return finish();
}
