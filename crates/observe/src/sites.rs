//! Call sites in words.

use crate::error::ObserveError;
use crate::outputs::{Output, column};
use crate::table::{Kind, Table, Value};
use files::NewFile;
use ops::CallSite;
use std::path::Path;

pub(crate) const OUTPUT: Output = Output {
    name: "sites",
    doc: "Call sites that other tables name by number.",
    always: true,
    columns: &[
        column("site", Kind::Id, "the call site"),
        column("description", Kind::Text, "function, file and line, or an address"),
    ],
};

/// Writes the table of the given sites, described by `describe`.
pub(crate) fn write(
    run: &Path,
    sites: &mut dyn Iterator<Item = CallSite>,
    describe: &mut dyn FnMut(CallSite) -> String,
) -> Result<Vec<NewFile>, ObserveError> {
    let mut table = Table::whole(run, &OUTPUT)?;
    for site in sites {
        let text = table.text(&describe(site));
        table.push([Value::Id(site.0), Value::Text(text)]);
    }
    table.close()
}
