"""`windtunnel tune collectives`, and the tuning files that it writes and `--mpi-library NAME+FILE` reads."""

import json
import shutil
from pathlib import Path

import pytest

polars = pytest.importorskip("polars")

ROOT = Path(__file__).resolve().parents[2]

MACHINE = ["-p", "ethernet-cluster", "--ppn", 1]
GRID = [*MACHINE, "--mpi-library", "openmpi-5.0", "-n", "4,6,8", "--sizes", "1KiB..32KiB", "--operation", "bcast,allgather,barrier"]
#: How many bytes a rule counts, for a call.
SIZES = {"bcast": lambda ranks, size: size, "allgather": lambda ranks, size: ranks * size, "barrier": lambda ranks, size: 0}


def taken(windtunnel, folder, library, ranks, operation, size, *words, calls=1, on=MACHINE):
    """How long a call takes from the last arrival on, or the last of several in a row, each after a barrier."""
    machine = [*on, "-q", "-n", ranks, "--mpi-library", library, *words, "--observe", "collectives", "--force", "--out", "run"]
    settings = [f"operation={operation}", f"bytes={size} B", f"iterations={calls}", f"barrier={'yes' if calls > 1 else 'no'}"]
    windtunnel.must("motif", *machine, "collective", *settings, cwd=folder)
    rows = polars.read_parquet(folder / "run" / "collectives" / "*.parquet").filter(polars.col("part") == "whole")
    rows = rows.filter(polars.col("number") == polars.col("number").max())
    assert set(rows["operation"]) == {operation} and len(rows) == ranks
    return rows["end"].max() - rows["start"].max()


@pytest.fixture(scope="module")
def tuned(windtunnel, tmp_path_factory):
    """A tuning: (its folder, what it told)."""
    folder = tmp_path_factory.mktemp("tuned")
    done = windtunnel.must("tune", "collectives", *GRID, "-o", "tuned", "--json", cwd=folder)
    return folder / "tuned", json.loads(done.out)


def rule_of(told, operation, ranks, size):
    """What the rules choose for a call: (name, algorithm)."""
    [rules] = [of["rules"] for of in told["operations"] if of["operation"] == operation]
    group = max((rule["ranks"] for rule in rules if rule["ranks"] <= ranks), default=min((rule["ranks"] for rule in rules), default=0))
    own = {"name": None, "algorithm": "own"}
    fitting = [rule for rule in rules if rule["ranks"] == group and rule["bytes"] <= SIZES[operation](ranks, size)]
    return (fitting or [own])[-1]


def test_no_call_is_much_slower_than_the_best(tuned):
    folder, told = tuned
    times = polars.read_parquet(folder / "times" / "*.parquet")
    assert len(times) == told["simulated"]
    for (operation, ranks, size), calls in times.group_by("operation", "ranks", "bytes"):
        own = calls.filter(polars.col("name") == "")["time"].item()
        best, rule = calls["time"].min(), rule_of(told, operation, ranks, size)
        chosen = calls.filter((polars.col("name") == (rule["name"] or "")) & (polars.col("algorithm") == rule["algorithm"]))["time"].item()
        assert chosen <= 1.05 * best, (operation, ranks, size, rule)
        assert chosen <= 1.0501 * own
    gains = {of["operation"]: of["most_gain_percent"] for of in told["operations"]}
    assert gains["bcast"] > 5, "Open MPI's decisions are made for another machine"
    assert {of["undecided_calls"] for of in told["operations"]} == {0}, "one call each: its time does not differ"
    assert (times["least"] == times["time"]).all() and (times["most"] == times["time"]).all()


def test_the_file_has_simulations_choose_what_was_timed(windtunnel, manifest, tuned, tmp_path):
    folder, told = tuned
    times = polars.read_parquet(folder / "times" / "*.parquet")
    for file in told["files"]:
        shutil.copy(folder / file.split("/")[-1], tmp_path)
        library = f"openmpi-5.0+{file.split('/')[-1]}"
        for operation, ranks, size in [("bcast", 6, 32768), ("allgather", 8, 1024), ("allgather", 4, 32768), ("barrier", 8, 0)]:
            rule = rule_of(told, operation, ranks, size)
            calls = times.filter((polars.col("operation") == operation) & (polars.col("ranks") == ranks) & (polars.col("bytes") == size))
            calls = calls.filter((polars.col("name") == (rule["name"] or "")) & (polars.col("algorithm") == rule["algorithm"]))
            assert taken(windtunnel, tmp_path, library, ranks, operation, size) == calls["time"].item(), (operation, ranks, size, rule)
    assert manifest(tmp_path / "run")["mpi_library"] == library


