/* Operations on long double, whose elements hold bytes without meaning: compared as numbers.
 * ranks: 1-5 8 */
#include "conformance.h"
#include <complex.h>

enum { N = 9 };

int main(int argc, char **argv)
{
    start(&argc, &argv);
    long double in[N], out[N], third = 1.0L / 3;
    long double complex cin[N], cout[N];
    struct { long double value; int place; } pair, best;
    for (int i = 0; i < N; i++) {
        in[i] = (world_rank + 1) * (i - 4);
        cin[i] = in[i] + I * (i + world_rank);
    }
    int n = world_size, sum = n * (n + 1) / 2;
    MPI_Allreduce(in, out, N, MPI_LONG_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (long double)sum * (i - 4));
    MPI_Allreduce(in, out, N, MPI_LONG_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (i < 4 ? 1 : n) * (long double)(i - 4));
    MPI_Allreduce(in, out, N, MPI_LONG_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (i < 4 ? n : 1) * (long double)(i - 4));
    long double two = world_rank % 2 ? 2 : 0.5L, product = 0;
    MPI_Allreduce(&two, &product, 1, MPI_LONG_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
    CHECK(product == (n % 2 ? 0.5L : 1));
    MPI_Allreduce(cin, cout, N, MPI_C_LONG_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++)
        CHECK(creall(cout[i]) == (long double)sum * (i - 4) && cimagl(cout[i]) == n * i + n * (n - 1) / 2);
    MPI_Allreduce(MPI_IN_PLACE, &third, 1, MPI_LONG_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    CHECK(third == 1.0L / 3); /* no digit of the 64 is lost */
    pair.value = world_rank % 3;
    pair.place = world_rank;
    MPI_Allreduce(&pair, &best, 1, MPI_LONG_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    CHECK(best.value == (n > 2 ? 2 : n - 1) && best.place == (n > 2 ? 2 : n - 1));
    MPI_Allreduce(&pair, &best, 1, MPI_LONG_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    CHECK(best.value == 0 && best.place == 0);
    return finish();
}
