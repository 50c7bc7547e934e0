//! Tests of mapping programs (`--mapping FILE.map`, in Rubik's language): random programs must give the same mapping as a naive
//! implementation (`twin.rs`), some programs the same as LLNL's Rubik, and every mistake its exact error message.

use super::boxes::Dimension;
use super::error::{Failure, ProgramError};
use super::evaluate::EMPTY;
use super::outcome_of;
use super::twin::{AXES, Numbers, example};
use std::collections::BTreeSet;

fn machine(sizes: &[usize]) -> Vec<Dimension> {
    let axis = |(name, size): (&&str, &usize)| Dimension { name: Some((*name).to_owned()), size: *size as u32 };
    AXES.iter().zip(sizes).map(axis).collect()
}

/// The place of each rank.
fn places(text: &str, ranks: u32, sizes: &[usize]) -> Result<Vec<usize>, String> {
    let outcome = outcome_of(text, ranks, &machine(sizes));
    let told = |failure: Failure| format!("{}:{}: {}", failure.place.line, failure.place.column, failure.error);
    let contents = outcome.map_err(told)?.contents;
    let mut places = vec![usize::MAX; ranks as usize];
    let filled = contents.iter().enumerate().filter(|(_, rank)| **rank != EMPTY);
    filled.for_each(|(place, rank)| places[*rank as usize] = place);
    assert_eq!(contents.iter().filter(|rank| **rank != EMPTY).count(), ranks as usize, "{text}");
    Ok(places)
}

#[test]
fn random_programs_mean_what_the_twin_says() {
    let mut numbers = Numbers(16);
    let (mut compared, mut moved, mut uneven) = (0, 0, 0);
    while compared < 400 {
        let Some(example) = example(&mut numbers) else { continue };
        let ranks = example.places.len();
        assert_eq!(
            places(&example.text, ranks as u32, &example.machine).as_ref(),
            Ok(&example.places),
            "{}",
            example.text
        );
        // Half of the programs leave ranks in order: few of these.
        if example.places.is_sorted() && numbers.below(8) > 0 {
            continue;
        }
        compared += 1;
        moved += usize::from(!example.places.is_sorted());
        uneven += usize::from(example.machine.iter().product::<usize>() > ranks);
    }
    assert!(moved > 200 && uneven > 20, "{moved} permutations, {uneven} with places to spare");
}

/// `rubik.txt`: sizes of the machine and ranks, a program, and the place of each rank, as LLNL's Rubik (github.com/LLNL/rubik at
/// d9058df, Python 2.7.18, NumPy 1.16.6) computes it.
#[test]
fn random_programs_mean_what_rubik_says() {
    let lines: Vec<&str> = include_str!("rubik.txt").lines().collect();
    assert_eq!(lines.len() % 3, 0);
    for case in lines.chunks(3) {
        let numbers = |text: &str| text.split(' ').map(|word| word.parse().unwrap()).collect::<Vec<usize>>();
        let (sizes, ranks) = case[0].strip_prefix("machine ").and_then(|rest| rest.split_once(" ranks ")).unwrap();
        assert_eq!(places(case[1], ranks.parse().unwrap(), &numbers(sizes)), Ok(numbers(case[2])), "{}", case[1]);
    }
    assert!(lines.len() >= 300, "{} programs", lines.len() / 3);
}

/// `machine(Y, X)` is the machine with its axes in this order: what a program says of it, `machine()` says of one whose axes are
/// so, place for place.
#[test]
fn the_axes_of_the_machine_may_have_another_order() {
    let mut numbers = Numbers(61);
    let mut compared = 0;
    while compared < 200 {
        let Some(example) = example(&mut numbers) else { continue };
        compared += 1;
        // The example's machine is the one that the program sees; the real one has its axes in another order.
        let sizes = &example.machine;
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        (1..order.len()).for_each(|last| order.swap(last, numbers.below(last + 1)));
        let own: Vec<Dimension> = order.iter().map(|axis| machine(sizes)[*axis].clone()).collect();
        let head = format!("machine({})", AXES[..sizes.len()].join(", "));
        let ranks = example.places.len() as u32;
        let contents = outcome_of(&example.text.replace("machine()", &head), ranks, &own).unwrap().contents;
        for (place, rank) in contents.iter().enumerate().filter(|(_, rank)| **rank != EMPTY) {
            let (mut rest, mut at) = (place, vec![0; sizes.len()]);
            for axis in order.iter().rev() {
                at[*axis] = rest % sizes[*axis];
                rest /= sizes[*axis];
            }
            let seen = at.iter().zip(sizes).fold(0, |place, (at, size)| place * size + at);
            assert_eq!(example.places[*rank as usize], seen, "{}", example.text);
        }
    }
    let ranks: Vec<u32> = outcome_of("map grid(16) -> machine(Y, X)", 16, &machine(&[4, 4])).unwrap().contents;
    assert_eq!(ranks[..6], [0, 4, 8, 12, 1, 5]);
}

