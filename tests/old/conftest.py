"""Systems that are older and newer than the one that builds the wheel, as folders that programs are started in."""

import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
from programs import execute

FOLDER = ROOT / "build" / "systems"
COMPILERS = "gcc,g++,gfortran,libc6-dev,unzip"
MPI4PY = "mpi4py==4.1.2"
RING = """
import sys
from mpi4py import MPI
comm = MPI.COMM_WORLD
got = comm.sendrecv(comm.rank, dest=(comm.rank + 1) % comm.size, source=(comm.rank - 1) % comm.size)
assert got == (comm.rank - 1) % comm.size
if comm.rank == 0:
    print(comm.size, "ranks of", *sys.version_info[:2])
"""
RUN = ["run", "-q", "-n", "4", "-p", "two-hosts", "--oversubscribe", "--compute", "none"]
# /proc and shared memory are the process's own; they end with it.
ENTER = 'mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm" && exec chroot "$0" "$@"'


def system_mirror():
    """The mirror of Debian that the system's package manager uses; none elsewhere."""
    if given := os.environ.get("WT_MIRROR"):
        return given
    if shutil.which("apt-get") is None:
        return None
    listed = execute(["apt-get", "indextargets", "--format", "$(ORIGIN) $(SUITE) $(REPO_URI)"], limit_s=60).stdout
    # Not the one of updates for security, whose suites have other names.
    found = [line.split() for line in listed.splitlines() if line.startswith("Debian ")]
    return next((words[2] for words in found if len(words) == 3 and "-" not in words[1]), None)


@dataclass
class System:
    """A Debian release: its name, its packages, and debootstrap's script for it."""

    name: str
    packages: str
    script: str
    #: Whether its Python is new enough for the package, which then comes by pip.
    by_pip: bool

    @property
    def root(self):
        return FOLDER / self.name

    @property
    def prefix(self):
        """Where Windtunnel is installed, as seen from within."""
        return "/opt/venv" if self.by_pip else "/opt/windtunnel"

    def make(self):
        """Why it is not there; none if it is."""
        done = self.root / "complete"
        if done.exists():
            return None
        if os.geteuid() != 0:
            return "needs root"
        if shutil.which("debootstrap") is None:
            return "needs debootstrap"
        shutil.rmtree(self.root, ignore_errors=True)
        FOLDER.mkdir(parents=True, exist_ok=True)
        mirror = system_mirror()
        if mirror is None:
            return "needs a mirror of Debian: that of the system's package manager, or WT_MIRROR"
        words = ["debootstrap", "--variant=minbase", f"--include={self.packages}", self.name, self.root, mirror, self.script]
        made = execute(words, limit_s=600)
        if made.status:
            return f"debootstrap: {(made.stderr + made.stdout).strip()[-300:]}"
        done.touch()
        return None

    def execute(self, *words, **environment):
        """Runs a command within it."""
        own = {"PATH": f"{self.prefix}/bin:/usr/bin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", **environment}
        inside = ["env", "-i", *(f"{key}={value}" for key, value in own.items()), *words]
        return execute(["unshare", "-m", "sh", "-c", ENTER, self.root, *inside])

    def must(self, *words, **environment):
        done = self.execute(*words, **environment)
        assert done.status == 0, f"{self.name}: {' '.join(map(str, words))}: status {done.status}\n{done.stdout}{done.stderr}"
        return done

    def install(self, wheel):
        for folder in ("opt/windtunnel", "opt/venv", "opt/src", "opt/runs"):
            shutil.rmtree(self.root / folder, ignore_errors=True)
        (self.root / "opt" / "runs").mkdir()
        shutil.copytree(ROOT / "tests" / "conformance", self.root / "opt" / "src", ignore=shutil.ignore_patterns("recorded"))
        shutil.copy(wheel, self.root / "opt" / "src")
        if self.by_pip:
            self.must("python3", "-m", "venv", "/opt/venv")
            # Nothing but the environment's own commands: no compiler.
            self.must("pip", "install", "--quiet", "--no-index", f"/opt/src/{wheel.name}", PATH="/opt/venv/bin")
        else:
            shutil.rmtree(self.root / "opt" / "wheel", ignore_errors=True)
            lines = block("docs/how-to/install.md", "unzip").replace("windtunnel-*.whl", f"/opt/src/{wheel.name}")
            self.must("sh", "-ec", f"cd /opt\n{lines}\nmv prefix windtunnel")


def block(page, word):
    """The block of commands of a page that begins with a word."""
    found = re.findall(r"^```text\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    [commands] = [commands for commands in found if commands.startswith(word)]
    return commands


SYSTEMS = [
    System("bullseye", COMPILERS, "bullseye", by_pip=False),
    System("forky", f"{COMPILERS},python3,python3-venv", "sid", by_pip=True),
]


@pytest.fixture(scope="session")
def wheel():
    """The wheel of `make wheel`."""
    wheels = sorted((ROOT / "dist").glob("windtunnel-*-manylinux_2_28_x86_64.whl"))
    assert len(wheels) == 1, f"one wheel in {ROOT / 'dist'}: make wheel"
    return wheels[0]


@pytest.fixture(scope="session", params=SYSTEMS, ids=lambda system: system.name)
def system(request, wheel):
    system = request.param
    if reason := system.make():
        pytest.skip(f"NOT RUN: {system.name}: {reason}")
    system.install(wheel)
    return system
