/* Which files a program opens, noted for the run's list of inputs.
 *
 * All processes of a run share a memory: a table of what is known, so that a file is noted once however many ranks open it, and
 * the notes in the order in which they were made: a file is none of the program's inputs if the run has made or emptied it before
 * anyone read it. Opening one costs a query of its state; no descriptor stays open, as programs may close those that they do not know.
 *
 * Part of the launcher (images: opens of ranks) and of the preloaded library (processes: all opens). Calls of the system are made
 * directly where the C library's functions are replaced.
 */
#define _GNU_SOURCE
#include "opens.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* Mirrors of the constants, of `Shared` and of `Note` in crates/runtime/src/opens.rs. */
enum { KNOWN = 1 << 20, PROBES = 64 };
#define LOG_BYTES ((uint64_t)256 << 20)

struct shared {
  int64_t started; /* Nanoseconds since 1970, by the clock that files are stamped by. */
  _Atomic uint64_t end;
  _Atomic uint64_t lost;
  _Atomic uint64_t children;
  _Atomic uint64_t sharing;  /* Processes that share this memory. */
  _Atomic uint64_t unshared; /* The error of one that could not. */
  _Atomic uint64_t refused;  /* The error of a system call that a note needed. */
  _Atomic uint64_t known[KNOWN];
  char notes[];
};

struct note {
  _Atomic uint32_t bytes;
  _Atomic uint32_t kind; /* 0: it is being written. */
  uint64_t device, inode, size;
  int64_t modified[2], changed[2]; /* Seconds and nanoseconds. */
  char path[];
};

static struct shared *shared;
/* Whether an open is the program's; NULL: all are. */
static int (*is_programs)(void);

EXPORT void wt_opens_into(void *memory, int (*of_program)(void));
void wt_opens_into(void *memory, int (*of_program)(void)) {
  shared = memory;
  is_programs = of_program;
}

/* Shares the memory behind a descriptor of another process, `PROCESS:DESCRIPTOR`. */
EXPORT void wt_opens_at(const char *place) {
  char path[64];
  char *rest;
  unsigned long process = strtoul(place, &rest, 10);
  if (shared || *rest != ':') return;
  snprintf(path, sizeof path, "/proc/%lu/fd/%lu", process, strtoul(rest + 1, NULL, 10));
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (file < 0) return;
  /* The last one lies on the stack, where an int would leave half of the word as it is. */
  void *memory = (void *)syscall(SYS_mmap, NULL, sizeof(struct shared) + LOG_BYTES, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_NORESERVE, file, 0L);
  if (memory != MAP_FAILED) {
    shared = memory;
    atomic_fetch_add(&shared->sharing, 1);
  } else {
    /* Address space is limited (`ulimit -v`): the launcher is told without any. */
    uint64_t error = (uint64_t)errno;
    syscall(SYS_pwrite64, file, &error, sizeof error, offsetof(struct shared, unshared));
  }
  syscall(SYS_close, file);
}

static uint64_t mixed(uint64_t value) {
  value ^= value >> 33;
  value *= 0xff51afd7ed558ccdull;
  value ^= value >> 33;
  value *= 0xc4ceb9fe1a85ec53ull;
  return value ^ value >> 33;
}

/* Whether this kind of note of a file is new. */
static int is_new(uint64_t device, uint64_t inode, int kind) {
  uint64_t print = mixed(mixed(device * 8 + (uint64_t)kind) + inode) | 1;
  for (uint64_t probe = 0; probe < PROBES; probe++) {
    _Atomic uint64_t *place = &shared->known[(print + probe) % KNOWN];
    uint64_t there = atomic_load_explicit(place, memory_order_relaxed);
    if (there == 0 && atomic_compare_exchange_strong(place, &there, print)) return 1;
    if (there == print) return 0;
  }
  return 1;
}

/* A path as an absolute one; 0: it is too long, or its folder is not there. */
static size_t absolute(int folder, const char *path, char *into) {
  size_t bytes = 0;
  if (*path != '/') {
    long length;
    if (folder == AT_FDCWD) {
      length = syscall(SYS_getcwd, into, PATH_MAX) - 1;
    } else {
      char link[48];
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      length = syscall(SYS_readlink, link, into, PATH_MAX);
    }
    if (length <= 0 || length >= PATH_MAX) return 0;
    bytes = (size_t)length;
    into[bytes++] = '/';
  }
  size_t more = strlen(path) + 1;
  if (bytes + more > 2 * PATH_MAX) return 0;
  memcpy(into + bytes, path, more);
  return bytes + more;
}

