/* Ways to fail, by the first argument. */
#define _GNU_SOURCE
#include "drill.h"
#include <err.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static volatile int zero;
static int deep(int n) {
  volatile char room[512];
  room[0] = (char)n;
  return n == 0 ? room[0] : deep(n - 1) + room[0];
}
static void *thread(void *p) { return p; }
__attribute__((noinline)) static void crash_here(void) { *(volatile int *)NULL = 1; }
static void at_exit_output(void) { printf("handler\n"); }

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  int rank = test_rank();
  atexit(at_exit_output);
  printf("rank %d begins\n", rank);
  test_yield();
  if (rank != 1) return 0;
  if (!strcmp(how, "null")) crash_here();
  if (!strcmp(how, "divide")) return 100 / zero;
  if (!strcmp(how, "abort")) abort();
  if (!strcmp(how, "overflow")) return deep(1 << 20);
  if (!strcmp(how, "creep")) { /* overflows where no guard page is, and comes back */
    deep(atoi(argv[2]));
    for (int i = 0; i < 1000; i++) test_yield();
    return 0;
  }
  if (!strcmp(how, "free")) {
    char *p = malloc(10), *q = malloc(10);
    free(p);
    free(p);
    free(q);
  }
  if (!strcmp(how, "exit")) exit(7);
  if (!strcmp(how, "_exit")) _exit(8);
  if (!strcmp(how, "quick")) quick_exit(9);
  if (!strcmp(how, "err")) errx(10, "stops inside the C library");
  if (!strcmp(how, "fork")) fork();
  if (!strcmp(how, "exec")) execl("/bin/true", "true", (char *)NULL);
  if (!strcmp(how, "thread")) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
  }
  if (!strcmp(how, "busy"))
    for (volatile long i = 0; i < 4000000000L && !zero; i++) {
      if (i > 1500000000L) return 0;
    }
  return 0;
}
