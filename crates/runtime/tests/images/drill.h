/* What test programs see of the stand-in for MPI. */
#ifndef DRILL_H
#define DRILL_H
#include <stdio.h>
#include <stdlib.h>
#ifdef __cplusplus
extern "C" {
#endif
void test_yield(void);
int test_rank(void);
void test_upcall(void (*function)(void *), void *argument);
#ifdef __cplusplus
}
#endif
#define CHECK(x)                                                                        \
  do {                                                                                  \
    if (!(x)) {                                                                         \
      fprintf(stderr, "rank %d: %s:%d: %s\n", test_rank(), __FILE__, __LINE__, #x);     \
      exit(1);                                                                          \
    }                                                                                   \
  } while (0)
#endif
