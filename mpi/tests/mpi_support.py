"""Names that the tests of this folder share."""

import subprocess
import sys
from pathlib import Path

MPI = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(MPI / "generate"))

# The one function that the faces of the test prefix do not simulate.
MISSING = "MPI_Comm_join"


def run(*command, check=True, **options) -> subprocess.CompletedProcess:
    """Runs a command with captured text; a failure shows what it wrote."""
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True, timeout=120, **options)
    assert not check or done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done


def symbols(library) -> dict[str, str]:
    """The symbols that a library defines, and their kinds."""
    text = run("nm", "-D", "--defined-only", library).stdout
    return {name.split("@")[0]: kind for kind, name in (line.split()[-2:] for line in text.splitlines())}
