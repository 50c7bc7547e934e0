/* State the C library keeps per process and a rank must have for itself. */
#define _GNU_SOURCE
#include "drill.h"
#include <errno.h>
#include <fenv.h>
#include <getopt.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int signalled;
static void on_signal(int number) { signalled = number; }

static void random_numbers(int rank) {
  int first[3], again[3];
  CHECK(rand() == 1804289383); /* glibc's first, unseeded */
  srand(rank + 1);
  for (int i = 0; i < 3; i++) {
    first[i] = rand();
    test_yield();
  }
  srand(rank + 1);
  for (int i = 0; i < 3; i++) again[i] = rand();
  CHECK(!memcmp(first, again, sizeof first));
  srand48(rank);
  double x = drand48();
  test_yield();
  srand48(rank);
  CHECK(drand48() == x);
}

static void tokens(void) {
  char text[] = "a,b,c";
  CHECK(!strcmp(strtok(text, ","), "a"));
  test_yield();
  CHECK(!strcmp(strtok(NULL, ","), "b"));
  test_yield();
  CHECK(!strcmp(strtok(NULL, ","), "c") && !strtok(NULL, ","));
}

static void options(int argc, char **argv) {
  int seen = 0, c;
  static const struct option longs[] = {{"size", required_argument, 0, 's'}, {0, 0, 0, 0}};
  while ((c = getopt_long(argc, argv, "vn:", longs, NULL)) != -1) {
    if (c == 'v') seen |= 1;
    if (c == 'n' && !strcmp(optarg, "12")) seen |= 2;
    if (c == 's' && !strcmp(optarg, "big")) seen |= 4;
  }
  CHECK(seen == 7 && optind == argc - 1 && !strcmp(argv[optind], "file"));
}

static void environment(int rank) {
  char text[32];
  extern char **environ;
  CHECK(getenv("RANK_OWN") == NULL && getenv("PATH") != NULL && environ[0] != NULL);
  snprintf(text, sizeof text, "value %d", rank);
  CHECK(setenv("RANK_OWN", text, 1) == 0);
  test_yield();
  CHECK(!strcmp(getenv("RANK_OWN"), text));
  CHECK(unsetenv("RANK_OWN") == 0 && getenv("RANK_OWN") == NULL);
}

static void folders(int rank) {
  char before[PATH_MAX], after[PATH_MAX];
  CHECK(getcwd(before, sizeof before));
  if (rank == 1) CHECK(chdir("/proc") == 0);
  test_yield();
  CHECK(getcwd(after, sizeof after));
  CHECK(!strcmp(after, rank == 1 ? "/proc" : before));
}

static void memory(int rank) {
  void *blocks[64];
  for (int i = 0; i < 64; i++) {
    size_t bytes = (size_t)1 << (i % 19);
    blocks[i] = malloc(bytes);
    memset(blocks[i], rank, bytes);
    CHECK(malloc_usable_size(blocks[i]) >= bytes);
  }
  test_yield();
  for (int i = 0; i < 64; i++) {
    CHECK(*(char *)blocks[i] == (char)rank);
    blocks[i] = realloc(blocks[i], (size_t)1 << ((i + 3) % 19));
  }
  for (int i = 0; i < 64; i++) free(blocks[i]);
  void *aligned = aligned_alloc(4096, 8192), *p = NULL;
  CHECK(((uintptr_t)aligned & 4095) == 0 && posix_memalign(&p, 64, 100) == 0 && ((uintptr_t)p & 63) == 0);
  free(aligned);
  free(p);
  char *zero = calloc(1000, 1000);
  for (int i = 0; i < 1000000; i += 999) CHECK(zero[i] == 0);
  free(zero);
  /* Allocated inside the C library, freed here; grown inside the C library, allocated here. */
  char *text = NULL, *line = malloc(4);
  size_t room = 4;
  CHECK(asprintf(&text, "%0200d", 7) == 200);
  free(text);
  FILE *file = fopen("/proc/self/status", "r");
  CHECK(file && getdelim(&line, &room, 0, file) > 100);
  fclose(file);
  free(line);
  text = strdup("x");
  free(text);
  free(realpath("/", NULL));
}

static void clocks(void) {
  struct timespec t0, t1;
  struct timeval day;
  clock_gettime(CLOCK_MONOTONIC, &t0);
  usleep(250000);
  clock_gettime(CLOCK_MONOTONIC, &t1);
  CHECK((t1.tv_sec - t0.tv_sec) * 1000000000L + (t1.tv_nsec - t0.tv_nsec) == 250000000L);
  gettimeofday(&day, NULL);
  CHECK(day.tv_sec == time(NULL) && day.tv_sec == 1735689600 + t1.tv_sec);
}

static void floating(int rank) {
  /* Flush-to-zero and rounding belong to the rank. */
  volatile double tiny = 1e-310;
  if (rank == 0) {
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
    fesetround(FE_UPWARD);
  }
  test_yield();
  CHECK((tiny * 0.5 == 0) == (rank == 0));
  CHECK(fegetround() == (rank == 0 ? FE_UPWARD : FE_TONEAREST));
  if (rank == 0) fesetround(FE_TONEAREST), __builtin_ia32_ldmxcsr(0x1f80);
}

static void signals(void) {
  CHECK(signal(SIGUSR1, on_signal) == SIG_DFL);
  test_yield();
  raise(SIGUSR1);
  CHECK(signalled == SIGUSR1);
  CHECK(signal(SIGUSR1, SIG_DFL) == on_signal);
}

static jmp_buf back;
static void jump(void *unused) {
  (void)unused;
  test_yield();
  longjmp(back, 5);
}

int main(int argc, char **argv) {
  int rank = test_rank();
  options(argc, argv);
  random_numbers(rank);
  tokens();
  environment(rank);
  folders(rank);
  memory(rank);
  clocks();
  floating(rank);
  signals();
  int code = setjmp(back);
  if (code == 0) test_upcall(jump, NULL);
  CHECK(code == 5);
  CHECK(!strcmp(program_invocation_short_name, "libc"));
  printf("rank %d ok\n", rank);
  return 0;
}
