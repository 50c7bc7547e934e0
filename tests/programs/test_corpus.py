"""Programs of Debian's, as their packages have them, against the same files run by Debian's own orterun: the same lines, digit by digit.

corpus.py has the table of programs and inputs. The mode is the one that is chosen by itself. Both runs begin with the same files in
folders of their own.
"""

import gzip
import lzma
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import fetch
from corpus import PROGRAMS
from tunnel import ROOT, Done

pytestmark = [pytest.mark.usefixtures("debian"), pytest.mark.programs]

PAGE = ROOT / "docs" / "reference" / "tested-programs.md"
# Settings with which Debian's Open MPI needs no daemon, no network and no other user than this one.
ORTERUN = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_btl": "self,vader",
    "OMPI_MCA_pml": "ob1",
    "OMPI_MCA_plm": "isolated",
}
# /usr/share with the packages' files before it, for one command.
INSTALLED = 'mount -t overlay overlay -o "lowerdir=$0:/usr/share" /usr/share && exec "$@"'


@pytest.fixture(scope="module")
def usr():
    packages = {program.package for program in PROGRAMS.values()}
    return fetch.debian_programs("corpus", *sorted(packages), "openmpi-bin") / "usr"


def environment(usr):
    libraries = usr / "lib" / "x86_64-linux-gnu"
    folders = ["", "blas", "lapack", "openblas-pthread", "openmpi/lib"]
    search = [*(libraries / folder for folder in folders), usr / "lib", usr / "lib" / "nrn"]
    return {
        "PATH": f"{usr / 'bin'}:{os.environ['PATH']}",
        "LD_LIBRARY_PATH": ":".join(map(str, search)),
        "OPAL_PREFIX": str(usr),
        "OMP_NUM_THREADS": "1",
    }


def lay_out(program, usr, folder):
    """Makes a folder with the program's input."""
    folder.mkdir()
    for name, text in program.files.items():
        (folder / name).write_text(text.replace("{usr}", str(usr)))
    for pattern in program.copies:
        for path in usr.glob(pattern):
            unpacked = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix)
            if unpacked is None:
                shutil.copy(path, folder)
            else:
                (folder / path.stem).write_bytes(unpacked(path).read())
    for command in program.prepare:
        subprocess.run(
            command, shell=True, cwd=folder, env={**os.environ, **environment(usr), **ORTERUN}, check=True, capture_output=True
        )


def run(program, usr, folder, words, variables):
    """The lines of the result, of a run in a folder of its own by `words`, a launcher and its options."""
    lay_out(program, usr, folder)
    path = program.path if program.path.startswith("/") else usr / program.path
    words = [*words, path, *program.arguments.replace("{usr}", str(usr)).split()]
    if program.installed:
        words = ["unshare", "-rm", "sh", "-c", INSTALLED, usr / "share", *words]
    own = dict(variable.replace("{usr}", str(usr)).split("=", 1) for variable in program.variables)
    done = subprocess.run(
        list(map(str, words)), cwd=folder, env={**variables, **environment(usr), **own}, input=program.standard_input,
        capture_output=True, text=True, errors="replace", timeout=300,
    )  # fmt: skip
    files = [path.read_text(errors="surrogateescape") for name in program.written for path in sorted(folder.glob(name))]
    lines = [line for text in (done.stdout, *files) for line in text.splitlines() if re.search(program.lines, line)]
    return Done(done.returncode, done.stdout, done.stderr), sorted(lines) if program.unordered else lines


@pytest.mark.parametrize("name", PROGRAMS)
def test_digits_are_those_of_debians_own_library(windtunnel, usr, tmp_path, name):
    program = PROGRAMS[name]
    if program.installed and subprocess.run(["unshare", "-rm", "true"], check=False).returncode:
        pytest.skip("NOT RUN: the system refuses namespaces, and the program finds its files in /usr/share alone")
    real = [usr / "bin" / "orterun", "-n", program.ranks]
    done, expected = run(program, usr, tmp_path / "real", real, {**os.environ, **ORTERUN})
    assert done.status == program.status and expected, f"{done.out}\n{done.err}"
    options = ["-q", "-n", program.ranks, "-p", "ethernet-cluster", "--compute", "none", "--out", "run"]
    simulated = [windtunnel.prefix / "bin" / "windtunnel", "run", *options]
    done, found = run(program, usr, tmp_path / "simulated", simulated, windtunnel.environment)
    assert done.status == program.status, f"{done.out}\n{done.err}"
    assert found == expected


def test_the_page_names_every_program():
    rows = re.findall(r"^\| `([^`]+)` (\S+) \| `([^`]+)`", PAGE.read_text(), re.MULTILINE)
    named = {(package, program) for package, _, program in rows}
    assert named >= {(program.package, Path(program.path).name) for program in PROGRAMS.values()}
