"""The documentation as a site: links lead to what is there, search works from disk, and nothing is asked of the network."""

import re
import sys

import browser as chromium
import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import make_site

# Words that a reader looks for, each with a page that the search has to find.
WORDS = {
    "deadlock": "how-to/find-a-deadlock",
    "rendezvous": "models/point-to-point",
    "dragonfly": "models/topologies",
    "bisection": "models/topologies",
    "OrangeFS": "models/against-a-file-system",
    "LogGOPSim": "coming-from",
    "Dimemas": "coming-from",
    "congestion": "models/delay",
    "Perfetto": "how-to/export-a-run",
    "oversubscribe": "how-to/map-ranks",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    assert make_site.pages(folder), "Sphinx warns"
    return folder


def test_pages_link_to_what_is_there(built):
    assert not list(make_site.problems(built, [built / make_site.REPORTS]))
    assert len(list(built.rglob("*.html"))) > 80


def test_what_is_wrong_is_found(tmp_path):
    links = '<a href="b.html#there">b</a> <a href="c.html">c</a> <a href="https://example.org/">x</a>'
    (tmp_path / "a.html").write_text(f'<p id="here">{links}')
    (tmp_path / "b.html").write_text('<script src="https://example.org/x.js"></script><a href="a.html#here">a</a><img src="p.png">')
    (tmp_path / "s.css").write_text("@import url(//example.org/font.css);")
    assert list(make_site.problems(tmp_path)) == [
        "a.html: there is no anchor b.html#there",
        "a.html: there is no c.html",
        "b.html loads https://example.org/x.js",
        "b.html: there is no p.png",
        "s.css loads //example.org/font.css",
    ]


def test_reports_of_the_gallery_are_written_by_its_commands():
    page = make_site.GALLERY.read_text()
    linked = set(re.findall(r'href="reports/([^"]+)"', page))
    assert len(linked) > 4 and linked == set(re.findall(r"^windtunnel report .* -o (\S+\.html)$", page, re.MULTILINE))


def test_search_works_from_disk(built):
    command, reason = chromium.find()
    if command is None:
        print(f"NOT RUN: the site was not searched in a browser: {reason}")
        pytest.skip(f"NOT RUN: {reason}")
    browser = chromium.Browser(command)
    try:
        for word, page in WORDS.items():
            browser.requests = []
            browser.call("Page.navigate", url=f"{(built / 'search.html').as_uri()}?q={word}")
            links = "[...document.querySelectorAll('#search-results li a')]"
            browser.until(f"{links}.some((link) => link.href.includes('docs/{page}.html'))", 20)
            assert not [url for url in browser.requests if not url.startswith(("file:", "data:"))]
    finally:
        browser.close()
