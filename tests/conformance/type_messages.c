/* Derived types in messages: one layout to another, overlapping elements sent, absolute addresses, partial elements.
 * ranks: 2 3 */
#include "conformance.h"

/* A matrix goes out by rows and comes in by columns. */
static void transpose(int n)
{
    MPI_Datatype column, columns;
    int peer = world_rank ^ 1;
    double *matrix = malloc(n * n * sizeof *matrix), *other = malloc(n * n * sizeof *other);
    for (int i = 0; i < n * n; i++)
        matrix[i] = world_rank * 1e6 + i;
    MPI_Type_vector(n, 1, n, MPI_DOUBLE, &column);
    MPI_Type_create_resized(column, 0, sizeof(double), &columns);
    MPI_Type_commit(&columns);
    MPI_Sendrecv(matrix, n * n, MPI_DOUBLE, peer, n, other, n, columns, peer, n, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            wrong += other[i * n + j] != peer * 1e6 + j * n + i;
    EQUAL(wrong, 0);
    MPI_Type_free(&column);
    MPI_Type_free(&columns);
    free(matrix);
    free(other);
}

/* One datum several times in a message; addresses from MPI_BOTTOM. */
static void addresses(void)
{
    int peer = world_rank ^ 1, here = 10 + world_rank, there = 20 + world_rank, got[4] = { 0 };
    MPI_Aint places[3];
    int lengths[3] = { 1, 1, 1 };
    MPI_Datatype type;
    MPI_Get_address(&here, &places[0]);
    MPI_Get_address(&there, &places[1]);
    places[2] = places[0];
    MPI_Type_create_hindexed(3, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(MPI_BOTTOM, 1, type, peer, 0, got, 4, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got[0] == 10 + peer && got[1] == 20 + peer && got[2] == 10 + peer && got[3] == 0);
    MPI_Type_free(&type);
}

/* Counting whole and basic elements of what came. */
static void elements(void)
{
    int peer = world_rank ^ 1, lengths[2] = { 2, 1 }, count, basic;
    MPI_Aint places[2] = { 0, 16 };
    MPI_Datatype types[2] = { MPI_INT, MPI_DOUBLE }, type, empty;
    MPI_Count large;
    MPI_Status status;
    char out[96] = { 0 }, in[96];
    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    for (int bytes = 0; bytes <= 64; bytes += 4) {
        MPI_Sendrecv(out, bytes, MPI_BYTE, peer, 0, in, 96, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, type, &count);
        MPI_Get_elements(&status, type, &basic);
        MPI_Get_elements_c(&status, type, &large);
        EQUAL(large, basic);
        say("%d bytes: %d elements, %d basic", bytes, count, basic);
    }
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    MPI_Sendrecv(out, 3, empty, peer, 0, in, 0, MPI_INT, peer, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, empty, &count);
    EQUAL(count, 0);
    MPI_Type_free(&empty);
    MPI_Type_free(&type);
}

/* A type freed while a message with it is under way. */
static void freed_early(void)
{
    enum { N = 50000 };
    static int out[2 * N], in[2 * N];
    int peer = world_rank ^ 1;
    MPI_Request requests[2];
    MPI_Datatype type;
    for (int i = 0; i < 2 * N; i++) {
        out[i] = i + world_rank;
        in[i] = -1;
    }
    MPI_Type_vector(N, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Irecv(in, 1, type, peer, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, 1, type, peer, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Type_free(&type);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += in[2 * i] != 2 * i + peer || in[2 * i + 1] != -1;
    EQUAL(wrong, 0);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    if (world_rank < 2) {
        transpose(3);
        transpose(40);
        transpose(200);
        addresses();
        elements();
        freed_early();
    }
    return finish();
}
