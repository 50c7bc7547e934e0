"""The installed tunnel as tests use it: its commands, run as a user runs them."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Two hosts with two cores, 1 GB/s and 1 us between them; messages inside a host take 100 ns and 5 GB/s.
TWO_HOSTS = """
[topology]
kind = "full"
hosts = 2
[topology.links.all]
bandwidth = "1 GB/s"
latency = "1 us"
[host]
cores = 2
speed = "1 Gflop/s"
memory = { bandwidth = "20 GB/s", copy = "5 GB/s", latency = "100 ns" }
"""


@dataclass
class Done:
    """An ended command."""

    status: int
    out: str
    err: str

    @property
    def last_line(self):
        return self.err.rstrip("\n").rsplit("\n", 1)[-1]


class Windtunnel:
    """An installed tunnel: WT_PREFIX, or target/prefix."""

    def __init__(self):
        self.prefix = Path(os.environ.get("WT_PREFIX") or ROOT / "target" / "prefix").resolve()
        command = self.prefix / "bin" / "windtunnel"
        assert command.exists(), f"no windtunnel in {self.prefix}: stage the prefix (make setup), or set WT_PREFIX"
        # The tests' own Python comes first, so that `python3` in the documentation has its packages.
        path = [str(self.prefix / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
        self.environment = {**os.environ, "PATH": ":".join(path)}
        # Whether somebody has calibrated this machine must not change what is predicted.
        self.environment["XDG_STATE_HOME"] = str(ROOT / "no-such-folder")
        # Nor must the defaults of whoever runs the tests.
        self.environment["XDG_CONFIG_HOME"] = str(ROOT / "no-such-folder")
        # Matplotlib would make its folder there.
        self.environment["MPLCONFIGDIR"] = str(ROOT / ".cache" / "matplotlib")
        # Ranks in processes compute at once in shorter blocks than waking others is worth on this machine, perhaps.
        self.environment["WT_PARALLEL_FROM_US"] = "25"
        python_path = [str(ROOT / "python"), os.environ.get("PYTHONPATH", "")]
        self.environment["PYTHONPATH"] = ":".join(filter(None, python_path))

    def execute(self, *words, cwd=None, env=None, input=None, timeout=120):
        done = subprocess.run(
            [str(word) for word in words], cwd=cwd, env={**self.environment, **(env or {})}, input=input,
            capture_output=True, text=True, timeout=timeout,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def __call__(self, *words, **options):
        return self.execute(self.prefix / "bin" / "windtunnel", *words, **options)

    def must(self, *words, **options):
        """A command that succeeds."""
        done = self(*words, **options)
        assert done.status == 0, f"windtunnel {' '.join(map(str, words))}: status {done.status}\n{done.out}{done.err}"
        return done

    def compile(self, source, executable, *options):
        """Compiles C source text, or a file."""
        path = executable.with_suffix(".c")
        path.write_text(source) if isinstance(source, str) else path.write_text(source.read_text())
        done = self.execute(self.prefix / "bin" / "wtcc", "-O1", "-o", executable, path, "-lm", *options)
        assert done.status == 0, done.err
        return executable
