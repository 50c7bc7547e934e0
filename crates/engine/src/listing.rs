//! Lists the registries of all crates (models, topologies, algorithms …), for `windtunnel list` and the reference pages.

use crate::assembly::PLATFORMS;
use config::{Fallback, Parameter, UsedDefault};
use models::network::NETWORKS;
use models::storage::STORAGES;
use models::storage::caches::CACHES;
use models::storage::devices::DEVICES;
use models::storage::layouts::LAYOUTS;
use mpi::library::{Library, PROTOCOL_PARAMETERS};
use platform::{HOST_PARAMETERS, MAPPINGS, NIC_PARAMETERS, STORAGE_PARAMETERS, TOPOLOGIES};
use serde::{Deserialize, Serialize};
use workload::motifs::MOTIFS;
use workload::traces::FORMATS;

/// The description of the MPI interface that the faces are generated from.
const API: &str = include_str!("../../../mpi/api.json");

/// One list.
pub struct Listing {
    /// The word after `windtunnel list`.
    pub name: &'static str,
    /// Its contents, in one sentence.
    pub doc: &'static str,
    /// Its entries, in the order of their registry.
    pub entries: fn() -> Vec<Entry>,
}

/// One thing to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Its part of the list, where that has parts: the operation of a collective algorithm, the chapter of a function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Its name in options and files.
    pub name: String,
    /// One sentence.
    pub doc: String,
    /// Its figures in closed form: which, and the formula.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub formulas: Vec<(&'static str, &'static str)>,
    /// Its parameters, keys or columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Detail>,
    /// The file that it is, where it is one: a start for one's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'static str>,
}

/// A parameter, key or column of an [`Entry`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Detail {
    /// Its name.
    pub name: String,
    /// What may be written, or the type of a column.
    pub kind: String,
    /// Its default; none where that does not apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Its meaning.
    pub doc: String,
}

/// All lists, in the order of `windtunnel list --help`.
pub static LISTINGS: &[Listing] = &[
    Listing { name: "topologies", doc: "Topologies for `[topology]` of a platform file.", entries: topologies },
    Listing { name: "hosts", doc: "Keys of `[host]` and `[nic]` of a platform file.", entries: hosts },
    Listing { name: "networks", doc: "Network models for --network.", entries: networks },
    Listing { name: "storage", doc: "File system models for `[storage]` of a platform file.", entries: storages },
    Listing { name: "layouts", doc: "Layouts of files on servers, for `[storage.layout]`.", entries: layouts },
    Listing { name: "caches", doc: "Caches of file servers, for `cache` in `[storage.server]`.", entries: caches },
    Listing { name: "devices", doc: "Devices of file servers, for `[storage.device]`.", entries: devices },
    Listing {
        name: "collectives",
        doc: "Algorithms for --collective OPERATION=ALGORITHM; those for intercommunicators (inter_…) are chosen by the library alone.",
        entries: collectives,
    },
    Listing { name: "mpi-libraries", doc: "Modelled MPI libraries, for --mpi-library.", entries: mpi_libraries },
    Listing {
        name: "conditions",
        doc: "Conditions of the rules by which an MPI library selects collective algorithms.",
        entries: conditions,
    },
    Listing { name: "motifs", doc: "Generated communication patterns for `windtunnel motif`.", entries: motifs },
    Listing { name: "trace-formats", doc: "Trace formats that `windtunnel replay` reads.", entries: formats },
    Listing { name: "platforms", doc: "Shipped platforms, for -p.", entries: platforms },
    Listing { name: "mappings", doc: "Mappings of ranks to hosts, for --mapping.", entries: mappings },
    Listing { name: "tables", doc: "Tables of a run folder, for --observe.", entries: outputs },
    Listing { name: "mpi-functions", doc: "MPI functions, and whether each is simulated.", entries: functions },
];

/// The list of this name.
pub fn find(name: &str) -> Option<&'static Listing> {
    LISTINGS.iter().find(|listing| listing.name == name)
}

/// The lists themselves.
pub fn lists() -> Vec<Entry> {
    LISTINGS.iter().map(|listing| Entry::new(listing.name, listing.doc)).collect()
}

impl Entry {
    fn new(name: &str, doc: &str) -> Self {
        Self {
            group: None,
            name: name.to_owned(),
            doc: doc.to_owned(),
            formulas: Vec::new(),
            details: Vec::new(),
            file: None,
        }
    }

