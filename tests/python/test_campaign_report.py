"""The report of a campaign: its figures against closed forms, its page in a real browser."""

import itertools
import json
import math
import random
import re
import sys
from pathlib import Path

import numpy
import polars
import pytest

from conftest import ROOT
from windtunnel import InputError
from windtunnel.campaign import dataset, report
from windtunnel.campaign.outliers import Neighbours, Parameter
from windtunnel.campaign.sensitivity import sensitivity

sys.path.insert(0, str(ROOT / "tests" / "system"))
import browser as chromium

from tunnel import Windtunnel

UNITS = {"set.link.bandwidth": "B/s", "parameters.bytes": "B"} | {
    name: unit for name, (_, unit) in dataset.RESULTS.items() if unit
}


def table(rows, failed=()):
    """A data set of (parameters, simulated time) as a campaign writes it; the rows ``failed`` did not finish."""
    results = {}
    for number, (_, time) in enumerate(rows):
        results[f"{number:064x}"] = (
            {"ending": "refused", "reason": "no <b>place</b>\nsecond line"}
            if number in failed
            else {"ending": "finished", "simulated_time_ps": time, "bytes": number, "host_total_seconds": 0.25}
        )
    names = tuple({name: None for parameters, _ in rows for name in parameters})
    made, _ = dataset.frame(names, [parameters for parameters, _ in rows], list(results), results)
    return made


def write(made, name="x"):
    dataset.write(made, UNITS, Path("runs") / f"{name}.parquet")
    return Path("runs") / f"{name}.parquet"


def grid(failed=(), disturbed=()):
    """240 points over three numbers and a text."""
    values = itertools.product([8, 16, 32, 64], [2**10, 2**14, 2**18], ["flow", "delay"], [10**9 * 2**n for n in range(10)])
    rows = []
    for number, (ranks, size, network, speed) in enumerate(values):
        time = (1e-5 + size / speed * (2 if network == "flow" else 1)) * math.sqrt(ranks) * 1e12
        keys = {"ranks": ranks, "parameters.bytes": size, "network": network, "set.link.bandwidth": f"{speed} B/s"}
        rows.append((keys, round(time * (3 if number in disturbed else 1))))
    return table(rows, failed).with_columns(
        (polars.col("ranks") * 1000 + polars.col("set.link.bandwidth") / 1e6).alias("price")
    )


def data_of(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text(), re.DOTALL)[1])


def made(data, *more):
    status = report.main([str(data), "-o", "out.html", "-q", *more])
    return status, Path("out.html")


# Sensitivity.


def codes(*columns):
    return {f"x{number}": numpy.unique(column, return_inverse=True)[1] for number, column in enumerate(columns)}


def test_indices_of_an_additive_function_on_a_grid_are_exact():
    a, b, c = (
        numpy.array(column, dtype=float) for column in zip(*itertools.product(range(4), range(5), range(3)), strict=True)
    )
    found = sensitivity(codes(a, b, c), 3 * a + b**2)
    parts = numpy.array([9 * numpy.var(range(4)), numpy.var([n * n for n in range(5)]), 0])
    assert found.method == "grid" and found.points == 60
    assert numpy.allclose(list(found.first.values()), parts / parts.sum())
    assert numpy.allclose(list(found.total.values()), parts / parts.sum())


def test_indices_of_a_product_on_a_grid_are_exact():
    a, b = (numpy.array(column, dtype=float) for column in zip(*itertools.product([1, 2, 5], [1, 3, 4, 7]), strict=True))
    found = sensitivity(codes(a, b), a * b)
    # Squared coefficients of variation: the variance of a product of independent factors is that of (1 + u)(1 + v) − 1.
    u, v = (float(numpy.var(of) / numpy.mean(of) ** 2) for of in ([1, 2, 5], [1, 3, 4, 7]))
    whole = u + v + u * v
    assert found.first == pytest.approx({"x0": u / whole, "x1": v / whole})
    assert found.total == pytest.approx({"x0": (u + u * v) / whole, "x1": (v + u * v) / whole})


@pytest.mark.parametrize("seed", range(4))
def test_indices_of_a_sample_are_within_their_interval(seed):
    """Ishigami and Homma's function, whose indices are known: 0.3139, 0.4424 and 0."""
    x = numpy.random.default_rng(seed).uniform(-math.pi, math.pi, (600, 3))
    y = numpy.sin(x[:, 0]) + 7 * numpy.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * numpy.sin(x[:, 0])
    found = sensitivity(codes(*x.T), y)
    assert found.method == "sample" and found.points == 600 and not found.total
    for name, exact in {"x0": 0.3139, "x1": 0.4424, "x2": 0.0}.items():
        assert 0.01 < found.interval[name] < 0.09
        # The classes, as wide as they have to be, cost a little.
        assert abs(found.first[name] - exact) <= found.interval[name] + 0.02


