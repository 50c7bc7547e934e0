"""Why time was lost: programs built to have one defect each, whose culprit and cost are known to the picosecond."""

import json
import re
from pathlib import Path

import pytest

from tunnel import TWO_HOSTS

DEFECTS = Path(__file__).resolve().parent / "defects.c"

MS = 1_000_000_000


@pytest.fixture(scope="module")
def defects(windtunnel, tmp_path_factory):
    """Runs a kind of defect with any options; gives its folder."""
    folder = tmp_path_factory.mktemp("defects")
    program = windtunnel.compile(DEFECTS, folder / "defects", "-g")
    (folder / "machine.toml").write_text(TWO_HOSTS)

    def run(kind, *options, out=None):
        out = folder / (out or kind)
        words = ["-q", "-n", 4, "-p", folder / "machine.toml", "--mpi-library", "ideal", "--compute", "none"]
        windtunnel.must("run", *words, "--observe", "waits,timeline,messages", "--force", "--out", out, *options, program, kind)
        return out

    return run


def explained(windtunnel, folder):
    """What `explain` says, and all findings of it in one list. Wait states and root causes sum to the waiting of all ranks each, which
    is that of the run's totals (a mean, rounded down); so does what they consist of."""
    explanation = json.loads(windtunnel.must("explain", "--json", folder).out)
    for view in ("losses", "causes"):
        assert sum(found["lost_ps"] for found in explanation[view]) == explanation["waiting_ps"]
    for loss in explanation["losses"]:
        assert sum(found["lost_ps"] for found in loss["findings"]) == loss["lost_ps"]
    adds_up(*({**cause, "calls": []} for cause in explanation["causes"]))
    findings = [found for loss in explanation["losses"] for found in loss["findings"]]
    explanation["findings"] = sorted(findings + explanation["remarks"], key=lambda found: -found["lost_ps"])
    run = json.loads((folder / "run.json").read_text())
    assert explanation["waiting_ps"] // run["ranks"] == run["time"]["waiting"]["mean_ps"]
    return explanation


def adds_up(*parts):
    for part in parts:
        for below in (part.get("parts", []), part.get("calls", []), part.get("felt_as", [])):
            assert not below or sum(found["lost_ps"] for found in below) == part["lost_ps"], part
            adds_up(*below)


def finding(explanation, reason):
    found = [finding for finding in explanation["findings"] if finding["wait_state"] == reason]
    assert len(found) == 1, explanation
    return found[0]


def test_a_late_sender(windtunnel, defects):
    explanation = explained(windtunnel, defects("late-sender"))
    first = explanation["findings"][0]
    assert (first["wait_state"], first["lost_ps"], first["waits"]) == ("late sender", 3 * MS, 1)
    assert (first["culprit"], first["victim"]) == (1, 0)
    assert first["culprit_at"].startswith("MPI_Send in late_sender (defects.c:")
    assert first["waits_at"].startswith("MPI_Recv in late_sender (defects.c:")
    # 8 bytes inside the host: 100 ns and 8 B at 5 GB/s.
    transfer = finding(explanation, "transfer")
    assert (transfer["lost_ps"], transfer["window_ps"]) == (101_600, [0, 3 * MS + 101_600])
    assert explanation["waiting_ps"] == 3 * MS + 101_600


def test_a_late_receiver_of_a_rendezvous(windtunnel, defects):
    explanation = explained(windtunnel, defects("late-receiver"))
    first = finding(explanation, "late receiver")
    assert (first["lost_ps"], first["culprit"], first["victim"]) == (2 * MS, 1, 0)
    assert first["culprit_at"].startswith("MPI_Recv in late_receiver (")
    # All of it is because the library switches to rendezvous for that size.
    switch = finding(explanation, "protocol switch")
    assert (switch["lost_ps"], switch["waits"], switch["victim"]) == (2 * MS, 1, 0)
    assert switch["waits_at"].startswith("MPI_Send in late_receiver (") and "of 8.000 MB" in switch["what"]
    assert "mpi.eager_max=\"8000000 B\"" in switch["advice"]
    # What it suggests helps: the send is over before its receive is posted.
    eager = ["--set", "mpi.eager_max=8000000 B", "--set", "mpi.send_end=at-once"]
    reasons = [found["wait_state"] for found in explained(windtunnel, defects("late-receiver", *eager, out="eager"))["findings"]]
    assert "late receiver" not in reasons and "protocol switch" not in reasons


