"""Runs, platforms, sweeps and pictures, from Python."""

import json
import os
import signal
import sys
import threading
import tomllib

import polars
import pytest

import windtunnel
from conftest import ROOT
from windtunnel import command, launch, mapping
from windtunnel.platform import toml_value
from windtunnel.plots import look, timeline

SPIN = """
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, word = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    %s
    MPI_Finalize();
    return %s;
}
"""


def program(folder, body, status="0"):
    path = folder / "program.c"
    path.write_text(SPIN % (body, status))
    return path


# Where the command is.


def test_the_command_is_looked_for_in_three_places(monkeypatch, tmp_path, installed):
    assert command.find_command() == installed / "bin" / "windtunnel"
    monkeypatch.setenv("WT_PREFIX", str(tmp_path))
    with pytest.raises(windtunnel.CommandNotFound, match=f"WT_PREFIX is {tmp_path}"):
        command.find_command()
    monkeypatch.delenv("WT_PREFIX")
    monkeypatch.setattr(command.sys, "prefix", str(installed))
    assert command.find_command() == installed / "bin" / "windtunnel"
    monkeypatch.setattr(command.sys, "prefix", str(tmp_path))
    monkeypatch.setenv("PATH", str(installed / "bin"))
    assert command.find_command() == installed / "bin" / "windtunnel"
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(windtunnel.CommandNotFound, match="set WT_PREFIX to where"):
        command.find_command()


# Options.


def test_every_option_of_the_command_has_an_argument():
    """What `run --help-all` and its like say is what the typed keywords offer."""
    ours = {"help", "help-all", "verbose", "quiet", "json", "ranks", "version", "trace"}
    kinds = {"run": launch.ProgramOptions, "replay": launch.ReplayOptions, "motif": launch.Options}
    for name, kind in kinds.items():
        text = command.call([name, "--help-all"]).check().out
        words = {word.strip(",").removeprefix("--") for word in text.split() if word.startswith("--")}
        known = {"environment" if key == "x" else key.replace("_", "-") for key in kind.__annotations__}
        offered = {word for word in words if word.replace("-", "").isalpha()} - ours
        assert offered - known == set(), f"{name}: options without an argument"
        assert known - offered <= {"environment"}, f"{name}: arguments without an option"


def test_options_become_words():
    options = {
        "platform": "torus-3d", "compute": 2.5, "oversubscribe": True, "observe": ["timeline", "links"], "seed": 3,
        "collective": {"allreduce": "ring"}, "set": {"host.cores": 4, "name": "x"}, "mpi_library": "mpich-4.3",
    }  # fmt: skip
    assert launch._common(4, options) == [
        "--ranks", "4", "--mpi-library", "mpich-4.3", "--seed", "3", "--platform", "torus-3d",
        "--compute", "measured:2.5", "--oversubscribe", "--observe", "timeline,links",
        "--collective", "allreduce=ring", "--set", "host.cores=4", "--set", 'name="x"',
    ]  # fmt: skip
    words = launch._program({"wdir": "d", "environment": {"A": "b", "HOME": None}, "tag_output": True})
    assert words == ["--wdir", "d", "-x", "A=b", "-x", "HOME", "--tag-output"]


def test_options_that_there_are_not():
    with pytest.raises(TypeError, match="there is no option 'plattform'; did you mean 'platform'?"):
        windtunnel.motif("halo3d", ranks=8, plattform="torus-3d")
    with pytest.raises(TypeError, match="expected a mapping, found 'allreduce=ring'"):
        windtunnel.motif("halo3d", ranks=8, platform="torus-3d", collective="allreduce=ring")


# Runs.


def test_a_program_runs_and_its_output_is_kept(folder):
    run = windtunnel.run("examples/hello.c", ranks=4, platform="two-hosts", set={"host.cores": 4}, compute="none")
    assert (run.path.name, run.ending, run.size) == ("hello", "finished", 4)
    assert run.stdout.count("\n") == 4
    assert run.manifest == json.loads((folder / "runs" / "hello" / "run.json").read_text())
    again = windtunnel.run("examples/hello.c", ranks=4, platform="two-hosts", set={"host.cores": 4}, compute="none")
    assert again.path.name == "hello-2"
    assert again.simulated_time_ps == run.simulated_time_ps


