/* Fails one operation on a file, for tests: WT_FAIL_AT=N is the Nth of this process (and, with WT_FAIL_ONLY=NAME, of
 * processes whose command has that name), WT_FAIL_WITH the errno. With WT_FAIL_COUNT=FILE, counts them into the file instead.
 * Only files below WT_FAIL_BELOW are meant. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long count;

static int is_meant(void) {
    static int known = -1;
    if (known < 0) {
        const char *only = getenv("WT_FAIL_ONLY");
        known = getenv("WT_FAIL_BELOW") && (!only || !strcmp(only, program_invocation_short_name));
    }
    return known;
}

static int below(const char *path) {
    char whole[PATH_MAX];
    const char *folder = getenv("WT_FAIL_BELOW");
    if (path[0] != '/') {
        if (!getcwd(whole, sizeof whole / 2)) return 0;
        strcat(whole, "/");
        strncat(whole, path, sizeof whole / 2 - 2);
        path = whole;
    }
    return !strncmp(path, folder, strlen(folder));
}

static int below_fd(int fd) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return below(path);
}

/* Whether this operation is the one; errno is set then. */
static int fails(void) {
    long number = atomic_fetch_add(&count, 1) + 1;
    const char *at = getenv("WT_FAIL_AT"), *with = getenv("WT_FAIL_WITH"), *file = getenv("WT_FAIL_COUNT");
    if (file) {
        int (*open_)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
        ssize_t (*write_)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
        int fd = open_(file, O_WRONLY | O_CREAT | O_APPEND, 0644);
        if (write_(fd, ".", 1) != 1) abort();
        close(fd);
    }
    if (!at || number != atol(at)) return 0;
    errno = with ? atoi(with) : ENOSPC;
    return 1;
}

#define NEXT(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                        \
        va_end(rest);                                                                                                  \
        if (is_meant() && flags & O_CREAT && below(path) && fails()) return -1;                                        \
        return NEXT(int, name, const char *, int, ...)(path, flags, mode);                                             \
    }
OPEN(open)
OPEN(open64)

/* Of a path that is relative to a folder that is open. */
static int below_at(int fd, const char *path) {
    char link[64], whole[PATH_MAX];
    if (path[0] == '/' || fd == AT_FDCWD) return below(path);
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, whole, sizeof whole / 2);
    if (length <= 0) return 0;
    snprintf(whole + length, sizeof whole - length, "/%s", path);
    return below(whole);
}

#define OPENAT(name)                                                                                                   \
    int name(int at, const char *path, int flags, ...) {                                                               \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                        \
        va_end(rest);                                                                                                  \
        if (is_meant() && flags & O_CREAT && below_at(at, path) && fails()) return -1;                                 \
        return NEXT(int, name, int, const char *, int, ...)(at, path, flags, mode);                                    \
    }
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int fd, const void *bytes, size_t size) {
    if (is_meant() && fd > 2 && below_fd(fd) && fails()) return -1;
    return NEXT(ssize_t, write, int, const void *, size_t)(fd, bytes, size);
}

ssize_t writev(int fd, const struct iovec *parts, int number) {
    if (is_meant() && fd > 2 && below_fd(fd) && fails()) return -1;
    return NEXT(ssize_t, writev, int, const struct iovec *, int)(fd, parts, number);
}

int fsync(int fd) {
    if (is_meant() && below_fd(fd) && fails()) return -1;
    return NEXT(int, fsync, int)(fd);
}

int fdatasync(int fd) {
    if (is_meant() && below_fd(fd) && fails()) return -1;
    return NEXT(int, fdatasync, int)(fd);
}

int rename(const char *from, const char *to) {
    if (is_meant() && below(to) && fails()) return -1;
    return NEXT(int, rename, const char *, const char *)(from, to);
}

int renameat(int from_at, const char *from, int to_at, const char *to) {
    if (is_meant() && below_at(to_at, to) && fails()) return -1;
    return NEXT(int, renameat, int, const char *, int, const char *)(from_at, from, to_at, to);
}

/* A file without a name gets one. */
int linkat(int from_at, const char *from, int to_at, const char *to, int flags) {
    if (is_meant() && below_at(to_at, to) && fails()) return -1;
    return NEXT(int, linkat, int, const char *, int, const char *, int)(from_at, from, to_at, to, flags);
}

int mkdirat(int at, const char *path, mode_t mode) {
    if (is_meant() && below_at(at, path) && fails()) return -1;
    return NEXT(int, mkdirat, int, const char *, mode_t)(at, path, mode);
}

int mkdir(const char *path, mode_t mode) {
    if (is_meant() && below(path) && fails()) return -1;
    return NEXT(int, mkdir, const char *, mode_t)(path, mode);
}
