"""A toy of every kind of thing is added by following CONTRIBUTING.md, and works: all of them at once, in a copy of the tree."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
from habits import OPTIONAL, ROOT, SECTIONS, add, inserted, toys

TOYS = list(toys())
# A further MPI operation has no toy: MPI's functions are complete, and the compiler demands every arm that its section names.
WITHOUT_TOY = {"MPI operation", "Rules"}
# Suites that CONTRIBUTING.md promises to run on a new thing: crates, and filters of test names. All crates are tested by one
# command, which builds each dependency once; so all tests of a crate whose name fits a filter of another one run as well.
CRATES = ["platform", "models", "mpi", "mpi-rank", "workload", "observe", "results", "views", "engine", "runtime", "cli"]
FILTERS = [
    *("topologies::", "mapping::", "shipped", "figures_of", "every_shipped"),
    *("network::suite", "storage::suite", "layouts::suite", "caches::suite", "devices::suite"),
    *("collectives::", "library::", "selectors::"),
    *("motifs::", "traces::"),
    *("report", "export"),
    *("listing", "scenario"),
    *("checks::", "schema", "accesses"),
]
# System tests that the toys add to, or whose lists they extend.
SYSTEM = {
    "tests/system/test_motifs.py": "relay",
    "tests/system/test_posix.py": "same_in_all_modes",
    "tests/system/test_run.py": "opens or toy",
    "tests/errors-programs/test_misuse.py": "arguments",
    "tests/system/test_exports.py": "tally",
    "tests/system/test_errors.py": "",
    "tests/system/test_studies.py": "toy or unknown",
}


def test_every_kind_has_a_toy():
    assert sorted(toy.section for toy in TOYS) == sorted(set(SECTIONS) - WITHOUT_TOY)


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.folder.name)
def test_a_toy_touches_the_files_that_its_section_names_and_no_others(toy):
    rows = list(toy.rows())
    named = set().union(*(files for files, _ in rows))
    assert toy.touched <= named, "CONTRIBUTING.md does not name all files that one has to touch"
    left_out = [files for files, change in rows if not files & toy.touched and not OPTIONAL.search(change)]
    assert not left_out, "the toy does without a file that CONTRIBUTING.md demands"


def test_all_toys_fit_into_the_tree_together():
    texts = {}
    for toy in TOYS:
        assert not [file for file in toy.files if (ROOT / file).exists()]
        for insert in toy.inserts:
            file = insert["file"]
            texts[file] = inserted(texts.get(file) or (ROOT / file).read_text(), insert)


def tracked():
    """The files of the tree, generated ones left out."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    )
    return [file for file in listed.stdout.decode().split("\0") if file and (ROOT / file).is_file()]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the tree with all toys. Its place stays the same and files that do not differ are left alone, so that cargo builds
    only what has changed since the last time.
    """
    fresh = tmp_path_factory.mktemp("habits") / "tree"
    for file in tracked():
        (fresh / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, fresh / file)
    for toy in TOYS:
        add(toy, fresh)
    root = ROOT / "build" / "habits"
    wanted = {str(path.relative_to(fresh)) for path in fresh.rglob("*") if path.is_file()}
    for path in [path for path in root.rglob("*") if path.is_file() and str(path.relative_to(root)) not in wanted]:
        if ".git" not in path.relative_to(root).parts:
            path.unlink()
    for file in wanted:
        if not ((root / file).is_file() and (root / file).read_bytes() == (fresh / file).read_bytes()):
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(fresh / file, root / file)
    subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)
    return root


@pytest.fixture(scope="module")
def environment(tree):
    """What commands in the copy see: build folder, installation, Python package."""
    prefix = tree.parent / "habits-prefix"
    return {
        **os.environ,
        # Cargo takes crates of two trees for the same if they lie alike below their roots: they may not share a folder.
        "CARGO_TARGET_DIR": str(ROOT / "target" / "habits"),
        "WT_CARGO_PROFILE": os.environ.get("WT_CARGO_PROFILE", "release"),
        "WT_PREFIX": str(prefix),
        "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(tree / "python"),
    }


def execute(tree, environment, *command):
    done = subprocess.run([*map(str, command)], cwd=tree, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(tree, environment):
    """An installation with the toys."""
    execute(tree, environment, "sh", "tools/stage.sh", environment["WT_PREFIX"])
    # As `make reference` does.
    execute(tree, environment, sys.executable, "tools/reference.py")
    execute(tree, environment, sys.executable, "tools/drawings.py")
    return lambda *command: execute(tree, environment, *command)


def cargo_test(environment, crates, *targets):
    words = [word for crate in crates for word in ("-p", f"windtunnel-{crate}")]
    return ["cargo", "test", "--profile", environment["WT_CARGO_PROFILE"], *words, *targets, "--"]


@pytest.mark.soak
def test_the_suites_of_each_kind_run_on_the_toys(tree, environment):
    suites = cargo_test(environment, CRATES, "--lib", "--bins")
    execute(tree, {**environment, "WINDTUNNEL_WRITE_TABLES": "1"}, *suites, "collectives::", "topologies::numbering")
    assert "hand_to_hand" in (tree / "crates/mpi/src/collectives/tests/snapshots/bcast.txt").read_text()
    execute(tree, environment, *suites, *FILTERS)
    execute(tree, environment, *cargo_test(environment, ["platform", "observe"], "--test", "*"))


@pytest.mark.soak
def test_all_other_tests_of_these_crates_pass_with_the_toys(tree, environment):
    others = [crate for crate in CRATES if crate not in ("cli", "runtime", "results")]
    execute(tree, environment, *cargo_test(environment, others, "--test", "*"))


@pytest.mark.soak
def test_toys_are_used_by_the_command(installed, tree, tmp_path):
    """Times computed by hand. On `toy-full` a message takes 1 us + 1 ns per byte between hosts; the library `toy` adds 1 us
    for the send and 1 us for the receive.
    """

    def run(*words):
        out = tmp_path / "run"
        installed("windtunnel", *words[:1], "-q", "--force", "--out", out, *words[1:])
        return json.loads((out / "run.json").read_text())["simulated_time_ps"] // 1000

    motif = ["motif", "-n", 4, "-p", "toy-full", "--ppn", 1, "--mapping", "reversed", "--mpi-library"]
    assert run(*motif, "ideal", "--network", "plain", "relay", "bytes=1000 B") == 3 * 2000
    assert run(*motif, "toy", "--network", "plain", "--label", "mine", "relay", "bytes=1000 B") == 3 * (1000 + 2000 + 1000)
    assert 'label = "mine"' in (tmp_path / "run" / "scenario.toml").read_text()
    # Two stars: up, across and down from the first host to the second.
    stars = 'name = "Stars"\n[topology]\nkind = "pair-of-stars"\nhosts = 1\nlinks.all = { bandwidth = "1 GB/s", latency = "1 us" }\n'
    (tmp_path / "stars.toml").write_text(
        stars + '[host]\ncores = 1\nspeed = "1 Gflop/s"\n'
        'memory = { bandwidth = "20 GB/s", copy = "5 GB/s", latency = "100 ns", sockets = 1 }\n'
        '[storage]\nmodel = "steady"\ntime = "2 ms"\n'
    )
    machine = ["-p", tmp_path / "stars.toml", "--mpi-library", "ideal", "--network", "plain"]
    assert run("motif", "-n", 2, *machine, "relay", "bytes=1000 B") == 3000 + 1000
    (tmp_path / "two.naps").write_text("naps\n1 us\n3 us\n")
    assert run("replay", *machine, tmp_path / "two.naps") == 3000
    # A byte by three ranks from hand to hand.
    (tmp_path / "bcast.c").write_text(
        "#include <mpi.h>\nint main(int argc, char **argv) { char byte = 0; MPI_Init(&argc, &argv);\n"
        "MPI_Bcast(&byte, 1, MPI_BYTE, 0, MPI_COMM_WORLD); MPI_Finalize(); }\n"
    )
    program = ["run", "-n", 3, "-p", "toy-full", "--ppn", 1, "--mpi-library", "ideal", "--compute", "none"]
    assert run(*program, "--network", "plain", "--collective", "bcast=hand_to_hand", tmp_path / "bcast.c") == 2 * 1001


@pytest.mark.soak
def test_pages_and_lists_know_the_toys(installed, tree, tmp_path):
    listed = {
        "topologies": "pair-of-stars",
        "networks": "plain",
        "storage": "steady",
        "collectives": "hand_to_hand",
        "mpi-libraries": "toy",
        "motifs": "relay",
        "trace-formats": "naps",
        "platforms": "toy-full",
        "mappings": "reversed",
        "tables": "opens",
    }
    for name, entry in listed.items():
        entries = json.loads(installed("windtunnel", "list", name, "--json"))
        assert entry in [found["name"] for found in entries], name
    common = ["-q", "-n", 4, "-p", "toy-full", "--observe", "timeline,messages", "--out", tmp_path / "run"]
    installed("windtunnel", "motif", *common, "relay")
    installed("windtunnel", "report", tmp_path / "run", "-o", tmp_path / "report.html")
    assert "There are messages." in (tmp_path / "report.html").read_text()
    for file, names in SYSTEM.items():
        chosen = ["-k", names] if names else []
        installed(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen, file)
    installed(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/layering", "tests/system/test_docs.py",
              "-k", "layering or generated or links_of or documented or error_message")
