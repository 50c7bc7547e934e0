#!/usr/bin/env python3
"""Builds the documentation as a site into build/site, and checks it: open build/site/index.html.

`make site` calls it, and the reports of docs/gallery.md are made by running its commands; tests build the pages alone.

Warnings of Sphinx are errors. Then every link of every page must lead to a file of the site, and to an anchor there, and no page may
load anything from the network. Links to other sites are not looked at, as that needs the network.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "site"
GALLERY = ROOT / "docs" / "gallery.md"
REPORTS = Path("docs") / "reports"
HOME = '<!doctype html>\n<meta charset="utf-8">\n<meta http-equiv="refresh" content="0; url=docs/index.html">\n<a href="docs/index.html">Windtunnel</a>\n'
# Elements and attributes that a browser fetches by itself; links that a reader follows are not among them.
FETCHED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class Page(HTMLParser):
    """Anchors of a page, and what it refers to: (target, whether a browser fetches it)."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.targets = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (name, tag) == ("name", "a"):
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.targets.append((value, (tag, name) in FETCHED))


def problems(site, unchecked=()):
    """Sentences about links that lead nowhere, and what would be fetched from the network; `unchecked` are folders."""
    pages = {path.resolve(): Page(path.read_text()) for path in sorted(site.rglob("*.html")) if not inside(path, unchecked)}
    for path, page in pages.items():
        for target, fetched in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                if fetched and parts.scheme != "data":
                    yield f"{path.relative_to(site)} loads {target}"
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if inside(file, unchecked):
                continue
            if not file.exists():
                yield f"{path.relative_to(site)}: there is no {target}"
            elif parts.fragment and file in pages and unquote(parts.fragment) not in pages[file].anchors:
                yield f"{path.relative_to(site)}: there is no anchor {target}"
    for path in sorted(site.rglob("*.css")):
        for target in re.findall(r"(?:url\(|@import )[\"']?((?:https?:)?//[^\"')]+)", path.read_text()):
            yield f"{path.relative_to(site)} loads {target}"


def inside(path, folders):
    return any(path.resolve().is_relative_to(folder.resolve()) for folder in folders)


def pages(site):
    """Whether Sphinx builds the pages without a warning."""
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-c", ROOT / "docs", ROOT, site]
    done = subprocess.run(command, cwd=ROOT)
    if done.returncode == 0:
        (site / "index.html").write_text(HOME)
    return done.returncode == 0


def reports(folder_of_reports):
    """Runs the commands of the gallery, and copies the reports that it links to."""
    prefix = Path(os.environ.get("WT_PREFIX") or sys.prefix)
    environment = {**os.environ, "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}"}
    folder_of_reports.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "examples").symlink_to(ROOT / "examples")
        for block in re.findall(r"^```sh\n(.*?)^```$", GALLERY.read_text(), re.MULTILINE | re.DOTALL):
            subprocess.run(["bash", "-e", "-c", block], check=True, cwd=folder, env=environment)
        for name in re.findall(r'href="reports/([^"]+)"', GALLERY.read_text()):
            shutil.copyfile(Path(folder) / name, folder_of_reports / name)


def main():
    if not pages(SITE):
        return 1
    reports(SITE / REPORTS)
    found = list(problems(SITE))
    print("\n".join(found) if found else f"{SITE.relative_to(ROOT)}/index.html: written")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
