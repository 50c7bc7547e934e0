"""Views of runs, platforms and campaigns in a notebook."""

import html.parser

import pytest

import windtunnel
from windtunnel import progress

MOTIF = {"ranks": 8, "platform": "torus-3d"}


class Reader(html.parser.HTMLParser):
    """The texts of a piece of HTML, all of whose elements end."""

    def __init__(self, page):
        super().__init__()
        self.open, self.texts = [], []
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def texts(shown):
    return Reader(shown._repr_html_()).texts


def test_a_run_shows_its_figures(folder):
    run = windtunnel.motif("halo3d", {"bytes": "8 KiB"}, observe=["waits", "timeline"], **MOTIF)
    found = texts(run)
    assert found[:3] == ["halo3d", "simulated time", f"{run.simulated_time * 1e3:.4g} ms"]
    assert f"{run.messages_total:,}, {run.bytes_total:,} bytes" in found
    shares = next(text for text in found if "waiting" in text)
    assert f"waiting {run.manifest['time']['waiting']['mean_ps'] / run.simulated_time_ps:.1%}" in shares
    assert "time of a rank" in run.summary() and repr(run.summary()) == run.summary()
    assert "Root causes" in run.explain()
    with pytest.raises(windtunnel.InputError, match="observe"):
        windtunnel.motif("halo3d", **MOTIF).explain()


def test_a_run_that_failed_shows_why(folder):
    (folder / "a.c").write_text("#include <mpi.h>\nint main() { MPI_Init(0, 0); MPI_Abort(MPI_COMM_WORLD, 3); }\n")
    run = windtunnel.run("a.c", ranks=2, platform="two-hosts", compute="none", check=False)
    assert any(text.startswith("aborted, at ") for text in texts(run)) and any("MPI_Abort with code 3" in text for text in texts(run))


def test_a_report_is_shown_in_a_frame(folder):
    run, other = (windtunnel.motif("halo3d", network=name, **MOTIF) for name in ("flow", "delay"))
    report = run.report()
    shown = report._repr_html_()
    assert shown.startswith("<iframe") and report.path is None and shown.count("<") == 2, "the page is an attribute"
    both = windtunnel.compare(run, other.path).report("both.html")
    assert both.path.read_text() == both.page and "halo3d · halo3d-2" not in report.page
    with pytest.raises(windtunnel.InputError, match="already exists.*force=True"):
        run.report("both.html")


def test_runs_are_compared_by_the_settings_in_which_they_differ(folder):
    machines = [windtunnel.Platform.load("torus-3d").with_({"host.cores": cores}, name=f"{cores} cores") for cores in (4, 8)]
    runs = windtunnel.compare(*(windtunnel.motif("halo3d", ranks=8, platform=machine, network="delay") for machine in machines))
    assert [row["platform"].partition("-")[0] for row in runs.chosen()] == ["runs/platforms/4", "runs/platforms/8"]
    assert list(runs.chosen()[0]) == ["platform", "ranks"], "what is alike is left out"
    assert runs.functions().columns[0] == "function" and runs.functions().width == 4
    assert texts(runs)[0] == "2 runs"


def test_what_varies_is_a_number(folder):
    over = {"set.topology.links.all.bandwidth": ["1 GB/s", "500 MB/s"], "set": [{"host.cores": 4}]}
    with pytest.raises(windtunnel.InputError, match="unknown platform `"):
        windtunnel.sweep(windtunnel.motif, "halo3d", ranks=8, platform="nowhere", over=over)
    over = {"set.topology.links.all.bandwidth": ["1 GB/s", "500 MB/s"], "parameters.bytes": ["8 KiB", "64 KiB"]}
    runs = windtunnel.sweep(windtunnel.motif, "halo3d", over=over, parameters={"iterations": 1}, **MOTIF)
    frame = runs.frame()
    assert frame["set.topology.links.all.bandwidth"].to_list() == [1e9, 1e9, 5e8, 5e8]
    assert frame["parameters.bytes"].to_list() == [8192, 65536] * 2
    assert frame["seconds"][3] > 1.5 * frame["seconds"][1], "the rate of links counts"
    assert 5 * frame["bytes"][0] < frame["bytes"][1] and frame["messages"][0] == frame["messages"][1] < 200, "one iteration"


def test_a_platform_shows_draws_and_routes():
    tree = windtunnel.Platform.load("fat-tree")
    found = texts(tree)
    assert found[0] == tree.name and found[found.index("hosts") + 1] == "576" and "links, level1" in found
    drawing = tree.draw(hosts=64)
    assert drawing._repr_svg_() == drawing.svg and drawing.svg.startswith("<svg") and drawing.svg.count("<path") + drawing.svg.count("<line") > 0
    assert tree.route(0, 100).splitlines()[0].startswith("host0 core 0") and tree.route("host0:3", "host1").startswith("host0 core 3")
    with pytest.raises(windtunnel.InputError, match="host576"):
        tree.route(0, 576)


def test_a_campaign_shows_its_space_and_its_rows(folder):
    campaign = windtunnel.Campaign({"motif": "halo3d", "platform": "torus-3d"}, {"ranks": [8, 100_000]})
    assert texts(campaign)[0] == "campaign: 2 points" and "varies: 8, 100000" in texts(campaign)
    result = campaign.run()
    found = texts(result)
    assert found[0] == "2 points, 2 run, 0 of the store, 1 failed" == repr(result)[17:-1]
    assert found[3:5] == ["8", windtunnel.show.duration(result.table["simulated_time_ps"][0])]
    assert found[6].startswith("refused: 100000 ranks do not fit")


def test_many_runs_have_one_bar(folder, capsys, monkeypatch):
    told = []
    windtunnel.sweep(windtunnel.motif, "halo3d", over={"seed": [1, 2, 3]}, progress=lambda state: told.append((state.run, state.total)), **MOTIF)
    assert told[0] == (0, 3) and told[-1] == (3, 3)
    windtunnel.sweep(windtunnel.motif, "halo3d", over={"seed": [1, 2, 3]}, progress=True, out="again", **MOTIF)
    said = capsys.readouterr().err
    assert "sweep" in said and "runs" in said and "ranks" not in said
    # In a notebook without the package that its bars are made of there is none, and no warning.
    monkeypatch.setitem(progress.sys.modules, "ipykernel.zmqshell", object())
    monkeypatch.setattr(progress, "_has_widgets", lambda: False)
    assert not progress.is_interactive()
