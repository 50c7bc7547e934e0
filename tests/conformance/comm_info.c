/* Info objects: keys in order, long values, copies; hints of communicators.
 * ranks: 1 2 */
#include "conformance.h"

static void objects(void)
{
    MPI_Info info, copy;
    int n = -1, flag = -1, length;
    char key[MPI_MAX_INFO_KEY], value[100];
    MPI_Info_create(&info);
    MPI_Info_get_nkeys(info, &n);
    EQUAL(n, 0);
    MPI_Info_set(info, "one", "1");
    MPI_Info_set(info, "two", "2");
    MPI_Info_set(info, "three", "a longer value");
    MPI_Info_set(info, "one", "first");
    MPI_Info_dup(info, &copy);
    MPI_Info_delete(info, "two");
    MPI_Info_get_nkeys(info, &n);
    EQUAL(n, 2);
    MPI_Info_get_nkeys(copy, &n);
    EQUAL(n, 3);
    for (int i = 0; i < n; i++) {
        MPI_Info_get_nthkey(copy, i, key);
        length = sizeof value;
        MPI_Info_get_string(copy, key, &length, value, &flag);
        say("%s = %s, length %d", key, value, length);
    }
    length = 3; /* room for two characters and the end */
    MPI_Info_get_string(info, "three", &length, value, &flag);
    EQUAL(flag, 1);
    EQUAL(length, 15);
    SAME(value, "a ");
    length = 0;
    MPI_Info_get_string(info, "three", &length, NULL, &flag);
    EQUAL(length, 15);
    MPI_Info_get_string(info, "two", &length, value, &flag);
    EQUAL(flag, 0);
    MPI_Info_get(info, "three", 14, value, &flag);
    EQUAL(flag, 1);
    SAME(value, "a longer value");
    MPI_Info_get_valuelen(info, "three", &length, &flag);
    EQUAL(length, 14);
    MPI_Info_get_valuelen(info, "four", &length, &flag);
    EQUAL(flag, 0);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    GIVES(MPI_Info_delete(info, "two"), MPI_ERR_INFO_NOKEY);
    MPI_Info_free(&info);
    CHECK(info == MPI_INFO_NULL);
    MPI_Info_free(&copy);
}

static void hints(void)
{
    MPI_Comm comm;
    MPI_Info info, used;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Info_create(&info);
    MPI_Info_set(info, "a_hint_nobody_knows", "x");
    MPI_Comm_set_info(comm, info);
    MPI_Info_free(&info);
    MPI_Comm_get_info(comm, &used);
    CHECK(used != MPI_INFO_NULL);
    MPI_Info_free(&used);
    MPI_Comm_free(&comm);

    int flag = 0, length = 0;
    MPI_Info_get_string(MPI_INFO_ENV, "no such key", &length, NULL, &flag);
    EQUAL(flag, 0);
    MPI_Info_create_env(0, NULL, &info);
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    objects();
    hints();
    return finish();
}
