"""Programs built with Open MPI: handles that are addresses of variables, of which every rank has its own copies."""

import pytest

MACHINE = ["-p", "fat-tree", "--compute", "none"]
MODES = ("images", "serialised", "processes")

# What mpi.h of Open MPI 4.1 says of the names used here: variables of these sizes, whose addresses are the handles.
HEADER = """
#include <stdio.h>
typedef void *handle;
struct status { int source, tag, error, cancelled; unsigned long bytes; };
extern struct { char bytes[512]; } ompi_mpi_comm_world, ompi_mpi_comm_null, ompi_mpi_int;
extern struct { char bytes[2048]; } ompi_mpi_op_sum;
extern struct { char bytes[256]; } ompi_request_null;
int MPI_Init(int *, char ***), MPI_Finalize(void), MPI_Comm_rank(handle, int *), MPI_Comm_size(handle, int *);
int MPI_Irecv(void *, int, handle, int, int, handle, handle *), MPI_Send(void *, int, handle, int, int, handle);
int MPI_Waitall(int, handle *, struct status *), MPI_Comm_get_parent(handle *), MPI_Comm_split(handle, int, int, handle *);
int MPI_Allreduce(const void *, void *, int, handle, handle, handle), MPI_Comm_free(handle *);
int MPI_Op_create(void (*)(void *, void *, int *, handle *), int, handle *);
"""

RING = HEADER + """
static int calls_with_int;
static void add(void *in, void *inout, int *count, handle *type)
{
    calls_with_int += *type == &ompi_mpi_int;
    for (int i = 0; i < *count; i++) ((int *)inout)[i] += ((int *)in)[i];
}
int main(int argc, char **argv)
{
    int rank, size, got[2] = {-1, -1}, sum, own;
    handle requests[2] = {&ompi_request_null, &ompi_request_null}, parent, half, op;
    struct status statuses[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(&ompi_mpi_comm_world, &rank);
    MPI_Comm_size(&ompi_mpi_comm_world, &size);
    MPI_Irecv(got, 2, &ompi_mpi_int, (rank + size - 1) % size, 7, &ompi_mpi_comm_world, requests);
    MPI_Send(&rank, 1, &ompi_mpi_int, (rank + 1) % size, 7, &ompi_mpi_comm_world);
    MPI_Waitall(2, requests, statuses);
    MPI_Comm_get_parent(&parent);
    MPI_Allreduce(&rank, &sum, 1, &ompi_mpi_int, &ompi_mpi_op_sum, &ompi_mpi_comm_world);
    MPI_Comm_split(&ompi_mpi_comm_world, rank % 2, 0, &half);
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(&rank, &own, 1, &ompi_mpi_int, op, half);
    MPI_Comm_free(&half);
    printf("%d: %d from %d with tag %d, %lu bytes; null %d %d %d; sums %d %d; type known %d\\n", rank, got[0],
           statuses[0].source, statuses[0].tag, statuses[0].bytes, requests[0] == &ompi_request_null,
           parent == &ompi_mpi_comm_null, half == &ompi_mpi_comm_null, sum, own, calls_with_int > 0);
    MPI_Finalize();
    return 0;
}
"""


def built(windtunnel, source, executable, *options):
    """A program linked with the face."""
    path = executable.with_suffix(".c")
    path.write_text(source)
    done = windtunnel.execute("cc", path, "-o", executable, f"-L{windtunnel.prefix}/lib/windtunnel", *options, "-l:libmpi.so.40")
    assert done.status == 0, done.err
    return executable


@pytest.mark.parametrize("options", [["-fPIE", "-pie"], ["-fPIC", "-pie"]], ids=" ".join)
def test_handles_are_the_addresses_that_a_rank_knows(windtunnel, tmp_path, options):
    program = built(windtunnel, RING, tmp_path / "ring", *options)
    copied = "R_X86_64_COPY" in windtunnel.execute("readelf", "-rW", program).out
    assert copied == ("-fPIE" in options), "the variables' copies are what is tested"
    expected = [
        f"{rank}: {(rank + 3) % 4} from {(rank + 3) % 4} with tag 7, 4 bytes; null 1 1 1; sums 6 {2 + 2 * (rank % 2)}; type known 1"
        for rank in range(4)
    ]
    ends = set()
    for mode in MODES:
        done = windtunnel.must("run", "-q", "-n", 4, *MACHINE, "--mode", mode, "--out", mode, program, cwd=tmp_path)
        assert sorted(done.out.splitlines()) == expected, mode
        ends.add(done.last_line)
    assert len(ends) == 1, ends


def test_a_program_at_a_fixed_address_runs_as_processes(windtunnel, tmp_path):
    program = built(windtunnel, RING, tmp_path / "ring", "-no-pie")
    done = windtunnel.must("run", "-n", 2, *MACHINE, program, cwd=tmp_path)
    assert "is linked at a fixed address: its ranks run as processes" in done.err
    assert "0: 1 from 1 with tag 7, 4 bytes; null 1 1 1;" in done.out


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_what_lies_below_open_mpi_is_not_loaded(windtunnel, tmp_path, mode):
    below = ["-Wl,--no-as-needed", "-l:libopen-rte.so.40", "-l:libopen-pal.so.40"]
    program = built(windtunnel, RING, tmp_path / "ring", *below)
    assert "libopen-pal.so.40" in windtunnel.execute("readelf", "-d", program).out
    # A library of that name in the program's path would be taken by the dynamic linker.
    (tmp_path / "other.c").write_text("__attribute__((constructor)) static void loaded(void) { __builtin_trap(); }\n")
    for name in ("libopen-rte.so.40", "libopen-pal.so.40"):
        shared = ["cc", "-shared", "-fPIC", f"-Wl,-soname,{name}", tmp_path / "other.c", "-o", tmp_path / name]
        assert windtunnel.execute(*shared).status == 0
    command = ["run", "-q", "-n", 2, *MACHINE, "--mode", mode, program]
    done = windtunnel.must(*command, cwd=tmp_path, env={"LD_LIBRARY_PATH": str(tmp_path)})
    assert len(done.out.splitlines()) == 2


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_a_function_that_is_not_simulated_says_so_when_it_is_called(windtunnel, tmp_path, mode):
    source = HEADER + """
    int OMPI_Affinity_str(int, char *, char *, char *);
    int main(int argc, char **argv)
    {
        MPI_Init(&argc, &argv);
        puts("started");
        fflush(stdout);
        return OMPI_Affinity_str(0, 0, 0, 0);
    }
    """
    program = built(windtunnel, source, tmp_path / "bound")
    done = windtunnel("run", "-q", "-n", 1, *MACHINE, "--mode", mode, program, cwd=tmp_path)
    assert done.status == 1 and done.out == "started\n", done
    assert "rank 0: OMPI_Affinity_str is not simulated yet, at main " in done.err, done.err
