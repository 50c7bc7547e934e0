"""Published experiments on small machines: their bounds hold, and they leave what they say."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys

import pytest

PLATEAU_TABLES = {"times-64", "correlations-64", "expected-64", "counted-64"}
PLATEAU_PICTURES = {"distributions-64.png", "scatter-64.png"}
STUDIES = {
    "percs-validation": ({"drawer", "pings", "supernode", "buffers"}, {"supernode.png"}),
    "percs-alltoall": ({"times", "links"}, {"times.png", "links.png"}),
    "percs-mapping": ({"times", "links", "assumptions", "indirect", "allocation"}, {"histograms.png", "times.png"}),
    "noise": ({"periods", "lengths"}, {"periods.png", "lengths.png"}),
    "bgp-injection": ({"quiet", "loaded", "packets", "fans"}, {"bandwidth.png", "packets.png"}),
    "plateau-pf3d": (
        PLATEAU_TABLES | {f"{table}-joined" for table in PLATEAU_TABLES} | {"joining-64"},
        PLATEAU_PICTURES | {picture.replace(".", "-joined.") for picture in PLATEAU_PICTURES},
    ),
    "plateau-cg": (PLATEAU_TABLES, PLATEAU_PICTURES),
    "mpi-io": (
        {"exchanges", "golden-allgather", "jacobi", "reads", "levels", "diagonal"}
        | {f"{operation}-10-{unit}" for operation in ("allgather", "allreduce") for unit in ("KiB", "MiB")},
        {"exchanges.png", "collectives.png"},
    ),
    "graphene-cg": ({"speedups", "queues"}, {"speedups.png"}),
    "graphene-lu": ({"times", "recorded", "beyond"}, {"times.png"}),
    "graphene-alltoall": ({"times-2-MiB"}, {"times.png"}),
    "tibidabo-bigdft": ({"speedups"}, {"speedups.png"}),
    "sampling-folding": ({"ep", "bigdft"}, {"costs.png"}),
}


@pytest.mark.parametrize("name", STUDIES)
def test_a_small_machine(windtunnel, name, tmp_path):
    pytest.importorskip("polars")
    tables, pictures = STUDIES[name]
    done = windtunnel.must("study", "run", name, "--small", "--out", "out", cwd=tmp_path)
    assert "holds: " in done.out and "DOES NOT HOLD" not in done.out
    assert set(json.loads((tmp_path / "out" / "results.json").read_text())) == tables
    assert "holds: " in (tmp_path / "out" / "table.txt").read_text()
    written = {path.name for path in (tmp_path / "out").glob("*.png")}
    assert written == pictures or "matplotlib is not installed" in done.out
    assert any((tmp_path / "out" / "runs").glob("*/run.json"))


# A mapping that shortens one route of a message gains less where packets spread over all.
@pytest.mark.parametrize(("name", "routing"), [("percs-alltoall", "direct"), ("percs-mapping", "fixed")])
def test_bounds_hold_with_packets(windtunnel, name, routing, tmp_path):
    """With the buffers that the platform says hubs have; without them a bound of either's doesn't hold."""
    pytest.importorskip("polars")
    words = ["study", "run", name, "--small", "--network"]
    done = windtunnel.must(*words, f"packet:routing={routing}", "--out", "out", cwd=tmp_path)
    assert "holds: " in done.out and "DOES NOT HOLD" not in done.out
    done = windtunnel(*words, f"packet:routing={routing},output-buffer=off,concurrent-messages=16", "--out", "plain", cwd=tmp_path)
    assert done.status == 1 and "DOES NOT HOLD" in done.out


def test_a_network_that_does_not_count_what_links_carry(windtunnel, tmp_path):
    pytest.importorskip("polars")
    done = windtunnel("study", "run", "percs-mapping", "--small", "--network", "ideal", "--out", "out", cwd=tmp_path)
    assert done.status == 2
    assert "--network: this model does not count what links carry; expected one that does, as flow" in done.err


def test_a_bound_that_does_not_hold_is_status_1(windtunnel, tmp_path):
    lines = [
        "from pathlib import Path",
        "from windtunnel.studies import Lab",
        "lab = Lab(Path('out'), small=True)",
        "lab.bound('one is one', 1 == 1)",
        "assert lab.finish() == 0",
        "lab.bound('one is two', 1 == 2)",
        "raise SystemExit(lab.finish())",
    ]
    done = windtunnel.execute(sys.executable, "-c", "\n".join(lines), cwd=tmp_path)
    assert (done.status, done.out) == (1, "holds: one is one\nDOES NOT HOLD: one is two\n"), done.err
    assert (tmp_path / "out" / "table.txt").read_text() == done.out


def test_a_study_that_was_killed_goes_on(windtunnel, tmp_path):
    pytest.importorskip("polars")
    words = ["study", "run", "percs-validation", "--small", "--out"]
    whole = windtunnel.must(*words, "whole", cwd=tmp_path)
    command = [windtunnel.prefix / "bin" / "windtunnel", *words, "killed"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True) as study:
        assert study.stderr.readline().startswith("… ")
        os.killpg(study.pid, signal.SIGKILL)
    assert not (tmp_path / "killed" / "results.json").exists()
    again = windtunnel.must(*words, "killed", cwd=tmp_path)
    stored, runs = (int(re.findall(pattern, again.err)[-1]) for pattern in (r"(\d+) from the store", r"… (\d+) runs"))
    assert 1 <= stored < runs == int(re.findall(r"… (\d+) runs", whole.err)[-1])
    results = [(tmp_path / folder / "results.json").read_bytes() for folder in ("whole", "killed")]
    assert results[0] == results[1]


#: Stands for MILC's application: reads its first parameters, then computes and sums as conjugate gradients do.
APPLICATION = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, nx = 0;
    double sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && scanf("prompt %*d nflavors1 %*d nflavors2 %*d nx %d", &nx) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(&nx, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < nx; i++) {
        double own = rank + i;
        for (volatile int j = 0; j < 100000; j++)
            own += 1e-9;
        MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
"""


