"""The measuring program in the tunnel: the same cases, on a described machine."""

from __future__ import annotations

import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path

from windtunnel.calibration.raw import EMITTED, Case
from windtunnel.command import call, find_command
from windtunnel.errors import InputError, WindtunnelError
from windtunnel.inputs import read_toml

__all__ = ["NOT_SIMULATED", "Tunnel"]

#: Tests that say something about computation, or a call's cost alone.
NOT_SIMULATED = {"work", "test", "copy"}


class Tunnel:
    """wtcal, compiled once; a context that removes what it has written."""

    def __enter__(self) -> Tunnel:
        self._folder = tempfile.TemporaryDirectory(prefix="windtunnel-")
        self._path = Path(self._folder.name)
        with as_file(files("windtunnel.calibration").joinpath("wtcal.c")) as source:
            words = [str(find_command("wtcc")), "-O1", "-o", str(self._path / "wtcal"), str(source)]
            done = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace")
        if done.returncode != 0:
            self._folder.cleanup()
            raise WindtunnelError(f"wtcal.c does not compile: {done.stderr.strip()}", words, done.returncode)
        self._runs = 0
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    @property
    def runs(self) -> int:
        """How many runs there have been."""
        return self._runs

    def file(self, name: str, text: str) -> Path:
        """Writes a file beside the program."""
        path = self._path / name
        path.write_text(text, encoding="utf-8")
        return path

    def times(
        self,
        cases: Iterable[Case],
        platform: Path | str,
        library: Path | str | None,
        network: str,
        ppn: int | None = 1,
        collectives: Mapping[str, str] | None = None,
        settings: Sequence[str] = (),
        here: int = 0,
    ) -> dict[Case, float]:
        """Seconds of each case that is simulated. Raises :class:`InputError` if the machine is wrong.

        ``collectives``: algorithms by operation; ``settings``: keys of the platform, as `--set` has them; ``here``: of measurements
        of all ranks of a host, how many these are.
        """
        by_run: dict[tuple[int, bool], dict[str, None]] = defaultdict(dict)
        for case in sorted(cases):
            if case.test not in NOT_SIMULATED:
                param = 0 if case.test == "stream" else case.param
                by_run[case.ranks, case.test == "cores_new"][f"{EMITTED.get(case.test, case.test)},{param},{case.bytes}\n"] = None
        found: dict[Case, float] = {}
        for (ranks, renewed), plan in by_run.items():
            self._runs += 1
            words = ["run", "-q", "--compute", "none", "--payload", "skip:64 KiB", "-n", str(ranks)]
            words += ["-p", str(platform), "--network", network, "--out", str(self._path / "run"), "--force"]
            words += ["--mpi-library", str(library)] if library else []
            words += ["--ppn", str(here or ppn)] if here or ppn else []
            for name, algorithm in (collectives or {}).items():
                words += ["--collective", f"{name}={algorithm}"]
            # A setting says of a whole run whether programs write what they send.
            data = f"host.cache.data={'rewritten' if renewed else 'unchanged'}"
            for setting in [*settings, *([data] if here and self._has_cache(platform) else [])]:
                words += ["--set", setting]
            words += ["--", str(self._path / "wtcal"), "--plan", str(self.file("plan.csv", "".join(plan)))]
            words += ["--ppn", str(here)] if here else []
            done = call([*words, "--one-clock", "--spin", "0", "--reps", "0"])
            if done.status != 0:
                text = done.message.splitlines()
                raise InputError(text[0] if text else "wtcal failed in the tunnel", done.command, 2)
            for line in done.out.splitlines():
                fields = line.split(",")
                if len(fields) == 7 and fields[1].isdigit():
                    found[Case(fields[0], int(fields[1]), int(fields[2]), int(fields[3]))] = float(fields[5])
        return found

    @staticmethod
    def _has_cache(platform: Path | str) -> bool:
        return Path(platform).is_file() and "cache" in read_toml(Path(platform)).get("host", {})