def test_the_last_one_to_come_to_a_barrier(windtunnel, defects):
    explanation = explained(windtunnel, defects("collective"))
    first = explanation["findings"][0]
    assert (first["wait_state"], first["lost_ps"], first["ranks"]) == ("collective", 3 * 5 * MS, 3)
    assert (first["culprit"], first["culprit_ps"]) == (2, 15 * MS)
    # Dissemination: rank 3 is told by rank 2 in the first round only, ranks 0 and 1 in the second.
    assert finding(explanation, "collective transfer")["lost_ps"] == 100_000 + 1_000_000 + 1_100_000


def test_the_root_of_a_broadcast_is_the_culprit_and_not_who_came_last_of_the_others(windtunnel, defects):
    explanation = explained(windtunnel, defects("root"))
    first = explanation["findings"][0]
    assert (first["wait_state"], first["culprit"], first["ranks"]) == ("collective", 0, 3)
    assert first["lost_ps"] == (4 + 4 + 3) * MS == first["culprit_ps"]


def test_contention_on_a_link_between_two_pairs(windtunnel, defects):
    explanation = explained(windtunnel, defects("contention"))
    first = finding(explanation, "contention")
    # Each of two messages of 8 MB takes 16 ms in the place of 8, and both of its ends wait.
    assert (first["lost_ps"], first["waits"], first["ranks"]) == (4 * 8 * MS, 4, 4)
    assert first["link"] and first["pair"] == [0, 2]
    [cause] = [cause for cause in explanation["causes"] if cause["cause"] == "contention"]
    assert cause["lost_ps"] == first["lost_ps"] and "--network delay" in cause["advice"]
    # What it suggests shows the run without.
    reasons = explained(windtunnel, defects("contention", "--network", "delay", out="delay"))["findings"]
    assert {found["wait_state"] for found in reasons} == {"transfer"}


def test_contention_of_packets(windtunnel, defects):
    first = finding(explained(windtunnel, defects("contention", "--network", "packet", out="packets")), "contention")
    # As with flows, but that packets take turns: one of the two messages is through a packet of 4 KiB before the other.
    assert (first["waits"], first["ranks"], first["link"]) == (4, 4, None)
    assert 0 <= 4 * 8 * MS - first["lost_ps"] <= 4 * 4_096_000
    # Alone, packets lose nothing to others.
    alone = explained(windtunnel, defects("root", "--network", "packet", out="packets-alone"))
    assert "contention" not in {found["wait_state"] for found in alone["findings"]}


def test_the_phase_in_which_a_link_is_busy_is_told(windtunnel, defects):
    def most(folder):
        # The barrier lets one pair begin before the other, which is held up by nobody at its end: no link is known there.
        findings = explained(windtunnel, folder)["findings"]
        return next(found for found in findings if found["wait_state"] == "contention" and found["link"])

    first = most(defects("phases", "--observe", "waits,timeline,link_use"))
    assert (first["waits"], first["ranks"]) == (2, 2) and 0 <= 2 * 8 * MS - first["lost_ps"] < 2 * APART
    # 8 MB in phase 1 and twice that in phase 2; the barrier's messages carry next to nothing.
    assert (first["phase"], first["phase_permille"]) == ("2", 666)
    assert "That link is busiest in phase `2` (66.6 %)." in first["what"]
    # Without the table nothing is said of phases.
    first = most(defects("phases", out="no-link-use"))
    assert first["phase"] is None and "phase" not in first["what"]


def test_a_library_that_waits_for_the_rank_to_be_inside_mpi(windtunnel, defects):
    folder = defects("progress", "--set", "mpi.progress=inside-mpi")
    first = explained(windtunnel, folder)["findings"][0]
    assert (first["wait_state"], first["lost_ps"], first["culprit"], first["victim"]) == ("progress", 6 * MS, 0, 1)
    cause = explained(windtunnel, folder)["causes"][0]
    assert cause["cause"] == "progress" and "mpi.progress=background" in cause["advice"]


def test_work_one_behind_the_other(windtunnel, defects):
    explanation = explained(windtunnel, defects("chain"))
    late = [found for found in explanation["findings"] if found["wait_state"] == "late sender"]
    # Ranks 1, 2 and 3 wait for 1, 2 and 3 ms of work, and for the messages on the way to their senders.
    assert sum(found["lost_ps"] for found in late) == (1 + 2 + 3) * MS + 101_600 + 101_600 + 1_008_000


