"""Open MPI's header, to build conformance programs for the face `libmpi.so.40`.

The header is Debian's (package libopenmpi-dev): installed, in a folder that WT_OPENMPI names, or fetched with apt into the
build folder. Its library is not used: programs are linked with the face. Debian's version is one of MPI 3.1; what the
face exports besides, as later versions of Open MPI do, is declared here from mpi/api.json and mpi/openmpi.json.
"""

import json
import os
import re
import sys
from functools import cached_property
from pathlib import Path

from programs import FORTRAN, ROOT, Prefix, Program, execute

sys.path.insert(0, str(ROOT / "mpi" / "generate"))
import description

INCLUDE = "usr/lib/x86_64-linux-gnu/openmpi/include"
# The functions of MPI-1 are declared, without a warning at each use, nor at each MPI_UNWEIGHTED, which is a small number.
OPTIONS = "-DOMPI_OMIT_MPI1_COMPAT_DECLS=0 -Wno-deprecated-declarations -Wno-stringop-overread"
COMPILERS = {"mpicc": "cc", "mpicxx": "c++ -DOMPI_SKIP_MPICXX"}
# Handles that the header of MPI 3.1 has no names for, with their variables.
MORE = """
typedef struct wt_session *MPI_Session;
extern char ompi_mpi_instance_null[], ompi_mpi_lb[], ompi_mpi_ub[];
#define MPI_SESSION_NULL ((MPI_Session)ompi_mpi_instance_null)
#define MPI_LB ((MPI_Datatype)(void *)ompi_mpi_lb)
#define MPI_UB ((MPI_Datatype)(void *)ompi_mpi_ub)
MPI_Fint MPI_Session_c2f(MPI_Session);
MPI_Session MPI_Session_f2c(MPI_Fint);
typedef struct { int MPI_SOURCE, MPI_TAG, MPI_ERROR, others[3]; } MPI_F08_status;
extern MPI_F08_status *MPI_F08_STATUS_IGNORE, *MPI_F08_STATUSES_IGNORE;
int MPI_Status_c2f08(const MPI_Status *, MPI_F08_status *);
int MPI_Status_f082c(const MPI_F08_status *, MPI_Status *);
int MPI_Status_f2f08(const MPI_Fint *, MPI_F08_status *);
int MPI_Status_f082f(const MPI_F08_status *, MPI_Fint *);
"""
# Programs that ask for what Open MPI does not do.
OTHERWISE = {"environment": "Open MPI is a library of MPI 3.1, and the program asks for version 4"}


class OpenMpi:
    """What programs are built with."""

    def __init__(self, prefix: Prefix):
        self.prefix = prefix
        self.folder = prefix.build_folder / "with-openmpi"

    @cached_property
    def include(self) -> Path | None:
        """The folder of Debian's header; none if it is not to be had."""
        for root in [os.environ.get("WT_OPENMPI"), "/", self.folder / "debian"]:
            if root and (Path(root) / INCLUDE / "mpi.h").exists():
                return Path(root) / INCLUDE
        fetched = self.folder / "debian"
        fetched.mkdir(parents=True, exist_ok=True)
        if not Path("/usr/bin/apt-get").exists():
            return None
        execute(["apt-get", "download", "libopenmpi-dev"], cwd=fetched)
        for package in fetched.glob("libopenmpi-dev_*.deb"):
            execute(["dpkg", "-x", package, fetched])
        return fetched / INCLUDE if (fetched / INCLUDE / "mpi.h").exists() else None

    @cached_property
    def compilers(self) -> Path:
        """A folder with an mpicc and an mpicxx that do what Debian's do, with the face to link with."""
        (self.folder / "more").mkdir(parents=True, exist_ok=True)
        text = f'#pragma once\n#include_next <mpi.h>\n#ifdef __cplusplus\nextern "C" {{\n#endif\n{self.more}'
        header = self.folder / "more" / "mpi.h"
        text += "#ifdef __cplusplus\n}\n#endif\n"
        if not header.exists() or header.read_text() != text:
            header.write_text(text)
        folders = [self.folder / "more", self.include, self.include / "openmpi"]
        words = " ".join([OPTIONS, *(f'-I"{folder}"' for folder in folders)])
        library = f'-L"{self.prefix.path}/lib/windtunnel" -l:libmpi.so.40'
        for name, compiler in COMPILERS.items():
            (self.folder / name).write_text(f'#!/bin/sh\nexec {compiler} {words} "$@" {library}\n')
            (self.folder / name).chmod(0o755)
        return self.folder

    @cached_property
    def own(self) -> set[str]:
        """The names of MPI's that the header has."""
        text = (self.include / "mpi.h").read_text()
        removed = re.findall(r"THIS_SYMBOL_WAS_REMOVED_IN_MPI30\((MPI_\w+)", text)
        return set(re.findall(r"\bMPI_\w+", text)) - set(removed)

    @cached_property
    def more(self) -> str:
        """Declarations of what the face has and the header has not."""
        api = description.load()
        values = json.loads((ROOT / "mpi" / "openmpi.json").read_text())
        lines = [MORE]
        for name, value in values["constants"].items():
            if name not in self.own:
                lines.append(f"#define {name} {value}\n")
        types = {"MPI_T_event_registration", "MPI_T_event_instance", "MPI_T_cb_safety", "MPI_T_source_order"}
        declared = [callback for callback in api.callbacks if callback.name not in self.own]
        functions = [f for f in api.functions if f.standard and f.name not in self.own]
        for item in [*declared, *functions]:
            text = item.signature(item.name)
            if not types.intersection(re.findall(r"\w+", text)) and "MPI_T_event" not in text:
                lines.append(f"typedef {text.replace(item.name, f'({item.name})')};\n" if item in declared else f"{text};\n")
        return "".join(lines)

    @cached_property
    def names(self) -> set[str]:
        """The names of MPI's that programs may use."""
        return self.own | set(re.findall(r"\bMPI_\w+", self.more))

    def lacks(self, program: Program) -> str | None:
        """Why a program cannot be built with this header."""
        if program.source.suffix in FORTRAN:
            return "Open MPI's Fortran is another library"
        if program.only_abi or program.name in OTHERWISE:
            return program.only_abi or OTHERWISE[program.name]
        code = "".join(path.read_text() for path in [program.source, *program.libraries])
        code = re.sub(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"", " ", code, flags=re.DOTALL)
        lacking = sorted(set(re.findall(r"\bMPI_\w+", code)) - self.names)
        return f"not in Open MPI: {', '.join(lacking[:3])}{' ...' if lacking[3:] else ''}" if lacking else None
