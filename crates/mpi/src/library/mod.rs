//! The modelled MPI library: its protocol parameters and its selection of collective algorithms, read from a file.
//!
//! A library file is TOML with these keys and tables:
//!
//! * `name`, `version`, `device` and `about`;
//! * `[protocol]`: the parameters of point-to-point messages ([`ProtocolParameters`] describes every key);
//! * `[sources]`: where each value of `[protocol]` comes from, for the run summary;
//! * `[selection]`: the decision lists ([`crate::selectors`]);
//! * `io` (optional): the library's implementation of MPI I/O ([`IoLibrary`]);
//! * `[tuning]` (optional): the names of algorithms in the library's tuning files ([`crate::tuning`]);
//! * `[measured]` (optional): measured times of collective operations.
//!
//! The library files that come with Windtunnel are in `mpi-libraries/` and compiled in; any other is given by its path. The
//! `[mpi]` table of a platform file may replace the values of single `[protocol]` keys, and fix algorithms in `collective`.

mod comm_create;
pub(crate) mod document;
pub(crate) mod error;
mod file_hints;
mod host;
mod measured;
mod protocol;
mod send_end;
#[cfg(test)]
mod tests;

pub(crate) use comm_create::WORD;
pub use comm_create::{AgreementStep, Agreements, CommCreate, Creation};
pub use error::LibraryError;
pub use file_hints::FileHints;
pub use protocol::{
    Handshake, LockAll, PROTOCOL_PARAMETERS, Pack, Partitions, Piecewise, ProgressMode, ProtocolParameters, Segment,
    Steps,
};
pub use send_end::{SendEnd, SendEnds};

use crate::selectors::{Fixed, Selector};
use crate::tuning::{Decisions, Told, Tuning, TuningError};
use config::{Fallback, Parameter, UsedDefault};
use document::Node;
use host::{HostProtocol, host_key};
use measured::Measured;
use ops::{NullDatatypes, Operation};
use std::path::Path;

/// A library file that is compiled in.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name that options and platforms use.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// The file.
    pub text: &'static str,
}

/// The library files that are compiled in; the first is the default.
pub static SHIPPED: &[Shipped] = &[
    Shipped {
        name: "mpich-4.3",
        doc: "MPICH 4.3.2, device ch4:ofi, with its built-in selection of collective algorithms.",
        text: include_str!("../../../../mpi-libraries/mpich-4.3.toml"),
    },
    Shipped {
        name: "mpich-5.0",
        doc: "MPICH 5.0, device ch4:ofi, with its built-in selection of collective algorithms.",
        text: include_str!("../../../../mpi-libraries/mpich-5.0.toml"),
    },
    Shipped {
        name: "mpich-3.4",
        doc: "MPICH 3.4.3, device ch4:ofi, with its built-in selection of collective algorithms.",
        text: include_str!("../../../../mpi-libraries/mpich-3.4.toml"),
    },
    Shipped {
        name: "cray-mpich-8",
        doc: "Cray MPICH 8 as far as it is published: MPICH 3.4.3 with Cray's thresholds of collective algorithms; which lie between them is inferred.",
        text: include_str!("../../../../mpi-libraries/cray-mpich-8.toml"),
    },
    Shipped {
        name: "openmpi-4.1",
        doc: "Open MPI 4.1 over TCP, with the fixed decisions of its component tuned.",
        text: include_str!("../../../../mpi-libraries/openmpi-4.1.toml"),
    },
    Shipped {
        name: "openmpi-5.0",
        doc: "Open MPI 5.0.11 over TCP, with the decisions of its components han, tuned and libnbc.",
        text: include_str!("../../../../mpi-libraries/openmpi-5.0.toml"),
    },
    Shipped {
        name: "intel-2021",
        doc: "Intel MPI Library 2021: its documented algorithms; SimGrid's table stands in for its own choice, which is not published.",
        text: include_str!("../../../../mpi-libraries/intel-2021.toml"),
    },
    Shipped {
        name: "simgrid-smpi",
        doc: "SMPI of SimGrid 3.32 without options: its protocol, factors and default collectives, for comparisons with it.",
        text: include_str!("../../../../mpi-libraries/simgrid-smpi.toml"),
    },
    Shipped {
        name: "smpi-mvapich2",
        doc: "SMPI of SimGrid 3.32 with its selector mvapich2: its table for MVAPICH2 on the cluster Stampede.",
        text: include_str!("../../../../mpi-libraries/smpi-mvapich2.toml"),
    },
    Shipped {
        name: "smpi-impi",
        doc: "SMPI of SimGrid 3.32 with its selector impi: its table for Intel MPI 4.1.3 on the cluster Stampede.",
        text: include_str!("../../../../mpi-libraries/smpi-impi.toml"),
    },
    Shipped {
        name: "piosim",
        doc: "The MPI of the simulator PIOsimHD with its default algorithms, for comparisons with it.",
        text: include_str!("../../../../mpi-libraries/piosim.toml"),
    },
    Shipped {
        name: "dimemas",
        doc: "The formulas of the simulator Dimemas for collectives; messages without overheads.",
        text: include_str!("../../../../mpi-libraries/dimemas.toml"),
    },
    Shipped {
        name: "ideal",
        doc: "A library without overheads and with one algorithm per collective, for tests and teaching.",
        text: include_str!("../../../../mpi-libraries/ideal.toml"),
    },
];

