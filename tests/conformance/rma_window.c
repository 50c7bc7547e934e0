/* Windows of every flavour: what they say of themselves, attributes, names, hints, error handlers.
 * ranks: 1-4 7 */
#include "conformance.h"

static int copies, deletes;

static int copied(MPI_Win win, int key, void *extra, void *in, void *out, int *flag)
{
    (void)win, (void)key, (void)extra;
    *(void **)out = in;
    *flag = 1;
    copies++;
    return MPI_SUCCESS;
}

static int deleted(MPI_Win win, int key, void *value, void *extra)
{
    (void)win, (void)key;
    EQUAL(*(int *)value, *(int *)extra);
    deletes++;
    return MPI_SUCCESS;
}

/* The predefined attributes and the group of a window. */
static void check_window(MPI_Win win, void *base, MPI_Aint size, int unit, int flavor)
{
    void *value;
    int flag, result;
    MPI_Group group, world;
    MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &flag);
    CHECK(flag && value == base);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &flag);
    CHECK(flag && *(MPI_Aint *)value == size);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &value, &flag);
    CHECK(flag && *(int *)value == unit);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &flag);
    CHECK(flag && *(int *)value == flavor);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &flag);
    CHECK(flag && *(int *)value == MPI_WIN_UNIFIED);
    MPI_Win_get_group(win, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &result);
    EQUAL(result, MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

static void attributes(MPI_Win win)
{
    int key, flag, value = 42, *got;
    MPI_Win_create_keyval(copied, deleted, &key, &value);
    MPI_Win_get_attr(win, key, &got, &flag);
    CHECK(!flag);
    MPI_Win_set_attr(win, key, &value);
    MPI_Win_get_attr(win, key, &got, &flag);
    CHECK(flag && got == &value);
    MPI_Win_set_attr(win, key, &value);
    EQUAL(deletes, 1);
    MPI_Win_delete_attr(win, key);
    EQUAL(deletes, 2);
    MPI_Win_set_attr(win, key, &value);
    MPI_Win_free_keyval(&key);
    EQUAL(key, MPI_KEYVAL_INVALID);
    EQUAL(copies, 0);
}

static int handled, handled_code;
static MPI_Win handled_win;

static void handler(MPI_Win *win, int *code, ...)
{
    handled++;
    handled_win = *win;
    handled_code = *code;
}

static void error_handlers(MPI_Win win)
{
    MPI_Errhandler own, got;
    MPI_Win_get_errhandler(win, &got);
    CHECK(got == MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&got);
    MPI_Win_create_errhandler(handler, &own);
    MPI_Win_set_errhandler(win, own);
    MPI_Win_get_errhandler(win, &got);
    CHECK(got == own);
    MPI_Errhandler_free(&got);
    MPI_Errhandler_free(&own);
    MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
    CHECK(handled == 1 && handled_win == win && handled_code == MPI_ERR_OTHER);
    MPI_Put(NULL, 0, MPI_INT, world_size, 0, 0, MPI_INT, win);
    EQUAL(handled, 2);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    GIVES(MPI_Put(NULL, 0, MPI_INT, world_size, 0, 0, MPI_INT, win), MPI_ERR_RANK);
    EQUAL(handled, 2);
}

static void hints(MPI_Win win)
{
    MPI_Info info;
    char value[MPI_MAX_INFO_VAL];
    int flag, length = sizeof value;
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    MPI_Info_set(info, "accumulate_ordering", "rar,waw");
    MPI_Info_set(info, "not a hint", "true");
    MPI_Win_set_info(win, info);
    MPI_Info_free(&info);
    MPI_Win_get_info(win, &info);
    MPI_Info_get_string(info, "accumulate_ordering", &length, value, &flag);
    CHECK(flag);
    SAME(value, "rar,waw");
    length = sizeof value;
    MPI_Info_get_string(info, "accumulate_ops", &length, value, &flag);
    CHECK(flag);
    SAME(value, "same_op_no_op");
    MPI_Info_get_string(info, "not a hint", &length, value, &flag);
    CHECK(!flag);
    MPI_Info_free(&info);
}

static void names(MPI_Win win)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Win_get_name(win, name, &length);
    EQUAL(length, 0);
    MPI_Win_set_name(win, "halo");
    MPI_Win_get_name(win, name, &length);
    EQUAL(length, 4);
    SAME(name, "halo");
}

int main(int argc, char **argv)
{
    double own[8], *base = NULL;
    MPI_Win win;
    start(&argc, &argv);
    const MPI_Aint bytes = world_rank % 2 ? sizeof own : 0;

    MPI_Win_create(own, bytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check_window(win, own, bytes, sizeof(double), MPI_WIN_FLAVOR_CREATE);
    attributes(win);
    names(win);
    hints(win);
    error_handlers(win);
    EQUAL(deletes, 2);
    MPI_Win_free(&win);
    EQUAL(deletes, 3);
    CHECK(win == MPI_WIN_NULL);

    MPI_Win_create_c(own, sizeof own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check_window(win, own, sizeof own, 1, MPI_WIN_FLAVOR_CREATE);
    MPI_Win_free(&win);

    MPI_Win_allocate(sizeof own, world_rank + 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    base[7] = world_rank;
    check_window(win, base, sizeof own, world_rank + 1, MPI_WIN_FLAVOR_ALLOCATE);
    MPI_Win_free(&win);
    MPI_Win_allocate_c(sizeof own, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    check_window(win, base, sizeof own, 8, MPI_WIN_FLAVOR_ALLOCATE);
    MPI_Win_free(&win);

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check_window(win, MPI_BOTTOM, 0, 1, MPI_WIN_FLAVOR_DYNAMIC);
    MPI_Win_free(&win);
    say("five windows");
    return finish();
}
