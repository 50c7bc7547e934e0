"""What a user, a file or a program can do wrong: exact messages, status 2, and no run folder left half made."""

import json
import re

import pytest

from conftest import ROOT

KNOWN = "two-hosts, ethernet-cluster, torus-3d, bluegene-p, fat-tree, dragonfly, percs-supernode, percs-64, percs-512, summit-like, perlmutter-like, frontier-like"
TABLES = "ranks, calls, graph, timeline, messages, waits, blocks, io, io_requests, io_jobs, noise, phases, collectives, links, link_buckets, link_channels, link_use, allocations, sites"
NETWORKS = "ideal, delay, loggps, flow, packet"
STORAGES = "shared, parallel"
DEVICES = "`ssd`, `disk`, `curve`"
MOTIF = ["motif", "-n", 8, "-p", "torus-3d"]


def wrong(windtunnel, tmp_path, *words, **options):
    """Our own lines of a command that is refused."""
    done = windtunnel(*words, cwd=tmp_path, **options)
    assert done.status == 2, f"status {done.status}\n{done.out}{done.err}"
    assert "panicked" not in done.err and "simulated time" not in done.err
    return done.err


OPTIONS = [
    ([*MOTIF, "--network", "flw", "halo3d"], f"--network: unknown network model `flw`; expected one of {NETWORKS}; did you mean `flow`?"),
    (
        [*MOTIF, "--network", "flow:bucket", "halo3d"],
        "--network: `bucket` is not a parameter; expected MODEL:NAME=VALUE[,...], for example `flow:bucket=1 ms`",
    ),
    ([*MOTIF, "--network", "packet:mtu=1 KiB,seed=2,mtu=2 KiB", "halo3d"], "--network: the parameter `mtu` is given twice"),
    (["motif", "-n", 8, "-p", "fat-tre", "halo3d"], f"unknown platform `fat-tre`; expected one of {KNOWN}, or a platform file; did you mean `fat-tree`?"),
    ([*MOTIF, "--observe", "timelin", "halo3d"], f"--observe: unknown table `timelin`; expected one of {TABLES}; did you mean `timeline`?"),
    (["motif", "-p", "torus-3d", "halo3d"], "the number of ranks is missing; give -n N"),
    (["motif", "-n", 8, "halo3d"], "the platform is missing; give -p FILE or the name of a shipped one"),
    (["platform", "show", "fattree"], f"windtunnel: unknown platform `fattree`; expected one of {KNOWN}, or a platform file; did you mean `fat-tree`?"),
    ([*MOTIF], "motif: no motif is given; expected `windtunnel motif [OPTIONS] NAME [KEY=VALUE]...`, as in `windtunnel motif -n 64 -p torus-3d halo3d"),
    (["run", "-n", 2, "-hosts", "a,b", "./ring"], "-hosts: is an option of other launchers and not supported; hosts are simulated"),
    (["run", "-n", 2, "--hostfile=h", "./ring"], "--hostfile: is an option of other launchers and not supported; hosts are simulated"),
    (["record", "-o", "t", "-ppn", 2, "./ring"], "-ppn: is an option of other launchers and not supported; `--ppn K` is the number"),
    (["run"], "run: no program is given; expected `windtunnel run [OPTIONS] PROGRAM [ARGUMENT]...`, as in `windtunnel run -n 16 -p torus-3d ./ring`"),
    (["run", "-n", 4, "-p", "torus-3d"], "run: no program is given"),
    (["record", "-o", "t"], "record: no program is given"),
    # CliError::RunForTrace is in mistakes.txt, which needs a run.
    (["replay", "-p", "torus-3d"], "replay: no trace is given; expected `windtunnel replay [OPTIONS] TRACE...`, as in `windtunnel replay -p torus-3d ring.trace`"),
    (["motif", "-n", 0, "-p", "torus-3d", "halo3d"], "-n: `0` is not valid; expected at least one rank"),
    ([*MOTIF, "--compute", "measured:x", "halo3d"], "--compute: `measured:x` is not valid; expected a scale above 0, for example `measured:0.5`"),
    ([*MOTIF, "halo3dd"], "unknown motif `halo3dd`; expected one of halo3d, alltoall, "),
    ([*MOTIF, "halo3d", "byte=1 KiB"], "the motif halo3d has no parameter `byte`; expected one of "),
    # MotifError::Unit
    ([*MOTIF, "halo3d", "bytes=1 KB/s"], "the parameter `bytes` of the motif: "),
    (["motif", "-n", 8, "-p", "torus-3d", "--collective", "allreduce=rng", "halo3d"], "unknown allreduce algorithm `rng`"),
    ([*MOTIF, "--collective", "allreduce=", "halo3d"], "--collective allreduce=: `allreduce=` is not a choice of an algorithm; expected OPERATION=ALGORITHM[:PARAMETER=VALUE[,...]], for example"),
    (["motif", "-n", 8, "-p", "torus-3d", "--collective", "allredux=ring", "halo3d"], "unknown collective operation `allredux`; expected one of barrier, "),
    ([*MOTIF, "--collective", "bcast=knomial:radix=64", "halo3d"], "`64` is not a value for the parameter `radix` of the algorithm; expected a whole number from 2 to 32"),
    (["run", "-n", 2, "-p", "two-hosts", "./no-such-program"], "./no-such-program: program not found; expected an MPI program, or a source in C, C++ or Fortran (.c, .cpp, .f90 …)"),
    (["run", "-n", 2, "-p", "two-hosts", "-x", "WT_NOT_SET", "./a"], "-x: the variable `WT_NOT_SET` is not set here; give its value, as in `-x WT_NOT_SET=VALUE`"),
    (["summary", "nowhere"], "nowhere: is not a run folder: it does not exist"),
    # TraceError::Unreadable
    (["replay", "-p", "two-hosts", "no.trace"], "no.trace: cannot be read: No such file or directory"),
    (["run", "-n", 2, "--scenario", "none.toml"], "none.toml: cannot be read: No such file or directory"),
    (["platform", "route", "two-hosts", "host0", "host9"], "unknown host `host9`; its 2 hosts are host0 to host1"),
    (["platform", "draw", "two-hosts", "-o", "none/such.svg"], "none/such.svg: cannot be written: No such file or directory"),
    (["platform", "import", "none.xml"], "none.xml: cannot be read: No such file or directory"),
    # CliError::Preferences is in test_config.py.
    (["platform", "check", "none.toml"], "none.toml: cannot be read: No such file or directory"),
    (["platform", "show", "two-hosts", "--set", "host.cores=many"], "--set host.cores"),
]


