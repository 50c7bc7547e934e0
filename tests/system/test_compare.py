"""`windtunnel compare`: the table is what the runs' own manifests say."""

import json
import os
import xml.etree.ElementTree as xml

import pytest

MOTIF = ["motif", "-n", 64, "-p", "torus-3d", "--mapping", "random:1", "halo3d", "nx=4", "ny=4", "nz=4"]
DIFFERENT = """#include <mpi.h>
int main(int argc, char **argv)
{
    int rank;
    volatile double sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 300000 * (1 + rank); i++) sum += i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


def of(windtunnel, tmp_path, *words, status=0):
    done = windtunnel("compare", *words, cwd=tmp_path)
    assert done.status == status, done.out + done.err
    return done


def test_all_networks_are_compared_unless_some_are_named(windtunnel, tmp_path, manifest):
    done = of(windtunnel, tmp_path, "--out", "c", "--json", "--", *MOTIF)
    found = json.loads(done.out)
    assert found == json.loads((tmp_path / "c" / "compare.json").read_text())
    networks = json.loads(windtunnel("list", "networks", "--json").out)
    assert [row["name"] for row in found] == [network["name"] for network in networks]
    for row in found:
        run = manifest(tmp_path / "c" / row["run"])
        assert (run["network"], run["simulated_time_ps"]) == (row["name"], row["simulated_time_ps"])
        ratio = 10**6 * row["simulated_time_ps"] // found[0]["simulated_time_ps"]
        assert row["ratio_to_first_millionths"] == ratio
        for difference in row["differences"]:
            times = {share["function"]: share["time_ps"] // 64 for share in run["time"]["functions"]}
            assert difference["function"] == "compute" or difference["this_ps"] == times[difference["function"]]
    by_name = {row["name"]: row for row in found}
    assert by_name["flow"]["simulated_time_ps"] > by_name["delay"]["simulated_time_ps"], "neighbours are far apart"


def test_choices_are_combined_and_drawn(windtunnel, tmp_path):
    done = of(windtunnel, tmp_path, "--networks", "delay", "flow", "--mappings", "block", "random:7", "--out", "c", "--", "motif", "-n", 64, "-p", "torus-3d", "halo3d")
    names = [line.split("  ")[0] for line in done.out.splitlines()[1:5]]
    assert names == ["delay, block", "delay, random:7", "flow, block", "flow, random:7"]
    assert "flow, random:7, mean over ranks: MPI_Waitall +" in done.out
    picture = xml.parse(tmp_path / "c" / "compare.svg").getroot()
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[:4] == names, "a row for each"
    assert texts[4] == "simulated time (relative)" and texts[5].endswith("(1.000)")
    assert texts[9] == "CPU time of the simulation" and all(text.endswith(" s") for text in texts[10:]) and len(texts) == 14


# Rank 1 sends to rank 0 twice; without latency the first message has arrived when it is received, with it both ranks diverge.
DIVERGING = """#include <mpi.h>
int main(int argc, char **argv)
{
    int rank;
    static char data[1000000];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0, size = 1; round < 2; round++, size = 1000000)
        if (rank == 1) MPI_Send(data, size, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        else MPI_Recv(data, size, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""


def test_the_first_call_that_parts_is_named(windtunnel, tmp_path):
    program = windtunnel.compile(DIVERGING, tmp_path / "diverging", "-g")
    words = ["--networks", "delay", "ideal", "--out", "c", "--", "run", "-n", 2, "-p", "two-hosts", "--compute", "none", program]
    done = of(windtunnel, tmp_path, "--diverge", "10 us", *words)
    rows = json.loads((tmp_path / "c" / "compare.json").read_text())
    assert rows[0]["divergence"] is None
    divergence = rows[1]["divergence"]
    first = divergence["first"]
    # Latency alone is less than the threshold: of rank 0's calls (MPI_Init, MPI_Comm_rank, two receives) the fourth diverges.
    assert (first["rank"], first["function"], first["here"]) in [(0, "MPI_Recv", "MPI_Recv"), (1, "MPI_Send", "MPI_Send")]
    assert abs(first["first_end_ps"] - first["here_end_ps"]) > divergence["threshold_ps"] == 10_000_000
    assert "diverging.c" in first["site"] and divergence["ranks"] == 2
    assert f"ideal: diverges by more than 10.00 us, first in rank {first['rank']}, call {first['number']}: {first['function']} at" in done.out
    done = of(windtunnel, tmp_path, "--diverge", "100 %", *[word if word != "c" else "d" for word in words])
    assert "ideal: no call ends more than " in done.out


# All send much to all, then a byte goes round; rank 0 is back in phase 0 at last.
PHASES = """#include <mpi.h>
#include <windtunnel.h>
static char all[16 * 100000], token;
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MARK("bandwidth", 1);
    MPI_Alltoall(MPI_IN_PLACE, 100000, MPI_CHAR, all, 100000, MPI_CHAR, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MARK("latency", 2);
    for (int round = 0; round < 3; round++) {
        if (rank > 0) MPI_Recv(&token, 1, MPI_CHAR, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&token, 1, MPI_CHAR, (rank + 1) % size, 1, MPI_COMM_WORLD);
        if (rank == 0) MPI_Recv(&token, 1, MPI_CHAR, size - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mark, names", [("wt_phase(name)", ("bandwidth", "latency")), ("MPI_Pcontrol(level)", ("1", "2"))])
def test_phases_are_compared(windtunnel, tmp_path, manifest, mark, names):
    """A phase bound by bandwidth and one bound by latency: contention shows in the first, and both take their time."""
    program = windtunnel.compile(f"#define MARK(name, level) {mark}\n{PHASES}", tmp_path / "phases")
    networks = ["loggps", "flow", "packet", "ideal"]
    words = ["run", "-n", 16, "--ppn", 1, "-p", "torus-3d", "--mapping", "random:1", "--compute", "none", program]
    done = of(windtunnel, tmp_path, "--networks", *networks, "--out", "c", "--", *words)
    rows = json.loads((tmp_path / "c" / "compare.json").read_text())
    times = {}
    for row in rows:
        run = manifest(tmp_path / "c" / row["run"])
        assert row["phases"] == run["time"]["phases"]
        times[row["name"]] = {share["phase"]: share["mean_ps"] for share in row["phases"]}
        assert list(times[row["name"]]) == ["0", *names]
        # Ranks are always in a phase; they end one after the other in the last round.
        whole = sum(times[row["name"]].values())
        assert 0.8 * run["simulated_time_ps"] < whole <= run["simulated_time_ps"]
        assert all(share["mean_ps"] <= share["max_ps"] for share in row["phases"])
    bandwidth, latency = ({network: times[network][name] for network in networks} for name in names)
    assert bandwidth["flow"] > 1.2 * bandwidth["loggps"] > 2 * bandwidth["ideal"], "links are shared"
    assert abs(bandwidth["packet"] - bandwidth["flow"]) < 0.5 * bandwidth["flow"]
    assert abs(latency["flow"] - latency["loggps"]) < 0.05 * latency["loggps"] and latency["ideal"] < latency["flow"]
    assert "largest_phase_difference" not in rows[0]
    for row in rows[1:]:
        assert row["largest_phase_difference"] == {
            "phase": names[0],
            "first_ps": bandwidth["loggps"],
            "this_ps": bandwidth[row["name"]],
        }
    assert f"predictions differ most in phase `{names[0]}`: from" in done.out and "(ideal)" in done.out
    head = next(line for line in done.out.splitlines() if line.startswith("phases, mean over ranks"))
    assert head.split()[-2:] == list(names)
    picture = xml.parse(tmp_path / "c" / "compare.svg").getroot()
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[-2:] == list(names), texts


def test_programs_without_marks_have_no_phases(windtunnel, tmp_path):
    done = of(windtunnel, tmp_path, "--networks", "delay", "ideal", "--out", "c", "--", *MOTIF)
    assert "phase" not in done.out + (tmp_path / "c" / "compare.json").read_text() + (tmp_path / "c" / "compare.svg").read_text()
    assert "phase" not in json.dumps(json.loads((tmp_path / "c" / "01-delay" / "run.json").read_text())["time"])


def test_measured_blocks_are_measured_once(windtunnel, tmp_path, manifest):
    program = windtunnel.compile(DIFFERENT, tmp_path / "different")
    of(windtunnel, tmp_path, "--networks", "delay", "flow", "--out", "c", "--", "run", "-n", 2, "-p", "two-hosts", program)
    runs = [manifest(folder) for folder in sorted((tmp_path / "c").iterdir()) if folder.is_dir()]
    first, second = (run["time"]["compute"] for run in runs)
    assert first == second and first["max_ps"] > 0


def test_a_run_that_fails_is_shown(windtunnel, tmp_path):
    source = "#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Recv(0, 0, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); return 0; }\n"
    program = windtunnel.compile(source, tmp_path / "stuck")
    done = of(windtunnel, tmp_path, "--networks", "delay", "flow", "--", "run", "-n", 1, "-p", "two-hosts", program, status=1)
    assert done.out.count("(failed)") == 2 and "deadlock" in done.err


@pytest.mark.parametrize(
    "words, message",
    [
        (["--", "list", "mpi"], "compare: `list` cannot be compared; expected `run`, `replay` or `motif` with its options after `--`"),
        (["first", "se cond"], "compare: expected `--` and a command, which is run with each choice, but found `first 'se cond'`; existing runs are compared by `windtunnel report first 'se cond' -o FILE`"),
        (["--networks", "ideal,delay", "--", *MOTIF], "--networks: `ideal,delay` is read as one name; separate names by spaces, not by commas: `--networks ideal delay`"),
        (["--networks", "flow", "flow", "--", *MOTIF], "compare: `--network flow` is given twice; give each choice once"),
        (["--diverge", "5", "--", *MOTIF], "expected a time as `10 us` or a share of the first run's as `1 %`, found `5`"),
        (["--networks", "flw", "--", *MOTIF], "; did you mean `flow`?"),
        (["--out", "file/there", "--", *MOTIF], "file/there: cannot be written: Not a directory"),
    ],
)
def test_what_cannot_be_compared_is_refused(windtunnel, tmp_path, words, message):
    (tmp_path / "file").write_text("")
    done = of(windtunnel, tmp_path, *words, status=2)
    assert message in done.err, done.err


def test_a_folder_whose_name_is_no_text_is_refused(windtunnel, tmp_path):
    """What runs the runs is told their folders as JSON."""
    done = of(windtunnel, tmp_path, "--networks", "ideal", "--out", os.fsdecode(b"c\xff"), "--", *MOTIF, status=2)
    assert "is not UTF-8; expected UTF-8, since arguments are kept in the scenario" in done.err and not list(tmp_path.iterdir())