    fn with_keys(name: &str, doc: &str, keys: &[Parameter]) -> Self {
        Self { details: keys.iter().map(key).collect(), ..Self::new(name, doc) }
    }
}

fn key(parameter: &Parameter) -> Detail {
    let (default, source) = match parameter.fallback {
        Fallback::Required => (Some("required".to_owned()), String::new()),
        Fallback::Absent => (None, String::new()),
        Fallback::Value { value, source: "" } => (Some(value.to_owned()), String::new()),
        Fallback::Value { value, source } => (Some(value.to_owned()), format!(" Source of the default: {source}.")),
    };
    Detail {
        name: parameter.name.to_owned(),
        kind: parameter.kind.expected(),
        default,
        doc: format!("{}{source}", parameter.doc),
    }
}

fn topologies() -> Vec<Entry> {
    let formulas = |formulas: &platform::Formulas| {
        let platform::Formulas { hosts, links, diameter, bisection } = *formulas;
        vec![("hosts", hosts), ("links", links), ("diameter", diameter), ("bisection", bisection)]
    };
    let entry = |kind: &platform::TopologyKind| Entry {
        formulas: formulas(&kind.formulas),
        ..Entry::with_keys(kind.name, kind.doc, kind.parameters)
    };
    TOPOLOGIES.iter().map(entry).collect()
}

fn hosts() -> Vec<Entry> {
    let sections = [
        ("host", "Hosts; all are alike.", HOST_PARAMETERS),
        ("nic", "Network interfaces; all are alike.", NIC_PARAMETERS),
        ("storage", "The file system, in addition to the keys of its model.", STORAGE_PARAMETERS),
    ];
    sections.into_iter().map(|(name, doc, keys)| Entry::with_keys(name, doc, keys)).collect()
}

fn storages() -> Vec<Entry> {
    STORAGES.iter().map(|kind| Entry::with_keys(kind.name, kind.doc, kind.parameters)).collect()
}

fn layouts() -> Vec<Entry> {
    LAYOUTS.iter().map(|kind| Entry::with_keys(kind.name, kind.doc, kind.parameters)).collect()
}

fn caches() -> Vec<Entry> {
    CACHES.iter().map(|kind| Entry::new(kind.name, kind.doc)).collect()
}

fn devices() -> Vec<Entry> {
    DEVICES.iter().map(|kind| Entry::with_keys(kind.name, kind.doc, kind.parameters)).collect()
}

fn networks() -> Vec<Entry> {
    NETWORKS.iter().map(|kind| Entry::with_keys(kind.name, kind.doc, kind.parameters)).collect()
}

fn collectives() -> Vec<Entry> {
    let entry = |algorithm: &mpi::schedule::Algorithm| Entry {
        group: Some(algorithm.operation.name().to_owned()),
        ..Entry::with_keys(algorithm.name, algorithm.doc, algorithm.parameters)
    };
    let across = |algorithm: &mpi::schedule::Algorithm| Entry {
        group: Some(format!("inter_{}", algorithm.operation.name())),
        ..entry(algorithm)
    };
    let within = mpi::collectives::ALL.iter().copied().flatten().map(entry);
    within.chain(mpi::collectives::inter::ALL.iter().copied().flatten().map(across)).collect()
}

/// The keys of `[protocol]` with the values of each library and their sources.
fn mpi_libraries() -> Vec<Entry> {
    let entry = |shipped: &mpi::library::Shipped| {
        let file = format!("{}.toml: ", shipped.name);
        let library = Library::load(Some(shipped.name), &toml::Table::new(), &|_| None).expect("a shipped library");
        let value = |default: &UsedDefault| {
            let source = default.source.strip_prefix(&file).unwrap_or(&default.source);
            let (place, name) =
                default.key.split_once('.').map_or(("", &*default.key), |(_, name)| ("Inside a host: ", name));
            let parameter = PROTOCOL_PARAMETERS.iter().find(|known| known.name == name).expect("a key of [protocol]");
            Detail {
                name: default.key.clone(),
                default: Some(default.value.clone()),
                doc: format!("{place}{} Source of the value: {source}.", parameter.doc),
                ..key(parameter)
            }
        };
        let details = library.defaults().iter().map(value).collect();
        Entry { details, file: Some(shipped.text), ..Entry::new(shipped.name, shipped.doc) }
    };
    mpi::library::SHIPPED.iter().map(entry).collect()
}

fn conditions() -> Vec<Entry> {
    let entry = |known: &mpi::selectors::Predicate| {
        Entry::new(known.name, &format!("{} Takes {}.", known.doc, known.expected()))
    };
    mpi::selectors::predicates().iter().map(entry).collect()
}

