"""`windtunnel report`, opened in a real browser: what is seen, zoomed, clicked, typed, compared, and how large and fast it is.

WT_REPORT_RANKS=65536 makes the large report of that many ranks (by default fewer, with the same budgets). WT_REPORT_PICTURES=DIR
keeps a picture of every section, light and dark.
"""

import hashlib
import json
import os
import re
from pathlib import Path

import browser as chromium
import pytest

from tunnel import ROOT

OBSERVE = ["--network", "flow:bucket=5 us", "--observe", "timeline,messages,waits,links,link_buckets"]
LARGE = int(os.environ.get("WT_REPORT_RANKS", "8192"))
SECTIONS = ["timeline", "path", "waits", "functions", "messages", "links", "loads", "network", "mapping", "about"]
MEGABYTE = 1e6


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


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("report")


def motif(windtunnel, folder, name, ranks, platform, *more):
    size = ["halo3d", "bytes=16 KiB", "iterations=4", "compute=50 us"]
    windtunnel.must("motif", "-q", "-n", ranks, "-p", platform, "--out", name, *OBSERVE, *more, *size, cwd=folder, timeout=600)
    return folder / name


@pytest.fixture(scope="module")
def small(windtunnel, folder, halo3d):
    windtunnel.must("run", "-q", "-n", 16, "-p", "fat-tree", "--ppn", 4, "--compute", "none", "--out", "small", *OBSERVE, halo3d, "-b", 8, "-i", 4, cwd=folder)
    windtunnel.must("report", "small", "-o", "small.html", cwd=folder)
    return folder / "small.html"


@pytest.fixture(scope="module")
def pair(windtunnel, folder):
    """512 ranks on two machines."""
    motif(windtunnel, folder, "torus", 512, "torus-3d", "--ppn", 1)
    motif(windtunnel, folder, "dragonfly", 512, "dragonfly", "--ppn", 1)
    windtunnel.must("report", "torus", "dragonfly", "-o", "pair.html", cwd=folder)
    return folder / "pair.html"


@pytest.fixture(scope="module")
def large(windtunnel, folder):
    side = {65536: "[32,32,16]", 8192: "[16,16,8]"}.get(LARGE, f"[{LARGE // 4}]")
    motif(windtunnel, folder, "large", LARGE, "torus-3d", "--set", f"topology.dimensions={side}")
    windtunnel.must("report", "large", "-o", "large.html", cwd=folder, timeout=600)
    return folder / "large.html"


def data_of(page):
    text = page.read_text()
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)[1])


def told(browser):
    """What was said to screen readers last."""
    return browser.js("document.getElementById('live').textContent")


def canvas(section, number=0):
    return f"document.querySelectorAll('#{section} canvas')[{number}]"


def colours(browser, which):
    """How many colours a canvas shows."""
    return browser.js(f"""(() => {{
        const canvas = {which}; const {{data}} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size; }})()""")


def digest(browser, which):
    return hashlib.sha256(browser.js(f"{which}.toDataURL()").encode()).hexdigest()


def pictures(browser, name):
    place = os.environ.get("WT_REPORT_PICTURES")
    if not place:
        return
    Path(place).mkdir(parents=True, exist_ok=True)
    for section in ["head", *browser.js("[...document.querySelectorAll('section')].map((section) => section.id)")]:
        box = browser.js(f"(() => {{ const r = document.getElementById('{section}').getBoundingClientRect(); return {{x: 0, y: r.y + scrollY, width: innerWidth, height: r.height + 8}}; }})()")
        browser.picture(Path(place) / f"{name}-{section}.png", box)


def test_the_numbers_are_those_of_the_run(small, folder, manifest):
    run = manifest(folder / "small")
    [page] = data_of(small)["runs"]
    assert page["manifest"]["simulated_time_ps"] == run["simulated_time_ps"] and page["actors"] == 16
    assert page["messages"]["point_to_point"]["messages"] + page["messages"]["collective"]["messages"] == run["messages"]
    assert page["messages"]["point_to_point"]["bytes"] + page["messages"]["collective"]["bytes"] == run["bytes"]
    times = {of["name"]: (of["calls"], of["time"], of["waiting"]) for of in page["profile"]["functions"]}
    assert times == {of["function"]: (of["calls"], of["time_ps"], of["waiting_ps"]) for of in run["time"]["functions"]}
    # Sixteen ranks: every call of all of them.
    calls = sum(of["calls"] for of in run["time"]["functions"])
    assert sum(rank["calls"] for rank in page["lanes"]["ranks"]) >= calls and page["lanes"]["messages"]["rows"] == run["messages"]
    assert sum(place["time"] for place in page["timeline"]["places"] if place["state"] == "MPI_Waitall") == times["MPI_Waitall"][1]
    assert any("halo3d.c:" in place["site"] for place in page["timeline"]["places"])
    hottest = max(page["links"]["Ok"]["hot"], key=lambda link: link["part"])
    assert hottest["part"] == run["hottest_links"][0]["utilisation_millionths"]


