"""MILC's ``su3_rmd``, a lattice QCD code: built from its source and recorded with this lattice for the study of noise."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from windtunnel.command import find_command
from windtunnel.errors import InputError
from windtunnel.launch import record

#: Names a checkout of the public repository milc-qcd/milc_qcd; the published figures are of commit 1e11e12.
SOURCE = "MILC_SOURCE"

#: Of the checkout: the application, what it is linked from, and the makefiles.
FOLDERS = ("generic", "generic_ks", "generic_wilson", "include", "ks_imp_dyn", "libraries", "sse", "sse2")
MAKEFILES = ("Makefile", "Make_template*")

#: 4 × 4 × 4 × 4 ranks with the published 4 × 4 × 3 × 6 sites each.
RANKS = 256
LATTICE = (16, 16, 12, 24)

#: One trajectory of one step, from an ordered start; masses, coupling and residuals are our own.
INPUT = """prompt 0
nflavors1 2
nflavors2 1
nx {}
ny {}
nz {}
nt {}
iseed 4711
warms 0
trajecs 1
traj_between_meas 1
beta 6.5
mass1 0.05
mass2 0.1
u0 0.87
microcanonical_time_step 0.02
steps_per_trajectory 1
max_cg_iterations 50
max_cg_restarts 1
error_per_site 1e-4
error_for_propagator 1e-4
npbp_reps 1
prec_pbp 1
fresh
forget
"""


def source() -> Path | None:
    """The checkout, if the environment names one.

    Raises :class:`windtunnel.InputError` if it names something else.
    """
    given = os.environ.get(SOURCE)
    if not given:
        return None
    missing = [name for name in (*FOLDERS, "ks_imp_dyn/control.c", "Makefile") if not (Path(given) / name).exists()]
    if missing:
        raise InputError(f"{SOURCE}: `{given}` has no {missing[0]}; expected a checkout of milc-qcd/milc_qcd")
    return Path(given)


def build(checkout: Path, folder: Path) -> Path:
    """The executable, built anew in a folder: MILC's makefiles write beside the sources.

    Raises :class:`windtunnel.InputError` if they fail.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for name in FOLDERS:
        shutil.copytree(checkout / name, folder / name)
    for makefile in (path for pattern in MAKEFILES for path in checkout.glob(pattern)):
        shutil.copy(makefile, folder / makefile.name)
    application = folder / "ks_imp_dyn"
    shutil.copy(folder / "Makefile", application / "Makefile")
    # The target lacks an object that a recent version of its source needs.
    choices = {"MPP": "true", "PRECISION": "1", "LAYOUT": "layout_hyper_prime.o reunitarize_ks.o"}
    compilers = {"MY_CC": find_command("wtcc"), "MY_CXX": find_command("wtcxx"), "OPT": "-O2", "OCFLAGS": "-std=gnu99 -w"}
    words = ["make", "su3_rmd", *(f"{name}={value}" for name, value in (choices | compilers).items())]
    try:
        ended = subprocess.run(words, cwd=application, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(f"make: {error.strerror}; expected it to build {checkout}") from error
    if ended.returncode != 0:
        raise InputError(f"{checkout}: `make su3_rmd` failed:\n{ended.stderr.strip()[-2000:]}")
    return application / "su3_rmd"


def trace(checkout: Path, out: Path) -> Path:
    """The recorded trace in a folder, which is kept for the same program and lattice.

    Raises what :func:`build` and :func:`windtunnel.record` raise.
    """
    folder, lattice = out / "su3_rmd", INPUT.format(*LATTICE)
    program = build(checkout, folder / "source")
    digest = hashlib.sha256(program.read_bytes() + lattice.encode()).hexdigest()[:16]
    recorded, partial = folder / f"{digest}.trace", folder / "partial.trace"
    if not recorded.exists():
        record(program, trace=partial, ranks=RANKS, input=lattice, platform="percs-64", out=folder / "run", force=True)
        partial.rename(recorded)
    return recorded
