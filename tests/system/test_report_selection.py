"""Questions about single ranks, calls and messages, answered by `windtunnel report --serve` as by a query of the
run's tables; the server itself; and what a file answers without one."""

import http.client
import re
import signal
import subprocess
from contextlib import contextmanager
from pathlib import Path

import browser as chromium
import pytest

polars = pytest.importorskip("polars")
RANKS = 256
#: A rank that no lane of the file shows, and a window in picoseconds that no bin of the file has.
RANK = 211
FROM, TO = 2_030_000_007, 7_055_000_003
WHOLE = (0, 1 << 62)


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
def run(windtunnel, tmp_path_factory):
    """Ranks that differ: noise hits them at different times, and messages have two sizes."""
    folder = tmp_path_factory.mktemp("selection")
    words = [
        "-n",
        RANKS,
        "-p",
        "torus-3d",
        "--ppn",
        1,
        "--set",
        "topology.dimensions=[8,8,4]",
        "--set",
        "host.noise.period=200us",
        "--set",
        "host.noise.duration=10us",
    ]
    windtunnel.must(
        "motif",
        "-q",
        *words,
        "--observe",
        "timeline,messages,waits",
        "--out",
        "run",
        "halo3d",
        "bytes=4 KiB",
        "bytes_x=128 KiB",
        "iterations=5",
        "compute=50 us",
        cwd=folder,
    )
    return folder / "run"


def table(run, name):
    return polars.read_parquet(run / name / "*.parquet")


@contextmanager
def serving(windtunnel, run):
    """Serves a report; gives its address."""
    command = [windtunnel.prefix / "bin" / "windtunnel", "report", "--serve", run.name]
    server = subprocess.Popen(command, cwd=run.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().strip()
        assert server.poll() is None, server.stderr.read()
    finally:
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=60)
    assert server.returncode == 0 and "until Ctrl-C" in said, said


@pytest.fixture(scope="module")
def served(windtunnel, browser, run):
    with serving(windtunnel, run) as address:
        yield address


def quantity(text):
    """The number of a cell: times in picoseconds."""
    value, unit = re.match(r"([\d.,]+) ?(\S*)", text).groups()
    return float(value.replace(",", "")) * {
        "s": 1e12,
        "ms": 1e9,
        "µs": 1e6,
        "ns": 1e3,
        "ps": 1,
        "%": 0.01,
        "kB": 1e3,
        "MB": 1e6,
        "GB": 1e9,
    }.get(unit, 1)


FIGURE = "[...document.querySelectorAll('#timeline figure')].at(-1)"


class Page:
    """The timeline of a report, used as people use it."""

    def __init__(self, browser, address, width=1440):
        self.browser = browser
        browser.open(address, width=width, height=1000)
        self.settle()

    def settle(self):
        self.browser.settle()

    def type(self, label, text):
        wrong = self.browser.js(f"""(() => {{ const input = document.querySelector('#timeline [aria-label="{label}"]'); input.value = '{text}';
            input.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter'}})); input.dispatchEvent(new Event('change')); return input.ariaInvalid; }})()""")
        self.settle()
        return wrong

    def window(self, ranks=None, first=None, last=None):
        if ranks:
            self.type("Rank to show and pin, or ranks to show", ranks)
        if last:
            self.type("Time to show", f"{first} ps to {last} ps")

    def only(self, rank):
        self.window(str(rank))
        self.press("Pinned ranks only")

    def press(self, text):
        self.browser.js(
            f"[...document.querySelectorAll('#timeline button')].find((button) => button.textContent === '{text}').click()"
        )
        self.settle()

    def table(self, label):
        return self.browser.js(
            f"""[...document.querySelectorAll('#timeline [aria-label="{label}"] tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"""
        )

    def functions(self):
        return {
            row[0]: (int(quantity(row[1])), quantity(row[2]), quantity(row[4]))
            for row in self.table("Selected calls by function")
        }

    @property
    def told(self):
        return self.browser.js("document.querySelector('#timeline .told').textContent")

    @property
    def card(self):
        return self.browser.js("document.querySelector('#timeline .card').innerText")


