/* Marks in programs for Windtunnel, which other MPI libraries take no notice of.
 *
 * A program with such marks needs nothing at run time: where Windtunnel does not run it they do nothing.
 */
#ifndef WINDTUNNEL_H
#define WINDTUNNEL_H

#ifdef __cplusplus
extern "C" {
#endif

/* From here on the calling rank is in the phase of this name (1 to 255 bytes, ended by zero): what it sends is counted as this
 * phase's in the table link_use of the run folder. Between MPI_Init and MPI_Finalize. Every rank marks for itself.
 * MPI_Pcontrol(level) begins the phase whose name is the level's number; all begins in phase 0. */
void wt_phase(const char *name) __attribute__((weak));

/* The calling rank computes for so many seconds on the simulated machine, without doing so here: a part of the program that has
 * been left out, or that this machine can't run. Between MPI_Init and MPI_Finalize. Neither --compute none nor the speed of
 * cores changes it. */
void wt_compute(double seconds) __attribute__((weak));

/* wt_block(name, p1, p2, ...): the computation that follows is a block of this name (1 to 255 bytes), whose work depends on up to
 * four whole numbers from 0 on. It ends at the rank's next call of MPI or of this file; wt_block_end() ends it where none
 * follows. The table blocks of the run folder has name and parameters, and rules (--compute SPEC+FILE.toml) go by them. */
void wt_begin_block(const char *name, int count, const long long *parameters) __attribute__((weak));
void wt_block_end(void) __attribute__((weak));

/* if (wt_sample(name, n, interval)) { ...; wt_block_end(); }: the body, a block of this name, is run n times in all ranks together,
 * and more often until half the 95 % confidence interval of its mean time is at most this part of the mean (0.05: 5 %). Then these
 * times stand for it: time passes, and nothing is run but a body now and then to see whether times have changed. Of wt_sample_local
 * each rank has a sample of its own. A body calls neither MPI nor functions of this file. */
int wt_begin_sample(const char *name, int least, int most, double interval, int own) __attribute__((weak));

#ifdef __cplusplus
}

template <typename... Parameters> struct wt_block_arguments {
    const char *name;
    long long parameters[sizeof...(Parameters) + 1];
    explicit wt_block_arguments(const char *name, Parameters... parameters)
        : name(name), parameters{static_cast<long long>(parameters)..., 0} {}
    int count() const { return sizeof...(Parameters); }
};
template <typename... Parameters>
wt_block_arguments<Parameters...> wt_block_collect(const char *name, Parameters... parameters)
{
    return wt_block_arguments<Parameters...>(name, parameters...);
}
#define wt_block(...)                                                                             \
    do {                                                                                          \
        const auto wt_arguments = wt_block_collect(__VA_ARGS__);                                  \
        if (wt_begin_block)                                                                       \
            wt_begin_block(wt_arguments.name, wt_arguments.count(), wt_arguments.parameters);     \
    } while (0)
#else
/* The zero behind the parameters is there where there are none. */
#define wt_block(...) wt_block_split_(__VA_ARGS__, 0)
#define wt_block_split_(name, ...)                                                                \
    (wt_begin_block ? wt_begin_block(name, sizeof(long long[]){__VA_ARGS__} / sizeof(long long) - 1, \
                                     (const long long[]){__VA_ARGS__})                            \
                    : (void)(name))
#endif

#define wt_sample(name, n, interval) wt_sample_of_(name, n, interval, 0)
#define wt_sample_local(name, n, interval) wt_sample_of_(name, n, interval, 1)
#define wt_sample_of_(name, n, interval, own) \
    (wt_begin_sample ? wt_begin_sample(name, n, 0, interval, own) : ((void)(name), (void)(n), (void)(interval), 1))

#define wt_block_end() (wt_block_end ? wt_block_end() : (void)0)
#define wt_phase(name) (wt_phase ? wt_phase(name) : (void)(name))
#define wt_compute(seconds) (wt_compute ? wt_compute(seconds) : (void)(seconds))

#endif
