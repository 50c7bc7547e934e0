#!/usr/bin/env python3
"""Draws a small machine of every kind of topology, and the diagrams of tools/diagrams.py, into docs/models/drawings.

    tools/drawings.py            writes the drawings
    tools/drawings.py --check    exit status 1 if one is not up to date
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import diagrams

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "models" / "drawings"

HOST = '[host]\nspeed = "10 Gflop/s"\nmemory = { bandwidth = "100 GB/s", copy = "10 GB/s", latency = "300 ns" }\n'


def links(**latencies):
    return "".join(f'links.{name} = {{ bandwidth = "12.5 GB/s", latency = "{value} ns" }}\n' for name, value in latencies.items())


def connections(*pairs):
    return "connect = [" + ", ".join(f'{{ from = "{a}", to = "{b}", link = "all" }}' for a, b in pairs) + "]\n"


CAMPUS = [("west", "core"), ("east", "core"), ("north", "core"), ("west", "north")]
CAMPUS += [(f"host{host}", ["west", "east", "north"][host // 4]) for host in range(12)]

MACHINES = {
    "torus-2d": 'kind = "torus"\ndimensions = [8, 6]\n' + links(all=100),
    "torus-3d": 'kind = "torus"\ndimensions = [4, 4, 4]\n' + links(all=100),
    "hypercube": 'kind = "hypercube"\ndimensions = 5\n' + links(all=100),
    "fat-tree": 'kind = "fat-tree"\narity = 4\nlevels = 3\n' + links(all=100),
    "dragonfly": 'kind = "dragonfly"\ngroups = 9\nrouters = 4\nhosts = 2\nglobal_links = 2\n'
    + links(host=100, local=100, **{"global": 300}),
    "dragonfly-plus": 'kind = "dragonfly-plus"\ngroups = 5\nleaves = 4\nspines = 4\nhosts = 2\n'
    + links(host=100, local=100, **{"global": 300}),
    "percs": 'kind = "percs"\nsupernodes = 4\ndrawers = 2\nhubs = 4\n' + links(QCM=40, LL=85, LR=110, D=180),
    "hyperx": 'kind = "hyperx"\ndimensions = [5, 4]\nhosts = 3\n' + links(host=100, all=150),
    "slim-fly": 'kind = "slim-fly"\nq = 5\nhosts = 2\n' + links(host=100, router=150),
    "cluster": 'kind = "cluster"\nhosts = 36\ncabinets = 3\n' + links(host=500, cabinet=800, backbone=100),
    "full": 'kind = "full"\nhosts = 12\n' + links(all=100),
    "graph": 'kind = "graph"\nhosts = 12\nswitches = ["core", "west", "east", "north"]\n' + connections(*CAMPUS) + links(all=100),
    "zones": 'kind = "zones"\n'
    + 'outer = { kind = "full", hosts = 2, links.all = { bandwidth = "1.25 GB/s", latency = "5 us" } }\n'
    + "zones = ["
    + ", ".join(f'{{ name = "{name}", topology = {{ kind = "cluster", hosts = 8, {links(host=500).strip()} }} }}' for name in ("west", "east"))
    + "]\n",
}


def draw(name, topology, folder):
    prefix = Path(os.environ.get("WT_PREFIX") or sys.prefix)
    machine = folder / f"{name}.toml"
    machine.write_text(f'name = "{name}"\n[topology]\n{topology}{HOST}')
    drawing = folder / f"{name}.svg"
    subprocess.run([str(prefix / "bin" / "windtunnel"), "platform", "draw", str(machine), "-o", str(drawing)], check=True, stderr=subprocess.DEVNULL)
    return drawing.read_text()


def main():
    check = "--check" in sys.argv[1:]
    stale = []
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        drawings = {name: draw(name, topology, Path(folder)) for name, topology in MACHINES.items()}
        drawings |= {name: diagram() for name, diagram in diagrams.DIAGRAMS.items()}
        for name, fresh in drawings.items():
            path = FOLDER / f"{name}.svg"
            if not path.exists() or path.read_text() != fresh:
                stale.append(path.relative_to(ROOT))
                if not check:
                    path.write_text(fresh)
    for path in stale:
        print(f"{path}: {'not up to date; run `make reference`' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
