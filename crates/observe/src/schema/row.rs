//! The macro `table!`, which declares a table and its row struct in one place.

use super::column::TableSchema;
use super::field::Cell;
use super::texts::Texts;

/// A row of a table.
pub trait Row: Sized + 'static {
    /// The table.
    const SCHEMA: TableSchema;

    /// A word per column: `[u64; N]`.
    type Words: AsRef<[u64]>;

    /// The row as words, in the order of the columns.
    fn words(&self, texts: &mut Texts) -> Self::Words;

    /// From what [`Row::words`] gave.
    fn from_words(words: &[u64], texts: &Texts) -> Self;

    /// From the cells in the order of the columns.
    ///
    /// # Errors
    /// The index of the column whose cell is not a value of its type.
    fn from_cells<'a>(cell: impl Fn(usize) -> Cell<'a>) -> Result<Self, usize>;
}

/// Declares a table: its documentation, its row, its name, when it is written, and its columns. Doc comments are the texts of
/// listings and reference. Without `pub struct` the row is a struct that there is; its last columns may be the fields of a struct
/// in it, as `with FIELD: STRUCT { COLUMN = FIELD: TYPE, }`.
macro_rules! table {
    (
        $(#[doc = $doc:literal])+
        pub struct $row:ident in $name:literal, $written:ident {
            $( $(#[doc = $column_doc:literal])+ $column:ident: $type:ty, )+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $row {
            $( $(#[doc = $column_doc])+ pub $column: $type, )+
        }

        $crate::schema::row::table! {
            $(#[doc = $doc])+
            $row in $name, $written { $( $(#[doc = $column_doc])+ $column: $type, )+ }
        }
    };
    (
        $(#[doc = $doc:literal])+
        $row:ident in $name:literal, $written:ident {
            $( $(#[doc = $column_doc:literal])+ $column:ident: $type:ty, )+
            $( with $(#[doc = $group_doc:literal])+ $group:ident: $struct:ident {
                $( $(#[doc = $part_doc:literal])+ $part:ident = $field:ident: $part_type:ty, )+
            } )?
        }
    ) => {
        impl $crate::schema::Row for $row {
            const SCHEMA: $crate::schema::TableSchema = $crate::schema::TableSchema {
                name: $name,
                doc: concat!($($doc),+).trim_ascii_start(),
                written: $crate::schema::Written::$written,
                columns: &[
                    $( $crate::schema::Column {
                        name: stringify!($column),
                        kind: <$type as $crate::schema::Field>::KIND,
                        doc: concat!($($column_doc),+).trim_ascii_start(),
                        range: <$type as $crate::schema::Field>::RANGE,
                        vocabulary: <$type as $crate::schema::Field>::VOCABULARY,
                    }, )+
                    $( $( $crate::schema::Column {
                        name: stringify!($part),
                        kind: <$part_type as $crate::schema::Field>::KIND,
                        doc: concat!($($part_doc),+).trim_ascii_start(),
                        range: <$part_type as $crate::schema::Field>::RANGE,
                        vocabulary: <$part_type as $crate::schema::Field>::VOCABULARY,
                    }, )+ )?
                ],
            };

            type Words = [u64; [$( stringify!($column), )+ $( $( stringify!($part), )+ )?].len()];

            #[inline]
            fn words(&self, texts: &mut $crate::schema::Texts) -> Self::Words {
                [
                    $( $crate::schema::Field::word(&self.$column, texts), )+
                    $( $( $crate::schema::Field::word(&self.$group.$field, texts), )+ )?
                ]
            }

            fn from_words(words: &[u64], texts: &$crate::schema::Texts) -> Self {
                let [$( $column, )+ $( $( $part, )+ )?] = *words else { panic!("as many words as columns") };
                Self {
                    $( $column: $crate::schema::Field::from_word($column, texts), )+
                    $( $group: $struct { $( $field: $crate::schema::Field::from_word($part, texts), )+ }, )?
                }
            }

            #[inline]
            #[allow(unused_assignments, reason = "the index of the last column is not used again")]
            fn from_cells<'a>(cell: impl Fn(usize) -> $crate::schema::Cell<'a>) -> Result<Self, usize> {
                let mut at = 0;
                $(
                    let $column = <$type as $crate::schema::Field>::from_cell(cell(at)).ok_or(at)?;
                    at += 1;
                )+
                $( $(
                    let $part = <$part_type as $crate::schema::Field>::from_cell(cell(at)).ok_or(at)?;
                    at += 1;
                )+ )?
                Ok(Self { $( $column, )+ $( $group: $struct { $( $field: $part, )+ }, )? })
            }
        }
    };
}

pub(crate) use table;