def test_the_same_again_is_the_same_and_nothing_is_overwritten(windtunnel, tuned, tmp_path):
    folder, _ = tuned
    windtunnel.must("tune", "collectives", *GRID, "-o", "tuned", cwd=tmp_path)
    for path in folder.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / path.relative_to(folder.parent)).read_bytes(), path
    done = windtunnel("tune", "collectives", *GRID, "-o", "tuned", cwd=tmp_path)
    assert done.status == 2 and "already exists; give another name, or replace it with --force" in done.err
    page = (tmp_path / "tuned" / "report.html").read_text()
    assert page.count('<svg class="plot"') == 9 and "https://" not in page.replace("http://www.w3.org", "")


def test_outside_of_the_grid_the_library_decides(windtunnel, manifest, tuned, tmp_path):
    folder, told = tuned
    shutil.copy(folder / "openmpi-rules-v1.conf", tmp_path)
    for ranks in (2, 3, 9, 12):
        found = []
        for library in ("openmpi-5.0", "openmpi-5.0+openmpi-rules-v1.conf"):
            words = [*MACHINE, "-q", "-n", ranks, "--mpi-library", library, "--force", "--out", "run"]
            windtunnel.must("motif", *words, "collective", "operation=bcast", "bytes=32 KiB", cwd=tmp_path)
            found.append(manifest(tmp_path / "run")["simulated_time_ps"])
        assert found[0] == found[1], ranks


def test_mpichs_file_has_all_decisions(windtunnel, tmp_path):
    """It replaces what MPICH has built in: what was not tuned decides as before."""
    words = [*MACHINE, "--mpi-library", "mpich-5.0", "-n", "6", "--sizes", "1KiB,64KiB", "--operation", "allgather", "--json"]
    told = json.loads(windtunnel.must("tune", "collectives", *words, "-o", "tuned", cwd=tmp_path).out)
    [file], [rules] = told["files"], [of["rules"] for of in told["operations"]]
    tree = json.loads((tmp_path / file).read_text())
    assert len(tree) == 44 and {rule["name"] for rule in rules} - {None}
    times = polars.read_parquet(tmp_path / "tuned" / "times" / "*.parquet")
    for operation, size in [("allgather", 1024), ("allgather", 65536), ("allreduce", 4096)]:
        own, tuned = (taken(windtunnel, tmp_path, library, 6, operation, size) for library in ("mpich-5.0", f"mpich-5.0+{file}"))
        if operation == "allgather":
            calls = times.filter(polars.col("bytes") == size)
            assert tuned <= 1.05 * calls["time"].min() and own == calls.filter(polars.col("name") == "")["time"].item()
        else:
            assert tuned == own


def test_calls_on_connections_in_use_are_timed(windtunnel, tmp_path):
    """Over TCP a first call finds small windows; what was counted is told."""
    words = [*MACHINE, "--mpi-library", "openmpi-5.0", "-n", 6, "--sizes", "48KiB", "--operation", "alltoall", "--json"]
    network = ["--network", "packet:transport=tcp"]
    found = {}
    for repetitions in ([], ["--repetitions", 1]):
        folder = f"tuned{len(repetitions)}"
        told = json.loads(windtunnel.must("tune", "collectives", *words, *network, *repetitions, "-o", folder, cwd=tmp_path).out)
        times = polars.read_parquet(tmp_path / folder / "times" / "*.parquet").filter(polars.col("name") == "")
        count = told["repetitions"]
        found[count] = times["time"].item()
        assert found[count] == taken(windtunnel, tmp_path, "openmpi-5.0", 6, "alltoall", 48 << 10, *network, calls=count)
        told_in = {1: "each call is made once", 2: "each call is made twice in a row, and the second time counts"}[count]
        for name in ("openmpi-rules-v1.conf", "report.html"):
            assert told_in in (tmp_path / folder / name).read_text()
    assert sorted(found) == [1, 2] and found[1] != found[2]


