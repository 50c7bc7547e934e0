/* A tool in front of MPI, as PMPI tools are. */
#include "drill.h"
static int calls;
void test_yield(void);
void ptest_yield(void);
__attribute__((destructor)) static void report(void) { printf("rank %d: tool saw %d calls\n", test_rank(), calls); }
void test_yield(void) {
  calls++;
  ptest_yield();
}
