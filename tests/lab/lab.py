#!/usr/bin/env python3
"""Build, remove, and check a small cluster made of network namespaces on one Linux machine.

  lab.py up PLATFORM.json       build it (root needed)
  lab.py down                   remove everything that a previous 'up' made (by recorded name, nothing else)
  lab.py show                   one line about what is up
  lab.py drops                  packets dropped by every shaped queue since the last 'up' or 'drops'
  lab.py exec HOST CMD...       run CMD inside HOST (n0..nK-1, or ctl), host name set
  lab.py rate HOST MBIT         both directions of a host's link at another rate

The state (names of what was made) is kept in $LAB_STATE (default: /tmp/windtunnel-lab.json).
A platform: see platforms/*.json. Every link is full duplex; each direction has its own tbf queue:
  host -> switch   tbf on the host's end of the veth pair   (rate host_mbit)
  switch -> host   tbf on the switch's end                  (rate host_mbit)
  cabinet <-> root tbf on each end of the veth between the two bridges (rate uplink_mbit)
Rates count the Ethernet header (14 bytes) and everything above, not preamble/FCS/gap:
a full TCP segment is 1514 counted bytes for 1448 bytes of payload (timestamps on) => payload = 0.9564 x rate.
"""
import contextlib
import json
import os
import subprocess
import sys

STATE = os.environ.get("LAB_STATE", "/tmp/windtunnel-lab.json")
P = os.environ.get("LAB_PREFIX", "tl")  # of every namespace made here


def sh(cmd, check=True, capture=True):
    r = subprocess.run(cmd, shell=True, text=True, capture_output=capture)
    if check and r.returncode:
        sys.exit(f"failed ({r.returncode}): {cmd}\n{r.stderr}")
    return r.stdout


def read(path):
    with open(path) as file:
        return json.load(file)


def write(state):
    with open(STATE, "w") as file:
        json.dump(state, file)


def platform():
    return read(STATE)["platform"]


def rate(host, mbit):
    """Both directions of a host's link at another rate."""
    tbf(ns(host), "eth0", mbit, platform())
    tbf(ns("sw"), f"p{host}", mbit, platform())


def ns(host):
    return f"{P}-{host}"


def ip_of(i):
    return f"10.77.0.{i + 1}"


def mac_of(i):
    return f"02:77:00:00:00:{i + 1:02x}"


def tbf(nsname, dev, mbit, p):
    # queue_bytes counts what waits for tokens; burst is what may leave back to back at line speed
    sh(f"ip netns exec {nsname} tc qdisc replace dev {dev} root tbf rate {mbit}mbit "
       f"burst {p.get('burst_bytes', 3200)} limit {p.get('queue_bytes', 4000000)}")


def no_offload(nsname, dev):
    sh(f"ip netns exec {nsname} ethtool -K {dev} tso off gso off gro off", check=False)


