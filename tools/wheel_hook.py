"""Adds the compiled prefix (commands, libraries, headers) to the wheel."""

import os
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StagePrefix(BuildHookInterface):
    """Stages the prefix with ``tools/stage.sh`` and maps it into the wheel's scripts and data.

    WT_STAGED names a prefix that has just been staged: that one is taken. WT_ORDINARY names one that was staged with the system's
    linker, where WT_STAGED's is to run with older systems: the wheel's tag says so if a check finds that it does.
    """

    def initialize(self, version, build_data):
        root = Path(self.root)
        prefix = Path(os.environ.get("WT_STAGED") or root / "build" / "stage")
        if "WT_STAGED" not in os.environ:
            # A build in an environment of its own need not have a python3 in PATH.
            environment = {"WT_PYTHON": sys.executable, **os.environ}
            subprocess.run(["sh", str(root / "tools" / "stage.sh"), str(prefix)], check=True, cwd=root, env=environment)
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-linux_x86_64"
        if ordinary := os.environ.get("WT_ORDINARY"):
            subprocess.run([sys.executable, str(root / "tools" / "portable.py"), str(prefix), ordinary], check=True)
            build_data["tag"] = "py3-none-manylinux_2_28_x86_64"
        scripts, data = {}, {}
        for folder, _, names in sorted(os.walk(prefix)):
            for name in sorted(names):
                source = Path(folder) / name
                inside = source.relative_to(prefix)
                if inside.parts[0] == "bin":
                    scripts[str(source)] = str(Path(*inside.parts[1:]))
                else:
                    data[str(source)] = str(inside)
        build_data["shared_scripts"] = scripts
        build_data["shared_data"] = data
