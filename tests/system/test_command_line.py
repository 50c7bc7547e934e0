"""The command line itself: examples of help texts, completions of shells, manual pages."""

import json
import re
import shutil
import subprocess

import pytest

from conftest import ROOT

EXAMPLE = re.compile(r"^  (windtunnel .*)$", re.MULTILINE)
SUBCOMMAND = re.compile(r"^  ([a-z]+) {2,}\S", re.MULTILINE)
OPTION = re.compile(r"^ {2,6}(?:-\w, )?(--[a-z-]+)", re.MULTILINE)
# Their examples read measurements of real machines; test_calibration.py and test_calibrate_storage.py make some.
MEASURED = ("calibrate network", "calibrate check", "calibrate storage")
CLUSTER = """<?xml version='1.0'?>
<platform version="4.1">
  <cluster id="c" prefix="node-" suffix="" radical="0-3" speed="1Gf" bw="125MBps" lat="50us"/>
</platform>
"""
CABLES = """
[scenario]
motif = "halo3d"
ranks = 8
[over]
platform = ["fat-tree", "torus-3d"]
"""


def help_text(windtunnel, *path, long=False):
    done = windtunnel(*path, "--help-all" if long else "--help", env={"COLUMNS": "200"})
    assert done.status == 0, done.err
    return done.out


def leaves(windtunnel, *path):
    """All commands without subcommands, in the order of the help texts, with these."""
    text = help_text(windtunnel, *path)
    inner = SUBCOMMAND.findall(text.partition("Commands:\n")[2].partition("\n\n")[0])
    if not inner:
        return [(path, text)]
    return [leaf for name in inner if name != "help" for leaf in leaves(windtunnel, *path, name)]


@pytest.fixture(scope="module")
def commands(windtunnel):
    return leaves(windtunnel)


@pytest.fixture(scope="module")
def pages(windtunnel):
    """The folder `share` of the installation."""
    return windtunnel.prefix / "share"


def test_examples_of_help_texts_work(windtunnel, commands, tmp_path):
    windtunnel.compile(ROOT / "examples" / "ring.c", tmp_path / "ring")
    (tmp_path / "cluster.xml").write_text(CLUSTER)
    (tmp_path / "pairs.txt").write_text("0 1 1000\n1 2 1000\n2 3 1000\n")
    (tmp_path / "cables.toml").write_text(CABLES)
    environment = {"XDG_STATE_HOME": str(tmp_path / "state")}
    executed = 0
    for path, text in commands:
        examples = EXAMPLE.findall(text.partition("Examples:\n")[2])
        assert len(examples) == 2, f"{path}: {text}"
        if " ".join(path) in MEASURED:
            continue
        for example in examples:
            done = windtunnel.execute("bash", "-c", example, cwd=tmp_path, env=environment)
            if "other programs had the core" in done.err:
                continue  # `calibrate host` needs a machine that is its own.
            assert done.status == 0, f"{example}: status {done.status}\n{done.out}{done.err}"
            executed += 1
    assert executed >= 48


def test_tables_of_platforms_are_also_json(windtunnel):
    def read(*words):
        return json.loads(windtunnel.must("platform", *words, "--json").out)

    checked = read("check", "torus-3d")
    assert checked == {"name": "3-D torus, 512 hosts", "file": "torus-3d.toml (shipped)", "grade": "C", "hosts": 512, "cores": 2048,
                       "links": checked["links"]}
    shown = read("show", "torus-3d", "--set", "topology.links.all.bandwidth=2 GB/s")
    classes = {row["class"]: row for row in shown["classes"]}
    assert sum(row["links"] for row in shown["classes"]) == shown["links"]
    assert {row["bandwidth"] for name, row in classes.items() if name.startswith("dim")} == {2_000_000_000}
    assert shown["diameter"] == 12 and shown["cores_per_host"] == 4 and "torus" in shown["topology"]
    route = read("route", "torus-3d", "host0", "host9:1")
    text = windtunnel.must("platform", "route", "torus-3d", "host0", "host9:1").out
    assert route["from"] == {"host": "host0", "core": 0, "nic": 0} and route["to"]["core"] == 1
    assert len(route["links"]) == len(text.splitlines()) - 2
    assert route["latency_ps"] == sum(link["latency_ps"] for link in route["links"])
    assert route["bandwidth"] == min(link["bandwidth"] for link in route["links"])
    assert all(link["link"] in text for link in route["links"])


def completed(windtunnel, pages, *words):
    """Completions that bash offers for the last word."""
    script = pages / "bash-completion" / "completions" / "windtunnel"
    line = ["windtunnel", *words]
    quoted = " ".join(f"'{word}'" for word in line)
    code = f"""source {script}; COMP_WORDS=({quoted}); COMP_CWORD={len(line) - 1}
        _windtunnel windtunnel '{line[-1]}' '{line[-2]}'; printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = windtunnel.execute("bash", "-c", code)
    assert done.status == 0, done.err
    return done.out.split()


@pytest.mark.parametrize("option, what", [
    ("--network", "networks"), ("--platform", "platforms"), ("-p", "platforms"), ("--mpi-library", "mpi-libraries"),
    ("--mapping", "mappings"), ("--observe", "tables"),
])
def test_values_of_options_are_completed(windtunnel, pages, option, what):
    names = [entry["name"].split()[0] for entry in json.loads(windtunnel.must("list", what, "--json").out)]
    offered = completed(windtunnel, pages, "run", option, "")
    assert [name for name in offered if name in names] == names
    first = names[0]
    assert first in completed(windtunnel, pages, "run", option, first[:2])


def test_commands_and_options_are_completed(windtunnel, pages, commands):
    assert {path[0] for path, _ in commands} <= set(completed(windtunnel, pages, ""))
    assert "pages" not in completed(windtunnel, pages, "")
    for path, _ in commands:
        known = set(OPTION.findall(help_text(windtunnel, *path, long=True)))
        assert known and known <= set(completed(windtunnel, pages, *path, "--")), path


@pytest.mark.parametrize("shell, file", [
    ("bash", "bash-completion/completions/windtunnel"), ("zsh", "zsh/site-functions/_windtunnel"),
    ("fish", "fish/vendor_completions.d/windtunnel.fish"),
])
def test_completions_are_valid_scripts(pages, shell, file):
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    done = subprocess.run([shell, "-n", pages / file], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr


def test_manual_pages_have_every_command_and_option(windtunnel, pages, commands):
    folder = pages / "man" / "man1"
    names = {page.name for page in folder.iterdir()}
    assert "windtunnel.1" in names
    for path, _ in commands:
        page = (folder / f"windtunnel-{'-'.join(path)}.1").read_text().replace("\\-", "-")
        for option in OPTION.findall(help_text(windtunnel, *path, long=True)):
            assert option in page, f"{path}: {option}"


def test_manual_pages_pass_mandoc(pages):
    if shutil.which("mandoc") is None:
        pytest.skip("there is no mandoc")
    for page in sorted((pages / "man" / "man1").glob("windtunnel*.1")):
        done = subprocess.run(["mandoc", "-Tlint", "-Wwarning", page], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
