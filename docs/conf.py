"""The documentation as a site (tools/make_site.py): Sphinx reads the Markdown where it lies, so that links work in the repository, too."""

project = "Windtunnel"
extensions = ["myst_parser"]
root_doc = "docs/index"
# The repository is the source folder, as pages link to each other across its folders.
include_patterns = [
    "docs/**",
    "studies/**",
    "benches/README.md",
    "tests/truth/README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
]
exclude_patterns = ["build", "target", "crates", "python", "mpi", "fuzz", "tools", ".*"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = "Windtunnel"
html_copy_source = False
html_show_sourcelink = False
