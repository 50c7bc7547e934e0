/* Making communicators: dup, split, create, create_group, their groups, comparison, names, and that they keep apart.
 * ranks: 1 2 3 4 7 16 */
#include "conformance.h"

/* The members of a communicator, as ranks of the world, add up and exchange. */
static long signature(MPI_Comm comm)
{
    int rank, size;
    long mine = world_rank + 1, sum = 0, scaled = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    mine *= rank + 1;
    MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, comm);
    int next = (rank + 1) % size, before = (rank + size - 1) % size, got = -1;
    MPI_Sendrecv(&world_rank, 1, MPI_INT, next, 3, &got, 1, MPI_INT, before, 3, comm, MPI_STATUS_IGNORE);
    MPI_Group world, group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_group(comm, &group);
    int translated;
    MPI_Group_translate_ranks(group, 1, &before, world, &translated);
    EQUAL(got, translated);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    scaled = sum * 100 + size;
    return scaled * 100 + rank;
}

static void duplicates(void)
{
    MPI_Comm copy, later, informed, informed_later;
    MPI_Request requests[2];
    MPI_Info info;
    int result = -1;
    MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result);
    EQUAL(result, MPI_IDENT);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_compare(MPI_COMM_WORLD, copy, &result);
    EQUAL(result, MPI_CONGRUENT);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Comm_dup_with_info(copy, info, &informed);
    MPI_Comm_idup(copy, &later, &requests[0]);
    MPI_Comm_idup_with_info(MPI_COMM_WORLD, info, &informed_later, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    show("dup", signature(copy));
    show("idup", signature(later));
    show("dup_with_info", signature(informed));
    show("idup_with_info", signature(informed_later));
    MPI_Info_free(&info);
    MPI_Comm_free(&copy);
    CHECK(copy == MPI_COMM_NULL);
    MPI_Comm_free(&later);
    MPI_Comm_free(&informed);
    MPI_Comm_free(&informed_later);
}

static void splits(void)
{
    MPI_Comm part, inner;
    int result;
    MPI_Comm_split(MPI_COMM_WORLD, world_rank % 3, -world_rank, &part); /* in reverse order */
    show("split by 3, reversed", signature(part));
    MPI_Comm_split(part, world_rank % 2, 0, &inner); /* equal keys: the old order */
    show("split again by 2", signature(inner));
    MPI_Comm_free(&inner);
    MPI_Comm_split(part, world_rank == 0 ? MPI_UNDEFINED : 5, world_rank, &inner);
    CHECK((inner == MPI_COMM_NULL) == (world_rank == 0));
    show("split without rank 0", inner == MPI_COMM_NULL ? -1 : signature(inner));
    if (inner != MPI_COMM_NULL)
        MPI_Comm_free(&inner);
    MPI_Comm_free(&part);
    MPI_Comm_split(MPI_COMM_WORLD, 7, world_size - world_rank, &part);
    MPI_Comm_compare(part, MPI_COMM_WORLD, &result);
    EQUAL(result, world_size == 1 ? MPI_CONGRUENT : MPI_SIMILAR);
    MPI_Comm_free(&part);
    MPI_Comm_split(MPI_COMM_WORLD, world_rank, 0, &part);
    MPI_Comm_compare(part, MPI_COMM_WORLD, &result);
    EQUAL(result, world_size == 1 ? MPI_CONGRUENT : MPI_UNEQUAL);
    MPI_Comm_free(&part);
}

static void split_types(void)
{
    MPI_Comm shared, none;
    int rank, size, flag;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, world_rank, MPI_INFO_NULL, &shared);
    MPI_Comm_rank(shared, &rank);
    MPI_Comm_size(shared, &size);
    CHECK(rank < size && size <= world_size);
    MPI_Comm_test_inter(shared, &flag);
    EQUAL(flag, 0);
    signature(shared);
    MPI_Comm_free(&shared);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, 0, MPI_INFO_NULL, &none);
    CHECK(none == MPI_COMM_NULL);
}

static void from_groups(void)
{
    MPI_Group world, even, odd;
    MPI_Comm comm, one;
    int range[1][3] = { { 0, world_size - 1, 2 } };
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &even);
    MPI_Group_range_excl(world, 1, range, &odd);
    MPI_Comm_create(MPI_COMM_WORLD, even, &comm);
    CHECK((comm == MPI_COMM_NULL) == (world_rank % 2));
    show("create of the even", comm == MPI_COMM_NULL ? -1 : signature(comm));
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    /* Every group of a partition at once. */
    MPI_Comm_create(MPI_COMM_WORLD, world_rank % 2 ? odd : even, &comm);
    show("create of both", signature(comm));
    MPI_Comm_free(&comm);
    /* Only members call this one. */
    one = MPI_COMM_NULL;
    if (world_rank % 2 == 0)
        MPI_Comm_create_group(MPI_COMM_WORLD, even, 9, &one);
    show("create_group", one == MPI_COMM_NULL ? -1 : signature(one));
    if (one != MPI_COMM_NULL)
        MPI_Comm_free(&one);
    MPI_Group_free(&world);
    MPI_Group_free(&even);
    MPI_Group_free(&odd);
}

static void names(void)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Comm comm;
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
    SAME(name, "MPI_COMM_WORLD");
    MPI_Comm_get_name(MPI_COMM_SELF, name, &length);
    SAME(name, "MPI_COMM_SELF");
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_get_name(comm, name, &length);
    EQUAL(length, 0);
    MPI_Comm_set_name(comm, "mine");
    MPI_Comm_get_name(comm, name, &length);
    SAME(name, "mine");
    EQUAL(length, 4);
    MPI_Comm_free(&comm);
}

/* A communicator freed while a message is under way; many of them one after another. */
static void lifetimes(void)
{
    int value = world_rank, got = -1, next = (world_rank + 1) % world_size;
    int before = (world_rank + world_size - 1) % world_size;
    MPI_Request requests[2];
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Irecv(&got, 1, MPI_INT, before, 0, comm, &requests[0]);
    MPI_Isend(&value, 1, MPI_INT, next, 0, comm, &requests[1]);
    MPI_Comm_free(&comm);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    EQUAL(got, before);
    for (int i = 0; i < 200; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_free(&comm);
    }
    int flag = -1, result = -1;
    MPI_Comm_test_inter(MPI_COMM_WORLD, &flag);
    EQUAL(flag, 0);
    MPI_Comm_compare(MPI_COMM_SELF, MPI_COMM_WORLD, &result);
    EQUAL(result, world_size == 1 ? MPI_CONGRUENT : MPI_UNEQUAL);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    duplicates();
    splits();
    split_types();
    from_groups();
    names();
    lifetimes();
    return finish();
}
