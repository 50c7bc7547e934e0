"""Ranks as processes of the system: when they are, how they end, and that nothing is left of them."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

MACHINE = ["-p", "fat-tree", "--compute", "none"]

PING = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, token = 41;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        token = 42;
        MPI_Send(&token, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(&token, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    printf("rank %d has %d\\n", rank, token);
    MPI_Finalize();
    return 0;
}
"""
MODE_LINE = "its ranks run as processes"


def children(pid: int) -> list[int]:
    """All processes below one."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError):
            continue
        if parent == pid:
            child = int(path.parent.name)
            found += [child, *children(child)]
    return found


def gone(pids: list[int], within: float = 10) -> bool:
    end = time.monotonic() + within
    alive = pids
    while time.monotonic() < end:
        alive = [pid for pid in alive if is_running(pid)]
        if not alive:
            return True
        time.sleep(0.05)
    return False


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_an_executable_at_a_fixed_address_is_run_and_it_is_said(windtunnel, tmp_path):
    program = windtunnel.compile(PING, tmp_path / "fixed", "-no-pie")
    done = windtunnel.must("run", "-q", "-n", 2, *MACHINE, program, cwd=tmp_path)
    assert sorted(done.out.splitlines()) == ["rank 0 has 42", "rank 1 has 42"]
    assert [line for line in done.err.splitlines() if MODE_LINE in line] == [
        f"windtunnel: {program} is linked at a fixed address: {MODE_LINE}"
    ]


def test_a_program_with_threads_is_run(windtunnel, tmp_path):
    source = """#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
static void *work(void *value) { *(int *)value += 1; return NULL; }
int main(int argc, char **argv)
{
    int rank, sum = 0;
    pthread_t thread;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_create(&thread, NULL, work, &rank);
    pthread_join(thread, NULL);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%d\\n", sum);
    MPI_Finalize();
    return 0;
}
"""
    program = windtunnel.compile(source, tmp_path / "threads", "-pthread")
    done = windtunnel.must("run", "-q", "-n", 3, *MACHINE, program, cwd=tmp_path)
    assert done.out == "6\n" * 3
    assert f"threads in a rank (OpenMP programs: -x OMP_NUM_THREADS=1), at main (threads.c:11): {MODE_LINE}" in done.err


def test_times_of_threads_are_the_same_at_every_run_under_load(windtunnel, tmp_path):
    """Threads that receive from anybody: what they get depends on the order of calls alone."""
    source = """#include <mpi.h>
