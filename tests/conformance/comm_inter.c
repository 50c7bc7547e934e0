/* Making intercommunicators and what they say of themselves: create, merge, dup, split, create with groups, comparison,
 * groups, names, attributes, error handlers and bad arguments.
 * ranks: 2 3 4 5 7 8 16 */
#include "inter.h"

/* Checks the groups of an intercommunicator made of a cut. */
static void groups_are(MPI_Comm inter, int cut, int reversed)
{
    int flag = -1, size, rank, remote, at, mine = group_in(cut, world_rank);
    MPI_Group world, own, other;
    MPI_Comm_test_inter(inter, &flag);
    EQUAL(flag, 1);
    MPI_Comm_size(inter, &size);
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_remote_size(inter, &remote);
    EQUAL(size, size_of_group(cut, mine));
    EQUAL(remote, size_of_group(cut, !mine));
    EQUAL(world_rank_of(cut, mine, rank, reversed), world_rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_group(inter, &own);
    MPI_Comm_remote_group(inter, &other);
    MPI_Group_size(other, &at);
    EQUAL(at, remote);
    for (int i = 0; i < remote; i++) {
        MPI_Group_translate_ranks(other, 1, &i, world, &at);
        EQUAL(at, world_rank_of(cut, !mine, i, reversed));
    }
    MPI_Group_translate_ranks(own, 1, &rank, world, &at);
    EQUAL(at, world_rank);
    MPI_Group_free(&world);
    MPI_Group_free(&own);
    MPI_Group_free(&other);
}

/* Every rank sends its place in the world to all of the other group. */
static void speaks(MPI_Comm inter)
{
    int remote, got;
    long long sum = 0;
    MPI_Group world, other;
    MPI_Request requests[64];
    MPI_Comm_remote_size(inter, &remote);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_remote_group(inter, &other);
    for (int i = 0; i < remote; i++)
        MPI_Isend(&world_rank, 1, MPI_INT, i, 4, inter, &requests[i]);
    for (int i = 0; i < remote; i++) {
        int place;
        MPI_Recv(&got, 1, MPI_INT, i, 4, inter, MPI_STATUS_IGNORE);
        MPI_Group_translate_ranks(other, 1, &i, world, &place);
        EQUAL(got, place);
        sum += got;
    }
    MPI_Waitall(remote, requests, MPI_STATUSES_IGNORE);
    MPI_Group_free(&world);
    MPI_Group_free(&other);
    show("the others' places add up to", sum);
}

static void shows_order(const char *what, MPI_Comm merged)
{
    int rank, size, flag;
    MPI_Comm_test_inter(merged, &flag);
    EQUAL(flag, 0);
    MPI_Comm_rank(merged, &rank);
    MPI_Comm_size(merged, &size);
    EQUAL(size, world_size);
    show(what, rank);
}

static void merges(MPI_Comm inter, int cut)
{
    MPI_Comm merged;
    int mine = group_in(cut, world_rank);
    long mine_l = world_rank, sum = -1;
    MPI_Intercomm_merge(inter, mine, &merged);
    shows_order("merged, group 0 first", merged);
    MPI_Allreduce(&mine_l, &sum, 1, MPI_LONG, MPI_SUM, merged);
    EQUAL(sum, (long)world_size * (world_size - 1) / 2);
    MPI_Comm_free(&merged);
    MPI_Intercomm_merge(inter, !mine, &merged);
    shows_order("merged, group 1 first", merged);
    MPI_Comm_free(&merged);
    MPI_Intercomm_merge(inter, 0, &merged);
    shows_order("merged, both low", merged);
    MPI_Comm_free(&merged);
    MPI_Intercomm_merge(inter, 1, &merged);
    shows_order("merged, both high", merged);
    MPI_Comm_free(&merged);
}

static void duplicates(MPI_Comm inter, int cut, int reversed)
{
    MPI_Comm copy, later, informed, informed_later;
    MPI_Request requests[2];
    MPI_Info info;
    int result = -1;
    MPI_Comm_dup(inter, &copy);
    MPI_Comm_compare(inter, copy, &result);
    EQUAL(result, MPI_CONGRUENT);
    MPI_Comm_compare(copy, copy, &result);
    EQUAL(result, MPI_IDENT);
    MPI_Comm_compare(copy, MPI_COMM_WORLD, &result);
    EQUAL(result, MPI_UNEQUAL);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_exact_length", "true");
    MPI_Comm_idup(copy, &later, &requests[0]);
    MPI_Comm_idup_with_info(inter, info, &informed_later, &requests[1]);
    MPI_Comm_dup_with_info(copy, info, &informed);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    groups_are(copy, cut, reversed);
    groups_are(later, cut, reversed);
    groups_are(informed, cut, reversed);
    groups_are(informed_later, cut, reversed);
    MPI_Info_free(&info);
    MPI_Comm_free(&copy);
    CHECK(copy == MPI_COMM_NULL);
    speaks(later);
    speaks(informed);
    MPI_Comm_disconnect(&later);
    CHECK(later == MPI_COMM_NULL);
    MPI_Comm_disconnect(&informed);
    MPI_Comm_free(&informed_later);
}

/* Both sizes in one number; -1 without a communicator. */
static int sizes(MPI_Comm inter)
{
    int size, remote;
    if (inter == MPI_COMM_NULL)
        return -1;
    MPI_Comm_size(inter, &size);
    MPI_Comm_remote_size(inter, &remote);
    return size * 100 + remote;
}

static void splits(MPI_Comm inter)
{
    int rank, size, remote, result;
    MPI_Comm part, turned;
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_split(inter, rank % 2, rank, &part);
    show("split by 2", sizes(part));
    if (part != MPI_COMM_NULL) {
        MPI_Comm_test_inter(part, &result);
        EQUAL(result, 1);
    }
    int all_have = part != MPI_COMM_NULL, everyone;
    MPI_Allreduce(&all_have, &everyone, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (everyone)
        speaks(part);
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
    MPI_Comm_split(inter, rank == 0 ? MPI_UNDEFINED : 3, 0, &part);
    show("split without ranks 0", sizes(part));
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
    MPI_Comm_split(inter, 5, -rank, &turned); /* against the order */
    MPI_Comm_compare(inter, turned, &result);
    MPI_Comm_size(inter, &size);
    MPI_Comm_remote_size(inter, &remote);
    EQUAL(result, size == 1 && remote == 1 ? MPI_CONGRUENT : MPI_SIMILAR);
    speaks(turned);
    MPI_Comm_free(&turned);
}

static void from_groups(MPI_Comm inter)
{
    int size, rank, remote, last;
    MPI_Group own, some;
    MPI_Comm part;
    MPI_Comm_group(inter, &own);
    MPI_Group_size(own, &size);
    MPI_Comm_rank(inter, &rank);
    last = size - 1;
    MPI_Group_incl(own, 1, &last, &some);
    MPI_Comm_create(inter, some, &part);
    CHECK((part == MPI_COMM_NULL) == (rank != last));
    if (part != MPI_COMM_NULL) {
        MPI_Comm_size(part, &size);
        MPI_Comm_remote_size(part, &remote);
        EQUAL(size, 1);
        EQUAL(remote, 1);
        int got = -1;
        MPI_Sendrecv(&world_rank, 1, MPI_INT, 0, 1, &got, 1, MPI_INT, 0, 1, part, MPI_STATUS_IGNORE);
        show("the other last rank", got);
        MPI_Comm_free(&part);
    } else {
        show("the other last rank", -1);
    }
    MPI_Group_free(&some);
    MPI_Group_free(&own);
}

static int copies, deletions;

static int copied(MPI_Comm comm, int keyval, void *state, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)state;
    copies++;
    *(void **)out = (char *)in + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

static int deleted(MPI_Comm comm, int keyval, void *value, void *state)
{
    (void)comm, (void)keyval, (void)value, (void)state;
    deletions++;
    return MPI_SUCCESS;
}

static void keeps(MPI_Comm inter)
{
    static char place[4];
    char name[MPI_MAX_OBJECT_NAME];
    int keyval, flag, length;
    void *value;
    MPI_Comm copy;
    MPI_Errhandler handler;
    MPI_Comm_get_name(inter, name, &length);
    EQUAL(length, 0);
    MPI_Comm_set_name(inter, "between");
    MPI_Comm_get_name(inter, name, &length);
    SAME(name, "between");
    MPI_Comm_create_keyval(copied, deleted, &keyval, NULL);
    MPI_Comm_set_attr(inter, keyval, place);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    MPI_Comm_dup(inter, &copy);
    MPI_Comm_get_attr(copy, keyval, &value, &flag);
    CHECK(flag && value == place + 1);
    MPI_Comm_get_errhandler(copy, &handler);
    CHECK(handler == MPI_ERRORS_RETURN);
    MPI_Comm_free(&copy);
    EQUAL(copies, 1);
    EQUAL(deletions, 1);
    MPI_Comm_delete_attr(inter, keyval);
    MPI_Comm_free_keyval(&keyval);
    MPI_Comm_get_name(inter, name, &length);
    SAME(name, "between");
}

static void bad_arguments(MPI_Comm inter)
{
    int remote, value = 0;
    MPI_Comm local, made;
    MPI_Group own;
    MPI_Comm_remote_size(inter, &remote);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    GIVES(MPI_Send(&value, 1, MPI_INT, remote, 0, inter), MPI_ERR_RANK);
    GIVES(MPI_Recv(&value, 1, MPI_INT, -7, 0, inter, MPI_STATUS_IGNORE), MPI_ERR_RANK);
    GIVES(MPI_Send(&value, 1, MPI_INT, 0, -5, inter), MPI_ERR_TAG);
    GIVES(MPI_Intercomm_create(inter, 0, MPI_COMM_WORLD, 0, 0, &made), MPI_ERR_COMM);
    MPI_Comm_group(inter, &own);
    GIVES(MPI_Comm_create_group(inter, own, 0, &made), MPI_ERR_COMM);
    MPI_Group_free(&own);
    MPI_Comm_dup(MPI_COMM_WORLD, &local);
    MPI_Comm_set_errhandler(local, MPI_ERRORS_RETURN);
    GIVES(MPI_Intercomm_create(local, world_size, MPI_COMM_WORLD, 0, 0, &made), MPI_ERR_RANK);
    GIVES(MPI_Intercomm_create(local, -1, MPI_COMM_WORLD, 0, 0, &made), MPI_ERR_RANK);
    GIVES(MPI_Intercomm_create(local, world_rank, MPI_COMM_NULL, 0, 0, &made), MPI_ERR_COMM);
    GIVES(MPI_Intercomm_create(local, world_rank, MPI_COMM_WORLD, world_size, 0, &made), MPI_ERR_RANK);
    GIVES(MPI_Intercomm_create(local, world_rank, MPI_COMM_WORLD, world_rank, 0, &made), MPI_ERR_RANK);
    GIVES(MPI_Intercomm_create(local, world_rank, MPI_COMM_WORLD, 0, -3, &made), MPI_ERR_TAG);
    MPI_Comm_free(&local);
}

/* A split by hosts gives intercommunicators, and ranks of a group have to agree on which group comes first. */
static void by_host_and_undecided(MPI_Comm inter, int cut)
{
    int rank, flag;
    MPI_Comm part;
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_split_type(inter, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &part);
    if (part != MPI_COMM_NULL) {
        MPI_Comm_test_inter(part, &flag);
        EQUAL(flag, 1);
        MPI_Comm_free(&part);
    }
    MPI_Comm_split_type(inter, MPI_UNDEFINED, 0, MPI_INFO_NULL, &part);
    CHECK(part == MPI_COMM_NULL);
    if (size_of_group(cut, 0) > 1 && size_of_group(cut, 1) > 1)
        GIVES(MPI_Intercomm_merge(inter, rank == 0, &part), MPI_ERR_ARG);
}

/* Groups of one rank each, whose leaders know each other from an intercommunicator. */
static void by_way_of_another(MPI_Comm inter)
{
    int rank, remote, got = -1;
    MPI_Comm pair;
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_remote_size(inter, &remote);
    if (rank == 0) {
        MPI_Intercomm_create(MPI_COMM_SELF, 0, inter, 0, 9, &pair);
        MPI_Sendrecv(&world_rank, 1, MPI_INT, 0, 2, &got, 1, MPI_INT, 0, 2, pair, MPI_STATUS_IGNORE);
        MPI_Comm_free(&pair);
    }
    show("met", got);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int cut = 0; cut < CUTS; cut++)
        for (int reversed = 0; reversed < 2; reversed++) {
            MPI_Comm inter = joined(cut, reversed);
            say("cut %d%s", cut, reversed ? ", reversed" : "");
            groups_are(inter, cut, reversed);
            speaks(inter);
            merges(inter, cut);
            duplicates(inter, cut, reversed);
            splits(inter);
            from_groups(inter);
            if (cut == HALVES && !reversed)
                keeps(inter);
            bad_arguments(inter);
            by_host_and_undecided(inter, cut);
            by_way_of_another(inter);
            MPI_Comm_free(&inter);
            CHECK(inter == MPI_COMM_NULL);
        }
    return finish();
}
