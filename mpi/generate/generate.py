"""Writes everything that follows from `mpi/api.json`. Standard library only.

`--check` writes nothing and fails when a file is out of date, `--build` writes what is not in git: every build does so.
"""

import os
import sys

import description
import entry_header
import function_enum
import header
from description import MPI, ROOT
from faces import FACES
from fortran import description as fortran_description
from fortran import libraries, modules, mpif, wrappers


def outputs(api) -> dict:
    """Path and text of every generated file."""
    files = {
        MPI / "include" / "mpi.h": header.render(api),
        MPI / "generated" / "wt_entry.h": entry_header.render(api),
        ROOT / "crates" / "ops" / "src" / "function.rs": function_enum.render(api),
    }
    bindings = fortran_description.load()
    fortran = MPI / "fortran" / "generated"
    files[fortran / "mpif.h"] = mpif.render(api, bindings)
    files[fortran / "mpi.f90"] = modules.render_mpi(api, bindings)
    files[fortran / "mpi_f08.F90"] = modules.render_f08(api, bindings)
    files[fortran / "procedures.c"] = wrappers.render(api, bindings)
    files[fortran / "descriptors.c"] = wrappers.render_descriptors(api, bindings)
    files[fortran / "sentinels.h"] = wrappers.render_sentinels()
    for face in FACES:
        files[MPI / "generated" / face.OUTPUT] = face.render(api)
    return files


def built(api) -> dict:
    """Path and text of what a build generates."""
    files = libraries.render(api, fortran_description.load())
    return {MPI / "generated" / name: text for name, text in files.items()}


def outdated(files: dict) -> list:
    """The files that are missing or have another text."""
    return [path for path, text in files.items() if not path.exists() or path.read_text() != text]


def write(files: dict) -> None:
    """Writes the files that differ, leaving the others' times alone. One build may read what another writes."""
    for path in outdated(files):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        temporary.write_text(files[path])
        temporary.replace(path)
        print(f"wrote {path.relative_to(ROOT)}")


def main() -> int:
    api = description.load()
    if "--build" in sys.argv[1:]:
        write(built(api))
        return 0
    if "--check" not in sys.argv[1:]:
        write(outputs(api) | built(api))
        return 0
    late = outdated(outputs(api))
    for path in late:
        print(f"{path.relative_to(ROOT)} is out of date: run python3 mpi/generate/generate.py")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