@pytest.mark.parametrize("words, message", OPTIONS, ids=lambda value: " ".join(map(str, value))[:60] if isinstance(value, list) else "")
def test_a_wrong_option(windtunnel, tmp_path, words, message):
    err = wrong(windtunnel, tmp_path, *words)
    assert f"windtunnel: {message}" in err or message in err, err
    assert not (tmp_path / "runs").exists(), "nothing is left behind"


USAGE = [
    (["run", "--netwrok", "flow"], "a similar argument exists: '--network'"),
    (["motfi"], "a similar subcommand exists: 'motif'"),
    (["list", "topologie"], "a similar value exists: 'topologies'"),
    (["motif", "--set", "x"], "expected KEY=VALUE"),
    (["motif", "--time-limit", "-1"], "unexpected argument"),
    (["motif", "--time-limit=0"], "expected seconds above 0"),
    (["motif", "-n", "many"], "expected a whole number"),
    (["record", "-n", 2, "-p", "two-hosts", "./a"], "--trace <TRACE>"),
    (["run", "-v", "-q"], "cannot be used with"),
]


@pytest.mark.parametrize("words, message", USAGE, ids=lambda value: " ".join(map(str, value))[:40] if isinstance(value, list) else "")
def test_wrong_usage(windtunnel, tmp_path, words, message):
    assert message in wrong(windtunnel, tmp_path, *words)


def test_a_scenario_file_is_pointed_into(windtunnel, tmp_path):
    (tmp_path / "s.toml").write_text('platform = "torus-3d"\nnetwrk = "flow"\n')
    err = wrong(windtunnel, tmp_path, "motif", "--scenario", "s.toml")
    assert err == "windtunnel: s.toml:2:1: unknown key `netwrk`; did you mean `network`?\n"
    (tmp_path / "s.toml").write_text("platform = torus\n")
    assert re.match(r"windtunnel: s.toml:1:\d+: ", wrong(windtunnel, tmp_path, "motif", "--scenario", "s.toml"))
    # ScenarioError::Syntax is both of these.


