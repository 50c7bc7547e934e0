/* Takes a core for LENGTH us each PERIOD us at real-time priority, from a phase drawn by the clock, until it is terminated.
 *
 * Usage: noise_spin CORE PERIOD LENGTH
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void sleep_until(long long then)
{
    struct timespec t = {.tv_sec = then / 1000000000, .tv_nsec = then % 1000000000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, 0);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(atoi(argv[1]), &cores);
    struct sched_param priority = {.sched_priority = 50};
    long long period = atoll(argv[2]) * 1000, length = atoll(argv[3]) * 1000;
    if (sched_setaffinity(0, sizeof cores, &cores) || sched_setscheduler(0, SCHED_FIFO, &priority)) {
        perror("noise_spin");
        return 1;
    }
    srand48(now());
    for (long long next = now() + (long long)(drand48() * period);; next += period) {
        sleep_until(next);
        /* What the core was late by is part of the detour. */
        while (now() < next + length)
            ;
    }
}