def waited_for(found):
    return (found["lost_ps"], found["culprit"], found["culprit_at"].split(" in ")[0], found["victim"], found["waits_at"].split(" in ")[0])


def test_the_last_one_to_come_to_a_fence(windtunnel, defects):
    first = explained(windtunnel, defects("fence"))["findings"][0]
    assert first["wait_state"] == "wait at fence" and first["ranks"] == 3
    # Each of the three others waits for 3 ms, less what the barrier before let it go later than rank 1.
    assert 0 <= 3 * 3 * MS - first["lost_ps"] < 5_000_000
    assert (first["culprit"], first["culprit_ps"]) == (1, first["lost_ps"])
    assert first["culprit_at"].startswith("MPI_Win_fence in fence (defects.c:")


# The barrier before lets ranks of a host go at one instant, those of the other host 1 us or less apart from them.
APART = 2_500_000


def test_a_window_that_is_opened_late(windtunnel, defects):
    first = explained(windtunnel, defects("late-post"))["findings"]
    late = next(found for found in first if found["wait_state"] == "late post")
    lost, *where = waited_for(late)
    assert where == [1, "MPI_Win_post", 0, "MPI_Win_start"] and abs(lost - 2 * MS) < APART


def test_accesses_that_are_completed_late(windtunnel, defects):
    late = finding(explained(windtunnel, defects("late-complete")), "late complete")
    lost, *where = waited_for(late)
    assert where == [0, "MPI_Win_complete", 1, "MPI_Win_wait"] and abs(lost - 4 * MS) < APART


def test_a_lock_that_another_rank_holds(windtunnel, defects):
    late = finding(explained(windtunnel, defects("lock")), "wait for lock")
    lost, *where = waited_for(late)
    # Of the 5 ms, rank 2 asks after 1.
    assert where == [1, "MPI_Win_unlock", 2, "MPI_Win_lock"] and abs(lost - 4 * MS) < 2 * APART


def test_a_target_that_does_not_serve_an_access(windtunnel, defects):
    served = [found["wait_state"] for found in explained(windtunnel, defects("unserved"))["findings"]]
    assert "progress" not in served
    late = finding(explained(windtunnel, defects("unserved", "--set", "mpi.progress=inside-mpi", out="unserved-inside")), "progress")
    lost, *where = waited_for(late)
    # Of the 6 ms, rank 1 asks after 1.
    assert where == [0, "MPI_Win_unlock_all", 1, "MPI_Win_flush"] and abs(lost - 5 * MS) < APART


def test_a_partition_that_is_not_ready(windtunnel, defects):
    late = finding(explained(windtunnel, defects("partition")), "late partition")
    assert waited_for(late) == (3 * MS, 0, "MPI_Pready", 1, "MPI_Wait")


def test_partitions_that_wait_for_the_start_of_their_receive(windtunnel, defects):
    late = finding(explained(windtunnel, defects("clearance")), "late receiver")
    assert waited_for(late) == (2 * MS, 1, "MPI_Start", 0, "MPI_Wait")


def test_a_file_server_that_all_ask_at_once(windtunnel, defects):
    storage = ["--set", "storage.servers=1", "--set", "storage.bandwidth=1 GB/s", "--set", "storage.latency=100 us"]
    explanation = explained(windtunnel, defects("file", *storage))
    shared = finding(explanation, "file contention")
    # Four ranks write 1 MB each: 1 ms alone, 4 ms together, on a server that gives each of them a quarter.
    # The hosts leave the barrier before at different instants, 2 us apart at most.
    assert (shared["ranks"], shared["waits"]) == (4, 4) and 0 <= 4 * 3 * MS - shared["lost_ps"] < 4 * 2_000_001
    assert shared["pair"] and shared["pair"][0] != shared["pair"][1]
    alone = [found for found in explanation["findings"] if found["wait_state"].startswith("file ") or found["wait_state"] == "file"]
    alone = {found["wait_state"]: found["lost_ps"] for found in alone if (found["waits_at"] or "").startswith("MPI_File_write_at")}
    assert alone == {"file": 4 * MS, "file requests": 4 * 100_000_000}


