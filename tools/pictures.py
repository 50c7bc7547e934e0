#!/usr/bin/env python3
"""Pictures of a report, for docs/how-to/read-a-report.md and README.md.

Makes the report of the two runs that the page describes, and writes a picture of some sections into docs/how-to/pictures with
a real browser. A picture notes the hash of the report that it shows, and is written anew only if that has changed. Without
Chromium or Python's packages `websockets` and `pillow`, the pictures stay as they are.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo
except ImportError:
    Image = None

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "how-to" / "read-a-report.md"
FOLDER = ROOT / "docs" / "how-to" / "pictures"
WIDTH = 1000
# The section, the report, and how many of the section's figures are shown (None: all).
PICTURES = {
    "report-timeline.png": ("timeline", "torus.html", None),
    "report-path.png": ("path", "torus.html", None),
    "report-compare.png": ("compare", "both.html", 4),
}


def reports(folder):
    """Runs the commands of the page in a folder."""
    prefix = Path(os.environ.get("WT_PREFIX") or sys.prefix)
    environment = {**os.environ, "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}"}
    for block in re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL):
        subprocess.run(["bash", "-e", "-c", block], check=True, cwd=folder, env=environment, capture_output=True)


def source_of(path):
    """The source that a picture notes; none if it is missing or notes nothing."""
    if not path.exists():
        return None
    with Image.open(path) as picture:
        return picture.info.get("Source")


def reduce(path, source):
    """Stores a picture with a palette of 256 colours, and a note of its source."""
    note = PngInfo()
    note.add_text("Source", source)
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(path, optimize=True, pnginfo=note)


def box(browser, section, figures):
    """The part of the page to show: a section, or its heading and first figures."""
    last = f"document.querySelectorAll('#{section} figure')[{figures - 1}]" if figures else f"document.getElementById('{section}')"
    top, bottom = browser.js(
        f"(() => {{ const section = document.getElementById('{section}').getBoundingClientRect();"
        f" return [section.top + scrollY, {last}.getBoundingClientRect().bottom + scrollY]; }})()"
    )
    return {"x": 0, "y": top, "width": WIDTH, "height": bottom - top + 8}


def main():
    sys.path.insert(0, str(ROOT / "tests" / "system"))
    import browser as chromium

    command, reason = chromium.installed() if Image else (None, "Python's package pillow is missing")
    if command is None:
        print(f"docs/how-to/pictures are left as they are: {reason}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        reports(folder)
        sources = {name: hashlib.sha256((Path(folder) / of[1]).read_bytes()).hexdigest() for name, of in PICTURES.items()}
        stale = [name for name in PICTURES if source_of(FOLDER / name) != sources[name]]
        browser = chromium.Browser(command) if stale else None
        for name in stale:
            section, report, figures = PICTURES[name]
            browser.open(Path(folder) / report, width=WIDTH)
            browser.settle()
            browser.picture(FOLDER / name, box(browser, section, figures))
            reduce(FOLDER / name, sources[name])
            print(f"{(FOLDER / name).relative_to(ROOT)}: written")
        if browser:
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
