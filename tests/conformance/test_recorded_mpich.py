"""Conformance programs that run under MPICH and are recorded there, beside two oracles: a library that stands before the recorder
and counts the program's calls by name, and the simulation of the program itself."""

import json
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from programs import Mpich, Prefix, execute, find


def names(text):
    return re.findall(r"\w+", text)


# Four ranks fit on one of its hosts, as on that of MPICH.
MACHINE = ["-q", "-p", "fat-tree", "--compute", "none"]
# Their messages do not depend on time: a replay takes the simulated time of the program. The first of them are in `make test`.
SAME_TIME = names("""
    comm_create file_random rma_fence rma_pscw rma_dynamic rma_lock rma_random coll_counts coll_move coll_types
    coll_reduce neighbors_self type_messages pmpi_own topology_cart
    coll_inter coll_persistent comm_attributes comm_attributes_old comm_info comm_leave cpp_exceptions cxx_globals environment
    errors_removed group isolation_globals isolation_library lang_exit lang_globals lang_libc lang_options lang_output
    lang_symbols neighbors_grid p2p_ahead p2p_bsend p2p_buffers p2p_cancel p2p_null p2p_random p2p_sendrecv rma_errors rma_window
    topology_dims topology_graph type_constructors type_fortran type_pack type_predefined""")
# They ask whether something has come, take what comes first, wait for memory to change or read the clock: the same messages.
SAME_MESSAGES = names("""
    coll_outstanding p2p_completion p2p_probe part_ring
    file_access p2p_inter p2p_matching p2p_modes p2p_persistent rma_shared""")
IN_TEST = {*SAME_TIME[:15], *SAME_MESSAGES[:4]}

# A poll that finds nothing is recorded once, however often the program repeats it.
POLLS = re.compile("MPI_(Test(all|any|some)?|Request_get_status|I?m?probe|Improbe|Win_test|Parrived)")
# They only compute, on arguments or on what the rank has, and so a trace does not hold them.
COMPUTES = re.compile(
    "MPI_(Status_.*|Get_address|Address|Aint_(add|diff)|Wtick|Get_version|Get_library_version|Abi_.*|Initialized|Finalized|"
    "Errhandler_set|Type_(extent|lb|ub|struct|hvector|hindexed))"
)
# Functions that a program calls in functions that MPI calls, which the rank has not called itself.
IN_CALLBACKS = {"coll_reduce": {"MPI_Type_get_extent"}, "comm_attributes": {"MPI_Comm_rank"}}

