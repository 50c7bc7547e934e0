/* What the dynamic linker asks before it looks for a library (rtld-audit(7)), in a rank's own process.
 *
 * MPI libraries that this folder has in their place are taken from here: whatever the program, a library of its or a module that it loads
 * later says of where they lie (DT_RPATH, LD_LIBRARY_PATH, a path).
 *
 * It needs no other library, not the C library either: the linker would load a second one for it alone, whose functions a checker such as
 * Valgrind does not know.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char variable[] = "LD_AUDIT=";
static char ours[4096 + 256]; /* this folder with a slash behind it, and then a name */
static size_t folder;         /* bytes of it */

static long call(long number, long first, long second, long third)
{
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(first), "S"(second), "d"(third) : "rcx", "r11", "memory");
    return result;
}

static int begins(const char *text, const char *with)
{
    while (*with && *text == *with)
        text++, with++;
    return !*with;
}

/* The folder of the first library that the variable names, which is this one. The environment is that which the linker got. */
static void find_folder(void)
{
    char bytes[4096];
    size_t at = 0, length = 0;
    long file = call(SYS_open, (long)"/proc/self/environ", O_RDONLY | O_CLOEXEC, 0), count, i;
    if (file < 0)
        return;
    /* `at` bytes of the variable's name have been met, more than it has once another name is certain. */
    while ((count = call(SYS_read, file, (long)bytes, sizeof bytes)) > 0)
        for (i = 0; i < count; i++) {
            if (at == sizeof variable - 1 && bytes[i] && bytes[i] != ':' && length < 4096) {
                ours[length++] = bytes[i];
                if (bytes[i] == '/')
                    folder = length;
            } else if (at == sizeof variable - 1) {
                goto found;
            } else if (!bytes[i]) {
                at = 0;
            } else {
                at = at < sizeof variable - 1 && bytes[i] == variable[at] ? at + 1 : sizeof variable;
            }
        }
found:
    call(SYS_close, file, 0, 0);
}

unsigned int la_version(unsigned int version)
{
    find_folder();
    return version < LAV_CURRENT ? version : LAV_CURRENT;
}

char *la_objsearch(const char *name, uintptr_t *cookie, unsigned int flag)
{
    (void)cookie;
    const char *base = name, *at;
    size_t length = folder;
    for (at = name; *at; at++)
        if (*at == '/')
            base = at + 1;
    if (!folder || flag != LA_SER_ORIG || !(begins(base, "libmpi") || begins(base, "libopen-")))
        return (char *)name;
    /* The linker holds a lock, and copies what it is given. */
    for (at = base; *at && length < sizeof ours - 1; at++)
        ours[length++] = *at;
    ours[length] = 0;
    return !*at && call(SYS_access, (long)ours, R_OK, 0) == 0 ? ours : (char *)name;
}
