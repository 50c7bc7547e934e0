//! The mapping `map`: a program in the language of Rubik that says where ranks run (Bhatele et al., "Mapping Applications
//! with Collectives over Sub-communicators on Torus Networks", SC 2012).
//!
//! A program divides both the grid of ranks and the machine (along its axes) into boxes. It maps the boxes of ranks one by one
//! onto the boxes of the machine, and may permute the ranks within boxes. `syntax.rs` has the grammar, `permutations.rs` the
//! permutations, `evaluate.rs` the order of effects.

mod arguments;
mod boxes;
pub(super) mod error;
mod evaluate;
mod permutations;
mod syntax;
#[cfg(test)]
mod tests;
mod token;
#[cfg(test)]
mod twin;

use super::error::MappingError;
use super::kind::{MappingKind, RankPlacement, Request};
use super::slot_grid::SlotGrid;
use boxes::Dimension;
use error::{Failure, Position};
use evaluate::{EMPTY, Outcome};
use std::path::Path;

/// The entry of the registry.
pub(super) const KIND: MappingKind = MappingKind {
    name: "map",
    argument: "",
    doc: "A program in the language of Rubik, or FILE.map that holds one, as in map grid(8, 8).tile(2, 4) -> machine().tile(2, 2, 2).",
    place,
};

/// The most places of a machine that a program handles.
const MAX_PLACES: u64 = 1 << 26;

/// Whether a mapping is a program, or a file of one.
pub(super) fn is_program(spec: &str) -> bool {
    is_file(spec) || spec.contains("->") || spec.contains(['=', ';', '\n']) || spec.starts_with("map ")
}

/// Whether it names a file.
pub(super) fn is_file(spec: &str) -> bool {
    spec.ends_with(".map") && !spec.contains("->")
}

fn place(request: &Request<'_>) -> Result<RankPlacement, MappingError> {
    let spec = request.spec.trim();
    if !is_file(spec) {
        return placement("--mapping", spec, request);
    }
    let text = files::read_text(Path::new(spec))
        .map_err(|error| MappingError::Read { file: spec.to_owned(), reason: error.to_string() })?;
    placement(spec, &text, request)
}

/// The placement that a program from `file` gives.
fn placement(file: &str, text: &str, request: &Request<'_>) -> Result<RankPlacement, MappingError> {
    let grid = SlotGrid::of(request.slots, request.platform);
    let sizes: Vec<u32> = grid.axes().iter().map(|axis| axis.size).collect();
    let places: u64 = sizes.iter().map(|size| u64::from(*size)).product();
    if places > MAX_PLACES {
        return Err(MappingError::TooManyPlaces { places, most: MAX_PLACES });
    }
    let dimensions: Vec<Dimension> =
        grid.axes().iter().map(|axis| Dimension { name: Some(axis.name.clone()), size: axis.size }).collect();
    let outcome = outcome_of(text, request.ranks, &dimensions).map_err(|failure| {
        let Position { line, column } = failure.place;
        MappingError::Program { file: file.to_owned(), line, column, error: failure.error }
    })?;
    // Every rank has a place, as the program has been carried out.
    let mut table = vec![Default::default(); request.ranks as usize];
    let mut coordinates = vec![0; sizes.len()];
    for rank in outcome.contents {
        if rank != EMPTY {
            let (host, nth) = grid.slot(&coordinates);
            table[rank as usize] = (host, request.core(nth));
        }
        boxes::advance(&mut coordinates, &sizes);
    }
    Ok(RankPlacement::Grid { table, sizes: outcome.grid })
}

/// What a program brings about on a machine.
fn outcome_of(text: &str, ranks: u32, machine: &[Dimension]) -> Result<Outcome, Failure> {
    let tokens = token::tokens(text)?;
    // There is one, `Eof`.
    let end = tokens.last().map_or(Position { line: 1, column: 1 }, |token| token.place);
    evaluate::evaluate(&syntax::parse(tokens)?, ranks, machine, end)
}