def test_a_choice_of_a_sample_has_its_share():
    means = numpy.zeros(2)
    for seed in range(10):
        source = numpy.random.default_rng(seed)
        kind, x = source.integers(0, 3, 200), source.uniform(0, 1, 200)
        found = sensitivity(codes(kind, x), numpy.array([1.0, 5.0, 2.0])[kind] + 4 * x)
        means += numpy.array(list(found.first.values())) / 10
    shares = numpy.array([numpy.var([1, 5, 2]), 16 / 12])
    assert list(means) == pytest.approx(list(shares / shares.sum()), abs=0.03)


def test_too_few_points_have_no_indices():
    x = numpy.random.default_rng(1).uniform(0, 1, (39, 4))
    found = sensitivity(codes(*x.T), x[:, 0])
    assert (found.method, found.points, found.needed, found.first) == ("none", 39, 40, {})
    assert sensitivity(codes(*x.T), numpy.ones(39)).method == "none"


# Outliers.


def test_outliers_are_those_that_were_disturbed(folder):
    disturbed = {17, 100, 201}
    status, page = made(write(grid(disturbed=disturbed)))
    assert status == 0
    found = data_of(page)["outliers"]["simulated_time_ps"]
    assert {one["row"] for one in found} == disturbed
    assert all(2 < one["value"] / one["expected"] < 4.5 for one in found)
    _, page = made(write(grid()), "--force")
    assert data_of(page)["outliers"]["simulated_time_ps"] == []


def test_a_smooth_function_of_a_sample_has_no_outliers():
    source = numpy.random.default_rng(5)
    x = source.uniform(0, 1, (300, 3))
    parameters = [Parameter(numpy.unique(column, return_inverse=True)[1], True) for column in x.T]
    parameters.append(Parameter(source.integers(0, 2, 300), False))
    y = numpy.exp(x.sum(axis=1)) * (1 + parameters[3].codes)
    neighbours = Neighbours(parameters, range(300))
    assert neighbours.outliers(y) == []
    y[42] *= 4
    [found] = neighbours.outliers(y)
    assert found.row == 42
    assert not Neighbours(parameters[:1], range(19)).enough


# The file.


def test_the_same_data_make_the_same_bytes(folder):
    data = write(grid(failed={3}))
    _, page = made(data)
    first = page.read_bytes()
    assert made(data, "--force")[1].read_bytes() == first
    assert len(first) < 300_000
    found = data_of(page)
    assert (found["points"], found["finished"], found["failures"]["points"]) == (240, 239, 1)
    assert found["targets"][:2] == ["simulated_time_ps", "price"] and found["host"]["host_total_seconds"] == 239 / 4
    assert found["sensitivity"]["simulated_time_ps"]["method"] == "sample"
    assert not list(Path().glob(".windtunnel-*"))


def test_nothing_is_overwritten_unasked(folder, capsys):
    data = write(grid())
    Path("out.html").write_text("mine")
    assert made(data)[0] == 2
    assert capsys.readouterr().err == "windtunnel: out.html: already exists; give another name, or replace it with --force\n"
    assert Path("out.html").read_text() == "mine"
    assert report.main([str(data), "-o", "out.txt"]) == 2
    assert report.main([str(data), "-o", "no/out.html"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda path: path.write_text("no Parquet"), "x.parquet: is not a data set of a campaign, or is damaged"),
        (lambda path: path.write_bytes(b""), "x.parquet: is not a data set of a campaign, or is damaged"),
        (lambda path: polars.DataFrame({"a": [1]}).write_parquet(path), "x.parquet: is a Parquet file, but no data set"),
        (
            lambda path: polars.DataFrame({"point": ["x"]}).write_parquet(path, metadata={dataset.METADATA: "{}"}),
            "there is no column `ending`",
        ),
        (lambda path: grid().clear().write_parquet(path, metadata={dataset.METADATA: "{}"}), "the campaign has no points"),
        (lambda path: grid().write_parquet(path, metadata={dataset.METADATA: "not json"}), "x.parquet: is not a data set"),
        (lambda path: None, "x.parquet: there is no such file"),
    ],
    ids=["text", "empty file", "another", "columns", "empty", "units", "missing"],
)
def test_one_clear_error_for_a_wrong_file(folder, capsys, wrong, message):
    wrong(Path("x.parquet"))
    status, page = made("x.parquet")
    error = capsys.readouterr().err
    assert status == 2 and error.count("\n") == 1 and message in error and not page.exists()


