/* A library of the program that uses MPI itself: replicated with it. */
#include "drill.h"
int library_counter = 5;
int *library_pointer = &library_counter;
static __thread int library_tls = 9;
__thread int shared_tls = 30;
static int constructed;

__attribute__((constructor)) static void construct(void) { constructed = library_counter + 1; }
__attribute__((destructor)) static void destroy(void) { printf("rank %d: library destructor\n", test_rank()); }

int library_step(int by) {
  library_counter += by;
  library_tls += by;
  shared_tls += by;
  test_yield();
  return constructed == 6 ? library_counter * 1000 + library_tls : -1;
}

/* Interposed by the executable. */
int library_hook(void) { return 1; }
int library_calls_hook(void) { return library_hook(); }

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*choose(void))(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse2") ? two : one;
}
int library_indirect(void) __attribute__((ifunc("choose")));
