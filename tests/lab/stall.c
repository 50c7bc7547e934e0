/* stall SECONDS AWAY PERIOD PID...: takes the processor away from these processes, AWAY ms of every PERIOD ms; if AWAY is
 * negative, of random length, as much on average. Makes a slow host of the lab (short periods) or a noisy one.
 */
#include <signal.h>
#include <stdlib.h>
#include <time.h>

static void rest(double ms)
{
    struct timespec t = {(time_t)(ms / 1000), 0};
    t.tv_nsec = (long)((ms / 1000 - (double)t.tv_sec) * 1e9);
    nanosleep(&t, 0);
}

int main(int argc, char **argv)
{
    if (argc < 5) return 2;
    double left = atof(argv[1]) * 1000, away = atof(argv[2]), period = atof(argv[3]);
    srand(1);
    while (left > 0) {
        double a = away < 0 ? -2 * away * rand() / RAND_MAX : away;
        double p = away < 0 ? 2 * period * rand() / RAND_MAX : period;
        int alive = 0;
        for (int i = 4; i < argc; i++) alive |= kill(atoi(argv[i]), SIGSTOP) == 0;
        rest(a);
        for (int i = 4; i < argc; i++) kill(atoi(argv[i]), SIGCONT);
        if (!alive) break;
        rest(p > a ? p - a : 0.05);
        left -= p > a ? p : a;
    }
    return 0;
}
