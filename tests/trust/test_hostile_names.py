"""Names of any kind, from platforms, measurements, campaigns and data sets, and as paths: text in every page, bounded where they
are shown, and one clear error where they are too much."""

import json
import os
import subprocess
import xml.etree.ElementTree
from html.parser import HTMLParser

import pytest
from test_hostile_folder import SHAPE, raw

#: Would end a title, a text and a script, and begin an element of its own.
HOSTILE = "</title></text></script><hostile a=\"'>&"
#: The same in TOML, with characters that XML has no place for.
HOSTILE_TOML = json.dumps(HOSTILE + "\x1b\x01")
LONG = "x" * 65_536
#: Characters of the longest line.
LINE = 4_096

GRAPH = """
name = {name}
[topology]
kind = "graph"
hosts = [{one}, {two}]
switches = [{switch}]
connect = [{{ from = {one}, to = {switch}, link = {link} }}, {{ from = {two}, to = {switch}, link = {link} }}]
[topology.links]
{link} = {{ bandwidth = "1 GB/s", latency = "1 us" }}
[host]
cores = 2
speed = "1 Gflop/s"
memory = {{ bandwidth = "20 GB/s", copy = "5 GB/s", latency = "100 ns" }}
"""
OBSERVED = ["--observe", "timeline,messages,waits,links,link_use,graph"]


def machine(path, name):
    """A platform all of whose names are this one."""
    texts = {key: json.dumps(f"{name}{number}") for number, key in enumerate(("name", "one", "two", "switch", "link"))}
    path.write_text(GRAPH.format(**texts))


class Elements(HTMLParser):
    """Names of all elements of a page, and its visible text."""

    def __init__(self, page):
        super().__init__()
        self.names, self.text = set(), ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)

    def handle_data(self, data):
        self.text += data


def is_text_in(page, names=1):
    found = Elements(page)
    assert "hostile" not in found.names
    assert found.text.count("<hostile") >= names, "it is shown"


# Pages.


@pytest.fixture(scope="module")
def measured(windtunnel, tmp_path_factory):
    """A calibration of a machine and by a library with such names, and the check of what came out."""
    pytest.importorskip("numpy")
    folder = tmp_path_factory.mktemp("measured")
    (folder / "a<hostile>.csv").write_text(raw(HOSTILE))
    (folder / "shape.toml").write_text(f"name = {HOSTILE_TOML}\n{SHAPE}")
    words = ["calibrate", "network", "a<hostile>.csv", "-p", "shape.toml", "-o", "machine.toml", "--library", "library.toml"]
    windtunnel.must(*words, cwd=folder)
    windtunnel("calibrate", "check", "a<hostile>.csv", "-p", "machine.toml", "--report", "check.html", cwd=folder)
    return folder


def test_pages_of_calibrations_show_names_as_text(windtunnel, measured):
    is_text_in((measured / "machine.html").read_text(), names=2)
    is_text_in((measured / "check.html").read_text())
    # In the files they stand in comments and texts.
    assert "no errors" in windtunnel.must("platform", "check", "machine.toml", cwd=measured).out
    assert "<hostile" in (measured / "machine.toml").read_text()


