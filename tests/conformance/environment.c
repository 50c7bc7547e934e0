/* Environment and time: versions, names, clocks, threads, memory, predefined attributes.
 * ranks: 1 2 4 */
#include "conformance.h"

int main(int argc, char **argv)
{
    int flag = -1, version = 0, subversion = 0, length = 0, provided = -1, *bound = NULL;
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "", name[MPI_MAX_PROCESSOR_NAME] = "";
    MPI_Initialized(&flag);
    EQUAL(flag, 0);
    MPI_Finalized(&flag);
    EQUAL(flag, 0);
    MPI_Get_version(&version, &subversion); /* allowed before MPI_Init */
    CHECK(version >= 4);
    MPI_Get_library_version(library, &length);
    EQUAL(length, strlen(library));
    CHECK(length > 0);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    CHECK(provided >= MPI_THREAD_SINGLE && provided <= MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    MPI_Initialized(&flag);
    EQUAL(flag, 1);
    MPI_Finalized(&flag);
    EQUAL(flag, 0);
    MPI_Query_thread(&version);
    EQUAL(version, provided);
    MPI_Is_thread_main(&flag);
    EQUAL(flag, 1);
    MPI_Abi_get_version(&version, &subversion);
    say("ABI %d.%d", version, subversion);

    MPI_Get_processor_name(name, &length);
    EQUAL(length, strlen(name));
    CHECK(length > 0 && length < MPI_MAX_PROCESSOR_NAME);
    CHECK(MPI_Wtick() > 0 && MPI_Wtick() < 1);
    double before = MPI_Wtime();
    for (int i = 0; i < 1000; i++) {
        double now = MPI_Wtime();
        CHECK(now >= before);
        before = now;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(MPI_Wtime() >= before);

    void *memory = NULL;
    MPI_Alloc_mem(100000, MPI_INFO_NULL, &memory);
    CHECK(memory != NULL);
    memset(memory, 1, 100000);
    MPI_Free_mem(memory);
    MPI_Pcontrol(1);
    MPI_Pcontrol(2, "more", 3.0);

    int a[10];
    MPI_Aint first, second;
    MPI_Get_address(&a[0], &first);
    MPI_Get_address(&a[7], &second);
    EQUAL(MPI_Aint_diff(second, first), 7 * sizeof(int));
    EQUAL(MPI_Aint_add(first, 7 * sizeof(int)), second);

    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &flag);
    CHECK(flag && *bound >= 32767);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &bound, &flag);
    CHECK(flag && (*bound == 0 || *bound == 1));
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_IO, &bound, &flag);
    CHECK(flag);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &bound, &flag);
    CHECK(!flag || *bound >= world_size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &bound, &flag);
    CHECK(!flag || *bound >= 0);
    return finish();
}