def test_the_noise_study_records_the_real_code(windtunnel, tmp_path):
    """The program of MILC_SOURCE is built aside, recorded on 256 ranks with the study's input, and replayed with noise."""
    pytest.importorskip("polars")
    source = tmp_path / "source"
    for folder in ("generic", "generic_ks", "generic_wilson", "include", "ks_imp_dyn", "libraries", "sse", "sse2"):
        (source / folder).mkdir(parents=True)
    wrong = windtunnel("study", "run", "noise", "--small", "--out", "out", cwd=tmp_path, env={"MILC_SOURCE": str(source)})
    assert wrong.status == 2, wrong
    assert f"MILC_SOURCE: `{source}` has no ks_imp_dyn/control.c; expected a checkout of milc-qcd/milc_qcd" in wrong.err
    (source / "ks_imp_dyn" / "control.c").write_text(APPLICATION)
    (source / "Makefile").write_text("su3_rmd:\n\t$(MY_CC) $(OPT) -o su3_rmd control.c\n")
    words = ["study", "run", "noise", "--small", "--out", "out"]
    done = windtunnel.must(*words, cwd=tmp_path, env={"MILC_SOURCE": str(source)})
    assert "DOES NOT HOLD" not in done.out and "holds: su3_rmd: longer detours cost more" in done.out
    assert [path.name for path in (source / "ks_imp_dyn").iterdir()] == ["control.c"], "the checkout stays as it was"
    run = json.loads((tmp_path / "out" / "runs" / "su3_rmd-10-0.1-all" / "run.json").read_text())
    calls = {function["function"]: function["calls"] for function in run["time"]["functions"]}
    assert (run["ranks"], calls["MPI_Allreduce"]) == (256, 256 * 16) and run["time"]["noise"]["mean_ps"] > 0
    without = windtunnel.must(*words[:-1], "plain", cwd=tmp_path, env={"MILC_SOURCE": ""})
    assert "without MILC's su3_rmd: MILC_SOURCE does not name a checkout of milc-qcd/milc_qcd" in without.out


def test_the_list_names_all(windtunnel):
    done = windtunnel.must("study", "list")
    listed = json.loads(windtunnel.must("study", "list", "--json").out)
    assert done.out == "".join(f"{one['name']}\n    {one['about']}\n    {one['cost']}\n" for one in listed)
    assert all(name in done.out for name in STUDIES)


def test_an_unknown_study(windtunnel, tmp_path):
    done = windtunnel("study", "run", "percs-maping", cwd=tmp_path)
    assert (done.status, done.err.strip()) == (
        2,
        "windtunnel study: unknown study `percs-maping`; expected one of percs-validation, percs-alltoall, percs-mapping, bgp-injection, noise, plateau-pf3d, plateau-cg, mpi-io, graphene-cg, graphene-lu, graphene-alltoall, tibidabo-bigdft, sampling-folding; did you mean `percs-mapping`?",
    )


def test_a_wrong_network(windtunnel, tmp_path):
    done = windtunnel("study", "run", "percs-alltoall", "--small", "--network", "flaw", cwd=tmp_path)
    assert done.status == 2
    assert "--network: unknown network model `flaw`; expected one of " in done.err and "; did you mean `flow`?" in done.err


@pytest.mark.parametrize("study", ["percs-validation", "bgp-injection"])
def test_a_network_where_the_study_has_its_own(windtunnel, tmp_path, study):
    done = windtunnel("study", "run", study, "--small", "--network", "packet", cwd=tmp_path)
    expected = f"--network: `{study}` does not leave the model open; those that do are percs-alltoall, percs-mapping, noise"
    assert done.status == 2 and expected in done.err


def test_a_python_without_the_package(windtunnel, tmp_path):
    """An installation that has no interpreter beside the command, and one in PATH that has no packages."""
    (tmp_path / "bin").mkdir()
    command = shutil.copy(windtunnel.prefix / "bin" / "windtunnel", tmp_path / "bin")
    bare = tmp_path / "python3"
    bare.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n')
    bare.chmod(0o755)
    alone = {**os.environ, "PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run([command, "study", "list"], env=alone, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert "has no package windtunnel; Windtunnel uses the `python3` beside its command" in done.stderr
