"""What `explain` blames: the cause of waits, also where they are many and small, or handed on from rank to rank."""

import json
import re
from pathlib import Path

import pytest

from tunnel import TWO_HOSTS

MS = 1_000_000_000
HERE = Path(__file__).resolve().parent

INSIDE_MPI = ["--set", "mpi.progress=inside-mpi"]
ONE_SERVER = ["--set", "storage.servers=1", "--set", "storage.bandwidth=1 GB/s", "--set", "storage.latency=100 us"]


def explained(windtunnel, folder):
    """What `explain` says; both of its views add up to the waiting, level by level."""
    explanation = json.loads(windtunnel.must("explain", "--json", folder).out)
    for view in ("causes", "losses"):
        assert sum(found["lost_ps"] for found in explanation[view]) == explanation["waiting_ps"]
        parts = list(explanation[view])
        while parts:
            part = parts.pop()
            for below in (part.get("parts"), part.get("calls"), part.get("felt_as"), part.get("findings"), part.get("links")):
                if isinstance(below, list) and below:
                    assert sum(found["lost_ps"] for found in below) == part["lost_ps"], part
                    parts += below
    return explanation


def causes(explanation):
    """Each cause with its parts, and with theirs, as (cause, part, rank or link) and its time."""
    found = {}
    for cause in explanation["causes"]:
        for part in cause["parts"]:
            for below in part.get("parts") or [{"name": None, "lost_ps": part["lost_ps"]}]:
                found[cause["cause"], part["name"], below["name"]] = below["lost_ps"]
    return found


def named(found, cause, part, below=None):
    """The time of the causes whose part matches a pattern, all of a rank or a link if one is given."""
    return sum(time for (kind, where, who), time in found.items() if kind == cause and re.search(part, where) and below in (None, who))


@pytest.fixture(scope="module")
def programs(windtunnel, tmp_path_factory):
    """Runs a program of defects with any options; gives its folder."""
    folder = tmp_path_factory.mktemp("blame")
    built = {source.stem: windtunnel.compile(source, folder / source.stem, "-g") for source in (HERE / "two_defects.c", HERE.parent / "system" / "defects.c")}
    (folder / "machine.toml").write_text(TWO_HOSTS)

    def run(program, kind, *options, name="", platform=folder / "machine.toml"):
        out = folder / f"{program}-{kind}{name}"
        words = ["-q", "-n", 4, "-p", platform, "--mpi-library", "ideal", "--compute", "none"]
        windtunnel.must("run", *words, "--observe", "waits,timeline", "--out", out, *options, built[program], kind, cwd=folder)
        return out

    return run


# The options of a kind, and of its causes: which, where, whose, how much at least, in ms.
ONE = {
    "late-sender": ([], [("computation", r"before the call in late_sender \(", "rank 1", 3)]),
    "late-receiver": ([], [("computation", r"before the call in late_receiver \(", "rank 1", 2)]),
    "collective": ([], [("computation", r"before the call in collective \(", "rank 2", 15)]),
    "root": ([], [("computation", r"before the call in root \(", "rank 0", 11)]),
    "contention": ([], [("contention", r"^links all$", None, 32)]),
    "phases": ([], [("contention", r"^links ", None, 31.9)]),
    "progress": (INSIDE_MPI, [("progress", "", None, 6)]),
    "chain": ([], [("computation", r"before the call in chain \(", "rank 0", 3), ("computation", r"before the call in chain \(", "rank 1", 2), ("computation", r"before the call in chain \(", "rank 2", 1)]),
    "fence": ([], [("computation", r"before the call in fence \(", "rank 1", 8.9)]),
    "late-post": ([], [("computation", r"before the call in exposed \(", "rank 1", 5.9)]),
    "late-complete": ([], [("computation", r"before the call in exposed \(", "rank 0", 11.9)]),
    "lock": ([], [("computation", r"before the call in lock \(", "rank 1", 13.9)]),
    "unserved": (INSIDE_MPI, [("progress", r"MPI_Win_unlock_all in unserved", None, 14.9)]),
    "partition": ([], [("computation", r"before the call in partitions \(", "rank 0", 3)]),
    "clearance": ([], [("computation", r"before the call in partitions \(", "rank 1", 2)]),
    "file": (ONE_SERVER, [("file contention", r"MPI_File_write_at in file", None, 11.9)]),
}