#include <stdio.h>
static int rank, size;
int main(int argc, char **argv)
{
    int provided, seen[4][8];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma omp parallel for schedule(static, 1) num_threads(4)
    for (int thread = 0; thread < 4; thread++) {
        for (int round = 0; round < 8; round++) {
            int mine = rank * 100 + thread * 10 + round;
            MPI_Send(&mine, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
            MPI_Recv(&seen[thread][round], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    for (int i = 0; i < 32; i++) printf("%d %d %d\\n", rank, i, seen[i / 8][i % 8]);
    MPI_Finalize();
    return 0;
}
"""
    program = windtunnel.compile(source, tmp_path / "race", "-fopenmp")
    load = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(3)]
    try:
        runs = [windtunnel.must("run", "-n", 3, *MACHINE, program, cwd=tmp_path) for _ in range(6)]
    finally:
        for process in load:
            process.kill()
            process.wait()
    assert {(done.out, done.err.splitlines()[-1]) for done in runs} == {(runs[0].out, runs[0].err.splitlines()[-1])}
    assert len(set(runs[0].out.splitlines())) == 96
    assert "uses OpenMP (GOMP_parallel)" in runs[0].err and MODE_LINE in runs[0].err


def test_a_thread_that_spins_is_gone_on_without_and_it_is_said(windtunnel, tmp_path):
    source = """#include <mpi.h>
#include <pthread.h>
static volatile int got;
static void *receive(void *none)
{
    int token;
    MPI_Recv(&token, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    got = token;
    return none;
}
int main(int argc, char **argv)
{
    int provided, token = 7;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    pthread_create(&thread, NULL, receive, NULL);
    MPI_Send(&token, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
    while (got != 7) ;
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
"""
    program = windtunnel.compile(source, tmp_path / "spins", "-pthread")
    done = windtunnel.must("run", "-q", "-n", 2, *MACHINE, program, cwd=tmp_path)
    assert "rank 1: a thread has been running for 2 s while others wait in MPI: they go on without it" in done.err


def test_a_program_that_images_hold_is_run_as_images_without_a_word(windtunnel, tmp_path):
    program = windtunnel.compile(PING, tmp_path / "plain")
    assert MODE_LINE not in windtunnel.must("run", "-q", "-n", 2, *MACHINE, program, cwd=tmp_path).err


def test_clocks_show_simulated_time_and_each_rank_ends_with_its_status(windtunnel, tmp_path):
    source = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank;
    struct timespec t;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    sleep(3600);
    clock_gettime(CLOCK_MONOTONIC, &t);
    printf("%ld %.0f\\n", (long)t.tv_sec, MPI_Wtime());
    MPI_Finalize();
    fflush(stdout);
    if (rank == 1) _exit(3);
    exit(rank ? 4 : 0);
}
"""
    program = windtunnel.compile(source, tmp_path / "clocks")
    for ranks, status in [(1, 0), (2, 3), (3, 4)]:
        done = windtunnel("run", "-q", "-n", ranks, "--mode", "processes", *MACHINE, program, cwd=tmp_path)
        assert done.out == "3600 3600\n" * ranks
        assert done.status == (1 if status else 0), done.err
        assert not status or f"status {status}" in done.err, done.err


def test_lines_of_ranks_do_not_mix_and_can_be_tagged(windtunnel, tmp_path):
    source = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int line = 0; line < 200; line++) {
        printf("half of line %d ", line);
        MPI_Barrier(MPI_COMM_WORLD);
        printf("of rank %d%s\\n", rank, line == 0 ? "" : ".");
    }
    fprintf(stderr, "no end %d", rank);
    MPI_Finalize();
    return 0;
}
"""
    program = windtunnel.compile(source, tmp_path / "lines")
    options = ["run", "-q", "-n", 3, "--mode", "processes", "--tag-output", *MACHINE]
    done = windtunnel.must(*options, program, cwd=tmp_path)
    ends = [(rank, line, "." if line else "") for rank in range(3) for line in range(200)]
    expected = [f"[{rank}] half of line {line} of rank {rank}{end}" for rank, line, end in ends]
    assert sorted(done.out.splitlines()) == sorted(expected)
    said = [line for line in done.err.splitlines() if "no end" in line]
    assert said == [f"[{rank}] no end {rank}" for rank in range(3)]


def test_a_rank_that_is_killed_ends_the_run_and_is_named(windtunnel, tmp_path):
    source = """#include <mpi.h>
#include <signal.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2) raise(SIGKILL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""
    program = windtunnel.compile(source, tmp_path / "killed")
    done = windtunnel("run", "-q", "-n", 4, "--mode", "processes", *MACHINE, program, cwd=tmp_path)
    assert done.status == 1
    assert "rank 2: the rank's process was ended by signal 9 (Killed)" in done.err


def test_a_buffer_that_is_not_the_programs_is_named(windtunnel, tmp_path):
    source = """#include <mpi.h>
#include <stdint.h>
int main(int argc, char **argv)
{
    int rank, token = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send((void *)(uintptr_t)64, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""
    program = windtunnel.compile(source, tmp_path / "wild")
    done = windtunnel("run", "-q", "-n", 2, "--mode", "processes", *MACHINE, program, cwd=tmp_path)
    assert done.status == 1
    assert "at 0x40 is not in the memory of its process" in done.err


SPINNING = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) { puts("spinning"); fflush(stdout); for (;;) ; }
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
"""


def spin(windtunnel, tmp_path, program, *options, below=()):
    """The command, started by the command `below`, once rank 0 spins, and all processes below it."""
    words = [*below, windtunnel.prefix / "bin" / "windtunnel", "run", "-q", "-n", 4, "--mode", "processes", *MACHINE, *options]
    command = subprocess.Popen(
        [str(word) for word in [*words, program]], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, env=windtunnel.environment,
    )
    assert command.stdout.readline() == "spinning\n"
    return command, children(command.pid)


@pytest.mark.parametrize("how", ["kill the simulator", "kill the command", "interrupt", "time limit"])
def test_a_run_that_is_ended_leaves_no_process_and_no_shared_memory(windtunnel, tmp_path, how):
    program = windtunnel.compile(SPINNING, tmp_path / "spin")
    shared = set(os.listdir("/dev/shm"))
    options = ["--time-limit", "2"] if how == "time limit" else []
    command, below = spin(windtunnel, tmp_path, program, *options)
    try:
        # The simulator, the zygote and four ranks.
        assert len(below) == 6, below
        if how == "interrupt":
            command.send_signal(signal.SIGINT)
        elif how != "time limit":
            os.kill(below[0] if how == "kill the simulator" else command.pid, signal.SIGKILL)
        assert gone(below)
        # Campaigns of tests that run at the same time have folders there, and real MPI libraries files.
        others = ("windtunnel-writing-", "mpich_shm_", "ucx_shm_")
        assert {name for name in os.listdir("/dev/shm") if not name.startswith(others)} <= shared
    finally:
        command.kill()
        command.wait()


def test_a_rank_that_somebody_kills_ends_the_run_and_all_others(windtunnel, tmp_path):
    program = windtunnel.compile(SPINNING, tmp_path / "spin")
    command, below = spin(windtunnel, tmp_path, program)
    try:
        # Children are found parents first: the last are the ranks.
        os.kill(below[-1], signal.SIGKILL)
        os.kill(below[-4], signal.SIGKILL)
        assert command.wait(20) == 1
        assert gone(below)
    finally:
        command.kill()
        command.wait()


RAISED = ["TERM", "HUP", "USR1", "PIPE", "ALRM", "QUIT", "XCPU", "FPE", "SEGV", "BUS", "ILL", "TRAP", "SYS", "ABRT"]


@pytest.mark.parametrize("mode", ["images", "processes"])
@pytest.mark.parametrize("name", [f"SIG{name}" for name in RAISED])
def test_a_rank_that_raises_a_signal_is_said_to(windtunnel, tmp_path, name, mode):
    source = f"""#include <mpi.h>
#include <signal.h>
int main(int argc, char **argv)
{{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) raise({name});
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}}
"""
    program = windtunnel.compile(source, tmp_path / "raises", "-g")
    # Shells start jobs in the background with some signals ignored, and what is ignored is inherited.
    before = signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        done = windtunnel("run", "-q", "-n", 2, "--mode", mode, *MACHINE, program, cwd=tmp_path)
    finally:
        signal.signal(getattr(signal, name), before)
    assert done.status == 1
    why = "aborted" if name == "SIGABRT" else "raised by the rank itself, which has no handler for it"
    assert f"rank 1 crashed: {name} ({why})\n" in done.err, done.err


@pytest.mark.parametrize(
    "mode, message",
    [
        ("images", "rank 1 crashed: SIGKILL (raised by the rank itself, which has no handler for it)"),
        ("processes", "rank 1: the rank's process was ended by signal 9 (Killed)"),
    ],
)
def test_a_rank_that_kills_itself_ends_the_run(windtunnel, tmp_path, mode, message):
    source = """
#include <mpi.h>
#include <signal.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) kill(getpid(), SIGKILL);
    MPI_Finalize();
    return 0;
}
"""
    program = windtunnel.compile(source, tmp_path / "kills", "-g")
    done = windtunnel("run", "-q", "-n", 2, "--mode", mode, *MACHINE, program, cwd=tmp_path)
    assert done.status == 1
    assert message in done.err, done.err


@contextlib.contextmanager
def network_namespace():
    """The command that runs another one in a network namespace without other simulations, which claim cores by names in it."""
    unshare = ["unshare", "--user", "--map-root-user", "--net"]
    if subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("this user cannot make network namespaces")
    with subprocess.Popen([*unshare, "sh", "-c", "echo made; exec sleep 60"], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "made\n"
        try:
            yield ["nsenter", "--preserve-credentials", "--user", "--net", "-t", holder.pid]
        finally:
            holder.kill()


def test_simulations_side_by_side_are_on_cores_of_their_own(windtunnel, tmp_path):
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("one core")
    program = windtunnel.compile(SPINNING, tmp_path / "spin")
    with network_namespace() as below, contextlib.ExitStack() as stack:
        runs = []
        for _ in range(2):
            command, processes = spin(windtunnel, tmp_path, program, below=below)
            stack.callback(command.wait)
            stack.callback(command.kill)
            runs.append(processes)
        cores = [os.sched_getaffinity(processes[-1]) for processes in runs]
        assert all(len(core) == 1 for core in cores) and cores[0] != cores[1], cores


# ---- scripts of other interpreters ----


def script_of(tmp_path, text):
    script = tmp_path / "run.sh"
    script.write_text(f"#!/bin/sh\n{text}")
    script.chmod(0o755)
    return script


def test_a_script_starts_the_program_once_per_rank(windtunnel, tmp_path):
    program = windtunnel.compile(PING, tmp_path / "ping")
    script = script_of(tmp_path, f"set -e\nls / > /dev/null\n{program} --help \"$@\" | sed 's/has/got/'\necho done $1\n")
    done = windtunnel.must("run", "-q", "-n", 2, *MACHINE, script, "x", cwd=tmp_path)
    assert sorted(done.out.splitlines()) == ["done x", "done x", "rank 0 got 42", "rank 1 got 42"]
    assert [line for line in done.err.splitlines() if MODE_LINE in line] == [
        f"windtunnel: {script} is a script: {MODE_LINE}"
    ]
    same = windtunnel.must("run", "-n", 2, *MACHINE, "--mode", "processes", program, cwd=tmp_path).err.splitlines()[-1]
    script = script_of(tmp_path, f"exec {program}\n")
    again = windtunnel.must("run", "-n", 2, *MACHINE, script, cwd=tmp_path).err.splitlines()[-1]
    assert again == same and same.startswith("simulated time: ")


def test_a_scripts_own_end_and_its_programs_crash_are_the_ranks(windtunnel, tmp_path):
    program = windtunnel.compile(PING, tmp_path / "ping")
    done = windtunnel("run", "-q", "-n", 2, *MACHINE, script_of(tmp_path, f"{program}\nexit 7\n"), cwd=tmp_path)
    assert done.status == 1 and "status 7" in done.err, done.err
    done = windtunnel("run", "-q", "-n", 2, *MACHINE, script_of(tmp_path, f"{program}\n{program}\n"), cwd=tmp_path)
    assert done.status == 1
    assert "not supported: a second program that uses MPI in one script" in done.err


def test_a_program_that_a_script_started_does_not_outlive_the_simulator(windtunnel, tmp_path):
    program = windtunnel.compile(SPINNING, tmp_path / "spin")
    command, below = spin(windtunnel, tmp_path, script_of(tmp_path, f"{program}\nexit 0\n"))
    try:
        # The simulator, the zygote, four scripts and their programs.
        assert len(below) == 10, below
        os.kill(below[0], signal.SIGKILL)
        assert gone(below)
    finally:
        command.kill()
        command.wait()


@pytest.mark.parametrize("mode", ["auto", "images", "processes"])
def test_a_static_executable_is_refused_with_what_to_do(windtunnel, tmp_path, mode):
    (tmp_path / "static.c").write_text("int main(void) { return 0; }\n")
    built = subprocess.run(["cc", "-static", "static.c", "-o", "static"], cwd=tmp_path, capture_output=True)
    if built.returncode:
        pytest.skip("this machine's compiler cannot")
    done = windtunnel("run", "-q", "-n", 2, *MACHINE, "--mode", mode, tmp_path / "static", cwd=tmp_path)
    assert done.status == 2
    assert "statically linked, which is not supported: rebuild without -static (it contains its MPI library" in done.err


def test_more_ranks_than_the_system_has_processes_for_are_refused_before_the_start(windtunnel, tmp_path):
    program = windtunnel.compile(PING, tmp_path / "many")
    most = int(Path("/proc/sys/kernel/pid_max").read_text())
    options = ["run", "-q", "-n", most, "--oversubscribe", "--mode", "processes", *MACHINE]
    if most > 1 << 20:
        pytest.skip("this system allows more processes than a test should describe ranks")
    done = windtunnel(*options, program, cwd=tmp_path)
    assert done.status == 2
    assert f"{most} ranks need {most + 1} processes, but " in done.err


def test_a_program_that_cannot_be_started_is_named(windtunnel, tmp_path):
    script = tmp_path / "broken"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    done = windtunnel("run", "-q", "-n", 2, *MACHINE, script, cwd=tmp_path)
    assert done.status == 2
    assert "cannot be started: No such file or directory" in done.err


# ---- Python ----


@pytest.fixture
def python(windtunnel, tmp_path):
    """Runs a script with the tests' own interpreter; None where it has no mpi4py."""
    pytest.importorskip("mpi4py", reason="pip install mpi4py==4.1.2")

    def start(text, ranks, *options, check=True, arguments=()):
        script = tmp_path / "script.py"
        script.write_text(text)
        run = windtunnel.must if check else windtunnel
        return run("run", "-q", "-n", ranks, *MACHINE, *options, script, *arguments, cwd=tmp_path)

    return start


def test_a_script_with_mpi4pys_wheel_runs(python):
    done = python(
        "import sys\n"
        "from mpi4py import MPI\n"
        "comm = MPI.COMM_WORLD\n"
        "everyone = comm.allgather((comm.rank, sys.argv[1:]))\n"
        "assert everyone == [(rank, ['a', 'b']) for rank in range(comm.size)]\n"
        "assert MPI.Query_thread() == MPI.THREAD_MULTIPLE and __name__ == '__main__'\n"
        "comm.Barrier()\n"
        "print(comm.rank, comm.size)\n",
        16,
        arguments=["a", "b"],
    )
    assert sorted(done.out.splitlines()) == sorted(f"{rank} 16" for rank in range(16))
    assert f"is a script: {MODE_LINE}" in done.err


def test_threads_of_python_call_mpi_at_once(python):
    text = (
        "import threading, time\n"
        "from mpi4py import MPI\n"
        "comm = MPI.COMM_WORLD\n"
        "comms, sums = [comm.Dup() for _ in range(4)], [None] * 4\n"
        "def work(i):\n"
        "    assert not MPI.Is_thread_main()\n"
        "    for step in range(5):\n"
        "        before = (comm.rank - 1) % comm.size\n"
        "        got = comms[i].sendrecv((comm.rank, i, step), dest=(comm.rank + 1) % comm.size, source=before)\n"
        "        assert got == (before, i, step), got\n"
        "        time.sleep(0.25 * (i + 1))\n"
        "    sums[i] = comms[i].allreduce(i)\n"
        "threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "assert sums == [i * comm.size for i in range(4)] and MPI.Is_thread_main()\n"
        "assert not threading.Event().wait(0.01)\n"
        "print(comm.rank, MPI.Wtime())\n"
    )
    first, second = (python(text, 3).out for _ in range(2))
    assert first == second
    assert all(5 < float(line.split()[1]) < 5.1 for line in first.splitlines()), first


def test_user_operations_and_attributes_work_through_mpichs_abi(python):
    python(
        "from mpi4py import MPI\n"
        "comm = MPI.COMM_WORLD\n"
        "longest = MPI.Op.Create(lambda a, b, t: b.__setitem__(slice(None), max(bytes(a), bytes(b))), commute=True)\n"
        "data = bytearray([comm.rank] * 5)\n"
        "result = bytearray(5)\n"
        "comm.Allreduce([data, MPI.BYTE], [result, MPI.BYTE], longest)\n"
        "assert result == bytes([comm.size - 1] * 5), result\n"
        "seen = []\n"
        "keyval = MPI.Datatype.Create_keyval(delete_fn=lambda t, k, v: seen.append(v))\n"
        "copy = MPI.INT.Dup()\n"
        "copy.Set_attr(keyval, 'value')\n"
        "copy.Free()\n"
        "assert seen == ['value']\n",
        5,
    )


def test_what_a_script_sets_in_rc_counts(python):
    python(
        "import mpi4py\n"
        "mpi4py.rc.initialize = False\n"
        "from mpi4py import MPI\n"
        "assert not MPI.Is_initialized()\n"
        "MPI.Init_thread(MPI.THREAD_FUNNELED)\n"
        "assert MPI.Query_thread() == MPI.THREAD_FUNNELED\n"
        "MPI.COMM_WORLD.Barrier()\n"
        "MPI.Finalize()\n",
        2,
    )


def test_errors_of_a_script_and_of_mpi_are_exceptions(python):
    done = python(
        "from mpi4py import MPI\n"
        "try:\n"
        "    MPI.COMM_WORLD.Send([b'x', MPI.BYTE], dest=99)\n"
        "except MPI.Exception as error:\n"
        "    assert error.Get_error_class() == MPI.ERR_RANK, error\n"
        "raise ValueError('as it should')\n",
        2,
        check=False,
    )
    assert done.status == 1
    assert done.err.count("ValueError: as it should") == 2
    assert "python_rank.py" not in done.err


def test_a_module_of_the_programs_is_not_taken_for_the_standard_librarys(python, tmp_path):
    (tmp_path / "statistics.py").write_text("from mpi4py import MPI\nprint('mine', MPI.COMM_WORLD.rank)\n")
    done = python("import statistics, json\nfrom mpi4py import MPI\nassert json.loads('1') == 1\n", 2)
    assert sorted(done.out.splitlines()) == ["mine 0", "mine 1"]


def test_a_module_that_warns_tells_every_rank_in_the_programs_words(python):
    # `imp` is deprecated up to Python 3.11, `crypt` to 3.12: whatever is there, the text of the warning is of the script.
    name = "imp" if sys.version_info < (3, 12) else "crypt" if sys.version_info < (3, 13) else None
    if name is None:
        pytest.skip("this Python's standard library has no such module that is known to warn")
    done = python(f"import {name}, json\nfrom mpi4py import MPI\nprint(MPI.COMM_WORLD.rank)\n", 2)
    assert sorted(done.out.splitlines()) == ["0", "1"]
    assert done.err.count("script.py:1: DeprecationWarning: ") == 2 and "python_rank.py" not in done.err


def test_a_scripts_wrong_syntax_is_told_as_the_interpreter_tells_it(python):
    done = python("print('never'\n", 2, check=False)
    assert done.status == 1 and done.out == ""
    assert done.err.count("SyntaxError: '(' was never closed") == 2
    assert "python_rank.py" not in done.err


def test_the_interpreter_can_be_named(windtunnel, tmp_path):
    pytest.importorskip("mpi4py", reason="pip install mpi4py==4.1.2")
    code = "from mpi4py import MPI; print(MPI.COMM_WORLD.Get_size())"
    done = windtunnel.must("run", "-q", "-n", 3, *MACHINE, "python3", "-c", code, cwd=tmp_path)
    assert done.out == "3\n" * 3


def test_numpy_arrays_travel(python):
    pytest.importorskip("numpy")
    python(
        "import numpy as np\n"
        "from mpi4py import MPI\n"
        "comm = MPI.COMM_WORLD\n"
        "mine, total = np.full(100_000, float(comm.rank)), np.empty(100_000)\n"
        "comm.Allreduce(mine, total)\n"
        "assert (total == sum(range(comm.size))).all()\n"
        "draws = comm.allgather(float(np.random.rand()))\n"
        "assert len(set(draws)) == comm.size\n",
        8,
    )
