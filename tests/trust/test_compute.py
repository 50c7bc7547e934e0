"""How long the program's own code takes: on a busy machine, on other cores, and where it only looks at the clock."""

import json
import os
import statistics
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

from tunnel import ROOT

MODES = ["images", "serialised", "processes"]


@contextmanager
def busy(loops, core=None):
    """The machine does something else meanwhile; on one core of it, if that is said."""
    mine = os.sched_getaffinity(0)
    if core is not None:
        os.sched_setaffinity(0, {core})
    others = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(loops)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()
        os.sched_setaffinity(0, mine)


# ---- item 8: a busy machine ----

# Blocks that follow one and the same call: all are short but the last one.
ONE_LONG = r"""
#include <mpi.h>
volatile double x = 1;
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 20; i++) {
        for (long j = 0, n = i == 19 ? 20000000 : 10; j < n; j++) x = x * 0.999999 + 1e-6;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return x < 0;
}
"""


@pytest.mark.parametrize("mode", MODES)
def test_item_08_a_block_that_shares_its_core_takes_its_cpu_time_and_the_run_says_so(windtunnel, manifest, tmp_path, mode):
    program = windtunnel.compile(ONE_LONG, tmp_path / "one")
    core = min(os.sched_getaffinity(0))

    def compute(name):
        windtunnel.must("run", "-q", "-n", 2, "-p", "two-hosts", "--mode", mode, "--out", name, program, cwd=tmp_path)
        return manifest(tmp_path / name)

    with busy(0, core):
        alone = min(compute(f"alone{number}")["time"]["compute"]["max_ps"] for number in range(2))
    with busy(4, core):
        shared = compute("shared")
    # Five on a core: by the clock on the wall a block takes five times as long.
    assert shared["time"]["compute"]["max_ps"] < 2.5 * alone
    found = shared["computation"]
    assert found["disturbed"] >= 1 and found["blocks"] == 44
    warning = next(text for text in shared["warnings"] if "this machine was busy" in text)
    assert f"{found['disturbed']} of 44 were disturbed" in warning and "waited for a core" in warning
    summary = windtunnel.must("summary", tmp_path / "shared").out
    assert f"{found['disturbed']} of 44 were disturbed" in summary


