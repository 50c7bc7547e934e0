/* Balanced grids: given sizes stay, products fit, new sizes do not ascend, and are those of MPICH in usual cases.
 * ranks: 1 */
#include "conformance.h"

static void grid(int nodes, int dimensions)
{
    int dims[4] = {0}, product = 1;
    char text[64] = "";
    EQUAL(MPI_Dims_create(nodes, dimensions, dims), MPI_SUCCESS);
    for (int i = 0; i < dimensions; i++) {
        product *= dims[i];
        CHECK(i == 0 || dims[i] <= dims[i - 1]);
        snprintf(text + strlen(text), sizeof text - strlen(text), " %d", dims[i]);
    }
    EQUAL(product, nodes);
    say("%d in %d:%s", nodes, dimensions, text);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int dimensions = 1; dimensions <= 4; dimensions++) {
        for (int nodes = 1; nodes <= 96; nodes++)
            grid(nodes, dimensions);
        static const int large[] = {128, 512, 1000, 1024, 4096, 6144, 10000, 27000, 65536, 1000000};
        for (size_t i = 0; i < sizeof large / sizeof *large; i++)
            grid(large[i], dimensions);
    }
    int given[3] = {0, 3, 0};
    EQUAL(MPI_Dims_create(6, 3, given), MPI_SUCCESS);
    EQUAL(given[0], 2);
    EQUAL(given[1], 3);
    EQUAL(given[2], 1);
    int wrong[3] = {0, 3, 0};
    GIVES(MPI_Dims_create(7, 3, wrong), MPI_ERR_DIMS);
    return finish();
}
