"""What the tests share: a stand-in for libwindtunnel.so, an installed prefix around it, MPICH if there is one."""

import fcntl
import importlib.metadata
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import description
import entry_header
import generate
from mpi_support import MISSING, MPI, run

STUB_HEAD = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "wt_entry.h"

static const void *told;

void wt_note_call_site(const void *site)
{
    told = site;
}

/* Writes the name of the function and the object that holds the place of the call. */
static void note(const char *function, const void *site)
{
    Dl_info info;
    const char *name = dladdr(told ? told : site, &info) ? strrchr(info.dli_fname, '/') : 0;
    printf("%s%s from %s\n", function, told ? " as told" : "", name ? name + 1 : "?");
    told = NULL;
}

void wt_not_simulated(const char *function, const void *site)
{
    note(function, site);
    fflush(stdout);
    fprintf(stderr, "%s is not simulated yet\n", function);
    exit(1);
}

/* What the faces of other ABIs need besides entry points: here a program's functions are called without it. */
void *wt_callback(void) { return 0; }
void wt_set_trampolines(void *const *table, int length) { (void)table, (void)length; }
int wt_peers(uintptr_t comm) { return comm == 0x101 ? 2 : 0; }
int wt_neighbours(uintptr_t comm, int outgoing) { return comm == 0x101 ? 1 + outgoing : 0; }
int wt_spawned_codes(void) { return 0; }
int wt_combiner(uintptr_t datatype) { return (int)datatype * 0; }
void wt_set_objects(const char *const *names, int length) { (void)names, (void)length; }
void *wt_object(int index, void *own) { return index >= 0 ? own : NULL; }
const int *wt_attribute_place(int value) { static int place; place = value; return &place; }

static MPI_User_function *user;

int wt_MPI_Op_create(const void *site, MPI_User_function *function, int commute, MPI_Op *op)
{
    note("MPI_Op_create", site);
    user = function;
    *op = (MPI_Op)0x400;
    return commute - 1;
}

int wt_MPI_Reduce_local(const void *site, const void *in, void *inout, int count, MPI_Datatype type, MPI_Op op)
{
    note("MPI_Reduce_local", site);
    user((void *)in, inout, &count, &type);
    return op != (MPI_Op)0x400;
}

int wt_MPI_Sendrecv(const void *site, const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
    int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Status *status)
{
    note("MPI_Sendrecv", site);
    printf("%ld %d %#lx %d %d %ld %d %#lx %d %d %#lx %ld\n", (long)sendbuf, sendcount, (long)sendtype, dest, sendtag,
        (long)recvbuf, recvcount, (long)recvtype, source, recvtag, (long)comm, (long)status);
    return 77;
}

double wt_MPI_Wtime(const void *site)
{
    note("MPI_Wtime", site);
    return 2.5;
}

void wt_mark_phase(const void *site, const char *name)
{
    (void)name;
    note("wt_phase", site);
}

void wt_state_compute(const void *site, const double seconds)
{
    (void)seconds;
    note("wt_compute", site);
}

void wt_name_block(const void *site, const char *name, const int count, const long long *parameters)
{
    (void)name, (void)count, (void)parameters;
    note("wt_block", site);
}

int wt_ask_sample(const void *site, const char *name, const int least, const int most, const double interval, const int own)
{
    (void)name, (void)least, (void)most, (void)interval, (void)own;
    note("wt_sample", site);
    return 1;
}

int wt_MPI_Pcontrol(const void *site, const int level)
{
    note("MPI_Pcontrol", site);
    return level;
}
"""
BY_HAND = {"MPI_Op_create", "MPI_Reduce_local", "MPI_Sendrecv", "MPI_Wtime", "MPI_Pcontrol"}


def stub_source(api) -> str:
    """A libwindtunnel that says what is called and returns zero."""
    parts = [STUB_HEAD]
    for function in api.functions:
        if function.name not in BY_HAND:
            signature = entry_header.entry_signature(function)
            parts.append(f'{signature}\n{{\n    note("{function.name}", site);\n    return 0;\n}}\n')
    return "\n".join(parts)


@pytest.fixture(scope="session")
def api():
    return description.load()


@pytest.fixture(scope="session")
def everything_simulated(api):
    """The description as it will be one day, but for one function."""
    status = {True: description.NOT_SIMULATED, False: description.SIMULATED}
    return replace(api, functions=[replace(f, status=status[f.name == MISSING]) for f in api.functions])


@pytest.fixture(scope="session")
def generated(api) -> Path:
    """The folder of what a build generates."""
    generate.write(generate.built(api))
    return generate.GENERATED


@pytest.fixture(scope="session")
def prefix(tmp_path_factory, api, everything_simulated) -> Path:
    """A prefix as mpi/install.sh makes it, with all functions simulated, over the stand-in. There is a space in its
    path, and the stand-in has no soname, as Rust's shared libraries have none."""
    own = tmp_path_factory.getbasetemp()
    # One for all workers of pytest-xdist, whose folders are beside one another: it takes long to compile.
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "windtunnel"
    folder.mkdir(exist_ok=True)
    target = folder / "a prefix"
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            install(folder, target, api, everything_simulated)
    return target


def install(folder, target, api, everything_simulated):
    tree = folder / "mpi"
    shutil.copytree(MPI, tree, ignore=shutil.ignore_patterns("generated", "tests", "__pycache__"))
    description.save(everything_simulated, tree / "api.json")
    # As a build does: the stand-in needs its prototypes.
    run(sys.executable, tree / "generate" / "generate.py", "--build")
    half = folder / "half" / target.name
    library = half / "lib" / "windtunnel" / "libwindtunnel.so"
    library.parent.mkdir(parents=True)
    source = folder / "stub.c"
    source.write_text(stub_source(api))
    run("cc", "-std=gnu11", "-shared", "-fPIC", "-I", MPI / "include", "-I", tree / "generated", source, "-o", library)
    # Other tests compile the faces as they are shipped: 8 s of CPU instead of 38.
    run(tree / "install.sh", half, library, env={**os.environ, "CFLAGS": "-O0"})
    half.rename(target)


@pytest.fixture(scope="session")
def mpich() -> dict[str, Path]:
    """Header, library folder and launcher of PyPI's mpich, if it is installed beside pytest."""
    try:
        files = importlib.metadata.files("mpich") or []
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("pip install mpich==5.0.2 to compare with a real library")
    found = {file.name: Path(file.locate()).resolve() for file in files}
    return {"header": found["mpi_abi.h"], "library": found["libmpi_abi.so.1"].parent, "mpiexec": found["mpiexec"]}
