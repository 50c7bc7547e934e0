"""Fortran programs that run under Debian's MPICH and Open MPI and are recorded there: their replay is the run on a simulated machine.

Debian's libraries are those with Fortran. The program is compiled with their own header or module, and for the simulation with wtfort.
"""

import os
import re
import shutil

import pytest

import fetch
from tunnel import ROOT

pytestmark = pytest.mark.usefixtures("debian")

MACHINE = ["-p", "fat-tree", "--compute", "none", "--observe", "timeline"]
RANKS = 4
SOURCE = ROOT / "tests" / "programs" / "recorded.F90"
PACKAGES = {"mpich": ("mpich", "libmpich-dev"), "openmpi": ("openmpi-bin", "libopenmpi-dev")}
LIBRARIES = {
    "mpich": ["mpichfort.so.12", "mpich.so.12"],
    "openmpi": ["mpi_usempif08.so.40", "mpi_usempi_ignore_tkr.so.40", "mpi_mpifh.so.40", "mpi.so.40"],
}
FACES = {"mpif.h": "-fallow-argument-mismatch", "mpi": "-DUSE_MPI", "mpi_f08": "-DUSE_F08"}


@pytest.fixture(scope="module", params=PACKAGES)
def library(request):
    if not shutil.which("gfortran"):
        pytest.skip("NOT RUN: there is no gfortran")
    return request.param, fetch.debian_programs(f"{request.param}-library", *PACKAGES[request.param]) / "usr"


def compiled(windtunnel, library, face, folder):
    name, usr = library
    header = next(path.parent for path in sorted(usr.rglob("mpif.h")) if name in path.parts)
    # Those of another version of gfortran are beside them.
    modules = sorted({path.parent for path in usr.rglob("mpi_f08.mod") if name in path.parts}, reverse=True)
    libraries = usr / "lib" / "x86_64-linux-gnu"
    link = ["-L", libraries, f"-Wl,-rpath-link,{libraries}", "-Wl,--no-as-needed"]
    link += [f"-l:lib{needed}" for needed in LIBRARIES[name]]
    for folder_of_modules in modules:
        words = ["gfortran", "-g", "-cpp", "-ffree-line-length-none", "-w", FACES[face], "-I", folder_of_modules, "-I", header]
        done = windtunnel.execute(*words, SOURCE, "-o", "program", *link, cwd=folder)
        if done.status == 0:
            return
    if "Cannot read module file" in done.err:
        pytest.skip("NOT RUN: Debian's module is of another version of gfortran")
    raise AssertionError(done.err)


@pytest.mark.parametrize("face", FACES)
def test_a_replay_takes_the_time_of_the_program(windtunnel, tmp_path, library, face):
    name, usr = library
    compiled(windtunnel, library, face, tmp_path)
    source = tmp_path / "own.F90"
    shutil.copy(SOURCE, source)
    options = ["-g", "-cpp", "-ffree-line-length-none", "-w", FACES[face]]
    done = windtunnel.execute("wtfort", *options, source, "-o", "own", cwd=tmp_path)
    assert done.status == 0, done.err
    simulated = windtunnel.must("run", "-q", "-n", RANKS, *MACHINE, "--out", "simulated", "./own", cwd=tmp_path)
    recorder = windtunnel.must("trace", "library", name).out.strip()
    variables = {"LD_PRELOAD": recorder, "WT_TRACE": "real.trace"}
    words = [f"{key}={value}" for key, value in variables.items()]
    launcher = (
        [usr / "bin" / "mpiexec.hydra"]
        if name == "mpich"
        else [usr / "bin" / "orterun", "--allow-run-as-root", "--oversubscribe"]
    )
    search = f"{usr / 'lib' / 'x86_64-linux-gnu'}:{os.environ.get('LD_LIBRARY_PATH', '')}".rstrip(":")
    environment = {"LD_LIBRARY_PATH": search, "OPAL_PREFIX": str(usr)}
    recorded = windtunnel.execute(*launcher, "-n", RANKS, "env", *words, "./program", env=environment, cwd=tmp_path)
    assert recorded.status == 0 and "windtunnel" not in recorded.err, recorded.err
    replayed = windtunnel.must("replay", "-q", *MACHINE, "--out", "replayed", "real.trace", cwd=tmp_path)
    assert replayed.last_line == simulated.last_line
    made = calls(tmp_path / "replayed")
    assert [call[:2] for call in made] == [call[:2] for call in calls(tmp_path / "simulated")]
    # They are in the program's lines, not in the library's Fortran.
    lines = SOURCE.read_text().splitlines()
    for _, function, place in made:
        number = int(re.fullmatch(r"recorded \(recorded\.F90:(\d+)\)", place)[1])
        # gfortran gives some calls the line of the program's begin.
        assert function in lines[number - 1] or lines[number - 1] == "program recorded", (function, place)
    assert {place for _, function, place in made if function == "MPI_Waitall"} == {
        f"recorded (recorded.F90:{line})" for line in (44, 53)
    }


def calls(run):
    """Rank, function and place of all calls."""
    polars = pytest.importorskip("polars")
    timeline, sites = (polars.read_parquet(run / name) for name in ("timeline", "sites"))
    names = dict(zip(sites["site"].to_list(), sites["description"].to_list(), strict=True))
    rows = timeline.filter(polars.col("state") != "compute").sort("rank", "start").to_dicts()
    return [(row["rank"], row["state"], names[row["site"]]) for row in rows]
