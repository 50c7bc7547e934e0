"""Rule files of Open MPI's component HAN: the real one obeys them as they are obeyed here, by the messages from each rank to each, and so it
does those that `windtunnel tune collectives` writes.

Hosts are those of test_several_hosts.py, and so is what is needed. HAN splits a communicator at its first call, by another function for some of its
algorithms: each call is made twice, and the second one is compared.
"""

import json

import pytest
from test_decisions import REDUCTIONS, Call, build, report
from test_several_hosts import HAN, PLACES, differences, hosts, launch, simulate

from tunnel import Windtunnel

polars = pytest.importorskip("polars")

__all__ = ["hosts"]

#: Sizes from which rules hold, and one in each interval.
FROM = [0, 512, 4096, 40000, 90000]
WITHIN = [64, 1024, 8192, 72000, 200000]
#: What each operation is done by in these intervals.
RULES = {
    "barrier": ["han @simple"],
    "bcast": ["tuned", "han @simple", "libnbc", "han @2", "han @intra"],
    "gather": ["sm", "han @simple", "tuned", "han @intra", "han"],
    "scatter": ["han", "self", "han @intra", "tuned", "han @1"],
    "allgather": ["han @default", "tuned", "han @simple", "adapt", "han @0"],
    "reduce": ["han", "han @simple", "han @reproducible", "han @simple", "tuned"],
    "allreduce": ["han @simple", "libnbc", "han @reproducible", "han @2", "han @intra"],
}
#: Rules for tuned itself: a bcast from 4 ranks on, and an allreduce.
TUNED = "2\n7 2 2 1 0 0 0 0 4 1 0 3 0 2048\n2 1 2 1 0 3 0 0\n"


def han_rules(few):
    """The text of a file: on few ranks what a list says, on more the same in another order; and rules for parts, of which nothing comes."""
    text = ["# each operation\n", f"{len(RULES)}\n"]
    for operation, rules in RULES.items():
        text.append(f"{operation}  # by name\n3\nintra_node 1 1 1 0 libnbc\n1 1 1 1 0 han\nglobal_communicator 2\n")
        for ranks, turn in ((1, 0), (few + 1, 1)):
            turned = rules[turn:] + rules[:turn]
            entries = "".join(f"{size} {rule}\n" for size, rule in zip(FROM, turned, strict=False))
            text.append(f"{ranks}\n{len(turned)}\n{entries}")
    return "".join(text)


def call_of(operation, ranks, size, root=0):
    reduces = operation in REDUCTIONS
    count = 0 if operation == "barrier" else size // 8 if reduces else size
    rooted = operation in ("bcast", "gather", "scatter", "reduce")
    return Call(ranks, operation, "double" if reduces else "byte", count, "sum", root if rooted else 0, 0)


def twice(folder, calls):
    (folder / "calls").write_text("".join(" ".join(map(str, call)) + "\n" for call in calls + calls))
    return calls + calls


@pytest.mark.parametrize("name", ["3x2", "4x3", "by turns", "2+3"])
def test_open_mpi_obeys_the_rules_that_are_obeyed_here(tmp_path, hosts, name):
    places = PLACES[name]
    ranks, few = len(places), 4
    program = build(tmp_path, "openmpi-5.0", "monitoring")
    text = han_rules(few)
    (tmp_path / "han.conf").write_text(text)
    (tmp_path / "tuned.conf").write_text(TUNED)
    of = [call_of(operation, size, bytes, size - 1) for size in (few, ranks) for operation in HAN for bytes in WITHIN]
    calls = twice(tmp_path, of)
    told = {
        "coll_han_use_dynamic_file_rules": 1, "coll_han_dynamic_rules_filename": tmp_path / "han.conf",
        "coll_tuned_use_dynamic_rules": 1, "coll_tuned_dynamic_rules_filename": tmp_path / "tuned.conf",
    }
    lines = launch(hosts, tmp_path, program, places, told)
    rows = simulate(tmp_path, program, places, f"openmpi-5.0+{tmp_path / 'han.conf'}+{tmp_path / 'tuned.conf'}")
    different = differences(tmp_path, calls, rows, lines, places, len(of))
    assert not different, report(different)
    chosen = set(rows.filter(polars.col("rank") == 0)["algorithm"])
    if name != "2+3":
        assert {"han:segment=65536", "han:segment=0", "han_simple", "pipeline:segment=2048"} <= chosen