TWO = {
    "sender-link": ([], [("contention", r"^links ", None, 31.9), ("computation", r"before the call in send_late \(", "rank 1", 8.9)]),
    "uneven-receiver": ([], [("computation", r"before the call in uneven \(", "rank 2", 15), ("computation", r"before the call in receive_late \(", "rank 1", 3.9)]),
    "lock-uneven": ([], [("computation", r"before the call in uneven \(", "rank 3", 17.9), ("computation", r"before the call in hold_lock \(", "rank 1", 13.9)]),
    "chain-root": ([], [("computation", r"before the call in late_root \(", "rank 0", 20.9), ("computation", r"before the call in chain \(", None, 17.9)]),
    "progress-sender": (INSIDE_MPI, [("progress", "", None, 6), ("computation", r"before the call in send_late \(", "rank 3", 5)]),
}


@pytest.mark.parametrize("mode", ["images", "serialised", "processes"])
@pytest.mark.parametrize(("program", "kinds"), [("defects", ONE), ("two_defects", TWO)])
def test_item_16_programs_of_one_and_of_two_defects_have_their_causes_named(windtunnel, programs, program, kinds, mode):
    for kind, (options, expected) in kinds.items():
        folder = programs(program, kind, *options, "--mode", mode, name=f"-{mode}")
        found = causes(explained(windtunnel, folder))
        for cause, where, who, least in expected:
            time = named(found, cause, where, who)
            assert time >= least * MS, (kind, cause, where, found)
        # Beside its transfers nothing else has caused much.
        rest = sum(time for (cause, *_), time in found.items() if "transfer" not in cause and cause not in ("file", "metadata", "small requests")) - sum(named(found, *which[:3]) for which in expected)
        assert rest <= 0.2 * MS or kind in ("unserved", "chain-root"), (kind, found)
        # In words, too: each is among the first three of its level.
        text = windtunnel.must("explain", folder).out.split("Wait states")[0]
        for cause, where, who, _ in expected:
            assert re.search(rf"^\d\. {cause}", text, re.MULTILINE), text
            assert who is None or re.search(rf"{where}.*\n(     .*\n){{0,3}}     {who} ", text), text


def contended(windtunnel, folder, ranks, platform):
    """A halo exchange whose ranks compute all the same, and wait for each other because links are contended for."""
    tables = "timeline,messages,waits,links,link_buckets"
    words = ["-n", ranks, "-p", platform, "--network", "flow:bucket=100 us", "--observe", tables, "--out", folder / "run"]
    windtunnel.must("motif", "-q", *words, "halo3d", "bytes=16 KiB", "compute=50 us", "iterations=2")
    return folder / "run"


def direct_share(windtunnel, folder):
    """What contention has cost by the table alone, of all ranks' time."""
    import polars

    waits = polars.read_parquet(folder / "waits" / "*.parquet")
    number = {name: polars.col(name).cast(polars.Int64) for name in ("start", "end", "since", "contention")}
    whole = number["end"] - number["start"]
    late = polars.when(polars.col("culprit") == polars.col("rank")).then(0).otherwise((number["since"] - number["start"]).clip(0, whole))
    lost = waits.select(polars.min_horizontal(number["contention"], whole - late).sum()).item()
    run = json.loads((folder / "run.json").read_text())
    return lost / (run["simulated_time_ps"] * run["ranks"])


def contention_leads(windtunnel, folder):
    """It is the first cause, with what it has cost by itself and through ranks that it made late. Gives both."""
    explanation = explained(windtunnel, folder)
    first = explanation["causes"][0]
    assert first["cause"] == "contention" and first["parts"][0]["name"].startswith("links ")
    assert "computation" not in {cause["cause"] for cause in explanation["causes"] if cause["lost_ps"] * 1000 > explanation["all_time_ps"]}
    whole = explanation["all_time_ps"]
    text = windtunnel.must("explain", folder).out
    share = f"{100 * first['lost_ps'] / whole:.1f} % of the ranks' time ({100 * first['direct_ps'] / whole:.1f} % directly)"
    assert f"\n1. contention on {first['parts'][0]['name']}: " in text and share in text
    # Every rank computes the same: no block is to be looked at, and there is one that could be left out for nothing.
    assert "Look at" not in text and "--compute none" not in text
    return first["direct_ps"] / whole, first["lost_ps"] / whole


