/* getopt in a program that names none of its variables but optarg: each rank still begins with its first word.
 * ranks: 1 2 5
 * arguments: -r 3 -v -m 40 */
#include "conformance.h"
#include <unistd.h>

int main(int argc, char **argv)
{
    int option, rounds = -1, most = -1, verbose = 0;
    start(&argc, &argv);
    while ((option = getopt(argc, argv, "r:m:v")) != -1)
        switch (option) {
        case 'r': rounds = atoi(optarg); break;
        case 'm': most = atoi(optarg); break;
        case 'v': verbose++; break;
        default: failed(__FILE__, __LINE__, "getopt gives %d", option);
        }
    EQUAL(rounds, 3);
    EQUAL(most, 40);
    EQUAL(verbose, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    EQUAL(getopt(argc, argv, "r:m:v"), -1);
    return finish();
}
