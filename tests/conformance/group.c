/* All operations on groups.
 * ranks: 1 2 3 5 8 */
#include "conformance.h"

/* Prints the members of a group as ranks of the world. */
static void print(const char *label, MPI_Group group, MPI_Group world)
{
    int size, rank;
    char line[400];
    MPI_Group_size(group, &size);
    MPI_Group_rank(group, &rank);
    int *ranks = malloc((size + 1) * sizeof *ranks), *translated = malloc((size + 1) * sizeof *translated);
    int length = snprintf(line, sizeof line, "%s (%d):", label, size), mine = MPI_UNDEFINED;
    for (int i = 0; i < size; i++)
        ranks[i] = i;
    MPI_Group_translate_ranks(group, size, ranks, world, translated);
    for (int i = 0; i < size; i++) {
        length += snprintf(line + length, sizeof line - length, " %d", translated[i]);
        if (translated[i] == world_rank)
            mine = i;
    }
    EQUAL(rank, mine);
    say("%s", line);
    free(ranks);
    free(translated);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Group world, low, even, result, backward;
    int n = world_size, compared = -1;
    int *ranks = malloc((n + 1) * sizeof *ranks);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int i = 0; i < n; i++)
        ranks[i] = i;
    MPI_Group_incl(world, (n + 1) / 2, ranks, &low);
    int ranges[2][3] = { { 0, n - 1, 2 }, { n - 1, 0, -1 } };
    MPI_Group_range_incl(world, 1, ranges, &even);
    MPI_Group_range_incl(world, 1, ranges + 1, &backward);
    print("low", low, world);
    print("even", even, world);
    print("backward", backward, world);
    MPI_Group_union(even, low, &result);
    print("even + low", result, world);
    MPI_Group_free(&result);
    MPI_Group_intersection(backward, even, &result);
    print("backward and even", result, world);
    MPI_Group_free(&result);
    MPI_Group_difference(backward, low, &result);
    print("backward - low", result, world);
    MPI_Group_compare(backward, world, &compared);
    EQUAL(compared, n == 1 ? MPI_IDENT : MPI_SIMILAR);
    MPI_Group_compare(world, world, &compared);
    EQUAL(compared, MPI_IDENT);
    MPI_Group_compare(low, world, &compared);
    EQUAL(compared, n == 1 ? MPI_IDENT : MPI_UNEQUAL);
    if (result != MPI_GROUP_EMPTY)
        MPI_Group_free(&result);
    MPI_Group_excl(world, 1, ranks, &result);
    print("without 0", result, world);
    if (result != MPI_GROUP_EMPTY)
        MPI_Group_free(&result);
    MPI_Group_range_excl(world, 1, ranges, &result);
    print("odd", result, world);
    if (result != MPI_GROUP_EMPTY)
        MPI_Group_free(&result);
    MPI_Group_incl(world, 0, NULL, &result);
    CHECK(result == MPI_GROUP_EMPTY);
    MPI_Group_difference(low, world, &result);
    CHECK(result == MPI_GROUP_EMPTY);
    MPI_Group_intersection(MPI_GROUP_EMPTY, world, &result);
    CHECK(result == MPI_GROUP_EMPTY);

    int all[2] = { n - 1, MPI_PROC_NULL }, translated[2];
    MPI_Group_translate_ranks(world, 2, all, backward, translated);
    EQUAL(translated[0], 0);
    EQUAL(translated[1], MPI_PROC_NULL);
    MPI_Group_translate_ranks(world, 1, all, low, translated);
    EQUAL(translated[0], n == 1 ? 0 : MPI_UNDEFINED);
    MPI_Group_free(&low);
    CHECK(low == MPI_GROUP_NULL);
    MPI_Group_free(&even);
    MPI_Group_free(&backward);
    MPI_Group_free(&world);
    free(ranks);
    return finish();
}
