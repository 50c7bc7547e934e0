//! Reads the user's choice of tables (`--observe`).

use crate::error::ObserveError;
use crate::schema::{TableSchema, Written};
use crate::tables::TABLES;

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
        let table = observable().find(|table| table.name == name).ok_or_else(|| unknown(name))?;
        if !found.iter().any(|known: &&TableSchema| known.name == name) {
            found.push(table);
        }
    }
    Ok(found)
}

fn unknown(name: &str) -> ObserveError {
    let names = || observable().map(|table| table.name);
    let nearest = config::nearest(name, names());
    ObserveError::UnknownTable { found: name.into(), nearest, all: names().collect::<Vec<_>>().join(", ") }
}
