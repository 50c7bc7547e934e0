"""Read what Windtunnel's runs leave behind.

>>> run = windtunnel.load_run("runs/halo3d")      # doctest: +SKIP
>>> run.manifest["simulated_time"], run.table("ranks")  # doctest: +SKIP
"""

from windtunnel.results import Run, load_run

__version__ = "0.1.0"
__all__ = ["Run", "load_run"]
