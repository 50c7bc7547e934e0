/* What stands before the C library in the process of a rank (processes mode): preloaded as libwindtunnel_process.so.
 *
 * Clocks show simulated time and sleeping lets it pass, as in images, once this process is a rank. Waits with a deadline
 * have theirs turned into the system's time. Threads are numbered in the order in which they are made, and the rank half
 * hears of them. `_exit` lets it hand over what it has collected. Everything else, and every other process that inherits
 * the preload, gets the C library's functions.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "opens.h"

#define EXPORT __attribute__((visibility("default")))

/* Mirror of `Hooks` in crates/runtime/src/processes/rank.rs. Times are picoseconds. */
struct hooks {
  uint64_t (*now)(void);
  void (*sleep)(uint64_t);
  void (*finish)(void);
  uint64_t (*latest)(void);
  unsigned (*thread_begins)(void);
  void (*thread_runs)(unsigned);
  void (*thread_ends)(unsigned);
  void (*leaves)(const char *function, int status, const void *from);
};

#define PER_THREAD __attribute__((tls_model("initial-exec"))) __thread

static const struct hooks *hooks;
/* The clocks of the rank half's own work are not the program's. */
static PER_THREAD int inside;
/* 0: the thread that the rank begins with. */
static PER_THREAD unsigned number;

/* The process whose libraries are noted: what it forks has the same. */
static pid_t owner;
static int is_rank;

EXPORT void wt_process_hooks(const struct hooks *given);
void wt_process_hooks(const struct hooks *given) {
  hooks = given;
  if (!given) return;
  owner = getpid();
  is_rank = 1;
}

EXPORT unsigned wt_process_thread(void);
unsigned wt_process_thread(void) { return number; }

/* 2025-01-01 00:00:00 UTC, as images mode has it. */
#define EPOCH 1735689600
#define PS_PER_SECOND 1000000000000ull

static int simulated(void) { return hooks && !inside; }

static uint64_t now(void) {
  inside = 1;
  uint64_t at = hooks->now();
  inside = 0;
  return at;
}

static void pass(uint64_t picoseconds) {
  inside = 1;
  hooks->sleep(picoseconds);
  inside = 0;
}

static struct timespec spec(uint64_t at, time_t origin) {
  struct timespec t = {(time_t)(at / PS_PER_SECOND) + origin, (long)(at % PS_PER_SECOND / 1000)};
  return t;
}

static time_t origin(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI ? EPOCH : 0;
}

#define REAL(name)                                                                                                     \
  static __typeof__(&name) real;                                                                                       \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

EXPORT int clock_gettime(clockid_t clock, struct timespec *out) {
  REAL(clock_gettime);
  if (!simulated()) return real(clock, out);
  *out = spec(now(), origin(clock));
  return 0;
}

EXPORT int timespec_get(struct timespec *out, int base) {
  REAL(timespec_get);
  if (!simulated()) return real(out, base);
  *out = spec(now(), EPOCH);
  return base;
}

EXPORT int gettimeofday(struct timeval *out, void *zone) {
  REAL(gettimeofday);
  if (!simulated()) return real(out, zone);
  struct timespec t = spec(now(), EPOCH);
  *out = (struct timeval){t.tv_sec, t.tv_nsec / 1000};
  return 0;
}

EXPORT time_t time(time_t *out) {
  REAL(time);
  if (!simulated()) return real(out);
  time_t seconds = spec(now(), EPOCH).tv_sec;
  if (out) *out = seconds;
  return seconds;
}

EXPORT clock_t times(struct tms *out) {
  REAL(times);
  if (!simulated()) return real(out);
  clock_t ticks = (clock_t)(now() / (PS_PER_SECOND / 100));
  if (out) *out = (struct tms){.tms_utime = ticks};
  return ticks;
}

EXPORT clock_t clock(void) {
  REAL(clock);
  if (!simulated()) return real();
  return (clock_t)(now() / 1000000);
}

EXPORT int getrusage(__rusage_who_t who, struct rusage *out) {
  REAL(getrusage);
  int result = real(who, out);
  if (result == 0 && simulated()) {
    struct timespec t = spec(now(), 0);
    out->ru_utime = (struct timeval){t.tv_sec, t.tv_nsec / 1000};
    out->ru_stime = (struct timeval){0, 0};
  }
  return result;
}

/* Picoseconds of a span; 0 and EINVAL if it is none. */
static int span(const struct timespec *t, uint64_t *picoseconds) {
  if (t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec > 999999999) return EINVAL;
  *picoseconds = (uint64_t)t->tv_sec * PS_PER_SECOND + (uint64_t)t->tv_nsec * 1000;
  return 0;
}