@pytest.fixture
def page(browser, served):
    yield Page(browser, served)
    assert browser.problems == []


def touching(rows, first=0, last=RANKS - 1, window=(FROM, TO), start="start", end="end"):
    """The query: calls that touch the window, of these ranks."""
    low, high = window
    rows = rows.filter((polars.col(start) < high) & ((polars.col(end) > low) | (polars.col(start) >= low)))
    return rows.filter(polars.col("rank").is_between(first, last)) if "rank" in rows.columns else rows


def lasting(rows):
    """With their durations, longest first; of those as long the earliest."""
    return rows.with_columns(duration=polars.col("end") - polars.col("start")).sort(
        "duration", "start", "rank", descending=[True, False, False]
    )


def same_calls(found, rows):
    """The list of the longest calls is that of the query."""
    expected = lasting(rows).head(20)
    assert len(found) == len(expected) > 0
    for cells, row in zip(found, expected.iter_rows(named=True), strict=True):
        assert (int(quantity(cells[0])), cells[1]) == (row["rank"], row["state"])
        assert quantity(cells[3]) == pytest.approx(row["duration"], rel=1e-4) and quantity(cells[2]) == pytest.approx(
            row["start"], rel=1e-6
        )


def test_1_the_longest_waitall_of_a_rank_in_a_window(page, run):
    page.only(RANK)
    page.window(first=FROM, last=TO)
    page.type("Function", "MPI_Waitall")
    of = touching(table(run, "timeline"), RANK, RANK).filter(polars.col("state") == "MPI_Waitall")
    same_calls(page.table("Longest selected calls"), of)
    assert len(of) > 1 and page.told.startswith(f"{len(of)} calls of pinned rank {RANK}, ") and page.told.endswith("exactly.")


def test_2_calls_and_time_of_each_function_of_a_rank(page, run):
    page.only(RANK)
    page.window(first=FROM, last=TO)
    of = touching(table(run, "timeline"), RANK, RANK)
    part = polars.min_horizontal("end", polars.lit(TO)) - polars.max_horizontal("start", polars.lit(FROM))
    expected = of.with_columns(part=part).group_by("state").agg(polars.len(), polars.sum("part"))
    found = page.functions()
    assert found.keys() == set(expected["state"])
    for state, calls, time in expected.iter_rows():
        assert found[state][0] == calls and found[state][1] == pytest.approx(time, rel=1e-3)


def test_3_the_waiting_of_all_ranks_in_a_function(page, run):
    of = table(run, "timeline").filter(polars.col("state") == "MPI_Allreduce")
    calls, time, waiting = page.functions()["MPI_Allreduce"]
    assert calls == len(of) and time == pytest.approx((of["end"] - of["start"]).sum(), rel=1e-3)
    assert waiting == pytest.approx(of["waiting"].sum() / (of["end"] - of["start"]).sum(), abs=1e-3)


def test_4_which_of_all_ranks_is_longest_in_an_allreduce(page, run):
    page.window(first=FROM, last=TO)
    page.type("Function", "MPI_Allreduce")
    same_calls(
        page.table("Longest selected calls"), touching(table(run, "timeline")).filter(polars.col("state") == "MPI_Allreduce")
    )


def test_5_the_longest_computation_of_some_ranks(page, run):
    page.window(f"{RANK - 100}-{RANK}")
    page.type("Function", "compute")
    same_calls(
        page.table("Longest selected calls"),
        touching(table(run, "timeline"), RANK - 100, RANK, WHOLE).filter(polars.col("state") == "compute"),
    )


@pytest.mark.parametrize("wait", ["late sender", "collective"])
def test_6_calls_that_waited_in_a_wait_state(page, run, wait):
    page.window("100-199", FROM, TO)
    page.type("Wait", wait)
    waits = table(run, "waits").filter(polars.col("wait_state") == wait).select("rank", at="start")
    of = touching(table(run, "timeline"), 100, 199).filter(polars.col("waiting") > 0).with_row_index()
    of = of.join(waits, on="rank").filter(polars.col("at").is_between(polars.col("start"), polars.col("end"))).unique("index")
    assert page.told.startswith(f"{len(of):,} calls of ranks 100 to 199, ")
    same_calls(page.table("Longest selected calls"), of)


