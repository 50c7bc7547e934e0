"""The machines of the speed bench, for the tunnel (TOML) and for SMPI (XML): 10 GB/s and 1 us per link."""

from pathlib import Path

HOST = """
[host]
cores = 1
speed = "8 Gflop/s"
memory = { bandwidth = "50 GB/s", copy = "10 GB/s", latency = "200 ns", sockets = 1 }
"""

LINK = 'bandwidth = "10 GB/s"\nlatency = "1 us"\n'

XML = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="bench" prefix="host-" suffix="" radical="0-{last}" speed="8Gf" bw="10GBps" lat="1us"
           loopback_bw="10GBps" loopback_lat="200ns"{topology}/>
</platform>
"""


def star(hosts):
    """Hosts on one switch."""
    toml = f'[topology]\nkind = "cluster"\nhosts = {hosts}\n[topology.links.host]\n{LINK}{HOST}'
    return toml, XML.format(last=hosts - 1, topology="")


def file_servers(clients, servers, part):
    """Clients and file servers on one switch; stripes and parts of writes are of one size."""
    names = ", ".join(f'"host{clients + server}"' for server in range(servers))
    storage = (f'[storage]\nmodel = "parallel"\nservers = [{names}]\nlayout = {{ kind = "pvfs", stripe = "{part}" }}\n'
               f'client = {{ part = "{part}" }}\n')
    return star(clients + servers)[0] + storage, ""


def cabinets(hosts, count):
    """Hosts in equal cabinets; what leaves a cabinet is a quarter of what its hosts could send."""
    links = f'[topology.links.host]\n{LINK}[topology.links.cabinet]\nbandwidth = "{hosts // count * 10 // 4} GB/s"\nlatency = "1 us"\n'
    return f'[topology]\nkind = "cluster"\nhosts = {hosts}\ncabinets = {count}\n{links}{HOST}', ""


def percs_supernode():
    """The shipped platform of 1,024 cores."""
    return (Path(__file__).resolve().parent.parent / "platforms" / "percs-supernode.toml").read_text(), ""


def torus(*dimensions):
    """A torus."""
    hosts = 1
    for dimension in dimensions:
        hosts *= dimension
    toml = f'[topology]\nkind = "torus"\ndimensions = {list(dimensions)}\n[topology.links.all]\n{LINK}{HOST}'
    parameters = ",".join(map(str, dimensions))
    return toml, XML.format(last=hosts - 1, topology=f' topology="TORUS" topo_parameters="{parameters}"')


def fat_tree(arity, levels):
    """A k-ary n-tree: as many links up as down at every switch."""
    toml = (f'[topology]\nkind = "fat-tree"\narity = {arity}\nlevels = {levels}\n'
            f"[topology.links.all]\n{LINK}{HOST}")
    down, up = ",".join([str(arity)] * levels), ",".join(["1"] + [str(arity)] * (levels - 1))
    parameters = f"{levels};{down};{up};{','.join(['1'] * levels)}"
    return toml, XML.format(last=arity**levels - 1, topology=f' topology="FAT_TREE" topo_parameters="{parameters}"')


def leaves(hosts):
    """A fat tree of two levels with 16 hosts at each leaf, for any number of leaves."""
    toml = (f'[topology]\nkind = "fat-tree"\nchildren = [16, {hosts // 16}]\nparents = [1, 16]\nparallel = [1, 1]\n'
            f"[topology.links.all]\n{LINK}{HOST}")
    return toml, XML.format(last=hosts - 1, topology=f' topology="FAT_TREE" topo_parameters="2;16,{hosts // 16};1,16;1,1"')


def dragonfly(groups):
    """A dragonfly of groups of four routers with eight hosts each; the tunnel's alone."""
    links = "".join(f"[topology.links.{kind}]\n{LINK}" for kind in ("host", "local", "global"))
    return f'[topology]\nkind = "dragonfly"\ngroups = {groups}\nrouters = 4\nhosts = 8\n{links}{HOST}', ""
