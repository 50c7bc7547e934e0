/* The functions that MPI 3.0 removed, as older programs call them.
 * ranks: 1 2 */
#include "conformance.h"

typedef struct {
    int number;
    double values[3];
    char letter;
} Item;

static int caught;

static void catch_it(MPI_Comm *comm, int *code, ...)
{
    CHECK(*comm == MPI_COMM_WORLD);
    MPI_Error_class(*code, &caught);
}

/* A struct by the addresses of its members. */
static MPI_Datatype item_type(void)
{
    Item item;
    int lengths[3] = {1, 3, 1};
    MPI_Aint places[3], base;
    MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR}, made;
    MPI_Address(&item, &base);
    MPI_Address(&item.number, &places[0]);
    MPI_Address(item.values, &places[1]);
    MPI_Address(&item.letter, &places[2]);
    for (int i = 0; i < 3; i++)
        places[i] -= base;
    MPI_Type_struct(3, lengths, places, types, &made);
    MPI_Type_commit(&made);
    return made;
}

static void bounds(const char *what, MPI_Datatype type)
{
    MPI_Aint lb = -1, ub = -1, extent = -1;
    MPI_Type_lb(type, &lb);
    MPI_Type_ub(type, &ub);
    MPI_Type_extent(type, &extent);
    EQUAL(extent, ub - lb);
    say("%s: %ld to %ld", what, (long)lb, (long)ub);
}

static void made_by(MPI_Datatype type, int expected)
{
    int integers, addresses, types, combiner;
    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    EQUAL(combiner, expected);
    CHECK(combiner != MPI_COMBINER_STRUCT_INTEGER && combiner != MPI_COMBINER_HVECTOR_INTEGER);
    CHECK(combiner != MPI_COMBINER_HINDEXED_INTEGER);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Datatype item = item_type(), rows, parts;
    bounds("struct", item);
    made_by(item, MPI_COMBINER_STRUCT);
    Item out[2] = {{1, {2, 3, 4}, 'a'}, {5, {6, 7, 8}, 'b'}}, in[2];
    memset(in, 0, sizeof in);
    MPI_Sendrecv(out, 2, item, (world_rank + 1) % world_size, 0, in, 2, item, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(in[0].number == 1 && in[0].values[2] == 4 && in[0].letter == 'a');
    CHECK(in[1].number == 5 && in[1].values[0] == 6 && in[1].letter == 'b');

    int lengths[2] = {2, 1};
    MPI_Aint places[2] = {8, -24};
    MPI_Type_hvector(3, 2, 40, MPI_INT, &rows);
    MPI_Type_hindexed(2, lengths, places, MPI_DOUBLE, &parts);
    bounds("hvector", rows);
    bounds("hindexed", parts);
    made_by(rows, MPI_COMBINER_HVECTOR);
    made_by(parts, MPI_COMBINER_HINDEXED);
    MPI_Type_free(&rows);
    MPI_Type_free(&parts);
    MPI_Type_free(&item);

    MPI_Handler_function *function = catch_it;
    MPI_Errhandler handler, found;
    MPI_Errhandler_create(function, &handler);
    MPI_Errhandler_set(MPI_COMM_WORLD, handler);
    MPI_Errhandler_get(MPI_COMM_WORLD, &found);
    CHECK(found == handler);
    MPI_Errhandler_free(&found);
    int number = 0;
    MPI_Send(&number, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    EQUAL(caught, MPI_ERR_COUNT);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&handler);
    return finish();
}
