/* The process in which ranks run as images.
 *
 * It is a C program that does almost nothing, because two things can only be done by the executable itself:
 *
 *  - Thread-local storage. Code of a position-independent executable addresses its thread-local variables at fixed
 *    distances below the thread pointer, where the first block belongs to the executable. So this executable's only
 *    thread-local variable is a pad, and the variables of the simulated program lie in it.
 *  - Symbols that every shared library must see instead of the C library's: releasing memory (a string may be
 *    allocated by the program and released inside the C++ library, or the other way round), finding the unwind tables
 *    of a program counter inside an image, and creating threads. Symbols of the executable come first in every
 *    look-up.
 *
 * Everything else is in libwindtunnel.so.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/personality.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

#ifndef WT_MAIN
#define WT_MAIN wt_main
#endif

enum { PAD_BYTES = 64 * 1024 };

static __thread char tls_pad[PAD_BYTES] __attribute__((aligned(4096), used));

/* What the launcher tells libwindtunnel (first line) and what it asks back; the same struct is declared in
 * images/launcher.rs. Until libwindtunnel fills it in, everything goes to the C library. */
struct wt_launcher {
  char *pad_start, *pad_end;
  uintptr_t arena_start, arena_bytes;
  void (*arena_free)(void *);
  void *(*arena_realloc)(void *, size_t);
  size_t (*arena_usable)(void *);
  uintptr_t images_start, images_bytes;
  int (*find_object)(void *pc, void *result);
  int (*iterate)(int (*callback)(struct dl_phdr_info *, size_t, void *), void *data);
  void (*before_thread)(void);
  void (*before_unwinding)(void);
};

static struct wt_launcher launcher;

int WT_MAIN(int argc, char **argv, struct wt_launcher *launcher);

/* The C library's own allocator under names nobody overrides. */
extern void __libc_free(void *);
extern void *__libc_realloc(void *, size_t);

static inline int in_arena(void *p) { return (uintptr_t)p - launcher.arena_start < launcher.arena_bytes; }

static void *next(const char *name, void **cache) {
  if (!*cache) *cache = dlsym(RTLD_NEXT, name);
  return *cache;
}

EXPORT void free(void *p) {
  if (__builtin_expect(in_arena(p), 0))
    launcher.arena_free(p);
  else
    __libc_free(p);
}

EXPORT void *realloc(void *p, size_t bytes) {
  return __builtin_expect(in_arena(p), 0) ? launcher.arena_realloc(p, bytes) : __libc_realloc(p, bytes);
}

EXPORT void *reallocarray(void *p, size_t count, size_t bytes) {
  size_t total;
  if (__builtin_mul_overflow(count, bytes, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(p, total);
}

EXPORT size_t malloc_usable_size(void *p) {
  static void *real;
  if (in_arena(p)) return launcher.arena_usable(p);
  size_t (*usable)(void *) = (size_t(*)(void *))next("malloc_usable_size", &real);
  return usable ? usable(p) : 0;
}

/* In the C library since 2.35; what it tells is passed on as it is. */
struct dl_find_object;

EXPORT int _dl_find_object(void *pc, struct dl_find_object *result) {
  static void *real;
  if (launcher.before_unwinding) launcher.before_unwinding();
  /* There may be others' memory between images of several programs. */
  if ((uintptr_t)pc - launcher.images_start < launcher.images_bytes && launcher.find_object(pc, result) == 0) return 0;
  int (*find)(void *, struct dl_find_object *) =
      (int (*)(void *, struct dl_find_object *))next("_dl_find_object", &real);
  return find ? find(pc, result) : -1;
}

EXPORT int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *, size_t, void *), void *data) {
  static void *real;
  if (launcher.before_unwinding) launcher.before_unwinding();
  typedef int iterate(int (*)(struct dl_phdr_info *, size_t, void *), void *);
  iterate *all = (iterate *)next("dl_iterate_phdr", &real);
  int rc = all ? all(callback, data) : 0;
  if (rc == 0 && launcher.iterate) rc = launcher.iterate(callback, data);
  return rc;
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg) {
  static void *real;
  if (launcher.before_thread) launcher.before_thread();
  int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))next("pthread_create", &real);
  return create ? create(thread, attr, start, arg) : EAGAIN;
}

/* A program whose results depend on addresses (a hash of pointers, an order by address) has the same at every run: neither
 * this process nor those that it starts get other addresses each time. Where the system refuses that, it runs all the
 * same. */
static void fix_addresses(char **argv) {
  int now = personality(0xffffffff);
  if (now != -1 && !(now & ADDR_NO_RANDOMIZE) && personality((unsigned)now | ADDR_NO_RANDOMIZE) != -1 &&
      personality(0xffffffff) & ADDR_NO_RANDOMIZE) {
    /* By its own path: a process is known by the name of what it executes. */
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) return;
    path[length] = 0;
    execv(path, argv);
  }
}

int main(int argc, char **argv) {
  fix_addresses(argv);
  char *thread_pointer;
  __asm__("mov %%fs:0, %0" : "=r"(thread_pointer));
  launcher.pad_start = tls_pad;
  launcher.pad_end = tls_pad + PAD_BYTES;
  if (launcher.pad_end != thread_pointer) {
    /* Not through stderr: a reference to it here would move the C library's variable into this executable. */
    dprintf(2, "windtunnel: the launcher's thread-local pad is not below the thread pointer\n");
    return 3;
  }
  return WT_MAIN(argc, argv, &launcher);
}
