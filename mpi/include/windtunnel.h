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

#ifdef __cplusplus
}
#endif

#define wt_phase(name) (wt_phase ? wt_phase(name) : (void)(name))
#define wt_compute(seconds) (wt_compute ? wt_compute(seconds) : (void)(seconds))

#endif
