"""The user's own defaults: where they count, where they do not, and that results name them."""

import json

import pytest

MOTIF = ["motif", "-q", "-n", 8]
HALO = ["halo3d", "bytes=1KiB", "iterations=2"]
OTHER = 'platform = "fat-tree"\nmpi-library = "openmpi-5.0"\n'


@pytest.fixture
def own(tmp_path):
    """Writes a configuration; gives the environment with it."""

    def write(text):
        file = tmp_path / "home" / "windtunnel" / "config.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return {"XDG_CONFIG_HOME": str(tmp_path / "home")}

    return write


def defaults(manifest):
    return {used["key"]: used for used in manifest["defaults"]}


def test_what_is_configured_is_shown(windtunnel, tmp_path, own):
    nothing = {"XDG_CONFIG_HOME": str(tmp_path / "none")}
    assert "none/windtunnel/config.toml (not there)" in windtunnel.must("config", env=nothing).out
    environment = own(OTHER)
    text = windtunnel.must("config", env=environment).out
    assert "home/windtunnel/config.toml\n" in text and "platform     fat-tree" in text and "openmpi-5.0" in text
    shown = json.loads(windtunnel.must("config", "--json", env=environment).out)
    assert shown == {"platform": "fat-tree", "mpi-library": "openmpi-5.0"}


def test_what_is_configured_for_all_counts_where_the_user_says_nothing(windtunnel, tmp_path, own, manifest):
    files = [tmp_path / name / "windtunnel" / "config.toml" for name in ("site", "vendor")]
    for file in files:
        file.parent.mkdir(parents=True)
    files[0].write_text('platform = "ours.toml"\n')
    files[1].write_text('platform = "torus-3d"\nmpi-library = "mpich-3.4"\n')
    ours = windtunnel.must("platform", "print", "two-hosts").out
    (files[0].parent / "ours.toml").write_text(ours)
    folders = {"XDG_CONFIG_DIRS": f"{tmp_path}/site:relative:{tmp_path}/vendor"}
    text = windtunnel.must("config", env={**own(""), **folders}).out
    assert [line for line in text.splitlines() if line.startswith("for all ")] == [f"for all      {file}" for file in files]
    windtunnel.must("motif", "-q", "-n", 2, "--out", "all", "ping", cwd=tmp_path, env={**own('mpi-library = "openmpi-5.0"\n'), **folders})
    run = manifest(tmp_path / "all")
    assert run["scenario"]["platform"] == f"{files[0].parent}/ours.toml" and run["mpi_library"].startswith("openmpi-5.0")
    files[1].write_text("nonsense = 1\n")
    done = windtunnel("config", env={**own(""), **folders})
    assert done.status == 2 and f"{files[1]}:1:1: unknown key `nonsense`" in done.err, done.err


def test_runs_take_them_and_say_so(windtunnel, tmp_path, own, manifest):
    environment = own(OTHER)
    windtunnel.must(*MOTIF, "--out", "own", *HALO, cwd=tmp_path, env=environment)
    run = manifest(tmp_path / "own")
    assert run["scenario"]["platform"] == "fat-tree" and run["mpi_library"].startswith("openmpi-5.0")
    assert defaults(run)["platform"]["source"] == "your configuration (`windtunnel config`)"
    assert defaults(run)["mpi: library"]["value"] == "openmpi-5.0"
    summary = windtunnel.must("summary", "own", cwd=tmp_path).out
    assert "hosts, your default)" in summary and "(the default)" in summary
    # The scenario of the run repeats it whatever is configured then.
    for number, text in enumerate([OTHER, 'platform = "torus-3d"\nmpi-library = "mpich-3.4"\n']):
        again = ["motif", "-q", "--scenario", "own/scenario.toml", "--out", f"again{number}"]
        windtunnel.must(*again, cwd=tmp_path, env=own(text))
        repeated = manifest(tmp_path / f"again{number}")
        assert repeated["hash"] == run["hash"] and repeated["simulated_time"] == run["simulated_time"]
        assert defaults(repeated).keys() == defaults(run).keys()


def test_whatever_names_a_machine_or_a_library_wins(windtunnel, tmp_path, own, manifest):
    environment = own(OTHER)
    windtunnel.must(*MOTIF, "-p", "torus-3d", "--mpi-library", "mpich-3.4", "--out", "a", *HALO, cwd=tmp_path, env=environment)
    run = manifest(tmp_path / "a")
    assert run["scenario"]["platform"] == "torus-3d" and run["mpi_library"].startswith("mpich-3.4")
    assert not {"platform", "mpi: library"} & defaults(run).keys()
    # A platform that names its library.
    platform = windtunnel.must("platform", "print", "two-hosts").out
    (tmp_path / "mine.toml").write_text(platform + '\n[mpi]\nlibrary = "cray-mpich-8"\n')
    windtunnel.must("motif", "-q", "-n", 2, "-p", "mine.toml", "--out", "b", *HALO, cwd=tmp_path, env=environment)
    run = manifest(tmp_path / "b")
    assert run["mpi_library"].startswith("cray-mpich-8") and "mpi: library" not in defaults(run)


def test_scripts_do_not_depend_on_them(windtunnel, tmp_path, own):
    code = "import windtunnel; windtunnel.motif('halo3d', ranks=8)"
    done = windtunnel.execute("python3", "-c", code, cwd=tmp_path, env=own(OTHER))
    assert done.status == 1 and "the platform is missing" in done.err


@pytest.mark.parametrize("text, message", [
    ('platfrom = "fat-tree"\n', "config.toml:1:1: unknown key `platfrom`; did you mean `platform`?"),
    ("platform = fat-tree\n", "config.toml:1:12: "),
])
def test_a_wrong_file_is_pointed_into(windtunnel, tmp_path, own, text, message):
    for command in (["config"], [*MOTIF, *HALO]):
        done = windtunnel(*command, cwd=tmp_path, env=own(text))
        assert done.status == 2 and message in done.err, done.err