def test_the_command_reports_a_data_set(folder):
    windtunnel = Windtunnel()
    data = write(grid())
    assert windtunnel.must("report", data, "-o", "out.html", cwd=folder).out.startswith("out.html: ")
    assert "already exists" in windtunnel("report", data, "-o", "out.html", cwd=folder).err
    assert windtunnel.must("report", "-q", data, "-o", "out.html", "--force", cwd=folder).out == ""
    made(data, "--force")
    (folder / "x.txt").write_text("neither run nor data set")
    wrong = windtunnel("report", "x.txt", cwd=folder)
    assert wrong.status == 2 and "x.txt: is not a data set of a campaign" in wrong.err


def test_logs_and_reports_of_runs_are_linked(folder):
    campaign = report.windtunnel.Campaign(
        {"motif": "ping", "platform": "two-hosts"}, {"ranks": [2, 1000], "seed": list(range(12))}, keep=True
    )
    result = campaign.run()
    disturbed = result.table.with_columns(
        polars.when(polars.col("seed") == 5)
        .then(2)
        .otherwise(1)
        .mul(polars.col("simulated_time_ps"))
        .alias("simulated_time_ps")
    )
    # Twelve points are too few for outliers, so there are as many again.
    both = polars.concat([disturbed, disturbed.filter(ending="finished").with_columns(polars.col("seed") + 12)])
    page = Path("pages/out.html")
    page.parent.mkdir()
    report.write(report.DataSet("x", both, result.units), result.store.path, page)
    found = data_of(page)
    [log] = {(page.parent / one["log"]).resolve().name for one in found["failures"]["listed"]}
    assert log == "log.txt" and found["kept"] and found["stored"]
    links = [one["report"] for one in found["outliers"]["simulated_time_ps"]]
    assert links and all("<title>" in (page.parent / link).read_text()[:400] for link in links)
    assert result.report("own.html").stat().st_size > 10_000
    with pytest.raises(InputError, match="already exists"):
        result.report("own.html")


# The page.


@pytest.fixture(scope="module")
def browser():
    command, reason = chromium.find()
    if command is None:
        # Loud: continuous integration must not lose these tests unseen.
        print(f"NOT RUN: the report was not opened in a browser: {reason}")
        pytest.skip(f"NOT RUN: {reason}")
    browser = chromium.Browser(command)
    yield browser
    browser.close()


def sections(browser):
    return browser.js("[...document.querySelectorAll('section')].map((section) => section.id)")


