/* Functions of POSIX on files below the mount of a modelled file system: first a call that takes the model's time, then the
 * C library's function. All others go to the C library at once.
 *
 * Before functions that open something, look at names or change them, the runtime is told, wherever the file is: others can see
 * that, so a rank that runs ahead of the engine waits for it.
 *
 * Part of the launcher, whose symbols every library binds to first (images), and of the preloaded library (processes). Streams of
 * modelled files are ones with functions of our own (fopencookie), because the C library's do not pass through these symbols.
 */
#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include <aio.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "opens.h"
#include "outside.h"

#define EXPORT __attribute__((visibility("default")))
#define SITE __builtin_return_address(0)

/* Mirror of `What` in crates/runtime/src/posix/hooks.rs. */
enum what { OPENS, CLOSES, REMOVES, RENAMES, MAKES_FOLDER, REMOVES_FOLDER, QUERIES, SEEKS_END, RESIZES, SYNCS, READS, WRITES };

/* A call that has begun: the space of a `Call` of the runtime's. */
struct posix_call {
  uint64_t words[16];
};

/* Mirror of `PosixHooks` there. Functions that begin a call return whether it is one on a modelled file. */
struct posix_hooks {
  const unsigned char *modelled;
  int (*path_begins)(struct posix_call *, int what, int folder, const char *path, const void *site);
  int (*descriptor_begins)(struct posix_call *, int what, int descriptor, int64_t offset, size_t bytes, const void *site);
  int (*opened)(struct posix_call *, int descriptor);
  void (*closed)(int descriptor);
  void (*duplicated)(int from, int to);
  void (*ended)(struct posix_call *, ssize_t moved);
  void (*unsupported)(const char *what, const void *site);
  unsigned (*rank)(void);
};

/* Descriptors from here on are never modelled. */
enum { DESCRIPTORS = 65536 };

static const struct posix_hooks *posix;

EXPORT void wt_posix_hooks(const struct posix_hooks *given);
void wt_posix_hooks(const struct posix_hooks *given) { posix = given; }

/* Told of what others can see, before it is done, and whether it opens something. */
static void (*shown)(int opens);

EXPORT void wt_posix_shown(void (*given)(int opens));
void wt_posix_shown(void (*given)(int opens)) { shown = given; }

static inline void shows(int opens) {
  if (__builtin_expect(shown != NULL, 0)) shown(opens);
}

#define REAL(name)                                                                                                     \
  static __typeof__(&name) real;                                                                                       \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static inline int ours(int descriptor) {
  return __builtin_expect(posix != NULL, 0) && (unsigned)descriptor < DESCRIPTORS && posix->modelled[descriptor];
}

static inline int begins(struct posix_call *call, enum what what, int folder, const char *path, const void *site) {
  shows(what == OPENS);
  return __builtin_expect(posix != NULL, 0) && posix->path_begins(call, what, folder, path, site);
}

static inline int uses(struct posix_call *call, enum what what, int descriptor, int64_t offset, size_t bytes,
                       const void *site) {
  return ours(descriptor) && posix->descriptor_begins(call, what, descriptor, offset, bytes, site);
}

/* Ends a call with the result of the C library's function, whose errno stays. */
static inline ssize_t ended(struct posix_call *call, ssize_t result) {
  int error = errno;
  posix->ended(call, result);
  errno = error;
  return result;
}

/* ---- names ---- */

static int opened(struct posix_call *call, int descriptor) {
  int error = errno;
  if (descriptor >= 0 && !posix->opened(call, descriptor)) {
    REAL(close);
    real(descriptor);
    descriptor = -1;
    error = EMFILE;
  }
  errno = error;
  return (int)ended(call, descriptor);
}

#define MODE(flags)                                                                                                    \
  mode_t mode = 0;                                                                                                     \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                                             \
    va_list rest;                                                                                                      \
    va_start(rest, flags);                                                                                             \
    mode = va_arg(rest, mode_t);                                                                                       \
    va_end(rest);                                                                                                      \
  }