def test_the_page_of_a_data_set_shows_names_as_text(windtunnel, tmp_path):
    polars = pytest.importorskip("polars")
    pytest.importorskip("numpy")
    columns = {"point": ["a", "b", "c"], HOSTILE: [HOSTILE, "y", "z"], "ending": ["finished", "finished", HOSTILE], "reason": [None, None, HOSTILE]}
    numbers = ["program_status", "simulated_time_ps", "compute_ps", "mpi_ps", "waiting_ps", "messages", "bytes", "collectives", "events"]
    columns |= {name: [1, 2, 3] for name in [*numbers, "host_peak_memory_bytes"]}
    columns |= {f"host_{name}_seconds": [0.5, 0.25, 1.0] for name in ("wall", "cpu", "total")}
    data = tmp_path / "a<hostile>.parquet"
    polars.DataFrame(columns).write_parquet(data, metadata={"windtunnel.units": json.dumps({HOSTILE: HOSTILE})})
    windtunnel.must("report", data, "-o", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "hostile" not in Elements(page).names and "u003chostile" in page


def test_drawings_and_reports_of_runs_show_names_as_text(windtunnel, tmp_path):
    machine(tmp_path / "m.toml", HOSTILE + "\x1b\x01")
    run = ["-n", 2, "--ppn", 1, "-p", "m.toml"]
    windtunnel.must("motif", "-q", *run, *OBSERVED, "--out", "run", "halo3d", cwd=tmp_path)
    windtunnel.must("report", "run", cwd=tmp_path)
    assert "hostile" not in Elements((tmp_path / "report.html").read_text()).names
    windtunnel.must("platform", "draw", "m.toml", "-o", "m.svg", cwd=tmp_path)
    windtunnel.must("compare", "--platforms", "m.toml", "two-hosts", "--out", "both", "--", "motif", "-n", 2, "halo3d", cwd=tmp_path)
    for drawing in ("m.svg", "both/compare.svg"):
        names = {element.tag.rpartition("}")[2] for element in xml.etree.ElementTree.parse(tmp_path / drawing).iter()}
        assert "text" in names and "hostile" not in names, drawing


# Long names.


def shown(done, status=0):
    """Lines of what a command has said, none of which is long."""
    assert done.status == status, (done.status, done.err[-500:])
    lines = (done.out + done.err).splitlines()
    assert max(map(len, lines), default=0) <= LINE
    return lines


def test_long_names_of_a_machine_are_bounded_where_they_are_shown(windtunnel, tmp_path):
    machine(tmp_path / "m.toml", LONG)
    shown(windtunnel("motif", "-n", 2, "--ppn", 1, "-p", "m.toml", *OBSERVED, "--out", "run", "halo3d", cwd=tmp_path))
    for words in (["summary"], ["summary", "-v"], ["explain"], ["links"], ["report"]):
        shown(windtunnel(*words, "run", cwd=tmp_path))
    for words in (["check"], ["show"], ["draw", "-o", "m.svg"]):
        shown(windtunnel("platform", *words, "m.toml", cwd=tmp_path))
    table = shown(windtunnel("platform", "route", "m.toml", f"{LONG}1", f"{LONG}2", cwd=tmp_path))
    assert max(map(len, table)) < 500 and "at most 1 GB/s" in table[-1]
    assert max(map(len, (tmp_path / "m.svg").read_text().splitlines())) < 2_000
    # In files they are whole.
    assert LONG in windtunnel.must("summary", "--json", "run", cwd=tmp_path).out


PHASES = """
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <windtunnel.h>
int main(int argc, char **argv)
{
    int length = atoi(argv[1]);
    char *name = malloc(length + 1);
    memset(name, 'x', length);
    name[length] = 0;
    MPI_Init(&argc, &argv);
    /* The longest that there is. */
    name[255] = 0;
    wt_phase(name);
    name[255] = 'x';
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_name(comm, name);
    MPI_Barrier(comm);
    MPI_File file;
    MPI_File_open(comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    int value;
    if (argc > 2)
        MPI_Recv(&value, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("deadlock", [[], ["deadlock"]], ids=["ends", "deadlock"])
def test_long_names_of_phases_communicators_and_files(windtunnel, tmp_path, deadlock):
    program = windtunnel.compile(PHASES, tmp_path / "phases")
    observed = ["--observe", "timeline,phases,io,waits", "--out", "run"]
    words = ["run", "-n", 2, "-p", "two-hosts", "--compute", "none", *observed, program, len(LONG), *deadlock]
    shown(windtunnel(*words, cwd=tmp_path), status=1 if deadlock else 0)
    for words in (["summary"], ["summary", "-v"], ["explain"], ["report"]):
        shown(windtunnel(*words, "run", cwd=tmp_path))


#: Commands with a name that is too long for a path, and words of the error.
TOO_LONG = [
    (["motif", "-n", 2, "-p", "two-hosts", "--out", LONG, "ping"], "File name too long"),
    (["motif", "-n", 2, "-p", LONG, "ping"], "unknown platform `"),
    (["motif", "-n", 2, "-p", "two-hosts", LONG], "unknown motif `"),
    (["motif", "-n", 2, "-p", "two-hosts", "--mpi-library", LONG, "ping"], "unknown MPI library"),
    (["run", "-n", 2, "-p", "two-hosts", LONG], "program not found"),
    (["summary", LONG], "is not a run folder"),
    (["report", "run", "-o", LONG], "is not a run folder"),
    (["campaign", LONG], "File name too long"),
    (["calibrate", "storage", LONG], "File name too long"),
    (["calibrate", "check", LONG, "-p", "two-hosts"], "File name too long"),
    (["calibrate", "program", "-o", LONG], "File name too long"),
    (["study", "run", LONG], "unknown study `"),
]


@pytest.mark.parametrize(("words", "message"), TOO_LONG, ids=lambda value: value if isinstance(value, str) else "-".join(map(str, value[:2])))
def test_a_name_too_long_for_a_path_is_one_clear_error(windtunnel, tmp_path, words, message):
    lines = shown(windtunnel(*words, cwd=tmp_path), status=2)
    assert len(lines) == 1 and message in lines[0], [line[:100] + line[-300:] for line in lines]


# Campaign files.

HEAD = '[scenario]\nmotif = "halo3d"\nplatform = "two-hosts"\nranks = 2\n'
CAMPAIGNS = {
    "deep list": ("x = " + "[" * 50_000 + "]" * 50_000, "its values are nested too deeply"),
    "deep tables": (HEAD + "[over]\n" + "a." * 20_000 + "a = [1]\n", "nested too deeply"),
    "deep key": ("[" + ".".join("a" * 20_000) + "]\n", "unknown key `a`"),
    "a number too long": (f"points = {'9' * 5000}\n", "digits"),
    "a grid": (HEAD + f"[over]\nppn = {list(range(1, 1100))}\nseed = {list(range(1, 1100))}\n", "has 1,207,801 points; expected at most 1,000,000"),
    "a range": (HEAD + '[over]\n"set.links.host.latency" = { from = "1 us", to = "2 us", points = 1000000000 }\n', "has 1,000,000,000 points; expected at most 1,000,000"),
    "samples": ("points = 1000000000\nsampling = \"random\"\n" + HEAD + "[over]\nppn = [1, 2]\n", "has 1,000,000,000 points; expected at most 1,000,000"),
    "a search": (HEAD + "[over]\nppn = [1, 2]\n[search]\nminimize = \"simulated_time_ps\"\npoints = 1000000000\n", "points: found 1,000,000,000; expected at most 1,000,000"),
    "an infinite range": (HEAD + "[over]\nppn = { from = 1, to = inf, points = 3 }\n", "to: expected a number"),
    "a pipe": (None, "it is a pipe, a socket or a device; expected a regular file"),
}


@pytest.mark.parametrize("case", CAMPAIGNS)
def test_a_campaign_file_that_is_too_much_is_one_clear_error(windtunnel, tmp_path, case):
    text, message = CAMPAIGNS[case]
    if text is None:
        os.mkfifo(tmp_path / "c.toml")
    else:
        (tmp_path / "c.toml").write_text(text)
    limited = 'ulimit -v 4000000; exec timeout 60 "$@"'
    done = windtunnel.execute("bash", "-c", limited, "bash", windtunnel.prefix / "bin/windtunnel", "campaign", "c.toml", "--list", cwd=tmp_path)
    lines = shown(done, status=2)
    assert len(lines) == 1 and message in lines[0], [line[:200] + line[-200:] for line in lines]


# Paths of any bytes.


def test_paths_that_are_not_utf8_work_or_are_refused(windtunnel, tmp_path):
    odd = os.fsdecode(b"a\xffb")
    home = tmp_path / odd
    home.mkdir()
    program = windtunnel.compile("#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Finalize(); }\n", tmp_path / "program")
    (home / f"{odd}.toml").write_text(windtunnel.must("platform", "print", "two-hosts").out)
    (home / f"{odd}.campaign.toml").write_text(HEAD + "[over]\nppn = [1, 2]\n")
    os.rename(program, home / odd)
    commands = {
        "run": ["run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--out", odd + "-run", f"./{odd}"],
        "summary": ["summary", odd + "-run"],
        "report": ["report", odd + "-run", "-o", odd + ".html"],
        "export": ["export", odd + "-run", "--to", "goal", "-o", odd + ".goal"],
        "platform": ["platform", "check", f"{odd}.toml"],
        "motif": ["motif", "-q", "-n", 2, "-p", f"./{odd}.toml", "--out", odd + "-motif", "ping"],
        "campaign": ["campaign", "-q", f"{odd}.campaign.toml", "-o", odd + ".parquet"],
        "data": ["report", odd + ".parquet", "-o", odd + "-data.html"],
        "study": ["study", "run", odd],
        "compare": ["compare", "--networks", "flow", "--out", odd + "-compare", "--", "motif", "-n", 2, "-p", "two-hosts", "ping"],
        "calibrate": ["calibrate", "storage", odd + ".json"],
    }
    path = str(windtunnel.prefix / "bin/windtunnel")
    for name, words in commands.items():
        words = [os.fsencode(str(word)) for word in words]
        done = subprocess.run([os.fsencode(path), *words], cwd=home, env=windtunnel.environment, capture_output=True, timeout=60)
        said = done.stderr.decode(errors="surrogateescape")
        assert done.returncode in (0, 2) and "Traceback" not in said and "panicked" not in said, (name, done.returncode, said)
        assert done.returncode == 0 or len(said.splitlines()) == 1, (name, said)
        if name in ("run", "motif"):
            assert "is not UTF-8; expected UTF-8, since arguments are kept in the scenario, a text file" in said


# A plus sign, which separates a name from files.


def test_a_folder_with_a_plus_sign(windtunnel, tmp_path):
    home = tmp_path / "a+b"
    home.mkdir()
    common = ["-q", "-n", 4, "-p", "two-hosts", "--compute", "none"]
    ring = windtunnel.compile("#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Barrier(MPI_COMM_WORLD); MPI_Finalize(); }\n", home / "ring")
    windtunnel.must("run", *common[:5], "--observe", "blocks", "--out", home / "run", ring)
    (home / "rules.toml").write_text('[[block]]\nfunction = "MPI_Barrier"\nscale = 0.5\n')
    (home / "library.toml").write_text(windtunnel_library(windtunnel))
    (home / "x.conf").write_text("coll_tuned_use_dynamic_rules = 1\n")
    for compute in (home / "run", f"{home}/run+{home}/rules.toml", f"none+{home}/rules.toml"):
        done = windtunnel("run", *common[:5], "--compute", compute, "--out", tmp_path / "out", "--force", ring)
        assert done.status == 0, (compute, done.err)
    motif = ["motif", *common[:5], "--out", tmp_path / "out", "--force", "collective"]
    for library in (home / "library.toml", f"openmpi-5.0+{home}/x.conf", f"{home}/library.toml+{home}/x.conf"):
        done = windtunnel(*motif, "--mpi-library", library)
        assert done.status == 0, (library, done.err)
    done = windtunnel(*motif, "--mpi-library", f"openmpi-5.0+{home}/none.conf")
    assert done.status == 2 and f"`{home}/none.conf`" in done.err, done.err


def windtunnel_library(windtunnel):
    entries = json.loads(windtunnel.must("list", "mpi-libraries", "--json").out)
    return next(entry["file"] for entry in entries if entry["name"] == "openmpi-5.0")