def test_a_run_is_tuned_for_and_simulated_again(windtunnel, manifest, tmp_path):
    machine = [*MACHINE, "-q", "-n", 12, "--mpi-library", "openmpi-5.0", "--network", "delay", "--out", "run"]
    calls = ["operation=reduce", "bytes=64 KiB", "iterations=5", "barrier=yes"]
    windtunnel.must("motif", *machine, "collective", *calls, cwd=tmp_path)
    words = ["tune", "collectives", "--from", "run", "--sizes", "16KiB..64KiB", "-o", "tuned", "--json"]
    told = json.loads(windtunnel.must(*words, cwd=tmp_path).out)
    assert (told["ranks"], told["network"], told["mpi_library"]) == ([12], "delay", "openmpi-5.0")
    assert [of["operation"] for of in told["operations"]] == ["barrier", "reduce"]
    before, after = manifest(tmp_path / "run"), manifest(tmp_path / "tuned" / "run")
    assert (told["run"]["before_ps"], told["run"]["after_ps"]) == (before["simulated_time_ps"], after["simulated_time_ps"])
    assert told["run"]["gain_percent"] > 5 and after["mpi_library"] == f"openmpi-5.0+{told['files'][0]}"
    text = windtunnel.must(*words[:-1], "--force", cwd=tmp_path).out
    assert "run: " in text and " % less" in text


