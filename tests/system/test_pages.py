"""The pages that are not drawn by scripts, tunings and calibrations, in a real browser: the same look as reports."""

import json
import math
from importlib.resources import files

import browser as chromium
import pytest
from test_looks import AXE

from windtunnel import kit
from windtunnel.calibration.levels import Level
from windtunnel.calibration.page import plots, section, table
from windtunnel.calibration.raw import Case

WINDOWS = [(1440, False), (1440, True), (390, False), (390, True)]


@pytest.fixture(scope="module")
def browser():
    command, reason = chromium.find()
    if command is None:
        # Loud: continuous integration must not lose these tests unseen.
        print(f"NOT RUN: pages were not opened in a browser: {reason}")
        pytest.skip(f"NOT RUN: {reason}")
    browser = chromium.Browser(command)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def tuned(windtunnel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    words = ["-p", "fat-tree", "--mpi-library", "openmpi-5.0", "-n", "4,6", "--sizes", "1KiB..32KiB", "--operation", "bcast,allgather"]
    windtunnel.must("tune", "collectives", *words, "-o", "tuned", cwd=folder, timeout=300)
    return folder / "tuned" / "report.html"


@pytest.fixture(scope="module")
def calibrated(tmp_path_factory):
    """Of numbers that there may be: a share of nothing, a table for a value, times from nanoseconds to seconds."""
    cases = {Case(test, 0, 4**power, 2): 1e-7 * 3**power for test in ("pingpong", "a test with a long name of many words") for power in range(15)}
    measured = {case: Level(value, 0.9 * value, 1.1 * value) for case, value in cases.items()}
    rows = [(str(case), case.ranks, at.value, at.value * 1.05, 0.05) for case, at in measured.items()]
    values = [("nic.message_time", [{"up_to": "1 KiB", "near": "110 ns"}, {"near": "3 us"}], "110 to 112 ns", "half a round trip"), ("host.x", math.nan, "–", "none")]
    parts = [
        section("Values", table(["key", "value", "interval", "source"], values)),
        section("Data and fit", plots(measured, cases)),
        section("Residuals", table(["case", "ranks", "measured, s", "simulated, s", "error"], rows, [3])),
    ]
    path = tmp_path_factory.mktemp("calibrated") / "machine.html"
    path.write_text(kit.page("Calibration of <a machine> & more", "MPICH 5.0.2; 3 launches", parts))
    return path


#: Texts of drawings that leave them, and cells and headings that are cut.
CUT = """[
    ...[...document.querySelectorAll('svg.plot text')].filter((text) => { const [a, b] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
        return a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1; }),
    ...[...document.querySelectorAll('td, th, h1, h2, h3, li')].filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline'),
].map((e) => e.textContent)"""
#: Labels of one axis that lie on each other.
STRUCK = """[...document.querySelectorAll('svg.plot')].flatMap((svg) => { const boxes = [...svg.querySelectorAll('text')].map((t) => [t.textContent, t.getBoundingClientRect()]);
    return boxes.flatMap(([name, a], at) => boxes.slice(at + 1).filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4).map(([other]) => [name, other])); })"""


@pytest.mark.parametrize(("width", "dark"), WINDOWS)
@pytest.mark.parametrize("which", ["tuned", "calibrated"])
def test_a_page_fits_and_has_the_theme_that_is_asked_for(browser, request, which, width, dark):
    browser.open(request.getfixturevalue(which), width=width, height=900, dark=dark)
    assert browser.js("getComputedStyle(document.body).backgroundColor") == ("rgb(15, 19, 23)" if dark else "rgb(250, 249, 247)")
    assert browser.js("document.documentElement.scrollWidth <= innerWidth"), "it overflows"
    assert browser.js(CUT) == []
    assert browser.js(STRUCK) == []
    words = browser.js("document.body.innerText")
    assert not any(word in words for word in ("nan", "NaN", "{'", "None", "undefined")), words[:400]
    assert browser.js("[...document.querySelectorAll('svg.plot, button')].every((e) => e.ariaLabel || e.textContent)")
    browser.js(files("axe_core_python").joinpath("axe.min.js").read_text() + "; 0")
    assert browser.js(AXE) == []
    assert browser.problems == [] and all(url.startswith(("file:", "data:")) for url in browser.requests)


def test_a_table_is_sorted_and_copied(browser, calibrated):
    browser.open(calibrated, width=1440, height=900)
    column = "[...[...document.querySelectorAll('table')].at(-1).tBodies[0].rows].map((row) => Number(row.cells[2].textContent))"
    press = "[...document.querySelectorAll('table')].at(-1).querySelectorAll('button.sort')[2].click()"
    before = browser.js(column)
    browser.js(press)
    assert browser.js(column) == sorted(before, reverse=True) != before
    assert browser.js("[...document.querySelectorAll('th')].filter((head) => head.ariaSort === 'descending').length") == 1
    browser.js(press)
    assert browser.js(column) == sorted(before)
    browser.js(press)
    assert browser.js(column) == before
    browser.js("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    browser.js("[...document.querySelectorAll('.copied button')].at(-1).click()")
    lines = [line.split("\t") for line in browser.js("copied").splitlines()]
    assert lines[0] == ["case", "ranks", "measured, s", "simulated, s", "error"] and len(lines) == 31
    assert [float(line[2]) for line in lines[1:]] == before


def test_units_count_where_rows_are_sorted(browser, calibrated):
    browser.open(calibrated)
    # The functions are the page's own: the same file, in a scope of its own.
    browser.js(f"window.kit = new Function({json.dumps(kit.SCRIPT)} + '; return {{ compareTexts }};')(), 0")
    order = "['2 s', '900 ms', '', '1.5 µs', '64 KiB', 'word', '−3 ns', '12.5 %'].sort((a, b) => kit.compareTexts(a, b, 1))"
    assert browser.js(order) == ["−3 ns", "1.5 µs", "12.5 %", "900 ms", "2 s", "64 KiB", "word", ""]
