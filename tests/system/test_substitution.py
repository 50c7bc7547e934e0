"""Whatever a program says of where its MPI library lies, it gets the tunnel's; tools stand before it in every mode."""

import shutil
import sys
from pathlib import Path

import pytest

MODES = ["images", "processes"]
MACHINE = ["-p", "ethernet-cluster", "--compute", "none"]

# An MPI library that says so when it is loaded.
OTHER = r"""
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void loaded(void) { fputs("the other library is loaded\n", stderr); abort(); }
int PMPI_Init(void *argc, void *argv) { return 0; }
int MPI_Init(void *argc, void *argv) { return 0; }
"""

WHO = r"""
#include <stdio.h>
int MPI_Init(int *, char ***), MPI_Finalize(void), MPI_Comm_rank(void *, int *), MPI_Comm_size(void *, int *);
extern char ompi_mpi_comm_world[];
int go(void);
int go(void)
{
    int rank, size;
    MPI_Init(0, 0);
    MPI_Comm_rank(ompi_mpi_comm_world, &rank);
    MPI_Comm_size(ompi_mpi_comm_world, &size);
    printf("%d of %d\n", rank, size);
    return MPI_Finalize();
}
"""


@pytest.fixture
def other(windtunnel, tmp_path):
    """The folder of another MPI library, with Open MPI's soname."""
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "other.c").write_text(OTHER)
    library = folder / "libmpi.so.40"
    done = windtunnel.execute("cc", "-w", "-shared", "-fPIC", "-Wl,-soname,libmpi.so.40", folder / "other.c", "-o", library)
    assert done.status == 0, done.err
    return folder


def link(windtunnel, folder, other, name, *options):
    """Links a source with Open MPI's ABI, and has it look for the library in the other folder first (DT_RPATH)."""
    search = [f"-L{windtunnel.prefix}/lib/windtunnel", "-l:libmpi.so.40", "-Wl,--disable-new-dtags", f"-Wl,-rpath,{other}"]
    done = windtunnel.execute("cc", "-w", "-fPIC", folder / f"{name}.c", "-o", folder / name, *options, *search)
    assert done.status == 0, done.err
    return folder / name


@pytest.mark.parametrize("mode", MODES)
def test_a_run_path_of_the_program(windtunnel, tmp_path, other, mode):
    (tmp_path / "who.c").write_text(WHO + "int main(void) { return go(); }\n")
    program = link(windtunnel, tmp_path, other, "who")
    assert f"Library rpath: [{other}]" in windtunnel.execute("readelf", "-d", program).out
    done = windtunnel.must("run", "-q", "-n", 3, *MACHINE, "--mode", mode, program, cwd=tmp_path)
    assert sorted(done.out.splitlines()) == ["0 of 3", "1 of 3", "2 of 3"]


def test_a_run_path_of_a_module_that_an_interpreter_loads(windtunnel, tmp_path, other):
    (tmp_path / "module.so.c").write_text(WHO)
    link(windtunnel, tmp_path, other, "module.so", "-shared")
    (tmp_path / "load.py").write_text("import ctypes, os\nctypes.CDLL(os.path.abspath('module.so')).go()\n")
    done = windtunnel.must("run", "-q", "-n", 3, *MACHINE, sys.executable, "load.py", cwd=tmp_path)
    assert sorted(done.out.splitlines()) == ["0 of 3", "1 of 3", "2 of 3"]


def test_a_launcher_that_changes_the_search_path(windtunnel, tmp_path, other):
    """As R's: it puts folders before all others."""
    (tmp_path / "module.so.c").write_text(WHO)
    link(windtunnel, tmp_path, other, "module.so", "-shared")
    load = tmp_path / "load.c"
    load.write_text(
        '#include <dlfcn.h>\nint main(void) { return ((int (*)(void))dlsym(dlopen("./module.so", RTLD_NOW), "go"))(); }\n'
    )
    assert windtunnel.execute("cc", load, "-o", tmp_path / "load").status == 0
    script = tmp_path / "start.sh"
    script.write_text(f"#!/bin/sh\nexport LD_LIBRARY_PATH={other}:$LD_LIBRARY_PATH\nexec ./load\n")
    script.chmod(0o755)
    done = windtunnel.must("run", "-q", "-n", 2, *MACHINE, script, cwd=tmp_path)
    assert sorted(done.out.splitlines()) == ["0 of 2", "1 of 2"]


