/* Several programs started at once: one world, the numbers of programs, hints, and children that start children.
 * ranks: 1-3 */
#include "spawn.h"
#include <unistd.h>

/* A started rank: arguments say which program it is, and whether it starts another. */
static void child(MPI_Comm parent, int argc, char **argv)
{
    int *number, flag, expected = atoi(argv[1]);
    char folder[4096];
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &flag);
    CHECK(flag && *number == expected);
    CHECK(getcwd(folder, sizeof folder) != NULL);
    if (argc > 2 && !strcmp(argv[2], "root"))
        SAME(folder, "/");
    else
        CHECK(strcmp(folder, "/"));
    if (argc > 2 && !strcmp(argv[2], "again")) {
        char *arguments[] = {"0", NULL};
        MPI_Comm inter;
        MPI_Comm_spawn(argv[0], arguments, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter, MPI_ERRCODES_IGNORE);
        talk(inter, 0);
        tell_failures(inter, 0);
        MPI_Comm_disconnect(&inter);
    }
    talk(parent, 1);
    tell_failures(parent, 1);
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    exit(0);
}

int main(int argc, char **argv)
{
    MPI_Comm parent, inter;
    start(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL)
        child(parent, argc, argv);
    char *first[] = {"0", "root", NULL}, *second[] = {"1", "again", NULL}, **arguments[] = {first, second};
    char *commands[] = {argv[0], argv[0]};
    int counts[] = {2, 1}, codes[3] = {7, 7, 7}, remote;
    MPI_Info infos[2] = {MPI_INFO_NULL, MPI_INFO_NULL};
    MPI_Info_create(&infos[0]);
    MPI_Info_set(infos[0], "wdir", "/");
    MPI_Info_set(infos[0], "no_such_key", "is ignored");
    MPI_Comm_spawn_multiple(2, commands, arguments, counts, infos, 0, MPI_COMM_WORLD, &inter, codes);
    EQUAL(codes[0] + codes[1] + codes[2], 0);
    MPI_Comm_remote_size(inter, &remote);
    EQUAL(remote, 3);
    talk(inter, 0);
    tell_failures(inter, 0);
    MPI_Info_free(&infos[0]);
    MPI_Comm_disconnect(&inter);
    say("3 ranks of 2 programs, and one of theirs");
    return finish();
}