COUNTER = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#define NEXT(name) static __typeof__(&name) next; if (!next) next = (__typeof__(next))dlsym(RTLD_NEXT, #name)
static struct { const char *name; long count; } calls[1000];
__attribute__((destructor)) static void end(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.%d", getenv("CALLS"), (int)getpid());
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 1000; i++) if (calls[i].count) fprintf(file, "%s %ld\\n", calls[i].name, calls[i].count);
    fclose(file);
}
"""
PROTOTYPE = re.compile(
    r"^(int|double|MPI_Aint) (MPI_(?!T_|Pcontrol|DUP_FN)\w+)\(([^;]*?)\)[^;]*MPICH_API_PUBLIC;", re.MULTILINE
)


@pytest.fixture(scope="module")
def prefix():
    prefix = Prefix()
    assert not prefix.missing, prefix.missing
    return prefix


@pytest.fixture(scope="module")
def mpich():
    mpich = Mpich()
    if not mpich.version:
        pytest.skip("pip install mpich")
    return mpich


@pytest.fixture(scope="module")
def counter(mpich, tmp_path_factory):
    """A library that counts the calls of each function of the header of MPICH, and makes them."""
    folder = tmp_path_factory.mktemp("counter")
    text = COUNTER
    header = (mpich.folder / "include" / "mpi_proto.h").read_text()
    for number, (result, name, parameters) in enumerate(dict.fromkeys(PROTOTYPE.findall(header))):
        words = "" if parameters == "void" else parameters
        names = ", ".join(re.search(r"(\w+)(\[\w*\])*$", word.strip())[1] for word in words.split(",") if word)
        text += f'{result} {name}({parameters}) {{ NEXT({name}); calls[{number}].name = "{name}";\n'
        text += f"    __atomic_fetch_add(&calls[{number}].count, 1, __ATOMIC_RELAXED); return next({names}); }}\n"
    assert text.count("NEXT(MPI_") > 400
    (folder / "counter.c").write_text(text)
    words = [
        mpich.compilers / "mpicc",
        "-shared",
        "-fPIC",
        "-fexceptions",
        "-w",
        "-o",
        folder / "counter.so",
        folder / "counter.c",
        "-ldl",
    ]
    done = execute(words)
    assert done.status == 0, done.stderr
    return folder / "counter.so"


def recorded(program, prefix, mpich, counter, folder):
    """Records a program under MPICH: its ranks, the calls that it has made by name, and what the recorder has said."""
    ranks = max((ranks for ranks in program.ranks if ranks <= 4), default=program.ranks[0])
    executable = prefix.build(program, compilers=mpich.compilers)
    recorder = execute([prefix.windtunnel, "trace", "library", "mpich"]).stdout.strip()
    words = [mpich.compilers / "mpiexec", "-n", ranks, "env", f"LD_PRELOAD={counter}:{recorder}", f"CALLS={folder / 'calls'}"]
    environment = {**program.environment, "WT_TRACE": "real.trace"}
    done = execute([*words, executable, *program.arguments], environment, cwd=folder)
    assert done.status == 0, done.stdout + done.stderr
    calls = Counter()
    for path in folder.glob("calls.*"):
        for name, count in map(str.split, path.read_text().splitlines()):
            calls[name] += int(count)
    return ranks, calls, "".join(line for line in done.stderr.splitlines() if line.startswith("windtunnel"))


def simulated(prefix, folder, name, *words, environment=None):
    """Simulates; gives the manifest, and the messages and bytes between each two ranks."""
    polars = pytest.importorskip("polars")
    command, *rest = words
    done = execute(
        [prefix.windtunnel, command, *MACHINE, "--observe", "messages", "--out", name, *rest], environment, cwd=folder
    )
    assert done.status == 0, done.stderr
    messages = polars.read_parquet(folder / name / "messages").group_by("source", "destination")
    pairs = messages.agg(polars.len(), polars.col("bytes").sum()).sort("source", "destination").rows()
    return json.loads((folder / name / "run.json").read_text()), pairs


def cases():
    programs = {program.name: program for program in find()}
    for name in SAME_TIME + SAME_MESSAGES:
        marks = [] if name in IN_TEST else [pytest.mark.soak]
        yield pytest.param(programs[name], id=name, marks=marks)


@pytest.mark.parametrize("program", cases())
def test_a_recording_has_the_calls_and_messages_of_the_program(program, prefix, mpich, counter, tmp_path):
    ranks, calls, said = recorded(program, prefix, mpich, counter, tmp_path)
    executable = [prefix.build(program, compilers=mpich.compilers), *program.arguments]
    mode = ["-n", ranks, "--mode", program.modes[0], "--"]
    own, own_pairs = simulated(prefix, tmp_path, "own", "run", *mode, *executable, environment=program.environment)
    replayed, pairs = simulated(prefix, tmp_path, "replayed", "replay", "real.trace")
    assert pairs == own_pairs
    if program.name in SAME_TIME:
        assert replayed["simulated_time_ps"] == own["simulated_time_ps"]
    info = execute([prefix.windtunnel, "trace", "info", "--json", "real.trace"], cwd=tmp_path)
    functions = {entry["function"]: entry["calls"] for entry in json.loads(info.stdout)["functions"]}
    # It has arguments of any number, so that the counter leaves it out.
    for name in sorted({*calls, *functions} - {"MPI_Pcontrol"}):
        expected, found = calls[name], functions.get(name, 0)
        # Calls that fail are counted apart.
        if re.search(rf"× {name}\b", said) or COMPUTES.fullmatch(name) or name in IN_CALLBACKS.get(program.name, ()):
            assert found <= expected, (name, found, expected)
        elif POLLS.fullmatch(name):
            assert 0 < found <= expected, (name, found, expected)
        elif program.name != "pmpi_own":
            # That one counts its calls itself.
            assert found == expected, (name, found, expected, said)


def test_enough_programs_are_compared():
    assert len(SAME_TIME) >= 50 and len(SAME_MESSAGES) >= 9 and not {*SAME_TIME} & {*SAME_MESSAGES}
