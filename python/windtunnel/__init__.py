"""Run MPI programs on machines that you don't have, and analyse the runs.

>>> import windtunnel
>>> run = windtunnel.motif("halo3d", {"bytes": "64 KiB"}, ranks=64, platform="torus-3d", observe=["timeline"])
>>> axes = run.plot.timeline()
>>> machines = {"platform": ["fat-tree", "torus-3d"], "ranks": [8, 64]}
>>> runs = windtunnel.sweep(windtunnel.run, "examples/halo3d.c", compute="none", over=machines)
>>> axes = runs.plot.speedup(scaling="weak")

The functions :func:`run`, :func:`replay`, :func:`motif` and :func:`record` call the installed command and return a
:class:`Run`; :func:`load_run` opens the folder of a previous one. Machines are files, names or :class:`Platform`.
"""

from windtunnel.blocks import BlockModels, fit_blocks
from windtunnel.campaign import Campaign, CampaignProgress, CampaignResult
from windtunnel.command import Progress, choices, find_command
from windtunnel.errors import (
    Aborted,
    CommandNotFound,
    Crashed,
    Defect,
    Diagnosed,
    InputError,
    MissingExtra,
    NoSuchTable,
    ProgramFailed,
    RunFailed,
    Stopped,
    WindtunnelError,
)
from windtunnel.launch import Options, ProgramOptions, ReplayOptions, motif, record, replay, run
from windtunnel.marks import block, compute, phase, sample
from windtunnel.platform import Host, Link, Memory, Nic, Platform
from windtunnel.results import Run, load_run, seconds
from windtunnel.sweep import Failure, Runs, compare, sweep

__version__ = "0.1.0"
__all__ = [
    "Aborted",
    "BlockModels",
    "Campaign",
    "CampaignProgress",
    "CampaignResult",
    "CommandNotFound",
    "Crashed",
    "Defect",
    "Diagnosed",
    "Failure",
    "Host",
    "InputError",
    "Link",
    "Memory",
    "MissingExtra",
    "Nic",
    "NoSuchTable",
    "Options",
    "Platform",
    "ProgramFailed",
    "ProgramOptions",
    "Progress",
    "ReplayOptions",
    "Run",
    "RunFailed",
    "Runs",
    "Stopped",
    "WindtunnelError",
    "block",
    "choices",
    "compare",
    "compute",
    "find_command",
    "fit_blocks",
    "load_run",
    "motif",
    "phase",
    "record",
    "replay",
    "run",
    "sample",
    "seconds",
    "sweep",
]
