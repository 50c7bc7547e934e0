/* SMPI's marks of repeated computation, so that programs that have them need no change: the interface is SimGrid's, each mark is one of
 * windtunnel.h.
 *
 * SMPI_SAMPLE_GLOBAL(int i = 0, i < n, i++, iterations, threshold) { ... } is the loop for (int i = 0; i < n; i++) { ... }, whose body is
 * run that often in all ranks together (SMPI_SAMPLE_LOCAL: in each rank), or less once half the 95 % confidence interval
 * of its mean time is at most this part of the mean. For the other iterations the mean passes. Differences from SMPI:
 *
 * - The loop ends as it would without the mark, where SMPI leaves it once it has enough; so i == n behind it.
 * - The threshold is one of the interval; of the standard error, as in SMPI, it would be met by luck after two iterations.
 * - Without a threshold (0, or less) or iterations (0) the other one decides alone.
 * - A body that changes its time later is noticed: see wt_sample.
 * - A body ends by its end or continue; break, goto and return are refused, as calls of MPI are.
 */
#ifndef WINDTUNNEL_SMPI_H
#define WINDTUNNEL_SMPI_H

#include <stdlib.h>

#include "../windtunnel.h"

/* Without a threshold: by how much of the mean a later iteration may be off before it counts as a change. */
#define WT_SMPI_CHANGE 0.05

#define SMPI_SAMPLE_LOOP_(init, condition, step, own, iterations, threshold, name)                                         \
    for (init; condition; step)                                                                                            \
        for (int wt_runs = wt_smpi_begin(name, iterations, threshold, own); wt_runs; wt_block_end(), wt_runs = 0)

#define SMPI_TEXT_OF_(line) #line
#define SMPI_TEXT_(line) SMPI_TEXT_OF_(line)
#define SMPI_SITE_ __FILE__ ":" SMPI_TEXT_(__LINE__)

#define SMPI_SAMPLE_LOCAL(init, condition, step, iterations, threshold) \
    SMPI_SAMPLE_LOOP_(init, condition, step, 1, iterations, threshold, SMPI_SITE_)
#define SMPI_SAMPLE_GLOBAL(init, condition, step, iterations, threshold) \
    SMPI_SAMPLE_LOOP_(init, condition, step, 0, iterations, threshold, SMPI_SITE_)
#define SMPI_SAMPLE_LOCAL_TAG(init, condition, step, iterations, threshold, tag) \
    SMPI_SAMPLE_LOOP_(init, condition, step, 1, iterations, threshold, SMPI_SITE_ " " tag)
#define SMPI_SAMPLE_GLOBAL_TAG(init, condition, step, iterations, threshold, tag) \
    SMPI_SAMPLE_LOOP_(init, condition, step, 0, iterations, threshold, SMPI_SITE_ " " tag)

/* SMPI_SAMPLE_DELAY(seconds) { ... }: the body is left out, and takes so long. */
#define SMPI_SAMPLE_DELAY(seconds) for (wt_compute(seconds); 0;)

/* Memory that ranks may share, because what is in it does not matter: they do with windtunnel run --fold SIZE. */
#define SMPI_SHARED_MALLOC(size) malloc(size)
#define SMPI_SHARED_FREE(data) free(data)

static inline int wt_smpi_begin(const char *name, int iterations, double threshold, int own)
{
    if (!wt_begin_sample)
        return 1;
    const int least = threshold > 0 && iterations != 1 ? 2 : iterations;
    return wt_begin_sample(name, least, iterations, threshold > 0 ? threshold : WT_SMPI_CHANGE, own);
}

#endif