def messages(run, first, last, window=WHOLE):
    rows = table(run, "messages").filter(
        polars.col("source").is_between(first, last) | polars.col("destination").is_between(first, last)
    )
    return touching(rows, window=window, start="posted", end="delivered")


def test_7_the_message_that_took_longest(page, run):
    page.window(f"{RANK}-{RANK + 10}", FROM, TO)
    of = messages(run, RANK, RANK + 10, (FROM, TO)).with_columns(took=polars.col("delivered") - polars.col("posted"))
    of = of.sort("took", "posted", "source", descending=[True, False, False])
    first = page.table("Longest messages of the selected ranks")[0]
    assert (int(quantity(first[0])), int(quantity(first[1]))) == (of["source"][0], of["destination"][0])
    assert quantity(first[5]) == pytest.approx(of["took"][0], rel=1e-4)


def test_8_messages_of_a_rank_by_size(page, run):
    page.only(RANK)
    of = messages(run, RANK, RANK).with_columns(power=polars.col("bytes").log(2).floor())
    expected = of.group_by("power").agg(polars.len(), polars.sum("bytes")).sort("power")
    found = [(int(quantity(row[1])), quantity(row[2])) for row in page.table("Messages of the selected ranks by size")]
    assert len(found) >= 3 and [count for count, _ in found] == list(expected["len"])
    assert [size for _, size in found] == pytest.approx(list(expected["bytes"]), rel=1e-3)


def test_9_calls_with_large_messages(page, run):
    page.window(f"{RANK}-{RANK + 3}")
    page.type("Messages of at least", "64 KiB")
    large = table(run, "messages").filter(polars.col("bytes") >= 65536)
    at = polars.concat([large.select(rank="source", at="posted"), large.select(rank="destination", at="delivered")])
    of = touching(table(run, "timeline"), RANK, RANK + 3, WHOLE).with_row_index()
    of = of.join(at, on="rank").filter(polars.col("at").is_between(polars.col("start"), polars.col("end"))).unique("index")
    expected = dict(of.group_by("state").len().iter_rows())
    assert {state: calls for state, (calls, _, _) in page.functions().items()} == expected


def test_10_the_duration_that_is_most_frequent(page, run):
    page.window("0-255")
    page.type("Function", "MPI_Waitall")
    durations = [
        row["duration"]
        for row in lasting(table(run, "timeline").filter(polars.col("state") == "MPI_Waitall")).iter_rows(named=True)
    ]

    def begin(duration):
        power = 1 << (duration.bit_length() - 1)
        return power + power // 2 if duration >= power + power // 2 else power

    begins = [begin(duration) for duration in durations]
    most = max(sorted(set(begins)), key=begins.count)
    label = page.browser.js(f"{FIGURE}.querySelector('canvas').ariaLabel")
    calls, least = re.search(r"most, ([\d,]+), take ([\d.]+ \S+) or more", label).groups()
    assert int(quantity(calls)) == begins.count(most) and quantity(least) == pytest.approx(most, rel=1e-3)


def test_11_the_call_site_that_takes_most(page, run):
    page.window("32-63", FROM, TO)
    part = polars.min_horizontal("end", polars.lit(TO)) - polars.max_horizontal("start", polars.lit(FROM))
    of = touching(table(run, "timeline"), 32, 63).with_columns(part=part).join(table(run, "sites"), on="site")
    expected = of.group_by("description", "state").agg(polars.sum("part"), polars.len()).sort("part", descending=True).row(0)
    site, state, calls, time, _ = page.table("Selected calls by call site")[0]
    assert (site, state, int(quantity(calls))) == (expected[0], expected[1], expected[3]) and quantity(time) == pytest.approx(
        expected[2], rel=1e-3
    )


