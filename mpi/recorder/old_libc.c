/* Functions of the C library by the versions of their symbols that it has had from the beginning, so that a recorder that was
 * built here loads on clusters with an older one (glibc 2.28). Hidden: they are the recorder's alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define FIRST "GLIBC_2.2.5"
#define STAT_VERSION 1
#else
#define FIRST "GLIBC_2.17"
#define STAT_VERSION 0
#endif

#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* of what is only passed on */

/* A function in the first version of its symbol, under the same name here. */
#define OLD(returns, name, parameters, arguments)                                                                     \
    returns old_##name parameters;                                                                                    \
    __asm__(".symver old_" #name "," #name "@" FIRST);                                                                \
    __attribute__((visibility("hidden"))) returns name parameters { return old_##name arguments; }

OLD(void *, dlopen, (const char *file, int mode), (file, mode))
OLD(void *, dlsym, (void *handle, const char *name), (handle, name))
OLD(int, dladdr, (const void *address, Dl_info *info), (address, info))
OLD(int, pthread_key_create, (pthread_key_t * key, void (*destroy)(void *)), (key, destroy))
OLD(int, pthread_key_delete, (pthread_key_t key), (key))
OLD(int, pthread_setspecific, (pthread_key_t key, const void *value), (key, value))

#ifdef __x86_64__
#undef FIRST
#define FIRST "GLIBC_2.3.3"
#endif
OLD(int, dladdr1, (const void *address, Dl_info *info, void **extra, int flags), (address, info, extra, flags))

int __xstat64(int version, const char *path, struct stat64 *buffer);
int __fxstat64(int version, int descriptor, struct stat64 *buffer);
#pragma GCC visibility push(hidden)
int stat64(const char *path, struct stat64 *buffer) { return __xstat64(STAT_VERSION, path, buffer); }
int fstat64(int descriptor, struct stat64 *buffer) { return __fxstat64(STAT_VERSION, descriptor, buffer); }
pid_t gettid(void) { return (pid_t)syscall(SYS_gettid); }
/* Only exceptions ask, and no frame of a recorder is unwound. */
struct dl_find_object;
int _dl_find_object(void *address, struct dl_find_object *found)
{
    (void)address, (void)found;
    return -1;
}
#pragma GCC visibility pop