@pytest.mark.parametrize("mode", ["auto", "processes"])
def test_the_library_opened_again_by_its_path(windtunnel, tmp_path, other, mode):
    """As Rmpi does before MPI_Init."""
    source = (
        WHO
        + f"""
#include <dlfcn.h>
int main(void) {{ return dlopen("{other}/libmpi.so.40", RTLD_GLOBAL | RTLD_LAZY) ? go() : 4; }}
"""
    )
    (tmp_path / "again.c").write_text(source)
    program = link(windtunnel, tmp_path, other, "again")
    done = windtunnel.must("run", "-q", "-n", 2, *MACHINE, "--mode", mode, program, cwd=tmp_path)
    assert sorted(done.out.splitlines()) == ["0 of 2", "1 of 2"]


def test_what_a_rank_starts_is_not_asked(windtunnel, tmp_path):
    """LD_AUDIT is for the rank's own process."""
    source = """#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return system("env | grep -c '^LD_AUDIT=' > count.txt") == 0;
}
"""
    program = windtunnel.compile(source, tmp_path / "starts")
    windtunnel.must("run", "-q", "-n", 1, *MACHINE, "--mode", "processes", program, cwd=tmp_path)
    assert (tmp_path / "count.txt").read_text() == "0\n"


def test_what_python_starts_is_not_asked(windtunnel, tmp_path):
    text = "import os\nprint([name for name in os.environ if name in ('LD_AUDIT', 'GLIBC_TUNABLES', 'LD_PRELOAD')], os.environ.get('MALLOC_ARENA_MAX'))\n"
    (tmp_path / "environment.py").write_text(
        text + "import subprocess\nprint(subprocess.run(['env'], capture_output=True, text=True).stdout.count('LD_AUDIT'))\n"
    )
    words = ["run", "-q", "-n", 1, *MACHINE, "-x", "MALLOC_ARENA_MAX=1", sys.executable, "environment.py"]
    done = windtunnel(*words, cwd=tmp_path)
    assert done.out.splitlines() == ["[] 1", "0"], done


TOOL = r"""
#include <mpi.h>
#include <stdio.h>
static int calls;
int MPI_Barrier(MPI_Comm comm) { calls++; return PMPI_Barrier(comm); }
int MPI_Finalize(void)
{
    int rank;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fprintf(stderr, "rank %d: %d barriers\n", rank, calls);
    return PMPI_Finalize();
}
"""

BARRIERS = r"""
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", [*MODES, "auto"])
@pytest.mark.parametrize("way", ["option", "environment"])
def test_a_pmpi_tool_is_loaded(windtunnel, tmp_path, mode, way):
    (tmp_path / "tool.c").write_text(TOOL)
    assert windtunnel.execute("wtcc", "-shared", "tool.c", "-o", "libtool.so", cwd=tmp_path).status == 0
    program = windtunnel.compile(BARRIERS, tmp_path / "barriers")
    tool = str(tmp_path / "libtool.so")
    given = ["-x", f"LD_PRELOAD={tool}"] if way == "option" else []
    environment = {"LD_PRELOAD": tool} if way == "environment" else {}
    modes = [] if mode == "auto" else ["--mode", mode]
    done = windtunnel.must("run", "-q", "-n", 2, *MACHINE, *modes, *given, program, cwd=tmp_path, env=environment)
    assert sorted(line for line in done.err.splitlines() if "barriers" in line) == ["rank 0: 2 barriers", "rank 1: 2 barriers"]


# As profilers (mpiP, Darshan) do: a constructor, environment, the next function by its name, the C library's function that opens files
# stood before, MPI of its own before the end, of data in a log that is mapped to be written alone, and one file of all ranks.
PROFILER = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
static int ready, barriers, opened;
static int (*next_barrier)(MPI_Comm);
__attribute__((constructor)) static void begin(void) { ready = getenv("PROFILER_LOG") != NULL; }
#if OPENS
int PMPI_Init(int *argc, char ***argv)
{
    int (*next)(int *, char ***) = (int (*)(int *, char ***))dlsym(RTLD_NEXT, "PMPI_Init");
    return next(argc, argv);
}
static int (*next_open)(const char *, int, ...);
int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    int mode = flags & O_CREAT ? va_arg(more, int) : 0;
    va_end(more);
    if (!next_open)
        next_open = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    opened += strstr(path, "data.txt") != NULL;
    return next_open(path, flags, mode);
}
#endif
int MPI_Barrier(MPI_Comm comm)
{
    if (!next_barrier)
        next_barrier = (int (*)(MPI_Comm))dlsym(RTLD_NEXT, "MPI_Barrier");
    barriers++;
    return next_barrier(comm);
}
static void larger(void *in, void *inout, int *count, MPI_Datatype *type)
{
    for (int i = 0; i < *count; i++)
        if (((long *)in)[2 * i] > ((long *)inout)[2 * i])
            memcpy((long *)inout + 2 * i, (long *)in + 2 * i, 2 * sizeof(long));
}
int MPI_Finalize(void)
{
    char line[64];
    MPI_File log;
    MPI_Comm own;
    MPI_Datatype pair;
    MPI_Op latest;
    int rank, all;
    long *times = mmap(0, 4096, PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    PMPI_Comm_dup(MPI_COMM_WORLD, &own);
    PMPI_Comm_rank(own, &rank);
    PMPI_Reduce(&barriers, &all, 1, MPI_INT, MPI_SUM, 0, own);
    PMPI_Type_contiguous(2, MPI_LONG, &pair);
    PMPI_Type_commit(&pair);
    PMPI_Op_create(larger, 1, &latest);
    times[0] = 5 + rank, times[1] = 7 * rank;
    PMPI_Reduce(rank == 0 ? MPI_IN_PLACE : times, times, 1, pair, latest, 0, own);
    PMPI_Type_free(&pair);
    PMPI_Op_free(&latest);
    snprintf(line, sizeof line, "rank %d: ready %d, %d barriers, %d opened\n", rank, ready, barriers, opened);
    PMPI_File_open(own, getenv("PROFILER_LOG"), MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &log);
    PMPI_File_write_ordered(log, line, (int)strlen(line), MPI_CHAR, MPI_STATUS_IGNORE);
    if (rank == 0) {
        snprintf(line, sizeof line, "all: %d barriers, latest %ld %ld\n", all, times[0], times[1]);
        PMPI_File_write_shared(log, line, (int)strlen(line), MPI_CHAR, MPI_STATUS_IGNORE);
    }
    PMPI_File_close(&log);
    PMPI_Comm_free(&own);
    return PMPI_Finalize();
}
"""

