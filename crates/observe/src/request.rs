//! Reads the user's choice of tables (`--observe`).

use crate::error::ObserveError;
use crate::schema::{TableSchema, Written};
use crate::tables::TABLES;
use config::UnknownName;

/// The tables that a simulation may be asked for (`--observe`).
pub fn observable() -> impl Iterator<Item = &'static TableSchema> + Clone {
    TABLES.iter().copied().filter(|table| table.written != Written::ByLogGopSim)
}

/// Checks names of tables as a user gives them.
///
/// # Errors
/// There is no such table: the nearest name is in the error.
pub fn check_tables<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<&'static TableSchema>, ObserveError> {
    let mut found = Vec::new();
    for name in names {
        let known = observable().map(|table| table.name);
        let table = observable().find(|table| table.name == name);
        let table = table.ok_or_else(|| ObserveError::UnknownTable(UnknownName::new(name, known)))?;
        if !found.iter().any(|known: &&TableSchema| known.name == name) {
            found.push(table);
        }
    }
    Ok(found)
}
