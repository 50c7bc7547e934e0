//! Buffers for the columns of a table that is being written. A table consists of several Parquet files, its *parts*; a
//! buffer collects one column's values for the current part.

use crate::encode::{Flags, Indices, Numbers};
use crate::schema::ColumnType;

/// The values of a column in the current part.
#[derive(Clone, Debug)]
pub(crate) enum Gathered {
    Numbers(Box<Numbers>),
    Flags(Flags),
    Texts(Indices),
}

impl Gathered {
    pub(crate) fn new(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Int64 => Self::Numbers(Box::new(Numbers::new(false, false))),
            ColumnType::UInt32 => Self::Numbers(Box::new(Numbers::new(true, true))),
            ColumnType::Int32 => Self::Numbers(Box::new(Numbers::new(true, false))),
            ColumnType::Bool => Self::Flags(Flags::default()),
            ColumnType::Text => Self::Texts(Indices::default()),
        }
    }

    /// Appends values as [`crate::schema::Field::word`] gives them.
    pub(crate) fn extend(&mut self, words: impl Iterator<Item = u64>) {
        match self {
            // Picoseconds and bytes stay far below 2^63; the engine's times are checked. Parquet keeps unsigned 32-bit
            // integers in signed ones of the same bits.
            Self::Numbers(values) if values.narrow() => words.for_each(|word| values.push(i64::from(word as i32))),
            Self::Numbers(values) => words.for_each(|word| values.push(word as i64)),
            Self::Flags(values) => words.for_each(|word| values.push(word != 0)),
            Self::Texts(values) => words.for_each(|word| values.push(word as u32)),
        }
    }
}

/// Distributes rows, one after the other, to their columns.
pub(crate) fn extend(columns: &mut [Gathered], rows: &[u64]) {
    let width = columns.len();
    for (at, column) in columns.iter_mut().enumerate() {
        column.extend(rows.iter().skip(at).step_by(width).copied());
    }
}
