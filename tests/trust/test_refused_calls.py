"""Whichever system call the kernel refuses, to all processes of a run from their start or to those of its ranks later: what the
program prints and writes and what the run's tables say is right to the byte, or the command fails. Only the list of what the
program reads may lack files, if the run says so.

WT_REFUSED chooses numbers of system calls for the whole matrix: `0,1,9`.
"""

import ctypes
import errno
import hashlib
import json
import os
import resource
import shutil
import signal
import struct
import subprocess
import tempfile
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
OPTIONS = ["-q", "-n", "4", "-p", "fat-tree", "--compute", "none", "--observe", "timeline,messages,waits,io"]
#: Seconds after which a run is taken for one that never ends; it needs a tenth of one on an idle machine.
PATIENCE = 60
#: The last number of a system call of x86-64.
LAST = 469

#: Calls of which a run need not end that is refused them: nothing that it could do has an effect.
ENDLESS = {
    (mode, where, number): reason
    for mode in ("images", "processes")
    for where in ("start", "later")
    for number, reason in {
        60: "exit: a thread that cannot end asks for its end for ever, in the C library",
        202: "futex: nobody can wait, nor wake",
    }.items()
} | {("processes", "start", 45): "recvfrom: Rust's library learns by it whether a program could be started, else waits for it"}

#: Files that may differ although the command succeeds.
OTHER = {
    ("images", "later", 9): {"r/sites/part-00000.parquet"},  # mmap: no symbols can be read, so places are addresses
}

#: Calls by name that were refused with another result, or without an end, before they were looked after.
SHARP = {
    "read and write the memory of processes": (310, 311), "mincore": (27,), "madvise": (28,), "fchdir": (81,), "unlink": (87,),
    "kill": (62,), "list libraries": (20,), "tell a file's state": (332,), "getpid": (39,), "rt_sigprocmask": (14,), "sendto": (44,), "signalfd4": (289,), "mprotect": (10,),
}


def filter_of(numbers, error):
    """A program for the kernel that refuses these calls."""
    def instruction(code, yes, no, value):
        return struct.pack("HBBI", code, yes, no, value)

    program = instruction(0x20, 0, 0, 0)
    for number in numbers:
        program += instruction(0x15, 0, 1, number) + instruction(0x06, 0, 0, 0x00050000 | error)
    return program + instruction(0x06, 0, 0, 0x7FFF0000)


def refuse(numbers, error):
    """Has the kernel refuse calls to this process and those that it starts."""
    library, code = ctypes.CDLL(None, use_errno=True), ctypes.create_string_buffer(filter_of(numbers, error))
    given = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", (len(code) - 1) // 8, ctypes.addressof(code)))
    if library.prctl(38, 1, 0, 0, 0) or library.prctl(22, 2, given, 0, 0):
        raise OSError(ctypes.get_errno(), "seccomp")