def test_a_platform_file_is_pointed_into(windtunnel, tmp_path):
    good = (ROOT / "platforms" / "two-hosts.toml").read_text()
    (tmp_path / "p.toml").write_text(good.replace("cores", "coers", 1))
    err = wrong(windtunnel, tmp_path, "platform", "check", "p.toml")
    assert re.match(r"windtunnel: p.toml:\d+:\d+: unknown key `host.coers`; expected one of cores, .*; did you mean `cores`\?", err), err
    (tmp_path / "p.toml").write_text(re.sub(r'bandwidth = "[^"]*"', 'bandwidth = "99999999999999 TB/s"', good, count=1))
    assert "is too large for a bandwidth (at most " in wrong(windtunnel, tmp_path, "platform", "check", "p.toml")
    (tmp_path / "p.toml").write_text(re.sub(r'bandwidth = "[^"]*"', 'bandwidth = "1 furlong"', good, count=1))
    # PlatformError::Quantity says what the unit's own message is.
    assert re.match(r"windtunnel: p.toml:\d+:\d+: `[\w.]+`: ", wrong(windtunnel, tmp_path, "platform", "check", "p.toml"))


@pytest.mark.parametrize(
    "storage, message",
    [
        ('model = "shard"', f"p.toml:LINE:9: storage.model: unknown storage model `shard`; expected one of {STORAGES}; did you mean `shared`?"),
        ('bandwith = "1 GB/s"', "p.toml:LINE:12: storage: model `shared` has no parameter `bandwith`; did you mean `bandwidth`?"),
        ('latency = "soon"', "p.toml:LINE:11: storage: parameter `latency` of model `shared`: `soon` is not valid; expected a time, for example `100 us`"),
        ('stripe = "0 B"', "p.toml:LINE:10: storage: parameter `stripe` of model `shared`: `0 B` is not valid; expected a size of at least 1 B, for example `1 MiB`"),
        ('model = "parallel"\ndevice = { kind = "disc" }', f"p.toml:LINE2:19: storage: parameter `device.kind` of model `parallel`: `disc` is not valid; expected one of {DEVICES}; did you mean `disk`?"),
        ('model = "parallel"\ndevice = { kind = "disk", latency = "1 ms" }', "p.toml:LINE2:37: storage: model `disk` has no parameter `device.latency`; did you mean `device.rate`?"),
        ('model = "parallel"\nserver.cache = ["none"]', "p.toml:LINE2:16: `storage.server.cache` is a list; expected a text"),
        ("servers = 0", "p.toml:LINE:11: `storage.servers` is 0; expected a whole number from 1 to 4294967295"),
        ('servers = ["host0", "host9"]', "p.toml:LINE:11: `storage.servers` is `host9`; expected names of hosts, of which the first is `host0`"),
    ],
)
def test_a_file_system_that_makes_no_sense(windtunnel, tmp_path, storage, message):
    good = (ROOT / "platforms" / "two-hosts.toml").read_text()
    (tmp_path / "p.toml").write_text(f"{good}\n[storage]\n{storage}\n")
    err = wrong(windtunnel, tmp_path, "motif", "-n", 2, "-p", "p.toml", "halo3d")
    line = good.count("\n") + 3
    message = message.replace("LINE2", str(line + 1)).replace("LINE", str(line))
    assert err == f"windtunnel: {message}\n"


@pytest.mark.parametrize(
    "packet, network, message",
    [
        ('heeder = "16 B"', "packet", "p.toml:LINE:10: packet: model `packet` has no parameter `heeder`; did you mean `header`?"),
        ("concurrent-messages = 0", "packet", "p.toml:LINE:23: packet: parameter `concurrent-messages` of model `packet`: `0` is not valid; expected a whole number of at least 1"),
        ('seed = "x"', "packet:seed=y", "--network: parameter `seed` of model `packet`: `y` is not valid; expected a whole number of at least 0"),
        ('seed = "x"', "packet:sead=1", "--network: model `packet` has no parameter `sead`; did you mean `seed`?"),
    ],
)
def test_what_a_platform_says_of_packets(windtunnel, tmp_path, packet, network, message):
    good = (ROOT / "platforms" / "two-hosts.toml").read_text()
    (tmp_path / "p.toml").write_text(f"{good}\n[packet]\n{packet}\n")
    err = wrong(windtunnel, tmp_path, "motif", "-n", 2, "-p", "p.toml", "--network", network, "halo3d")
    assert err == f"windtunnel: {message.replace('LINE', str(good.count(chr(10)) + 3))}\n"
    # Other models have no use for it; what is given on the command line wins.
    windtunnel.must("motif", "-q", "-n", 2, "-p", "p.toml", "--network", "flow", "--out", "flow", "halo3d", cwd=tmp_path)
    if packet.startswith("seed"):
        windtunnel.must("motif", "-q", "-n", 2, "-p", "p.toml", "--network", "packet:seed=1", "--out", "run", "halo3d", cwd=tmp_path)