EXPORT int nanosleep(const struct timespec *request, struct timespec *remaining) {
  REAL(nanosleep);
  if (!simulated()) return real(request, remaining);
  uint64_t duration;
  errno = span(request, &duration) ? EINVAL : errno;
  if (span(request, &duration)) return -1;
  pass(duration);
  return 0;
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *request, struct timespec *remaining) {
  REAL(clock_nanosleep);
  if (!simulated()) return real(clock, flags, request, remaining);
  uint64_t duration, at = 0;
  if (!(flags & TIMER_ABSTIME)) {
    if (span(request, &duration)) return EINVAL;
    pass(duration);
    return 0;
  }
  struct timespec until = {request->tv_sec - origin(clock), request->tv_nsec};
  /* An instant before the origin is in the past. */
  if (span(&until, &at) == 0 && at > now()) pass(at - now());
  return 0;
}

EXPORT int usleep(useconds_t microseconds) {
  REAL(usleep);
  if (!simulated()) return real(microseconds);
  pass((uint64_t)microseconds * 1000000);
  return 0;
}

EXPORT unsigned sleep(unsigned seconds) {
  REAL(sleep);
  if (!simulated()) return real(seconds);
  pass((uint64_t)seconds * PS_PER_SECOND);
  return 0;
}

/* ---- waits with a deadline: as long in the system's time as it is ahead in simulated time ---- */

static struct timespec deadline(clockid_t clock, const struct timespec *given) {
  REAL(clock_gettime);
  struct timespec at;
  real(clock, &at);
  uint64_t until = 0, begin = hooks->latest();
  struct timespec own = {given->tv_sec - origin(clock), given->tv_nsec};
  if (span(&own, &until) || until <= begin) return at;
  uint64_t nanoseconds = (until - begin) / 1000 + (uint64_t)at.tv_nsec;
  at.tv_sec += (time_t)(nanoseconds / 1000000000);
  at.tv_nsec = (long)(nanoseconds % 1000000000);
  return at;
}

/* A condition's clock is its own affair; the deadline tells, since simulated time begins where the other clock does. */
static clockid_t clock_of(const struct timespec *given) {
  return given->tv_sec >= EPOCH / 2 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
}

EXPORT int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                                  const struct timespec *restrict given) {
  REAL(pthread_cond_timedwait);
  if (!simulated()) return real(condition, mutex, given);
  struct timespec at = deadline(clock_of(given), given);
  return real(condition, mutex, &at);
}

EXPORT int pthread_cond_clockwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, clockid_t clock,
                                  const struct timespec *restrict given) {
  REAL(pthread_cond_clockwait);
  if (!simulated()) return real(condition, mutex, clock, given);
  struct timespec at = deadline(clock, given);
  return real(condition, mutex, clock, &at);
}

EXPORT int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict given) {
  REAL(sem_timedwait);
  if (!simulated()) return real(semaphore, given);
  struct timespec at = deadline(CLOCK_REALTIME, given);
  return real(semaphore, &at);
}

EXPORT int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict given) {
  REAL(sem_clockwait);
  if (!simulated()) return real(semaphore, clock, given);
  struct timespec at = deadline(clock, given);
  return real(semaphore, clock, &at);
}

EXPORT int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict given) {
  REAL(pthread_mutex_timedlock);
  if (!simulated()) return real(mutex, given);
  struct timespec at = deadline(CLOCK_REALTIME, given);
  return real(mutex, &at);
}

/* ---- threads ---- */

struct start {
  void *(*function)(void *);
  void *argument;
  unsigned number;
};

static void ends(void *of_rank) {
  if (hooks && hooks == of_rank) hooks->thread_ends(number);
}

static void *begin(void *given) {
  struct start start = *(struct start *)given;
  free(given);
  number = start.number;
  const struct hooks *of_rank = hooks;
  if (of_rank) of_rank->thread_runs(number);
  void *result;
  /* Also where the thread is cancelled or leaves by pthread_exit. */
  pthread_cleanup_push(ends, (void *)of_rank);
  result = start.function(start.argument);
  pthread_cleanup_pop(1);
  return result;
}

EXPORT int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                          void *(*function)(void *), void *restrict argument) {
  REAL(pthread_create);
  if (!hooks) return real(thread, attributes, function, argument);
  struct start *start = malloc(sizeof *start);
  if (!start) return EAGAIN;
  *start = (struct start){function, argument, hooks->thread_begins()};
  unsigned made = start->number;
  int result = real(thread, attributes, begin, start);
  if (result) {
    free(start);
    hooks->thread_ends(made);
  }
  return result;
}

/* ---- programs that a script of a rank's starts ---- */

/* Whether an object lies in the folder of this library, as all MPI libraries do that stand in for others. */
static int is_ours(const char *path) {
  Dl_info own;
  char *folder, *other;
  int same = 0;
  if (!dladdr((void *)is_ours, &own)) return 1;
  folder = realpath(own.dli_fname, NULL);
  other = realpath(path, NULL);
  if (folder && other) {
    size_t length = (size_t)(strrchr(folder, '/') - folder) + 1;
    same = strncmp(folder, other, length) == 0 && !strchr(other + length, '/');
  }
  free(folder);
  free(other);
  return same;
}

