/* Globals, statics, pointers in data, bss, thread-local variables, constructors, exit handlers: one of each per rank. */
#include "drill.h"
#include <errno.h>
#include <string.h>

static int table[2560] = {1, 2, 3};
static char bss[100000];
int global = 7;
int *pointer = &global;
static const char *const words[] = {"zero", "one", "two"};
static __thread int tls_initialised = 41;
__thread long tls_zero[3];
static int constructed, destroyed;

__attribute__((constructor)) static void construct(void) { constructed += 1; }
__attribute__((destructor)) static void destroy(void) {
  destroyed += 1;
  printf("rank %d: destructor %d\n", test_rank(), destroyed);
}
static void at_exit_first(void) { printf("rank %d: first handler\n", test_rank()); }
static void at_exit_second(void) { printf("rank %d: second handler\n", test_rank()); }

static int counter(void) {
  static int count;
  return ++count;
}

int main(int argc, char **argv) {
  int rank = test_rank();
  CHECK(argc == 3 && !strcmp(argv[1], "one") && !strcmp(argv[2], "two words") && argv[3] == NULL);
  argv[1][0] = (char)('A' + rank);
  CHECK(constructed == 1 && global == 7 && pointer == &global && tls_initialised == 41);
  CHECK(words[rank % 3][0] == "zot"[rank % 3]);
  atexit(at_exit_first);
  atexit(at_exit_second);
  for (int round = 0; round < 5; round++) {
    *pointer += rank;
    table[1000 + round] = rank;
    bss[50000 + round] = (char)(rank + 1);
    tls_initialised += rank;
    tls_zero[2] += 1;
    errno = rank;
    CHECK(counter() == round + 1);
    test_yield();
    CHECK(errno == rank && argv[1][0] == (char)('A' + rank));
    CHECK(global == 7 + rank * (round + 1));
    CHECK(table[1000 + round] == rank && bss[50000 + round] == (char)(rank + 1));
    CHECK(tls_initialised == 41 + rank * (round + 1) && tls_zero[2] == round + 1);
  }
  return rank % 200;
}
