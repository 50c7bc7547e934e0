"""A message between two hosts takes latency + bytes/bandwidth."""

from __future__ import annotations

from windtunnel.studies.lab import Lab, Study


def study(lab: Lab) -> None:
    """Ten round trips of a byte."""
    run = lab.run(lab.motif("ping", "ping", {"bytes": "1 B"}, 2, platform="two-hosts", ppn=1, mpi_library="ideal"))
    lab.table("times", ["round trips", "time [ns]"], [[10, run.simulated_time * 1e9]])
    lab.bound("20 messages of 1001 ns each", round(run.simulated_time * 1e9) == 20020)


STUDY = Study("toy-ping", "Nothing that was published.", "Seconds.", study, any_network=True)
