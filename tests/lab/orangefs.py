#!/usr/bin/env python3
"""OrangeFS on hosts of the lab, each server with a paced disk of its own.

  orangefs.py up --opt FOLDER --work FOLDER --servers n8,n9,n10,n11 [--store disk|memory]
  orangefs.py down --work FOLDER

`up` starts a disk for each server (pacedisk, a loop device with direct I/O, ext4) and pvfs2-server in its namespace, and writes pvfs2tab for
clients, who find the file system below /pvfs. With --store memory servers keep files on a tmpfs, through their page cache. WORK must be on a
tmpfs. `down` removes what `up` recorded in WORK/state.json, nothing else.
"""

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PREFIX = os.environ.get("LAB_PREFIX", "tl")
PORT, FILE_SYSTEM = 3334, 1837654
#: Handles of metadata, on the first server, and of data, on all.
META, DATA, STEP = 3, 1 << 40, 1 << 36
#: Of a disk: bytes, microseconds for each access, bytes per second.
DISK = (800_000_000, 4000, 10_000_000)
#: OrangeFS's defaults; calibration states them.
FLOW_BUFFER, STRIP = 262144, 65536


def shell(*words, check=True):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if check and done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


class State:
    """What was made, recorded at once, so that `down` can remove it."""

    def __init__(self, work):
        self.path = work / "state.json"
        self.made = json.loads(self.path.read_text()) if self.path.exists() else []

    def add(self, kind, what):
        self.made.append([kind, str(what)])
        self.path.write_text(json.dumps(self.made))

    def remove(self):
        for kind, what in reversed(self.made):
            if kind == "process":
                stop(int(what))
            else:
                shell(*{"mount": ("umount",), "loop": ("losetup", "-d"), "fuse": ("umount",)}[kind], what, check=False)
        self.path.unlink(missing_ok=True)


def stop(process):
    """Ends a process that `up` has started."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGTERM)
        for _ in range(50):
            time.sleep(0.1)
            os.kill(process, 0)
        os.kill(process, signal.SIGKILL)


def disk(state, work, opt, host):
    """A paced disk with a file system: its folder."""
    back, front = work / f"{host}-back", work / f"{host}-disk"
    back.mkdir()
    front.mkdir()
    words = ["chrt", "-r", "1", opt / "bin" / "pacedisk", back, work / f"{host}.img", *DISK]
    process = subprocess.Popen([str(word) for word in words], start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    state.add("process", process.pid)
    state.add("fuse", back)
    wait_for(back / "disk")
    shell("mkfs.ext4", "-q", "-F", "-O", "^has_journal", "-E", "nodiscard,lazy_itable_init=1", "-N", "4096", "-m", "0", work / f"{host}.img")
    device = shell("losetup", "--direct-io=on", "-f", "--show", back / "disk").strip()
    state.add("loop", device)
    shell("mount", "-o", "noatime", device, front)
    state.add("mount", front)
    return front


def wait_for(path):
    for _ in range(100):
        if path.exists():
            return
        time.sleep(0.05)
    sys.exit(f"{path} did not appear")


def configuration(work, folders, store):
    """The configuration of all servers, whose data are in these folders; it has to be the same file for all."""
    servers = list(folders)
    ranges = "".join(f"\t\tRange {name} {DATA + at * STEP}-{DATA + (at + 1) * STEP - 1}\n" for at, name in enumerate(servers))
    aliases = "".join(f"\tAlias {name} tcp://{name}:{PORT}\n" for name in servers)
    own = "".join(
        f"<ServerOptions>\n\tServer {host}\n\tDataStorageSpace {data}\n\tMetadataStorageSpace {work / f'{host}-meta'}\n"
        f"\tLogFile {work / f'{host}.log'}\n</ServerOptions>\n"
        for host, data in folders.items()
    )
    return f"""<Defaults>
\tUnexpectedRequests 50
\tEventLogging none
\tLogStamp datetime
\tBMIModules bmi_tcp
\tFlowModules flowproto_multiqueue
</Defaults>
<Aliases>
{aliases}</Aliases>
{own}<FileSystem>
\tName orangefs
\tID {FILE_SYSTEM}
\tRootHandle 1048576
\tFileStuffing no
\tDistrDirServersInitial 1
\tDistrDirServersMax 1
\t<MetaHandleRanges>
\t\tRange {servers[0]} {META}-{DATA - 1}
\t</MetaHandleRanges>
\t<DataHandleRanges>
{ranges}\t</DataHandleRanges>
\t<StorageHints>
\t\tTroveSyncMeta yes
\t\tTroveSyncData no
\t\tTroveMethod {"directio" if store == "disk" else "alt-aio"}
\t</StorageHints>
\tFlowBufferSizeBytes {FLOW_BUFFER}
\tFlowBuffersPerFlow 8
\t<Distribution>
\t\tName simple_stripe
\t\tParam strip_size
\t\tValue {STRIP}
\t</Distribution>
</FileSystem>
"""


def inside(host, *words):
    """A command in a host's namespace, under its name."""
    return ["ip", "netns", "exec", f"{PREFIX}-{host}", "unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', host, *map(str, words)]


def start(state, work, server, config, host):
    """A server, once its storage is made."""
    shell(*inside(host, server, "-f", config, "-a", host))
    words = ["chrt", "-r", "1", *inside(host, server, "-d", config, "-a", host)]
    with (work / f"{host}.out").open("w") as log:
        state.add("process", subprocess.Popen(words, start_new_session=True, stdout=log, stderr=log).pid)


def up(options):
    work, servers = options.work, options.servers.split(",")
    work.mkdir(parents=True, exist_ok=True)
    state = State(work)
    if state.made:
        sys.exit(f"{state.path} exists: run `orangefs.py down` first")
    folders = {}
    for host in servers:
        folders[host] = (disk(state, work, options.opt, host) if options.store == "disk" else work / f"{host}-data") / "store"
        folders[host].mkdir(parents=True)
        (work / f"{host}-meta").mkdir()
    config = work / "orangefs.conf"
    config.write_text(configuration(work, folders, options.store))
    for host in servers:
        start(state, work, options.opt / "sbin" / "pvfs2-server", config, host)
    (work / "pvfs2tab").write_text(f"tcp://{servers[0]}:{PORT}/orangefs /pvfs pvfs2 defaults,noauto 0 0\n")
    print(f"up: OrangeFS on {options.servers}, {options.store}")


def main():
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    top.add_argument("what", choices=["up", "down"])
    top.add_argument("--opt", type=Path, help="where OrangeFS and pacedisk are installed")
    top.add_argument("--work", type=Path, required=True)
    top.add_argument("--servers", default="n8,n9,n10,n11")
    top.add_argument("--store", choices=["disk", "memory"], default="disk")
    options = top.parse_args()
    if options.what == "up":
        up(options)
    else:
        State(options.work).remove()


if __name__ == "__main__":
    main()
