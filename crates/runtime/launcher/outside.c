/* Ranks that meet outside of MPI: where one waits for what another is to do, the other has to run.
 *
 * Part of the launcher (images, of which one runs at a time) and of the preloaded library (processes, of which the engine lets one
 * run at a time). A function that would block looks instead whether it would, and if so gives up its turn: simulated time passes
 * for the rank, and others run. So the order in which ranks go on is that of simulated time, whatever the machine is doing.
 * The functions on files of posix.c ask here first (`wt_outside_reads`, …).
 */
#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "outside.h"

#define EXPORT __attribute__((visibility("default")))
#define SITE __builtin_return_address(0)
#define REAL(name)                                                                                                     \
  static __typeof__(&name) real;                                                                                       \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static const struct outside_hooks *hooks;

EXPORT void wt_outside_hooks(const struct outside_hooks *given);
void wt_outside_hooks(const struct outside_hooks *given) { hooks = given; }

/* Whether the caller is a rank that has others to wait for. */
static inline int simulated(void) { return __builtin_expect(hooks != NULL, 0) && hooks->simulated(); }

/* Before what another rank may wait for. */
static inline void shows(void) {
  if (simulated()) hooks->seen();
}

/* Until then at most, in picoseconds of simulated time: the time that it has become. */
static uint64_t turn_until(const char *function, const void *site, uint64_t end) {
  int error = errno;
  uint64_t now = hooks->turn(function, site, end);
  errno = error;
  return now;
}

static void turn(const char *function, const void *site) { turn_until(function, site, UINT64_MAX); }

/* The rank has looked for something that is not there: whoever does so over and over waits for another one. */
static void missed(const char *function, const void *site) {
  int error = errno;
  hooks->missed(function, site);
  errno = error;
}

/* ---- descriptors ---- */

/* Waits until a descriptor that may block is ready. Standard streams are the user's: nobody else in the run has their other ends. */
static void await(int descriptor, short events, const char *function, const void *site) {
  struct pollfd there = {.fd = descriptor, .events = events};
  if (descriptor <= STDERR_FILENO || !simulated() || syscall(SYS_poll, &there, 1, 0) != 0) return;
  if (fcntl(descriptor, F_GETFL) & O_NONBLOCK || isatty(descriptor)) return;
  do turn(function, site);
  while (syscall(SYS_poll, &there, 1, 0) == 0);
}

void wt_outside_reads(int descriptor, const char *function, const void *site) {
  await(descriptor, POLLIN, function, site);
}

void wt_outside_writes(int descriptor, const char *function, const void *site) {
  if (descriptor > STDERR_FILENO) shows();
  await(descriptor, POLLOUT, function, site);
}

