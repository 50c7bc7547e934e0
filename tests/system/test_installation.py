"""From sources to an installed command, and away again. What takes minutes, the compilation, has been done by `make setup`."""

import os
import subprocess
import sys
import tarfile

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import portable

STAGED = ROOT / "build" / "stage"


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def install(action, prefix, **environment):
    words = ["sh", ROOT / "tools" / "install.sh", action, prefix]
    return subprocess.run(words, capture_output=True, text=True, env={**os.environ, **environment})


def test_a_prefix_is_left_as_it_was(tmp_path):
    assert STAGED.exists(), "stage the installation first: make setup"
    prefix = tmp_path / "usr local"
    (prefix / "share" / "man" / "man1").mkdir(parents=True)
    (prefix / "bin").mkdir()
    (prefix / "bin" / "other").write_text("#!/bin/sh\n")
    (prefix / "share" / "man" / "man1" / "other.1").write_text("")
    before = files(prefix)
    for _ in range(2):  # The second one is an update.
        done = install("install", prefix, WT_STAGED=str(STAGED))
        assert done.returncode == 0, done.stderr
        (prefix / "lib" / "windtunnel" / "of-somebody-else").write_text("")
    done = subprocess.run([prefix / "bin" / "windtunnel", "list", "networks"], capture_output=True, text=True)
    assert done.returncode == 0 and "flow" in done.stdout
    assert set(files(STAGED)) < set(files(prefix))
    assert install("uninstall", prefix).returncode == 0
    assert files(prefix) == sorted([*before, "lib/windtunnel/of-somebody-else"])
    again = install("uninstall", prefix)
    assert again.returncode == 2 and "Windtunnel is not installed there" in again.stderr


BACKEND = """
import sys
sys.path.insert(0, "tools")
import build_backend
print({call})
"""


def backend(call, folder, **more):
    """A call of the build backend as pip makes it, where nothing can be compiled."""
    environment = {"PATH": "/no-such-folder", "PIP_BUILD_TRACKER": "here", **more}
    words = [sys.executable, "-c", BACKEND.format(call=call)]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[-1]


def test_metadata_need_no_compilation(tmp_path):
    name = backend(f"build_backend.prepare_metadata_for_build_wheel({str(tmp_path)!r})", ROOT)
    assert "Name: windtunnel" in (tmp_path / name / "METADATA").read_text()


def test_the_sdist_has_what_the_wheel_is_made_of(tmp_path):
    name = backend(f"build_backend.build_sdist({str(tmp_path)!r})", ROOT)
    with tarfile.open(tmp_path / name) as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = tmp_path / name.removesuffix(".tar.gz")
    listed = subprocess.run(["git", "ls-files", "crates", "mpi", "python", "tools", "Cargo.lock"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        missing = [file for file in listed.stdout.splitlines() if (ROOT / file).exists() and not (unpacked / file).exists()]
        assert not missing
    name = backend(f"build_backend.build_wheel({str(tmp_path)!r})", unpacked, WT_STAGED=str(STAGED))
    # One version, from the name of the archive to what the command says.
    version = unpacked.name.removeprefix("windtunnel-")
    assert name == f"windtunnel-{version}-py3-none-linux_x86_64.whl"
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    before = files(venv)
    pip = [venv / "bin" / "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-compile", tmp_path / name], check=True)
    code = "import windtunnel; from importlib.metadata import version; print(windtunnel.__version__, version('windtunnel'))"
    for words in (["windtunnel", "--version"], ["python", "-Bc", code]):
        done = subprocess.run([venv / "bin" / words[0], *words[1:]], capture_output=True, text=True, check=True)
        assert set(done.stdout.split()) - {"windtunnel"} == {version}
    subprocess.run([*pip, "uninstall", "--quiet", "--yes", "windtunnel"], check=True)
    assert files(venv) == before and not list(venv.rglob("*windtunnel*"))


def shared_library(tmp_path, tree, source, *options):
    """A tree with one library."""
    folder = tmp_path / tree
    folder.mkdir()
    (tmp_path / "a.c").write_text(source)
    subprocess.run(["gcc", "-shared", "-fPIC", tmp_path / "a.c", "-o", folder / "liba.so", *options], check=True)
    return folder


def test_what_an_older_system_lacks_is_found(tmp_path):
    plain = "#include <string.h>\nint a(const char *s) { return (int)strlen(s); }\n"
    good = shared_library(tmp_path, "good", plain)
    assert portable.faults(good, good) == []
    lone = shared_library(tmp_path, "lone", plain + "int no_such_function(void); int b(void) { return no_such_function(); }\n")
    assert portable.faults(lone, good) == [
        "liba.so: needs no_such_function, without a version, which no file here defines",
        "liba.so: defines ('b', 'FUNC', 'GLOBAL') here alone",
    ]
    weak = shared_library(tmp_path, "weak", plain + "__attribute__((weak)) int maybe(void); void *c(void) { return maybe; }\n")
    assert portable.faults(weak, weak) == [], "what is weak may be missing"
    # Since 2.33: older ones have it under another name.
    newer = shared_library(tmp_path, "newer", plain + "#include <sys/stat.h>\nint d(struct stat *s) { return stat(\"/\", s); }\n")
    assert portable.faults(newer, newer) == ["liba.so: needs stat of GLIBC_2.33"]
    other = shared_library(tmp_path, "other", plain, "-Wl,--no-as-needed", "-lm")
    assert portable.faults(other, good) == ["liba.so: needs libm.so.6 here alone"]
    storage = shared_library(tmp_path, "storage", plain + "static __thread int e; int f(void) { return ++e; }\n")
    assert any("thread-local storage" in fault for fault in portable.faults(storage, good))
    archive = tmp_path / "good" / "b.a"
    (tmp_path / "a.c").write_text("int no_such_function(void); int g(void) { return no_such_function(); }\n")
    subprocess.run(["gcc", "-c", tmp_path / "a.c", "-o", tmp_path / "a.o"], check=True)
    subprocess.run(["ar", "rc", archive, tmp_path / "a.o"], check=True)
    assert portable.faults(good, good) == ["b.a: needs no_such_function, which no other file here needs or defines"]
    assert portable.faults(tmp_path / "none", good) == [f"{tmp_path / 'none'}: no program or library"]


def test_versions_that_are_everywhere():
    assert not portable.is_too_new("GLIBC_2.28") and not portable.is_too_new("GCC_4.2.0")
    assert portable.is_too_new("GLIBC_2.29") and portable.is_too_new("GLIBC_PRIVATE") and portable.is_too_new("CXXABI_1.3")
