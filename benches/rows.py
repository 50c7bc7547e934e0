"""The rows of the speed bench: what is run on which machine, and what it may cost."""

from dataclasses import dataclass

import machines

GIB = 1 << 30


@dataclass(frozen=True)
class Smpi:
    """How a row is run in SMPI: `ranks` and `machine` where the row itself would take too long, and what SimGrid
    4.2-dev took for the row itself on a machine of the same kind (seconds of CPU)."""

    quoted: str
    ranks: int = 0
    machine: tuple = ()
    arguments: tuple = ()
    run: bool = True


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    program: str
    arguments: tuple
    ranks: int
    machine: tuple
    target: float
    # `s`, `us`, `%`, `x`; `MB`, which the program prints; `kB`, the memory of a rank beyond that of a run with `base`.
    unit: str = "s"
    # CPU is divided by this; start-up is subtracted first if `base` gives the arguments of an empty run, or of a program's run with one rank.
    divisor: int = 1
    base: tuple = ()
    memory: float = 0
    # GiB that have to be free for the row to be run at all.
    needs: float = 0
    options: tuple = ()
    smpi: Smpi = None
    # CPU limit of a run, in seconds.
    limit: int = 60
    kind: str = "run"
    # More options, the cost of which over the row without them is what is measured, in per cent of the least runs.
    extra: tuple = ()
    # Ranks of the all-to-all by whose CPU per message that of the row is divided.
    over: int = 0
    # Time by the clock with these options over that with `options`, in runs by turns.
    turns: tuple = ()
    # CPU over that of the same with these options besides.
    beside: tuple = ()

    def most_memory(self):
        """Bytes at which a run is cut."""
        return max(5.0, 1.5 * self.memory, self.needs) * GIB


PROCESSES = ("--mode", "processes")
ONE_WORKER, TWO_WORKERS = ((*PROCESSES, "--workers", workers) for workers in (1, 2))
IMAGES_1, IMAGES_2 = (("--mode", "images", "--workers", workers) for workers in (1, 2))
SKIP = ("--payload", "skip:64KiB")
RANDOM = ("--mapping", "random")
PACKET = ("--network", "packet")
TIMELINE = ("--observe", "timeline")
WAITS = ("--observe", "timeline,waits")
SCATTERED = ("--collective", "alltoall=scattered")
NODE_SHIFT = ("--collective", "alltoall=node_shift")
PAIRWISE = ("--collective", "alltoall=pairwise")
MPICH = ("--mpi-library", "mpich-4.3")
DOUBLING = ("--collective", "allreduce=recursive_doubling")

# GiB that 65,536 ranks may take that wait and have touched no variable.
ALIVE = 550e6 / GIB

