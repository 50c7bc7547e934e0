// C++ in ranks: exceptions thrown and caught across MPI calls while other ranks run, also while another is handled,
// global objects with constructors and destructors, containers, streams, templates and thread-locals.
// ranks: 1-4 7 13
// output: sorted
#include "conformance.h"

#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

int alive;

// A global: constructed before main in each rank, destroyed after it.
struct Global {
    std::vector<int> data{ 1, 2, 3 };
    std::map<std::string, int> names{ { "first", 1 } };
    Global() { data.push_back(4); }
    ~Global() { std::cout << "rank " << world_rank << " leaves " << data.size() << std::endl; }
};
Global global;
std::string text = "constructed";
thread_local std::string own = "thread's";

struct Guard {
    Guard() { alive++; }
    ~Guard() { alive--; }
};

struct Thrown : std::runtime_error {
    int rank, depth;
    Thrown(int r, int d) : std::runtime_error("thrown by " + std::to_string(r)), rank(r), depth(d) {}
};

void others_run() { MPI_Barrier(MPI_COMM_WORLD); }

// Throws from a depth of its rank's own, with MPI calls on the way.
[[gnu::noinline]] void descend(int depth)
{
    Guard guard;
    int sent = depth, got = -1;
    MPI_Sendrecv(&sent, 1, MPI_INT, world_rank, 3, &got, 1, MPI_INT, world_rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EQUAL(got, depth);
    if (depth == world_rank % 5)
        throw Thrown(world_rank, depth);
    descend(depth + 1);
}

// A barrier runs while the exception lives, in the handler and while the stack unwinds.
void exceptions()
{
    struct Waiting {
        ~Waiting() { others_run(); }
    };
    for (int round = 0; round < 10; round++) {
        bool caught = false;
        try {
            Waiting waiting;
            descend(0);
        } catch (const Thrown &thrown) {
            others_run();
            caught = thrown.rank == world_rank && thrown.depth == world_rank % 5;
            SAME(thrown.what(), ("thrown by " + std::to_string(world_rank)).c_str());
            try {
                others_run();
                throw;
            } catch (const std::exception &again) {
                others_run();
                CHECK(std::uncaught_exceptions() == 0);
                CHECK(&again == &thrown);
            }
            CHECK(std::current_exception() != nullptr);
        }
        CHECK(caught);
        CHECK(std::current_exception() == nullptr);
        EQUAL(alive, 0);
    }
    std::exception_ptr kept;
    try {
        throw Thrown(world_rank, -1);
    } catch (...) {
        kept = std::current_exception();
    }
    others_run();
    try {
        std::rethrow_exception(kept);
    } catch (const Thrown &thrown) {
        EQUAL(thrown.rank, world_rank);
    }
}

template <typename T> struct Type;
template <> struct Type<int> { static MPI_Datatype value() { return MPI_INT; } };
template <> struct Type<double> { static MPI_Datatype value() { return MPI_DOUBLE; } };

template <typename T> T total(const std::vector<T> &values)
{
    static int calls; // one of each instance, in each rank
    T mine = std::accumulate(values.begin(), values.end(), T()), all = T();
    MPI_Allreduce(&mine, &all, 1, Type<T>::value(), MPI_SUM, MPI_COMM_WORLD);
    EQUAL(++calls, 1);
    return all;
}

void containers()
{
    EQUAL(global.data.size(), 4);
    SAME(text.c_str(), "constructed");
    SAME(own.c_str(), "thread's");
    for (int i = 0; i < 100; i++) {
        global.data.push_back(world_rank * 1000 + i);
        global.names["rank " + std::to_string(world_rank) + " " + std::to_string(i)] = i;
        if (i % 10 == 0)
            others_run();
    }
    text += " by " + std::to_string(world_rank);
    own += " " + std::to_string(world_rank);
    others_run();
    EQUAL(global.data.size(), 104);
    EQUAL(global.names.size(), 101);
    SAME(text.c_str(), ("constructed by " + std::to_string(world_rank)).c_str());
    SAME(own.c_str(), ("thread's " + std::to_string(world_rank)).c_str());
    std::ostringstream line;
    line << std::hex << 255 << " " << global.names["first"];
    SAME(line.str().c_str(), "ff 1");
    EQUAL(total(std::vector<int>{ world_rank, 1 }), world_size * (world_size - 1) / 2 + world_size);
    CHECK(total(std::vector<double>{ 0.5, 0.25 }) == 0.75 * world_size);
    auto shared = std::make_shared<std::vector<int>>(1000, world_rank);
    others_run();
    EQUAL(std::accumulate(shared->begin(), shared->end(), 0), 1000 * world_rank);
}

} // namespace

int main(int argc, char **argv)
{
    start(&argc, &argv);
    exceptions();
    containers();
    return finish();
}
