/* The interface of the shared library library_counter.c. */
#ifndef LIBRARY_COUNTER_H
#define LIBRARY_COUNTER_H

#include <mpi.h>

extern int library_count;

void library_add(int amount);
int library_calls(void);
int library_sum(MPI_Comm comm);
void library_observe(const int *value);
int library_observed(void);

#endif
