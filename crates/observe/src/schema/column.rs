//! The types that describe tables and columns: name, type, unit, meaning.

use units::named_enum;

/// The format version of run folders, `run.json` and tables alike: it rises when a key or column changes its name, type or
/// meaning.
pub const SCHEMA_VERSION: u32 = 3;

named_enum! {
    /// The type of a column.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ColumnType as name {
        /// A time in picoseconds, bytes or another count; below 2^63.
        Int64 = "int64",
        /// An identifier.
        UInt32 = "uint32",
        /// A signed number.
        Int32 = "int32",
        /// True or false.
        Bool = "bool",
        /// UTF-8 text, dictionary-encoded.
        Text = "text",
    }
}

/// The values that a numeric column may hold. Readers refuse others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// Any value of the type.
    Any,
    /// A count or a time: below 2^63.
    Count,
    /// A rank of the run.
    Rank,
}

/// The texts of a column.
#[derive(Clone, Copy, Debug)]
pub enum Vocabulary {
    /// Not a column of text.
    None,
    /// A fixed list: the text of each number from 0 on.
    Fixed(fn(u32) -> Option<&'static str>),
    /// Any text, numbered by [`Texts`](super::Texts).
    Open,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: ColumnType,
    /// Its meaning, with its unit.
    pub doc: &'static str,
    /// The values it may hold.
    pub range: Range,
    /// The texts it may hold.
    pub vocabulary: Vocabulary,
}

named_enum! {
    /// When a table is written.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Written as name {
        /// By every run.
        Always = "always written",
        /// By runs that ask for it (`--observe`).
        OnRequest = "on request",
        /// By `--engine loggopsim` alone.
        ByLogGopSim = "by --engine loggopsim",
    }
}

/// A table: the value that encoder, readers, listings and documentation share.
#[derive(Debug)]
pub struct TableSchema {
    /// The name: of its folder, and in `--observe`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// When it is written.
    pub written: Written,
    /// Its columns in order.
    pub columns: &'static [Column],
}

impl TableSchema {
    /// The index of a column.
    pub fn position(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|known| known.name == column)
    }
}
