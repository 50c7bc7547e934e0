"""Structure of the Rust code as text: which modules of a crate need each other, and how much state a struct holds.

`python tests/layering/structure.py` prints what is over the limits.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# Files that exist for tests alone.
TESTS = re.compile(r"(^|_)tests?($|_)|^(twin|reference|reference_fifos|oracle|suite|routing_suite)$")
# Modules that need each other, directly or through others.
KNOT_MAX = 3
# Fields of a struct. A field that is a struct without functions counts as the fields of that struct, also in an `Option`. What
# is boxed has an allocation and often a lifetime of its own: it counts as one field.
FIELDS_MAX = 20


def code(text):
    """Rust text without comments, literals and inline tests."""
    text = re.sub(r"""//[^\n]*|b?'(?:\\.|[^'\\])'|"(?:\\.|[^"\\])*\"""", "", text)
    # A visibility is not a use of the module that it names.
    text = re.sub(r"\bpub\(in [^)]*\)", "pub", text)
    inline = re.search(r"#\[cfg\(test\)\]\s*mod \w+ \{", text)
    return text[: inline.start()] if inline else text


def modules(source):
    """The modules below `source`: {path: text}, the crate's root being ()."""
    found = {}
    for file in sorted(source.rglob("*.rs")):
        path = file.relative_to(source).with_suffix("").parts
        if any(TESTS.search(part) for part in path):
            continue
        path = path[:-1] if path[-1] == "mod" or path in (("lib",), ("main",)) else path
        found[path] = code(file.read_text())
    return found


def pieces(tree):
    """The pieces of a list in braces: "a, b::{c, d}" → "a", "b::{c, d}"."""
    depth, piece = 0, ""
    for letter in tree + ",":
        depth += (letter == "{") - (letter == "}")
        if letter == "," and not depth:
            if piece.strip():
                yield piece.strip()
            piece = ""
        else:
            piece += letter


def paths(tree, before=()):
    """The paths of a use tree: "a::{b, c::d as e}" → (a, b), (a, c, d)."""
    for piece in pieces(tree):
        head, brace, rest = piece.partition("{")
        names = tuple(name for name in re.split(r"::", head.split(" as ")[0].strip()) if name)
        if brace:
            yield from paths(rest.rpartition("}")[0], before + names)
        else:
            yield before + names


def absolute(path, module, children):
    """A path as seen from the crate's root; none if it leads out of the crate."""
    if path[:1] == ("crate",):
        return path[1:]
    if path[:1] in (("super",), ("self",)):
        while path[:1] in (("super",), ("self",)):
            module = module[:-1] if path[0] == "super" else module
            path = path[1:]
        return module + path
    return module + path if path and path[0] in children else None


def exports(found):
    """What the root takes from modules, for others to name as its own: {name: path}."""
    trees = re.findall(r"\buse\s+([^;]+);", found.get((), ""))
    named = [path for tree in trees for path in paths(tree.removeprefix("crate::"))]
    return {path[-1]: path[:-1] for path in named if len(path) > 1}


def uses(found):
    """Which modules each module names: {path: paths}. The root, which only lists, is left out: what others name through it is
    of the module that it comes from.
    """
    graph, exported = {}, exports(found)
    for module, text in found.items():
        children = {other[-1] for other in found if other and other[:-1] == module}
        trees = re.findall(r"\buse\s+([^;]+);", text)
        rest = re.sub(r"\buse\s+[^;]+;|\bmod\s+\w+\s*;", "", text)
        named = [path for tree in trees for path in paths(tree)]
        named += [tuple(path.split("::")) for path in re.findall(r"(?<![\w:])((?:[a-z_]+::)+\w+)", rest)]
        targets = set()
        for path in named:
            target = absolute(path, module, children)
            if target and target[:1] not in found:
                target = exported.get(target[0], target)
            while target and target not in found:
                target = target[:-1]
            if target and target != module:
                targets.add(target)
        graph[module] = targets
    graph.pop((), None)
    return graph


def knots(graph):
    """Strongly connected components of more than one module (Tarjan, SIAM J. Computing 1972)."""
    sys.setrecursionlimit(10_000)
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in sorted(graph[node]):
            if target not in index:
                visit(target)
            if target in stack:
                low[node] = min(low[node], low[target])
        if low[node] == index[node]:
            members = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(members) > 1:
                found.append(sorted("::".join(member) for member in members))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def structs(found):
    """Structs and the types of their fields: {(module, name): [type]}, and the names that have functions."""
    fields, active = {}, set()
    for module, text in found.items():
        for match in re.finditer(r"\bstruct (\w+)[^;{(]*\{([^}]*)\}", text):
            types = re.findall(r"(?:^|,)\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?\w+\s*:\s*([^,]+(?:<[^>]*>)?)", match[2])
            fields[module, match[1]] = [kind.strip() for kind in types]
        for match in re.finditer(r"\bimpl\b(?:<[^{]*?>)?\s+(\w+)[^{]*\{", text):
            active.add(match[1])
    return fields, active


def states(found):
    """How many fields each struct holds: {(module, name): fields}."""
    fields, active = structs(found)
    passive = {}
    for (_, name), types in fields.items():
        if name not in active:
            passive.setdefault(name, types)

    def count(types, above):
        held = [re.sub(r"^Option<(\w+)>$", r"\1", kind) for kind in types]
        return sum(count(passive[kind], above | {kind}) if kind in passive and kind not in above else 1 for kind in held)

    return {key: count(types, {key[1]}) for key, types in fields.items()}


def crates():
    return sorted(path.parent for path in ROOT.glob("crates/*/src"))


def main():
    for crate in crates():
        found = modules(crate / "src")
        for knot in knots(uses(found)):
            if len(knot) > KNOT_MAX:
                print(f"{crate.name}: {len(knot)} modules need each other: {', '.join(knot)}")
        for (module, name), count in states(found).items():
            if count > FIELDS_MAX:
                print(f"{crate.name}: {'::'.join((*module, name))} holds {count} fields")


if __name__ == "__main__":
    main()