def up(path):
    p = read(path)
    if os.path.exists(STATE):
        sys.exit(f"{STATE} exists: run 'lab.py down' first")
    made = []
    write({"made": made, "platform": p})

    def add_ns(name):
        sh(f"ip netns add {name}")
        made.append(name)
        write({"made": made, "platform": p})
        sh(f"ip -n {name} link set lo up")

    K, per = p["hosts"], p.get("hosts_per_cabinet") or p["hosts"]
    cabs = (K + per - 1) // per
    sw = ns("sw")
    add_ns(sw)

    def bridge(name):
        sh(f"ip -n {sw} link add {name} type bridge stp_state 0 forward_delay 0 mcast_snooping 0")
        sh(f"ip -n {sw} link set {name} up")

    bridge("root")
    links = []
    for c in range(cabs if cabs > 1 else 0):
        bridge(f"cab{c}")
        sh(f"ip -n {sw} link add up{c} type veth peer name dn{c}")
        sh(f"ip -n {sw} link set up{c} master cab{c} up")
        sh(f"ip -n {sw} link set dn{c} master root up")
        no_offload(sw, f"up{c}")
        no_offload(sw, f"dn{c}")
        if p.get("uplink_mbit"):
            tbf(sw, f"up{c}", p["uplink_mbit"], p)
            tbf(sw, f"dn{c}", p["uplink_mbit"], p)
            links += [(sw, f"up{c}"), (sw, f"dn{c}")]
    everyone = [(f"n{i}", i) for i in range(K)] + [("ctl", 200)]
    for name, i in everyone:
        n = ns(name)
        add_ns(n)
        port = f"p{name}"
        sh(f"ip link add eth0 netns {n} address {mac_of(i)} type veth peer name {port} netns {sw}")
        br = "root" if name == "ctl" or cabs == 1 else f"cab{i // per}"
        sh(f"ip -n {sw} link set {port} master {br} up")
        sh(f"ip netns exec {n} sysctl -qw net.ipv6.conf.all.disable_ipv6=1", check=False)
        sh(f"ip -n {n} link set eth0 mtu {p.get('mtu', 1500)}")
        sh(f"ip -n {n} addr add {ip_of(i)}/24 dev eth0")
        sh(f"ip -n {n} link set eth0 up")
        no_offload(n, "eth0")
        no_offload(sw, port)
        # (the congestion-control sysctl is refused inside a namespace; a route's 'congctl' is not)
        sh(f"ip -n {n} route replace 10.77.0.0/24 dev eth0 proto kernel scope link src {ip_of(i)} "
           f"congctl {p.get('congestion', 'cubic')}")
        sh(f"ip netns exec {n} sysctl -qw net.ipv4.tcp_no_metrics_save=1", check=False)
        if name != "ctl" and p.get("host_mbit"):
            tbf(n, "eth0", p["host_mbit"], p)
            tbf(sw, port, p["host_mbit"], p)
            links += [(n, "eth0"), (sw, port)]
    for name, i in everyone:                 # fixed neighbours: no ARP in the measures
        batch = "".join(f"neigh replace {ip_of(j)} lladdr {mac_of(j)} dev eth0 nud permanent\n"
                        for _, j in everyone if j != i)
        subprocess.run(["ip", "-n", ns(name), "-batch", "-"], input=batch, text=True, check=True)
        # name resolution inside 'ip netns exec': /etc/netns/NAME/hosts is mounted on /etc/hosts
        d = f"/etc/netns/{ns(name)}"
        os.makedirs(d, exist_ok=True)
        with open(f"{d}/hosts", "w") as f:
            f.write("127.0.0.1 localhost\n" + "".join(f"{ip_of(j)} {m}\n" for m, j in everyone))
    fdb = []                                 # where everyone is, told to the bridges once and for all
    for name, i in everyone:
        cab = None if name == "ctl" or cabs == 1 else i // per
        fdb.append(f"fdb replace {mac_of(i)} dev p{name} master static\n")
        for c in range(cabs if cabs > 1 else 0):
            if c != cab:
                fdb.append(f"fdb replace {mac_of(i)} dev up{c} master static\n")
        if cab is not None:
            fdb.append(f"fdb replace {mac_of(i)} dev dn{cab} master static\n")
    subprocess.run(["bridge", "-n", sw, "-batch", "-"], input="".join(fdb), text=True, check=True)
    soft = softnet()
    write({"made": made, "platform": p, "links": links, "hosts": K, "softnet": soft})
    print(f"up: {p['name']}, {K} hosts, {cabs} cabinet(s)")


def down():
    if not os.path.exists(STATE):
        print("nothing is up")
        return
    st = read(STATE)
    for name in reversed(st["made"]):
        pids = sh(f"ip netns pids {name}", check=False).split()
        for pid in pids:                     # whatever still runs inside our own namespaces
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), 9)
        sh(f"ip netns del {name}", check=False)
        d = f"/etc/netns/{name}"
        if os.path.exists(f"{d}/hosts"):
            os.remove(f"{d}/hosts")
            os.rmdir(d)
    os.remove(STATE)
    print("down:", st["platform"]["name"])


def softnet():
    """Packets that the kernel's own per-processor queue dropped, machine-wide."""
    with open("/proc/net/softnet_stat") as lines:
        return sum(int(line.split()[1], 16) for line in lines)


def drops(reset=True):
    st = read(STATE)
    last, now, out = st.get("drops", {}), {}, 0
    for n, dev in st["links"]:
        j = json.loads(sh(f"tc -n {n} -s -j qdisc show dev {dev} root") or "[]")
        d = sum(q.get("drops", 0) for q in j)
        now[f"{n}/{dev}"] = d
        if d - last.get(f"{n}/{dev}", 0):
            print(f"{n}/{dev} dropped {d - last.get(f'{n}/{dev}', 0)}")
        out += d - last.get(f"{n}/{dev}", 0)
    # the kernel's own per-processor input queue (net.core.netdev_max_backlog) may drop too: machine-wide count
    soft = softnet()
    print("total", out, "softnet", soft - st.get("softnet", soft))
    st["drops"], st["softnet"] = now, soft
    write(st)


if __name__ == "__main__":
    a = sys.argv[1:]
    if a[:1] == ["up"]:
        up(a[1])
    elif a[:1] == ["down"]:
        down()
    elif a[:1] == ["drops"]:
        drops()
    elif a[:1] == ["rate"]:
        rate(a[1], float(a[2]))
    elif a[:1] == ["show"]:
        print(platform() if os.path.exists(STATE) else "down")
    elif a[:1] == ["exec"]:
        os.execvp("ip", ["ip", "netns", "exec", ns(a[1]), "unshare", "--uts", "sh", "-c",
                         'hostname "$0" && exec "$@"', a[1]] + a[2:])
    else:
        sys.exit(__doc__)
