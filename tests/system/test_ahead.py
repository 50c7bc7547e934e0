"""Ranks run ahead of their short blocking sends, where nobody can see it."""

import pytest

MACHINE = ["-p", "fat-tree", "--compute", "none"]

# Rank 1 speaks while rank 0 pays for its send.
ORDER = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void say(const char *how, const char *text)
{
    if (*how == 'p') printf("%s\\n", text);
    if (*how == 'e') fprintf(stderr, "%s\\n", text);
    if (*how == 'f') printf("%s\\n", text), fflush(stdout);
    if (*how == 'w') write(1, text, strlen(text)), write(1, "\\n", 1);
    if (*how == 'a') {
        FILE *file = fopen("order.txt", "a");
        fprintf(file, "%s\\n", text);
        fclose(file);
    }
}
int main(int argc, char **argv)
{
    int rank, number = 1, got[3] = {0, 0, 0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        for (int i = 0; i < 3; i++) {
            number = 10 + i;
            MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
            number = -1;
            if (i != 1) say(argv[1], i ? "0 has sent three" : "0 has sent one");
        }
        if (argv[2]) exit(7);
    } else {
        say(argv[1], "1 waits");
        for (int i = 0; i < 3; i++) MPI_Recv(got + i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (got[0] != 10 || got[1] != 11 || got[2] != 12) MPI_Abort(MPI_COMM_WORLD, 3);
        say(argv[1], "1 has all");
    }
    if (argv[2]) exit(7);
    MPI_Finalize();
    return 0;
}
"""

CRASH = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, number = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        void *volatile buffers[] = {&number, (void *)8};
        for (int i = 0; i < 2; i++) {
            MPI_Send(buffers[i], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
            if (argv[1][0] == 'n') *(volatile int *)8 = 1;
            if (argv[1][0] == 'a') abort();
            if (argv[1][0] == 'o') MPI_Send(buffers[1], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        }
    } else {
        puts("1 waits");
        fflush(stdout);
        MPI_Recv(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
"""

LINES = ["1 waits", "0 has sent one", "0 has sent three", "1 has all"]


@pytest.mark.parametrize("mode", ["images", "processes"])
@pytest.mark.parametrize("how", ["p", "f", "w", "e", "a"])
def test_what_ranks_write_comes_in_the_order_of_simulated_time(windtunnel, tmp_path, how, mode):
    program = windtunnel.compile(ORDER, tmp_path / "order")
    for ending in [[], ["exit"]]:
        done = windtunnel("run", "-q", "-n", 2, *MACHINE, "--mode", mode, program, how, *ending, cwd=tmp_path)
        assert done.status == (1 if ending else 0), done.err
        text = {"e": done.err, "a": ""}.get(how, done.out)
        if how == "a":
            file = tmp_path / "order.txt"
            text = file.read_text()
            file.unlink()
        assert [line for line in text.splitlines() if line in LINES] == LINES


@pytest.mark.parametrize("how", ["null", "abort", "buffer", "other-call"])
def test_a_rank_that_crashes_after_a_send_has_sent_it(windtunnel, tmp_path, how):
    program = windtunnel.compile(CRASH, tmp_path / "crash")
    done = windtunnel("run", "-q", "-n", 2, *MACHINE, "--mode", "images", program, how, cwd=tmp_path)
    assert "rank 0" in done.err and "SIG" in done.err, done.err
    assert done.out == "1 waits\n"
