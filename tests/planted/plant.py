"""Six runs with one problem each, and a report of each: does the report alone say what is wrong?

python tests/planted/plant.py OUT [WINDTUNNEL] makes OUT/a.html to OUT/f.html in an order of their own, and OUT/answers.txt, which
whoever reads the reports is not to see.
"""

import subprocess
import sys
from pathlib import Path

RANKS, SERVERS = 32, 4
MODEL = Path(__file__).with_name("model.c")


def machine(trunk="400 Gb/s", slow_server=False):
    """Two switches with half of the ranks' hosts each, file servers on a third; all names are neutral."""
    hosts = [f"node{number}" for number in range(RANKS)]
    servers = [f"store{number}" for number in range(SERVERS)]
    lines = [
        f'{{ from = "{host}", to = "{"left" if at < RANKS // 2 else "right"}", link = "node" }}'
        for at, host in enumerate(hosts)
    ]
    kinds = ["slow" if slow_server and at == 2 else "node" for at in range(SERVERS)]
    lines += [
        f'{{ from = "{server}", to = "core", link = "{"old" if kind == "slow" else "store"}" }}'
        for server, kind in zip(servers, kinds, strict=True)
    ]
    lines += [f'{{ from = "{side}", to = "core", link = "trunk" }}' for side in ("left", "right")]
    separator = ",\n  "
    quoted = ", ".join(f'"{name}"' for name in hosts + servers)
    links = {"node": "100 Gb/s", "store": "100 Gb/s", "trunk": trunk} | ({"old": "4 Gb/s"} if slow_server else {})
    rates = "\n".join(f'{name} = {{ bandwidth = "{rate}", latency = "1 us" }}' for name, rate in links.items())
    return f"""[topology]
kind = "graph"
hosts = [{quoted}]
switches = ["left", "right", "core"]
connect = [
  {separator.join(lines)}
]
[topology.links]
{rates}
[host]
cores = 1
speed = "10 Gflop/s"
memory = {{ bandwidth = "50 GB/s", copy = "8 GB/s", latency = "100 ns" }}
[storage]
model = "parallel"
servers = [{", ".join(f'"{name}"' for name in servers)}]
layout = {{ kind = "pvfs", stripe = "64 KiB" }}
server = {{ cache = "aggregation", memory = "64 MB" }}
device = {{ kind = "ssd" }}
"""


#: The name of a report, the problem, the machine, options, and the program's arguments, or a motif with its parameters.
PROBLEMS = [
    ("d", "late rank", machine(), [], [8, 1, 65536, 8, 0, 21]),
    ("a", "contended link", machine(trunk="25 Gb/s"), [], [8, 16, 262144, 8, 0]),
    ("f", "slow file server", machine(slow_server=True), [], [8, 1, 65536, 8, 1048576]),
    ("b", "bad mapping", None, ["--mapping", "random:3"], [8, 1, 1048576, 8, 0]),
    ("e", "bad algorithm", machine(), ["--collective", "allreduce=linear"], [8, 1, 65536, 65536, 0]),
    (
        "c",
        "noise",
        machine(),
        ["--set", "host.noise.period=5ms", "--set", "host.noise.duration=400us"],
        ["halo3d", "compute=1 ms", "iterations=8", "bytes=4 KiB", "every=4"],
    ),
]
OBSERVE = "timeline,messages,waits,links,link_buckets,noise,io,io_requests,io_jobs"


def plant(out, windtunnel, only=None):
    """Makes the runs and their reports."""
    out.mkdir(parents=True, exist_ok=True)
    answers = []
    for name, problem, platform, options, arguments in PROBLEMS:
        answers.append(f"{name}: {problem}\n")
        if only and problem != only:
            continue
        if platform:
            (out / f"{name}.toml").write_text(platform)
            where = ["-p", f"{name}.toml"]
        else:
            where = ["-p", "torus-3d", "--set", "topology.dimensions=[8,4,1]"]
        motif = isinstance(arguments[0], str)
        observe = OBSERVE if not motif and arguments[4] else OBSERVE.partition(",io")[0]
        workload = arguments if motif else [MODEL, *arguments]
        words = ["motif"] if motif else ["run", "--compute", "none"]
        words += [
            "-q",
            "-n",
            RANKS,
            "--ppn",
            1,
            *where,
            *options,
            "--network",
            "flow:bucket=50 us",
            "--observe",
            observe,
            "--out",
            name,
            *workload,
        ]
        subprocess.run([windtunnel, *map(str, words)], cwd=out, check=True)
        subprocess.run([windtunnel, "report", "-q", name, "-o", f"{name}.html"], cwd=out, check=True)
    (out / "answers.txt").write_text("".join(sorted(answers)))


if __name__ == "__main__":
    plant(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "windtunnel")
