/* host: what this machine's core does, so that figures of two machines can be compared. Prints three numbers: million
 * dependent integer operations per second, GB/s of copying 64 MiB, and nanoseconds of a dependent load from 64 MiB. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

enum { BYTES = 64 << 20, LOADS = 4 << 20, STEPS = 200 * 1000 * 1000 };

int main(void)
{
    char *a = malloc(BYTES), *b = malloc(BYTES);
    memset(a, 1, BYTES);
    memset(b, 2, BYTES);
    double start = now();
    volatile uint64_t seed = 88172645463325252u;
    uint64_t x = seed;
    for (int i = 0; i < STEPS; i += 6) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    double operations = STEPS / (now() - start) / 1e6;
    start = now();
    for (int i = 0; i < 8; i++)
        memcpy(i % 2 ? a : b, i % 2 ? b : a, BYTES);
    double copy = 8.0 * BYTES / (now() - start) / 1e9;
    /* One cycle through all lines of the buffer, in an order that no prefetcher follows. */
    const uint32_t lines = BYTES / 64;
    for (uint32_t i = 0, at = 0; i < lines; i++) {
        uint32_t next = (uint32_t)(((uint64_t)at * 1664525u + 1013904223u) % lines);
        *(uint32_t *)(a + (size_t)at * 64) = next;
        at = next;
    }
    uint32_t at = (uint32_t)x % 1;
    start = now();
    for (int i = 0; i < LOADS; i++)
        at = *(uint32_t *)(a + (size_t)at * 64);
    double load = (now() - start) / LOADS * 1e9;
    printf("%.0f %.2f %.1f\n", operations, copy, load);
    return at == UINT32_MAX || x == 0;
}
