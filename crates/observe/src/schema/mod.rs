//! Schemas of tables: the columns of a table and their types. Each table also has a Rust struct for its rows;
//! [`table!`](crate::schema::row) makes the struct and the schema from one declaration. A text column stores numbers that refer
//! to a dictionary.

mod column;
mod field;
mod names;
pub(crate) mod row;
mod texts;

pub use column::{Column, ColumnType, Range, SCHEMA_VERSION, TableSchema, Vocabulary, Written};
pub use field::{Cell, Field};
pub use names::State;
pub use row::Row;
pub use texts::Texts;
