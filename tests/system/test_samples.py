"""Bodies of computation of which only some are run (wt_sample, SMPI's marks)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import windtunnel as library
from tunnel import ROOT

HERE = Path(__file__).resolve().parent
IDEAL = ["-p", "two-hosts", "--network", "ideal", "--mpi-library", "ideal"]

LOOP = """
#include <mpi.h>
#include <stdio.h>
#include <windtunnel.h>
int main(int argc, char **argv)
{
    int rank, ran = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < $STEPS; step++) {
        if ($SAMPLE("step", 4, $WITHIN)) {
            ran++;
            $WORK
            wt_block_end();
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    int all;
    MPI_Reduce(&ran, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\\n", all);
    MPI_Finalize();
    return 0;
}
"""
SPIN = """
volatile double sum = 0;
for (int i = 0; i < 200000; i++)
    sum += i;
"""


def source(tmp_path, name="loop.c", text=LOOP, **words):
    for key, value in {"STEPS": 60, "SAMPLE": "wt_sample", "WORK": SPIN, "WITHIN": 0.02, **words}.items():
        text = text.replace("$" + key, str(value))
    (tmp_path / name).write_text(text)
    return name


def run(windtunnel, tmp_path, *words, ranks=4, out="run", **options):
    done = windtunnel.must("run", "-q", "-n", ranks, *IDEAL, "--out", out, "--force", *words, cwd=tmp_path, **options)
    return done, json.loads((tmp_path / out / "run.json").read_text())


def stated(tmp_path, name="step"):
    """Of all blocks of the name, those that others stood for, and the others: their times."""
    blocks = library.load_run(tmp_path / "run").table("blocks")
    blocks = blocks.filter(blocks["name"] == name)
    others = blocks.filter(blocks["measured"] == 0)["duration"].to_list()
    return others, blocks.filter(blocks["measured"] > 0)["duration"].to_list()


@pytest.mark.parametrize("mode", ["images", "serialised", "processes"])
def test_the_mean_of_those_that_run_stands_for_the_others(windtunnel, tmp_path, mode):
    done, manifest = run(windtunnel, tmp_path, "--compute", "measured", "--mode", mode, source(tmp_path, WITHIN=0.5))
    (sample,) = manifest["time"]["samples"]
    assert sample["sample"] == "step" and not sample["own"] and sample["bodies"] == 240
    assert int(done.out) == sample["ran"] and 12 <= sample["ran"] < 120
    others, measured = stated(tmp_path)
    assert len(others) == 240 - sample["ran"] and len(measured) == sample["ran"]
    assert sum(others) == sample["stated_ps"]
    assert sample["mean_ps"] == sum(measured) // len(measured)
    assert min(measured) <= min(others) and max(others) <= max(measured)
    told = windtunnel.must("summary", "run", cwd=tmp_path).out
    assert "sampled" in told and f"{sample['ran']} of 240 `step` were run" in told


def test_bodies_are_counted_over_all_ranks_in_simulated_order(windtunnel, tmp_path):
    """Without computing all bodies take no time: the first four, and those that are checked as their number grows by half."""
    for words, ran in (({}, 13), ({"SAMPLE": "wt_sample_local"}, 4 * 9)):
        done, manifest = run(windtunnel, tmp_path, "--compute", "none", source(tmp_path, **words))
        assert int(done.out) == ran
        (sample,) = manifest["time"]["samples"]
        assert (sample["own"], sample["mean_ps"], sample["stated_ps"], sample["drifts"]) == (bool(words), 0, 0, 0)
        assert sample["interval_millionths"] == 0
        again, _ = run(windtunnel, tmp_path, "--compute", "none", "--mode", "processes", "loop.c")
        assert again.out == done.out


def test_a_loop_that_drifts_is_reported(windtunnel, tmp_path):
    """By a tenth over all steps, as another run has it: these blocks take what its table says."""
    polars = pytest.importorskip("polars")
    run(
        windtunnel,
        tmp_path,
        "--compute",
        "measured",
        source(tmp_path, SAMPLE='1 ? (wt_block("step"), 1) : (int)sizeof'),
        out="full",
    )
    part = tmp_path / "full" / "blocks" / "part-00000.parquet"
    table = polars.read_parquet(part)
    step = polars.int_range(polars.len()).over("rank", "name")
    for growth, drifts in ((0, False), (10, True)):
        time = 1_000_000_000 + step * (1_000_000_000 * growth // 100 // 60)
        table.with_columns(duration=polars.when(polars.col("name") == "step").then(time).otherwise(0)).write_parquet(part)
        source(tmp_path, name="loop.c")
        done, manifest = run(windtunnel, tmp_path, "--compute", "full", "loop.c")
        (sample,) = manifest["time"]["samples"]
        assert (sample["drifts"] > 0) == drifts, sample
        warned = [text for text in manifest["warnings"] if "sample `step`: its times drift by more than 2 %" in text]
        assert len(warned) == drifts
        assert sample["ran"] < 60
        full = 60 * 1_000_000_000 + 60 * 1_000_000_000 * growth // 100 * 59 // 120
        assert abs(manifest["simulated_time_ps"] - full) < full * 0.02, "within the interval of what all bodies take"


def test_a_rule_changes_all_bodies_alike(windtunnel, tmp_path):
    (tmp_path / "half.toml").write_text('[[block]]\nname = "step"\nscale = 0.5\n')
    run(windtunnel, tmp_path, "--compute", "measured", source(tmp_path))
    _, first = run(windtunnel, tmp_path, "--compute", "run", "loop.c", out="as-is")
    _, half = run(windtunnel, tmp_path, "--compute", "run+half.toml", "loop.c", out="half")
    whole = first["time"]["samples"][0]
    assert half["time"]["samples"][0]["ran"] == whole["ran"]
    blocks = {name: library.load_run(tmp_path / name).table("blocks") for name in ("as-is", "half")}
    total = {name: table.filter(table["name"] == "step")["duration"].sum() for name, table in blocks.items()}
    assert abs(2 * total["half"] - total["as-is"]) <= 2 * 240, "a picosecond of each is rounded down"


def test_a_recording_has_the_times_of_all_bodies(windtunnel, tmp_path):
    (tmp_path / "whole.toml").write_text('[[block]]\nname = "step"\ntime = "1 ms"\n')
    words = ["-q", "-n", 4, *IDEAL, "--compute", "none+whole.toml"]
    windtunnel.must("record", *words, "--trace", "a.trace", source(tmp_path), cwd=tmp_path)
    windtunnel.must("replay", "-q", *IDEAL, "--compute", "none+whole.toml", "--out", "again", "a.trace", cwd=tmp_path)
    _, manifest = run(windtunnel, tmp_path, "--compute", "none+whole.toml", "loop.c")
    assert manifest["simulated_time_ps"] == 60_000_000_000
    assert json.loads((tmp_path / "again" / "run.json").read_text())["simulated_time_ps"] == 60_000_000_000


def test_compare_and_reports_say_what_was_sampled(windtunnel, tmp_path):
    once = ["run", "-n", 4, *IDEAL[:2], "--compute", "none", source(tmp_path)]
    told = windtunnel.must(
        "compare", "--networks", "ideal", "--networks", "delay", "--out", "both", "--", *once, cwd=tmp_path
    ).out
    assert "sampled: 13 of 240 `step` were run" in told, told
    run(windtunnel, tmp_path, "--compute", "none", source(tmp_path, name="all.c", SAMPLE="1 ? 1 : (int)sizeof"), out="all")
    assert '"samples"' not in (tmp_path / "all" / "run.json").read_text()


def test_many_samples_are_listed_in_few_words(windtunnel, tmp_path):
    names = "".join(f'BODY("s{number}")' for number in range(6))
    text = LOOP.replace("int main", "#define BODY(name) if (wt_sample(name, 4, 0.02)) wt_block_end();\nint main", 1)
    text = text[: text.index("        if (")] + names + text[text.index("        MPI_Barrier") :]
    _, manifest = run(windtunnel, tmp_path, "--compute", "none", source(tmp_path, text=text))
    assert len(manifest["time"]["samples"]) == 6
    told = " ".join(windtunnel.must("summary", "run", cwd=tmp_path).out.split())
    assert told.count("of 240 `s") == 3 and "39 of 720 of 3 other samples were run, each within 0.0 %" in told, told


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("MPI_Barrier(MPI_COMM_WORLD);", "MPI_Barrier is called in the body of sample `step`"),
        ('wt_phase("inner");', "a mark is made in the body of sample `step`"),
        ('wt_block("inner");', "a mark is made in the body of sample `step`"),
        ("wt_compute(1e-3);", "wt_compute is called in the body of sample `step`"),
        ("break;", "MPI_Reduce is called in the body of sample `step`"),
    ],
)
def test_a_body_is_computation_alone(windtunnel, tmp_path, body, words):
    name = source(tmp_path, WORK=body)
    done = windtunnel("run", "-q", "-n", 2, *IDEAL, "--out", "run", "--force", name, cwd=tmp_path)
    assert done.status == 1
    assert words in done.err and "expected computation alone, ended by wt_block_end" in done.err, done.err


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ('wt_sample("", 1, 0.1)', "wt_sample: a name of 0 bytes; expected 1 to 255"),
        ('wt_sample("a", 0, 0.1)', "wt_sample: 0 bodies of sample `a` are to run; expected 1 or more"),
        ('wt_sample("a", 1, 0)', "wt_sample: an interval of 0 of the mean for sample `a`; expected 0.000001 to 1"),
        ('wt_sample("a", 1, 0.0 / 0.0)', "wt_sample: an interval of NaN of the mean"),
        (
            'wt_sample("a", 1, 0.1) && (wt_block_end(), 1) && wt_sample_local("a", 1, 0.1)',
            "sample `a` of 1 runs of each rank within 10 %, but of 1 runs of all ranks within 10 % before",
        ),
    ],
)
def test_what_is_wrong_with_a_sample_is_said(windtunnel, tmp_path, call, words):
    text = f"#include <mpi.h>\n#include <windtunnel.h>\nint main(void) {{ MPI_Init(0, 0);\nvolatile int runs = {call}; return runs; }}\n"
    (tmp_path / "wrong.c").write_text(text)
    done = windtunnel("run", "-q", "-n", 1, *IDEAL, "--out", "run", "--force", "wrong.c", cwd=tmp_path)
    assert done.status == 1 and words in done.err and "wrong.c:4" in done.err, done.err


SMPI = """
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, ran = 0, skipped = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *shared = (double *)SMPI_SHARED_MALLOC(1000 * sizeof(double));
    int i;
    $KIND(i = 0, i < 20, i++, 3, $THRESHOLD) {
        shared[i] = ++ran;
        if (i % 2)
            continue;
        shared[i]++;
    }
    SMPI_SAMPLE_DELAY(1e-3) { skipped++; }
    int all;
    MPI_Reduce(&ran, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d %d %d\\n", all, i, skipped);
    SMPI_SHARED_FREE(shared);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("suffix", ["c", "cpp"])
@pytest.mark.parametrize(
    ("kind", "threshold", "ran"), [("GLOBAL", 0.01, 8), ("GLOBAL", -1, 8), ("LOCAL", 0.01, 2 * 6), ("LOCAL", 0, 2 * 7)]
)
def test_smpi_s_marks_need_no_change(windtunnel, tmp_path, suffix, kind, threshold, ran):
    """Without computing the interval is nought: two bodies suffice where there is a threshold, else three."""
    name = source(tmp_path, name=f"smpi.{suffix}", text=SMPI, KIND=f"SMPI_SAMPLE_{kind}", THRESHOLD=threshold)
    done, manifest = run(windtunnel, tmp_path, "--compute", "none", name, ranks=2)
    (sample,) = manifest["time"]["samples"]
    assert done.out == f"{sample['ran']} 20 0\n"
    assert sample["sample"].endswith(f"smpi.{suffix}:12") and sample["own"] == (kind == "LOCAL")
    assert sample["ran"] == ran
    assert manifest["simulated_time_ps"] == 1_000_000_000


def test_in_fortran_and_python(windtunnel, tmp_path):
    (tmp_path / "sampled.f90").write_text(
        "program sampled\n"
        "  use mpi_f08\n"
        "  logical, external :: wt_sample, wt_sample_local\n"
        "  external :: wt_block_end\n"
        "  integer :: i, ran\n"
        "  call mpi_init()\n"
        "  ran = 0\n"
        "  do i = 1, 10\n"
        "    if (wt_sample('all', 3, 0.05d0)) then\n"
        "      ran = ran + 1\n"
        "      call wt_block_end()\n"
        "    end if\n"
        "    if (wt_sample_local('own', 1, 0.05d0)) call wt_block_end()\n"
        "  end do\n"
        "  print *, ran\n"
        "  call mpi_finalize()\n"
        "end program\n"
    )
    _, manifest = run(windtunnel, tmp_path, "--compute", "none", "sampled.f90", ranks=2)
    every, own = manifest["time"]["samples"]
    assert (every["sample"], every["own"], every["bodies"], own["sample"], own["own"]) == ("all", False, 20, "own", True)
    # 1, 2, 3; then 5, 8, 13, 20.
    assert every["ran"] == 7
    pytest.importorskip("mpi4py")
    (tmp_path / "sampled.py").write_text(
        f"import sys; sys.path.insert(0, {str(ROOT / 'python')!r})\n"
        "from mpi4py import MPI\n"
        "import windtunnel\n"
        "ran = 0\n"
        "for step in range(10):\n"
        "    for _ in windtunnel.sample('all', 3, 0.05):\n"
        "        ran += 1\n"
        "print(ran)\n"
    )
    done, manifest = run(windtunnel, tmp_path, "--compute", "none", sys.executable, "sampled.py", ranks=2)
    assert sum(map(int, done.out.split())) == 7 == manifest["time"]["samples"][0]["ran"]


def test_outside_of_windtunnel_all_bodies_run(windtunnel, tmp_path):
    text = "#include <windtunnel.h>\n#include <smpi/smpi.h>\n#include <stdio.h>\nint main(void) {\nint ran = 0;\n"
    text += 'for (int i = 0; i < 9; i++) if (wt_sample("a", 1, 0.1)) { ran++; wt_block_end(); }\n'
    text += 'SMPI_SAMPLE_LOCAL(int i = 0, i < 9, i++, 1, 0.1) ran++;\nprintf("%d\\n", ran); }\n'
    (tmp_path / "plain.c").write_text(text)
    include = ROOT / "mpi" / "include"
    subprocess.run(["cc", f"-I{include}", "-o", "plain", "plain.c"], cwd=tmp_path, check=True)
    assert subprocess.run(["./plain"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout == "18\n"