def test_loads_are_those_that_the_command_tells(windtunnel, pair, folder):
    told = json.loads(windtunnel.must("links", "torus", "dragonfly", "--json", "--plateau", "0.9,0.99,1", cwd=folder).out)["runs"]
    for page, run in zip(data_of(pair)["runs"], told, strict=True):
        curves = {(curve["phase"], curve["class"]): curve for curve in page["loads"]["Ok"]}
        assert set(curves) == {(entry["phase"], entry["class"]) for entry in run["loads"]}
        for entry in run["loads"]:
            curve = curves[entry["phase"], entry["class"]]
            assert (curve["links"], curve["used"], curve["mean"]) == (entry["links"], entry["used"], entry["mean"])
            density = dict(map(tuple, entry["distribution"]))
            assert all(sum(n for x, n in density.items() if x <= load) == upto for load, upto in curve["points"])
            assert curve["points"][-1] == [entry["max"], entry["links"]] and len(curve["points"]) <= 256


def test_settings_that_differ_are_told(pair):
    assert data_of(pair)["settings"] == [{"setting": "platform", "values": ["torus-3d", "dragonfly"]}]


def test_settings_that_differ_are_shown(browser, pair):
    browser.open(pair)
    browser.until("document.querySelectorAll('#compare tbody tr').length > 0")
    rows = browser.js("[...document.querySelectorAll('#compare table')][1].innerText").split()
    assert rows[-3:] == ["platform", "torus-3d", "dragonfly"]


def test_loads_are_drawn_by_class(browser, pair):
    browser.open(pair)
    browser.until("document.querySelectorAll('#loads tbody tr').length > 0")
    rows = "[...document.querySelectorAll('#loads tbody tr')].map((row) => row.innerText)"
    assert len(browser.js(rows)) == 2, "both machines have a network"
    browser.js("document.querySelector('#loads input[value=global]').click()")
    (row,) = browser.js(rows)
    assert row.startswith("dragonfly")


def test_the_same_runs_make_the_same_bytes(windtunnel, small, folder):
    windtunnel.must("report", "small", "-o", "again.html", cwd=folder)
    assert small.read_bytes() == (folder / "again.html").read_bytes()
    assert not list(folder.glob("*.part"))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("which", ["small", "pair", "large"])
def test_every_section_shows_something(browser, request, which, dark):
    page = request.getfixturevalue(which)
    assert page.stat().st_size <= 12 * MEGABYTE, f"{page.stat().st_size} bytes"
    browser.open(page, dark=dark)
    paint = browser.js("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()")
    assert paint <= 2000, f"first paint after {paint:.0f} ms"
    browser.settle()
    sections = browser.js("[...document.querySelectorAll('section')].map((section) => section.id)")
    assert sections == (["compare"] if which == "pair" else []) + SECTIONS
    for section in sections:
        if section == "about":
            continue
        for number in range(browser.js(f"document.querySelectorAll('#{section} canvas').length")):
            found = colours(browser, canvas(section, number))
            assert found >= 3, f"{section}, canvas {number}: {found} colours"
    assert browser.js("document.querySelectorAll('.missing').length") == 0
    assert browser.js("getComputedStyle(document.body).backgroundColor") == ("rgb(15, 19, 23)" if dark else "rgb(250, 249, 247)")
    pictures(browser, f"{which}-{'dark' if dark else 'light'}")
    assert browser.problems == []
    assert [url for url in browser.requests if not url.startswith(("file:", "data:"))] == []
    # Every drawing and control has a name, and the page fits into the window.
    assert browser.js("[...document.querySelectorAll('canvas, button, input, select')].every((e) => e.ariaLabel || e.textContent || e.closest('label')?.textContent || e.closest('.u-wrap'))")
    assert browser.js("document.documentElement.scrollWidth <= innerWidth")