def test_item_16_contention_that_is_felt_at_a_collective_leads(windtunnel, tmp_path):
    folder = contended(windtunnel, tmp_path, 1024, "percs-supernode")
    direct, _ = contention_leads(windtunnel, folder)
    assert abs(direct - direct_share(windtunnel, folder)) < 1e-9


@pytest.mark.soak
def test_item_16_contention_in_four_thousand_small_parts_leads(windtunnel, tmp_path):
    folder = contended(windtunnel, tmp_path, 65536, "percs-64")
    direct, whole = contention_leads(windtunnel, folder)
    assert abs(direct - direct_share(windtunnel, folder)) < 1e-9
    assert abs(direct - 0.43) < 0.01 and abs(whole - direct - 0.415) < 0.01


def test_item_16_advice_fits_the_run(windtunnel, programs, tmp_path):
    # On one host no mapping helps.
    one = TWO_HOSTS.replace("hosts = 2", "hosts = 1").replace("cores = 2", "cores = 4")
    (tmp_path / "one.toml").write_text(one)
    text = windtunnel.must("explain", programs("defects", "contention", platform=tmp_path / "one.toml", name="-one-host")).out
    assert "--mapping" not in text
    # Its ranks compute for no time, and it has no collectives.
    text = windtunnel.must("explain", programs("defects", "late-sender")).out
    assert "--compute none" not in text and "--collective" not in text
    # A network on which nothing is contended for is not advised to one that is one.
    text = windtunnel.must("explain", programs("defects", "contention", "--network", "delay", name="-delay")).out
    assert "--network delay" not in text


def motif(windtunnel, out, *options):
    windtunnel.must("motif", "-q", "-n", 64, "-p", "torus-3d", "--observe", "waits,timeline", *options, "--out", out, "halo3d", "bytes=256 KiB", "compute=100 us")
    return out


def simulated(folder):
    return json.loads((folder / "run.json").read_text())["simulated_time_ps"]


def test_item_17_explain_tells_what_the_first_advice_would_gain(windtunnel, tmp_path):
    run = motif(windtunnel, tmp_path / "run")
    before = windtunnel.must("explain", run)
    assert re.search(r"\n`windtunnel explain --what-if \S*run` shows the simulated time ([^.]+)\.\n$", before.out) and "What if" not in before.out
    done = windtunnel.must("explain", "--what-if", run)
    first = json.loads(windtunnel.must("explain", "--json", run).out)
    assert first["causes"][0]["cause"] == "contention" and done.err == "running it again without contention for links\n"
    [gain] = first["what_ifs"]
    assert gain["change"] == "no-contention" and gain["simulated_time_ps"] == simulated(run / "what-if" / "no-contention")
    # It is what the run takes on such a network.
    assert gain["simulated_time_ps"] == simulated(motif(windtunnel, tmp_path / "delay", "--network", "delay")) < simulated(run)
    less = 100 - 100 * gain["simulated_time_ps"] / simulated(run)
    assert re.search(rf"\n   simulated without contention for links: \S+ [um]s instead of \S+ [um]s \(−{less:.1f} %\)\n", done.out)
    # It is kept, and shown without being asked for.
    assert "What if" in windtunnel.must("explain", run).out
    again = windtunnel.must("explain", "--what-if", run)
    assert again.err == "" and again.out == done.out


def test_item_17_changes_share_one_mechanism(windtunnel, tmp_path):
    run = motif(windtunnel, tmp_path / "run")
    for name in ("ideal-network", "no-compute", "eager", "mapping-random", "mapping-round-robin"):
        windtunnel.must("explain", f"--what-if={name}", run)
    kept = {path.name for path in (run / "what-if").iterdir()}
    assert kept == {"ideal-network", "no-compute", "eager", "mapping-random", "mapping-round-robin"}
    # `summary --ideal` is one of them.
    done = windtunnel.must("summary", "--ideal", "--json", run)
    assert done.err == "" and json.loads(done.out)["analysis"]["ideal_time_ps"] == simulated(run / "what-if" / "ideal-network")
    gains = {gain["change"]: gain["simulated_time_ps"] for gain in json.loads(windtunnel.must("explain", "--json", run).out)["what_ifs"]}
    assert gains == {name: simulated(run / "what-if" / name) for name in kept}
    assert gains["ideal-network"] < simulated(run) and gains["no-compute"] < simulated(run)


