/* A library with globals of all kinds that calls MPI. */
#include "library_counter.h"

int library_count = 1;
static const int *observed;
static __thread int calls;

__attribute__((constructor)) static void begin(void)
{
    library_count += 49;
}

void library_add(int amount)
{
    library_count += amount;
    calls++;
}

int library_calls(void)
{
    return calls;
}

int library_sum(MPI_Comm comm)
{
    int sum;
    MPI_Allreduce(&library_count, &sum, 1, MPI_INT, MPI_SUM, comm);
    return sum;
}

void library_observe(const int *value)
{
    observed = value;
}

int library_observed(void)
{
    return *observed;
}
