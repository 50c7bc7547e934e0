"""Commands in a folder of a stranger's: modules of Python lie there by every name that one of ours imports, and none is executed."""

import json
import re
import sys
from importlib.metadata import packages_distributions

import pytest

from tunnel import ROOT

HALO = ["halo3d", "bytes=1 KiB", "iterations=1"]
MOTIF = ["motif", "-q", "-n", 2, "-p", "two-hosts"]

#: Each command with words of its own; `{x}` is a place for results.
COMMANDS = {
    "scenario inputs": ["scenario", "inputs", "--", "motif", "-n", 2, "-p", "two-hosts", "ping"],
    "run": ["run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--out", "{x}", "{elsewhere}/ring"],
    "record": ["record", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--out", "{x}", "-o", "{x}.trace", "{elsewhere}/ring"],
    "replay": ["replay", "-q", "-p", "two-hosts", "--out", "{x}", "ring.trace"],
    "motif": [*MOTIF, "--out", "{x}", *HALO],
    "compare": ["compare", "-q", "--networks", "flow", "delay", "--out", "{x}", "--", *MOTIF[:1], *MOTIF[2:], *HALO],
    "summary": ["summary", "run"],
    "export perfetto": ["export", "run", "--to", "perfetto", "-o", "{x}.pftrace"],
    "export otf2": ["export", "run", "--to", "otf2", "-o", "{x}"],
    "report": ["report", "run", "-o", "{x}.html"],
    "report data": ["report", "data.parquet", "-o", "{x}.html"],
    "explain": ["explain", "run"],
    "explain what-if": ["explain", "run", "--what-if"],
    "links": ["links", "run"],
    "tune mapping": ["tune", "mapping", "run", "-p", "two-hosts", "--steps", 10, "-o", "{x}.map"],
    "tune collectives": ["tune", "collectives", "-n", "2", "-p", "two-hosts", "--mpi-library", "openmpi-5.0", "--operation", "bcast", "-o", "{x}"],
    "platform check": ["platform", "check", "two-hosts"],
    "platform show": ["platform", "show", "two-hosts"],
    "platform print": ["platform", "print", "two-hosts"],
    "platform route": ["platform", "route", "two-hosts", "host0", "host1"],
    "platform place": ["platform", "place", "two-hosts", "-n", 2],
    "platform import": ["platform", "import", "two.xml", "-o", "{x}.toml"],
    "platform draw": ["platform", "draw", "two-hosts", "-o", "{x}.svg"],
    "list": ["list", "platforms"],
    "config": ["config"],
    "trace library": ["trace", "library", "mpich"],
    "trace info": ["trace", "info", "ring.trace"],
    "trace compare": ["trace", "compare", "run", "run"],
    "trace cut": ["trace", "cut", "ring.trace", "--phase", "0", "-o", "{x}.trace"],
    "trace merge": ["trace", "merge", "ring.trace", "-o", "{x}.trace"],
    "calibrate host": ["calibrate", "host", "--repetitions", 1],
    "calibrate program": ["calibrate", "program", "-o", "{x}.c"],
    "calibrate network": ["calibrate", "network", "raw.csv", "-p", "shape.toml", "-o", "{x}.toml", "--library", "{x}-library.toml"],
    "calibrate check": ["calibrate", "check", "raw.csv", "-p", "two-hosts", "--report", "{x}.html"],
    "calibrate storage": ["calibrate", "storage", "fio.json"],
    "calibrate noise": ["calibrate", "noise", "--seconds", 1, "-o", "{x}.txt"],
    "campaign": ["campaign", "campaign.toml", "--store", "{x}", "-o", "{x}.parquet"],
    "study list": ["study", "list"],
    "study run": ["study", "run", "percs-alltoall", "--small", "--out", "{x}"],
}
#: Those that Python carries out: on a mistake they are what would execute.
BY_PYTHON = ["report data", "export otf2", "compare", "calibrate network", "calibrate check", "calibrate storage", "campaign", "study run"]

CAMPAIGN = '[scenario]\nmotif = "halo3d"\nplatform = "two-hosts"\nranks = 2\nparameters.iterations = 1\n[over]\nppn = [1, 2]\n'
SHAPE = '[topology]\nkind = "full"\nhosts = 2\n[topology.links.all]\n'
TWO_XML = (
    '<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "simgrid.dtd">\n<platform version="4.1">\n<zone id="z" routing="Full">\n'
    '<host id="a" speed="1Gf"/>\n<host id="b" speed="1Gf"/>\n<link id="l" bandwidth="1GBps" latency="1us"/>\n'
    '<route src="a" dst="b"><link_ctn id="l"/></route>\n</zone>\n</platform>\n'
)


def raw(library="a library"):
    """What wtcal would have measured on a machine of 10 us and 1 GB/s."""
    lines = [f"# wtcal 1, {library}", "test,param,bytes,ranks,rep,seconds,late"]
    for size in (1, 64, 1024, 16384, 262144, 1048576):
        lines += [f"pingpong,1,{size},2,{rep},{1e-5 + size / 1e9:.9f},0" for rep in range(3)]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def stranger(windtunnel, tmp_path_factory):
    """A folder with something to read for every command, made elsewhere, and with modules that leave a trace when executed."""
    made, elsewhere = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("elsewhere")
    windtunnel.compile(ROOT / "examples" / "ring.c", elsewhere / "ring")
    observed = ["--observe", "timeline,messages,waits,graph,links,link_use", "--out", "run"]
    windtunnel.must("motif", "-q", "-n", 4, "-p", "two-hosts", *observed, *HALO, cwd=made)
    recorded = ["record", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--out", "ring", "-o", "ring.trace"]
    windtunnel.must(*recorded, elsewhere / "ring", cwd=made)
    texts = {"campaign.toml": CAMPAIGN, "shape.toml": SHAPE, "two.xml": TWO_XML, "raw.csv": raw(), "matplotlibrc": "text.usetex: True\n"}
    for name, text in texts.items():
        (made / name).write_text(text)
    windtunnel.must("campaign", "campaign.toml", "-q", "-o", "data.parquet", cwd=made)
    job = {"jobname": "j", "job options": {"rw": "read", "bs": "256k", "iodepth": "1"}, "read": {"bw_bytes": 180e6, "iops": 700.0, "total_ios": 100}}
    (made / "fio.json").write_text(json.dumps({"jobs": [job]}))
    executed = elsewhere / "executed"
    names = {*sys.stdlib_module_names, *packages_distributions(), "windtunnel", "sitecustomize", "usercustomize"}
    for name in names - {"."}:
        if name.isidentifier():
            (made / f"{name}.py").write_text(f"with open({str(executed)!r}, 'a') as file:\n    file.write({name!r} + '\\n')\nraise SystemExit(9)\n")
    return made, elsewhere, executed


def traces(executed):
    """Names of modules that were executed since the last look."""
    found = executed.read_text().split() if executed.exists() else []
    executed.unlink(missing_ok=True)
    return found


def subcommands(windtunnel, *words):
    """Every command there is, as the command itself tells."""
    told = windtunnel.must(*words, "--help").out
    if "\nCommands:\n" not in told:
        return [" ".join(words)]
    names = re.findall(r"^  ([a-z-]+) ", told.partition("\nCommands:\n")[2].partition("\n\n")[0], re.MULTILINE)
    return [found for name in names if name != "help" for found in subcommands(windtunnel, *words, name)]


def test_every_command_is_tried(windtunnel):
    tried = {" ".join(map(str, words[:2])) for words in COMMANDS.values()} | {str(words[0]) for words in COMMANDS.values()}
    assert set(subcommands(windtunnel)) <= tried


#: What may be said of where modules are: nothing of the current folder, and that it is one of the places.
PATHS = {"plain": "{path}", "here": ":.:{path}"}


@pytest.mark.parametrize("command", COMMANDS)
def test_no_module_of_the_current_folder_is_executed(windtunnel, stranger, command):
    made, elsewhere, executed = stranger
    for kind, path in PATHS.items():
        if kind != "plain" and command not in BY_PYTHON:
            continue
        place = elsewhere / f"{command.replace(' ', '-')}-{kind}"
        words = [str(word).replace("{x}", str(place)).replace("{elsewhere}", str(elsewhere)) for word in COMMANDS[command]]
        environment = {"PYTHONPATH": path.replace("{path}", windtunnel.environment["PYTHONPATH"])}
        done = windtunnel(*words, cwd=made, env=environment)
        assert not traces(executed), kind
        # Measuring takes a machine that does nothing else.
        assert done.status == 0 or command in ("calibrate host", "calibrate noise", "calibrate check"), (done.status, done.err)


def test_a_campaign_gives_programs_the_path_that_it_was_given(windtunnel, stranger, tmp_path):
    """What our own interpreter must not see is not kept from those of users."""
    source = (
        "#include <mpi.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
        'int main(void) { MPI_Init(0, 0); printf("<%s>\\n", getenv("PYTHONPATH")); MPI_Finalize(); return 0; }\n'
    )
    windtunnel.compile(source, tmp_path / "path")
    campaign = 'keep = true\n[scenario]\nprogram = "path"\nplatform = "two-hosts"\nranks = 1\n[over]\nppn = [1]\n'
    (tmp_path / "c.toml").write_text(campaign)
    given = f".:{windtunnel.environment['PYTHONPATH']}"
    windtunnel.must("campaign", "-q", "c.toml", cwd=tmp_path, env={"PYTHONPATH": given})
    assert [file.read_text() for file in tmp_path.rglob("stdout.txt")] == [f"<{given}>\n"]


def test_a_users_program_imports_what_lies_beside_it(windtunnel, stranger, tmp_path):
    """Its own folder comes first, as ever, and the current folder not at all."""
    made, _, executed = stranger
    (tmp_path / "own.py").write_text("NAME = 'own'\n")
    (tmp_path / "prog.py").write_text("import sys, own\nprint(own.NAME, sys.path[0], '' in sys.path)\n")
    out = tmp_path / "out"
    done = windtunnel("run", "-q", "-n", 1, "-p", "two-hosts", "--compute", "none", "--out", out, tmp_path / "prog.py", cwd=made)
    assert f"own {tmp_path} False" in done.out, (done.out, done.err)
    assert not traces(executed)


def test_pictures_do_not_depend_on_the_current_folder(windtunnel, stranger, tmp_path):
    """A `matplotlibrc` there could have TeX executed."""
    pytest.importorskip("matplotlib")
    made, elsewhere, _ = stranger
    for place, out in ((tmp_path, "here"), (made, "there")):
        windtunnel.must("study", "run", "percs-alltoall", "--small", "--out", tmp_path / out, cwd=place)
    pictures = sorted((tmp_path / "here").glob("*.png"))
    assert pictures and all(file.read_bytes() == (tmp_path / "there" / file.name).read_bytes() for file in pictures)
