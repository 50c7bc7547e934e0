"""Every conformance program in Windtunnel against what MPICH printed; a few on MPICH itself."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from openmpi import OpenMpi

from programs import Mpich, Prefix, difference, find, not_simulated, read_recorded

PROGRAMS = find()
# Small enough for a library that polls, on two cores.
LIVE = ["p2p_matching", "comm_create", "type_messages"]
# What differs between the ABIs: handles alone and in arrays, statuses, constants, functions of the program's.
THROUGH_OTHER_ABIS = ["p2p_matching", "p2p_completion", "p2p_probe", "p2p_bsend", "p2p_generalised", "type_messages"]
THROUGH_OTHER_ABIS += ["type_constructors", "comm_attributes", "comm_create", "coll_move", "coll_reduce", "errors"]


@pytest.fixture(scope="module")
def prefix():
    prefix = Prefix()
    assert not prefix.missing, prefix.missing
    return prefix


def compare(program, prefix, counts):
    """Runs a program with each number of ranks in the modes of `counts`; prints and simulated times have to agree."""
    lacking = sorted(not_simulated().intersection(program.needs))
    assert not lacking, f"needs what is not simulated: {', '.join(lacking)}"
    recorded = {} if program.not_on_mpich else read_recorded(program)
    for ranks, modes in counts.items():
        times = {}
        for mode in modes:
            result = prefix.run(program, ranks, mode)
            output = result.comparable(program)
            assert result.status == 0, f"{mode}, {ranks} ranks: {result.stderr[-2000:]}"
            assert "all checks passed" in output, f"{mode}, {ranks} ranks: {output}"
            if ranks in recorded:
                lines = difference(recorded[ranks], output)
                assert not lines, f"{mode}, {ranks} ranks:\n{lines}"
            times[mode] = re.search(r"^simulated time: (\S+) s$", result.stderr, re.MULTILINE).group(1)
        assert len(set(times.values())) == 1, f"{ranks} ranks: {times}"


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_the_tunnel_prints_what_mpich_printed(program, prefix):
    """With every number of ranks; with the fewest, and with the most up to 8, in every mode, in the same simulated time."""
    everywhere = {min(program.ranks), max((count for count in program.ranks if count <= 8), default=0)}
    compare(program, prefix, {ranks: program.modes if ranks in everywhere else program.modes[:1] for ranks in program.ranks})


@pytest.mark.soak
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_every_number_of_ranks_in_every_mode(program, prefix):
    compare(program, prefix, dict.fromkeys(program.ranks, program.modes))


@pytest.fixture(scope="module", params=["mpich", "openmpi"])
def other(request, prefix):
    """A library with an ABI of its own: the folder of its compilers, and why it cannot build a program."""
    if request.param == "mpich":
        mpich = Mpich()
        if not mpich.version:
            pytest.skip("PyPI's mpich is not installed")
        return mpich.compilers, lambda program: program.only_abi
    openmpi = OpenMpi(prefix)
    if not openmpi.include:
        pytest.skip("SKIPPED: there is no header of Open MPI's (Debian: libopenmpi-dev) and none to be fetched")
    return openmpi.compilers, openmpi.lacks


@pytest.mark.parametrize("name", THROUGH_OTHER_ABIS)
def test_what_is_built_for_another_abi_runs_as_well(name, prefix, other):
    compilers, lacks = other
    program = next(program for program in PROGRAMS if program.name == name)
    if lacks(program):
        pytest.skip(lacks(program))
    recorded = read_recorded(program)
    # Handles, constants and statuses are converted alike however many ranks there are.
    ranks = max(count for count in program.ranks if count in recorded and count <= 8)
    for mode in ("images", "processes"):
        result = prefix.run(program, ranks, mode, compilers=compilers)
        assert result.status == 0, f"{mode}: {result.stderr[-2000:]}"
        lines = difference(recorded[ranks], result.comparable(program))
        assert not lines, f"{mode}, {ranks} ranks:\n{lines}"


@pytest.mark.parametrize("name", LIVE)
def test_mpich_still_prints_what_was_recorded(name, prefix):
    mpich = Mpich()
    if not mpich.version:
        pytest.skip("PyPI's mpich is not installed")
    program = next(program for program in PROGRAMS if program.name == name)
    ranks = min(read_recorded(program), key=lambda count: (count < 2, count))
    result = mpich.run(program, prefix.build(program), ranks)
    assert result.status == 0, result.stderr[-2000:]
    lines = difference(read_recorded(program)[ranks], result.comparable(program))
    assert not lines, f"{ranks} ranks:\n{lines}"
