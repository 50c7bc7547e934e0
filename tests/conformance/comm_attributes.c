/* Attributes of communicators and datatypes, with callbacks that copy, refuse and count.
 * ranks: 1 3 */
#include "conformance.h"

static int copied, deleted, extra = 1234;

static int copy_doubled(MPI_Comm comm, int key, void *state, void *in, void *out, int *flag)
{
    (void)comm, (void)key;
    CHECK(state == &extra);
    copied++;
    *(void **)out = (void *)(2 * (MPI_Aint)in);
    *flag = 1;
    return MPI_SUCCESS;
}

static int copy_refused(MPI_Comm comm, int key, void *state, void *in, void *out, int *flag)
{
    (void)comm, (void)key, (void)state, (void)in, (void)out;
    copied += 100;
    *flag = 0;
    return MPI_SUCCESS;
}

static int delete_counted(MPI_Comm comm, int key, void *value, void *state)
{
    (void)comm, (void)key, (void)state;
    deleted += (int)(MPI_Aint)value;
    return MPI_SUCCESS;
}

static int delete_failing(MPI_Comm comm, int key, void *value, void *state)
{
    (void)comm, (void)key, (void)value, (void)state;
    return MPI_ERR_OTHER;
}

static int type_copy(MPI_Datatype type, int key, void *state, void *in, void *out, int *flag)
{
    (void)type, (void)key, (void)state;
    *(void **)out = (char *)in + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

static int type_delete(MPI_Datatype type, int key, void *value, void *state)
{
    (void)type, (void)key, (void)value, (void)state;
    deleted += 1000;
    return MPI_SUCCESS;
}

static MPI_Aint value_of(MPI_Comm comm, int key)
{
    void *value = NULL;
    int flag = -1;
    MPI_Comm_get_attr(comm, key, &value, &flag);
    return flag ? (MPI_Aint)value : -1;
}

static void communicators(void)
{
    int doubled, refused, dupped, plain, failing;
    MPI_Comm comm, other;
    MPI_Comm_create_keyval(copy_doubled, delete_counted, &doubled, &extra);
    MPI_Comm_create_keyval(copy_refused, delete_counted, &refused, NULL);
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &dupped, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_counted, &plain, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_failing, &failing, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    EQUAL(value_of(comm, doubled), -1);
    MPI_Comm_set_attr(comm, doubled, (void *)10);
    MPI_Comm_set_attr(comm, refused, (void *)20);
    MPI_Comm_set_attr(comm, dupped, (void *)30);
    MPI_Comm_set_attr(comm, plain, (void *)40);
    MPI_Comm_dup(comm, &other);
    EQUAL(copied, 101);
    EQUAL(value_of(other, doubled), 20);
    EQUAL(value_of(other, refused), -1);
    EQUAL(value_of(other, dupped), 30);
    EQUAL(value_of(other, plain), -1);
    MPI_Comm_set_attr(comm, plain, (void *)41); /* deletes the old value */
    EQUAL(deleted, 40);
    MPI_Comm_delete_attr(comm, plain);
    EQUAL(deleted, 81);
    EQUAL(value_of(comm, plain), -1);
    int key = doubled;
    MPI_Comm_free_keyval(&key); /* the values stay until they are deleted */
    EQUAL(key, MPI_KEYVAL_INVALID);
    MPI_Comm_free(&other);
    EQUAL(deleted, 101);
    MPI_Comm_free(&comm);
    EQUAL(deleted, 131);

    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_attr(comm, failing, NULL);
    CHECK(MPI_Comm_delete_attr(comm, failing) != MPI_SUCCESS);
    EQUAL(value_of(comm, failing), 0);
    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &other); /* a split inherits nothing */
    EQUAL(value_of(other, dupped), -1);
    MPI_Comm_free(&other);
    MPI_Comm_free_keyval(&refused);
    MPI_Comm_free_keyval(&dupped);
    MPI_Comm_free_keyval(&plain);
}

static void types(void)
{
    int key, flag = 0;
    void *value = NULL;
    MPI_Datatype type, copy;
    deleted = 0;
    MPI_Type_create_keyval(type_copy, type_delete, &key, NULL);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_set_attr(type, key, (void *)7);
    MPI_Type_dup(type, &copy);
    MPI_Type_get_attr(copy, key, &value, &flag);
    EQUAL(flag, 1);
    EQUAL((MPI_Aint)value, 8);
    MPI_Type_delete_attr(copy, key);
    EQUAL(deleted, 1000);
    MPI_Type_get_attr(copy, key, &value, &flag);
    EQUAL(flag, 0);
    MPI_Type_free(&type);
    MPI_Type_free(&copy); /* a library may keep the first alive as long as its copy */
    EQUAL(deleted, 2000);
    MPI_Type_free_keyval(&key);
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
    MPI_Type_free_keyval(&key);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
    MPI_Type_free_keyval(&key);
}

/* Attributes of MPI_COMM_SELF are deleted first thing in MPI_Finalize, the last one set first. */
static int at_finalize(MPI_Comm comm, int key, void *value, void *state)
{
    (void)comm, (void)key, (void)state;
    int rank = -1, finalized = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Finalized(&finalized);
    if (rank == 0) {
        printf("at finalize: %d, finalized %d\n", (int)(MPI_Aint)value, finalized);
        fflush(stdout);
    }
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    int first, second;
    start(&argc, &argv);
    communicators();
    types();
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_finalize, &first, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_finalize, &second, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, first, (void *)1);
    MPI_Comm_set_attr(MPI_COMM_SELF, second, (void *)2);
    return finish();
}
