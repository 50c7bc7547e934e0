/* What stands before the C library in the process of a rank (processes mode): preloaded as libwindtunnel_process.so.
 *
 * Clocks show simulated time and sleeping lets it pass, as in images, once this process is a rank and only in the
 * thread that has become one. `_exit` lets the rank half hand over what it has collected. Everything else, and every
 * other process that inherits the preload, gets the C library's functions.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* Mirror of `Hooks` in crates/runtime/src/processes/rank.rs. Times are picoseconds. */
struct hooks {
  uint64_t (*now)(void);
  void (*sleep)(uint64_t);
  void (*finish)(void);
};

static const struct hooks *hooks;
static pthread_t rank;
/* The clocks of the rank half's own work are not the program's. */
static int inside;

EXPORT void wt_process_hooks(const struct hooks *given);
void wt_process_hooks(const struct hooks *given) {
  rank = pthread_self();
  hooks = given;
}

/* 2025-01-01 00:00:00 UTC, as images mode has it. */
#define EPOCH 1735689600
#define PS_PER_SECOND 1000000000000ull

static int simulated(void) { return hooks && !inside && pthread_equal(rank, pthread_self()); }

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

EXPORT void _exit(int status) {
  if (simulated()) hooks->finish();
  for (;;) syscall(SYS_exit_group, status);
}

EXPORT void _Exit(int status) { _exit(status); }