# AssemblyError::PlatformModel
@pytest.mark.parametrize(
    "flow, network, message",
    [
        ("capacity-factr = 0.9", "flow", "p.toml:LINE:18: flow: model `flow` has no parameter `capacity-factr`; did you mean `capacity-factor`?"),
        ("capacity-factor = 0", "flow", "p.toml:LINE:19: flow: parameter `capacity-factor` of model `flow`: `0` is not valid; expected a number above 0, for example `0.97`"),
        ("capacity-factor = 0", "flow:capacity-factor=x", "--network: parameter `capacity-factor` of model `flow`: `x` is not valid; expected a number above 0, for example `0.97`"),
    ],
)
def test_what_a_platform_says_of_flows(windtunnel, tmp_path, flow, network, message):
    good = (ROOT / "platforms" / "two-hosts.toml").read_text()
    (tmp_path / "p.toml").write_text(f"{good}\n[flow]\n{flow}\n")
    err = wrong(windtunnel, tmp_path, "motif", "-n", 2, "-p", "p.toml", "--network", network, "halo3d")
    assert err == f"windtunnel: {message.replace('LINE', str(good.count(chr(10)) + 3))}\n"


def test_a_platform_and_the_command_line_say_the_same_of_flows(windtunnel, tmp_path):
    good = (ROOT / "platforms" / "two-hosts.toml").read_text()
    (tmp_path / "half.toml").write_text(f"{good}\n[flow]\ncapacity-factor = 0.5\n")
    (tmp_path / "whole.toml").write_text(good)

    def seconds(platform, network):
        out = f"{platform}-{network.replace(':', '-')}"
        args = ("-n", 2, "-p", f"{platform}.toml", "--network", network, "--out", out)
        windtunnel.must("motif", "-q", *args, "halo3d", cwd=tmp_path)
        return json.loads((tmp_path / out / "run.json").read_text())["simulated_time_ps"]

    half, whole = seconds("half", "flow"), seconds("whole", "flow")
    assert half == seconds("whole", "flow:capacity-factor=0.5") > whole
    # What is given on the command line wins; a model without such a parameter has no use for the section.
    assert seconds("half", "flow:capacity-factor=1") == whole
    assert seconds("half", "delay") == seconds("whole", "delay")


def test_an_algorithm_fixed_by_a_platform(windtunnel, tmp_path):
    good = (ROOT / "platforms" / "two-hosts.toml").read_text()
    (tmp_path / "p.toml").write_text(good + '\n[mpi]\ncollective = { allreduce = "ring=3" }\n')
    err = wrong(windtunnel, tmp_path, "motif", "-n", 2, "-p", "p.toml", "halo3d")
    assert re.match(r"windtunnel: p.toml:\d+:\d+: ", err) and "ring=3" in err, err


def test_overrides_are_checked(windtunnel, tmp_path):
    # PlatformError::Override
    err = wrong(windtunnel, tmp_path, "platform", "check", "two-hosts", "--set", "host..cores=2")
    assert "--set host..cores" in err