def test_arguments_input_and_environment_reach_the_program(folder):
    body = 'char line[99] = ""; if (!rank) { fgets(line, 99, stdin); printf("%s %s %s", argv[1], getenv("WORD"), line); }'
    source = program(folder, body)
    source.write_text("#include <stdlib.h>\n" + source.read_text())
    options = {"platform": "two-hosts", "compute": "none", "environment": {"WORD": "b"}}
    run = windtunnel.run(source, "--json", ranks=2, input="c\n", **options)
    assert run.stdout == "--json b c\n"


def test_blocks_of_a_former_run_are_replayed(folder):
    options = {"ranks": 4, "platform": "fat-tree"}
    measured = windtunnel.run("examples/ring.c", observe="blocks", **options)
    first = windtunnel.run("examples/ring.c", compute=measured, **options)
    second = windtunnel.run("examples/ring.c", compute=measured.path, **options)
    assert first.simulated_time_ps == second.simulated_time_ps
    assert first.scenario["compute"] == str(measured.path)


# What goes wrong.


def test_bad_input_leaves_no_folder(folder):
    with pytest.raises(windtunnel.InputError, match="unknown platform `torus-4d`") as found:
        windtunnel.motif("halo3d", ranks=8, platform="torus-4d")
    assert found.value.status == 2
    assert "torus-4d" in found.value.command
    assert list((folder / "runs").iterdir()) == []


@pytest.mark.parametrize(
    ("body", "status", "kind", "words"),
    [
        ("", "7", "ProgramFailed", "ended with status 7"),
        ("MPI_Abort(MPI_COMM_WORLD, 3);", "0", "Aborted", "MPI_Abort with code 3"),
        ("MPI_Recv(&word, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, 0);", "0", "Diagnosed", "deadlock"),
        ("*(volatile int *)0 = 1;", "0", "Crashed", "SIGSEGV"),
    ],
)
def test_each_ending_is_an_exception(folder, body, status, kind, words):
    source = program(folder, body, status)
    options = {"ranks": 2, "platform": "two-hosts", "compute": "none"}
    with pytest.raises(getattr(windtunnel, kind), match=f"(?i){words}") as found:
        windtunnel.run(source, **options)
    assert isinstance(found.value, windtunnel.RunFailed)
    assert found.value.run.ranks.collect().height == 2
    kept = windtunnel.run(source, check=False, **options)
    assert kept.ending == found.value.run.ending


def test_a_time_limit_is_an_exception(folder):
    source = program(folder, "for (;;) MPI_Sendrecv_replace(&word, 1, MPI_INT, rank, 0, rank, 0, MPI_COMM_WORLD, 0);")
    with pytest.raises(windtunnel.Stopped, match="time limit"):
        windtunnel.run(source, ranks=2, platform="two-hosts", compute="none", time_limit=0.5)


def test_an_interrupt_stops_the_run(folder):
    source = program(folder, "for (;;) MPI_Sendrecv_replace(&word, 1, MPI_INT, rank, 0, rank, 0, MPI_COMM_WORLD, 0);")
    seen = []

    def interrupt(progress):
        seen.append(progress)
        if len(seen) == 3:
            os.kill(os.getpid(), signal.SIGINT)

    assert threading.current_thread() is threading.main_thread()
    # Workers of pytest-xdist have another handler.
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            windtunnel.run(source, ranks=2, platform="two-hosts", compute="none", progress=interrupt, out="run")
    finally:
        signal.signal(signal.SIGINT, former)
    assert seen[2].ranks == 2
    assert seen[2].time_ps > seen[0].time_ps
    assert windtunnel.load_run("run").ending == "stopped"


def test_an_error_in_the_progress_function_is_raised_at_the_end(folder):
    def broken(progress):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        windtunnel.motif("halo3d", {"iterations": 40}, ranks=512, platform="torus-3d", progress=broken, out="run")
    assert windtunnel.load_run("run").ending == "finished"