def clean(browser):
    """Whether nothing went wrong, nothing was fetched, and the page fits the window."""
    assert browser.problems == []
    assert [url for url in browser.requests if not url.startswith(("file:", "data:"))] == []
    assert browser.js("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (390, False)])
def test_every_section_is_drawn(folder, browser, width, dark):
    _, page = made(write(grid(failed={3, 4}, disturbed={50})))
    browser.open(page, width=width, dark=dark)
    browser.settle()
    assert sections(browser) == ["curves", "heatmap", "parallel", "pareto", "sensitivity", "outliers", "failures"]
    assert browser.js("[...document.querySelectorAll('.plot')].every((plot) => plot.querySelectorAll('svg *').length > 20)")
    # Every drawing and control has a name.
    assert browser.js("[...document.querySelectorAll('svg, button, select')].every((e) => e.ariaLabel || (e.tagName === 'BUTTON' && e.textContent))")
    assert browser.js("[...document.querySelectorAll('text')].every((text) => !text.textContent.includes('NaN'))")
    assert browser.js("document.querySelectorAll('b').length") == browser.js("document.querySelectorAll('.ramp b').length")
    assert browser.js("getComputedStyle(document.body).backgroundColor") == (
        "rgb(15, 19, 23)" if dark else "rgb(250, 249, 247)"
    )
    clean(browser)


def test_hovering_tells_all_of_a_point(folder, browser):
    _, page = made(write(grid()))
    browser.open(page)
    browser.settle()
    # The front's first point, by keys; what the mouse shows is the same.
    browser.js("document.querySelector('#pareto svg').focus()")
    browser.key("ArrowRight")
    told = browser.js("tip.innerText")
    for words in [
        "point ",
        "ranks: 8",
        "parameters.bytes: 1 KiB",
        "network: ",
        "link.bandwidth: 1 GB/s",
        "simulated time: ",
        " µs",
        "price: 9,000",
    ]:
        assert words in told, told
    box = browser.box("#heatmap svg")
    browser.mouse("mouseMoved", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert "(median of " in browser.js("tip.innerText")
    clean(browser)


def test_the_reader_chooses(folder, browser):
    _, page = made(write(grid()))
    browser.open(page)
    browser.settle()
    choose = "((place, at, text) => {{ const select = document.querySelectorAll(place + ' select')[at]; select.selectedIndex = [...select.options].findIndex((o) => o.text === text); select.dispatchEvent(new Event('change')); }})('{}', {}, '{}')"
    browser.js(choose.format("nav", 0, "price"))
    assert browser.js("document.getElementById('best').textContent").startswith("Least price: 9,000, at point 1: ranks 8, ")
    browser.js(choose.format("nav", 1, "greatest"))
    assert browser.js("document.getElementById('best').textContent").startswith("Greatest price: 576,000, at point ")
    browser.js(choose.format("#heatmap", 2, "least"))
    browser.js(choose.format("#heatmap", 0, "network"))
    assert "network" in browser.js("document.querySelector('#heatmap h3').textContent")
    browser.js(choose.format("#curves", 0, "ranks"))
    browser.settle()
    assert browser.js("document.querySelectorAll('#curves .legend')[0].innerText").split() == ["8", "16", "32", "64"]
    # A range on an axis.
    box = browser.box("#parallel .handle")
    browser.drag(box["x"] + 12, box["y"] + 2, box["x"] + 12, box["y"] + 40)
    assert browser.js("document.querySelector('#parallel .hint').textContent").startswith("60 of 240 points are chosen")
    clean(browser)


def test_the_front_is_that_of_brute_force(folder, browser):
    _, page = made(write(grid()))
    browser.open(page)
    browser.settle()
    source = random.Random(4)
    for count in (1, 2, 7, 40, 200):
        # Few values, so that there are equal ones; some are missing.
        points = [[source.choice([None, *range(1 + count // 3)]) for _ in range(count)] for _ in range(2)]
        for signs in itertools.product((1, -1), repeat=2):
            there = [at for at in range(count) if points[0][at] is not None and points[1][at] is not None]
            cost = {at: [sign * column[at] for sign, column in zip(signs, points, strict=True)] for at in there}
            front = [
                at
                for at in there
                if not any(cost[b] != cost[at] and all(x <= y for x, y in zip(cost[b], cost[at], strict=True)) for b in there)
            ]
            assert sorted(browser.js(f"front({json.dumps(points[0])}, {json.dumps(points[1])}, {list(signs)})")) == front


@pytest.mark.parametrize("rows", ["all failed", "one point", "one parameter", "equal", "sample", "list"])
def test_small_campaigns_have_honest_pages(folder, browser, rows):
    source = random.Random(2)
    one = [({"ranks": ranks}, 1000 * ranks) for ranks in (2, 4, 8)]
    data = {
        "all failed": table(one, failed={0, 1, 2}),
        "one point": table(one[:1]),
        "one parameter": table(one),
        "equal": table([(keys, 5) for keys, _ in one]).with_columns(polars.lit(5).alias("bytes")),
        "sample": table([({"ranks": source.random(), "seed": source.random()}, source.randrange(10**9)) for _ in range(25)]),
        # Points of a list may lack keys.
        "list": table(
            [
                (
                    {"ranks": 2 + n % 5, "oversubscribe": n % 3 == 0} | ({"seed": n // 7} if n % 2 else {}),
                    10**6 + n % 5 * 10**4 + n,
                )
                for n in range(40)
            ]
        ).with_columns((polars.col("seed") / (polars.col("ranks") - 2)).alias("ratio")),
    }[rows]
    status, page = made(write(data))
    assert status == 0
    browser.open(page)
    browser.settle()
    text = browser.js("document.body.innerText")
    expected = {
        "all failed": "No point has finished: there is nothing to draw.",
        "one point": "All finished points have the same results.",
        "one parameter": "Exact for the 3 points of the grid",
        "equal": "All finished points have the same results.",
        "list": "Estimated from 40 points, with 95 % intervals",
        "sample": "25 finished points are too few: a sample needs at least 30 for 2 parameters",
    }[rows]
    assert expected in text
    assert ("failures" in sections(browser)) == (rows == "all failed")
    clean(browser)