def test_a_folder_with_something_else_is_left_alone(windtunnel, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("precious")
    err = wrong(windtunnel, tmp_path, *MOTIF, "--out", "mine", "halo3d")
    assert err == "windtunnel: mine: exists and is not a run folder (it holds `mine/thesis.tex`, but no run.json); give another --out, or remove it\n"
    assert (tmp_path / "mine" / "thesis.tex").read_text() == "precious"
    (tmp_path / "file").write_text("")
    err = wrong(windtunnel, tmp_path, *MOTIF, "--out", "file/run", "halo3d")
    assert "file/run: cannot be written: " in err, err
    err = wrong(windtunnel, tmp_path, "summary", "mine")
    assert err == "windtunnel: mine: is not a run folder: it has no run.json\n"
    (tmp_path / "mine" / "run.json").write_text("{}")
    assert "mine/run.json: can't be read: missing field" in wrong(windtunnel, tmp_path, "summary", "mine")


def test_a_trace_with_another_number_of_ranks(windtunnel, tmp_path):
    (tmp_path / "t.txt").write_text("0 init\n1 init\n0 finalize\n1 finalize\n")
    err = wrong(windtunnel, tmp_path, "replay", "-n", 5, "-p", "two-hosts", "t.txt")
    assert err == "windtunnel: -n: 5 ranks were asked for, but the trace has 2; leave out -n\n"


def test_loggopsim_takes_a_goal_program_alone(windtunnel, tmp_path):
    (tmp_path / "a.goal").write_text("num_ranks 1\nrank 0 {\ncalc many\n}\n")
    engine = ["replay", "--engine", "loggopsim"]
    err = wrong(windtunnel, tmp_path, *engine, "-p", "two-hosts", "a.goal")
    assert err.startswith("windtunnel: --engine loggopsim: `platform` does not apply to it; "), err
    err = wrong(windtunnel, tmp_path, *engine, "a.goal")
    assert err.startswith("windtunnel: a.goal:3:6: expected the computation's nanoseconds, found `many`"), err
    err = wrong(windtunnel, tmp_path, "replay", "--engine", "loggopsim:Q=1", "a.goal")
    assert "unknown LogGOPSim parameter `Q`" in err
    err = wrong(windtunnel, tmp_path, "replay", "--engine", "simgrid", "a.goal")
    assert err.startswith("windtunnel: --engine: `simgrid` is not valid; expected `windtunnel`, or `loggopsim`"), err


def test_a_trace_with_a_wrong_number(windtunnel, tmp_path):
    (tmp_path / "t.txt").write_text("0 init\n0 send 1 0 many\n1 init\n")
    done = windtunnel("replay", "-p", "two-hosts", "t.txt", cwd=tmp_path)
    assert done.status in (1, 2) and "t.txt:2" in done.err and "`many` is not a" in done.err, done.err
    # LineProblem::NotANumber


def test_a_trace_that_cannot_be_written(windtunnel, halo3d, tmp_path):
    (tmp_path / "file").write_text("")
    common = ["record", "-q", "-n", 8, "-p", "torus-3d", "--compute", "none", "-o", "file/trace"]
    program = [halo3d, "-b", 4]
    assert "file/trace: cannot be written: Not a directory" in wrong(windtunnel, tmp_path, *common, *program)
    windtunnel.must(*common[:-1], "a.trace", *program, cwd=tmp_path)
    export = ["export", "a.trace", "-p", "torus-3d"]
    err = wrong(windtunnel, tmp_path, *export, "--to", "ti", "-o", "file/trace")
    assert "file/trace_files: cannot be written: Not a directory" in err
    # CliError::ExportSource
    err = wrong(windtunnel, tmp_path, *export, "--to", "paje", "-o", "x.paje")
    assert "--to paje: cannot be exported from this; expected a run folder; replay the trace first, with `--observe timeline,messages`" in err
    err = wrong(windtunnel, tmp_path, *export, "--to", "ti", "-o", "x.ti", "--ranks", "0")
    assert "--to ti: cannot be exported from this; expected all of a trace, without --ranks and --window" in err
    err = wrong(windtunnel, tmp_path, "export", "a.trace", "--to", "ti", "-o", "x.ti")
    assert "the platform is missing; give -p FILE or the name of a shipped one" in err


def test_a_damaged_recording(windtunnel, halo3d, tmp_path):
    command = ["record", "-q", "-n", 8, "-p", "torus-3d", "--compute", "none", "-o", "halo.trace", halo3d, "-b", 4]
    windtunnel.must(*command, cwd=tmp_path)
    trace = bytearray((tmp_path / "halo.trace").read_bytes())
    trace[100] ^= 1
    (tmp_path / "changed.trace").write_bytes(trace)
    done = windtunnel("replay", "-p", "torus-3d", "changed.trace", cwd=tmp_path)
    # TraceError::Damaged
    assert done.status == 1 and "changed.trace: byte " in done.err and "its checksum is wrong" in done.err, done.err
    trace[8] = 77
    (tmp_path / "version.trace").write_bytes(trace)
    # TraceError::Version
    err = wrong(windtunnel, tmp_path, "replay", "-p", "torus-3d", "version.trace")
    assert "version.trace: the trace format has version 77; expected version 5: record the trace again" in err, err


def test_a_motif_does_not_fit_a_program_command(windtunnel, tmp_path):
    (tmp_path / "s.toml").write_text('platform = "two-hosts"\n[[job]]\nranks = 2\nprogram = "./a.out"\n')
    err = wrong(windtunnel, tmp_path, "motif", "--scenario", "s.toml")
    assert err == "windtunnel: a trace or a motif is missing; give one, or use `windtunnel run`\n"


def test_blocks_of_a_run_that_has_none(windtunnel, tmp_path):
    windtunnel.must(*MOTIF, "-q", "--out", "run", "halo3d", "iterations=1", cwd=tmp_path)
    source = ROOT / "examples" / "hello.c"
    err = wrong(windtunnel, tmp_path, "run", "-n", 8, "-p", "torus-3d", "--compute", "run", source)
    assert "run: has no `blocks` table; run with `--observe blocks` to have one" in err, err


def test_a_program_that_is_none(windtunnel, tmp_path):
    (tmp_path / "text").write_text("not a program")
    err = wrong(windtunnel, tmp_path, "run", "-n", 2, "-p", "two-hosts", "./text")
    assert err.startswith("windtunnel: ./text: is not an executable file")
    (tmp_path / "text").chmod(0o755)
    err = wrong(windtunnel, tmp_path, "run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "./text")
    assert "not an ELF" in err or "text" in err, err


def test_a_source_that_does_not_compile(windtunnel, tmp_path):
    (tmp_path / "bad.c").write_text("int main(void) { return nothing; }\n")
    err = wrong(windtunnel, tmp_path, "run", "-n", 2, "-p", "two-hosts", "bad.c")
    assert "nothing" in err and re.search(r"bad.c: does not compile: `.*wtcc -O2` ended with exit status: 1", err), err


def test_a_command_that_cannot_be_started(windtunnel, tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "lib" / "windtunnel").mkdir(parents=True)
    command = tmp_path / "bin" / "windtunnel"
    command.write_bytes((windtunnel.prefix / "bin" / "windtunnel").read_bytes())
    command.chmod(0o755)
    source = ROOT / "examples" / "hello.c"
    program = windtunnel.compile(source, tmp_path / "hello")
    words = ["run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--force", "--out", tmp_path / "run", program]
    done = windtunnel.execute(command, *words)
    assert done.status == 2 and "lib/windtunnel/launcher: is missing from this installation of Windtunnel" in done.err
    (tmp_path / "lib" / "windtunnel" / "launcher").write_text("")
    done = windtunnel.execute(command, *words)
    assert done.status == 2 and re.search(r"lib/windtunnel/launcher: cannot be started: ", done.err), done.err


def broken_program(windtunnel, tmp_path, name, source, *options, compiler="cc"):
    (tmp_path / f"{name}.c").write_text(source)
    done = windtunnel.execute(compiler, "-o", tmp_path / name, tmp_path / f"{name}.c", *options)
    assert done.status == 0, done.err
    return wrong(windtunnel, tmp_path, "run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--mode", "images", f"./{name}")


PLAIN = "int main(void) { return 0; }\n"


def test_programs_that_cannot_be_loaded(windtunnel, tmp_path):
    assert "statically linked, which is not supported: rebuild without -static" in broken_program(windtunnel, tmp_path, "static", PLAIN, "-static-pie")
    assert "linked at a fixed address" in broken_program(windtunnel, tmp_path, "fixed", PLAIN, "-no-pie")
    library = tmp_path / "libgone.so"
    (tmp_path / "gone.c").write_text("int gone(void) { return 1; }\n")
    assert windtunnel.execute("cc", "-shared", "-fPIC", "-o", library, tmp_path / "gone.c").status == 0
    source = "int gone(void);\nint main(void) { return gone(); }\n"
    run_path = f"-Wl,-rpath,{tmp_path}"
    (tmp_path / "user.c").write_text(source)
    assert windtunnel.execute("cc", "-o", tmp_path / "user", tmp_path / "user.c", library, run_path).status == 0
    (tmp_path / "gone.c").write_text("int other(void) { return 1; }\n")
    assert windtunnel.execute("cc", "-shared", "-fPIC", "-o", library, tmp_path / "gone.c").status == 0
    command = ["run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--mode", "images", "./user"]
    assert "undefined symbol gone: none of the libraries that it is linked with defines it" in wrong(windtunnel, tmp_path, *command)
    library.unlink()
    assert "libgone.so" in wrong(windtunnel, tmp_path, *command)
    # LoadError::Library


def test_a_damaged_program(windtunnel, tmp_path):
    whole = windtunnel.compile(ROOT / "examples" / "hello.c", tmp_path / "hello").read_bytes()
    cut = tmp_path / "cut"
    cut.write_bytes(whole[:200])
    cut.chmod(0o755)
    err = wrong(windtunnel, tmp_path, "run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "./cut")
    assert "damaged ELF file: a header or table points outside the file" in err, err


def test_a_program_with_two_mpi_libraries(windtunnel, tmp_path):
    (tmp_path / "other.c").write_text("int other_mpi(void) { return 1; }\n")
    other = tmp_path / "libmpi.so.12"
    build = ["cc", "-shared", "-fPIC", "-Wl,-soname,libmpi.so.12", "-o", other, tmp_path / "other.c"]
    assert windtunnel.execute(*build).status == 0
    source = "#include <mpi.h>\nint other_mpi(void);\nint main(void) { return MPI_Init(0, 0) + other_mpi(); }\n"
    ours = [f"-L{windtunnel.prefix / 'lib' / 'windtunnel'}", "-lmpi_abi"]
    windtunnel.compile(source, tmp_path / "both", *ours, other, f"-Wl,-rpath,{tmp_path}")
    for mode in ("images", "processes"):
        # LoadError::TwoFaces, StartError::TwoFaces
        command = ["run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--mode", mode, "--out", mode, "./both"]
        err = wrong(windtunnel, tmp_path, *command)
        assert "needs two MPI libraries, " in err and err.rstrip().endswith(": link it with one"), err


def test_no_address_space(windtunnel, tmp_path):
    program = windtunnel.compile(ROOT / "examples" / "hello.c", tmp_path / "hello")
    words = f"run -q -n 4 -p fat-tree --compute none --out {tmp_path}/run {program}"
    done = windtunnel.execute("bash", "-c", f"ulimit -v 1000000; {windtunnel.prefix}/bin/windtunnel {words}")
    assert done.status == 2 and "cannot reserve" in done.err and "bytes of address space for" in done.err, done.err


def test_more_ranks_than_mappings(windtunnel, tmp_path):
    program = windtunnel.compile(ROOT / "examples" / "hello.c", tmp_path / "hello")
    command = ["run", "-q", "-n", 16_000_000, "-p", "two-hosts", "--oversubscribe", "--compute", "none", program]
    err = wrong(windtunnel, tmp_path, *command)
    assert "memory mappings, but vm.max_map_count allows" in err and "sysctl vm.max_map_count=" in err, err


def test_damaged_blocks(windtunnel, halo3d, tmp_path):
    words = ["run", "-q", "-n", 4, "-p", "fat-tree", halo3d, "-b", 4, "-i", 1]
    windtunnel.must(*words[:6], "--out", "measured", *words[6:], cwd=tmp_path)
    part = tmp_path / "measured" / "blocks" / "part-00000.parquet"
    whole = part.read_bytes()
    part.write_bytes(whole[:-20])
    err = wrong(windtunnel, tmp_path, *words[:6], "--compute", "measured/", *words[6:])
    assert "measured/blocks/part-00000.parquet: can't be read: Parquet error: " in err, err


def test_a_system_that_refuses_is_quoted(windtunnel, tmp_path):
    # LoadError::System: a limit on the size of files holds for the one that images are mapped from, too.
    source = "#include <mpi.h>\nchar large[1 << 20] = {1};\nint main(void) { MPI_Init(0, 0); MPI_Finalize(); return large[1]; }\n"
    program = windtunnel.compile(source, tmp_path / "large")
    words = f"run -q -n 2 -p two-hosts --compute none --out {tmp_path}/run {program}"
    done = windtunnel.execute("bash", "-c", f"trap '' XFSZ; ulimit -f 64; {windtunnel.prefix}/bin/windtunnel {words}")
    assert done.status == 2, done.err
    assert "windtunnel: the program cannot be loaded: ftruncate of the images' file: File too large" in done.err