/// What makes requests of accesses to files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IoLibrary {
    /// An access is one request to each of its servers.
    Direct,
    /// ROMIO, with the driver of the file system.
    Romio,
}

impl IoLibrary {
    /// The driver by which it accesses a file system; none: it has none for it.
    pub fn driver(self, file_system: Option<&'static str>) -> Option<&'static str> {
        match self {
            Self::Direct => None,
            Self::Romio => file_system,
        }
    }
}

/// A modelled MPI library.
#[derive(Clone, Debug)]
pub struct Library {
    name: String,
    defaults: Vec<UsedDefault>,
    /// The parameters of messages.
    pub protocol: ProtocolParameters,
    /// Those of messages inside a host, if they differ.
    pub inside: Option<Box<ProtocolParameters>>,
    host: HostProtocol,
    /// The selection of collective algorithms.
    pub selector: Selector,
    /// The library of its parallel I/O.
    pub io: IoLibrary,
    /// The largest tag.
    pub tag_ub: i32,
    /// Where it takes null datatypes.
    pub null_datatypes: NullDatatypes,
    /// The hints of files where the program gives none: values of [`ops::FILE_HINTS`].
    pub file_hints: FileHints,
    /// The names in its tuning files, if it has some.
    pub tuning: Option<Tuning>,
    pub(crate) measured: Measured,
    /// The tuning files that it has read: formats and texts.
    tuned_by: Vec<(&'static str, String)>,
    notices: Vec<String>,
}

impl Library {
    /// Loads a library by its name, or from the file at a path; none means the default library. `overrides` are
    /// the keys of a platform's `[mpi]` table, and `locate` says where one of them was written (keys of tables
    /// joined by dots, items of lists as `send[2]`).
    ///
    /// # Errors
    /// If there is no such library, or a file or an override is wrong: [`LibraryError`] says where and why.
    pub fn load(
        name: Option<&str>,
        overrides: &toml::Table,
        locate: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, LibraryError> {
        let (asked, tuning_files) = with_tuning(name.unwrap_or(SHIPPED[0].name));
        let (file, text) = match SHIPPED.iter().find(|shipped| shipped.name == asked) {
            Some(shipped) => (format!("{asked}.toml"), shipped.text.to_owned()),
            None => (asked.to_owned(), read(asked)?),
        };
        let mut library = Self::parse(&file, &text)?;
        for file in &tuning_files {
            library.read_tuning(file, tuning_files.len() == 1)?;
        }
        if !tuning_files.is_empty() {
            library.name = format!("{}+{}", library.name, tuning_files.join("+"));
        }
        library.apply(&document::from_table(overrides, locate))?;
        if !library.host.is_empty() {
            library.inside = Some(Box::new(library.host.over(&library.protocol)?));
        }
        library.check_measured()?;
        if name.is_none() {
            let source = "the default: neither the platform nor an option names an MPI library";
            library.defaults.insert(0, UsedDefault::new("library", asked, source));
        }
        Ok(library)
    }

    /// Reads a library file.
    ///
    /// # Errors
    /// As for [`Library::load`].
    pub fn parse(file: &str, text: &str) -> Result<Self, LibraryError> {
        const KEYS: &[&str] = &[
            "name",
            "version",
            "device",
            "about",
            "protocol",
            "sources",
            "selection",
            "io",
            "tag_ub",
            "null_datatypes",
            "hints",
            "tuning",
            "measured",
        ];
        let root = document::parse(file, text)?;
        let entries = root.table("the file")?;
        document::only(entries, KEYS, "a library file")?;
        let text_of =
            |key: &str| root.required(key, "a library file").and_then(|node| node.text(key).map(str::to_owned));
        // For people who read the file.
        for key in ["version", "device", "about"] {
            text_of(key)?;
        }
        let parameters = root.required("protocol", "a library file")?;
        let protocol = protocol::read(parameters)?;
        let mut host = HostProtocol::default();
        if let Some(table) = parameters.get("host") {
            host.set(table, &protocol)?;
        }
        let sources = root.required("sources", "a library file")?;
        document::only(sources.table("sources")?, &[protocol::keys(), vec!["host"]].concat(), "sources")?;
        let of_host = host.defaults(file, sources, &protocol)?;
        let mut library = Self {
            name: text_of("name")?,
            defaults: Vec::new(),
            protocol,
            selector: Selector::read(root.required("selection", "a library file")?)?,
            io: read_io(entries)?,
            tag_ub: root.get("tag_ub").map_or(Ok(i32::MAX), read_tag_ub)?,
            null_datatypes: root.get("null_datatypes").map_or(Ok(NullDatatypes::Refused), read_null_datatypes)?,
            file_hints: FileHints::default(),
            tuning: root.get("tuning").map(Tuning::read).transpose()?,
            inside: None,
            host,
            measured: Measured::default(),
            tuned_by: Vec::new(),
            notices: Vec::new(),
        };
        if let Some(hints) = root.get("hints") {
            library.file_hints.read(hints, library.io)?;
        }
        if let Some(tables) = root.get("measured") {
            library.measured.read(tables)?;
        }
        for Parameter { name: key, fallback, .. } in PROTOCOL_PARAMETERS {
            let source = match fallback {
                Fallback::Value { source, .. } if parameters.get(key).is_none() => source,
                _ => sources.required(key, "sources")?.text(key)?,
            };
            let value = library.protocol.value(key);
            library.defaults.push(UsedDefault::new(key, &value, &format!("{file}: {source}")));
        }
        library.defaults.extend(of_host);
        Ok(library)
    }

    /// Reads a tuning file, whose decisions come before the library's own.
    fn read_tuning(&mut self, file: &str, alone: bool) -> Result<(), LibraryError> {
        let tuning = self.tuning.as_ref().ok_or_else(|| no_tuning(&self.name, file))?;
        let text = tuning_text(file)?;
        if let Some(told) = tuning.read_parameters(file, &text, &tuning_text) {
            let told = told?;
            if !alone {
                return Err(LibraryError::Tuning(TuningError::Syntax {
                    place: file.to_owned(),
                    found: "MCA parameters, with another file beside them".to_owned(),
                    expected: "a parameter that names that file: coll_tuned_dynamic_rules_filename, \
                               coll_han_dynamic_rules_filename"
                        .to_owned(),
                }));
            }
            self.obey(file, told);
            return Ok(());
        }
        let hosts = tuning.hosts().filter(|hosts| hosts.claims(&text));
        let names = hosts.unwrap_or(tuning);
        let format = names.format().name;
        if self.tuned_by.iter().any(|(known, _)| *known == format) {
            return Err(LibraryError::Tuning(TuningError::Syntax {
                place: file.to_owned(),
                found: format!("a second file of the format {format}"),
                expected: "one".to_owned(),
            }));
        }
        let among_others = |error| tuning.among_others(error, names.format().known_by);
        if hosts.is_some() {
            let cells = names.read_cells(file, &text).map_err(among_others)?;
            cells.into_iter().for_each(|(of, cells)| self.selector.redivide(of, cells));
        } else {
            let rules = names.read_file(file, &text).map_err(among_others)?;
            rules.into_iter().for_each(|(of, rules)| self.selector.precede(of, rules));
        }
        self.tuned_by.push((format, text));
        Ok(())
    }

    /// Has what parameters tell come before the library's own decisions.
    fn obey(&mut self, file: &str, told: Told) {
        told.cells.into_iter().for_each(|(of, cells)| self.selector.redivide(of, cells));
        told.rules.into_iter().for_each(|(of, rules)| self.selector.precede(of, rules));
        self.tuned_by.extend(told.texts);
        if !told.unread.is_empty() {
            self.notices.push(format!(
                "{file}: not read, as only parameters of the components tuned and han are: {}; what messages cost is in a \
                 platform's [mpi]",
                told.unread.join(", ")
            ));
        }
    }

    /// Has decisions by the names of [`Library::tuning`] come before the library's own.
    pub fn tune(&mut self, decisions: &[Decisions]) {
        let Some(tuning) = &self.tuning else { return };
        let (hosts, rest): (Vec<_>, Vec<_>) = decisions.iter().map(|of| tuning.divided(of)).unzip();
        self.tell(&hosts.into_iter().flatten().collect::<Vec<_>>(), &rest);
    }

    /// Has the decisions of the file on the division between hosts, and of the other one, come before the library's own.
    pub fn tell(&mut self, hosts: &[Decisions], rest: &[Decisions]) {
        let Some(tuning) = &self.tuning else { return };
        for of in hosts {
            let cells = tuning.hosts().map(|names| names.cells(of));
            self.selector.redivide(of.operation, cells.unwrap_or_default());
        }
        for of in rest {
            self.selector.precede(of.operation, tuning.as_rules(of));
        }
    }

    /// The texts of the tuning files that were read.
    pub fn tuned_by(&self) -> impl Iterator<Item = &str> {
        self.tuned_by.iter().map(|(_, text)| text.as_str())
    }

    /// What its tuning files say that is not obeyed.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// Applies the overrides of a platform.
    fn apply(&mut self, overrides: &Node) -> Result<(), LibraryError> {
        let entries = overrides.table("mpi")?;
        let keys = [protocol::keys(), vec!["host", "collective", "hints", "measured"]].concat();
        document::only(entries, &keys, "mpi")?;
        for entry in entries {
            if entry.key == "hints" {
                self.file_hints.read(&entry.node, self.io)?;
            } else if entry.key == "host" {
                self.host.set(&entry.node, &self.protocol)?;
                for given in entry.node.table("host")? {
                    self.defaults.retain(|default| default.key != host_key(&given.key));
                }
            } else if entry.key == "measured" {
                self.measured.read(&entry.node)?;
            } else if entry.key == "collective" {
                for fixed in entry.node.table("collective")? {
                    let text = format!("{}={}", fixed.key, fixed.node.text(&fixed.key)?);
                    self.fix(&text)
                        .map_err(|source| LibraryError::Collective { place: fixed.place.clone(), source })?;
                }
            } else {
                self.protocol.set(&entry.key, &entry.node)?;
                self.defaults.retain(|default| default.key != entry.key);
            }
        }
        Ok(())
    }

    /// Fixes the algorithm of an operation: `recursive_doubling`, `scattered:throttle=8`.
    ///
    /// # Errors
    /// If there is no such operation, algorithm or parameter, with the nearest name.
    pub fn set_algorithm(&mut self, operation: &str, algorithm: &str) -> Result<(), LibraryError> {
        let text = format!("{operation}={algorithm}");
        self.fix(&text)
            .map_err(|source| LibraryError::Collective { place: format!("--collective {text}"), source })?;
        self.check_measured()
    }

    /// Whether all operations that are to take measured times have a table.
    fn check_measured(&self) -> Result<(), LibraryError> {
        let name = crate::collectives::measured::NAME;
        let lacks = |one: &&Operation| self.selector.may_choose(**one, name) && !self.measured.has(**one);
        match Operation::ALL.iter().find(lacks) {
            None => Ok(()),
            Some(operation) => Err(LibraryError::NothingMeasured { operation: operation.name() }),
        }
    }

    fn fix(&mut self, text: &str) -> Result<(), crate::selectors::FixError> {
        self.selector.fix(Fixed::parse(text)?);
        Ok(())
    }

    /// The name: `mpich-4.3`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The values that come from the library file, each with its source.
    pub fn defaults(&self) -> &[UsedDefault] {
        &self.defaults
    }
}

/// `tag_ub` of a library file. The standard has programs use tags up to 32767.
fn read_tag_ub(node: &Node) -> Result<i32, LibraryError> {
    let given = node.count("tag_ub")?;
    i32::try_from(given).ok().filter(|tag_ub| *tag_ub >= 32_767).ok_or_else(|| LibraryError::OutOfRange {
        place: node.place.clone(),
        key: "tag_ub".to_owned(),
        value: given.to_string(),
        expected: "a number from 32767 to 2147483647",
    })
}

/// `null_datatypes` of a library file.
fn read_null_datatypes(node: &Node) -> Result<NullDatatypes, LibraryError> {
    let text = node.text("null_datatypes")?;
    NullDatatypes::named(text).ok_or_else(|| LibraryError::OutOfRange {
        place: node.place.clone(),
        key: "null_datatypes".to_owned(),
        value: format!("`{text}`"),
        expected: "`refused`, `alltoallw` or `messages`",
    })
}

/// `io` of a library file.
fn read_io(entries: &[document::Entry]) -> Result<IoLibrary, LibraryError> {
    let Some(entry) = entries.iter().find(|entry| entry.key == "io") else { return Ok(IoLibrary::Direct) };
    match entry.node.text("io")? {
        "romio" => Ok(IoLibrary::Romio),
        "direct" => Ok(IoLibrary::Direct),
        other => Err(LibraryError::OutOfRange {
            place: entry.place.clone(),
            key: "io".to_owned(),
            value: format!("`{other}`"),
            expected: "`romio` or `direct`",
        }),
    }
}

/// `LIBRARY+FILE` or `LIBRARY+FILE+FILE`, unless there is a file of that name.
pub fn with_tuning(name: &str) -> (&str, Vec<&str>) {
    let mut parts = config::parts_at_pluses(name, |path| files::exists(Path::new(path)));
    (parts.remove(0), parts)
}

/// The shipped libraries that have tuning files.
pub fn tunable() -> String {
    let has_names = |shipped: &&Shipped| shipped.text.contains("\n[tuning]\n");
    SHIPPED.iter().filter(has_names).map(|shipped| shipped.name).collect::<Vec<_>>().join(", ")
}

fn tuning_text(file: &str) -> Result<String, TuningError> {
    if file.is_empty() {
        let reason = "it has no name; expected `LIBRARY+FILE`".to_owned();
        return Err(TuningError::Unreadable { file: file.to_owned(), reason });
    }
    files::read_text(Path::new(file))
        .map_err(|error| TuningError::Unreadable { file: file.to_owned(), reason: error.to_string() })
}

fn no_tuning(library: &str, file: &str) -> TuningError {
    TuningError::None { library: library.to_owned(), file: file.to_owned(), known: tunable() }
}

fn read(path: &str) -> Result<String, LibraryError> {
    let looks_like_a_path = path.contains('/') || path.ends_with(".toml");
    if !looks_like_a_path && !files::exists(Path::new(path)) {
        let names = SHIPPED.iter().map(|shipped| shipped.name);
        return Err(LibraryError::UnknownLibrary {
            name: path.to_owned(),
            known: names.clone().collect::<Vec<_>>().join(", "),
            hint: config::did_you_mean(path, names),
        });
    }
    files::read_text(Path::new(path))
        .map_err(|error| LibraryError::Unreadable { path: path.to_owned(), reason: error.to_string() })
}
