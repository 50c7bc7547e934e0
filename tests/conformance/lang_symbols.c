/* Symbols that a program looks up when it runs: its own (each rank finds its own), the C library's, MPI's, missing ones.
 * ranks: 1-3
 * library: lang_symbols_parts.c */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "conformance.h"

int parts_next(void);

typedef int Next(void);
typedef int Rank(MPI_Comm comm, int *rank);
typedef size_t Length(const char *text);

/* A function at the address that was found: C has no conversion for that. */
#define FUNCTION(type, name, address)               \
    type *name;                                     \
    do {                                            \
        void *found = address;                      \
        memcpy(&(name), &found, sizeof(name));      \
    } while (0)

int main(int argc, char **argv)
{
    start(&argc, &argv);
    FUNCTION(Next, next, dlsym(RTLD_DEFAULT, "parts_next"));
    CHECK(next == parts_next);
    int *counter = dlsym(RTLD_DEFAULT, "parts_counter");
    CHECK(counter != NULL && *counter == 0);
    for (int i = 0; i <= world_rank; i++)
        next();
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(*counter == world_rank + 1);

    void *program = dlopen(NULL, RTLD_NOW);
    CHECK(program != NULL && dlsym(program, "parts_counter") == counter);
    FUNCTION(Rank, rank_of, dlsym(program, "MPI_Comm_rank"));
    int rank = -1;
    CHECK(rank_of && rank_of(MPI_COMM_WORLD, &rank) == MPI_SUCCESS && rank == world_rank);
    FUNCTION(Length, length, dlsym(program, "strlen"));
    CHECK(length && length("four") == 4);
    dlerror();
    CHECK(dlsym(program, "no_such_symbol") == NULL);
    const char *said = dlerror();
    CHECK(said != NULL && strstr(said, "no_such_symbol") != NULL);
    CHECK(dlclose(program) == 0);
    return finish();
}