PROFILED = r"""
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    close(open("data.txt", O_RDWR | O_CREAT, 0644));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", [*MODES, "auto"])
@pytest.mark.parametrize("opens", [0, 1])
def test_a_profiler_writes_its_file(windtunnel, tmp_path, mode, opens):
    (tmp_path / "profiler.c").write_text(PROFILER)
    words = ["wtcc", f"-DOPENS={opens}", "-shared", "profiler.c", "-o", "libprofiler.so", "-ldl"]
    assert windtunnel.execute(*words, cwd=tmp_path).status == 0
    program = windtunnel.compile(PROFILED, tmp_path / "profiled")
    given = ["-x", f"LD_PRELOAD={tmp_path / 'libprofiler.so'}", "-x", "PROFILER_LOG=profile.log"]
    done = windtunnel.must("run", "-q", "-n", 2, *MACHINE, "--mode", mode, *given, program, cwd=tmp_path)
    assert "run as processes" not in done.err
    ranks = [f"rank {rank}: ready 1, 2 barriers, {opens} opened" for rank in (0, 1)]
    assert (tmp_path / "profile.log").read_text().splitlines() == [*ranks, "all: 4 barriers, latest 6 7"]


def test_a_tool_that_replaces_functions_of_the_c_library_gets_processes(windtunnel, tmp_path):
    more = "void __libc_free(void *);\nvoid free(void *place) { __libc_free(place); }\n"
    (tmp_path / "tool.c").write_text(more + TOOL)
    assert windtunnel.execute("wtcc", "-shared", "tool.c", "-o", "libtool.so", cwd=tmp_path).status == 0
    program = windtunnel.compile(BARRIERS, tmp_path / "barriers")
    done = windtunnel.must(
        "run", "-q", "-n", 2, *MACHINE, "-x", f"LD_PRELOAD={tmp_path / 'libtool.so'}", program, cwd=tmp_path
    )
    assert "rank 1: 2 barriers" in done.err
    why = "it defines free, and libc.so.6, a library that all ranks share, uses that symbol, too; supported only with"
    assert f"{why} `--mode processes`: its ranks run as processes" in done.err


def test_fortrans_units_are_a_ranks_own_behind_a_library_that_needs_fortran(windtunnel, tmp_path):
    """The system's linear algebra is shared by all ranks, and so is the Fortran library that it needs."""
    if not shutil.which("gfortran") or not any(Path("/usr/lib/x86_64-linux-gnu").glob("libblas.so.3")):
        pytest.skip("NOT RUN: there is no gfortran, or no libblas.so.3")
    source = tmp_path / "units.f90"
    source.write_text("""program units
    use mpi
    integer :: rank, ierror
    double precision, external :: ddot
    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    open (unit=20, file='same.txt')
    read (20, *) ierror
    write (*, '(a,i2)', advance='no') 'rank', rank
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    write (*, '(a,f4.0)') ' has', ddot(2, [1d0, 2d0], 1, [3d0, 4d0], 1)
    if (rank == 0) stop 3
    call MPI_Finalize(ierror)
end program
""")
    (tmp_path / "same.txt").write_text("1\n")
    words = ["wtfort", source, "-o", "units", "-Wl,--no-as-needed", "/usr/lib/x86_64-linux-gnu/libblas.so.3"]
    # As packages are linked: the library comes before the compiler's own.
    done = windtunnel.execute(*words, cwd=tmp_path)
    assert done.status == 0, done.err
    done = windtunnel("run", "-q", "-n", 2, *MACHINE, "--mode", "images", "./units", cwd=tmp_path)
    assert sorted(done.out.splitlines()) == ["rank 0 has 11.", "rank 1 has 11."], done
    assert done.status == 1 and "status 3" in done.err


