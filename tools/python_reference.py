"""The reference of the Python package, from its docstrings, as Markdown. Used by tools/reference.py."""

import ast
import inspect
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
ROLE = re.compile(r":\w+:`~?([^`]+)`")
EXAMPLE = re.compile(r"(?:^>>>.*\n(?:(?!\n|$).*\n)*)+", re.MULTILINE)


def module(name):
    """Classes and functions of a module, in the order of its source."""
    source = (ROOT / "python" / "windtunnel" / f"{name}.py").read_text()
    parts = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            wanted = isinstance(node, ast.ClassDef) or name != "progress"
            parts += entry(node, source, "") if wanted and ast.get_docstring(node) else []
    return "\n\n".join(parts)


def entry(node, source, owner):
    """Heading, text, and what is inside."""
    name = f"{owner}{node.name}"
    parts = [f"{'####' if owner else '###'} `{name}{signature(node, bool(owner))}`", prose(ast.get_docstring(node))]
    if isinstance(node, ast.ClassDef):
        lines = list(attributes(node, source))
        parts += ["\n".join(["| attribute | type | meaning |", "|---|---|---|", *lines])] if lines else []
        for inner in node.body:
            if isinstance(inner, ast.FunctionDef) and ast.get_docstring(inner) and not inner.name.startswith("__"):
                parts += [] if inner.name.startswith("_") else entry(inner, source, f"{node.name}.")
    return parts


def signature(node, is_method):
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(ast.unparse(base) for base in node.bases if not ast.unparse(base).startswith("_"))
        return f"({bases})" if bases else ""
    if any(ast.unparse(decorator) in ("property", "cached_property") for decorator in node.decorator_list):
        return f": {ast.unparse(node.returns)}"
    arguments = ast.unparse(node.args)
    static = any(ast.unparse(decorator) == "staticmethod" for decorator in node.decorator_list)
    if is_method and not static:
        arguments = re.sub(r"^(self|cls)(, )?", "", arguments)
    return f"({arguments}) -> {ast.unparse(node.returns) if node.returns else 'None'}"


def attributes(node, source):
    """Fields with the comment above them (`#:`) as their meaning."""
    lines = source.splitlines()
    for inner in node.body:
        if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
            at, words = inner.lineno - 2, []
            while lines[at].strip().startswith("#:"):
                words.insert(0, lines[at].strip()[2:].strip())
                at -= 1
            kind = ast.unparse(inner.annotation).replace("|", "\\|")
            yield f"| `{inner.target.id}` | `{kind}` | {inline(' '.join(words))} |"


def inline(text):
    return ROLE.sub(r"`\1`", text).replace("``", "`")


def prose(text):
    """A docstring as Markdown: examples become blocks of code."""
    text = inspect.cleandoc(text) + "\n"
    parts, at = [], 0
    for found in EXAMPLE.finditer(text):
        parts += [inline(text[at : found.start()]).strip(), f"```pycon\n{found[0].rstrip()}\n```"]
        at = found.end()
    return "\n\n".join(part for part in [*parts, inline(text[at:]).strip()] if part)
