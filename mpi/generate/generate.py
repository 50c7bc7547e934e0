"""Writes everything that follows from the descriptions of MPI (`mpi/*.json`). Standard library only.

    python3 mpi/generate/generate.py             all files, those in git too
    python3 mpi/generate/generate.py --build     those that are not in git: every build does so
    python3 mpi/generate/generate.py --check     writes nothing and fails when a file in git is out of date

A file whose text stays is not written.
"""

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036 (the python3 that a build finds may be older)
    sys.exit(f"mpi/generate/generate.py: {sys.executable} is Python {sys.version.split()[0]}; expected 3.11 or newer")

import description
import entry_header
import function_enum
import header
import recorder
from description import MPI, ROOT, DescriptionError
from faces import FACES
from fortran import description as fortran_description
from fortran import libraries, modules, mpif, wrappers

# Compiled and installed by mpi/build.sh and mpi/install.sh; not in git.
GENERATED = MPI / "generated"


def in_git(api) -> dict:
    """Path and text of what people read and what cargo compiles by itself."""
    return {
        MPI / "include" / "mpi.h": header.render(api),
        ROOT / "crates" / "ops" / "src" / "function.rs": function_enum.render(api),
    }


def built(api) -> dict:
    """Path and text of what a build generates: the faces and Fortran."""
    bindings = fortran_description.load()
    files = {
        "wt_entry.h": entry_header.render(api),
        "mpif.h": mpif.render(api, bindings),
        "mpi.f90": modules.render_mpi(api, bindings),
        "mpi_f08.F90": modules.render_f08(api, bindings),
        "procedures.c": wrappers.render(api, bindings),
        "descriptors.c": wrappers.render_descriptors(api, bindings),
        "sentinels.h": wrappers.render_sentinels(),
        **{face.OUTPUT: face.render(api) for face in FACES},
        **libraries.render(api, bindings),
        **recorder.render(api),
    }
    return {GENERATED / name: text for name, text in files.items()}


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
    options = sys.argv[1:]
    if options not in ([], ["--build"], ["--check"]):
        print(f"mpi/generate/generate.py: {' '.join(options)}: expected nothing, --build or --check", file=sys.stderr)
        return 2
    try:
        api = description.load()
        if options != ["--check"]:
            write(built(api))
        if options == ["--build"]:
            return 0
        files = in_git(api)
    except DescriptionError as error:
        print(f"mpi/generate/generate.py: {error}", file=sys.stderr)
        return 2
    if not options:
        write(files)
        return 0
    late = outdated(files)
    for path in late:
        print(f"{path.relative_to(ROOT)} is out of date: run python3 mpi/generate/generate.py")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