def test_item_17_results_of_another_run_or_cut_short_are_not_taken(windtunnel, tmp_path):
    run = motif(windtunnel, tmp_path / "run")
    other = tmp_path / "other"
    windtunnel.must("motif", "-q", "-n", 8, "-p", "torus-3d", "--out", other, "halo3d")
    windtunnel.must("summary", "--ideal", run)
    windtunnel.must("summary", "--ideal", other)
    ideal = simulated(run / "what-if" / "ideal-network")

    def taken():
        return json.loads(windtunnel.must("summary", "--json", run).out)["analysis"]["ideal_time_ps"]

    def spoilt(change):
        file = run / "what-if" / "ideal-network" / "run.json"
        file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
        assert taken() is None
        # It is simulated again.
        assert windtunnel.must("summary", "--ideal", run).err == "running it again on an ideal network\n"
        assert taken() == ideal

    assert taken() == ideal
    spoilt({"ending": "running"})
    spoilt({"ending": "stopped"})
    spoilt({"version": "0.0.1"})
    spoilt({"scenario": json.loads((other / "what-if" / "ideal-network" / "run.json").read_text())["scenario"]})
    # Another machine by the same name.
    platform = run / "what-if" / "ideal-network" / "platform.toml"
    platform.write_text(platform.read_text() + "# another\n")
    assert taken() is None


def test_item_17_what_cannot_be_run_again_is_told(windtunnel, programs, tmp_path):
    run = motif(windtunnel, tmp_path / "run", "--network", "delay")

    def refused(words, *options):
        done = windtunnel("explain", *options)
        assert done.status == 2 and words in done.err, done.err

    refused("run: cannot be run again without contention for links: its network model, delay, knows no contention", "--what-if=no-contention", run)
    refused("run: cannot be run again mapped block by block: it is mapped so", "--what-if=mapping-block", run)
    refused("--what-if: unknown change `no-contension`; expected one of ideal-network, no-contention, ", "--what-if=no-contension", run)
    refused("did you mean `no-contention`?", "--what-if=no-contension", run)
    still = programs("defects", "nothing")
    refused("nothing: `--what-if` without a name simulates changes that remove a cause of the run's waits, but no known change does; name a change by `--what-if=NAME`, one of ideal-network, ", "--what-if", still)
    refused("its computations take no time", "--what-if=no-compute", still)
    # A program that is gone.
    program = windtunnel.compile(HERE.parent / "system" / "defects.c", tmp_path / "gone", "-g")
    windtunnel.must("run", "-q", "-n", 4, "-p", "torus-3d", "--observe", "waits", "--out", tmp_path / "left", program, "root")
    program.unlink()
    refused("left: cannot be run again for comparison, as these have changed since: ", "--yes", "--what-if=ideal-network", tmp_path / "left")
    refused("gone", "--yes", "--what-if=ideal-network", tmp_path / "left")
    manifest = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps({**manifest, "ending": "stopped"}))
    refused("run: cannot be run again on an ideal network: it did not come to its end (stopped)", "--what-if=ideal-network", run)


def test_item_17_measured_blocks_are_replayed_and_a_recorded_trace_stays(windtunnel, programs, tmp_path):
    program = windtunnel.compile(HERE.parent / "system" / "defects.c", tmp_path / "defects", "-g")
    words = ["-q", "-n", 4, "-p", "torus-3d", "--observe", "waits,timeline"]
    windtunnel.must("record", *words, "--out", tmp_path / "run", "-o", tmp_path / "trace", program, "contention")
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in tmp_path.glob("trace*") if path.is_file()}
    windtunnel.must("explain", "--yes", "--what-if=no-contention", tmp_path / "run")
    scenario = json.loads((tmp_path / "run" / "what-if" / "no-contention" / "run.json").read_text())["scenario"]
    assert scenario["compute"].endswith("run") and "record" not in scenario["job"][0]
    assert before and before == {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in before}
