"""Computation that programs state (wt_compute), and rules that change blocks (--compute SPEC+FILE.toml)."""

import json
import sys
from pathlib import Path

import pytest

from tunnel import ROOT

HERE = Path(__file__).resolve().parent
#: Barriers take no time, so that what a rank computes is all there is.
IDEAL = ["-n", 2, "-p", "two-hosts", "--network", "ideal", "--mpi-library", "ideal"]


def run(windtunnel, tmp_path, *words, program=HERE / "stated.c"):
    done = windtunnel.must("run", "-q", *IDEAL, *words, "--out", "run", "--force", program, cwd=tmp_path)
    return done, json.loads((tmp_path / "run" / "run.json").read_text())


@pytest.mark.parametrize("mode", ["images", "serialised", "processes"])
@pytest.mark.parametrize("compute", ["none", "measured:0.000001"])
def test_stated_time_counts_whatever_blocks_do(windtunnel, tmp_path, mode, compute):
    done, _ = run(windtunnel, tmp_path, "--compute", compute, "--mode", mode)
    assert done.out == "3000 1000 us\n"


def test_a_stated_block_is_replayed_and_is_not_scaled(windtunnel, tmp_path):
    run(windtunnel, tmp_path, "--compute", "measured:0.000001")
    (tmp_path / "run").rename(tmp_path / "first")
    done, manifest = run(windtunnel, tmp_path, "--compute", "first")
    assert done.out == "3000 1000 us\n"
    first = json.loads((tmp_path / "first" / "run.json").read_text())
    assert manifest["time"] == first["time"]


def test_a_recorded_program_states_its_computation_again(windtunnel, tmp_path):
    windtunnel.must("record", "-q", *IDEAL, "--compute", "none", "--trace", "a.trace", HERE / "stated.c", cwd=tmp_path)
    windtunnel.must("replay", "-q", *IDEAL[2:], "--compute", "none", "--out", "again", "a.trace", cwd=tmp_path)
    _, manifest = run(windtunnel, tmp_path, "--compute", "none")
    again = json.loads((tmp_path / "again" / "run.json").read_text())
    assert again["time"]["compute"] == manifest["time"]["compute"]
    assert manifest["time"]["compute"]["mean_ps"] == 4_000_000_000


def test_in_fortran_and_python(windtunnel, tmp_path):
    (tmp_path / "stated.f90").write_text(
        "program stated\n"
        "  use mpi_f08\n"
        "  external :: wt_compute\n"
        "  double precision :: start\n"
        "  call mpi_init()\n"
        "  start = mpi_wtime()\n"
        "  call wt_compute(2.5d-3)\n"
        "  print '(f6.1)', (mpi_wtime() - start) * 1d6\n"
        "  call mpi_finalize()\n"
        "end program\n"
    )
    done, _ = run(windtunnel, tmp_path, "--compute", "none", program="stated.f90")
    assert done.out.split() == ["2500.0", "2500.0"]
    pytest.importorskip("mpi4py")
    source = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'python')!r})\n"
        "from mpi4py import MPI\n"
        "import windtunnel\n"
        "start = MPI.Wtime()\n"
        "windtunnel.compute(2.5e-3)\n"
        "print(round((MPI.Wtime() - start) * 1e6))\n"
    )
    (tmp_path / "stated.py").write_text(source)
    words = ["run", "-q", *IDEAL, "--compute", "none", "--out", "run", "--force", sys.executable, "stated.py"]
    assert windtunnel.must(*words, cwd=tmp_path).out.split() == ["2500", "2500"]


def test_a_time_that_is_none_ends_the_run(windtunnel, tmp_path):
    for seconds in ("-1", "0.0/0.0", "1e300"):
        text = f"#include <mpi.h>\n#include <windtunnel.h>\nint main(void) {{ MPI_Init(0, 0);\nwt_compute({seconds});\n}}\n"
        (tmp_path / "wrong.c").write_text(text)
        done = windtunnel("run", "-q", *IDEAL, "--out", "run", "--force", "wrong.c", cwd=tmp_path)
        assert done.status == 1
        assert "seconds; expected 0 to 31536000, a year" in done.err and "wrong.c:4" in done.err, done.err


def rules(tmp_path, text):
    (tmp_path / "rules.toml").write_text(text)
    return "none+rules.toml"


@pytest.mark.parametrize(
    ("rule", "printed"),
    [
        ('phase = "solve"\nscale = 0.5', "1500 1000 us"),
        ('site = "rest"\nscale = 3', "3000 3000 us"),
        ('function = "MPI_Pcontrol"\nphase = "rest"\nscale = 0', "3000 0 us"),
        ('function = "MPI_Barrier"\ntime = "5 us"', "3005 1005 us"),
        # Both blocks that end there: the code before the call, and what it states.
        ('site = "stated.c:9"\ntime = "3 ms"', "7000 1000 us"),
    ],
)
@pytest.mark.parametrize("mode", ["images", "processes"])
def test_rules_change_blocks(windtunnel, tmp_path, mode, rule, printed):
    done, manifest = run(windtunnel, tmp_path, "--compute", rules(tmp_path, f"[[block]]\n{rule}\n"), "--mode", mode)
    assert done.out == printed + "\n"
    assert manifest["computation"]["source"] == "none but what the program states; changed by the rules of rules.toml"


