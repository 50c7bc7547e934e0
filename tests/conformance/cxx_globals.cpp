// Objects with constructors and destructors: global, static in functions and templates, thread-local, in containers; each
// rank has its own, destroyed at its own exit.
// ranks: 1 2 5
// output: sorted
#include "conformance.h"
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

int constructions;

struct Tracked {
    std::string name;
    int value = 0;
    explicit Tracked(const char *n) : name(n) { ++constructions; }
    ~Tracked()
    {
        std::ostringstream line; // written at once: MPICH may mix parts of lines
        line << "rank " << world_rank << ": end of " << name << " with " << value << '\n';
        std::cout << line.str() << std::flush;
    }
};

Tracked global("global");
std::map<std::string, std::vector<int>> container = { { "one", { 1 } }, { "two", { 1, 2 } } };
thread_local int of_thread = 5;

Tracked &of_function()
{
    static Tracked tracked("static of a function");
    return tracked;
}

template <class T> struct Template {
    static int count;
};
template <class T> int Template<T>::count = sizeof(T);

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};
struct Square : Shape {
    double side;
    explicit Square(double s) : side(s) {}
    double area() const override { return side * side; }
};
struct Disc : Shape {
    double radius;
    explicit Disc(double r) : radius(r) {}
    double area() const override { return 3 * radius * radius; }
};

inline int shared_by_name = 60; // unique in a process

void others() { MPI_Barrier(MPI_COMM_WORLD); }

} // namespace

int main(int argc, char **argv)
{
    EQUAL(constructions, 1);
    start(&argc, &argv);
    EQUAL(global.value, 0);
    for (int round = 1; round <= 3; ++round) {
        global.value += world_rank;
        of_function().value += 10 * world_rank;
        container["one"].push_back(world_rank);
        Template<double>::count += world_rank;
        of_thread += world_rank;
        shared_by_name += world_rank;
        others();
        EQUAL(global.value, round * world_rank);
        EQUAL(of_function().value, 10 * round * world_rank);
        EQUAL(container["one"].size(), 1 + round);
        EQUAL(Template<double>::count, 8 + round * world_rank);
        EQUAL(Template<char>::count, 1);
        EQUAL(of_thread, 5 + round * world_rank);
        EQUAL(shared_by_name, 60 + round * world_rank);
    }
    EQUAL(constructions, 2);
    std::unique_ptr<Shape> shape;
    if (world_rank % 2)
        shape.reset(new Disc(world_rank));
    else
        shape.reset(new Square(world_rank));
    others();
    CHECK(shape->area() == (world_rank % 2 ? 3.0 : 1.0) * world_rank * world_rank);
    CHECK((dynamic_cast<Square *>(shape.get()) != nullptr) == (world_rank % 2 == 0));
    std::ostringstream text;
    text << std::hex << 255 << std::dec << ' ' << 1.5 << ' ' << std::boolalpha << true;
    SAME(text.str().c_str(), "ff 1.5 true");
    std::ostringstream line;
    line << "rank " << world_rank << ": text by cout, " << text.str() << '\n';
    std::cout << line.str();
    return finish();
}
