"""Computation that programs state and name (wt_compute, wt_block), and rules that change it (--compute SPEC+FILE.toml)."""

import json
import sys
from pathlib import Path

import pytest

import windtunnel as library
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


def test_a_recording_says_that_it_does_not_hold_the_computation_of_a_former_run(windtunnel, tmp_path):
    run(windtunnel, tmp_path, "--compute", "measured:0.000001")
    (tmp_path / "run").rename(tmp_path / "first")
    words = ("record", "-q", *IDEAL, "--out", "recorded", "--trace", "a.trace", "--compute")
    done = windtunnel.must(*words, "first", HERE / "stated.c", cwd=tmp_path)
    assert "the trace holds no measured computation: replay it with `--compute first`" in done.err
    assert "holds no" not in windtunnel.must(*words, "none", "--force", HERE / "stated.c", cwd=tmp_path).err


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
        (table.with_columns(duration=polars.col("duration").cast(polars.Float64)), "column `duration` is missing or has another type"),
        (table.drop("rank"), "column `rank` is missing or has another type"),
        (table.with_columns(duration=polars.concat_list("duration")), "column `duration` is missing or has another type"),
    ):
        changed.write_parquet(part)
        done = windtunnel("run", "-q", *IDEAL, "--compute", "first", HERE / "stated.c", cwd=tmp_path)
        assert done.status == 2 and words in done.err, done.err


NAMED = """
#include <mpi.h>
#include <stdio.h>
#include <windtunnel.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double start = MPI_Wtime();
    for (int i = 0; i < 3; i++) {
        wt_block("solve", i, 10L * rank, 7);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    wt_block("alone");
    wt_block_end();
    wt_block("next \\"one\\"", 5u);
    wt_compute(1e-3);
    if (rank == 0)
        printf("%.0f ns\\n", (MPI_Wtime() - start) * 1e9);
    MPI_Finalize();
    return 0;
}
"""


def named(tmp_path, program="named.c"):
    (tmp_path / program).write_text(NAMED)
    return tmp_path / program


@pytest.mark.parametrize("mode", ["images", "serialised", "processes"])
def test_blocks_have_names_and_parameters(windtunnel, tmp_path, mode):
    run(windtunnel, tmp_path, "--compute", "measured:0.000001", "--mode", mode, program=named(tmp_path))
    blocks = library.load_run(tmp_path / "run").table("blocks")
    rows = blocks.filter(blocks["name"] != "").select("rank", "name", "parameters", "p1", "p2", "p3", "p4", "function")
    of_rank = lambda rank: [row[1:] for row in rows.rows() if row[0] == rank]
    for rank in (0, 1):
        solve = [("solve", 3, i, 10 * rank, 7, 0, "MPI_Barrier") for i in range(3)]
        rest = [("alone", 0, 0, 0, 0, 0, "MPI_Pcontrol"), ('next "one"', 1, 5, 0, 0, 0, "MPI_Pcontrol")]
        assert of_rank(rank) == solve + rest
    stated = blocks.filter(blocks["duration"] == 1_000_000_000)
    assert stated["name"].to_list() == ["", ""], "what wt_compute states is a block of its own"


def test_a_model_computes_the_time_of_blocks(windtunnel, tmp_path):
    """Of 3 iterations: i us, 0.5 ns for each of rank 1's ten, and the barrier waits for the slower rank."""
    model = '[[block]]\nname = "solve"\nmodel = { p1 = "1 us", "p2" = "0.5 ns", "1" = "2 ns" }\n'
    other = '[[block]]\nname = "next \\"one\\""\nmodel = { "p1*p1" = "120 ps" }\n'
    spec = rules(tmp_path, model + other)
    done, _ = run(windtunnel, tmp_path, "--compute", spec, program=named(tmp_path))
    assert done.out == f"{0 + 1000 + 2000 + 3 * (5 + 2) + 3 + 1e6:.0f} ns\n"
    windtunnel.must("record", "-q", *IDEAL, "--compute", "none", "--trace", "a.trace", named(tmp_path), cwd=tmp_path)
    windtunnel.must("replay", "-q", *IDEAL[2:], "--compute", spec, "--out", "again", "a.trace", cwd=tmp_path)
    again, first = (json.loads((tmp_path / name / "run.json").read_text()) for name in ("again", "run"))
    assert again["time"]["compute"] == first["time"]["compute"], "names are recorded"
    wrong = rules(tmp_path, model.replace("p2", "p4"))
    done = windtunnel("run", "-q", *IDEAL, "--compute", wrong, "--out", "wrong", named(tmp_path), cwd=tmp_path)
    assert done.status == 1
    assert "rules.toml:1: block `solve`: a model uses parameter p4 of a block that has 3" in done.err, done.err


