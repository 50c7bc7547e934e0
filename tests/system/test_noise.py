"""Noise on the cores of a platform: its amounts, what waits for it, where it comes from, and what is refused."""

import json

import pytest

import windtunnel as library
from conftest import ROOT

PROGRAM = ROOT / "tests" / "system" / "phases.c"


def noise(period, duration, **keys):
    keys = {"period": period, "duration": duration, **keys}
    return [word for key, value in keys.items() for word in ("--set", f"host.noise.{key}={value}")]


def halo(windtunnel, folder, ranks, *options, out="run", **parameters):
    words = [f"{name}={value}" for name, value in parameters.items()]
    windtunnel.must(
        "motif", "-q", "-n", ranks, "-p", "fat-tree", "--out", folder / out, "--force", *options, "halo3d", *words
    )
    return json.loads((folder / out / "run.json").read_text())


def test_work_is_delayed_by_the_detours_that_it_meets(windtunnel, tmp_path):
    """Alone on its core: nine milliseconds of work meet ten detours, the first at once and none as they end."""
    alone = {"iterations": 1, "every": 0, "periodic": "no", "compute": "9ms"}
    quiet = halo(windtunnel, tmp_path, 1, **alone)
    noisy = halo(windtunnel, tmp_path, 1, *noise("1ms", "100us", phase="same"), **alone)
    assert noisy["simulated_time_ps"] - quiet["simulated_time_ps"] == 1_000_000_000 == noisy["time"]["noise"]["max_ps"]
    assert "noise" not in quiet["time"]
    both = '[{period="1ms",duration="100us",phase="same"},{period="10ms",duration="1ms",phase="same"}]'
    joined = halo(windtunnel, tmp_path, 1, "--set", f"host.noise={both}", **alone)
    # Two long detours, each of which covers a short one, and ten short ones.
    assert joined["time"]["noise"]["max_ps"] == 2 * 1_000_000_000 + 10 * 100_000_000


def test_an_iteration_that_meets_one_detour_at_most_is_late_by_one(windtunnel, tmp_path):
    parameters = {"iterations": 8, "compute": "300us", "bytes": "8KiB"}
    quiet = halo(windtunnel, tmp_path, 27, **parameters)["simulated_time_ps"]
    hits = noise("10ms", "100us")
    of_blocks = halo(windtunnel, tmp_path, 27, *hits, "--set", "host.noise.affects=computation", **parameters)
    assert quiet < of_blocks["simulated_time_ps"] <= quiet + 8 * 100_000_000
    of_all = halo(windtunnel, tmp_path, 27, *hits, **parameters)
    assert of_all["time"]["noise"]["mean_ps"] >= of_blocks["time"]["noise"]["mean_ps"]


def test_what_is_beyond_one_detour_an_iteration_is_waited_for_in_the_allreduce(windtunnel, tmp_path):
    """kNeighbor with an Allreduce: an iteration is shorter than the period, so that each rank's block meets one detour at most."""
    iterations, detour = 20, 100_000_000
    parameters = [f"iterations={iterations}", "compute=1ms", "neighbours=8", "bytes=1KiB", "allreduce=8B"]
    words = ["motif", "-q", "-n", 256, "-p", "percs-64", "--observe", "waits"]
    hits = noise("1.2ms", "100us")
    times, waited = {}, {}
    for name, options in (
        ("quiet", []),
        ("blocks", [*hits, "--set", "host.noise.affects=computation"]),
        ("all", hits),
    ):
        windtunnel.must(*words, *options, "--out", tmp_path / name, "neighbours", *parameters)
        times[name] = json.loads((tmp_path / name / "run.json").read_text())["simulated_time_ps"]
        waits = library.load_run(tmp_path / name).table("waits")
        own = waits.filter(waits["function"] == "MPI_Allreduce")
        waited[name] = (own["end"] - own["start"]).sum() / 256
    bound = times["quiet"] + iterations * detour
    assert times["quiet"] < times["blocks"] <= bound < times["all"]
    beyond = times["all"] - times["blocks"]
    assert 0.5 * beyond < waited["all"] - waited["blocks"] <= beyond


