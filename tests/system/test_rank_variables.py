"""Variables by which a launcher tells ranks who they are, before MPI is initialised: those of the modelled library's launcher."""

import pytest

from tunnel import TWO_HOSTS

OPEN_MPI = (
    "OMPI_COMM_WORLD_RANK",
    "OMPI_COMM_WORLD_LOCAL_RANK",
    "OMPI_COMM_WORLD_LOCAL_SIZE",
    "OMPI_COMM_WORLD_SIZE",
    "OMPI_UNIVERSE_SIZE",
)
HYDRA = ("PMI_RANK", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", "PMI_SIZE")
EXPECTED = {
    "openmpi-5.0": (OPEN_MPI, ["0 0 2 3 4", "1 1 2 3 4", "2 0 1 3 4"]),
    "mpich-4.3": (HYDRA, ["0 0 2 3", "1 1 2 3", "2 0 1 3"]),
}

PROGRAM = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    char line[256] = "";
    int size = 0;
    for (int i = 1; i < argc; i++)
        size += snprintf(line + size, sizeof line - size, "%s%s", i > 1 ? " " : "", getenv(argv[i]) ? getenv(argv[i]) : "none");
    MPI_Init(&argc, &argv);
    puts(line);
    MPI_Finalize();
}
"""


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    path = tmp_path_factory.mktemp("machine") / "machine.toml"
    path.write_text(TWO_HOSTS)
    return ["-p", path, "--compute", "none", "--ppn", 2]


@pytest.fixture(scope="module")
def program(windtunnel, tmp_path_factory):
    return windtunnel.compile(PROGRAM, tmp_path_factory.mktemp("program") / "who")


@pytest.mark.parametrize("library", EXPECTED)
@pytest.mark.parametrize("mode", ["images", "serialised", "processes"])
def test_ranks_know_who_they_are_before_mpi_does(windtunnel, machine, program, tmp_path, mode, library):
    names, lines = EXPECTED[library]
    options = [*machine, "--mode", mode, "--mpi-library", library]
    # A launcher that has started the simulation itself says nothing of its ranks.
    outer = {"OMPI_COMM_WORLD_RANK": "77", "PMI_RANK": "77", "PMI_SIZE": "99", "OMPI_COMM_WORLD_SIZE": "99"}
    done = windtunnel.must("run", "-q", "-n", 3, *options, program, *names, cwd=tmp_path, env=outer)
    assert sorted(done.out.splitlines()) == lines
    others = OPEN_MPI if names is HYDRA else HYDRA
    done = windtunnel.must("run", "-q", "-n", 3, *options, program, *others, cwd=tmp_path, env=outer)
    assert set(done.out.split()) == {"none"}


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_what_the_user_sets_stays(windtunnel, machine, program, tmp_path, mode):
    options = [*machine, "--mode", mode, "-x", "PMI_RANK=five", "-x", "PMI_SIZE=many"]
    done = windtunnel.must("run", "-q", "-n", 2, *options, program, *HYDRA, cwd=tmp_path)
    assert sorted(done.out.splitlines()) == ["five 0 2 many", "five 1 2 many"]


def test_python_and_scripts_know_it_too(windtunnel, machine, tmp_path):
    (tmp_path / "who.py").write_text(
        "import os\nprint(*(os.environ[name] for name in " + repr(HYDRA) + "))\nfrom mpi4py import MPI\n"
    )
    script = tmp_path / "who.sh"
    script.write_text(
        "#!/bin/sh\necho $PMI_RANK $MPI_LOCALRANKID $MPI_LOCALNRANKS $PMI_SIZE\nexec ./who PMI_RANK > rank.$PMI_RANK\n"
    )
    script.chmod(0o755)
    windtunnel.compile(PROGRAM, tmp_path / "who")
    for words in (["who.py"], ["./who.sh"]):
        done = windtunnel.must("run", "-q", "-n", 3, *machine, *words, cwd=tmp_path)
        assert sorted(done.out.splitlines()) == EXPECTED["mpich-4.3"][1]
    assert [(tmp_path / f"rank.{rank}").read_text() for rank in range(3)] == ["0\n", "1\n", "2\n"]