def test_12_whom_a_rank_waited_for_longest(page, run):
    page.only(RANK)
    page.type("Function", "MPI_Waitall")
    call = lasting(table(run, "timeline").filter((polars.col("state") == "MPI_Waitall") & (polars.col("rank") == RANK))).row(
        0, named=True
    )
    waits = table(run, "waits").filter(
        (polars.col("rank") == RANK) & (polars.col("start") >= call["start"]) & (polars.col("end") <= call["end"])
    )
    page.browser.js("document.querySelector('#timeline [aria-label=\"Longest selected calls\"] button.link').click()")
    page.settle()
    assert len(waits) > 0 and "MPI_Waitall" in page.card
    for row in waits.iter_rows(named=True):
        assert re.search(
            rf"waited [\d.]+ .s: {row['wait_state']}" + ("" if row["culprit"] == RANK else f", for rank {row['culprit']},"),
            page.card,
        ), (row, page.card)


def test_13_the_ranks_that_spend_most_at_a_call_site(page, run):
    page.window("32-200", FROM, TO)
    # A click on the site selects it.
    page.browser.js(f"{FIGURE}.querySelector('[aria-label=\"Selected calls by call site\"] tbody button').click()")
    page.settle()
    site = page.browser.js("document.querySelector('#timeline [aria-label=\"Call site\"]').value")
    assert site and {row[0] for row in page.table("Selected calls by call site")} == {site}
    part = polars.min_horizontal("end", polars.lit(TO)) - polars.max_horizontal("start", polars.lit(FROM))
    of = touching(table(run, "timeline"), 32, 200).with_columns(part=part).join(table(run, "sites"), on="site")
    of = of.filter(polars.col("description") == site)
    expected = of.group_by("rank").agg(polars.len(), polars.sum("part")).sort("part", "rank", descending=[True, False])
    found = page.table("Selected calls by rank")
    assert [(int(quantity(row[0])), int(quantity(row[1]))) for row in found] == list(
        expected.select("rank", "len").head(20).iter_rows()
    )
    assert [quantity(row[2]) for row in found] == pytest.approx(list(expected["part"].head(20)), rel=1e-3)
    assert page.told.startswith(f"{len(of):,} calls of ranks 32 to 200, ")


def test_what_is_selected_is_in_the_address(browser, page):
    page.window("7", FROM, TO)
    page.only(RANK)
    page.type("Function", "MPI_Waitall")
    page.type("Wait", "waited")
    page.type("Messages of at least", "1 KiB")
    told, rows, address = page.told, page.table("Longest selected calls"), browser.js("location.href")
    assert "pin=7,211" in address.replace("%2C", ",") and f"of pinned ranks 7, {RANK}, " in told and rows
    browser.open("about:blank")
    again = Page(browser, address)
    assert (again.told, again.table("Longest selected calls")) == (told, rows)
    assert again.browser.js("document.querySelector('#timeline [aria-label=\"Function\"]').value") == "MPI_Waitall"
    again.press("Clear")
    again.browser.js("document.querySelector('#timeline [aria-label=\"Unpin rank 7\"]').click()")
    again.settle()
    assert (
        f"of pinned rank {RANK}, " in again.told
        and "pin=211" in browser.js("location.href")
        and "state" not in browser.js("location.href")
    )


def test_wrong_words_are_marked(page):
    told = page.told
    for label, text in [
        ("Rank to show and pin, or ranks to show", "256"),
        ("Time to show", "0.4 to 0.6"),
        ("Messages of at least", "many"),
    ]:
        assert page.type(label, text) == "true", label
    assert page.told == told


def ask(address, path=None, host=None, method="GET"):
    """An answer's status and text; `path` in place of the address's."""
    port, own = re.match(r"http://127\.0\.0\.1:(\d+)(/.*)", address).groups()
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
    connection.putrequest(method, path or own, skip_host=True)
    connection.putheader("Host", host or f"127.0.0.1:{port}")
    connection.endheaders()
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), dict(answer.getheaders())