@pytest.mark.parametrize("mode", ["serialised", "processes"])
def test_waits_are_the_same_in_all_modes(windtunnel, defects, mode):
    """Byte for byte, but for call sites, which processes number in another order."""
    for kind in ("root", "contention", "lock", "partition"):
        images = explained(windtunnel, defects(kind))
        assert explained(windtunnel, defects(kind, "--mode", mode, out=f"{kind}-{mode}")) == images


def test_the_explanation_in_words(windtunnel, defects):
    folder = defects("collective")
    text = windtunnel.must("explain", folder).out
    assert re.search(r"1\. computation: 15.00 ms lost, 75.0 % of the ranks' time\n", text)
    assert re.search(r"   before the call in collective \(defects.c:\d+\)  15.00 ms  75.0 %\n     rank 2 +15.00 ms  75.0 %\n", text)
    assert re.search(r"felt by  3 ranks, as collective \(75.0 %\)\n   Look at what rank 2 does before the call in collective \(defects.c:\d+\)", text)
    # It has no blocks that could be left out.
    assert "--compute none" not in text
    assert re.search(r"  collective  15.00 ms  75.0 %\n", text)
    assert re.search(r"MPI_Barrier in collective \(defects.c:\d+\), for rank 2 in MPI_Barrier in collective", text)


def test_explain_says_which_table_is_missing(windtunnel, tmp_path):
    windtunnel.must("motif", "-q", "-n", 8, "-p", "torus-3d", "--out", tmp_path / "Ana's run", "halo3d")
    done = windtunnel("explain", tmp_path / "Ana's run")
    assert done.status == 2
    told = re.search(r"Ana's run: has no `waits` table; run with `--observe waits` to have one: `(windtunnel motif .*)`$", done.err)
    assert told, done.err
    # The suggested command can be pasted.
    again = windtunnel.execute("bash", "-c", told[1], cwd=tmp_path)
    assert again.status == 0, again.err
    windtunnel.must("explain", tmp_path / "Ana's run-waits")


def test_the_critical_path_and_the_sites_of_a_run(windtunnel, defects):
    folder = defects("late-sender")
    analysis = json.loads(windtunnel.must("summary", "--json", folder).out)["analysis"]
    assert analysis["path"]["time_ps"] == 3 * MS + 101_600
    assert (analysis["path"]["messages_ps"], analysis["path"]["hops"]) == (101_600, 1)
    assert analysis["sites"][0]["state"] == "MPI_Recv" and analysis["sites"][0]["waiting_ps"] == 3 * MS + 101_600
    assert analysis["sizes"] == [{"from": 8, "to": 8, "messages": 1, "bytes": 8}]
    assert analysis["missing"] == []
    text = windtunnel.must("summary", folder).out
    for words in ("call sites", "message sizes", "links by class", "critical path", "MPI_Recv", "late_sender (defects.c:"):
        assert words in text, text


def test_a_run_on_an_ideal_network_splits_the_efficiency(windtunnel, tmp_path):
    run = tmp_path / "run"
    words = ["-n", 8, "-p", "torus-3d", "--force", "--out", run, "halo3d", "iterations=4", "compute=2 us"]
    windtunnel.must("motif", "-q", *words)
    before = json.loads(windtunnel.must("summary", "--json", run).out)["analysis"]
    assert before["efficiency"]["transfer"] is None and before["ideal_time_ps"] is None
    assert "time by call site: run with `--observe timeline`" in windtunnel.must("summary", run).out
    split = windtunnel.must("summary", "--ideal", "--json", run)
    assert split.err == "running it again on an ideal network\n"
    after = json.loads(split.out)
    efficiency, ideal = after["analysis"]["efficiency"], after["analysis"]["ideal_time_ps"]
    assert ideal == json.loads((run / "what-if" / "ideal-network" / "run.json").read_text())["simulated_time_ps"] < after["simulated_time_ps"]
    assert efficiency["transfer"] == ideal / after["simulated_time_ps"]
    assert abs(efficiency["serialisation"] * efficiency["transfer"] - efficiency["communication"]) < 1e-12
    assert abs(efficiency["load_balance"] * efficiency["communication"] - efficiency["parallel"]) < 1e-12
    # It is kept: the next summary has it without running anything. A new run into the folder takes it away.
    assert "serialisation" in windtunnel.must("summary", run).out
    assert windtunnel.must("summary", "--ideal", run).err == ""
    windtunnel.must("motif", "-q", *words)
    assert not (run / "what-if").exists()