fn motifs() -> Vec<Entry> {
    MOTIFS.iter().map(|motif| Entry::with_keys(motif.name, motif.doc, motif.parameters)).collect()
}

fn formats() -> Vec<Entry> {
    FORMATS.iter().map(|format| Entry::new(format.name, format.doc)).collect()
}

/// The first sentence of a platform file's opening comment: its description.
fn platforms() -> Vec<Entry> {
    let about = |text: &str| {
        let comment: Vec<&str> = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim).collect();
        let paragraph: Vec<&str> = comment.iter().copied().take_while(|line| !line.is_empty()).collect();
        paragraph.join(" ")
    };
    PLATFORMS.iter().map(|(name, text)| Entry::new(name, &about(text))).collect()
}

fn mappings() -> Vec<Entry> {
    let entry = |kind: &platform::MappingKind| match kind.argument {
        "" => Entry::new(kind.name, kind.doc),
        argument => Entry::new(&format!("{}:{argument}", kind.name), kind.doc),
    };
    MAPPINGS.iter().map(entry).collect()
}

/// A column's documentation, with its values where they are few.
fn documentation(column: &observe::Column) -> String {
    let observe::Vocabulary::Fixed(text) = column.vocabulary else { return column.doc.to_owned() };
    let values: Vec<String> =
        (0..).map_while(text).take(LISTED_VALUES + 1).map(|value| format!("`{value}`")).collect();
    match values.len() {
        0..=LISTED_VALUES => format!("{} Values: {}.", column.doc, values.join(", ")),
        _ => column.doc.to_owned(),
    }
}

/// Values of a column that are listed at most.
const LISTED_VALUES: usize = 16;

fn outputs() -> Vec<Entry> {
    let column = |column: &observe::Column| Detail {
        name: column.name.to_owned(),
        kind: column.kind.name().to_owned(),
        default: None,
        doc: documentation(column),
    };
    let entry = |table: &&observe::TableSchema| Entry {
        group: Some(table.written.name().to_owned()),
        details: table.columns.iter().map(column).collect(),
        ..Entry::new(table.name, table.doc)
    };
    observe::TABLES.iter().map(entry).collect()
}

#[derive(Deserialize)]
struct Api {
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    chapter: String,
    status: String,
    #[serde(default)]
    note: String,
}

/// Chapter by chapter, in the order in which their first functions come.
fn functions() -> Vec<Entry> {
    let api: Api = serde_json::from_str(API).expect("the description of the API has this form");
    let mut chapters: Vec<String> = Vec::new();
    for function in &api.functions {
        if !chapters.contains(&function.chapter) {
            chapters.push(function.chapter.clone());
        }
    }
    let entry = |function: Function| {
        let note = if function.note.is_empty() { String::new() } else { format!(": {}", function.note) };
        Entry { group: Some(function.chapter), ..Entry::new(&function.name, &format!("{}{note}", function.status)) }
    };
    let mut entries: Vec<Entry> = api.functions.into_iter().map(entry).collect();
    entries.sort_by_key(|entry| chapters.iter().position(|chapter| Some(chapter) == entry.group.as_ref()));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_has_entries_with_names_and_sentences() {
        for listing in LISTINGS {
            let entries = (listing.entries)();
            assert!(!entries.is_empty(), "{}", listing.name);
            for entry in &entries {
                assert!(!entry.name.is_empty() && !entry.doc.is_empty(), "{}: {entry:?}", listing.name);
            }
            assert!(std::ptr::eq(find(listing.name).unwrap(), listing));
        }
    }

    #[test]
    fn names_are_unique_within_their_group() {
        for listing in LISTINGS {
            let mut names: Vec<_> = (listing.entries)().into_iter().map(|entry| (entry.group, entry.name)).collect();
            let all = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), all, "{}", listing.name);
        }
    }

    #[test]
    fn a_shipped_platform_is_described_by_its_first_comment() {
        let platforms = platforms();
        let fat_tree = platforms.iter().find(|entry| entry.name == "fat-tree").unwrap();
        assert!(fat_tree.doc.starts_with("A fat tree of two switch levels"), "{}", fat_tree.doc);
    }

    #[test]
    fn the_whole_interface_is_listed() {
        let functions = functions();
        assert_eq!(functions.len(), 664);
        assert!(functions.iter().any(|entry| entry.name == "MPI_Send"));
    }
}