def test_the_server_gives_its_runs_to_this_machine_alone(windtunnel, run):
    with serving(windtunnel, run) as address:
        port, secret = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", address).groups()
        status, page, headers = ask(address)
        assert status == 200 and "<title>run" in page and "default-src 'none'" in headers["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in headers and headers["Cache-Control"] == "no-store"
        # Another host's name that leads here, another secret, another way to the folder's files.
        assert [ask(address, host=host)[0] for host in ("example.org", f"example.org:{port}", "127.0.0.1")] == [403] * 3
        assert [ask(address, path)[0] for path in ("/", f"/{secret}", "/run.json", f"/{secret[:-1]}/", f"/{'0' * 32}/")] == [
            404
        ] * 5
        for path in (
            "run.json",
            "../run/run.json",
            "%2e%2e/run.json",
            "//etc/passwd",
            "timeline/0.parquet",
            "lanes?run=1&ranks=0",
            "lanes?run=0&ranks=256",
        ):
            status, text, _ = ask(address, f"/{secret}/{path}")
            assert status == 400 and "expected" in text and "simulated" not in text, path
        assert ask(address, method="POST")[0] == 405
        assert ask(address, f"/{secret}/lanes?run=0&ranks=3")[0] == 200
        sockets = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
        listening = [socket[1] for socket in sockets if socket[1].endswith(f":{int(port):04X}") and socket[3] == "0A"]
        assert listening == [f"0100007F:{int(port):04X}"], "it listens on the loopback interface alone"
        assert ask(address)[0] == 200


def test_serving_leaves_no_file_and_takes_none(windtunnel, run):
    before = sorted(run.parent.iterdir())
    done = windtunnel("report", "--serve", "run", "-o", "x.html", cwd=run.parent)
    assert done.status == 2 and "'--serve' cannot be used with '--output <FILE>'" in done.err
    with serving(windtunnel, run):
        pass
    assert sorted(run.parent.iterdir()) == before


@pytest.fixture(scope="module")
def file(windtunnel, run):
    windtunnel.must("report", "-q", "run", "-o", "run.html", cwd=run.parent)
    return run.parent / "run.html"


def test_a_file_tells_of_whole_groups_and_steps(browser, file, run):
    page = Page(browser, file)
    rows = table(run, "timeline")
    expected = (
        rows.with_columns(duration=polars.col("end") - polars.col("start"))
        .group_by("state")
        .agg(polars.len(), polars.sum("duration"), polars.sum("waiting"))
    )
    found = page.functions()
    assert found.keys() == set(expected["state"])
    for state, calls, time, waiting in expected.iter_rows():
        assert found[state][0] == calls and found[state][1] == pytest.approx(time, rel=2e-3), state
        assert found[state][2] == pytest.approx(waiting / time if time else 0, abs=2e-3), state
    # A window and ranks within its steps: what it tells is of the steps around them, and it says which.
    page.window(f"{RANK}-{RANK + 3}", FROM, TO)
    first, last, low, low_unit, high, high_unit = re.search(
        r"ranks (\d+) to (\d+), ([\d.]+) (\S+) to ([\d.]+) (\S+): whole groups of", page.told
    ).groups()
    low, high = quantity(f"{low} {low_unit}"), quantity(f"{high} {high_unit}")
    assert int(first) <= RANK and int(last) >= RANK + 3 and low <= FROM < TO <= high and high - low < 1.1 * (TO - FROM)
    end = rows["end"].max()
    steps = [round(at / end * 128) for at in (low, high)]
    window = tuple(step * end // 128 for step in steps)
    of = touching(rows, int(first), int(last), window)
    assert {state: calls for state, (calls, _, _) in page.functions().items()} == dict(of.group_by("state").len().iter_rows())
    assert browser.problems == []


def test_a_file_says_what_it_cannot_tell(browser, file):
    page = Page(browser, file)
    page.window(str(RANK))
    assert "windtunnel report --serve run" in page.card and "not in this file" in page.card
    page.type("Messages of at least", "1 KiB")
    assert page.told.startswith("This file can't tell: it has the single calls of ") and "--serve run" in page.told
    assert browser.problems == []