def test_in_fortran_and_python_blocks_have_names(windtunnel, tmp_path):
    (tmp_path / "named.f90").write_text(
        "program named\n"
        "  use mpi_f08\n"
        "  use iso_fortran_env, only: int64\n"
        "  external :: wt_block, wt_block_end\n"
        "  call mpi_init()\n"
        "  call wt_block('spmv ', 2, [3_int64, 4_int64])\n"
        "  call wt_block_end()\n"
        "  call wt_block('dot', 0, [0_int64])\n"
        "  call mpi_finalize()\n"
        "end program\n"
    )
    programs = [["named.f90"]]
    try:
        import mpi4py  # noqa: F401

        source = (
            f"import sys; sys.path.insert(0, {str(ROOT / 'python')!r})\n"
            "from mpi4py import MPI\n"
            "import windtunnel\n"
            "with windtunnel.block('spmv', 3, 4):\n"
            "    pass\n"
            "with windtunnel.block('dot'):\n"
            "    MPI.COMM_WORLD.Barrier()\n"
        )
        (tmp_path / "named.py").write_text(source)
        programs.append([sys.executable, "named.py"])
    except ImportError:
        pass
    for program in programs:
        words = ["run", "-q", *IDEAL, "--compute", "measured:0.000001", "--out", "run", "--force", *program]
        windtunnel.must(*words, cwd=tmp_path)
        blocks = library.load_run(tmp_path / "run").table("blocks").filter(library_name() != "")
        rows = blocks.sort("rank", "start").select("name", "parameters", "p1", "p2").rows()
        assert rows == [("spmv", 2, 3, 4), ("dot", 0, 0, 0)] * 2, program


def library_name():
    import polars

    return polars.col("name")


def test_outside_of_the_tunnel_marks_do_nothing(tmp_path):
    import subprocess

    for compiler, name in (("gcc", "plain.c"), ("g++", "plain.cpp")):
        text = (
            '#include <windtunnel.h>\n#include <stddef.h>\nint main(int argc, char **argv)\n{\n'
            '    size_t n = argc;\n    wt_block("a");\n    if (n)\n        wt_block("b", n, argc, 3u, 4L);\n'
            '    else\n        wt_block_end();\n    wt_compute(1);\n    return argv == 0;\n}\n'
        )
        (tmp_path / name).write_text(text)
        flags = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-I", ROOT / "mpi" / "include"]
        subprocess.run([compiler, *flags, tmp_path / name, "-o", tmp_path / "plain"], check=True)
        subprocess.run([tmp_path / "plain"], check=True)


@pytest.mark.soak
def test_a_small_sample_predicts_the_blocks_of_conjugate_gradients(windtunnel, tmp_path):
    """Needs an idle machine: of three measurements, one undisturbed one suffices."""
    program = windtunnel.compile(ROOT / "examples" / "conjugate-gradients.c", tmp_path / "cg", "-O2")
    common = ["run", "-q", "-n", 16, "-p", "torus-3d", "--force"]
    tried = []
    for attempt in range(3):
        words = ["--compute", "measured:1", "--repeat", 3, "--out", "measured"]
        windtunnel.must(*common, *words, program, "-n", 300_000, "-i", 30, cwd=tmp_path)
        terms = {"multiply": ["1", "p1", "p2"], "dot": ["1", "p1"], "combine": ["1", "p1"]}
        models = library.fit_blocks(tmp_path / "measured", terms, share=0.02, seed=attempt)
        models.write(tmp_path / "model.toml")
        windtunnel.must(*common, "--compute", "none+model.toml", "--out", "modelled", program, "-n", 300_000, "-i", 30, cwd=tmp_path)
        errors = prediction_errors(tmp_path, models)
        tried.append(errors)
        if errors[0] <= 0.10 and abs(errors[1]) <= 0.03:
            return
    raise AssertionError(f"median error of a block, error of the total: {tried}")


TRUTH = {
    "multiply": {"1": 2_000_000, "p1": 812.5, "p2": 950.25},
    "dot": {"1": 30_000, "p1": 700},
    "combine": {"p1": 750.125},
}