ROWS = [
    Row("ping-pong, 1 byte, per message", "pingpong", (1, 200_000), 2, machines.star(2), 0.4, unit="us",
        divisor=400_000, base=(1, 1), smpi=Smpi("7.0 us", arguments=(1, 20_000))),
    Row("CG's steps on 8x8, simulating over own work", "gradients", (14_000, 128, 400), 64, machines.star(64), 60,
        unit="%", kind="program"),
    # One rank works on vectors once, 64 on eight copies of each: here one rank does the work of 64.
    Row("the same, over the work of 64 ranks", "gradients", (14_000, 128, 400), 64, machines.star(64), 35,
        unit="%", kind="program", base=(14_000, 128, 400, 64)),
    Row("IS's rounds on 64 ranks, simulating over own work", "buckets", (1 << 23, 10), 64, machines.star(64), 30,
        unit="%", kind="program"),
    Row("LU's sweeps on 8x8, per message", "wavefront", (8, 100, 20, 1000), 64, machines.star(64), 0, unit="us",
        divisor=2 * 112 * 100 * 20, base=(8, 0, 1, 1000)),
    Row("LU's sweeps on 8x8, simulating over own work", "wavefront", (8, 62, 20, 320, 64), 64, machines.star(64), 40,
        unit="%", kind="program"),
    # What the engine keeps of 4,096 ranks does not stay in a cache.
    Row("LU's sweeps on 64x64, per message", "wavefront", (64, 60, 1, 1000), 4096, machines.star(4096), 3.0, unit="us",
        divisor=2 * 8064 * 60, base=(64, 0, 1, 1000)),
    Row("init and finalize, 65,536 ranks", "init", (), 65_536, machines.star(65_536), 2.0, memory=1.2,
        smpi=Smpi("2.0 s, 1.3 GiB without privatisation; fails with it", run=False)),
    # Five pages hold 16 KB of globals wherever they begin; the rest is what a rank costs that only waits.
    Row("the same, all ranks alive at once", "init", ("hold",), 65_536, machines.star(65_536), 2.0,
        memory=ALIVE + 65_536 * 5 * 4096 / GIB),
    Row("init, barrier and finalize, 65,536 ranks", "init", ("barrier",), 65_536, machines.star(65_536), 2.0, memory=ALIVE),
    Row("init, barrier and finalize, 1,048,576 ranks", "init", ("barrier",), 1 << 20, machines.star(1 << 20), 14.0,
        memory=8.5e9 / GIB, needs=10, limit=90),
    Row("init and finalize, 1,048,576 ranks", "init", (), 1 << 20, machines.star(1 << 20), 40.0, memory=14, needs=14, limit=90,
        smpi=Smpi("55 s, 19.6 GB without privatisation", run=False)),
    Row("10 allreduces of 8 bytes, 4,096 ranks, star", "allreduce", (1, 10), 4096, machines.star(4096), 0.6,
        options=DOUBLING, smpi=Smpi("10.4 s", ranks=1024, machine=machines.star(1024))),
    Row("10 allreduces of 8 bytes, 16,384 ranks, torus", "allreduce", (1, 10), 16_384, machines.torus(32, 32, 16),
        3.0, options=DOUBLING, smpi=Smpi("60 s", ranks=1024, machine=machines.torus(16, 8, 8))),
    Row("pairwise all-to-all, 1,024 ranks x 1 MB, fat tree", "exchange", (1 << 20, "pairwise"), 1024,
        machines.fat_tree(32, 2), 2.0, options=SKIP, smpi=Smpi("14-24 s, payloads skipped", run=False)),
    Row("all-to-all posted at once, 256 ranks x 1 MB, fat tree", "exchange", (1 << 20, "at-once"), 256,
        machines.fat_tree(16, 2), 0.3, options=SKIP, smpi=Smpi("4.9 s", run=False)),
    # A send takes 400 ns: starts are staggered. Blocks of 64 KB.
    Row("staggered all-to-all, 256 ranks, fat tree", "exchange", (1 << 16, "at-once"), 256, machines.fat_tree(16, 2), 0.6,
        options=SKIP),
    Row("staggered all-to-all, 256 ranks, torus", "exchange", (1 << 16, "at-once"), 256, machines.torus(16, 16), 0.8,
        options=SKIP),
    Row("staggered all-to-all, 1,024 ranks, fat tree", "exchange", (1 << 16, "at-once"), 1024, machines.fat_tree(32, 2),
        19.0, options=SKIP, needs=4),
    Row("scattered all-to-all of 32 KiB, 384 ranks, cabinets", "alltoall", ("bytes=32 KiB", "iterations=1"), 384,
        machines.cabinets(384, 4), 2.0, options=SCATTERED, kind="motif"),
    Row("scattered all-to-all of 32 KiB, 1,024 ranks, cabinets", "alltoall", ("bytes=32 KiB", "iterations=1"), 1024,
        machines.cabinets(1024, 4), 10.0, options=SCATTERED, kind="motif"),
    Row("pairwise all-to-all of 64 KB, 2,048 ranks, torus", "exchange", (1 << 16, "pairwise"), 2048,
        machines.torus(16, 16, 8), 12.0, options=SKIP),
    Row("staggered all-to-all, 250 of 256 hosts, fat tree", "exchange", (1 << 16, "at-once"), 250, machines.fat_tree(16, 2),
        0.55, options=SKIP),
    Row("staggered all-to-all, random mapping, fat tree", "exchange", (1 << 16, "at-once"), 256, machines.fat_tree(16, 2),
        0.9, options=(*SKIP, *RANDOM)),
    Row("staggered all-to-all, random mapping, torus", "exchange", (1 << 16, "at-once"), 256, machines.torus(16, 16), 1.0,
        options=(*SKIP, *RANDOM)),
    Row("staggered all-to-all, one host of 256 late", "irregular", ("sizes", 1 << 16, 1 << 16, 1), 256, machines.leaves(256),
        0.6, options=SKIP),
    Row("staggered all-to-all, one host of 512 late", "irregular", ("sizes", 1 << 16, 1 << 16, 1), 512, machines.leaves(512),
        4.0, options=SKIP),
    Row("staggered all-to-all, each of 256 hosts late", "irregular", ("sizes", 1 << 16, 1 << 16, 256), 256,
        machines.leaves(256), 0.7, options=SKIP),
    Row("MPICH's all-to-all, 1,024 ranks, cabinets, random", "alltoall", ("bytes=32 KiB", "iterations=1"), 1024,
        machines.cabinets(1024, 4), 6.5, options=(*SCATTERED, *RANDOM), kind="motif"),
    Row("halo3d 64 KiB x 5, torus, random, 16,384 ranks", "halo3d",
        ("nx=32", "ny=32", "nz=16", "bytes=64 KiB", "iterations=5", "every=0"), 16_384, machines.torus(32, 32, 16), 14.0,
        options=RANDOM, kind="motif"),
    Row("pairwise all-to-all, a message of 384 over 1,024 ranks", "alltoall", ("bytes=64 KiB", "iterations=1"), 384,
        machines.fat_tree(32, 2), 2.0, unit="x", options=PAIRWISE, kind="motif", over=1024),
    Row("node_shift of 32 KiB, 1,024 ranks, PERCS supernode", "alltoall", ("bytes=32 KiB", "iterations=1"), 1024,
        machines.percs_supernode(), 3.0, options=NODE_SHIFT, kind="motif"),
    Row("random permutation, 4,096 x 1 MB, torus", "permutation", (1 << 20, 1), 4096, machines.torus(16, 16, 16),
        0.3, options=SKIP, smpi=Smpi("338 s", ranks=1024, machine=machines.torus(16, 8, 8))),
    Row("random permutation, 4,096 x 1 MB, fat tree", "permutation", (1 << 20, 1), 4096, machines.fat_tree(16, 3),
        0.3, options=SKIP, smpi=Smpi("41 s", ranks=1024, machine=machines.fat_tree(32, 2))),
    Row("halo 16x16x16, 512 KB x 6 x 10, torus, copied", "halo3d", (16, 16, 16, 1 << 19, 10, 0), 4096,
        machines.torus(16, 16, 16), 9.0, needs=8, smpi=Smpi("20.4 s", run=False)),
    Row("motif halo3d, 4,096 ranks, torus, per message", "halo3d",
        ("nx=16", "ny=16", "nz=16", "bytes=64 KiB", "iterations=10", "every=0"), 4096, machines.torus(16, 16, 16), 0,
        unit="us", divisor=4096 * 6 * 10, kind="motif"),
    Row("motif halo3d, 16,384 ranks, delay, two threads over one", "halo3d",
        ("nx=32", "ny=32", "nz=16", "bytes=16 KiB", "iterations=10"), 16384, machines.torus(32, 32, 16), 1 / 1.5, unit="x",
        options=("--network", "delay"), kind="motif", turns=("--network", "delay:threads=2")),
    Row("the same, loggps", "halo3d", ("nx=32", "ny=32", "nz=16", "bytes=16 KiB", "iterations=10"), 16384,
        machines.torus(32, 32, 16), 1 / 1.5, unit="x", options=("--network", "loggps"), kind="motif", turns=("--network", "loggps:threads=2")),
    Row("packets: motif halo3d, 4,096 ranks, torus, per packet", "halo3d",
        ("nx=16", "ny=16", "nz=16", "bytes=64 KiB", "iterations=2", "every=0"), 4096, machines.torus(16, 16, 16), 0.6,
        unit="us", divisor=4096 * 6 * 2 * 16, options=("--network", "packet"), kind="motif"),
    # The network is asked for the data, a request and a reply of each part.
    Row("ior: 1,024 clients x 64 servers x 1 GiB, 1 MiB parts", "ior", ("block=1 GiB", "transfer=1 MiB", "read=no"), 1024,
        machines.file_servers(1024, 64, "1 MiB"), 20.0, memory=2, kind="motif"),
    Row("the same, parts of 4 MiB", "ior", ("block=1 GiB", "transfer=4 MiB", "read=no"), 1024,
        machines.file_servers(1024, 64, "4 MiB"), 6.0, memory=2, kind="motif"),
    # A round has four calls that wait: two sends and two receives.
    Row("processes: ping-pong of 2 ranks, per blocking call", "pingpong", (1, 20_000), 2, machines.star(2), 8.0,
        unit="us", divisor=80_000, base=(1, 1), options=PROCESSES),
    # Every rank waits once in each of the ring's rounds.
    Row("processes: ring of 1,000 ranks, per blocking call", "ring", (1, 100), 1000, machines.star(1000), 20.0,
        unit="us", divisor=100_000, base=(1, 0), options=PROCESSES),
    Row("processes: 64 posts before each wait, per call", "posts", (64, 2000), 2, machines.star(2), 10.0, unit="us",
        divisor=2 * 64 * 2000, base=(64, 1), options=PROCESSES),
    Row("processes: 1,024 ranks of Python start and end", "start.py", (), 1024, machines.star(1024), 8.0,
        kind="python"),
    Row("processes: a rank of Python, memory of its own", "rank_memory.py", (), 64, machines.star(64), 1.3, unit="MB",
        kind="python"),
    # Blocks of 1 ms: a halo of 16 ranks that are 5 % unequal, and a master that takes what comes first. Ten seconds of computation,
    # as starting and ending, which use one core, take 0.1 s, with Python 0.5 s.
    Row("processes: halo of unequal ranks, two workers over one", "unequal", (0, 400), 16, machines.star(16), 1 / 1.8, unit="x",
        options=ONE_WORKER, kind="measured", turns=TWO_WORKERS),
    Row("processes: master and 8 workers, two at once over one", "unequal", (1, 400), 9, machines.star(9), 1 / 1.8, unit="x",
        options=ONE_WORKER, kind="measured", turns=TWO_WORKERS),
    Row("processes: stencil in mpi4py, two workers over one", "stencil.py", (400,), 8, machines.star(8), 1 / 1.8, unit="x",
        options=ONE_WORKER, kind="measured python", turns=TWO_WORKERS),
    Row("images: containers of C++, two workers over one", "containers", (200,), 32, machines.star(32), 1 / 1.8, unit="x",
        options=IMAGES_1, kind="measured", turns=IMAGES_2),
    Row("images: functions of C's libraries, the same", "functions", (200,), 32, machines.star(32), 1 / 1.8, unit="x",
        options=IMAGES_1, kind="measured", turns=IMAGES_2),
    Row("images: large blocks freed in each step, the same", "fields", (600,), 16, machines.star(16), 1 / 1.8, unit="x",
        options=IMAGES_1, kind="measured", turns=IMAGES_2),
    Row("timeline: ping-pong, 1 byte, 2 x 200,000", "pingpong", (1, 200_000), 2, machines.star(2), 15, unit="%",
        extra=TIMELINE),
    Row("timeline: 100 allreduces of 8 bytes, 4,096 ranks", "allreduce", (1, 100), 4096, machines.star(4096), 15,
        unit="%", options=DOUBLING, extra=TIMELINE),
    Row("timeline, waits: ping-pong, 1 byte, 2 x 200,000", "pingpong", (1, 200_000), 2, machines.star(2), 0, unit="%",
        extra=WAITS),
    Row("timeline, waits: 100 allreduces, 4,096 ranks", "allreduce", (1, 100), 4096, machines.star(4096), 0,
        unit="%", options=DOUBLING, extra=WAITS),
    Row("report: 65,536 ranks with noise, torus", "noise", (256, 6), 65_536, machines.torus(64, 32, 32), 0, needs=4,
        kind="report"),
    Row("replay of a trace, 64 ranks, per action", "trace", (64, 5000), 64, machines.star(64), 0.4, unit="us",
        divisor=64 * 5000 * 8, kind="replay", smpi=Smpi("3-4 us", run=False)),
    # A sweep has 112 messages a plane, each sent and received.
    Row("replay of a recording, LU's sweeps on 8x8, per call", "wavefront", (8, 100, 20, 1000), 64, machines.star(64), 0.15,
        unit="us", divisor=2 * 112 * 2 * 100 * 20, kind="recording"),
]

