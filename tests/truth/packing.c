/* What Bruck's alltoall does besides its messages: in each round a datatype of the blocks whose number has a bit is made, the blocks are packed
   and unpacked by it, and it is freed. Prints cycles a datatype and a block: the plane of least squares through the times of all rounds of a
   call, for several numbers of ranks, each relative to its time. A time is the shortest of many, as what runs on the core's other thread makes
   them up to twice as long.

     mpicc -O2 packing.c -o packing && mpiexec -n 1 ./packing GHZ

   GHZ: the frequency at which the core runs meanwhile. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { PASSES = 40, SAMPLES = 40, SIZES = 13, MOST = 1024, KINDS = 3 };

static char data[MOST * 8], packed[MOST * 8];

/* Seconds of the shortest call; counts its rounds and blocks. */
static double call(int ranks, MPI_Datatype type, int elements, int bytes, int *rounds, int *blocks)
{
    double shortest = 1;
    int places[MOST], position;
    for (int sample = 0; sample < SAMPLES; sample++) {
        double start = MPI_Wtime();
        *rounds = *blocks = 0;
        for (int bit = 1; bit < ranks; bit *= 2) {
            MPI_Datatype some;
            int count = 0;
            for (int block = 1; block < ranks; block++)
                if (block & bit)
                    places[count++] = block * elements;
            MPI_Type_create_indexed_block(count, elements, places, type, &some);
            MPI_Type_commit(&some);
            position = 0;
            MPI_Pack(data, 1, some, packed, ranks * bytes, &position, MPI_COMM_SELF);
            position = 0;
            MPI_Unpack(packed, ranks * bytes, &position, data, 1, some, MPI_COMM_SELF);
            MPI_Type_free(&some);
            *rounds += 1, *blocks += count;
        }
        double time = MPI_Wtime() - start;
        shortest = time < shortest ? time : shortest;
    }
    return shortest;
}

int main(int argc, char **argv)
{
    static const int sizes[SIZES] = {16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, MOST};
    static double least[KINDS][SIZES];
    static int rounds[SIZES], blocks[SIZES];
    MPI_Init(&argc, &argv);
    double ghz = argc == 2 ? atof(argv[1]) : 0;
    if (ghz <= 0) {
        fprintf(stderr, "packing: expected the core's frequency in GHz\n");
        MPI_Finalize();
        return 2;
    }
    struct { const char *name; MPI_Datatype type; int elements, bytes; } kinds[KINDS] = {
        {"1 char", MPI_CHAR, 1, 1}, {"8 char", MPI_CHAR, 8, 8}, {"1 double", MPI_DOUBLE, 1, 8},
    };
    for (int pass = 0; pass < PASSES; pass++)
        for (int kind = 0; kind < KINDS; kind++)
            for (int size = 0; size < SIZES; size++) {
                double time = call(sizes[size], kinds[kind].type, kinds[kind].elements, kinds[kind].bytes, &rounds[size], &blocks[size]);
                double *known = &least[kind][size];
                *known = pass > 0 && *known < time ? *known : time;
            }
    for (int kind = 0; kind < KINDS; kind++) {
        double rr = 0, rb = 0, bb = 0, r1 = 0, b1 = 0;
        for (int size = 0; size < SIZES; size++) {
            double cycles = least[kind][size] * ghz * 1e9, r = rounds[size] / cycles, b = blocks[size] / cycles;
            rr += r * r, rb += r * b, bb += b * b, r1 += r, b1 += b;
        }
        double whole = rr * bb - rb * rb;
        printf("blocks of %s: %.0f cycles a datatype, %.1f a block\n", kinds[kind].name, (r1 * bb - b1 * rb) / whole, (b1 * rr - r1 * rb) / whole);
    }
    MPI_Finalize();
    return 0;
}