def test_open_mpi_obeys_the_files_that_are_written(tmp_path, hosts):
    """Each call of the tuning, with HAN's file and tuned's; the files change what is done."""
    places = PLACES["4x3"]
    program = build(tmp_path, "openmpi-5.0", "monitoring")
    machine = ["-p", "ethernet-cluster", "--ppn", 3, "--mpi-library", "openmpi-5.0", "-n", "6,12", "--sizes", "1KiB,8KiB,64KiB,256KiB"]
    options = ["--network", "delay", "--operation", ",".join(HAN), "--json"]
    told = json.loads(Windtunnel().must("tune", "collectives", *machine, *options, "-o", tmp_path / "tuned", cwd=tmp_path).out)
    assert [path.split("/")[-1] for path in told["files"]] == ["openmpi-rules-v1.conf", "openmpi-rules-v2.conf", "openmpi-han-rules.conf"]
    rules, _, of_han = told["files"]
    sizes = [1 << shift for shift in (10, 13, 16, 18)]
    of = [call_of(operation, ranks, size) for ranks in (6, 12) for operation in HAN for size in sizes]
    calls = twice(tmp_path, of)
    settings = {
        "coll_han_use_dynamic_file_rules": 1, "coll_han_dynamic_rules_filename": of_han,
        "coll_tuned_use_dynamic_rules": 1, "coll_tuned_dynamic_rules_filename": rules,
    }
    lines = launch(hosts, tmp_path, program, places, settings)
    own = simulate(tmp_path, program, places).filter(polars.col("rank") == 0)["algorithm"].to_list()
    rows = simulate(tmp_path, program, places, f"openmpi-5.0+{of_han}+{rules}")
    different = differences(tmp_path, calls, rows, lines, places, len(of))
    assert not different, report(different)
    chosen = rows.filter(polars.col("rank") == 0)["algorithm"].to_list()
    changed = [(call.operation, after) for call, before, after in zip(calls, own, chosen, strict=True) if before != after]
    assert len(changed) > 20 and len({operation for operation, _ in changed}) > 2, "the files change nothing"


@pytest.mark.parametrize(
    "told",
    [
        {"coll_han_bcast_segsize": "8k", "coll_han_reduce_segsize": 16384, "coll_han_allreduce_segsize": 4096, "coll_han_use_simple_gather": 0},
        {"coll_han_use_bcast_algorithm": "simple", "coll_han_use_simple_reduce": "true", "coll_han_use_allreduce_algorithm": 2, "coll_han_use_scatter_algorithm": 2},
        {"coll_han_bcast_dynamic_global_communicator_module": 3, "coll_han_allgather_dynamic_global_communicator_module": 3, "coll_han_bcast_segsize": 0},
        {"coll_han_priority": 20},
        {"coll_tuned_priority": 40, "coll_han_use_bcast_algorithm": "simple"},
        {"coll": "^han,monitoring"},
    ],
    ids=["segments", "algorithms", "components", "priority", "tuned's priority", "without"],
)
def test_open_mpi_obeys_the_parameters_that_are_obeyed_here(tmp_path, hosts, told):
    places = PLACES["4x3"]
    program = build(tmp_path, "openmpi-5.0", "monitoring")
    of = [call_of(operation, len(places), size, 4) for operation in HAN for size in (1024, 72000, 200000)]
    calls = twice(tmp_path, of)
    lines = launch(hosts, tmp_path, program, places, told)
    file = tmp_path / "mca-params.conf"
    file.write_text("".join(f"{name} = {value}\n" for name, value in told.items()))
    rows = simulate(tmp_path, program, places, f"openmpi-5.0+{file}")
    different = differences(tmp_path, calls, rows, lines, places, len(of))
    assert not different, report(different)
    own = simulate(tmp_path, program, places)
    chosen, usual = (rows.filter(polars.col("rank") == 0)["algorithm"].to_list() for rows in (rows, own))
    assert chosen != usual, "the parameters change nothing"