def test_offsets_depend_on_the_seed_alone(windtunnel, tmp_path):
    parameters = {"iterations": 4, "compute": "1ms"}
    times = [
        halo(windtunnel, tmp_path, 16, *noise("1ms", "50us"), "--seed", seed, **parameters)["simulated_time_ps"]
        for seed in (1, 1, 2)
    ]
    assert times[0] == times[1] != times[2]


def test_programs_meet_the_same_noise_in_all_modes(windtunnel, tmp_path):
    # Shorter than the run's 27 us: some of its work meets a detour wherever messages end.
    common = ["-q", "-n", 4, "-p", "fat-tree", "--compute", "none", *noise("2us", "300ns")]
    times = []
    for mode in ("images", "serialised", "processes"):
        windtunnel.must("run", *common, "--mode", mode, "--out", tmp_path / mode, PROGRAM, cwd=tmp_path)
        times.append(json.loads((tmp_path / mode / "run.json").read_text())["time"])
    assert times[0]["noise"]["max_ps"] > 0
    assert times[0] == times[1] == times[2]


def test_waiting_is_followed_to_noise_and_priced(windtunnel, tmp_path):
    observed = ["--observe", "waits,timeline,noise"]
    parameters = {"iterations": 20, "compute": "500us", "bytes": "8KiB"}
    halo(windtunnel, tmp_path, 64, *observed, *noise("1ms", "10us"), **parameters)
    told = json.loads(windtunnel.must("explain", "--json", tmp_path / "run").out)
    [cause] = [cause for cause in told["causes"] if cause["cause"] == "noise"]
    assert cause["lost_ps"] > 0 and told["noise"]["traced"]
    assert sum(cause["lost_ps"] for cause in told["causes"]) == told["waiting_ps"]
    text = windtunnel.must("explain", "--what-if=no-noise", tmp_path / "run").out
    assert "longer with it, so waiting has amplified it" in " ".join(text.split()), text
    halo(windtunnel, tmp_path, 64, *observed, out="quiet", **parameters)
    told = json.loads(windtunnel.must("explain", "--json", tmp_path / "quiet").out)
    assert told["noise"] is None and "noise" not in [cause["cause"] for cause in told["causes"]]
    done = windtunnel("explain", "--what-if=no-noise", tmp_path / "quiet")
    assert done.status == 2 and "no noise has hit it" in done.err, done


def test_a_recording_is_as_long_as_it_says(windtunnel, tmp_path):
    """One detour of 100 us in 10 s, met at 0.9 ms, 10.0009 s and 20.0009 s by 25 s of work: a share of 1e-5, not 0.0999."""
    (tmp_path / "ended.txt").write_text("900000 100000\n10000000000 0\n")
    (tmp_path / "netgauge.txt").write_text("# Measurement period: 10.00 s\n900000.00\t100000.00\n")
    alone = {"iterations": 1, "every": 0, "periodic": "no", "compute": "25s"}
    quiet = halo(windtunnel, tmp_path, 1, **alone)["simulated_time_ps"]
    for file, more in (("ended.txt", []), ("netgauge.txt", ["--set", "host.noise.length=10s"])):
        keys = ["--set", f"host.noise.trace={tmp_path / file}", "--set", "host.noise.phase=same", *more]
        noisy = halo(windtunnel, tmp_path, 1, *keys, **alone)
        assert noisy["time"]["noise"]["max_ps"] == 3 * 100_000_000 == noisy["simulated_time_ps"] - quiet
        assert "0.001 % of a core" in windtunnel.must("platform", "show", "fat-tree", *keys).out