#[test]
fn leaves_are_filled_one_after_the_other() {
    // Rows of four onto squares.
    let text = "app = grid(4, 4)\nm = machine()\napp.tile(1, 4) # rows\nm.tile(2, 2)\nmap app -> m";
    let expected = [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15];
    assert_eq!(places(text, 16, &[4, 4]).unwrap(), expected);
    assert_eq!(places("map grid(4, 4).tile(1, 4) -> machine().tile(2, 2)", 16, &[4, 4]).unwrap(), expected);
}

/// Nested to any depth: halves of halves, down to single ranks, are the last axis's bits first.
#[test]
fn boxes_nest_to_any_depth() {
    let halves = ".leaves.div(2)".repeat(10);
    let text = format!("map grid(1024){halves} -> machine(){halves}");
    assert_eq!(places(&text, 1024, &[1024]).unwrap(), (0..1024).collect::<Vec<_>>());
    let interleaved = ".leaves.mod(2)".repeat(10);
    let reversed: Vec<usize> = (0..1024u32).map(|rank| (rank.reverse_bits() >> 22) as usize).collect();
    assert_eq!(
        places(&format!("map grid(1024){halves} -> machine(){interleaved}"), 1024, &[1024]).unwrap(),
        reversed
    );
}

#[test]
fn a_permutation_of_the_machine_moves_ranks_wherever_it_stands() {
    let after = places("g = grid(16)\nm = machine()\nmap g -> m\nm.tilt(X, Y, 1)\nm.zigzag(Y, X, 1, 2)", 16, &[4, 4]);
    let before =
        places("m = machine(); m.tilt(X, Y, 1); m.zigzag(Y, X, depth=1, stride=2); map grid(16) -> m", 16, &[4, 4]);
    assert_eq!(after, before);
    // Row y of contents has moved y places along x: rank (0, 1) sits at x = 1.
    let tilted = places("m = machine(); map grid(4, 4) -> m; m.tilt(X, Y)", 16, &[4, 4]).unwrap();
    assert_eq!(tilted[..4], [0, 5, 10, 15]);
}

#[test]
fn a_tilt_by_the_size_of_an_axis_or_by_a_huge_number_is_well_defined() {
    let base = places("map grid(4, 4) -> machine()", 16, &[4, 4]);
    for slope in ["4", "-4", "4294967292", "-4294967292"] {
        assert_eq!(places(&format!("map grid(4, 4) -> machine().tilt(X, Y, {slope})"), 16, &[4, 4]), base, "{slope}");
    }
    let text = "map grid(4, 4) -> machine().zigzag(X, Y, 4294967295, 4294967295)";
    assert!(places(text, 16, &[4, 4]).is_ok());
}

#[test]
fn part_of_the_machine_is_enough_for_fewer_ranks() {
    let text = "m = machine().tile(2, 2)\nmap grid(2, 2) -> m[1, 0]";
    assert_eq!(places(text, 4, &[4, 4]).unwrap(), [8, 9, 12, 13]);
    // Parts of the grid, each onto a part of its own.
    let text = "g = grid(8).div(2); m = machine().div(2, 2); map g[0] -> m[1, 1]; map g[1] -> m[0, 0]";
    assert_eq!(places(text, 8, &[4, 4]).unwrap(), [10, 11, 14, 15, 0, 1, 4, 5]);
}