def test_a_bar_is_shown_where_it_is_wanted(folder, capsys):
    windtunnel.motif("halo3d", ranks=64, platform="torus-3d", progress=True)
    assert "halo3d" in capsys.readouterr().err
    windtunnel.motif("halo3d", ranks=64, platform="torus-3d")
    assert capsys.readouterr().err == ""


def test_missing_packages_are_named(folder, monkeypatch):
    run = windtunnel.motif("halo3d", ranks=8, platform="torus-3d")
    for module in ("polars", "matplotlib.pyplot"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(windtunnel.MissingExtra, match=r"needs the package polars: pip install 'windtunnel\[tables\]'"):
        run.table("ranks")
    with pytest.raises(windtunnel.MissingExtra, match=r"windtunnel\[plots\]"):
        look.pyplot()
    assert run.manifest["ranks"] == 8


# Tables.


def test_tables_are_properties(folder):
    parameters = {"iterations": 2, "compute": "5 us"}
    tables = ["timeline", "messages", "links"]
    run = windtunnel.motif("halo3d", parameters, ranks=8, platform="torus-3d", observe=tables)
    for entry in windtunnel.choices("tables"):
        assert getattr(type(run), entry["name"]).__doc__.startswith(entry["doc"][:40])
        if entry["name"] in run.tables():
            frame = getattr(run, entry["name"]).collect()
            assert frame.columns == [column["name"] for column in entry["details"]]
            assert frame.equals(run.table(entry["name"]))
        else:
            with pytest.raises(windtunnel.NoSuchTable, match=f"has no table '{entry['name']}'; it has calls, "):
                getattr(run, entry["name"])
    assert run.messages.collect().height == run.messages_total
    assert run.table("messages")["bytes"].sum() == run.bytes_total


def test_a_folder_of_another_schema_is_refused(folder):
    run = windtunnel.motif("halo3d", ranks=8, platform="torus-3d")
    (run.path / "run.json").write_text(json.dumps({"schema": 99}))
    with pytest.raises(ValueError, match="has schema 99; this version reads 3"):
        windtunnel.load_run(run.path)


# Platforms.


def test_a_changed_platform_is_another_machine_than_the_one_that_was_measured():
    measured = windtunnel.Platform.load("two-hosts").with_(grade="B")
    assert measured.check().endswith("; grade B") and measured.with_(name="mine").check().endswith("; grade B")
    assert measured.with_({"host.cores": 8}).check().endswith("; grade C")
    assert measured.with_({"host.cores": 8, "grade": "A"}).check().endswith("; grade A")


@pytest.mark.parametrize("path", sorted((ROOT / "platforms").glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_platform_survives_being_written(path, folder):
    loaded = windtunnel.Platform.load(path.stem)
    assert loaded.data() == tomllib.loads(path.read_text())
    assert loaded.file("x") == path.stem, "what is unchanged needs no file"
    changed = loaded.with_(name='A "name"')
    assert tomllib.loads(changed.toml()) == loaded.data() | {"name": 'A "name"'}
    assert changed.check().startswith('A "name": ')


def test_a_mapping_program_is_its_text(folder):
    app, m = mapping.grid(x=8, y=16), mapping.machine()
    m.div(2, 1, 2)
    program = mapping.map(app.cut([2, 2], ["div", "mod"]), m)
    m[1, 0, 1].zigzag("X", 1, depth=2).leaves.transpose("Y", "X", 2, "T").zorder()
    assert str(program).splitlines() == [
        "app = grid(x=8, y=16)", "m = machine()", "m.div(2, 1, 2)", "app.cut(2, 2, div, mod)", "map app -> m",
        "m[1, 0, 1].zigzag(X, 1, depth=2)", "m[1, 0, 1].leaves.transpose(Y, X, 2, T)", "m[1, 0, 1].leaves.zorder()",
    ]  # fmt: skip
    torus = windtunnel.Platform.load("torus-3d").with_({"topology.dimensions": [4, 4, 2]})
    placement = mapping.place(program, torus, 128)
    assert placement.axes == {"X": 4, "Y": 4, "Z": 2, "T": 4}
    assert placement.coordinates.shape == (128, 4) and len({tuple(row) for row in placement.coordinates}) == 128
    assert (placement.coordinates @ [1, 4, 16, 0] == placement.hosts).all() and (placement.coordinates[:, 3] == placement.cores).all()
    # The same in a file, in a run, and as words of the command.
    path = program.save(folder / "p.map")
    assert (mapping.place(path, torus, 128).hosts == placement.hosts).all()
    assert launch._common(None, {"mapping": path, "allocation": folder / "h.txt"})[1::2] == [str(path), f"file:{folder}/h.txt"]
    times = [windtunnel.motif("halo3d", ranks=128, platform=torus, mapping=given).simulated_time for given in (program, path, "block")]
    assert times[0] == times[1] != times[2]
    with pytest.raises(windtunnel.InputError, match="1:7: a grid of 8 × 16 does not hold 127 ranks"):
        mapping.place(program, torus, 127)
    with pytest.raises(ValueError, match="one grid and one machine"):
        program.map(mapping.grid(2), m)
    with pytest.raises(ValueError, match="ends in .map"):
        program.save(folder / "p.txt")


def test_values_are_what_toml_reads():
    values = [1, -2.5, True, 'q"\\\n\x7fü', [], [[1, 2], ["a"]], {"a b": {"c": 1}}, 1e300]
    for value in values:
        assert tomllib.loads(f"v = {toml_value(value)}")["v"] == value
    with pytest.raises(windtunnel.InputError, match="is not a value of a platform file"):
        toml_value(None)


def test_a_changed_platform_is_used_by_runs(folder):
    torus = windtunnel.Platform.load("torus-3d")
    slow = torus.with_({"topology.links.all.latency": "1 ms"}, name="Slow torus")
    assert torus["topology.links.all.latency"] != "1 ms"
    fast_run, slow_run = (windtunnel.motif("halo3d", ranks=64, platform=machine) for machine in (torus, slow))
    assert slow_run.simulated_time > fast_run.simulated_time + 1e-3
    assert slow_run.platform_name == "Slow torus"
    files = list((folder / "runs" / "platforms").iterdir())
    assert [file.name[:11] for file in files] == ["slow-torus-"]
    assert slow_run.scenario["platform"] == f"runs/platforms/{files[0].name}"


def test_changes_merge_and_take_out():
    base = windtunnel.Platform.load("fat-tree")
    changed = base.with_({"nic.message_rate": None, "topology.links.level1.latency": "1 us"}, host={"cores": 8}, storage={})
    assert "message_rate" not in changed["nic"]
    assert changed["host.cores"] == 8
    assert changed["host.speed"] == base["host.speed"]
    assert changed["topology.links.level1"] == {"latency": "1 us"}
    with pytest.raises(KeyError, match="host.colour"):
        changed["host.colour"]
    with pytest.raises(windtunnel.InputError, match="host.cores.x: cores is a value, not a section"):
        base.with_({"host.cores.x": 1})
    assert base.with_() == base
    assert len({base, base.with_(), changed}) == 2


def test_a_platform_with_fifos_and_packets(folder):
    machine = windtunnel.Platform(
        "torus",
        dimensions=[4, 4],
        links={"all": windtunnel.Link("400 MB/s", "100 ns")},
        host=windtunnel.Host("1 Gflop/s", windtunnel.Memory("9 GB/s", "4 GB/s", "1 us")),
        nic=windtunnel.Nic(fifos={"masks": [0x80, 0x40]}, engine={"packet": "20 ns"}),
        packet={"routing": "bluegene", "mtu": "240 B", "header": "16 B"},
    )
    assert "2 memory FIFOs with masks 0x80 0x40 into 8 network FIFOs" in machine.show()
    slow, fast = (
        windtunnel.motif("ping", {"bytes": "1 MiB"}, ranks=2, platform=changed, mapping="random:3", network="packet")
        for changed in (machine, machine.with_({"nic.fifos.masks": [0xFF]}))
    )
    assert 1.5 * fast.simulated_time < slow.simulated_time, "ranks are apart in both dimensions"


def test_what_is_wrong_with_a_platform_is_told_by_line():
    base = windtunnel.Platform.load("two-hosts")
    with pytest.raises(windtunnel.InputError, match=r"platform\.toml:\d+:\d+.*colour") as found:
        base.with_({"host.colour": "red"}).check()
    assert "/tmp" not in str(found.value)
    assert "hosts" in base.show()


# Sweeps and pictures.


def test_a_sweep_is_a_speed_up_curve(folder):
    over = {"platform": ["torus-3d", windtunnel.Platform.load("fat-tree").with_(name="Mine")], "ranks": [1, 8, 64]}
    runs = windtunnel.sweep(windtunnel.motif, "halo3d", {"iterations": 1}, over=over, jobs=2)
    assert [run.path.name for run in runs[:2]] == ["platform=torus-3d,ranks=1", "platform=torus-3d,ranks=8"]
    frame = runs.speedup()
    assert frame["platform"].to_list() == ["torus-3d"] * 3 + ["Mine"] * 3
    for row, run in zip(frame.iter_rows(named=True), runs, strict=True):
        base = runs[0] if row["platform"] == "torus-3d" else runs[3]
        assert row["seconds"] == run.simulated_time
        assert row["speedup"] == pytest.approx(base.simulated_time / run.simulated_time)
        assert row["efficiency"] == pytest.approx(row["speedup"] / row["ranks"])
    weak = runs.speedup("weak")
    assert weak["efficiency"].to_list() == pytest.approx(frame["speedup"].to_list())
    with pytest.raises(ValueError, match="'strong' or 'weak', not 'x'"):
        runs.speedup("x")
    axes = runs.plot.speedup(scaling="weak")
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["ideal", "torus-3d", "Mine"]
    bars = windtunnel.Runs(runs[2::3].runs, runs[2::3].choices).plot.speedup()
    assert [text.get_text() for text in bars.get_yticklabels()] == ["torus-3d", "Mine"] or len(bars.patches) == 2
    assert runs[0].plot.speedup(runs[1:3]).get_xlabel() == "ranks"


def test_runs_are_compared_by_function_and_cost(folder):
    runs = windtunnel.sweep(
        windtunnel.motif, "halo3d", ranks=64, platform="torus-3d", over={"network": ["delay", "flow"], "seed": [1, 2]}
    )
    functions = runs.functions()
    assert functions.columns == ["function", "delay, 1", "delay, 2", "flow, 1", "flow, 2", "spread"]
    first = functions.row(0, named=True)
    assert first["function"] == "MPI_Waitall", "contention shows where ranks wait for messages"
    assert first["spread"] == pytest.approx(first["flow, 1"] - first["delay, 1"])
    for name, run in zip(functions.columns[1:5], runs, strict=True):
        total = run.calls.select(polars.col("time").sum()).collect().item()
        assert functions.filter(polars.col("function") != "compute")[name].sum() == pytest.approx(total / 64e12)
    frame = runs.frame()
    assert frame["host_memory"].min() > 1_000_000
    assert frame["host_seconds"].to_list() == [run.host()["cpu_seconds"] for run in runs]
    alike = windtunnel.Runs([runs[0], runs[2]]).functions()
    assert alike.columns[1:3] == [str(runs[0].path), str(runs[2].path)]


def test_a_sweep_that_fails_says_so(folder):
    with pytest.raises(windtunnel.InputError, match="unknown platform `nowhere`"):
        windtunnel.sweep(windtunnel.motif, "halo3d", ranks=8, over={"platform": ["torus-3d", "nowhere"]}, check=True)
    with pytest.raises(ValueError, match="1 runs, but choices for 2"):
        windtunnel.Runs([windtunnel.load_run("runs/sweep/platform=torus-3d")], [{}, {}])


def test_a_combination_that_fails_costs_no_other(folder):
    (folder / "exit.c").write_text(
        "#include <mpi.h>\n#include <stdlib.h>\n#include <string.h>\n"
        "int main(int argc, char **argv) {\n"
        "    int rank;\n    MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        '    if (!strcmp(argv[2], "abort")) MPI_Abort(MPI_COMM_WORLD, 7);\n'
        '    if (!strcmp(argv[2], "wait") && rank == 0) MPI_Recv(0, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n'
        "    MPI_Finalize();\n    return atoi(argv[2]);\n}\n"
    )
    over = {"platform": ["nowhere", "two-hosts"], "arguments": [["-n", "abort"], ["-n", "wait"], ["-n", 3], ["-n", 0]]}
    runs = windtunnel.sweep(windtunnel.run, "exit.c", over=over, ranks=2, compute="none", jobs=2)
    assert [failure.ending for failure in runs.failures] == ["refused"] * 4 + ["aborted", "failed", "program failed"]
    assert "unknown platform `nowhere`" in runs.failures[0].reason and runs.failures[0].run is None
    assert "deadlock" in runs.failures[5].reason
    assert runs.failures[6].reason == "the program's exit status is 3"
    assert runs.failures[6].choice == {"platform": "two-hosts", "arguments": ["-n", 3]}
    assert [run.path for run in runs[:3]] == [failure.run.path for failure in runs.failures[4:]]
    frame = runs.frame()
    assert frame["arguments"].to_list() == ["-n abort", "-n wait", "-n 3", "-n 0"] * 2, "those without a run come last"
    assert frame["ending"].to_list() == ["aborted", "failed", "program failed", "finished"] + ["refused"] * 4
    assert frame["seconds"].null_count() == 4 and "unknown platform `nowhere`" in frame["reason"][4]
    assert runs.speedup()["arguments"].to_list() == ["-n 0"]
    page = runs._repr_html_()
    assert page.count("refused: unknown platform `nowhere`") == 4 and "8 runs, 7 failed" in page and repr(runs) == "<Runs: 8 runs, 7 failed>"
    assert runs[3].path.name == "platform=two-hosts,arguments=-n_0"


@pytest.fixture
def watched(folder):
    parameters = {"iterations": 2, "compute": "20 us"}
    tables = ["timeline", "messages", "links"]
    return windtunnel.motif("halo3d", parameters, ranks=27, platform="torus-3d", observe=tables)


def test_the_timeline_shows_every_state(watched):
    axes = watched.plot.timeline()
    names = [text.get_text() for text in axes.get_legend().get_texts()]
    assert names[0] == "compute"
    assert set(names[1:-1]) == {"MPI_Waitall", "MPI_Allreduce", "MPI_Isend"}
    bars = sum(len(collection.get_paths()) for collection in axes.collections)
    frame = watched.timeline.filter(windtunnel.seconds("end") > windtunnel.seconds("start")).collect()
    assert bars == frame.height + (frame["waiting"] > 0).sum()
    window = watched.plot.timeline(ranks=[3, 5], window=(0, 1e-5), messages=True)
    assert window.get_xlim() == (0.0, 10.0)
    assert [text.get_text() for text in window.get_yticklabels()] == ["3", "5"]
    with pytest.raises(ValueError, match="no rank did anything"):
        watched.plot.timeline(window=(1, 2))


def test_points_of_a_long_timeline_have_the_right_shares(watched):
    """The picture of many states against the time of each computed state by state."""
    numpy = pytest.importorskip("numpy")
    frame = watched.timeline.collect()
    end = watched.simulated_time_ps
    grid = timeline._Grid(27, 50, 0, end)
    time = grid.time(frame["rank"].to_numpy(), frame["start"].to_numpy(), frame["end"].to_numpy())
    expected = numpy.zeros((27, 50))
    for rank, start, stop in frame.select("rank", "start", "end").rows():
        for stretch in range(50):
            low, high = stretch * end / 50, (stretch + 1) * end / 50
            expected[rank, stretch] += max(0, min(stop, high) - max(start, low)) / (end / 50)
    assert numpy.allclose(time, expected, atol=1e-6)


def test_a_long_timeline_is_a_picture(watched, monkeypatch):
    monkeypatch.setattr(timeline, "MARKS", 10)
    axes = watched.plot.timeline()
    assert len(axes.images) == 1
    assert axes.images[0].get_array().shape == (27, timeline.POINTS[0], 3)
    monkeypatch.setattr(timeline, "ARROWS", 10)
    with pytest.raises(ValueError, match="messages are too many for arrows"):
        watched.plot.timeline(messages=True)


def test_the_matrix_has_every_message(watched):
    axes = watched.plot.matrix("messages")
    assert axes.images[0].get_array().sum() == watched.messages_total
    assert watched.plot.matrix().images[0].get_array().sum() == watched.bytes_total
    own = watched.plot.matrix("messages", collectives=False).images[0].get_array()
    assert own.sum() == watched.messages.filter(~polars.col("collective")).collect().height
    with pytest.raises(ValueError, match="'bytes' or 'messages', not 'x'"):
        watched.plot.matrix("x")


def test_the_busiest_links_come_first(watched):
    axes = watched.plot.links(top=4)
    busiest = watched.links.collect().sort(["busy", "bytes", "link"], descending=[True, True, False]).head(4)
    assert [text.get_text() for text in axes.get_yticklabels()] == busiest["name"].to_list()
    widths = [bar.get_width() for bar in axes.patches]
    assert widths == pytest.approx([busy * 100 / watched.simulated_time_ps for busy in busiest["busy"]])
    run = windtunnel.motif("halo3d", ranks=8, platform="torus-3d")
    with pytest.raises(windtunnel.NoSuchTable, match="has no table 'messages'; it has calls, "):
        run.plot.matrix()


def test_loads_of_links_are_drawn_over_one_another(watched):
    other = windtunnel.motif("halo3d", {"iterations": 1}, ranks=27, platform="torus-3d", mapping="random:1")
    axes = watched.plot.loads(other, fraction=0.9)
    curves, dots = axes.lines[::2], axes.lines[1::2]
    for run, curve, dot in zip((watched, other), curves, dots, strict=True):
        # torus-3d has links of three dimensions, three times two for each of its hosts.
        loads = run.links.filter(polars.col("class").cast(str).str.starts_with("dim")).collect()["bytes"].to_list()
        links = 6 * run.manifest["hosts"]
        loads = sorted(loads + [0] * (links - len(loads)))
        assert (curve.get_xdata()[-1], curve.get_ydata()[-1]) == (loads[-1], 1)
        assert dot.get_xdata()[0] == loads[-(-links * 9 // 10) - 1]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [watched.path.name, other.path.name]
    with pytest.raises(windtunnel.InputError, match="no run has the phase `solve`"):
        watched.plot.loads(phase="solve")


def test_a_host_has_levels_and_caches():
    levels = [{"name": "L3", "cores": 2, "latency": "300 ns"}]
    levels += [{"name": "host", "cores": 8, "latency": "1 us", "between": {"bandwidth": "5 GB/s", "message_rate": "9 M/s"}}]
    cache = {"level": "L3", "size": "16 MiB", "bandwidth": "200 GB/s"}
    memory = windtunnel.Memory("9 GB/s", "5 GB/s")
    host = windtunnel.Host("1 Gflop/s", memory, cores=8, binding="round-robin:L3", levels=levels, cache=cache)
    nic = windtunnel.Nic(message_time={"near": "100 ns", "far": "300 ns"}, assign="ranks")
    machine = windtunnel.Platform("cluster", hosts=2, links={"host": windtunnel.Link("1 GB/s", "1 us")}, host=host, nic=nic)
    text = machine.show()
    assert "host of 8 cores, a message after 1 us, between its parts 5 GB/s, messages 9 M/s" in text
    assert "16 MiB by L3, 200 GB/s, buffers are rewritten between sends" in text
    assert "100 ns per message, 300 ns of far ranks, by blocks of ranks" in text