#define OPEN(name)                                                                                                     \
  EXPORT int name(const char *path, int flags, ...) {                                                                  \
    REAL(name);                                                                                                        \
    MODE(flags)                                                                                                        \
    struct posix_call call;                                                                                            \
    int timed = begins(&call, OPENS, AT_FDCWD, path, SITE);                                                            \
    int how = wt_outside_opens(path, AT_FDCWD, flags, #name, SITE);                                                    \
    int file = wt_outside_opened(real(path, how, mode), how, flags);                                                   \
    wt_note_open(file, AT_FDCWD, path, flags);                                                                         \
    if (timed) return opened(&call, file);                                                                             \
    wt_outside_missed(file, #name, SITE);                                                                              \
    return file;                                                                                                       \
  }
OPEN(open)
OPEN(open64)

#define OPEN_AT(name)                                                                                                  \
  EXPORT int name(int folder, const char *path, int flags, ...) {                                                      \
    REAL(name);                                                                                                        \
    MODE(flags)                                                                                                        \
    struct posix_call call;                                                                                            \
    int timed = begins(&call, OPENS, folder, path, SITE);                                                              \
    int how = wt_outside_opens(path, folder, flags, #name, SITE);                                                      \
    int file = wt_outside_opened(real(folder, path, how, mode), how, flags);                                           \
    wt_note_open(file, folder, path, flags);                                                                           \
    if (timed) return opened(&call, file);                                                                             \
    wt_outside_missed(file, #name, SITE);                                                                              \
    return file;                                                                                                       \
  }
OPEN_AT(openat)
OPEN_AT(openat64)

#define CREATE(name)                                                                                                   \
  EXPORT int name(const char *path, mode_t mode) {                                                                     \
    REAL(name);                                                                                                        \
    struct posix_call call;                                                                                            \
    int timed = begins(&call, OPENS, AT_FDCWD, path, SITE);                                                            \
    int file = wt_note_open(real(path, mode), AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC);                           \
    if (timed) return opened(&call, file);                                                                             \
    wt_outside_missed(file, #name, SITE);                                                                              \
    return file;                                                                                                       \
  }
CREATE(creat)
CREATE(creat64)

/* What programs call that are compiled with checks of buffers' sizes. */
#define OPEN_CHECKED(name)                                                                                             \
  EXPORT int name(const char *path, int flags);                                                                        \
  int name(const char *path, int flags) {                                                                              \
    REAL(name);                                                                                                        \
    struct posix_call call;                                                                                            \
    int timed = begins(&call, OPENS, AT_FDCWD, path, SITE);                                                            \
    int how = wt_outside_opens(path, AT_FDCWD, flags, #name, SITE);                                                    \
    int file = wt_outside_opened(real(path, how), how, flags);                                                         \
    wt_note_open(file, AT_FDCWD, path, flags);                                                                         \
    if (timed) return opened(&call, file);                                                                             \
    wt_outside_missed(file, #name, SITE);                                                                              \
    return file;                                                                                                       \
  }
OPEN_CHECKED(__open_2)
OPEN_CHECKED(__open64_2)

#define OPEN_AT_CHECKED(name)                                                                                          \
  EXPORT int name(int folder, const char *path, int flags);                                                            \
  int name(int folder, const char *path, int flags) {                                                                  \
    REAL(name);                                                                                                        \
    struct posix_call call;                                                                                            \
    int timed = begins(&call, OPENS, folder, path, SITE);                                                              \
    int how = wt_outside_opens(path, folder, flags, #name, SITE);                                                      \
    int file = wt_outside_opened(real(folder, path, how), how, flags);                                                 \
    wt_note_open(file, folder, path, flags);                                                                           \
    if (timed) return opened(&call, file);                                                                             \
    wt_outside_missed(file, #name, SITE);                                                                              \
    return file;                                                                                                       \
  }
OPEN_AT_CHECKED(__openat_2)
OPEN_AT_CHECKED(__openat64_2)

/* A function of a path and whatever else. */
#define OF_PATH(what, name, folder, path, parameters, arguments)                                                       \
  EXPORT int name parameters {                                                                                         \
    REAL(name);                                                                                                        \
    struct posix_call call;                                                                                            \
    if (begins(&call, what, folder, path, SITE)) return (int)ended(&call, real arguments);                             \
    int result = real arguments;                                                                                       \
    wt_outside_missed(result, #name, SITE);                                                                            \
    return result;                                                                                                     \
  }

/* The same that tells how a file is. */
#define LOOKED(out)                                                                                                    \
  (const uint64_t[3]){(uint64_t)(out)->st_size, (uint64_t)(out)->st_ino,                                               \
                      (uint64_t)(out)->st_mtim.tv_sec * 1000000000 + (uint64_t)(out)->st_mtim.tv_nsec}
#define LOOKS(name, folder, parameters, arguments)                                                                     \
  EXPORT int name parameters {                                                                                         \
    REAL(name);                                                                                                        \
    struct posix_call call;                                                                                            \
    if (begins(&call, QUERIES, folder, path, SITE)) return (int)ended(&call, real arguments);                          \
    int result = real arguments;                                                                                       \
    if (result == 0) wt_outside_looked(LOOKED(out), #name, SITE);                                                      \
    wt_outside_missed(result, #name, SITE);                                                                            \
    return result;                                                                                                     \
  }
LOOKS(stat, AT_FDCWD, (const char *restrict path, struct stat *restrict out), (path, out))
LOOKS(stat64, AT_FDCWD, (const char *restrict path, struct stat64 *restrict out), (path, out))
LOOKS(lstat, AT_FDCWD, (const char *restrict path, struct stat *restrict out), (path, out))
LOOKS(lstat64, AT_FDCWD, (const char *restrict path, struct stat64 *restrict out), (path, out))
OF_PATH(QUERIES, access, AT_FDCWD, path, (const char *path, int mode), (path, mode))
OF_PATH(QUERIES, faccessat, folder, path, (int folder, const char *path, int mode, int flags),
        (folder, path, mode, flags))
OF_PATH(RESIZES, truncate, AT_FDCWD, path, (const char *path, off_t bytes), (path, bytes))
OF_PATH(RESIZES, truncate64, AT_FDCWD, path, (const char *path, off64_t bytes), (path, bytes))
OF_PATH(REMOVES, unlink, AT_FDCWD, path, (const char *path), (path))
OF_PATH(REMOVES, remove, AT_FDCWD, path, (const char *path), (path))
OF_PATH(REMOVES, unlinkat, folder, path, (int folder, const char *path, int flags), (folder, path, flags))
OF_PATH(RENAMES, rename, AT_FDCWD, path, (const char *path, const char *to), (path, to))
OF_PATH(RENAMES, renameat, folder, path, (int folder, const char *path, int other, const char *to),
        (folder, path, other, to))
OF_PATH(MAKES_FOLDER, mkdir, AT_FDCWD, path, (const char *path, mode_t mode), (path, mode))
OF_PATH(MAKES_FOLDER, mkdirat, folder, path, (int folder, const char *path, mode_t mode), (folder, path, mode))
OF_PATH(REMOVES_FOLDER, rmdir, AT_FDCWD, path, (const char *path), (path))

LOOKS(fstatat, folder, (int folder, const char *restrict path, struct stat *restrict out, int flags),
      (folder, path, out, flags))
LOOKS(fstatat64, folder, (int folder, const char *restrict path, struct stat64 *restrict out, int flags),
      (folder, path, out, flags))
OF_PATH(QUERIES, statx, folder, path,
        (int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict out),
        (folder, path, flags, mask, out))

/* What programs call that were linked with a C library before 2.33. */
#define OLD_STAT(name, kind)                                                                                           \
  EXPORT int name(int version, const char *path, struct kind *out);                                                    \
  LOOKS(name, AT_FDCWD, (int version, const char *path, struct kind *out), (version, path, out))
OLD_STAT(__xstat, stat)
OLD_STAT(__xstat64, stat64)
OLD_STAT(__lxstat, stat)
OLD_STAT(__lxstat64, stat64)

EXPORT DIR *opendir(const char *path) {
  REAL(opendir);
  struct posix_call call;
  if (!begins(&call, QUERIES, AT_FDCWD, path, SITE)) return real(path);
  DIR *folder = real(path);
  ended(&call, folder ? 0 : -1);
  return folder;
}

/* What opens something, or changes names, and is never modelled. */
#define SHOWN(opens, type, name, parameters, arguments)                                                                \
  EXPORT type name parameters {                                                                                        \
    REAL(name);                                                                                                        \
    shows(opens);                                                                                                      \
    return real arguments;                                                                                             \
  }
SHOWN(1, FILE *, tmpfile, (void), ())
SHOWN(1, FILE *, tmpfile64, (void), ())
SHOWN(1, int, socket, (int domain, int type, int protocol), (domain, type, protocol))
SHOWN(1, int, socketpair, (int domain, int type, int protocol, int both[2]), (domain, type, protocol, both))
SHOWN(1, int, pipe, (int both[2]), (both))
SHOWN(1, int, pipe2, (int both[2], int flags), (both, flags))
SHOWN(1, int, shm_open, (const char *name, int flags, mode_t mode), (name, flags, mode))
SHOWN(1, int, mkfifo, (const char *path, mode_t mode), (path, mode))
SHOWN(0, int, link, (const char *path, const char *to), (path, to))
SHOWN(0, int, symlink, (const char *target, const char *path), (target, path))

EXPORT sem_t *sem_open(const char *name, int flags, ...) {
  REAL(sem_open);
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  unsigned value = flags & O_CREAT ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  shows(1);
  return real(name, flags, mode, value);
}

/* ---- temporary files ---- */

enum { RANDOM = 6 };

/* Writes the rank, or its file, in half of the place for random characters. */
static void write_digits(char *place, unsigned number) {
  static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (int i = RANDOM / 2 - 1; i >= 0; i--, number /= sizeof digits - 1) place[i] = digits[number % (sizeof digits - 1)];
}

/* Opens the first temporary file of the rank that is not there: its name is the same in every run. -2: it is no modelled file. */
static int temporary(char *path, int suffix, int flags, const void *site) {
  size_t length = strlen(path);
  if (!posix || suffix < 0 || length < RANDOM + (size_t)suffix) return -2;
  char *place = path + length - (size_t)suffix - RANDOM;
  if (strncmp(place, "XXXXXX", RANDOM)) return -2;
  __typeof__(&access) is_there = (__typeof__(&access))dlsym(RTLD_NEXT, "access");
  __typeof__(&open) open_file = (__typeof__(&open))dlsym(RTLD_NEXT, "open");
  write_digits(place, posix->rank());
  for (unsigned number = 0; number < 62 * 62 * 62; number++) {
    write_digits(place + RANDOM / 2, number);
    if (!is_there(path, F_OK)) continue;
    struct posix_call call;
    if (!begins(&call, OPENS, AT_FDCWD, path, site)) {
      memcpy(place, "XXXXXX", RANDOM);
      return -2;
    }
    int made = flags | O_RDWR | O_CREAT | O_EXCL;
    return opened(&call, wt_note_open(open_file(path, made, 0600), AT_FDCWD, path, made));
  }
  errno = EEXIST;
  return -1;
}

#define TEMPORARY(name, suffix, flags, parameters, arguments)                                                          \
  EXPORT int name parameters {                                                                                         \
    REAL(name);                                                                                                        \
    shows(1);                                                                                                          \
    int file = temporary(path, suffix, flags, SITE);                                                                   \
    if (file != -2) return file;                                                                                       \
    return wt_note_open(real arguments, AT_FDCWD, path, O_RDWR | O_CREAT | O_EXCL);                                    \
  }
TEMPORARY(mkstemp, 0, 0, (char *path), (path))
TEMPORARY(mkstemp64, 0, 0, (char *path), (path))
TEMPORARY(mkostemp, 0, flags, (char *path, int flags), (path, flags))
TEMPORARY(mkostemp64, 0, flags, (char *path, int flags), (path, flags))
TEMPORARY(mkstemps, suffix, 0, (char *path, int suffix), (path, suffix))
TEMPORARY(mkstemps64, suffix, 0, (char *path, int suffix), (path, suffix))
TEMPORARY(mkostemps, suffix, flags, (char *path, int suffix, int flags), (path, suffix, flags))
TEMPORARY(mkostemps64, suffix, flags, (char *path, int suffix, int flags), (path, suffix, flags))

/* ---- descriptors ---- */

#define OF_DESCRIPTOR(what, name, descriptor, parameters, arguments)                                                   \
  EXPORT int name parameters {                                                                                         \
    REAL(name);                                                                                                        \
    struct posix_call call;                                                                                            \
    if (!uses(&call, what, descriptor, -1, 0, SITE)) return real arguments;                                            \
    return (int)ended(&call, real arguments);                                                                          \
  }
#define LOOKS_AT_OPENED(name, parameters, arguments)                                                                   \
  EXPORT int name parameters;                                                                                          \
  EXPORT int name parameters {                                                                                         \
    REAL(name);                                                                                                        \
    struct posix_call call;                                                                                            \
    if (uses(&call, QUERIES, descriptor, -1, 0, SITE)) return (int)ended(&call, real arguments);                       \
    int result = real arguments;                                                                                       \
    if (result == 0 && S_ISREG(out->st_mode)) wt_outside_looked(LOOKED(out), #name, SITE);                             \
    return result;                                                                                                     \
  }
LOOKS_AT_OPENED(fstat, (int descriptor, struct stat *out), (descriptor, out))
LOOKS_AT_OPENED(fstat64, (int descriptor, struct stat64 *out), (descriptor, out))
LOOKS_AT_OPENED(__fxstat, (int version, int descriptor, struct stat *out), (version, descriptor, out))
LOOKS_AT_OPENED(__fxstat64, (int version, int descriptor, struct stat64 *out), (version, descriptor, out))
OF_DESCRIPTOR(RESIZES, ftruncate, descriptor, (int descriptor, off_t bytes), (descriptor, bytes))
OF_DESCRIPTOR(RESIZES, ftruncate64, descriptor, (int descriptor, off64_t bytes), (descriptor, bytes))
OF_DESCRIPTOR(RESIZES, fallocate, descriptor, (int descriptor, int mode, off_t offset, off_t bytes),
              (descriptor, mode, offset, bytes))
OF_DESCRIPTOR(RESIZES, fallocate64, descriptor, (int descriptor, int mode, off64_t offset, off64_t bytes),
              (descriptor, mode, offset, bytes))
OF_DESCRIPTOR(RESIZES, posix_fallocate, descriptor, (int descriptor, off_t offset, off_t bytes),
              (descriptor, offset, bytes))
OF_DESCRIPTOR(RESIZES, posix_fallocate64, descriptor, (int descriptor, off64_t offset, off64_t bytes),
              (descriptor, offset, bytes))
OF_DESCRIPTOR(SYNCS, fsync, descriptor, (int descriptor), (descriptor))
OF_DESCRIPTOR(SYNCS, fdatasync, descriptor, (int descriptor), (descriptor))

#define ACCESS(what, name, offset, bytes, parameters, arguments)                                                       \
  EXPORT ssize_t name parameters {                                                                                     \
    REAL(name);                                                                                                        \
    struct posix_call call;                                                                                            \
    if (uses(&call, what, descriptor, offset, bytes, SITE)) return ended(&call, real arguments);                       \
    ssize_t moved = real arguments;                                                                                    \
    if (what == READS) wt_outside_read(descriptor, moved, bytes, #name, SITE);                                         \
    return moved;                                                                                                      \
  }
/* The same of what may wait for another rank. */
#define STREAM_ACCESS(what, name, offset, bytes, parameters, arguments)                                                \
  EXPORT ssize_t name parameters {                                                                                     \
    REAL(name);                                                                                                        \
    struct posix_call call;                                                                                            \
    if (uses(&call, what, descriptor, offset, bytes, SITE)) return ended(&call, real arguments);                       \
    (what == READS ? wt_outside_reads : wt_outside_writes)(descriptor, #name, SITE);                                   \
    ssize_t moved = real arguments;                                                                                    \
    if (what == READS) wt_outside_read(descriptor, moved, bytes, #name, SITE);                                         \
    return moved;                                                                                                      \
  }
STREAM_ACCESS(READS, read, -1, bytes, (int descriptor, void *into, size_t bytes), (descriptor, into, bytes))
STREAM_ACCESS(WRITES, write, -1, bytes, (int descriptor, const void *from, size_t bytes), (descriptor, from, bytes))
ACCESS(READS, pread, offset, bytes, (int descriptor, void *into, size_t bytes, off_t offset),
       (descriptor, into, bytes, offset))
ACCESS(READS, pread64, offset, bytes, (int descriptor, void *into, size_t bytes, off64_t offset),
       (descriptor, into, bytes, offset))
ACCESS(WRITES, pwrite, offset, bytes, (int descriptor, const void *from, size_t bytes, off_t offset),
       (descriptor, from, bytes, offset))
ACCESS(WRITES, pwrite64, offset, bytes, (int descriptor, const void *from, size_t bytes, off64_t offset),
       (descriptor, from, bytes, offset))

EXPORT ssize_t __read_chk(int descriptor, void *into, size_t bytes, size_t room);
EXPORT ssize_t __pread_chk(int descriptor, void *into, size_t bytes, off_t offset, size_t room);
EXPORT ssize_t __pread64_chk(int descriptor, void *into, size_t bytes, off64_t offset, size_t room);
STREAM_ACCESS(READS, __read_chk, -1, bytes, (int descriptor, void *into, size_t bytes, size_t room),
       (descriptor, into, bytes, room))
ACCESS(READS, __pread_chk, offset, bytes, (int descriptor, void *into, size_t bytes, off_t offset, size_t room),
       (descriptor, into, bytes, offset, room))
ACCESS(READS, __pread64_chk, offset, bytes, (int descriptor, void *into, size_t bytes, off64_t offset, size_t room),
       (descriptor, into, bytes, offset, room))

static size_t sum(const struct iovec *parts, int count) {
  size_t bytes = 0;
  for (int at = 0; at < count; at++) bytes += parts[at].iov_len;
  return bytes;
}

#define PARTS (ours(descriptor) ? sum(parts, count) : 0)
STREAM_ACCESS(READS, readv, -1, PARTS, (int descriptor, const struct iovec *parts, int count), (descriptor, parts, count))
STREAM_ACCESS(WRITES, writev, -1, PARTS, (int descriptor, const struct iovec *parts, int count), (descriptor, parts, count))
ACCESS(READS, preadv, offset, PARTS, (int descriptor, const struct iovec *parts, int count, off_t offset),
       (descriptor, parts, count, offset))
ACCESS(READS, preadv64, offset, PARTS, (int descriptor, const struct iovec *parts, int count, off64_t offset),
       (descriptor, parts, count, offset))
ACCESS(WRITES, pwritev, offset, PARTS, (int descriptor, const struct iovec *parts, int count, off_t offset),
       (descriptor, parts, count, offset))
ACCESS(WRITES, pwritev64, offset, PARTS, (int descriptor, const struct iovec *parts, int count, off64_t offset),
       (descriptor, parts, count, offset))
ACCESS(READS, preadv2, offset, PARTS, (int descriptor, const struct iovec *parts, int count, off_t offset, int flags),
       (descriptor, parts, count, offset, flags))
ACCESS(WRITES, pwritev2, offset, PARTS, (int descriptor, const struct iovec *parts, int count, off_t offset, int flags),
       (descriptor, parts, count, offset, flags))
ACCESS(READS, preadv64v2, offset, PARTS,
       (int descriptor, const struct iovec *parts, int count, off64_t offset, int flags),
       (descriptor, parts, count, offset, flags))
ACCESS(WRITES, pwritev64v2, offset, PARTS,
       (int descriptor, const struct iovec *parts, int count, off64_t offset, int flags),
       (descriptor, parts, count, offset, flags))

/* Only the end of a file is not known without asking. */
#define SEEK(name, type)                                                                                               \
  EXPORT type name(int descriptor, type offset, int whence) {                                                          \
    REAL(name);                                                                                                        \
    struct posix_call call;                                                                                            \
    if (whence != SEEK_END) return real(descriptor, offset, whence);                                                   \
    if (uses(&call, SEEKS_END, descriptor, -1, 0, SITE)) return (type)ended(&call, real(descriptor, offset, whence));  \
    type end = real(descriptor, offset, whence);                                                                       \
    wt_outside_looked((const uint64_t[3]){0, (uint64_t)descriptor, (uint64_t)end}, #name, SITE);                       \
    return end;                                                                                                        \
  }
SEEK(lseek, off_t)
SEEK(lseek64, off64_t)

EXPORT int close(int descriptor) {
  REAL(close);
  struct posix_call call;
  if (!ours(descriptor)) {
    wt_outside_closes();
    return real(descriptor);
  }
  int timed = uses(&call, CLOSES, descriptor, -1, 0, SITE);
  posix->closed(descriptor);
  int result = real(descriptor);
  return timed ? (int)ended(&call, result) : result;
}

static int duplicated(int from, int to) {
  if (to >= 0 && from != to && (ours(from) || ours(to))) posix->duplicated(from, to);
  return to;
}

EXPORT int dup(int descriptor) {
  REAL(dup);
  return duplicated(descriptor, real(descriptor));
}

EXPORT int dup2(int descriptor, int to) {
  REAL(dup2);
  return duplicated(descriptor, real(descriptor, to));
}

EXPORT int dup3(int descriptor, int to, int flags) {
  REAL(dup3);
  return duplicated(descriptor, real(descriptor, to, flags));
}

#define CONTROL(name)                                                                                                  \
  EXPORT int name(int descriptor, int command, ...) {                                                                  \
    REAL(name);                                                                                                        \
    va_list rest;                                                                                                      \
    va_start(rest, command);                                                                                           \
    void *argument = va_arg(rest, void *);                                                                             \
    va_end(rest);                                                                                                      \
    int result;                                                                                                        \
    if (wt_outside_locks(descriptor, command, argument, &result, #name, SITE)) return result;                          \
    result = real(descriptor, command, argument);                                                                      \
    return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? duplicated(descriptor, result) : result;                 \
  }
CONTROL(fcntl)
CONTROL(fcntl64)

/* ---- what is not modelled ---- */

#define MAP(name, type)                                                                                                \
  EXPORT void *name(void *at, size_t bytes, int protection, int flags, int descriptor, type offset) {                  \
    REAL(name);                                                                                                        \
    if (!(flags & MAP_ANONYMOUS) && ours(descriptor)) posix->unsupported("mmap", SITE);                                \
    return real(at, bytes, protection, flags, descriptor, offset);                                                     \
  }
MAP(mmap, off_t)
MAP(mmap64, off64_t)

#define ASYNCHRONOUS(name, kind)                                                                                       \
  EXPORT int name(struct kind *block) {                                                                                \
    REAL(name);                                                                                                        \
    if (ours(block->aio_fildes)) posix->unsupported(#name, SITE);                                             \
    return real(block);                                                                                                \
  }
ASYNCHRONOUS(aio_read, aiocb)
ASYNCHRONOUS(aio_read64, aiocb64)
ASYNCHRONOUS(aio_write, aiocb)
ASYNCHRONOUS(aio_write64, aiocb64)

/* Programs copy in another way where a file system does not have these. */
#define REFUSED(name, one, other, parameters, arguments)                                                               \
  EXPORT ssize_t name parameters {                                                                                     \
    REAL(name);                                                                                                        \
    if (!ours(one) && !ours(other)) return real arguments;                                                             \
    errno = EINVAL;                                                                                                    \
    return -1;                                                                                                         \
  }
REFUSED(sendfile, to, from, (int to, int from, off_t *offset, size_t bytes), (to, from, offset, bytes))
REFUSED(sendfile64, to, from, (int to, int from, off64_t *offset, size_t bytes), (to, from, offset, bytes))
REFUSED(copy_file_range, to, from,
        (int from, off64_t *from_offset, int to, off64_t *offset, size_t bytes, unsigned flags),
        (from, from_offset, to, offset, bytes, flags))
REFUSED(splice, to, from, (int from, off64_t *from_offset, int to, off64_t *offset, size_t bytes, unsigned flags),
        (from, from_offset, to, offset, bytes, flags))

/* ---- streams ---- */

struct stream {
  struct stream *next;
  FILE *file;
  int descriptor;
  unsigned rank;
  /* Where the bytes that it holds end, while it looks as if it held none. */
  char *hidden;
};

static struct stream *streams;
static pthread_mutex_t streams_lock = PTHREAD_MUTEX_INITIALIZER;

static ssize_t stream_read(void *cookie, char *into, size_t bytes) {
  const struct stream *stream = cookie;
  return read(stream->descriptor, into, bytes);
}

static ssize_t stream_write(void *cookie, const char *from, size_t bytes) {
  const struct stream *stream = cookie;
  size_t done = 0;
  while (done < bytes) {
    ssize_t more = write(stream->descriptor, from + done, bytes - done);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    done += (size_t)more;
  }
  /* Fewer are an error, none too. */
  return (ssize_t)done;
}

static int stream_seek(void *cookie, off64_t *offset, int whence) {
  const struct stream *stream = cookie;
  off64_t now = lseek64(stream->descriptor, *offset, whence);
  if (now >= 0) *offset = now;
  return now < 0 ? -1 : 0;
}

static int stream_close(void *cookie) {
  struct stream *stream = cookie;
  pthread_mutex_lock(&streams_lock);
  for (struct stream **at = &streams; *at; at = &(*at)->next)
    if (*at == stream) {
      *at = stream->next;
      break;
    }
  pthread_mutex_unlock(&streams_lock);
  int result = close(stream->descriptor);
  free(stream);
  return result;
}

/* A stream of a modelled file that is open. */
static FILE *stream_of(int descriptor, const char *mode) {
  struct stream *stream = malloc(sizeof *stream);
  cookie_io_functions_t functions = {stream_read, stream_write, stream_seek, stream_close};
  FILE *file = stream ? fopencookie(stream, mode, functions) : NULL;
  if (!file) {
    free(stream);
    return NULL;
  }
  *stream = (struct stream){NULL, file, descriptor, posix->rank(), NULL};
  pthread_mutex_lock(&streams_lock);
  stream->next = streams;
  streams = stream;
  pthread_mutex_unlock(&streams_lock);
  return file;
}

/* The flags of `open` for a mode of `fopen`; -1: it is none. */
static int flags_of(const char *mode) {
  int flags = *mode == 'r' ? O_RDONLY : *mode == 'w' ? O_WRONLY | O_CREAT | O_TRUNC : O_WRONLY | O_CREAT | O_APPEND;
  if (*mode != 'r' && *mode != 'w' && *mode != 'a') return -1;
  for (const char *at = mode + 1; *at && *at != ','; at++) {
    if (*at == '+') flags = (flags & ~O_WRONLY) | O_RDWR;
    if (*at == 'x') flags |= O_EXCL;
    if (*at == 'e') flags |= O_CLOEXEC;
  }
  return flags;
}

static FILE *open_stream(const char *path, const char *mode, const void *site, int *own) {
  struct posix_call call;
  int flags = mode ? flags_of(mode) : -1;
  shows(1);
  *own = flags >= 0 && begins(&call, OPENS, AT_FDCWD, path, site);
  if (!*own) return NULL;
  static __typeof__(&open) real;
  if (!real) real = (__typeof__(&open))dlsym(RTLD_NEXT, "open");
  int descriptor = opened(&call, wt_note_open(real(path, flags, 0666), AT_FDCWD, path, flags));
  if (descriptor < 0) return NULL;
  FILE *file = fdopen(descriptor, mode);
  if (!file) close(descriptor);
  return file;
}

#define OPEN_STREAM(name)                                                                                              \
  EXPORT FILE *name(const char *restrict path, const char *restrict mode) {                                            \
    REAL(name);                                                                                                        \
    int own;                                                                                                           \
    FILE *file = open_stream(path, mode, SITE, &own);                                                                  \
    if (own) return file;                                                                                              \
    file = wt_note_stream(real(path, mode), path, flags_of(mode));                                                     \
    wt_outside_missed(file ? 0 : -1, #name, SITE);                                                                     \
    return file;                                                                                                       \
  }
OPEN_STREAM(fopen)
OPEN_STREAM(fopen64)

EXPORT FILE *fdopen(int descriptor, const char *mode) {
  REAL(fdopen);
  return ours(descriptor) ? stream_of(descriptor, mode) : real(descriptor, mode);
}

/* The descriptor of a stream of ours; -1: it is none. */
static int descriptor_of(FILE *file) {
  int descriptor = -1;
  if (!__builtin_expect(streams != NULL, 0)) return -1;
  pthread_mutex_lock(&streams_lock);
  for (struct stream *at = streams; at && descriptor < 0; at = at->next)
    if (at->file == file) descriptor = at->descriptor;
  pthread_mutex_unlock(&streams_lock);
  return descriptor;
}

#define NUMBER(name)                                                                                                   \
  EXPORT int name(FILE *file) {                                                                                        \
    REAL(name);                                                                                                        \
    int own = descriptor_of(file);                                                                                     \
    return own >= 0 ? own : real(file);                                                                                \
  }
NUMBER(fileno)
NUMBER(fileno_unlocked)

#define REOPEN(name)                                                                                                   \
  EXPORT FILE *name(const char *restrict path, const char *restrict mode, FILE *restrict file) {                       \
    REAL(name);                                                                                                        \
    struct posix_call call;                                                                                            \
    shows(1);                                                                                                          \
    if (descriptor_of(file) >= 0 || begins(&call, QUERIES, AT_FDCWD, path, SITE)) posix->unsupported("freopen", SITE); \
    return wt_note_stream(real(path, mode, file), path, flags_of(mode));                                               \
  }
REOPEN(freopen)
REOPEN(freopen64)

/* A stream of this rank's that holds what is not written. */
static FILE *unwritten(void) {
  FILE *file = NULL;
  pthread_mutex_lock(&streams_lock);
  for (struct stream *at = streams; at && !file; at = at->next)
    if (at->rank == posix->rank() && __fpending(at->file) > 0 && !ferror(at->file)) file = at->file;
  pthread_mutex_unlock(&streams_lock);
  return file;
}

/* Writes what streams of this rank's hold; another rank may run meanwhile, and open and close its own. */
EXPORT void wt_posix_flush(void);
void wt_posix_flush(void) {
  REAL(fflush);
  for (FILE *file; posix && (file = unwritten());)
    if (real(file)) return;
}

EXPORT int fflush(FILE *file) {
  REAL(fflush);
  if (file || !streams || !posix) return real(file);
  wt_posix_flush();
  /* Those of other ranks may be in the midst of being written: the C library does not see what they hold. */
  for (struct stream *at = streams; at; at = at->next) {
    at->hidden = at->file->_IO_write_ptr;
    at->file->_IO_write_ptr = at->file->_IO_write_base;
  }
  int result = real(NULL);
  for (struct stream *at = streams; at; at = at->next) at->file->_IO_write_ptr = at->hidden;
  return result;
}