NULL = r"""
#include <mpi.h>
#include <stdio.h>
#define SAY(call) printf("%d", (call) == MPI_SUCCESS)
int main(int argc, char **argv)
{
    int *tag_ub, found, counts[8] = {0}, dims[1] = {0}, periods[1] = {1};
    MPI_Aint places[8] = {0};
    char data[64];
    MPI_Datatype none[8];
    MPI_Comm ring;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int i = 0; i < 8; i++)
        none[i] = MPI_DATATYPE_NULL;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &tag_ub, &found);
    printf("%d ", *tag_ub);
    SAY(MPI_Alltoallw(data, counts, counts, none, data + 32, counts, counts, none, MPI_COMM_SELF));
    dims[0] = 1;
    MPI_Cart_create(MPI_COMM_SELF, 1, dims, periods, 0, &ring);
    MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
    SAY(MPI_Neighbor_alltoallw(data, counts, places, none, data + 32, counts, places, none, ring));
    SAY(MPI_Sendrecv(data, 0, MPI_DATATYPE_NULL, 0, 0, data, 0, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE));
    SAY(MPI_Send(data, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL, 0, MPI_COMM_SELF));
    SAY(MPI_Bcast(data, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_SELF));
    SAY(MPI_Neighbor_alltoall(data, 0, MPI_DATATYPE_NULL, data + 32, 0, MPI_DATATYPE_NULL, ring));
    SAY(MPI_Send(data, 1, MPI_DATATYPE_NULL, MPI_PROC_NULL, 0, MPI_COMM_SELF));
    SAY(MPI_Gather(data, 0, MPI_DATATYPE_NULL, data + 32, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_SELF));
    SAY(MPI_Alltoallv(data, counts, counts, MPI_DATATYPE_NULL, data + 32, counts, counts, MPI_DATATYPE_NULL, MPI_COMM_SELF));
    SAY(MPI_Allgather(data, 0, MPI_DATATYPE_NULL, data + 32, 0, MPI_DATATYPE_NULL, MPI_COMM_SELF));
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", MODES)
def test_null_datatypes_and_the_largest_tag_are_the_librarys(windtunnel, tmp_path, mode):
    """Expects the output of MPICH 3.4.3, 4.3.2 and 5.0.2 and of Open MPI 4.1.4 for the same program."""
    program = windtunnel.compile(NULL, tmp_path / "null")
    said = {}
    for library in ("mpich-3.4", "mpich-4.3", "mpich-5.0", "openmpi-4.1"):
        done = windtunnel.must("run", "-q", "-n", 1, *MACHINE, "--mode", mode, "--mpi-library", library, program, cwd=tmp_path)
        said[library] = done.out
    assert said == {
        "mpich-3.4": "268435455 1100000000",
        "mpich-4.3": "1073741823 1111110000",
        "mpich-5.0": "536870911 1111110000",
        "openmpi-4.1": "2147483647 0000000000",
    }


NULL_IN_EACH = r"""
#include <mpi.h>
#include <stdio.h>
#define SAY(call) printf("%d", (call) == MPI_SUCCESS)
int main(int argc, char **argv)
{
    int counts[8] = {0};
    char a[64] = {0}, b[64] = {0};
    MPI_Request request;
    MPI_Datatype none = MPI_DATATYPE_NULL, types[3] = {none, MPI_INT, MPI_2INT};
    MPI_Comm self = MPI_COMM_SELF;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(self, MPI_ERRORS_RETURN);
    for (int t = 0; t < 3; t++) {
        SAY(MPI_Reduce(a, b, 0, types[t], MPI_MINLOC, 0, self));
        SAY(MPI_Allreduce(a, b, 0, types[t], MPI_MINLOC, self));
        SAY(MPI_Scan(a, b, 0, types[t], MPI_MINLOC, self));
        SAY(MPI_Exscan(a, b, 0, types[t], MPI_MINLOC, self));
        SAY(MPI_Reduce_scatter(a, b, counts, types[t], MPI_MINLOC, self));
        SAY(MPI_Reduce_scatter_block(a, b, 0, types[t], MPI_MINLOC, self));
        printf(" ");
    }
    SAY(MPI_Bcast(a, 0, none, 0, self));
    SAY(MPI_Gatherv(a, 0, none, b, counts, counts, none, 0, self));
    SAY(MPI_Scatter(a, 0, none, b, 0, none, 0, self));
    SAY(MPI_Scatterv(a, counts, counts, none, b, 0, none, 0, self));
    SAY(MPI_Allgatherv(a, 0, none, b, counts, counts, none, self));
    SAY(MPI_Alltoall(a, 0, none, b, 0, none, self));
    printf(" ");
    SAY(MPI_Recv(b, 0, none, MPI_PROC_NULL, 0, self, MPI_STATUS_IGNORE));
    SAY(MPI_Ssend(a, 0, none, MPI_PROC_NULL, 0, self));
    if (MPI_Isend(a, 0, none, MPI_PROC_NULL, 0, self, &request) == MPI_SUCCESS)
        printf("1"), MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (MPI_Ibcast(a, 0, none, 0, self, &request) == MPI_SUCCESS)
        printf("2"), MPI_Wait(&request, MPI_STATUS_IGNORE);
    SAY(MPI_Iallreduce(a, b, 0, none, MPI_MINLOC, self, &request));
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", MODES)
def test_null_datatypes_in_each_call_are_the_librarys(windtunnel, tmp_path, mode):
    """Expects the output of MPICH 5.0.2 and of Open MPI 4.1.4 for the same program."""
    program = windtunnel.compile(NULL_IN_EACH, tmp_path / "null")
    said = {}
    for library in ("mpich-5.0", "openmpi-4.1"):
        done = windtunnel.must("run", "-q", "-n", 1, *MACHINE, "--mode", mode, "--mpi-library", library, program, cwd=tmp_path)
        said[library] = done.out
    assert said == {"mpich-5.0": "000000 000000 111111 100000 11120", "openmpi-4.1": "000000 000000 111111 000000 000"}


@pytest.mark.parametrize("mode", MODES)
def test_a_program_that_is_run_from_its_source_starts_itself(windtunnel, tmp_path, mode):
    (tmp_path / "again.c").write_text("""#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    MPI_Comm parent, child;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        printf("%d\\n", access(argv[0], X_OK));
        fflush(stdout);
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_SELF, &child, MPI_ERRCODES_IGNORE);
        MPI_Comm_disconnect(&child);
    } else {
        printf("started\\n");
        MPI_Comm_disconnect(&parent);
    }
    MPI_Finalize();
    return 0;
}
""")
    done = windtunnel.must("run", "-q", "-n", 1, *MACHINE, "--mode", mode, "./again.c", cwd=tmp_path)
    assert sorted(done.out.splitlines()) == ["0", "started", "started"]


@pytest.mark.parametrize("mode", ["auto", "processes"])
def test_libraries_with_much_thread_local_storage(windtunnel, tmp_path, mode):
    """Initial-exec, as linear algebra and Python's modules have it."""
    library = '__thread char big[300000] __attribute__((tls_model("initial-exec")));\nchar *place(void) { return big; }\n'
    (tmp_path / "library.c").write_text(library)
    assert windtunnel.execute("cc", "-shared", "-fPIC", "library.c", "-o", "liblibrary.so", cwd=tmp_path).status == 0
    source = """#include <mpi.h>
#include <stdio.h>
char *place(void);
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    place()[299999] = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\\n", place()[299999]);
    MPI_Finalize();
    return 0;
}
"""
    program = windtunnel.compile(source, tmp_path / "uses", f"-L{tmp_path}", f"-Wl,-rpath,{tmp_path}", "-llibrary")
    done = windtunnel("run", "-q", "-n", 2, *MACHINE, "--mode", mode, program, cwd=tmp_path)
    assert sorted(done.out.splitlines()) == ["0", "1"], done