def test_models_are_found_again_in_the_blocks_that_they_made(windtunnel, tmp_path):
    truth = "".join(
        f'[[block]]\nname = "{name}"\nmodel = {{ {", ".join(f"{term} = " + chr(34) + f"{value} ps" + chr(34) for term, value in terms.items())} }}\n'
        for name, terms in TRUTH.items()
    )
    program = windtunnel.compile(ROOT / "examples" / "conjugate-gradients.c", tmp_path / "cg")
    common = ["run", "-q", "-n", 8, "-p", "torus-3d"]
    arguments = [program, "-n", 4000, "-i", 12]
    windtunnel.must(*common, "--compute", rules(tmp_path, truth), "--out", "made", *arguments, cwd=tmp_path)
    models = library.fit_blocks(tmp_path / "made", {name: list(terms) for name, terms in TRUTH.items()}, share=0.1)
    for name, terms in TRUTH.items():
        for term, value in terms.items():
            assert models.coefficients[name][term] == pytest.approx(value, rel=1e-5)
    errors = models.errors()
    assert errors["median"].max() < 1e-6 and errors["total"].abs().max() < 1e-6
    assert errors["sampled"].to_list() == [29, 20, 10] and errors["blocks"].to_list() == [288, 200, 96]
    models.write(tmp_path / "fitted.toml")
    windtunnel.must(*common, "--compute", "none+fitted.toml", "--out", "again", *arguments, cwd=tmp_path)
    times = [json.loads((tmp_path / name / "run.json").read_text())["simulated_time_ps"] for name in ("made", "again")]
    assert times[0] == pytest.approx(times[1], rel=1e-6)


def prediction_errors(tmp_path, models):
    """Of the modelled run's own table, over blocks that no model has seen: median error of a block, error of the total."""
    measured, modelled = (
        library.load_run(tmp_path / name).table("blocks").filter(library_name() != "").sort("rank", "start")
        for name in ("measured", "modelled")
    )
    assert measured["p1"].to_list() == modelled["p1"].to_list()
    order = models.blocks["sampled"].sum() / measured.height
    assert 0.015 < order < 0.025 and measured.height == 16 * 30 * 6 + 16
    told = measured.select("duration", predicted=modelled["duration"])
    # The library's own figures leave the sample out; the whole contains it, 2 %.
    by_name = models.errors()
    assert set(by_name["name"]) == {"multiply", "dot", "combine"}
    error = (told["predicted"] - told["duration"]).abs() / told["duration"].clip(1)
    return error.median(), told["predicted"].sum() / told["duration"].sum() - 1


@pytest.mark.parametrize(
    ("terms", "share", "words"),
    [
        ({"spvm": ["1"]}, 1, "the run has no block `spvm`; it has alone, next \"one\", solve"),
        ({"solve": ["p4"]}, 1, "`p4` is not a term of block `solve`: expected 1 or a product of p1, p2, p3"),
        ({"alone": ["p1"]}, 1, "`p1` is not a term of block `alone`: expected 1"),
        ({"solve": ["1", "p3"]}, 1, "the blocks `solve` do not tell the terms apart"),
        ({"solve": ["1"]}, 0, "share=0: expected a number above 0, up to 1"),
        ({}, 1, "there are no terms"),
    ],
)
def test_what_cannot_be_fitted_is_said(windtunnel, tmp_path, terms, share, words):
    run(windtunnel, tmp_path, "--compute", "measured:0.000001", program=named(tmp_path))
    with pytest.raises(library.InputError) as error:
        library.fit_blocks(tmp_path / "run", terms, share=share)
    assert words in str(error.value)


def test_blocks_that_cannot_be_named_end_the_run(windtunnel, tmp_path):
    for mark, words in (
        ('wt_block("")', "wt_block: a name of 0 bytes; expected 1 to 255"),
        ('wt_block((const char *)0)', "wt_block: a name of 0 bytes; expected 1 to 255"),
        ('wt_block("a", 1, 2, 3, 4, 5)', "wt_block: 5 parameters of block `a`; expected at most 4"),
        ('wt_block("a", 1, -2)', "wt_block: parameter -2 of block `a`; expected 0 or more"),
    ):
        text = f"#include <mpi.h>\n#include <windtunnel.h>\nint main(void) {{ MPI_Init(0, 0);\n{mark};\n}}\n"
        (tmp_path / "wrong.c").write_text(text)
        done = windtunnel("run", "-q", *IDEAL, "--out", "run", "--force", "wrong.c", cwd=tmp_path)
        assert done.status == 1
        assert words in done.err and "wrong.c:4" in done.err, done.err


def test_models_of_scale_1_and_names_change_nothing(windtunnel, tmp_path):
    common = ["run", "-q", "-n", 4, "-p", "torus-3d"]
    program = [ROOT / "examples" / "conjugate-gradients.c", "-n", 2000, "-i", 4]
    windtunnel.must(*common, "--compute", "measured", "--out", "first", *program, cwd=tmp_path)
    (tmp_path / "same.toml").write_text("".join(f'[[block]]\nname = "{name}"\nscale = 1\n' for name in ("multiply", "dot", "combine")))
    for name, spec in (("as-is", "first"), ("one", "first+same.toml")):
        windtunnel.must(*common, "--compute", spec, "--out", name, *program, cwd=tmp_path)
    for path in (tmp_path / "as-is").glob("*/*.parquet"):
        assert path.read_bytes() == (tmp_path / "one" / path.relative_to(tmp_path / "as-is")).read_bytes(), path
