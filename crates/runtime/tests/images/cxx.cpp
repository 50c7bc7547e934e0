// C++: constructors, iostream, exceptions across switches, thread_local objects, strings that change owner, call_once.
#include "drill.h"
#include <cstring>
#include <iomanip>
#include <iostream>
#include <map>
#include <mutex>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Tracked {
  std::string name;
  explicit Tracked(const char *n) : name(n) {}
  ~Tracked() { std::cout << "rank " << test_rank() << " destroys " << name << "\n"; }
};
static Tracked global("a global with a name too long for the small buffer");
static std::map<int, std::string> table{{1, "one"}, {2, "two"}};
static thread_local Tracked local("thread local");
static std::once_flag once;
static int calls;

struct Error : std::runtime_error {
  int rank;
  Error(int r) : std::runtime_error("error of rank " + std::to_string(r)), rank(r) {}
};

static void fail(int rank) { throw Error(rank); }

static void callback(void *) {
  try {
    test_yield();
    fail(test_rank() + 100);
  } catch (const Error &e) {
    CHECK(e.rank == test_rank() + 100);
  }
}

int main() {
  const int rank = test_rank();
  CHECK(table.size() == 2 && local.name == "thread local");
  table[10 + rank] = "mine";
  std::call_once(once, [] { ++calls; });
  CHECK(calls == 1);
  try {
    fail(rank);
  } catch (...) {
    // Blocks inside a catch block, then throws on what it caught.
    test_yield();
    try {
      throw;
    } catch (const Error &e) {
      test_yield();
      CHECK(e.rank == rank && std::strstr(e.what(), std::to_string(rank).c_str()));
    }
  }
  CHECK(std::uncaught_exceptions() == 0);
  test_upcall(callback, nullptr);
  CHECK(table.size() == 3 && table.count(10 + rank) == 1);

  // Strings allocated by the program and released in the library, and the other way round.
  std::string text(100, 'x');
  for (int i = 0; i < 200; i++) text += std::to_string(i);
  std::ostringstream out;
  out << std::setw(40) << text << std::endl;
  std::string copy = out.str();
  copy.insert(3, text).append(copy).shrink_to_fit();
  std::vector<std::string> many(100, copy);
  test_yield();
  CHECK(many[99] == copy && copy.size() > 1000);
  std::stringstream lines(copy);
  std::string line;
  while (std::getline(lines, line)) CHECK(!line.empty());

  // State of std::cout belongs to the rank.
  if (rank == 0) std::cout << std::hex << std::setprecision(3);
  test_yield();
  std::cout << "rank " << rank << " " << 255 << " " << 3.14159 << "\n";
  bool caught = false;
  try {
    std::vector<char> huge;
    huge.reserve(std::size_t(1) << 62);
  } catch (const std::bad_alloc &) {
    caught = true;
  }
  CHECK(caught);
  return 0;
}