#define RECEIVE(type, name, parameters, arguments)                                                                     \
  EXPORT type name parameters {                                                                                        \
    REAL(name);                                                                                                        \
    if (!(flags & MSG_DONTWAIT)) wt_outside_reads(descriptor, #name, SITE);                                            \
    return real arguments;                                                                                             \
  }
RECEIVE(ssize_t, recv, (int descriptor, void *into, size_t bytes, int flags), (descriptor, into, bytes, flags))
RECEIVE(ssize_t, recvfrom,
        (int descriptor, void *restrict into, size_t bytes, int flags, __SOCKADDR_ARG from, socklen_t *restrict length),
        (descriptor, into, bytes, flags, from, length))
RECEIVE(ssize_t, recvmsg, (int descriptor, struct msghdr *message, int flags), (descriptor, message, flags))

/* As the compiler calls them where it knows the size of the buffer. */
EXPORT ssize_t __recv_chk(int descriptor, void *into, size_t bytes, size_t room, int flags);
ssize_t __recv_chk(int descriptor, void *into, size_t bytes, size_t room, int flags) {
  if (bytes > room) abort();
  return recv(descriptor, into, bytes, flags);
}

EXPORT ssize_t __recvfrom_chk(int descriptor, void *restrict into, size_t bytes, size_t room, int flags, __SOCKADDR_ARG from,
                              socklen_t *restrict length);
ssize_t __recvfrom_chk(int descriptor, void *restrict into, size_t bytes, size_t room, int flags, __SOCKADDR_ARG from,
                       socklen_t *restrict length) {
  if (bytes > room) abort();
  return recvfrom(descriptor, into, bytes, flags, from, length);
}

EXPORT int listen(int descriptor, int most) {
  REAL(listen);
  shows();
  return real(descriptor, most);
}

EXPORT int accept(int listener, __SOCKADDR_ARG address, socklen_t *restrict length) {
  REAL(accept);
  wt_outside_reads(listener, "accept", SITE);
  return real(listener, address, length);
}

EXPORT int accept4(int listener, __SOCKADDR_ARG address, socklen_t *restrict length, int flags) {
  REAL(accept4);
  wt_outside_reads(listener, "accept4", SITE);
  return real(listener, address, length, flags);
}

#define SEND(name, parameters, arguments)                                                                              \
  EXPORT ssize_t name parameters {                                                                                     \
    REAL(name);                                                                                                        \
    if (flags & MSG_DONTWAIT)                                                                                          \
      shows();                                                                                                         \
    else                                                                                                               \
      wt_outside_writes(descriptor, #name, SITE);                                                                      \
    return real arguments;                                                                                             \
  }
SEND(send, (int descriptor, const void *from, size_t bytes, int flags), (descriptor, from, bytes, flags))
SEND(sendto,
     (int descriptor, const void *from, size_t bytes, int flags, __CONST_SOCKADDR_ARG to, socklen_t length),
     (descriptor, from, bytes, flags, to, length))
SEND(sendmsg, (int descriptor, const struct msghdr *message, int flags), (descriptor, message, flags))

/* The other end may not listen yet. */
EXPORT int connect(int descriptor, __CONST_SOCKADDR_ARG address, socklen_t length) {
  REAL(connect);
  shows();
  int result = real(descriptor, address, length);
  if (result < 0 && (errno == ECONNREFUSED || errno == ENOENT) && simulated()) missed("connect", SITE);
  return result;
}

/* ---- waits for several descriptors, as long in simulated time as the program says ---- */

#define FOREVER UINT64_MAX

/* Whether the caller is a rank, or a thread of one whose other threads do not wait in MPI. */
static inline int may_wait(void) { return __builtin_expect(hooks != NULL, 0) && hooks->waits(); }

static uint64_t of_milliseconds(int timeout) { return timeout < 0 ? FOREVER : (uint64_t)timeout * 1000000000ull; }

/* More than a week counts as for ever. */
static uint64_t of_spec(const struct timespec *timeout) {
  if (!timeout || timeout->tv_sec > 1000000) return FOREVER;
  return (uint64_t)timeout->tv_sec * 1000000000000ull + (uint64_t)timeout->tv_nsec * 1000;
}

/* Whether the rank, which has found nothing at first, waits here for others. */
static int waits(int found, uint64_t timeout, const char *function, const void *site) {
  if (found != 0 || !may_wait()) return 0;
  if (timeout == 0) missed(function, site);
  return timeout > 0;
}

/* Looks once a turn. `look` finds nothing, something, or fails, without waiting. */
#define WAIT(look, timeout, name)                                                                                      \
  uint64_t duration = timeout, end = duration == FOREVER ? FOREVER : hooks->now() + duration;                          \
  for (int over = 0;;) {                                                                                               \
    int found = look;                                                                                                  \
    if (found != 0 || over) return found;                                                                              \
    over = turn_until(#name, SITE, end) >= end;                                                                        \
  }

/* Standard streams are the user's. */
static int has_others(const struct pollfd *descriptors, nfds_t count) {
  for (nfds_t i = 0; i < count; i++)
    if (descriptors[i].fd > STDERR_FILENO) return 1;
  return count == 0;
}

EXPORT int poll(struct pollfd *descriptors, nfds_t count, int timeout) {
  REAL(poll);
  if (!may_wait() || !has_others(descriptors, count)) return real(descriptors, count, timeout);
  int found = real(descriptors, count, 0);
  if (!waits(found, of_milliseconds(timeout), "poll", SITE)) return found;
  WAIT(real(descriptors, count, 0), of_milliseconds(timeout), poll)
}

static const struct timespec at_once;

EXPORT int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  REAL(ppoll);
  if (!may_wait() || !has_others(descriptors, count)) return real(descriptors, count, timeout, mask);
  int found = real(descriptors, count, &at_once, mask);
  if (!waits(found, of_spec(timeout), "ppoll", SITE)) return found;
  WAIT(real(descriptors, count, &at_once, mask), of_spec(timeout), ppoll)
}

EXPORT int __poll_chk(struct pollfd *descriptors, nfds_t count, int timeout, size_t room);
int __poll_chk(struct pollfd *descriptors, nfds_t count, int timeout, size_t room) {
  if (room / sizeof *descriptors < count) abort();
  return poll(descriptors, count, timeout);
}

EXPORT int __ppoll_chk(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask, size_t room);
int __ppoll_chk(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask, size_t room) {
  if (room / sizeof *descriptors < count) abort();
  return ppoll(descriptors, count, timeout, mask);
}

EXPORT int epoll_wait(int set, struct epoll_event *events, int most, int timeout) {
  REAL(epoll_wait);
  if (!may_wait()) return real(set, events, most, timeout);
  int found = real(set, events, most, 0);
  if (!waits(found, of_milliseconds(timeout), "epoll_wait", SITE)) return found;
  WAIT(real(set, events, most, 0), of_milliseconds(timeout), epoll_wait)
}

EXPORT int epoll_pwait(int set, struct epoll_event *events, int most, int timeout, const sigset_t *mask) {
  REAL(epoll_pwait);
  if (!may_wait()) return real(set, events, most, timeout, mask);
  int found = real(set, events, most, 0, mask);
  if (!waits(found, of_milliseconds(timeout), "epoll_pwait", SITE)) return found;
  WAIT(real(set, events, most, 0, mask), of_milliseconds(timeout), epoll_pwait)
}

/* The sets say what is asked for, and then what has been found. */
static int look_at_sets(int count, fd_set *const sets[3], const fd_set asked[3], const sigset_t *mask) {
  for (int i = 0; i < 3; i++)
    if (sets[i]) *sets[i] = asked[i];
  static __typeof__(&pselect) real;
  if (!real) real = (__typeof__(&pselect))dlsym(RTLD_NEXT, "pselect");
  return real(count, sets[0], sets[1], sets[2], &at_once, mask);
}

EXPORT int pselect(int count, fd_set *restrict read, fd_set *restrict write, fd_set *restrict except,
                   const struct timespec *restrict timeout, const sigset_t *restrict mask) {
  REAL(pselect);
  if (!may_wait() || (count > 0 && count <= STDERR_FILENO + 1)) return real(count, read, write, except, timeout, mask);
  fd_set *const sets[3] = {read, write, except};
  fd_set asked[3];
  for (int i = 0; i < 3; i++)
    if (sets[i]) asked[i] = *sets[i];
  int found = look_at_sets(count, sets, asked, mask);
  if (!waits(found, of_spec(timeout), "select", SITE)) return found;
  WAIT(look_at_sets(count, sets, asked, mask), of_spec(timeout), select)
}

EXPORT int select(int count, fd_set *restrict read, fd_set *restrict write, fd_set *restrict except,
                  struct timeval *restrict timeout) {
  REAL(select);
  if (!may_wait() || (count > 0 && count <= STDERR_FILENO + 1)) return real(count, read, write, except, timeout);
  struct timespec spec;
  if (timeout) spec = (struct timespec){timeout->tv_sec, timeout->tv_usec * 1000};
  return pselect(count, read, write, except, timeout ? &spec : NULL, NULL);
}

/* Opening a named pipe waits for its other end: one that is written waits until it is read; one that is read is opened at once, and
 * reading waits. Returns the flags to open with. What is asked of the system here is not the program's: it takes no time. */
int wt_outside_opens(const char *path, int folder, int flags, const char *function, const void *site) {
  struct stat what;
  shows();
  if (!simulated() || flags & (O_NONBLOCK | O_PATH | O_DIRECTORY)) return flags;
  int error = errno;
  int found = syscall(SYS_newfstatat, folder, path, &what, 0) == 0;
  errno = error;
  if (!found) return flags;
  if (!S_ISFIFO(what.st_mode) || (flags & O_ACCMODE) == O_RDWR) return flags;
  if ((flags & O_ACCMODE) == O_RDONLY) return flags | O_NONBLOCK;
  for (;;) {
    int other = (int)syscall(SYS_openat, folder, path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (other >= 0) {
      syscall(SYS_close, other);
      return flags;
    }
    if (errno != ENXIO) return flags;
    turn(function, site);
  }
}

/* The descriptor of a named pipe blocks as the program wants it to. */
int wt_outside_opened(int descriptor, int flags, int asked) {
  if (descriptor >= 0 && flags != asked) fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return descriptor;
}

/* A name is not there, or there already: whoever looks for it over and over waits for another rank. */
void wt_outside_missed(int result, const char *function, const void *site) {
  if (__builtin_expect(result < 0, 0) && (errno == ENOENT || errno == EEXIST) && simulated()) missed(function, site);
}

/* What was looked at last: a file's number, size and time; or a descriptor in the second word. */
static uint64_t seen_last[3];

/* A file is as it was when it was looked at last: whoever looks over and over waits for another rank to change it. */
void wt_outside_looked(const uint64_t found[3], const char *function, const void *site) {
  if (!simulated()) return;
  if (memcmp(seen_last, found, sizeof seen_last) == 0)
    missed(function, site);
  else
    memcpy(seen_last, found, sizeof seen_last);
}

/* Nothing more is in a file: whoever reads over and over waits for another rank to write. Who has read something does not wait. */
void wt_outside_read(int descriptor, ssize_t read, size_t bytes, const char *function, const void *site) {
  if (read == 0 && bytes > 0)
    wt_outside_looked((const uint64_t[3]){UINT64_MAX, (uint64_t)descriptor, 0}, function, site);
  else if (read > 0)
    seen_last[1] = 0;
}

/* ---- locks on files ---- */

/* Closing a file ends its locks, and a pipe or socket for who reads at the other end. */
void wt_outside_closes(void) { shows(); }

/* A command of fcntl about a record lock; 0 if it is none, or is left to the system. The system's record locks are a process's, so
 * that ranks in one process would not exclude each other: there they are the opened file's. */
int wt_outside_locks(int descriptor, int command, struct flock *lock, int *result, const char *function, const void *site) {
  int waits = command == F_SETLKW || command == F_OFD_SETLKW;
  if (!(waits || command == F_SETLK || command == F_OFD_SETLK || command == F_GETLK) || !simulated()) return 0;
  int of_file = hooks->images || command == F_OFD_SETLKW || command == F_OFD_SETLK;
  if (command == F_GETLK && !of_file) return 0;
  if (of_file) lock->l_pid = 0;
  shows();
  command = command == F_GETLK ? F_OFD_GETLK : of_file ? F_OFD_SETLK : F_SETLK;
  while ((*result = (int)syscall(SYS_fcntl, descriptor, command, lock)) != 0 && (errno == EAGAIN || errno == EACCES)) {
    if (!waits) {
      missed(function, site);
      break;
    }
    turn(function, site);
  }
  return 1;
}

#define LOCKF(name, type)                                                                                              \
  EXPORT int name(int descriptor, int command, type bytes) {                                                           \
    REAL(name);                                                                                                        \
    struct flock lock = {.l_type = command == F_ULOCK ? F_UNLCK : F_WRLCK, .l_whence = SEEK_CUR, .l_len = bytes};      \
    int result, of_lock = command == F_LOCK ? F_SETLKW : command == F_TEST ? F_GETLK : F_SETLK;                        \
    if (!wt_outside_locks(descriptor, of_lock, &lock, &result, #name, SITE)) return real(descriptor, command, bytes);  \
    if (command != F_TEST || result != 0 || lock.l_type == F_UNLCK) return result;                                     \
    errno = EACCES;                                                                                                    \
    return -1;                                                                                                         \
  }
LOCKF(lockf, off_t)
LOCKF(lockf64, off64_t)

EXPORT int flock(int descriptor, int operation) {
  REAL(flock);
  if (!simulated()) return real(descriptor, operation);
  shows();
  while (real(descriptor, operation | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return -1;
    if (operation & LOCK_NB) {
      missed("flock", SITE);
      return -1;
    }
    turn("flock", SITE);
  }
  return 0;
}

/* ---- queues and semaphores of System V ---- */

/* Does `attempt`, which fails with `nothing` instead of waiting, until it has something. */
#define ATTEMPT(attempt, nothing, flags, name)                                                                         \
  while ((attempt) < 0 && errno == (nothing)) {                                                                        \
    if ((flags) & IPC_NOWAIT) {                                                                                        \
      missed(#name, SITE);                                                                                             \
      break;                                                                                                           \
    }                                                                                                                  \
    turn(#name, SITE);                                                                                                 \
  }

EXPORT ssize_t msgrcv(int queue, void *into, size_t bytes, long type, int flags) {
  REAL(msgrcv);
  if (!simulated()) return real(queue, into, bytes, type, flags);
  ssize_t got;
  ATTEMPT(got = real(queue, into, bytes, type, flags | IPC_NOWAIT), ENOMSG, flags, msgrcv)
  return got;
}

EXPORT int msgsnd(int queue, const void *from, size_t bytes, int flags) {
  REAL(msgsnd);
  if (!simulated()) return real(queue, from, bytes, flags);
  shows();
  int sent;
  ATTEMPT(sent = real(queue, from, bytes, flags | IPC_NOWAIT), EAGAIN, flags, msgsnd)
  return sent;
}

EXPORT int semop(int set, struct sembuf *operations, size_t count) {
  REAL(semop);
  enum { MOST = 64 };
  if (!simulated() || count > MOST) return real(set, operations, count);
  struct sembuf at_once[MOST];
  int flags = IPC_NOWAIT, done;
  for (size_t i = 0; i < count; i++) {
    at_once[i] = operations[i];
    flags &= operations[i].sem_flg;
    at_once[i].sem_flg |= IPC_NOWAIT;
  }
  shows();
  ATTEMPT(done = real(set, at_once, count), EAGAIN, flags, semop)
  return done;
}

/* ---- the scheduler, semaphores, mutexes and barriers ---- */

EXPORT int sched_yield(void) {
  REAL(sched_yield);
  if (!simulated()) return real();
  turn("sched_yield", SITE);
  return 0;
}

/* The second word of the C library's semaphores says whether processes share one. */
static inline int shares(const sem_t *semaphore) { return hooks->images || ((const int32_t *)semaphore)[2]; }

EXPORT int sem_post(sem_t *semaphore) {
  REAL(sem_post);
  shows();
  return real(semaphore);
}

EXPORT int sem_trywait(sem_t *semaphore) {
  REAL(sem_trywait);
  int result = real(semaphore);
  if (result != 0 && errno == EAGAIN && simulated() && shares(semaphore)) missed("sem_trywait", SITE);
  return result;
}

EXPORT int sem_wait(sem_t *semaphore) {
  REAL(sem_wait);
  if (!simulated() || !shares(semaphore)) return real(semaphore);
  static __typeof__(&sem_trywait) attempt;
  if (!attempt) attempt = (__typeof__(&sem_trywait))dlsym(RTLD_NEXT, "sem_trywait");
  while (attempt(semaphore) != 0) {
    if (errno != EAGAIN) return -1;
    turn("sem_wait", SITE);
  }
  return 0;
}

/* A bit of the fifth word of the C library's mutexes says that processes share one. */
static inline int is_common(const pthread_mutex_t *mutex) { return ((const int *)mutex)[4] & 128; }

EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  REAL(pthread_mutex_trylock);
  int result = real(mutex);
  if (result == EBUSY && is_common(mutex) && simulated()) missed("pthread_mutex_trylock", SITE);
  return result;
}

static int lock_in_turns(pthread_mutex_t *mutex, const char *function, const void *site) {
  static __typeof__(&pthread_mutex_trylock) attempt;
  if (!attempt) attempt = (__typeof__(&pthread_mutex_trylock))dlsym(RTLD_NEXT, "pthread_mutex_trylock");
  int result;
  while ((result = attempt(mutex)) == EBUSY) turn(function, site);
  return result;
}

EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex) {
  REAL(pthread_mutex_lock);
  if (!is_common(mutex) || !simulated()) return real(mutex);
  return lock_in_turns(mutex, "pthread_mutex_lock", SITE);
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  REAL(pthread_mutex_unlock);
  if (is_common(mutex)) shows();
  return real(mutex);
}

/* A condition that processes share, in the C library's space for one: how often was it waited for, and how many may go on. */
struct condition {
  uint64_t waited, released;
};

/* A bit of the tenth word of the C library's conditions says that processes share one. */
static inline struct condition *common_condition(pthread_cond_t *given) {
  return ((const uint32_t *)given)[9] & 1 && simulated() ? (struct condition *)given : NULL;
}

/* The C library has an older version of these functions, too. */
#define REAL_CONDITION(name)                                                                                           \
  static __typeof__(&name) real;                                                                                       \
  if (!real) real = (__typeof__(&name))dlvsym(RTLD_NEXT, #name, "GLIBC_2.3.2")

EXPORT int pthread_cond_wait(pthread_cond_t *restrict given, pthread_mutex_t *restrict mutex) {
  REAL_CONDITION(pthread_cond_wait);
  struct condition *condition = common_condition(given);
  if (!condition) return real(given, mutex);
  uint64_t mine = __atomic_add_fetch(&condition->waited, 1, __ATOMIC_ACQ_REL);
  pthread_mutex_unlock(mutex);
  do turn("pthread_cond_wait", SITE);
  while (__atomic_load_n(&condition->released, __ATOMIC_ACQUIRE) < mine);
  return lock_in_turns(mutex, "pthread_cond_wait", SITE);
}

EXPORT int pthread_cond_signal(pthread_cond_t *given) {
  REAL_CONDITION(pthread_cond_signal);
  struct condition *condition = common_condition(given);
  if (!condition) return real(given);
  shows();
  if (condition->released < condition->waited) __atomic_add_fetch(&condition->released, 1, __ATOMIC_ACQ_REL);
  return 0;
}

EXPORT int pthread_cond_broadcast(pthread_cond_t *given) {
  REAL_CONDITION(pthread_cond_broadcast);
  struct condition *condition = common_condition(given);
  if (!condition) return real(given);
  shows();
  __atomic_store_n(&condition->released, __atomic_load_n(&condition->waited, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);
  return 0;
}

/* A barrier that processes share, in the C library's space for one. Where ranks are images, any may be shared. */
struct barrier {
  uint32_t arrived, released, count;
  int32_t shared;
};

static inline int is_shared(const struct barrier *barrier) { return hooks->images || barrier->shared; }

EXPORT int pthread_barrier_wait(pthread_barrier_t *given) {
  REAL(pthread_barrier_wait);
  struct barrier *barrier = (struct barrier *)given;
  if (!simulated() || !is_shared(barrier)) return real(given);
  shows();
  uint32_t mine = __atomic_add_fetch(&barrier->arrived, 1, __ATOMIC_ACQ_REL);
  uint32_t round = (mine - 1) / barrier->count * barrier->count + barrier->count;
  if (mine == round) {
    __atomic_store_n(&barrier->released, round, __ATOMIC_RELEASE);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  while ((int32_t)(__atomic_load_n(&barrier->released, __ATOMIC_ACQUIRE) - round) < 0) turn("pthread_barrier_wait", SITE);
  return 0;
}

/* The C library's function waits until all have left, which it does not know of them. */
EXPORT int pthread_barrier_destroy(pthread_barrier_t *given) {
  REAL(pthread_barrier_destroy);
  return simulated() && is_shared((struct barrier *)given) ? 0 : real(given);
}