/// Programs, and what is said about them.
const MISTAKES: &[(&str, &str)] = &[
    (
        "map grid(16) => machine()",
        "1:15: found `>`, expected a name, a number or one of `=`, `.`, `,`, `(`, `)`, `[`, `]`, `->`, `;`",
    ),
    (
        "map grid(16) - machine()",
        "1:14: found `-`, expected a name, a number or one of `=`, `.`, `,`, `(`, `)`, `[`, `]`, `->`, `;`",
    ),
    ("map grid(16)", "1:13: found the end of the program, expected `.`, `[` or `->`"),
    ("map grid(16)\n -> machine()", "1:13: found the end of the statement, expected `.`, `[` or `->`"),
    ("map -> machine()", "1:5: found `->`, expected a name, `grid(…)` or `machine()`"),
    ("map map -> machine()", "1:5: found `map`, expected a name, `grid(…)` or `machine()`"),
    (
        "m = machine(4, 4)",
        "1:13: wrong arguments of `machine`; expected every axis once, by its name (X of 4, Y of 4), or nothing",
    ),
    (
        "m = machine(Y)",
        "1:5: wrong arguments of `machine`; expected every axis once, by its name (X of 4, Y of 4), or nothing",
    ),
    // ProgramError::Unknown
    ("m = machine(Y, y)", "1:16: unknown axis `y`; expected one of X, Y; did you mean `Y`?"),
    ("m = machine", "1:12: found the end of the program, expected `()`"),
    ("g = grid 16", "1:10: found `16`, expected `(` and the sizes of the grid"),
    ("grid = machine()", "1:1: found `grid`, expected another name, as this one is a word of the language"),
    ("3", "1:1: found `3`, expected a statement: `NAME = …`, `map … -> …`, or an operation on a box"),
    ("m = machine() 3", "1:15: found `3`, expected `.`, `[` or the end of the statement"),
    ("m = machine().3", "1:15: found `3`, expected an operation, `leaves` or `children`"),
    ("m = machine()[X]", "1:15: found `X`, expected the number of a part along each axis"),
    ("m = machine()[0.0]", "1:16: found `.`, expected `,` or `]`"),
    ("m = machine().tile(2 2)", "1:22: found `2`, expected `,` or `)`"),
    ("m = machine().tile(2,\n  (2))", "2:3: found `(`, expected a number or a name"),
    ("m = machine().tile(4294967296)", "1:20: found `4294967296`, expected a number of at most 4294967295"),
    ("m = machine()\nn.tile(2, 2)", "2:1: unknown box `n`; expected m"),
    (
        "m = machine()\nm.tlie(2, 2)",
        "2:3: unknown operation `tlie`; expected one of tile, div, mod, cut, transpose, shear, tilt, zigzag, zorder, leaves, children; did you mean `tile`?",
    ),
    (
        "m = machine().leafs",
        "1:15: unknown selection `leafs`; expected one of leaves, children; did you mean `leaves`?",
    ),
    ("m = machine().tilt(X, Z)", "1:23: unknown axis `Z`; expected one of X, Y"),
    (
        "m = machine().tilt(X, 2)",
        "1:23: the argument `2` of `tilt` is out of range; expected the number of an axis, 0 to 1",
    ),
    ("m = machine().tilt(X, X)", "1:23: both axes of `tilt` are `X`; expected two different axes"),
    ("g = grid(4, 4).shear(0, 0)", "1:25: both axes of `shear` are `0`; expected two different axes"),
    (
        "m = machine().zigzag(X, Y, dept=2)",
        "1:28: unknown argument `dept`; expected one of axis, direction, depth, stride; did you mean `depth`?",
    ),
    (
        "m = machine().zigzag(X, Y, 2, 0)",
        "1:31: the argument `0` of `zigzag` is out of range; expected a stride of at least 1",
    ),
    (
        "m = machine().zigzag(X)",
        "1:15: wrong arguments of `zigzag`; expected an axis, a direction, and optionally depth and stride (axes: X of 4, Y of 4)",
    ),
    (
        "m = machine().tilt(X, Y, 1, 1)",
        "1:29: wrong arguments of `tilt`; expected an axis, a direction, and optionally a slope (axes: X of 4, Y of 4)",
    ),
    (
        "m = machine().tilt(X, Y, slope=Y)",
        "1:32: wrong arguments of `tilt`; expected an axis, a direction, and optionally a slope (axes: X of 4, Y of 4)",
    ),
    (
        "m = machine().tile(5, 2)",
        "1:20: the argument `5` of `tile` is out of range; expected 1 to 4, as the box has 4 × 4 places",
    ),
    (
        "m = machine().tile(X, 2)",
        "1:20: wrong arguments of `tile`; expected the size of a tile along each axis (X of 4, Y of 4)",
    ),
    (
        "m = machine().tile(X=2)",
        "1:20: wrong arguments of `tile`; expected the size of a tile along each axis (X of 4, Y of 4)",
    ),
    (
        "m = machine().mod(2, 2, 2)",
        "1:15: wrong arguments of `mod`; expected the number of parts along each axis (X of 4, Y of 4)",
    ),
    (
        "m = machine().div(0)",
        "1:19: the argument `0` of `div` is out of range; expected 1 to 4, as the box has 4 × 4 places",
    ),
    (
        "m = machine().cut(2, 2, div)",
        "1:15: wrong arguments of `cut`; expected the number of parts along each axis, then `div` or `mod` for each, as in `cut(2, 4, div, mod)`",
    ),
    (
        "m = machine().cut(2, 2, div, mud)",
        "1:30: unknown slicer `mud`; expected one of div, mod; did you mean `mod`?",
    ),
    (
        "m = machine().transpose(X, X)",
        "1:15: wrong arguments of `transpose`; expected every axis once, in their new order (X of 4, Y of 4)",
    ),
    ("m = machine().zorder(X)", "1:22: wrong arguments of `zorder`; expected no argument"),
    ("g = grid(4, 5)", "1:5: a grid of 4 × 5 does not hold 16 ranks; expected sizes whose product is 16"),
    (
        "g = grid(65536, 65536)",
        "1:5: a grid of 65536 × 65536 does not hold 16 ranks; expected sizes whose product is 16",
    ),
    ("g = grid(0, 4)", "1:10: the argument `0` of `grid` is out of range; expected a size of at least 1"),
    (
        "g = grid()",
        "1:5: wrong arguments of `grid`; expected a size for each axis, as in `grid(4, 4)` or `grid(x = 4, y = 4)`",
    ),
    ("g = grid(x = 4, x = 4)", "1:21: wrong arguments of `grid`; expected names that differ"),
    ("g = grid(16)\nh = grid(16)", "2:5: a second grid; the first is at 1:5; expected only one"),
    (
        "m = machine()\nm.children.tile(1)",
        "2:3: `children` is of a box that is not divided into parts; expected tile, div, mod or cut before `children`",
    ),
    (
        "m = machine()\nm[0, 0].tile(1)",
        "2:2: `[…]` is of a box that is not divided into parts; expected tile, div, mod or cut before `[…]`",
    ),
    (
        "m = machine().div(2, 2)\nm[0].tile(1)",
        "2:2: wrong arguments of `[…]`; expected 2 numbers, as there are 2 × 2 parts",
    ),
    (
        "m = grid(16).div(4)\nm[0, 1].tile(1)",
        "2:2: wrong arguments of `[…]`; expected 1 number, as there are 4 parts",
    ),
    ("m = machine().div(2, 2)\nm[0, -1].tile(1)", "2:6: the argument `-1` of `[…]` is out of range; expected 0 to 1"),
    (
        "map machine() -> grid(16)",
        "1:5: the left side of `map` is a box of the machine; expected a box of the grid, as in `map grid(4, 4) -> machine()`",
    ),
    (
        "map grid(16).div(4) -> machine()",
        "1:1: the left side of `map` has 4 undivided boxes, the right side has 1; expected equal numbers, since the boxes are mapped in pairs",
    ),
    (
        "map grid(16).div(3) -> machine().tile(4, 1).leaves",
        "1:1: the left side of `map` has 3 undivided boxes, the right side has 4; expected equal numbers, since the boxes are mapped in pairs",
    ),
    (
        "map grid(16).div(3) -> machine().div(1, 3)",
        "1:1: undivided box 0 (counted from 0) has 5 ranks on the left side of `map`, but 4 × 1 slots on the right side; expected equal sizes, since the undivided boxes are mapped in pairs",
    ),
    (
        "g = grid(16).div(2)\nm = machine().div(2)\nmap g[0] -> m[0]\nmap g[0] -> m[1]",
        "4:1: rank 0 is mapped twice; expected once",
    ),
    (
        "g = grid(16).div(2)\nm = machine().div(2)\nmap g[0] -> m[0]\nmap g[1] -> m[0]",
        "4:1: slot 0 is mapped twice; expected once",
    ),
    (
        "g = grid(4, 4)\nmap g -> machine()\ng.tilt(0, 1)",
        "3:3: `tilt` of the grid has no effect after `map`; put it before `map`, or apply it to the machine",
    ),
    (
        "g = grid(16).div(2)\nm = machine().div(2)\nmap g[0] -> m[0]",
        "3:17: rank 8 is not mapped; expected `map` statements that map all ranks of the grid",
    ),
    ("", "1:1: rank 0 is not mapped; expected `map` statements that map all ranks of the grid"),
];

#[test]
fn every_mistake_is_told_with_its_place() {
    for (text, message) in MISTAKES {
        assert_eq!(places(text, 16, &[4, 4]).unwrap_err(), *message, "{text}");
    }
}

/// The variants are read from the source, so that a new one without a mistake above fails here.
#[test]
fn every_variant_has_a_mistake() {
    let variants = include_str!("error.rs").lines().filter_map(|line| line.strip_prefix("    ")?.strip_suffix(" {"));
    let declared: BTreeSet<String> =
        variants.filter(|name| name.chars().all(char::is_alphanumeric)).map(str::to_owned).collect();
    let error = |text: &str| -> ProgramError { outcome_of(text, 16, &machine(&[4, 4])).err().unwrap().error };
    let name = |text: &str| format!("{:?}", error(text)).split(' ').next().unwrap().to_owned();
    let tested: BTreeSet<String> = MISTAKES.iter().map(|(text, _)| name(text)).collect();
    assert_eq!(declared, tested);
}