def test_mouse_zooms_moves_and_shows_all(browser, small):
    browser.open(small)
    browser.settle()
    box = browser.box("#timeline canvas")
    whole = digest(browser, canvas("timeline"))
    calls = digest(browser, canvas("timeline", 1))
    y = box["y"] + box["height"] / 2
    browser.drag(box["x"] + 300, y, box["x"] + 500, y)
    assert re.match(r"[\d.]+ .s to [\d.]+ .s, ranks 0 to 15$", told(browser)), told(browser)
    browser.settle()
    # The single calls below follow.
    assert digest(browser, canvas("timeline")) != whole and digest(browser, canvas("timeline", 1)) != calls
    browser.mouse("mouseWheel", box["x"] + 400, y, deltaX=0, deltaY=-200, modifiers=2)
    closer = digest(browser, canvas("timeline"))
    browser.js("document.querySelector('#timeline .tools button[aria-label=\"Show all\"]').click()")
    browser.settle()
    assert closer != whole
    browser.mouse("mouseMoved", 5, 5)
    browser.settle()
    assert digest(browser, canvas("timeline")) == whole
    assert browser.problems == []


def test_a_click_shows_the_call_and_its_messages(browser, small):
    browser.open(small)
    browser.settle()
    box = browser.box("#timeline figure:nth-of-type(2) canvas")
    browser.click(box["x"] + box["width"] * 0.5, box["y"] + 22 + 10)
    card = browser.js("document.querySelector('#timeline .card').innerText")
    for word in ["MPI_", "rank", "duration", "waiting", "call site", "halo3d.c:"]:
        assert word in card, card
    # By keys: to a call that sends.
    for _ in range(40):
        browser.key("ArrowRight")
        card = browser.js("document.querySelector('#timeline .card').innerText")
        if "sent to rank" in card:
            break
    assert re.search(r"sent to rank \d+: [\d.]+ k?B, tag -?\d+, \w+", card), card
    browser.key("ArrowDown")
    assert told(browser).startswith("rank 1: "), told(browser)
    assert browser.problems == []