def test_item_08_medians_of_several_measurements(windtunnel, manifest, tmp_path):
    program = windtunnel.compile(ONE_LONG.replace("return", 'if (x > 0) puts("done"); return').replace(
        "#include", "#include <stdio.h>\n#include", 1), tmp_path / "one")
    done = windtunnel.must("run", "-n", 2, "-p", "two-hosts", "--repeat", 3, "--out", "run", program, cwd=tmp_path)
    assert done.out == "done\ndone\n", "the program is run three times, its output is that of one"
    assert "measuring blocks, 2 of 3" in done.err
    run = manifest(tmp_path / "run")
    assert run["scenario"]["repeat"] == 3 and run["computation"]["blocks"] == 44
    assert not (tmp_path / "run" / "measurements").exists()
    assert not [text for text in run["warnings"] if "counterpart" in text]
    # Such a run is replayed as any other.
    windtunnel.must("run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "run", "--out", "again", program, cwd=tmp_path)
    assert manifest(tmp_path / "again")["simulated_time_ps"] == run["simulated_time_ps"]


def test_item_08_a_program_that_never_does_the_same_twice_is_told_of(windtunnel, manifest, tmp_path):
    program = windtunnel.compile(r"""
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    int runs = 0;
    MPI_Init(&argc, &argv);
    FILE *f = fopen("runs", "r");
    if (f) { fscanf(f, "%d", &runs); fclose(f); }
    f = fopen("runs", "w"); fprintf(f, "%d", runs + 1); fclose(f);
    if (runs == 2) MPI_Bcast(&runs, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
""", tmp_path / "moody")
    windtunnel.must("run", "-q", "-n", 1, "-p", "two-hosts", "--repeat", 3, "--out", "run", program, cwd=tmp_path)
    assert (tmp_path / "runs").read_text() == "3"
    [warning] = [text for text in manifest(tmp_path / "run")["warnings"] if "counterpart" in text]
    assert "6 blocks had no counterpart in other measurements" in warning


def test_item_08_a_measurement_that_fails_is_kept(windtunnel, manifest, tmp_path):
    program = windtunnel.compile(
        "#include <mpi.h>\nint main(int c, char **v) { MPI_Init(&c, &v); MPI_Recv(&c, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, "
        "MPI_STATUS_IGNORE); MPI_Finalize(); }", tmp_path / "stuck")
    done = windtunnel("run", "-q", "-n", 1, "-p", "two-hosts", "--repeat", 3, "--out", "run", program, cwd=tmp_path)
    assert done.status == 1 and "deadlock" in done.err and "that was measurement 1 of 3" in done.err
    run = manifest(tmp_path / "run")
    assert run["ending"] == "failed" and run["diagnosis"].startswith("measurement 1 of 3: deadlock")
    assert "deadlock" in windtunnel.must("summary", tmp_path / "run" / "measurements" / "1").out


@pytest.mark.parametrize("words", [
    ["run", "-n", 2, "--repeat", 0, "/bin/true"],
    ["run", "-n", 2, "--repeat", 1001, "/bin/true"],
    ["run", "-n", 2, "--repeat", 3, "--compute", "none", "/bin/true"],
])
def test_item_08_what_cannot_be_repeated(windtunnel, tmp_path, words):
    done = windtunnel(words[0], "-p", "two-hosts", *words[1:], cwd=tmp_path)
    assert done.status == 2 and "--repeat" in done.err and "1 to 1000 measurements of a program" in done.err


def halo_times(windtunnel, tmp_path, program, runs, name):
    """Simulated times in milliseconds, and which of the runs had a warning."""
    found = []
    for number in range(runs):
        folder = tmp_path / f"{name}{number}"
        windtunnel.must("run", "-q", "-n", 8, "-p", "torus-3d", "--compute", "measured", "--out", folder, program)
        run = json.loads((folder / "run.json").read_text())
        found.append((run["simulated_time_ps"] / 1e9, bool(run["warnings"])))
    return found


@pytest.mark.soak
def test_item_08_twenty_runs_beside_three_busy_loops(windtunnel, tmp_path, capsys):
    """On an idle machine no run has a warning; beside three busy loops at least 15 of 20 predict what an idle machine does,
    within 10 %, and the others say that they may not."""
    source = (ROOT / "examples" / "halo3d.c").read_text()
    program = windtunnel.compile(source, tmp_path / "halo3d", "-O2")
    was_idle = os.getloadavg()[0] < 0.5
    idle = halo_times(windtunnel, tmp_path, program, 20, "idle")
    with busy(3):
        beside = halo_times(windtunnel, tmp_path, program, 20, "busy")
    median = statistics.median(time for time, _ in idle)
    near = [time for time, _ in beside if abs(time / median - 1) <= 0.1]
    silent = [time for time, warned in beside if abs(time / median - 1) > 0.1 and not warned]
    with capsys.disabled():
        print(f"\nalone: median {median:.3f} ms, {min(idle)[0]:.3f} to {max(idle)[0]:.3f}, {sum(w for _, w in idle)} warned; "
              f"beside three loops: {min(beside)[0]:.3f} to {max(beside)[0]:.3f}, {len(near)} of 20 within 10 %, "
              f"{sum(w for _, w in beside)} warned")
    assert not silent
    if not was_idle:
        pytest.skip("this machine was not idle before: how near the predictions are says nothing")
    assert not any(warned for _, warned in idle)
    assert len(near) >= 15


# ---- item 9: the speed of cores ----


@pytest.fixture
def calibrated(tmp_path):
    """Makes this machine one whose cores are known to be so fast: an environment."""
    def make(speed, processor=None):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        here = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
        host = Path("/proc/sys/kernel/hostname").read_text().strip()
        file = tmp_path / "state" / "windtunnel" / f"host-{host}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'processor = "{processor or here}"\nspeed = "{speed}"\n')
        return {"XDG_STATE_HOME": str(tmp_path / "state")}

    return make


@pytest.fixture(scope="module")
def program(windtunnel, tmp_path_factory):
    return windtunnel.compile(ONE_LONG, tmp_path_factory.mktemp("programs") / "one")


def test_item_09_computation_that_is_not_scaled_is_this_machine_s(windtunnel, manifest, tmp_path, program):
    options = ["-n", 2, "-p", "two-hosts"]
    done = windtunnel.must("run", *options, "--out", "run", program, cwd=tmp_path)
    assert "computation  this machine's: measured here and not scaled to the platform's cores" in done.err
    assert "this machine's" in windtunnel.must("summary", "run", cwd=tmp_path).out
    done = windtunnel.must("compare", "--networks", "delay", "flow", "--out", "both", "--", "run", *options, program, cwd=tmp_path)
    assert "computation: this machine's" in done.out
    windtunnel.must("report", "run", "-o", "run.html", cwd=tmp_path)
    found = manifest(tmp_path / "run")["computation"]
    assert found["scale_millionths"] == 1_000_000 and "core_speed" not in found
    # Where nothing is measured there is nothing to say.
    windtunnel.must("run", "-q", *options, "--compute", "none", "--out", "none", program, cwd=tmp_path)
    windtunnel.must("motif", "-q", *options, "--out", "motif", "halo3d", "compute=50 us", cwd=tmp_path)
    assert "computation" not in manifest(tmp_path / "none") and "computation" not in manifest(tmp_path / "motif")


def test_item_09_a_calibrated_machine_scales_to_the_platform_s_cores(windtunnel, manifest, tmp_path, program, calibrated):
    environment = calibrated("3 Gflop/s")

    def run(name, *options, speed, **more):
        windtunnel.must("run", "-q", "-n", 2, "-p", "two-hosts", "--set", f"host.speed={speed}", *options, "--out", name,
                        program, cwd=tmp_path, **more)
        return manifest(tmp_path / name)

    slow = run("slow", speed="1 Gflop/s", env=environment)
    assert slow["computation"]["scale_millionths"] == 3_000_000 and slow["computation"]["core_speed"] == 10**9
    assert "host-" in slow["computation"]["source"] and "over the platform's 1 Gflop/s" in slow["computation"]["source"]
    # The blocks of that run hold for cores of 1 Gflop/s, whatever machine replays them.
    same = run("same", "--compute", "slow", speed="1 Gflop/s")
    assert same["time"]["compute"] == slow["time"]["compute"]
    fast = run("fast", "--compute", "slow", speed="4 Gflop/s")
    assert fast["computation"]["scale_millionths"] == 250_000
    ratio = slow["time"]["compute"]["max_ps"] / fast["time"]["compute"]["max_ps"]
    assert abs(ratio - 4) < 1e-3
    again = run("again", "--compute", "fast", speed="1 Gflop/s")
    assert abs(again["time"]["compute"]["max_ps"] / slow["time"]["compute"]["max_ps"] - 1) < 1e-3
    given = run("given", "--compute", "measured:0.5", speed="1 Gflop/s", env=environment)
    assert given["computation"]["source"] == "measured on this machine, times 0.5 as given"
    plain = run("plain", "--compute", "given", speed="4 Gflop/s")
    assert plain["time"]["compute"] == given["time"]["compute"], "nobody knows what cores that was"
    assert "not scaled" in plain["computation"]["source"]


def test_item_09_times_that_a_motif_states_are_the_platform_s(windtunnel, manifest, tmp_path, calibrated):
    for name, environment in [("plain", {}), ("scaled", calibrated("3 Gflop/s"))]:
        windtunnel.must("motif", "-q", "-n", 8, "-p", "two-hosts", "--oversubscribe", "--out", name, "halo3d", "compute=50 us", cwd=tmp_path, env=environment)
    assert manifest(tmp_path / "plain") == manifest(tmp_path / "scaled")


def test_item_09_a_calibration_of_another_processor_or_a_damaged_one(windtunnel, manifest, tmp_path, program, calibrated):
    options = ["run", "-q", "-n", 2, "-p", "two-hosts", "--out", "run", program]
    windtunnel.must(*options, cwd=tmp_path, env=calibrated("3 Gflop/s", "Another Processor 9000"))
    assert "this machine's" in manifest(tmp_path / "run")["computation"]["source"]
    done = windtunnel(*options[:1], "-q", "-n", 2, "-p", "two-hosts", "--out", "damaged", program, cwd=tmp_path, env=calibrated("fast"))
    assert done.status == 2 and "--compute: " in done.err and "`speed` is not a speed" in done.err and "calibrate host` again" in done.err
    assert not (tmp_path / "damaged").exists()


def test_item_09_a_busy_machine_is_not_calibrated(windtunnel, tmp_path):
    core = min(os.sched_getaffinity(0))
    with busy(3, core):
        done = windtunnel("calibrate", "host", "--repetitions", 3, env={"XDG_STATE_HOME": str(tmp_path)})
    assert done.status == 2 and not done.out
    assert "calibrate host: " in done.err and "stop what else runs on this machine and try again" in done.err
    assert not list(tmp_path.rglob("*.toml"))


# ---- item 10: code that reads clocks ----

READS = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv) {
    int reads = atoi(argv[1]);
    double wait = atof(argv[2]), x = 1, y;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 3; i++) {
        struct timespec t;
        for (int j = 0; j < reads; j++) { x += MPI_Wtime(); clock_gettime(CLOCK_MONOTONIC, &t); }
        for (double end = MPI_Wtime() + wait; MPI_Wtime() < end; ) ;
        MPI_Allreduce(&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", MODES)
def test_item_10_reading_the_clock_takes_no_time(windtunnel, manifest, tmp_path, mode):
    program = windtunnel.compile(READS, tmp_path / "reads")

    def run(reads, wait=0.0):
        name = f"{reads}-{wait}"
        windtunnel.must("run", "-q", "-n", 2, "-p", "two-hosts", "--mode", mode, "--compute", "none", "--out", name, program, reads, wait, cwd=tmp_path)
        return manifest(tmp_path / name)

    never = run(0)
    often = run(10_000 if mode == "images" else 2_000)
    assert often["simulated_time_ps"] == never["simulated_time_ps"]
    assert not often["warnings"]


def test_item_10_a_loop_that_waits_for_a_time_still_ends(windtunnel, manifest, tmp_path):
    program = windtunnel.compile(READS, tmp_path / "reads")
    windtunnel.must("run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--out", "run", program, 0, 0.25, cwd=tmp_path)
    run = manifest(tmp_path / "run")
    assert 0.75e12 <= run["simulated_time_ps"] < 0.76e12
    [warning] = run["warnings"]
    assert "read the clock over and over" in warning and "reads.c" in warning and "99." in warning


# ---- item 11: files past MPI ----

FILES = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>
static char data[1 << 20];
int main(int argc, char **argv) {
    int rank, megabytes = atoi(argv[2]);
    char name[100];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "data.%d", rank);
    if (!strcmp(argv[1], "posix")) {
        int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
        for (int i = 0; i < megabytes; i++) if (write(fd, data, sizeof data) < 0) return 1;
        close(fd);
    } else if (!strcmp(argv[1], "stdio")) {
        FILE *f = fopen(name, "w+");
        for (int i = 0; i < megabytes; i++) fwrite(data, 1, sizeof data, f);
        fclose(f);
    } else if (!strcmp(argv[1], "mpi")) {
        MPI_File f;
        MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
        for (int i = 0; i < megabytes; i++) MPI_File_write(f, data, sizeof data, MPI_CHAR, MPI_STATUS_IGNORE);
        for (int i = 0; i < megabytes; i++) MPI_File_read_at(f, 0, data, sizeof data, MPI_CHAR, MPI_STATUS_IGNORE);
        MPI_File_close(&f);
    } else {
        memset(data, 'x', sizeof data);
        for (int i = 0; i < megabytes; i++) { fwrite(data, 1, sizeof data - 1, stdout); putchar('\n'); }
    }
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", MODES)
def test_item_11_files_past_mpi_take_no_time_and_the_run_says_so(windtunnel, manifest, tmp_path, mode):
    program = windtunnel.compile(FILES, tmp_path / "files")

    def warnings(how, megabytes):
        name = f"{how}{megabytes}"
        windtunnel.must("run", "-q", "-n", 2, "-p", "two-hosts", "--mode", mode, "--compute", "none", "--observe", "timeline,messages,io",
                        "--out", name, program, how, megabytes, cwd=tmp_path)
        return [text for text in manifest(tmp_path / name)["warnings"] if "MPI-IO" in text]

    for how in ["posix", "stdio"]:
        [warning] = warnings(how, 4)
        assert "and wrote 8.3 MB without MPI-IO" in warning and "took no simulated time" in warning, warning
    assert warnings("posix", 0) == [] and warnings("mpi", 4) == [] and warnings("print", 4) == []


def test_item_11_bytes_that_are_read(windtunnel, manifest, tmp_path):
    (tmp_path / "input").write_bytes(bytes(20_000_000))
    program = windtunnel.compile(r"""
#include <mpi.h>
#include <stdio.h>
static char data[1 << 16];
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    FILE *f = fopen("input", "r");
    while (fread(data, 1, sizeof data, f) > 0) ;
    MPI_Finalize();
    return 0;
}
""", tmp_path / "reads")
    for mode in MODES:
        windtunnel.must("run", "-q", "-n", 2, "-p", "two-hosts", "--mode", mode, "--compute", "none", "--out", mode, program, cwd=tmp_path)
        [warning] = manifest(tmp_path / mode)["warnings"]
        assert "ranks read 40.0 MB and wrote 0.0 MB without MPI-IO" in warning, warning


def test_item_11_what_a_run_reads_itself_is_none_of_the_ranks(windtunnel, manifest, tmp_path):
    """Blocks that it replays, and how much memory there is."""
    program = windtunnel.compile(r"""
#include <mpi.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 40000; i++) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
""", tmp_path / "loop")
    for compute, out in (("measured", "first"), ("first", "second")):
        windtunnel.must("run", "-q", "-n", 8, "-p", "fat-tree", "--compute", compute, "--out", out, program, cwd=tmp_path)
        assert not [text for text in manifest(tmp_path / out)["warnings"] if "MPI-IO" in text]
    assert sum(part.stat().st_size for part in (tmp_path / "first" / "blocks").iterdir()) > 1 << 20


def test_item_11_explain_recommends_no_hint_that_does_nothing(windtunnel, tmp_path):
    program = windtunnel.compile(r"""
#include <mpi.h>
static char data[1 << 20];
int main(int argc, char **argv) {
    int rank;
    MPI_File f;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    MPI_File_write_at(f, (MPI_Offset)rank << 20, data, sizeof data, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_close(&f);
    MPI_Finalize();
    return 0;
}
""", tmp_path / "shared")
    windtunnel.must("run", "-q", "-n", 8, "-p", "fat-tree", "--compute", "none", "--observe", "timeline,messages,waits,io",
                    "--out", "run", program, cwd=tmp_path)
    text = " ".join(windtunnel.must("explain", "run", cwd=tmp_path).out.split())
    assert "1. file contention" in text and "with twice as many file servers" in text
    # Hints for files are kept for who asks for them, and change nothing here.
    assert "hint" not in text and "cb_nodes" not in text