static uint64_t device_of(const struct statx *state) { return makedev(state->stx_dev_major, state->stx_dev_minor); }

static void lose(void) { atomic_fetch_add(&shared->lost, 1); }

void wt_note_refused(void) {
  if (shared) atomic_store(&shared->refused, (uint64_t)errno);
}

static void write_note(int kind, const struct statx *state, int folder, const char *path) {
  char name[2 * PATH_MAX];
  size_t length = absolute(folder, path, name);
  uint64_t bytes = (sizeof(struct note) + length + 7) & ~(uint64_t)7;
  if (!length) return lose();
  uint64_t at = atomic_fetch_add(&shared->end, bytes);
  if (at > LOG_BYTES || LOG_BYTES - at < bytes) {
    atomic_fetch_sub(&shared->end, bytes);
    return lose();
  }
  struct note *note = (struct note *)(shared->notes + at);
  atomic_store(&note->bytes, (uint32_t)bytes);
  note->device = device_of(state);
  note->inode = state->stx_ino;
  note->size = state->stx_size;
  note->modified[0] = state->stx_mtime.tv_sec;
  note->modified[1] = state->stx_mtime.tv_nsec;
  note->changed[0] = state->stx_ctime.tv_sec;
  note->changed[1] = state->stx_ctime.tv_nsec;
  memcpy(note->path, name, length);
  atomic_store(&note->kind, (uint32_t)kind);
}

/* Notes a regular file that an open has led to. What the run has made itself counts as written whoever opens it. */
static void note(int kind, const struct statx *state, int folder, const char *path, int flags) {
  if (!S_ISREG(state->stx_mode)) return;
  int64_t made = state->stx_btime.tv_sec * 1000000000 + state->stx_btime.tv_nsec;
  int access = flags & O_ACCMODE;
  int makes = (flags & O_CREAT && state->stx_size == 0) || (flags & O_TRUNC && access != O_RDONLY);
  if (access != O_RDONLY) kind = access == O_WRONLY ? OPENED_TO_WRITE : OPENED_TO_UPDATE;
  if (makes || (state->stx_mask & STATX_BTIME && made > shared->started)) kind = OPENED_MADE;
  if (is_new(device_of(state), state->stx_ino, kind)) write_note(kind, state, folder, path);
}

static int query(int folder, const char *path, int flags, struct statx *state) {
  return syscall(SYS_statx, folder, path, flags, STATX_BASIC_STATS | STATX_BTIME, state) == 0;
}

/* Files that the kernel makes up are none of the program's inputs. */
static int is_made_up(const char *path) { return !strncmp(path, "/proc/", 6) || !strncmp(path, "/sys/", 5); }

/* Notes a file that the program would have read, if it were there. */
static void note_missing(int folder, const char *path) {
  struct statx state = {0};
  uint64_t print = 0;
  for (const char *at = path; *at; at++) print = mixed(print + (unsigned char)*at);
  if (is_new(0, print, OPENED_ABSENT)) write_note(OPENED_ABSENT, &state, folder, path);
}

int wt_note_open(int descriptor, int folder, const char *path, int flags) {
  if (__builtin_expect(!shared, 0) || !path || flags & O_PATH || is_made_up(path)) return descriptor;
  if (is_programs && !is_programs()) return descriptor;
  int error = errno;
  struct statx state;
  if (descriptor < 0) {
    if (error == ENOENT && *path && (flags & O_ACCMODE) != O_WRONLY) note_missing(folder, path);
  } else if (query(descriptor, "", AT_EMPTY_PATH, &state)) {
    note(OPENED_TO_READ, &state, folder, path, flags);
  } else {
    wt_note_refused();
  }
  errno = error;
  return descriptor;
}

FILE *wt_note_stream(FILE *file, const char *path, int flags) {
  if (path && flags >= 0) wt_note_open(file ? file->_fileno : -1, AT_FDCWD, path, flags);
  return file;
}

void wt_note_children(void) {
  if (shared) atomic_fetch_add(&shared->children, 1);
}

EXPORT void wt_note_path(const char *path, int kind, int flags) {
  struct statx state;
  int error = errno;
  if (shared && !is_made_up(path)) {
    if (query(AT_FDCWD, path, 0, &state)) {
      note(kind, &state, AT_FDCWD, path, flags);
    } else if (errno != ENOENT && errno != ENOTDIR && errno != EACCES) {
      wt_note_refused();
    }
  }
  errno = error;
}