/* The value of a variable: a shell has a `getenv` of its own. */
static const char *variable(const char *name) {
  size_t length = strlen(name);
  for (char **at = environ; at && *at; at++)
    if (strncmp(*at, name, length) == 0 && (*at)[length] == '=') return *at + length + 1;
  return NULL;
}

static int belongs_to_a_rank(void) {
  const char *rank = variable("WT_RANK");
  return rank && *rank;
}

/* Whether an object that stands before MPI is linked with us, as tools are. */
static int is_tool(const char *path) {
  Dl_info found;
  void *object = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  void *other = object ? dlsym(object, "PMPI_Get_version") : NULL;
  return other && dladdr(other, &found) && is_ours(found.dli_fname);
}

/* With an MPI library of its own, each would run by itself and nothing would be simulated. */
__attribute__((constructor)) static void refuse_another_mpi(void) {
  Dl_info found;
  void *sign = dlsym(RTLD_DEFAULT, "PMPI_Init");
  if (!sign || !dladdr(sign, &found) || is_ours(found.dli_fname) || !belongs_to_a_rank() || is_tool(found.dli_fname)) return;
  dprintf(2,
          "windtunnel: %s: not supported: uses the MPI library %s: link it with libmpi_abi.so.1, libmpi.so.12, "
          "libmpich.so.12 or libmpi.so.40, or build it with wtcc\n",
          program_invocation_name, found.dli_fname);
  syscall(SYS_exit_group, 1);
}

/* ---- what the program is made of ---- */

/* How many of the objects that are loaded are noted. New ones come behind them, unless some have been unloaded. */
static size_t noted_objects;
static unsigned long long unloaded;

static int note_object(struct dl_phdr_info *object, size_t bytes, void *number) {
  (void)bytes;
  size_t *at = number;
  if (*at == 0 && object->dlpi_subs != unloaded) {
    unloaded = object->dlpi_subs;
    noted_objects = 0;
  }
  /* The executable's name is empty; that of the kernel's own object is no path. */
  if (++*at > noted_objects && strchr(object->dlpi_name, '/'))
    wt_note_path(object->dlpi_name, OPENED_LIBRARY, O_RDONLY);
  return 0;
}

static int count_object(struct dl_phdr_info *object, size_t bytes, void *number) {
  (void)object, (void)bytes;
  ++*(size_t *)number;
  return 0;
}

static void note_objects(void) {
  size_t number = 0;
  if (owner != getpid()) return;
  dl_iterate_phdr(note_object, &number);
  noted_objects = number;
}

/* At the end: what the program has opened meanwhile, and whether it has started programs that do not know of these notes. */
static void note_end(void) {
  static int done;
  struct rusage children;
  if (done || owner != getpid()) return;
  done = 1;
  note_objects();
  if (!is_rank || variable("WT_OPENS")) return;
  if (syscall(SYS_getrusage, RUSAGE_CHILDREN, &children) != 0) {
    wt_note_refused();
  } else if (children.ru_minflt) {
    wt_note_children();
  }
}

/* Notes the executable and its libraries. Of a program that is linked with MPI
 * the launcher knows the former, and has taken the variable out. */
__attribute__((constructor)) static void note_program(void) {
  const char *place = variable("WT_OPENS");
  char path[PATH_MAX];
  owner = getpid();
  if (!place) {
    dl_iterate_phdr(count_object, &noted_objects);
    return;
  }
  wt_opens_at(place);
  long length = syscall(SYS_readlink, "/proc/self/exe", path, sizeof path - 1);
  if (length > 0) {
    path[length] = 0;
    wt_note_path(path, OPENED_EXECUTABLE, O_RDONLY);
  } else {
    wt_note_refused();
  }
  note_objects();
}

__attribute__((destructor)) static void end_notes(void) { note_end(); }

/* ---- the end ---- */

/* By which function the program ends, and where it calls it. */
#define LEAVES(name)                                                                                                   \
  if (simulated()) hooks->leaves(name, status, __builtin_return_address(0))

EXPORT void exit(int status) {
  REAL(exit);
  LEAVES("exit");
  real(status);
  __builtin_unreachable();
}

EXPORT void quick_exit(int status) {
  REAL(quick_exit);
  LEAVES("quick_exit");
  real(status);
  __builtin_unreachable();
}

static __attribute__((noreturn)) void end(int status) {
  note_end();
  if (simulated()) hooks->finish();
  for (;;) syscall(SYS_exit_group, status);
}

EXPORT void _exit(int status) {
  LEAVES("_exit");
  end(status);
}

EXPORT void _Exit(int status) {
  LEAVES("_exit");
  end(status);
}
