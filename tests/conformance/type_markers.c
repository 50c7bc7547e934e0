/* MPI_LB and MPI_UB of MPI 1: bounds that stay with every type made of the one that has them.
 * ranks: 1 2
 * mpich: MPI_LB and MPI_UB are datatypes of Windtunnel's own, which the standard ABI does not have */
#include "conformance.h"

static void bounds(MPI_Datatype type, long lb, long ub, long true_lb, long true_extent, int bytes)
{
    MPI_Aint found_lb, found_ub, first, extent;
    int size;
    MPI_Type_lb(type, &found_lb);
    MPI_Type_ub(type, &found_ub);
    MPI_Type_get_true_extent(type, &first, &extent);
    MPI_Type_size(type, &size);
    EQUAL(found_lb, lb);
    EQUAL(found_ub, ub);
    EQUAL(first, true_lb);
    EQUAL(extent, true_extent);
    EQUAL(size, bytes);
}

static MPI_Datatype marked(int members, MPI_Datatype first, long at, MPI_Datatype second, long then,
                           MPI_Datatype third, long last)
{
    int lengths[3] = {1, 1, 1};
    MPI_Aint places[3] = {at, then, last};
    MPI_Datatype types[3] = {first, second, third}, made;
    MPI_Type_struct(members, lengths, places, types, &made);
    return made;
}

static void names(void)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length, integers, addresses, types, combiner;
    MPI_Type_get_name(MPI_LB, name, &length);
    SAME(name, "MPI_LB");
    MPI_Type_get_name(MPI_UB, name, &length);
    SAME(name, "MPI_UB");
    bounds(MPI_LB, 0, 0, 0, 0, 0);
    bounds(MPI_UB, 0, 0, 0, 0, 0);
    MPI_Type_get_envelope(MPI_UB, &integers, &addresses, &types, &combiner);
    EQUAL(combiner, MPI_COMBINER_NAMED);
}

/* The members that a type was made of are told again, markers among them. */
static void contents(MPI_Datatype type)
{
    int integers[4];
    MPI_Aint addresses[3];
    MPI_Datatype types[3];
    MPI_Type_get_contents(type, 4, 3, 3, integers, addresses, types);
    CHECK(types[0] == MPI_LB && types[1] == MPI_INT && types[2] == MPI_UB);
    CHECK(addresses[0] == -3 && addresses[2] == 6);
}

/* Every third number of an array, as programs of MPI 1 described a column. */
static void column(void)
{
    MPI_Datatype type = marked(2, MPI_INT, 0, MPI_UB, 3 * (long)sizeof(int), MPI_INT, 0);
    int matrix[4][3], sums[4] = {0};
    for (int i = 0; i < 12; i++)
        matrix[i / 3][i % 3] = i;
    MPI_Type_commit(&type);
    bounds(type, 0, 12, 0, 4, 4);
    int peer = (world_rank + 1) % world_size;
    MPI_Sendrecv(&matrix[0][1], 4, type, peer, 0, sums, 4, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(sums[0] == 1 && sums[1] == 4 && sums[2] == 7 && sums[3] == 10);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    names();
    MPI_Datatype both = marked(3, MPI_LB, -3, MPI_INT, 0, MPI_UB, 6), more, other;
    bounds(both, -3, 6, 0, 4, 4);
    contents(both);
    MPI_Type_contiguous(3, both, &more);
    bounds(more, -3, 24, 0, 22, 12);
    MPI_Type_free(&more);
    MPI_Type_hvector(2, 1, -20, both, &more);
    bounds(more, -23, 6, -20, 24, 8);
    /* A marker of a member outdoes data that reach further. */
    other = marked(2, more, 0, MPI_DOUBLE, 100, MPI_INT, 0);
    bounds(other, -23, 6, -20, 128, 16);
    MPI_Type_free(&other);
    /* Markers of the new type itself join those of its members. */
    other = marked(2, more, 0, MPI_UB, 40, MPI_INT, 0);
    bounds(other, -23, 40, -20, 24, 8);
    MPI_Type_free(&other);
    MPI_Type_free(&more);
    MPI_Type_free(&both);
    /* One marker only: the other bound is that of the data, an upper one rounded up to the alignment. */
    other = marked(2, MPI_CHAR, 5, MPI_UB, 32, MPI_INT, 0);
    bounds(other, 5, 32, 5, 1, 1);
    MPI_Type_free(&other);
    other = marked(3, MPI_LB, -4, MPI_DOUBLE, 0, MPI_CHAR, 8);
    bounds(other, -4, 12, 0, 9, 9);
    MPI_Type_free(&other);
    /* Nothing but a marker. */
    other = marked(1, MPI_LB, 10, MPI_INT, 0, MPI_INT, 0);
    bounds(other, 10, 0, 0, 0, 0);
    MPI_Type_free(&other);
    column();
    /* A marker is not a datatype of a message. */
    int nothing = 0;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    GIVES(MPI_Send(&nothing, 1, MPI_UB, MPI_PROC_NULL, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
    return finish();
}