BESIDE = {"kind": "motif", "unit": "x", "beside": PACKET}

# Flow is a cheaper model than packets, and must not cost more on the same traffic: a message of 64 KiB is sixteen packets of the default size.
ROWS += [
    Row("flow over packets: halo3d 64 KiB, random, 4,096", "halo3d",
        ("nx=16", "ny=16", "nz=16", "bytes=64 KiB", "iterations=5", "every=0"), 4096, machines.torus(16, 16, 16), 1.0,
        options=RANDOM, **BESIDE),
    Row("flow over packets: halo3d 1 KiB, random, 4,096", "halo3d",
        ("nx=16", "ny=16", "nz=16", "bytes=1 KiB", "iterations=5", "every=0"), 4096, machines.torus(16, 16, 16), 2.0,
        options=RANDOM, **BESIDE),
    Row("flow over packets: fft2d, random, 2,048", "fft2d", (), 2048, machines.torus(16, 16, 8), 1.0, options=RANDOM, **BESIDE),
    Row("flow over packets: scattered 32 KiB, cabinets, random", "alltoall", ("bytes=32 KiB", "iterations=1"), 1024,
        machines.cabinets(1024, 4), 1.0, options=(*SCATTERED, *RANDOM), **BESIDE),
    Row("flow over packets: scattered 64 KiB, 1,024, fat tree", "alltoall", ("bytes=64 KiB", "iterations=1"), 1024,
        machines.fat_tree(32, 2), 1.0, options=SCATTERED, **BESIDE),
    Row("flow over packets: pairwise 64 KiB, 2,048, torus", "alltoall", ("bytes=64 KiB", "iterations=1"), 2048,
        machines.torus(16, 16, 8), 1.0, options=PAIRWISE, **BESIDE),
    Row("flow over packets: node_shift 32 KiB, 1,024, PERCS", "alltoall", ("bytes=32 KiB", "iterations=1"), 1024,
        machines.percs_supernode(), 1.0, options=NODE_SHIFT, **BESIDE),
    Row("flow over packets: 10 allreduces of 8 bytes, 16,384", "allreduce", ("bytes=8 B", "iterations=10"), 16_384,
        machines.torus(32, 32, 16), 2.0, options=DOUBLING, **BESIDE),
]

