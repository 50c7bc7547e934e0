"""Inside a crate: modules do not need each other in circles, and no struct holds everything."""

import pytest

import structure

CRATES = structure.crates()


@pytest.fixture(scope="module", params=CRATES, ids=lambda path: path.name)
def found(request):
    return structure.modules(request.param / "src")


def test_modules_need_each_other_only_in_small_groups(found):
    large = [knot for knot in structure.knots(structure.uses(found)) if len(knot) > structure.KNOT_MAX]
    assert not large, f"more than {structure.KNOT_MAX} modules need each other: {large}"


def test_structs_hold_little(found):
    large = {name: count for name, count in structure.states(found).items() if count > structure.FIELDS_MAX}
    assert not large, f"more than {structure.FIELDS_MAX} fields: {large}"


@pytest.mark.parametrize("crate", CRATES, ids=lambda crate: crate.name)
def test_a_module_with_modules_of_its_own_is_its_folders_mod_rs(crate):
    """One style: `x/mod.rs`, not `x.rs` beside `x/`."""
    beside = [file for file in (crate / "src").rglob("*.rs") if any(file.with_suffix("").glob("*.rs"))]
    assert not beside, "move it into its folder, as mod.rs"


def test_the_reader_sees_knots_and_fields(tmp_path):
    """The script itself: three files in a circle, through `super`, a bare path, a tree of uses and a name that the root
    exports; a nested passive struct.
    """
    (tmp_path / "a").mkdir()
    (tmp_path / "lib.rs").write_text("mod a;\nmod b;\nmod e;\npub use a::c::{P};\n")
    (tmp_path / "a/mod.rs").write_text("mod c;\nuse crate::{b::{self, B}};\n")
    (tmp_path / "a/c.rs").write_text('use super::A; // use crate::d::D;\nconst X: &str = "crate::b";\nstruct P { x: u8, y: u8 }\n')
    (tmp_path / "b.rs").write_text("use crate::a::c::C;\nstruct B { p: P, z: Vec<u8>, q: Option<P>, r: Option<Box<P>> }\nstruct P { x: u8, y: u8 }\n")
    (tmp_path / "e.rs").write_text("use crate::{P, b};\n")
    found = structure.modules(tmp_path)
    graph = structure.uses(found)
    assert graph == {("a",): {("b",)}, ("a", "c"): {("a",)}, ("b",): {("a", "c")}, ("e",): {("a", "c"), ("b",)}}
    assert structure.knots(graph) == [["a", "a::c", "b"]]
    assert structure.states(found)[("b",), "B"] == 6
