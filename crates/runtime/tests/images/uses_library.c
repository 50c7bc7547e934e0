/* A program with a library of its own: variables of both per rank, by copy relocation and through tables; thread-local
   variables of three models; an indirect function; a function of the library replaced by the program's. */
#include "drill.h"
extern int library_counter, *library_pointer;
extern __thread int shared_tls;
int library_step(int by), library_calls_hook(void), library_indirect(void);
int library_hook(void) { return 42; }

static int own_one(void) { return 10; }
static int own_two(void) { return 20; }
static int (*own_choose(void))(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse2") ? own_two : own_one;
}
static int own_indirect(void) __attribute__((ifunc("own_choose")));

int main(void) {
  int rank = test_rank();
  CHECK(library_pointer == &library_counter && library_counter == 5 && shared_tls == 30);
  for (int round = 1; round <= 3; round++) {
    CHECK(library_step(rank) == (5 + rank * round) * 1000 + 9 + rank * round);
    CHECK(library_counter == 5 + rank * round && *library_pointer == library_counter);
    CHECK(shared_tls == 30 + rank * round);
  }
  CHECK(library_calls_hook() == 42 && library_indirect() == 2 && own_indirect() == 20);
  printf("rank %d ok\n", rank);
  return 0;
}