def test_a_run_that_did_not_end_is_not_run_again(windtunnel, tmp_path):
    run = tmp_path / "run"
    windtunnel.must("motif", "-q", "-n", 8, "-p", "torus-3d", "--force", "--out", run, "halo3d")
    manifest = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps({**manifest, "ending": "stopped"}))
    done = windtunnel("summary", "--ideal", run)
    assert done.status == 2
    assert done.err.endswith("run: cannot be run again on an ideal network: it did not come to its end (stopped)\n")


def test_a_faster_collective_algorithm_is_found_by_simulating_all(windtunnel, tmp_path):
    words = ["-q", "-n", 24, "-p", "fat-tree"]
    calls = ["collective", "operation=bcast", "bytes=1 MiB", "iterations=2"]
    windtunnel.must("motif", *words, "--observe", "waits,timeline", "--out", "slow", *calls, cwd=tmp_path)
    assert "`windtunnel explain --what-if=collective slow` finds a faster algorithm for MPI_Bcast, " in windtunnel.must("explain", "slow", cwd=tmp_path).out
    done = windtunnel.must("explain", "--what-if=collective", "--json", "slow", cwd=tmp_path)
    [found] = json.loads(done.out)["what_ifs"]
    assert "bcast=smp does not serve all calls" in done.err
    served = [path for path in (tmp_path / "slow/what-if").glob("collective-bcast-*") if json.loads((path / "run.json").read_text())["ending"] == "finished"]
    assert f"with the fastest of {len(served)} algorithms for MPI_Bcast, `--collective bcast=" in found["words"] and len(served) > 8
    unserved = set(re.findall(r"bcast=(\w+) does not serve all calls", done.err))
    listed = windtunnel.must("list", "collectives").out.split("\nbcast\n")[1].split("\ngather\n")[0]
    listed = set(re.findall(r"^  (\w+)  ", listed, re.MULTILINE)) - {"trivial", "dimemas", "measured"}
    # Each rank has a host of its own.
    assert unserved == {name for name in listed if name.startswith(("smp", "han"))}
    assert len(served) + len(unserved) == len(listed)
    algorithm = re.search(r"bcast=(\w+)`", found["words"])[1]
    windtunnel.must("motif", *words, "--collective", f"bcast={algorithm}", "--out", "fast", *calls, cwd=tmp_path)
    times = {path.name: json.loads((path / "run.json").read_text())["simulated_time_ps"] for path in [*served, tmp_path / "fast", tmp_path / "slow"]}
    assert times["fast"] == found["simulated_time_ps"] == min(times.values()) < times["slow"]
    # What has come to its end is kept.
    again = windtunnel.must("explain", "--what-if=collective", "slow", cwd=tmp_path).err
    assert again.count("running it again") == again.count("does not serve all calls") == len(unserved)
    # All of it is the run's: another run takes its place.
    windtunnel.must("motif", *words, "--force", "--out", "slow", *calls, cwd=tmp_path)
    assert not (tmp_path / "slow/what-if").exists()
    windtunnel.must("motif", "-q", "-n", 2, "-p", "two-hosts", "--observe", "waits,timeline", "--out", "none", "ping", cwd=tmp_path)
    done = windtunnel("explain", "--what-if=collective", "none", cwd=tmp_path)
    assert done.status == 2 and "none: calls no collective operation" in done.err


def test_calls_of_one_line_are_one(windtunnel, tmp_path):
    """Compilers copy calls, as of a loop in two versions: two lines of the same words came of one line of the program."""
    source = """#include <mpi.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < 4; step++) {
        if (rank == 3) usleep(1000);
        if (step & 1) MPI_Barrier(MPI_COMM_WORLD); else MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
"""
    program = windtunnel.compile(source, tmp_path / "copies", "-g", "-O0")
    machine = ["-p", "torus-3d", "--compute", "none", "--observe", "waits,timeline", "--out", "run"]
    windtunnel.must("run", "-q", "-n", 4, *machine, program, cwd=tmp_path)
    explanation = explained(windtunnel, tmp_path / "run")
    late = finding(explanation, "collective")
    assert late["waits"] == 12 and late["waits_at"].startswith("MPI_Barrier in main (")