def test_any_rank_is_found_and_is_the_one_that_is_shown(browser, large, folder):
    """Ranks without single calls, too: the search, a click, and the address of the window."""
    browser.open(large)
    browser.settle()
    shown = {head["rank"] for head in data_of(large)["runs"][0]["lanes"]["ranks"]}
    rank = next(rank for rank in range(LARGE // 2, LARGE) if not {rank, rank + 2} & shown)
    search = """(() => {{ const input = document.querySelector('#timeline input[type=search]'); input.value = '{}';
        input.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter'}})); return input.ariaInvalid; }})()"""
    card = "document.querySelector('#timeline .card').innerText"
    assert browser.js(search.format(f"{rank:,}")) == "false"
    assert browser.js(card).startswith(f"Rank {rank:,}\n") and "not in this file" in browser.js(card)
    assert browser.js(search.format(LARGE)) == "true" and f"the last one is {LARGE - 1}" in told(browser)
    # The window is now around the rank: what is clicked is what is shown.
    box = browser.box("#timeline canvas")
    browser.click(box["x"] + box["width"] * 0.5, box["y"] + 22 + (box["height"] - 26) * 9.5 / 15)
    assert browser.js(card).startswith(f"Rank {rank + 2:,}\n"), browser.js(card)
    one = next(iter(sorted(shown)))
    browser.js(search.format(one))
    assert "duration" in browser.js(card).lower()
    browser.until("location.hash.startsWith('#timeline:')")
    address = browser.js("location.hash")
    browser.js("location.reload()")
    browser.until("document.readyState === 'complete'")
    browser.settle()
    assert browser.js("location.hash") == address
    assert browser.problems == []


def test_efficiencies_are_those_of_the_summary(windtunnel, browser, large, folder):
    browser.open(large)
    figures = dict(zip(*[iter(browser.js("[...document.querySelectorAll('.figures dt, .figures dd')].map((e) => e.textContent)"))] * 2, strict=True))
    summary = windtunnel.must("summary", "large", cwd=folder).out
    for name, line in (("Parallel efficiency", "parallel efficiency"), ("Load balance", "load balance"), ("Communication efficiency", "communication")):
        told = re.search(rf"{line} +([\d.]+) %", summary)[1]
        assert figures[name].startswith(f"{told} %"), (name, figures, told)


def test_keys_do_what_the_mouse_does(browser, small):
    browser.open(small)
    browser.settle()
    browser.js("document.querySelector('#timeline canvas').focus()")
    assert browser.js("getComputedStyle(document.activeElement).outlineStyle !== 'none' || document.activeElement.matches(':focus')")
    for key, text in [("+", "+"), ("+", "+"), ("ArrowRight", None), ("]", "]")]:
        browser.key(key, text)
    first = told(browser)
    assert not first.startswith("0 s to"), first
    browser.key("0", "0")
    assert told(browser).startswith("0 s to") and told(browser).endswith("ranks 0 to 15")
    browser.key("Enter")
    assert "MPI_" in browser.js("document.querySelector('#timeline .card h3').textContent")
    # From the address bar, the first stop skips what comes before the content.
    browser.open(small)
    browser.settle()
    browser.key("Tab")
    stops = []
    for _ in range(12):
        stops.append(browser.js("document.activeElement.textContent.trim() || document.activeElement.ariaLabel"))
        browser.key("Tab")
    assert "Timeline" in stops and "Network" in stops, stops
    assert browser.problems == []


def test_the_theme_can_be_switched(browser, small):
    browser.open(small)
    browser.settle()
    before = digest(browser, canvas("network"))
    browser.js("document.querySelector('[aria-label=\"Light or dark\"]').click()")
    browser.settle()
    assert browser.js("document.documentElement.dataset.theme") == "dark" and digest(browser, canvas("network")) != before
    assert browser.problems == []


def test_the_slider_goes_through_time(browser, pair):
    browser.open(pair)
    browser.settle()
    seen = set()
    use = data_of(pair)["runs"][0]["links"]["Ok"]["classes"][0]["most_over_time"]
    for at in (-1, use.index(max(use)), use.index(0)):
        browser.js(f"(() => {{ const slider = document.querySelector('#network input[type=range]'); slider.value = {at}; slider.dispatchEvent(new Event('input')); }})()")
        browser.settle()
        seen.add(digest(browser, canvas("network")))
    assert len(seen) == 3
    assert " to " in browser.js("document.querySelector('#network input[type=range]').getAttribute('aria-valuetext')")


def test_runs_are_compared_by_lost_time(browser, pair, folder, manifest):
    torus, dragonfly = manifest(folder / "torus"), manifest(folder / "dragonfly")
    browser.open(pair)
    browser.settle()
    last = browser.js("[...[...document.querySelectorAll('#compare figure')].find((f) => f.ariaLabel.startsWith('States: dragonfly')).querySelectorAll('tbody tr:last-child td')].map((cell) => cell.textContent)")
    waitall = {run["platform"]: next(of for of in run["time"]["functions"] if of["function"] == "MPI_Waitall")["time_ps"] / 512 for run in (torus, dragonfly)}
    # Losses come first, the largest on top; the largest gain stands last: that of MPI_Waitall.
    [before, after] = waitall.values()
    assert last[:2] == ["MPI_Waitall", "halo3d, MPI_Waitall"] and last[-1] == f"{after / before:.2f}", (last, before, after)
    for heading, column in [("States: dragonfly", 5), ("Wait states: dragonfly", 4)]:
        signs = browser.js(f"[...[...document.querySelectorAll('#compare figure')].find((f) => f.ariaLabel.startsWith('{heading}')).querySelectorAll('tbody tr td:nth-child({column})')].map((cell) => cell.textContent[0])")
        assert signs == sorted(signs, key="+±−".index) and {"+", "−"} <= set(signs), (heading, signs)
    assert last[4].startswith("−" if after < before else "+"), last
    # The other run in all sections.
    browser.js("document.querySelectorAll('nav input')[1].click()")
    browser.settle()
    assert "Dragonfly" in browser.js("document.querySelector('.sub').textContent")
    assert "dragonfly of 33 groups" in browser.js("document.querySelector('#network h3').textContent")
    assert browser.problems == []


def test_the_critical_path_and_the_reasons_are_those_of_the_run(windtunnel, browser, small, folder):
    [run] = data_of(small)["runs"]
    summary = json.loads(windtunnel.must("summary", "--json", folder / "small").out)["analysis"]["path"]
    parts = [run["path"][part] for part in ("computing", "calling", "messages")]
    assert run["path"]["whole"] == run["manifest"]["simulated_time_ps"] == summary["time_ps"] == sum(parts)
    assert (run["path"]["messages"], run["path"]["hops"]) == (summary["messages_ps"], summary["hops"])
    explained = json.loads(windtunnel.must("explain", "--json", folder / "small").out)
    assert run["waits"] == explained
    browser.open(small)
    browser.settle()
    # The head names the largest cause, and leads to the others.
    largest = explained["causes"][0]
    assert browser.js("document.querySelector('.verdict a[href=\"#waits\"]').textContent") == largest["cause"]
    cost = f"{100 * largest['lost_ps'] / explained['all_time_ps']:.1f} % of the ranks' time"
    assert cost in browser.js("document.querySelector('.verdict').textContent")
    tables = browser.js("[...document.querySelectorAll('#waits table')].map((table) => [...table.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent)))")
    counts = [[found for found in explained[part] if found["lost_ps"] * 1000 >= explained["all_time_ps"]] for part in ("causes", "losses")]
    names = [[row[0] for row in rows] for rows in tables]
    assert names == [[found["cause"] for found in counts[0]], [found["wait_state"] for found in counts[1]]]

    def shown(text, cell):
        """What stands between backticks is shown as code."""
        return text.replace("`", "") in cell

    assert all(shown(found["what"], row[6]) and shown(found["advice"], row[6]) for row, found in zip(tables[0], counts[0], strict=True))
    assert all(part["name"] in row[5] for row, found in zip(tables[0], counts[0], strict=True) for part in found["parts"][:3])
    assert all(shown(found["what"], row[3]) for row, found in zip(tables[1], counts[1], strict=True))
    often = "once" if run["path"]["hops"] == 1 else f"{run['path']['hops']:,} times"
    assert f"it changes rank {often}" in browser.js("document.querySelector('#path figcaption').textContent")
    # Over the timeline, too.
    before = digest(browser, canvas("timeline"))
    browser.js("[...document.querySelectorAll('#timeline button')].find((b) => b.textContent === 'Critical path').click()")
    browser.settle()
    assert digest(browser, canvas("timeline")) != before
    # Zoomed by keys.
    path = digest(browser, canvas("path"))
    browser.js("document.querySelector('#path canvas').focus()")
    browser.key("+", "+")
    browser.settle()
    assert digest(browser, canvas("path")) != path and re.search(r" to .*, ranks 0 to 15$", told(browser)), told(browser)
    assert browser.problems == []


def test_pages_without_tables_are_listed_with_what_they_lack(windtunnel, browser, folder):
    windtunnel.must("motif", "-q", "-n", 8, "-p", "torus-3d", "--network", "ideal", "--out", "bare", "halo3d", cwd=folder)
    windtunnel.must("report", "bare", "-o", "bare.html", cwd=folder)
    browser.open(folder / "bare.html")
    browser.settle()
    sections = browser.js("[...document.querySelectorAll('section')].map((section) => section.id)")
    assert sections == ["functions", "mapping", "about"]
    text = browser.js("document.querySelector('#about').innerText")
    for words in ["--observe timeline,messages", "--observe messages", "--observe timeline,waits", "--observe waits", "the network model `ideal` does not count"]:
        assert words in text, words
    assert browser.problems == []


DISKS = """
[topology]
kind = "cluster"
hosts = 6
links.host = { bandwidth = "1.25 GB/s", latency = "5 us" }
[host]
cores = 1
speed = "10 Gflop/s"
memory = { bandwidth = "50 GB/s", copy = "8 GB/s", latency = "300 ns" }
[storage]
model = "parallel"
servers = ["host4", "host5"]
layout = { kind = "pvfs", stripe = "64 KiB" }
server = { cache = "aggregation", memory = "16 MB" }
device = { kind = "disk" }
"""


@pytest.fixture(scope="module")
def disks(windtunnel, folder):
    (folder / "disks.toml").write_text(DISKS)
    words = ["-n", 4, "-p", "disks.toml", "--out", "disks", "--observe", "io,io_requests,io_jobs", "ior", "block=4 MiB", "transfer=256 KiB"]
    windtunnel.must("motif", "-q", *words, cwd=folder)
    windtunnel.must("report", "disks", "-o", "disks.html", cwd=folder)
    return folder / "disks.html"


def test_files_show_servers_and_the_requests_of_a_call(browser, disks, folder, manifest):
    polars = pytest.importorskip("polars")
    io, requests, jobs = (polars.read_parquet(folder / "disks" / name / "*.parquet") for name in ("io", "io_requests", "io_jobs"))
    page = data_of(disks)["runs"][0]["files"]
    assert (page["lanes"], page["servers"]) == ([0, 1], 2)
    assert [page[name]["rows"] for name in ("calls", "requests", "jobs")] == [len(io), len(requests), len(jobs)]
    assert [page[name]["cut"] for name in ("calls", "requests", "jobs")] == [None] * 3
    browser.open(disks)
    browser.settle()
    assert "files" in browser.js("[...document.querySelectorAll('section')].map((section) => section.id)")
    for number in range(2):
        assert colours(browser, canvas("files", number)) >= 4
    pictures(browser, "disks")
    # Keys: the first write. It is listed with what the tables say of it.
    writes = io.filter(polars.col("operation").cast(str) == "write").sort("start", "call")
    plain = digest(browser, canvas("files"))
    browser.js("document.querySelectorAll('#files canvas')[1].focus()")
    for _ in range(len(io)):
        browser.key("ArrowRight")
        if ": write" in told(browser):
            break
    first = writes.filter(polars.col("rank") == int(re.match(r"rank (\d+)", told(browser))[1]))
    assert first["start"][0] == writes["start"][0]
    own = requests.filter(polars.col("call") == first["call"][0])
    assert re.fullmatch(rf"rank \d+: write, 262\.1 kB, [\d.]+ .?s, {len(own)} requests", told(browser)), told(browser)
    browser.settle()
    assert digest(browser, canvas("files")) != plain, "requests and accesses are marked"
    card = browser.js("document.querySelector('#files .card').innerText")
    served = jobs.filter(polars.col("request").is_in(own["request"].to_list()))
    assert f"accesses to devices\n{served['job'].n_unique()}" in card, card
    assert card.count("to server ") == len(own) and ("access " in card) == (len(served) > 0), card
    pictures(browser, "disks-marked")
    # A click on an access marks the operation that it is for.
    box = browser.box("#files canvas")
    busy = jobs.filter(polars.col("server") == 0).sort("end", descending=True)
    end = manifest(folder / "disks")["simulated_time_ps"]
    middle = (busy["start"][0] + busy["end"][0]) / 2
    browser.click(box["x"] + 94 + (box["width"] - 106) * middle / end, box["y"] + 22 + 8)
    served = busy.filter(polars.col("job") == busy["job"][0])["request"].to_list()
    ranks = requests.filter(polars.col("request").is_in(served))["rank"].to_list()
    assert any(told(browser).startswith(f"rank {rank}: ") for rank in ranks), told(browser)
    rows = browser.js("document.querySelectorAll('#files tbody tr').length")
    assert rows == 2
    assert browser.problems == []
    assert browser.js("document.documentElement.scrollWidth <= innerWidth")


def test_the_mapping_is_shown_by_rank_and_by_axes_of_the_grid(windtunnel, browser, folder):
    program = "map grid(4, 4, 8).tile(4, 4, 1) -> machine().tile(2, 2, 1, 4).leaves"
    words = ["-p", "torus-3d", "--set", "topology.dimensions=[4,4,2]", "--mapping", program, "--out", "mapped", "halo3d", "iterations=1"]
    windtunnel.must("motif", "-q", "-n", 128, *words, cwd=folder)
    windtunnel.must("report", "mapped", "-o", "mapped.html", cwd=folder)
    page = data_of(folder / "mapped.html")["runs"][0]["mapping"]["Ok"]
    assert page["grid"] == [4, 4, 8] and page["all"] and page["used"] == 32
    browser.open(folder / "mapped.html")
    browser.settle()
    shown = canvas("mapping")
    pick = "[...document.querySelectorAll('#mapping .choice label')].find((label) => label.innerText === '{}').click()"
    pictures_of = {digest(browser, shown)}
    for axis in ["Axis 0", "Axis 1", "Axis 2"]:
        browser.js(pick.format(axis))
        browser.settle()
        pictures_of.add(digest(browser, shown))
    assert len(pictures_of) == 4
    pictures(browser, "axis")
    assert "axis 2: 0" in browser.js("document.querySelector('#mapping figure').innerText")
    # Another grid of as many ranks, and one that is none.
    sizes = "(() => {{ const field = document.querySelector('#mapping input[type=text]'); field.value = '{}'; field.dispatchEvent(new Event('change')); }})()"
    axes = "[...document.querySelectorAll('#mapping .choice label')].filter((label) => label.innerText.startsWith('Axis')).length"
    browser.js(sizes.format("16x8"))
    assert browser.js(axes) == 2
    browser.js(sizes.format("16x9"))
    assert browser.js(axes) == 0 and browser.js("document.querySelector('#mapping input[type=text]').getAttribute('aria-invalid')") == "true"
    pictures(browser, "mapped")
    assert browser.problems == []


@pytest.mark.parametrize("which", ["small", "pair"])
def test_it_fits_a_phone(browser, request, which):
    browser.open(request.getfixturevalue(which), width=390, height=844)
    browser.settle()
    assert browser.js("document.documentElement.scrollWidth <= innerWidth")
    # A row is a card: no cell is cut, each has its heading.
    cut = "[...document.querySelectorAll('td')].filter((cell) => cell.offsetParent && cell.scrollWidth > cell.clientWidth + 1).length"
    assert browser.js(cut) == 0
    heading = "getComputedStyle(document.querySelector('#functions td:nth-child(2)'), '::before').content"
    assert browser.js(heading) == '"calls"'
    # Legends and controls stay inside their figures.
    out = "[...document.querySelectorAll('figure')].filter((f) => [...f.querySelectorAll('.legend li, button')].some((e) => e.getBoundingClientRect().right > f.getBoundingClientRect().right + 1 && !e.closest('.choice'))).length"
    assert browser.js(out) == 0
    pictures(browser, f"{which}-phone")
    assert browser.problems == []


def test_a_colour_means_the_same_in_every_report(browser, small, pair):
    found = []
    for page in (small, pair):
        browser.open(page)
        browser.settle()
        found.append(dict(browser.js("[...document.querySelectorAll('#timeline .legend li')].map((li) => [li.textContent, li.firstChild.style.background])")))
    assert found[0]["compute"] == found[1]["compute"] and found[0]["wait and test"] == found[1]["wait and test"]
    assert all(found[0][name] == found[1][name] for name in found[0].keys() & found[1].keys())


def test_it_prints_all_sections_on_white(browser, small):
    browser.open(small, dark=True)
    browser.settle()
    browser.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    assert browser.js("getComputedStyle(document.querySelector('nav')).display") == "none"
    browser.js("dispatchEvent(new Event('beforeprint'))")
    assert browser.js("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    browser.call("Emulation.setEmulatedMedia", media="")


def test_wrong_input(windtunnel, small, folder):
    def wrong(*words):
        done = windtunnel("report", *words, cwd=folder)
        assert done.status == 2, done.err
        return done.err

    assert "nothing: is not a run folder: it does not exist" in wrong("nothing")
    assert "9 runs are too many for one report; expected 1 to 8" in wrong(*["small"] * 9)
    assert "no/such/r.html: cannot be written: No such file" in wrong("small", "-o", "no/such/r.html")
    hollow = folder / "hollow"
    hollow.mkdir()
    (hollow / "run.json").write_text((folder / "small" / "run.json").read_text().replace('"finished"', '"failed"'))
    assert "hollow: there is nothing to report: the run left no tables (failed)" in wrong("hollow")
    goal = ROOT / "examples" / "broadcast.goal"
    windtunnel.must("replay", "-q", "--engine", "loggopsim", "--out", "goal", goal, cwd=folder)
    assert "goal: has no `ranks` table; a GOAL program run by `--engine loggopsim` leaves `hosts` alone" in wrong("goal")


def test_a_name_cannot_become_markup(windtunnel, folder, small):
    name = "<img src=x onerror=alert(1)>"
    (folder / name).symlink_to(folder / "small")
    windtunnel.must("report", name, "-o", "named.html", cwd=folder)
    assert "<img" not in (folder / "named.html").read_text()