def digests(folder):
    """All files of a run and of its program, but for what tells of this machine. Of the manifest without its list of inputs and
    warnings, which are beside it.
    """
    files = (path for path in folder.rglob("*") if path.is_file() and path.name not in ("host.json", "scenario.toml"))
    found = {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    if "r/run.json" in found:
        manifest = json.loads((folder / "r" / "run.json").read_text())
        found["inputs"], found["warnings"] = manifest.pop("inputs"), manifest.pop("warnings")
        manifest.pop("inputs_lack", None)
        found["r/run.json"] = json.dumps(manifest)
    return found


def differ(files, right, err):
    """Which files are others than they should be. A list of inputs may lack some if a warning says so, and has no digest of what it
    says cannot be read.
    """
    other = {name for name in files.keys() | right.keys() if files.get(name) != right.get(name)}
    told = [one for one in files.get("warnings", []) if f"warning: {one}\n" in err]
    if told == files.get("warnings") and any("`inputs`" in one for one in told):
        return other - {"inputs", "warnings"}
    unread = [f"{one['path']} ({one['key']}) cannot be read again" for one in files.get("inputs", []) if one.get("changed")]
    if unread and len(told) == len(unread) and all(any(one.startswith(text) for one in told) for text in unread):
        return other - {"inputs", "warnings"}
    return other


class Runs:
    """The program's runs in a folder, and those without a refusal."""

    def __init__(self, windtunnel, folder, user=None):
        self.windtunnel, self.folder, self.user = windtunnel, folder, user
        self.program = windtunnel.compile((HERE / "refused.c").read_text(), folder / "refused")
        self.right = {mode: self.run(mode) for mode in ("images", "processes")}
        assert all(status == 0 for status, *_ in self.right.values()), self.right
        self.count = 0

    def run(self, mode, prepare=None, **environment):
        """Status, output, messages and files; None if it does not end."""
        # Of one name: the manifest has it.
        place = self.folder / "place"
        place.mkdir()
        try:
            place.chmod(0o777)
            (place / "o").mkdir()
            (place / "o").chmod(0o777)
            command = [self.windtunnel.prefix / "bin/windtunnel", "run", *OPTIONS, "--mode", mode, "--out", "r", self.program, "o"]
            try:
                process = subprocess.Popen(
                    list(map(str, command)), cwd=place, env={**self.windtunnel.environment, **environment}, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=prepare, user=self.user,
                )
            except (OSError, subprocess.SubprocessError) as refused:
                # The command itself could not be started.
                return 126, b"", str(refused), {}
            try:
                out, err = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
                return None
            return process.returncode, out, err.decode(errors="replace"), digests(place)
        finally:
            shutil.rmtree(place)

    def check(self, mode, where, numbers, error):
        """One refusal; what is wrong with what comes of it."""
        if any((mode, where, number) in ENDLESS for number in numbers):
            return None
        if where == "start":
            done = self.run(mode, prepare=lambda: refuse(numbers, error))
        else:
            done = self.run(mode, REFUSE=f"{numbers[0]}:{error}")
        case = f"{mode}, refused {where}: {numbers}, {errno.errorcode[error]}"
        if done is None:
            return f"{case}: does not end"
        status, out, err, files = done
        if status != 0:
            return None
        self.count += 1
        if out != self.right[mode][1]:
            return f"{case}: status 0, and the program printed\n{out.decode(errors='replace')[:500]}\n{err}"
        other = differ(files, self.right[mode][3], err)
        other -= OTHER.get((mode, where, numbers[0]), set())
        return f"{case}: status 0, and these files are others: {sorted(other)}\n{err}" if other else None


@pytest.fixture(scope="module")
def runs(windtunnel, tmp_path_factory):
    return Runs(windtunnel, tmp_path_factory.mktemp("refused"))


@pytest.mark.parametrize("name", SHARP)
def test_a_refused_call_is_no_wrong_result(runs, name):
    numbers = SHARP[name]
    places = [("start", numbers), *(("later", (number,)) for number in numbers)]
    wrong = [runs.check(mode, where, refused, errno.EPERM) for mode in runs.right for where, refused in places]
    assert not any(wrong), "\n".join(filter(None, wrong))


def test_ranks_copy_by_themselves_where_others_cannot(runs):
    assert runs.run("processes", prepare=lambda: refuse((310, 311), errno.EPERM)) == runs.right["processes"]


def manifest_after(windtunnel, folder, prepare, *words):
    """The manifest of a run that is made under a restriction, whose warnings are those that the command gives."""
    command = [windtunnel.prefix / "bin/windtunnel", "run", "-q", "-n", "2", "-p", "fat-tree", "--compute", "none", *words]
    command = list(map(str, [*command, "--observe", "waits,timeline", "--out", "r"]))
    done = subprocess.run(
        [*command, "./program"], cwd=folder, env=windtunnel.environment, capture_output=True, text=True, preexec_fn=prepare
    )
    assert done.returncode == 0, done.stderr
    found = json.loads((folder / "r" / "run.json").read_text())
    assert all(f"warning: {one}\n" in done.stderr for one in found["warnings"]), done.stderr
    return found


NOTHING = "#include <mpi.h>\n%s\nint main(int argc, char **argv) { MPI_Init(&argc, &argv); MPI_Barrier(MPI_COMM_WORLD); return MPI_Finalize(); }\n"


def test_libraries_that_the_dynamic_linker_does_not_name_are_told(windtunnel, tmp_path):
    """Its answer goes through `writev`. Who runs the program again is told, too."""
    windtunnel.compile(NOTHING % "", tmp_path / "program")
    found = manifest_after(windtunnel, tmp_path, lambda: refuse((20,), errno.EPERM), "--mode", "images")
    [why] = found["inputs_lack"]
    assert why == "`inputs` lacks libraries of the program: the dynamic linker did not name them: it printed nothing"
    assert found["warnings"] == [why] and not any(one["key"] == "library" for one in found["inputs"])
    again = windtunnel.must("summary", "--yes", "--ideal", "r", cwd=tmp_path)
    assert f"warning: r: not all that its program consists of and reads is known, and may be other files now: {why}\n" in again.err
    shutil.rmtree(tmp_path / "r")
    # A process lists its libraries itself.
    found = manifest_after(windtunnel, tmp_path, lambda: refuse((20,), errno.EPERM), "--mode", "processes")
    assert "inputs_lack" not in found and any(one["key"] == "library" for one in found["inputs"]), found["warnings"]


def test_a_process_without_room_for_the_list_is_told(windtunnel, tmp_path):
    """Address space for the program, and not for the 264 MiB of the list as well."""
    limit = (3 << 30) + (240 << 20)
    windtunnel.compile(NOTHING % "char large[3ul << 30];", tmp_path / "program")
    prepare = lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    found = manifest_after(windtunnel, tmp_path, prepare, "--mode", "processes")
    assert found["inputs_lack"] == [
        "`inputs` lacks what the program reads: a process of it could not share the list: Cannot allocate memory (os error 12)"
    ]


@pytest.mark.soak
@pytest.mark.parametrize("error", [errno.EPERM, errno.ENOSYS, errno.ENOMEM])
@pytest.mark.parametrize("where", ["start", "later"])
@pytest.mark.parametrize("mode", ["images", "processes"])
def test_no_refused_call_is_a_wrong_result(runs, mode, where, error):
    chosen = os.environ.get("WT_REFUSED")
    numbers = map(int, chosen.split(",")) if chosen else range(LAST + 1)
    runs.count = 0
    wrong = [runs.check(mode, where, (number,), error) for number in numbers]
    assert not any(wrong), "\n".join(filter(None, wrong))
    # Most calls are ones that nothing makes: that the filter refuses at all is seen by those that end the run.
    assert chosen or 200 < runs.count < LAST - 5


def test_data_of_a_program_that_is_not_dumpable_are_right(windtunnel):
    """As an ordinary user: nobody may look into such a process, which the simulator took for a memory of zeros."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        user = 65534 if os.geteuid() == 0 else None
        version = [str(windtunnel.prefix / "bin/windtunnel"), "--version"]
        try:
            if subprocess.run(version, capture_output=True, user=user).returncode != 0:
                pytest.skip("another user cannot start the installation")
        except PermissionError:
            pytest.skip("another user cannot reach the installation")
        runs = Runs(windtunnel, folder, user)
        assert runs.run("processes", NOT_DUMPABLE="1") == runs.right["processes"]