# What is made on all ranks may cost as much memory as it holds on each, not a table of all ranks on each.
ROWS += [
    Row(f"{what}, {ranks:,} ranks: memory of a rank", "groups", (how,), ranks, machines.star(ranks), 2.0,
        unit="kB", base=("none",), options=MPICH)
    for how, what in [("dup", "Comm_dup"), ("split", "Comm_split"), ("cart", "Cart_create"), ("window", "Win_allocate"),
                      ("file", "File_open")]
    for ranks in (1024, 4096, 65_536)
]

# Communicators, windows and polling.
ROWS += [
    Row("200 random splits of 256 ranks", "groups", ("random", 200), 256, machines.star(256), 0.5, options=MPICH),
    Row("200 random splits of 1,024 ranks", "groups", ("random", 200), 1024, machines.star(1024), 2.0, options=MPICH),
    Row("500 communicators kept, 1,024 ranks", "groups", ("kept", 500), 1024, machines.star(1024), 4.0, options=MPICH),
    Row("lock_all, put and flush, 1,024 ranks", "groups", ("lock",), 1024, machines.star(1024), 0.3, options=MPICH),
    Row("lock_all, put and flush, 4,096 ranks", "groups", ("lock",), 4096, machines.star(4096), 1.0, options=MPICH),
    Row("Neighbor_alltoallv, 16 neighbours x 20, 4,096 ranks", "irregular", ("neighbours", 16, 1 << 16, 20), 4096,
        machines.torus(16, 16, 16), 5.0, memory=1.2e9 / GIB, needs=5),
    Row("polling by Test, 1,024 ranks x 200", "irregular", ("test", 200), 1024, machines.star(1024), 5.0),
    Row("polling by Iprobe, 1,024 ranks x 200", "irregular", ("probe", 200), 1024, machines.star(1024), 5.0),
    Row("polling by Iprobe and Test in turn, 1,024 ranks x 200", "irregular", ("turns", 200), 1024, machines.star(1024), 5.0),
    Row("init and Comm_dup, 1,048,576 ranks", "groups", ("dup",), 1 << 20, machines.star(1 << 20), 0, memory=10e9 / GIB,
        needs=12, limit=120, options=MPICH),
]
