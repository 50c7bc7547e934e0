"""The package reads and writes UTF-8 in every locale: manifests have letters beyond ASCII, and folders may."""

import os
import subprocess
import sys

#: A locale of ASCII, of which Python would make one of UTF-8. Those of ISO 8859, EUC or GBK it takes as they are.
ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}

SCRIPT = """
import windtunnel
run = windtunnel.motif("halo3d", ranks=8, platform="torus-3d", observe=["timeline", "messages"], out="run")
assert windtunnel.load_run("run").manifest == run.manifest
assert windtunnel.sweep(windtunnel.motif, "halo3d", platform="torus-3d", over={"ranks": [2, 4]}).frame().height == 2
"""

POINT = """[scenario]
motif = "halo3d"
platform = "torus-3d"
[over]
ranks = [8]
"""


def test_other_locales_than_utf_8(tmp_path, installed):
    windtunnel = str(installed / "bin/windtunnel")
    environment = {**os.environ, **ASCII}

    def execute(*words):
        command = [os.fsencode(word) for word in words]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", timeout=120)
        assert done.returncode == 0, done.stderr
        return done

    execute(sys.executable, "-c", SCRIPT)
    (tmp_path / "Züge.toml").write_text(POINT, encoding="utf-8")
    assert execute(windtunnel, "campaign", "Züge.toml").stdout.endswith("runs/Züge.parquet\n")
    execute(windtunnel, "report", "runs/Züge.parquet", "-o", "Züge.html")
    execute(windtunnel, "export", "run", "--to", "otf2", "-o", "Züge")
    execute(windtunnel, "compare", "--networks", "ideal", "delay", "--out", "Wege", "--", "motif", "-n", "8", "-p", "torus-3d", "halo3d")