def test_what_is_recorded_here_is_simulated(windtunnel, tmp_path):
    file = tmp_path / "noise.txt"
    windtunnel.must("calibrate", "noise", "--seconds", "0.3", "-o", file)
    *rows, end = [line.split() for line in file.read_text().splitlines() if not line.startswith("#")]
    assert rows and all(int(start) >= 0 and int(length) > 0 for start, length in rows)
    taken = sum(int(length) for _, length in rows)
    assert int(end[0]) >= 300_000_000 and end[1] == "0"
    machine = tmp_path / "machine.toml"
    text = windtunnel.must("platform", "print", "fat-tree").out
    machine.write_text(text + '\n[[host.noise]]\ntrace = "noise.txt"\n')
    told = f"{len(rows)} recorded detours, repeated after {int(end[0]) / 1e6:.6f}".rstrip("0").rstrip(".")
    shown = windtunnel.must("platform", "show", machine, cwd="/").out
    assert told in shown and f"{100 * taken / int(end[0]):.3f} % of a core" in shown, shown
    done = windtunnel("calibrate", "noise", "--seconds", "0.1", "-o", file)
    assert done.status == 2 and "already exists" in done.err
    done = windtunnel("calibrate", "noise", "--core", "100000", "-o", tmp_path / "other.txt")
    assert done.status == 2 and "calibrate noise: --core 100000: expected a core below 1024" in done.err
    done = windtunnel("calibrate", "noise", "--seconds", "1e300", "-o", tmp_path / "other.txt")
    assert done.status == 2 and "calibrate noise: --seconds 1e300: cannot convert float seconds to Duration" in done.err


@pytest.mark.parametrize("keys, words", [
    ({"period": "1us", "duration": "1us"}, "expected less than the period, 1 us"),
    ({"period": "1us"}, "`host.noise.duration` is missing"),
    ({"trace": "bad.txt"}, "`host.noise.trace` cannot be used: bad.txt:2: `5 x`: expected the start and length of a detour in nanoseconds, in the order of starts"),
    ({"trace": "none.txt"}, "`host.noise.trace` cannot be used: none.txt: cannot be read: "),
    ({"trace": "bad.txt", "period": "1us"}, "a trace has its own detours"),
    ({"trace": "open.txt"}, "`host.noise.length` is missing; expected how long `open.txt` was recorded, as its last line is not its end"),
    ({"trace": "open.txt", "length": "6ns"}, "`host.noise.length` cannot be used: open.txt: the length of 6 ns is out of range; expected 7 ns (the end of the last detour) to 86400 s"),
    ({"trace": "late.txt"}, "`host.noise.trace` cannot be used: late.txt: the length of 6 ns is out of range; expected 7 ns (the end of the last detour)"),
    ({"trace": "ended.txt", "length": "1s"}, "`host.noise.length` cannot be given together with `host.noise.trace`: the file tells how long"),
    ({"period": "1us", "duration": "1ns", "length": "1s"}, "it repeats after the period"),
    ({"period": "1us", "duration": "1ns", "format": "fwq"}, "only a trace has a format"),
    ({"period": "1us", "duration": "999ns"}, "expected at most 99 %"),
    ({"period": "1us", "duration": "1ns", "phase": "some"}, "`some`"),
    ({"perod": "1us"}, "did you mean `period`?"),
])
def test_bad_noise_is_refused(windtunnel, tmp_path, keys, words):
    for name, text in (("bad", "1 2\n5 x\n"), ("open", "1 2\n3 4\n"), ("late", "1 2\n3 4\n6 0\n"), ("ended", "1 2\n9 0\n")):
        (tmp_path / f"{name}.txt").write_text(text)
    options = [word for key, value in keys.items() for word in ("--set", f"host.noise.{key}={value}")]
    done = windtunnel("platform", "check", "fat-tree", *options, cwd=tmp_path)
    assert done.status == 2 and words in done.err, done.err


def test_noise_of_computation_alone_needs_cores_of_ranks_own(windtunnel, tmp_path):
    options = ["--ppn", 40, "--oversubscribe", *noise("1ms", "1us", affects="computation")]
    done = windtunnel("motif", "-q", "-n", 40, "-p", "fat-tree", *options, "halo3d", cwd=tmp_path)
    assert done.status == 2 and "the platform's hosts: not supported: model `shared`" in done.err, done.err
    assert "noise affects computation alone, and ranks share cores" in done.err, done.err