def test_scale_1_changes_nothing_and_another_run_s_blocks_are_taken(windtunnel, tmp_path):
    halo = [ROOT / "examples" / "halo3d.c", "-b", 8, "-i", 3]
    common = ["run", "-q", "-n", 8, "-p", "fat-tree"]
    windtunnel.must(*common, "--compute", "measured", "--out", "first", *halo, cwd=tmp_path)
    (tmp_path / "same.toml").write_text('[[block]]\nfunction = "MPI_Waitall"\nscale = 1\n')
    for name, spec in (("as-is", "first"), ("one", "first+same.toml")):
        windtunnel.must(*common, "--compute", spec, "--out", name, *halo, cwd=tmp_path)
    tables = {path.relative_to(tmp_path / "as-is") for path in (tmp_path / "as-is").glob("*/*.parquet")}
    assert {path.relative_to(tmp_path / "one") for path in (tmp_path / "one").glob("*/*.parquet")} == tables
    assert Path("blocks/part-00000.parquet") in tables
    for name in tables:
        assert (tmp_path / "as-is" / name).read_bytes() == (tmp_path / "one" / name).read_bytes(), name
    # All blocks are those of the first run, where otherwise none would take time.
    (tmp_path / "from.toml").write_text('[[block]]\nphase = "0"\nfrom = "first"\n')
    windtunnel.must(*common, "--compute", "none+from.toml", "--out", "from", *halo, cwd=tmp_path)
    times = [json.loads((tmp_path / name / "run.json").read_text())["time"] for name in ("as-is", "from")]
    assert times[0] == times[1]


def test_wrong_rules_are_errors_and_unused_ones_warnings(windtunnel, tmp_path):
    done = windtunnel(
        "run",
        "-q",
        *IDEAL,
        "--compute",
        rules(tmp_path, '[[block]]\nphase = "a"\nscael = 1\n'),
        HERE / "stated.c",
        cwd=tmp_path,
    )
    assert done.status == 2
    assert "wrong rules in --compute: rules.toml:3: unknown key `scael`; did you mean `scale`?" in done.err
    done = windtunnel("run", "-q", *IDEAL, "--compute", "none+missing.toml", HERE / "stated.c", cwd=tmp_path)
    assert done.status == 2 and "missing.toml: cannot be read" in done.err
    done = windtunnel(
        "run",
        "-q",
        *IDEAL,
        "--compute",
        rules(tmp_path, '[[block]]\nphase = "a"\nfrom = "nowhere"\n'),
        HERE / "stated.c",
        cwd=tmp_path,
    )
    assert done.status == 2 and "nowhere" in done.err
    _, manifest = run(windtunnel, tmp_path, "--compute", rules(tmp_path, '[[block]]\nphase = "sovle"\nscale = 1\n'))
    assert any("rules.toml:1: the rule changed no block (phase `sovle`)" in text for text in manifest["warnings"])


@pytest.mark.parametrize("compression", ["zstd", "snappy", "uncompressed"])
def test_blocks_that_another_tool_has_rewritten_are_replayed(windtunnel, tmp_path, compression):
    polars = pytest.importorskip("polars")
    halo = [ROOT / "examples" / "halo3d.c", "-b", 8, "-i", 3]
    common = ["run", "-q", "-n", 8, "-p", "fat-tree"]
    windtunnel.must(*common, "--compute", "measured", "--out", "first", *halo, cwd=tmp_path)

    def total():
        windtunnel.must(*common, "--compute", "first", "--out", "again", "--force", *halo, cwd=tmp_path)
        return json.loads((tmp_path / "again" / "run.json").read_text())["time"]["compute"]["max_ps"]

    once, part = total(), tmp_path / "first" / "blocks" / "part-00000.parquet"
    table = polars.read_parquet(part)
    table.write_parquet(part, compression=compression)
    assert total() == once
    table.with_columns(duration=polars.col("duration") * 2).write_parquet(part, compression=compression)
    assert total() == 2 * once


def test_what_is_wrong_with_a_rewritten_table_is_said(windtunnel, tmp_path):
    polars = pytest.importorskip("polars")
    run(windtunnel, tmp_path, "--compute", "measured")
    (tmp_path / "run").rename(tmp_path / "first")
    part = tmp_path / "first" / "blocks" / "part-00000.parquet"
    table = polars.read_parquet(part)
    missing = polars.when(polars.col("rank") == 0).then(None).otherwise(polars.col("duration"))
    for changed, words in (
        (table.with_columns(duration=missing), "column `duration` has missing values"),
        (table.with_columns(duration=polars.col("duration").cast(polars.Float64)), "column `duration` is not what it should be"),
        (table.drop("rank"), "column `rank` is not what it should be"),
        (table.with_columns(duration=polars.concat_list("duration")), "column `duration` is not what it should be"),
    ):
        changed.write_parquet(part)
        done = windtunnel("run", "-q", *IDEAL, "--compute", "first", HERE / "stated.c", cwd=tmp_path)
        assert done.status == 2 and words in done.err, done.err
