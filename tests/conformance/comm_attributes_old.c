/* The deprecated names of attributes and type queries.
 * ranks: 1 2
 * needs: MPI_Keyval_create MPI_Attr_put MPI_Attr_get MPI_Attr_delete MPI_Keyval_free */
#include "conformance.h"

static int deleted;

static int count_deletion(MPI_Comm comm, int key, void *value, void *state)
{
    (void)comm, (void)key, (void)value, (void)state;
    deleted++;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int key, flag = 0;
    void *value = NULL;
    MPI_Comm comm, copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Keyval_create(MPI_DUP_FN, count_deletion, &key, NULL);
    MPI_Attr_put(comm, key, (void *)5);
    MPI_Comm_dup(comm, &copy);
    MPI_Attr_get(copy, key, &value, &flag);
    EQUAL(flag, 1);
    EQUAL((MPI_Aint)value, 5);
    MPI_Attr_delete(copy, key);
    EQUAL(deleted, 1);
    MPI_Comm_free(&comm);
    EQUAL(deleted, 2);
    MPI_Comm_free(&copy);
    EQUAL(deleted, 2);
    MPI_Keyval_free(&key);
    EQUAL(key, MPI_KEYVAL_INVALID);

    MPI_Count lower = -1, extent = -1, size = -1;
    MPI_Type_get_extent_x(MPI_DOUBLE, &lower, &extent);
    EQUAL(lower, 0);
    EQUAL(extent, 8);
    MPI_Type_get_true_extent_x(MPI_INT, &lower, &extent);
    EQUAL(extent, 4);
    MPI_Type_size_x(MPI_CHAR, &size);
    EQUAL(size, 1);
    return finish();
}
