"""SimGrid's own example platforms, imported: the routes are those that SimGrid takes, link by link.

The platforms come from Debian's source package, the routes from SimGrid itself (libsimgrid-dev), by a program of ours that
asks it for them.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import fetch

HERE = Path(__file__).resolve().parent
VERSION = "3.32-2"
WITHOUT_APT = not shutil.which("apt-get") or not fetch.KEYRING.exists()
WITHOUT_SIMGRID = not Path("/usr/include/simgrid/s4u.hpp").exists()
pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(WITHOUT_APT, reason="SKIPPED: SimGrid's sources are fetched with apt-get"),
    pytest.mark.skipif(WITHOUT_SIMGRID, reason="SKIPPED: libsimgrid-dev is not installed"),
]

# Of each platform as many pairs of hosts at most.
PAIRS = 60

IMPORTED = [
    "cluster_and_one_host.xml",
    "cluster_backbone.xml",
    "cluster_crossbar.xml",
    "cluster_dragonfly.xml",
    "cluster_fat_tree.xml",
    "cluster_multi.xml",
    "cluster_torus.xml",
    "config.xml",
    "crosstraffic.xml",
    "griffon.xml",
    "hosts_with_disks.xml",
    "onelink.xml",
    "simulacrum_7_hosts.xml",
    "small_platform.xml",
    "small_platform_one_link_routes.xml",
    "small_platform_with_routers.xml",
    "three_multicore_hosts.xml",
    "two_hosts.xml",
]

REFUSED = {
    "vivaldi.xml": "Vivaldi",
    "two_peers.xml": "Vivaldi",
    "data_center.xml": "Vivaldi",
    "wifi.xml": "wireless",
    "small_platform_routing_none.xml": "no route",
    # S1 and S2 are joined by nothing, nor are Java and Ruby.
    "dogbone.xml": "no route",
    "small_platform_fatpipe.xml": "no route",
}


@pytest.fixture(scope="module")
def platforms():
    return fetch.debian_source("simgrid", VERSION) / "examples" / "platforms"


@pytest.fixture(scope="module")
def simgrid_routes(tmp_path_factory):
    program = tmp_path_factory.mktemp("simgrid") / "routes"
    command = ["g++", "-std=c++17", "-O1", "-o", program, HERE / "simgrid_routes.cpp", "-lsimgrid"]
    subprocess.run([str(word) for word in command], check=True)

    def routes(platform):
        done = subprocess.run([program, platform, str(PAIRS)], capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            source, target, *links = line.split("\t")
            yield source, target, [tuple(float(word) for word in link.split()[:2]) for link in links]

    return routes


UNITS = {"B/s": 1, "kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9, "TB/s": 1e12, "s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "ps": 1e-12}
LINK = re.compile(r"^  .* ([\d.]+) (\S*B/s) +([\d.]+) (\w+)$")


def our_links(text):
    """Bandwidth and latency of the links of a route, as `windtunnel platform route` prints it."""
    found = [LINK.match(line) for line in text.splitlines()[1:-1]]
    return [(float(m[1]) * UNITS[m[2]], float(m[3]) * UNITS[m[4]]) for m in found]


def like(ours, theirs):
    """The same links, but for the rounding of what is printed; limiters and the like without latency left out."""
    ours, theirs = ([link for link in links if link[1] > 0] for links in (ours, theirs))
    return len(ours) == len(theirs) and all(a == pytest.approx(b, rel=0.02) for a, b in zip(ours, theirs, strict=True))


def goes_astray(source, target):
    """SimGrid 3.32's dragonfly (3,4;4,3;5,1;2) goes on from chassis 0 after a green link inside a group, wherever it was."""
    place = lambda node: (node // 40, node // 10 % 4, node // 2 % 5)
    (group, chassis, blade), (to_group, _, to_blade) = place(source), place(target)
    return group == to_group and blade != to_blade and chassis != 0


@pytest.mark.parametrize("name", IMPORTED)
def test_routes_are_those_of_simgrid(windtunnel, platforms, simgrid_routes, tmp_path, name):
    windtunnel.must("platform", "import", platforms / name, "-o", tmp_path / "p.toml")
    found = list(simgrid_routes(platforms / name))

    def number(host):
        return int(re.search(r"\d+", host)[0])

    for source, target, links in found:
        if not links or (name == "cluster_dragonfly.xml" and goes_astray(number(source), number(target))):
            continue
        route = windtunnel.must("platform", "route", tmp_path / "p.toml", source, target).out
        assert like(our_links(route), links), f"{source} to {target}:\n{route}{links}"
    assert found


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_links_is_refused(windtunnel, platforms, name):
    done = windtunnel("platform", "import", platforms / name)
    assert done.status == 2 and REFUSED[name] in done.err, done.err
    assert len(done.err.splitlines()) == 1, "one clear error"


def test_every_example_ends_in_a_platform_or_a_clear_error(windtunnel, platforms, tmp_path):
    imported = 0
    for path in sorted(platforms.rglob("*.xml")):
        done = windtunnel("platform", "import", path, "--force", "-o", tmp_path / "p.toml")
        assert done.status in (0, 2), f"{path}: {done.err}"
        if done.status == 0:
            windtunnel.must("platform", "check", tmp_path / "p.toml")
            imported += 1
        else:
            assert re.match(rf"windtunnel: {re.escape(str(path))}(:\d+:\d+)?: ", done.err), done.err
    assert imported >= 34
