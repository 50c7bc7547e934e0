"""`--network packet`: through the command, with its tables, and as repeatable as all else."""

import pytest

from tunnel import ROOT

HALO = ["halo3d", "nx=4", "ny=4", "nz=4", "bytes=20 KiB", "iterations=2"]


def motif(windtunnel, folder, network, *options):
    words = ["motif", "-q", "-n", 64, "-p", "dragonfly", "--network", network, *options, "--out", folder, *HALO]
    windtunnel.must(*words)


def test_packets_cost_no_less_than_flows_and_repeat(windtunnel, tmp_path, manifest):
    simulated = {}
    for name in ["flow", "packet", "packet:routing=ugal-l,mtu=2 KiB,switch-latency=50 ns"]:
        motif(windtunnel, tmp_path / "a", name)
        motif(windtunnel, tmp_path / "b", name)
        first, second = ((tmp_path / folder / "run.json").read_bytes() for folder in "ab")
        assert first == second
        simulated[name] = manifest(tmp_path / "a")["simulated_time_ps"]
        for folder in "ab":
            windtunnel.execute("rm", "-r", tmp_path / folder)
    flow, packet, slower = simulated.values()
    assert 0.8 * flow < packet < 1.5 * flow
    assert slower > packet


def test_the_table_of_virtual_channels(windtunnel, tmp_path, monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import windtunnel as reader

    motif(windtunnel, tmp_path / "run", "packet", "--observe", "link_channels,links")
    run = reader.load_run(tmp_path / "run")
    channels, links = run.table("link_channels"), run.table("links")
    network = channels.filter(channels["link"].is_in(links["link"].implode()))
    assert network["bytes"].sum() == links["bytes"].sum() == channels["bytes"].sum()
    assert (channels["packets"] > 0).all() and (channels["vc"] < 2).all()


def test_a_routing_that_is_none(windtunnel, tmp_path):
    done = windtunnel("motif", "-n", 64, "-p", "dragonfly", "--network", "packet:routing=valiand", *HALO, cwd=tmp_path)
    assert done.status == 2
    assert "expected `default` or one of `minimal`, `valiant`, `adaptive`, `ugal-l`, `ugal-g`, `par`; did you mean `valiant`?" in done.err


def test_packets_of_percs_go_direct(windtunnel, tmp_path, manifest):
    """Direct or indirect, as the platform says, and spread over the D links of a bundle; `fixed` sends all of two QCMs over one."""
    took = {}
    for platform in ("direct", "indirect"):
        for routing in ("default", "direct", "fixed", "indirect"):
            words = ["-n", 64, "-p", "percs-64", "--ppn", 1, "--network", f"packet:routing={routing}"]
            words += ["--set", f"topology.routing={platform}", "--out", tmp_path / platform / routing]
            windtunnel.must("motif", "-q", *words, "halo3d", "nx=2", "ny=4", "nz=8", "bytes=256 KiB", "iterations=1")
            took[platform, routing] = manifest(tmp_path / platform / routing)["simulated_time_ps"]
        assert took[platform, "default"] == took[platform, platform], took
    assert len({took["direct", routing] for routing in ("direct", "fixed", "indirect")}) == 3, took


def test_output_buffers(windtunnel, tmp_path, manifest):
    """They relieve the inputs, so that less is held up; a size that no packet fits into is refused."""
    # QCMs of a PERCS supernode send over fast and slow links at a time.
    machine = ["-n", 64, "-p", "percs-supernode", "--set", "topology.drawers=4", "--set", "topology.hubs=2", "--ppn", 8]
    exchange = ["--collective", "alltoall=node_shift", "alltoall", "bytes=32 KiB"]
    took = {}
    for output in ("off", "4 KiB", "auto"):
        words = [*machine, "--network", f"packet:output-buffer={output}", "--out", tmp_path / output, *exchange]
        windtunnel.must("motif", "-q", *words)
        took[output] = manifest(tmp_path / output)["simulated_time_ps"]
    assert took["auto"] < took["off"] and took["4 KiB"] < took["off"], took
    done = windtunnel("motif", "-n", 64, "-p", "dragonfly", "--network", "packet:output-buffer=4000 B", *HALO, cwd=tmp_path)
    assert done.status == 2
    assert "parameter `output-buffer` of model `packet`: `4000 B` is not valid; expected `off`, `auto`, or at least a packet" in done.err


def test_arbitration(windtunnel, tmp_path, manifest):
    """Each of them delivers all, on one thread as on two; what is sent to one host tells them apart."""
    exchange = ["halo3d", "nx=4", "ny=4", "nz=4", "bytes=64 KiB", "iterations=1"]
    took = set()
    for kind in ("fcfs", "round-robin", "age", "longest-queue"):
        for threads in (1, 2):
            folder = tmp_path / f"{kind}{threads}"
            network = f"packet:routing=valiant,arbitration={kind},output-buffer=auto,threads={threads}"
            words = ["motif", "-q", "-n", 64, "-p", "torus-3d", "--mapping", "random:1", "--network", network, "--out", folder]
            windtunnel.must(*words, *exchange)
        one, two = (manifest(tmp_path / f"{kind}{threads}")["simulated_time_ps"] for threads in (1, 2))
        assert one == two
        took.add(one)
    assert len(took) == 4, took
    done = windtunnel("motif", "-n", 64, "-p", "torus-3d", "--network", "packet:arbitration=fair", *HALO, cwd=tmp_path)
    assert done.status == 2
    assert "expected one of `fcfs`, `round-robin`, `age`, `longest-queue`" in done.err


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("routing", ["minimal", "ugal-l"])
def test_threads_do_not_show(windtunnel, tmp_path, manifest, routing):
    """All files but those that say what was asked for are the same, byte by byte."""
    for threads in (1, 2, 3):
        network = f"packet:routing={routing},threads={threads}"
        motif(windtunnel, tmp_path / str(threads), network, "--observe", "link_channels,timeline")
    said = {"host.json", "scenario.toml", "run.json"}
    for threads in (2, 3):
        names = files(tmp_path / "1")
        assert names == files(tmp_path / str(threads))
        for name in set(names) - said:
            first, other = ((tmp_path / str(folder) / name).read_bytes() for folder in (1, threads))
            assert first == other, name
        one, many = ({**manifest(tmp_path / str(folder)), "hash": None, "scenario": None} for folder in (1, threads))
        assert one == many


def test_threads_where_there_can_be_one(windtunnel, tmp_path):
    network = "packet:routing=ugal-g,threads=2"
    done = windtunnel("motif", "-n", 64, "-p", "dragonfly", "--network", network, *HALO, cwd=tmp_path)
    assert done.status == 2
    assert "not supported: model `packet`" in done.err and "its routing looks at queues everywhere at once" in done.err