def test_sizes_and_arrivals_of_a_run_are_tuned_for(windtunnel, tmp_path):
    machine = [*MACHINE, "-q", "-n", 6, "--mpi-library", "openmpi-5.0", "--network", "delay", "--out", "run", "--observe", "collectives"]
    windtunnel.must("motif", *machine, "collective", "operation=allreduce", "bytes=24 KiB", "iterations=5", "skew=50 us", cwd=tmp_path)
    rows = polars.read_parquet(tmp_path / "run" / "collectives" / "*.parquet")
    assert len(rows) == 30 and set(rows["operation"]) == {"allreduce"} and set(rows["algorithm"]) == {"rabenseifner"}
    assert set(rows["count"] * rows["element_bytes"]) == {24 << 10} and set(rows["part"]) == {"whole"}
    told = json.loads(windtunnel.must("tune", "collectives", "--from", "run", "-o", "tuned", "--json", cwd=tmp_path).out)
    assert ([of["operation"] for of in told["operations"]], told["sizes"], told["ranks"]) == (["allreduce"], [24 << 10], [6])
    late, unit = told["arrival"].split()
    # Of dates, or of times since the rank's last call: what that one has caused does not count.
    rows = rows.sort("rank", "number").with_columns(since=polars.col("start") - polars.col("end").shift(1, fill_value=0).over("rank"))
    widths = rows.group_by("number").agg(polars.col("start", "since").max() - polars.col("start", "since").min())
    spread = widths.select(polars.min_horizontal("start", "since"))["start"].sort()[2]
    assert (unit, int(late)) == ("ns", spread // 1000) and 10_000 < int(late) < 1_000_000
    assert set(polars.read_parquet(tmp_path / "tuned" / "times" / "*.parquet")["bytes"]) == {24 << 10}


def test_a_root_that_is_let_go_first_makes_nobody_late(windtunnel, tmp_path):
    """Broadcasts in a row: its ranks come to the second one as the first has let them go, another algorithm otherwise."""
    machine = [*MACHINE, "-q", "-n", 6, "--mpi-library", "openmpi-5.0", "--out", "run", "--observe", "collectives"]
    windtunnel.must("motif", *machine, "collective", "operation=bcast", "bytes=32000 B", "iterations=5", cwd=tmp_path)
    starts = polars.read_parquet(tmp_path / "run" / "collectives" / "*.parquet").filter(polars.col("number") == 2)["start"]
    assert starts.max() - starts.min() > 10**9
    told = json.loads(windtunnel.must("tune", "collectives", "--from", "run", "-o", "tuned", "--json", cwd=tmp_path).out)
    assert told["arrival"] == "0 ns" and told["run"]["gain_percent"] > 20


def test_a_run_is_tuned_for_where_chance_has_put_it(windtunnel, manifest, tmp_path):
    """A run with another seed has other hosts; what it was told about an algorithm is not the library's decision."""
    machine = ["-q", "-n", 12, "-p", "torus-3d", "--ppn", 1, "--mpi-library", "openmpi-5.0", "--allocation", "random:hosts"]
    call = ["collective", "operation=allgather", "bytes=24 KiB"]
    own = set()
    for seed in (1, 7):
        windtunnel.must("motif", *machine, "--seed", seed, "--observe", "collectives", "--out", f"run{seed}", *call, cwd=tmp_path)
        windtunnel.must("tune", "collectives", "--from", f"run{seed}", "--repetitions", 1, "-o", "tuned", "--force", cwd=tmp_path)
        times = polars.read_parquet(tmp_path / "tuned" / "times" / "*.parquet")
        [time] = times.filter(polars.col("algorithm") == "own")["time"]
        assert time == manifest(tmp_path / f"run{seed}")["simulated_time_ps"]
        own.add(time)
    assert len(own) == 2
    windtunnel.must("motif", *machine, "--collective", "allgather=linear", "--out", "told", *call, cwd=tmp_path)
    done = windtunnel("tune", "collectives", "--from", "told", "-o", "none", cwd=tmp_path)
    assert done.status == 2 and "was told the algorithm of allgather (--collective): no tuning file changes it" in done.err
    assert "nothing to tune: tuning files of openmpi-5.0 select algorithms of blocking collective operations, but the run calls none of these, " in done.err


def test_calls_take_their_time_from_the_last_arrival_on(windtunnel, tmp_path):
    """A barrier begins then; a bcast whose root was not last has brought its message to all other ranks before."""
    times = []
    for arrival in ("together", "skew:50us"):
        words = [*MACHINE, "--mpi-library", "openmpi-5.0", "-n", 4, "--sizes", "1KiB", "--operation", "barrier,bcast", "--arrival", arrival]
        windtunnel.must("tune", "collectives", *words, "-o", "tuned", "--force", cwd=tmp_path)
        rows = polars.read_parquet(tmp_path / "tuned" / "times" / "*.parquet")
        times.append({(row["operation"], row["algorithm"]): row["time"] for row in rows.iter_rows(named=True)})
    together, late = times
    assert len(together) > 20 and together.keys() == late.keys()
    for call, time in together.items():
        assert 0.98 * time < late[call] <= time if call[0] == "barrier" else late[call] < time - 15_000_000, call
    assert late["bcast", "linear"] < 1_000_000 < together["bcast", "linear"]


def test_on_several_hosts_of_several_ranks_hans_file_is_written_too(windtunnel, tmp_path):
    """Each call takes as long with both files as with what was chosen for it; HAN's decision stays where nothing is faster."""
    machine = ["-p", "ethernet-cluster", "--ppn", 4]
    words = [*machine, "--mpi-library", "openmpi-5.0", "-n", "8,16", "--sizes", "1KiB,256KiB", "--network", "delay"]
    operations = ["--operation", "bcast,gather,allreduce,alltoall"]
    told = json.loads(windtunnel.must("tune", "collectives", *words, *operations, "-o", "tuned", "--json", cwd=tmp_path).out)
    assert told["files"] == [f"tuned/{name}.conf" for name in ("openmpi-rules-v1", "openmpi-rules-v2", "openmpi-han-rules")]
    assert {of["slower_calls"] for of in told["operations"]} == {0}
    times = polars.read_parquet(tmp_path / "tuned" / "times" / "*.parquet")
    names = {of: set(calls["name"]) for (of,), calls in times.group_by("operation")}
    assert {"", "han@simple", "tuned", "1"} <= names["bcast"] & names["allreduce"] and "tuned" in names["gather"]
    assert "tuned" not in names["alltoall"], "HAN has no such operation"
    chosen = set()
    for of in told["operations"]:
        for ranks, size in ((ranks, size) for ranks in (8, 16) for size in (1 << 10, 256 << 10)):
            size_here = ranks * size if of["operation"] == "alltoall" else size
            group = max((rule["ranks"] for rule in of["rules"] if rule["ranks"] <= ranks), default=0)
            fitting = [rule for rule in of["rules"] if rule["ranks"] == group and rule["bytes"] <= size_here]
            name = (fitting or [{"name": None}])[-1]["name"] or ""
            calls = times.filter((polars.col("operation") == of["operation"]) & (polars.col("ranks") == ranks) & (polars.col("bytes") == size))
            wanted = set(calls.filter(polars.col("name") == name)["time"])
            library = "openmpi-5.0+tuned/openmpi-han-rules.conf+tuned/openmpi-rules-v1.conf"
            words = ["--network", "delay"]
            assert taken(windtunnel, tmp_path, library, ranks, of["operation"], size, *words, on=machine) in wanted, (of, ranks, size)
            chosen.add(name)
    assert len(chosen) > 2
    words = [*machine, "--mpi-library", "openmpi-5.0", "-n", 8, "--sizes", "1KiB", "--network", "delay", "--operation", "barrier"]
    text = windtunnel.must("tune", "collectives", *words, "-o", "again", cwd=tmp_path).out
    assert "--mca coll_han_use_dynamic_file_rules 1 --mca coll_han_dynamic_rules_filename again/openmpi-han-rules.conf" in text


def test_intel_variables_are_written_and_read(windtunnel, manifest, tmp_path):
    machine = [*MACHINE, "-n", 6, "--mpi-library"]
    grid = ["--sizes", "1KiB,64KiB", "--operation", "bcast,barrier", "-o", "tuned"]
    windtunnel.must("tune", "collectives", *machine, "intel-2021", *grid, cwd=tmp_path)
    lines = (tmp_path / "tuned" / "intel-adjust.sh").read_text().splitlines()
    variables = [line.split("=")[0] for line in lines if not line.startswith("#")]
    assert variables == ["export I_MPI_ADJUST_BCAST"], "no barrier is faster than the library's own"
    times = []
    for library in ("intel-2021", "intel-2021+tuned/intel-adjust.sh"):
        words = [*machine, library, "--force", "--out", "run", "collective", "operation=bcast", "bytes=1 KiB"]
        windtunnel.must("motif", "-q", *words, cwd=tmp_path)
        times.append(manifest(tmp_path / "run")["simulated_time_ps"])
    assert times[1] < times[0]


@pytest.mark.parametrize(
    "words, message",
    [
        (["--mpi-library", "ideal"], "tune collectives: ideal has no tuning files, since its description has no table `[tuning]`; expected the library to be one of mpich-4.3, mpich-5.0, mpich-3.4, openmpi-4.1, openmpi-5.0, intel-2021"),
        (
            ["--mpi-library", "mpich-5.0", "--ppn", 2],
            "tune collectives: mpich-5.0 runs operations on two levels, within hosts and among hosts, and its tuning files select algorithms for each level, not for the whole",
        ),
        (["--operation", "scan"], "--operation scan: openmpi-5.0 has no tuning rules for this operation; expected one of barrier, bcast"),
        (["-n", "200"], "200 ranks do not fit"),
        (["--mpi-library", "openmpi-5.0+none.conf"], "can't read the tuning file `none.conf`: No such file or directory"),
        (["--sizes", "16B,12B"], "--sizes: 12 B is not a multiple of 8 B, the size of MPI_DOUBLE, which reduce sums; expected multiples of 8 B"),
        (["--sizes", "big"], "expected sizes up to 16 GiB, as in `8B..16MiB` or `1KiB,48KiB`"),
        (["--repetitions", "0"], "--repetitions <N>': 0 is not in 1..=1000"),
        (["--arrival", "late"], "expected `together`, or `skew:` and a time, as in `skew:10us`"),
        (["--from", "nowhere"], "nowhere: is not a run folder"),
        (
            ["--arrival", "skew:18000000s", "--operation", "bcast", "--sizes", "8B", "--repetitions", "9"],
            "bcast of 8 B on 4 ranks: the simulation did not finish: out of time: pending operations end after 213 days, the maximum simulated time; 4 of 4 ranks",
        ),
        # CliError::Times needs a full disk.
    ],
)
def test_wrong_words_are_errors(windtunnel, tmp_path, words, message):
    usual = {"--mpi-library": "openmpi-5.0", "-n": "4", "-p": "ethernet-cluster", "--ppn": 1, "-o": "tuned"}
    usual.update(zip(words[::2], words[1::2], strict=True))
    done = windtunnel("tune", "collectives", *(word for pair in usual.items() for word in pair), cwd=tmp_path)
    assert done.status == 2 and message in done.err, done.err
    assert not (tmp_path / "tuned" / "report.html").exists()


@pytest.mark.parametrize("text, message", [("1 bcats", "r.conf:1: operation `bcats`; expected one of barrier, bcast,"), ("1 7 1 4 1 0 12 0 0", "r.conf:1: algorithm 12 of bcast is not modelled"), ("1\n7\n\nx", "r.conf:4: `x`; expected")])
def test_a_wrong_tuning_file_is_pointed_into(windtunnel, tmp_path, text, message):
    (tmp_path / "r.conf").write_text(text)
    done = windtunnel("motif", *MACHINE, "-n", 4, "--mpi-library", "openmpi-5.0+r.conf", "collective", cwd=tmp_path)
    assert done.status == 2 and f"windtunnel: {message}" in done.err, done.err


def test_mca_parameters_are_obeyed_and_others_are_named(windtunnel, manifest, tmp_path):
    """As a user has them; HAN divides the first call, and tuned decides on the second."""
    (tmp_path / "mca-params.conf").write_text("coll_tuned_use_dynamic_rules = 1\ncoll_tuned_alltoall_algorithm = pairwise\ncoll_han_bcast_segsize = 16k\npml = ob1\n")
    words = ["-q", "-p", "ethernet-cluster", "--ppn", 4, "-n", 8, "--mpi-library", "openmpi-5.0+mca-params.conf", "--observe", "collectives", "--force", "--out", "run"]
    chosen = {}
    for operation in ("bcast", "alltoall"):
        done = windtunnel.must("motif", *words, "collective", f"operation={operation}", "bytes=64 KiB", cwd=tmp_path)
        rows = polars.read_parquet(tmp_path / "run" / "collectives" / "*.parquet").filter(polars.col("part") == "whole")
        [chosen[operation]] = set(rows["algorithm"])
        assert "not read, as only parameters of the components tuned and han are: pml;" in done.err, done.err
    assert chosen["bcast"].startswith("han") and "16384" in chosen["bcast"] and chosen["alltoall"].startswith("pairwise"), chosen
    assert any("pml" in warning for warning in manifest(tmp_path / "run")["warnings"])


def test_a_library_with_a_tuning_file_is_judged_and_its_file_stays(windtunnel, tmp_path):
    (tmp_path / "r.conf").write_text("1 7 1 2 1 0 1 0 0")
    words = [*MACHINE, "--mpi-library", "openmpi-5.0+r.conf", "-n", 8, "--sizes", "64KiB", "--operation", "bcast", "-o", "tuned"]
    done = windtunnel("tune", "collectives", *words, cwd=tmp_path)
    assert done.status == 2 and not (tmp_path / "tuned" / "openmpi-rules-v1.conf").exists()
    assert "for bcast, faster algorithms were found than those that its tuning file selects, but this command writes new tuning files and changes none; give the library without its file (`--mpi-library openmpi-5.0`)" in done.err


def test_commands_that_are_told_can_be_given_to_a_shell(windtunnel, tmp_path):
    words = [*MACHINE, "-n", 4, "--sizes", "1KiB", "--operation", "bcast", "--mpi-library"]
    text = windtunnel.must("tune", "collectives", *words, "intel-2021", "-o", "my rules", cwd=tmp_path).out
    told = ". 'my rules/intel-adjust.sh'; mpirun"
    assert told in text and f"# {told}\n" in (tmp_path / "my rules" / "intel-adjust.sh").read_text()
    slow = ["-q", *MACHINE, "-n", 8, "--mpi-library", "openmpi-5.0", "--observe", "waits", "--out", "a run", "collective", "operation=bcast", "bytes=1 MiB"]
    windtunnel.must("motif", *slow, cwd=tmp_path)
    assert "`windtunnel explain --what-if=collective 'a run'` finds" in windtunnel.must("explain", "a run", cwd=tmp_path).out


def test_arrivals_are_the_same_for_every_algorithm(windtunnel, tmp_path):
    """How long each rank computes before each call, after the barrier that lets it go."""
    late = []
    for algorithm in ("linear", "pipeline"):
        words = ["-q", *MACHINE, "-n", 6, "--collective", f"bcast={algorithm}", "--observe", "collectives", "--force", "--out", "run"]
        windtunnel.must("motif", *words, "collective", "operation=bcast", "bytes=64 KiB", "iterations=4", "barrier=yes", "skew=1 ms", cwd=tmp_path)
        rows = polars.read_parquet(tmp_path / "run" / "collectives" / "*.parquet").filter(polars.col("part") == "whole").sort("rank", "number")
        rows = rows.with_columns(late=polars.col("start") - polars.col("end").shift(1).over("rank")).filter(polars.col("operation") == "bcast")
        assert set(rows["algorithm"].str.split(":").list.first()) == {algorithm}
        late.append(rows.select("rank", "number", "late").rows())
    assert late[0] == late[1] and len({row[2] for row in late[0]}) == 24


def test_lateness_hides_no_regret(windtunnel, tmp_path):
    """The time of a call begins when its last rank comes: that others wait for it for long is not an algorithm's doing."""
    words = [*MACHINE, "--mpi-library", "openmpi-5.0", "-n", 8, "--sizes", "64KiB", "--operation", "allreduce,allgather", "--arrival", "skew:1s"]
    told = json.loads(windtunnel.must("tune", "collectives", *words, "-o", "late", "--json", cwd=tmp_path).out)
    own = [(of["operation"], of["own"]["most_percent"], of["tuned"]["most_percent"]) for of in told["operations"]]
    assert len(own) == 2 and all(before > 20 and after < 5 for _, before, after in own), own
    page = (tmp_path / "late" / "report.html").read_text()
    assert "from the last rank's arrival to the last one's departure, with ranks that arrive late by less than 1s, at random" in page
    text = windtunnel.must("tune", "collectives", *words, "-o", "text", cwd=tmp_path).out
    assert "from the last rank's arrival to the last one's departure; each call is made 4 times in a row, and the median of the last 3 counts" in text


def test_a_run_is_simulated_again_where_it_was_started(windtunnel, manifest, tmp_path):
    """Its scenario names the machine by a relative path."""
    home, here = tmp_path / "home", tmp_path / "here"
    for folder in (home, here):
        folder.mkdir()
    shutil.copy(ROOT / "platforms" / "ethernet-cluster.toml", home / "my.toml")
    machine = ["-q", "-n", 6, "-p", "my.toml", "--ppn", 1, "--mpi-library", "openmpi-5.0", "--observe", "collectives,waits", "--out", "run"]
    windtunnel.must("motif", *machine, "collective", "operation=bcast", "bytes=32000 B", "iterations=5", cwd=home)
    assert json.loads((home / "run" / "host.json").read_text())["started_in"] == str(home)
    tune = ["tune", "collectives", "--from"]
    told = json.loads(windtunnel.must(*tune, "../home/run", "-o", "tuned", "--json", cwd=here).out)
    assert told["run"]["gain_percent"] > 20 and manifest(here / "tuned" / "run")["ending"] == "finished"
    words = [*tune, "../home/run", "--mpi-library", "openmpi-5.0+tuned/openmpi-rules-v1.conf", "-o", "again", "--json"]
    assert json.loads(windtunnel.must(*words, cwd=here).out)["operations"][0]["most_gain_percent"] == 0, "it is tuned already"
    windtunnel.must("explain", "--what-if=ideal-network", "../home/run", cwd=here)
    assert manifest(home / "run" / "what-if" / "ideal-network")["network"] == "ideal"
    shutil.move(home / "run", here / "run")
    windtunnel.must("explain", "--what-if=eager", "run", cwd=here)
    (home / "my.toml").rename(here / "your.toml")
    told = f"run: cannot be run again: its scenario names my.toml, not found in {home} (where the run was started); run the command"
    for words in (["explain", "--what-if=no-contention", "run"], ["explain", "--what-if=collective", "run"], [*tune, "run", "-o", "none"]):
        done = windtunnel(*words, cwd=here)
        assert done.status == 2 and told in done.err, done.err
    home.rmdir()
    done = windtunnel(*tune, "run", "-o", "none", cwd=here)
    assert f"not found in {here} ({home}, where the run was started, is not there); run" in done.err, done.err
    (here / "run" / "host.json").write_text('{"wall_seconds": 1.0, "cpu_seconds": 1.0, "peak_memory_bytes": 1}')
    done = windtunnel("explain", "--what-if=eager", "--json", "run", cwd=here)
    assert done.status == 0, "its result is there"
    done = windtunnel("explain", "--what-if=no-contention", "run", cwd=here)
    assert f"not found in {here} (where the run was started is not known (`started_in` in its host.json))" in done.err, done.err
    (here / "your.toml").rename(here / "my.toml")
    windtunnel.must("explain", "--what-if=no-contention", "run", cwd=here)
