//! Descriptions of tables (schemas). A table has columns with types, and a struct for its rows; texts are stored as their
//! numbers in a dictionary. [`table!`](crate::schema::row) makes a row struct and its description from one declaration.

mod column;
mod field;
mod names;
pub(crate) mod row;
mod texts;

pub use column::{Column, ColumnType, Range, SCHEMA_VERSION, TableSchema, Vocabulary, Written};
pub use field::{Cell, Field};
pub use names::{IO_OPERATIONS, PROTOCOLS, State, WAIT_CAUSES};
pub use row::Row;
pub use texts::Texts;
