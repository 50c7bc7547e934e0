//! Parameters of motifs: `key=value`, with units.

use super::motif::Motif;
use config::{Parameter, UnknownName};
use ops::Work;
use results::ResultsError;
use thiserror::Error;
use units::{Bytes, Time, UnitError};

/// Errors of a motif on the command line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MotifError {
    /// No motif of this name.
    #[error("unknown motif {0}")]
    UnknownMotif(UnknownName),
    /// A number of ranks that the motif is not for.
    #[error("the motif {motif} needs {expected}; this run has {ranks} ranks")]
    Ranks {
        /// The motif.
        motif: &'static str,
        /// The numbers of ranks it runs on.
        expected: &'static str,
        /// The ranks there are.
        ranks: u32,
    },
    /// Zero ranks.
    #[error("a motif needs at least one rank; expected `-n` with a number from 1 on")]
    NoRanks,
    /// An argument without `=`.
    #[error("`{found}` is not a setting of a parameter; expected `key=value`, for example `{example}`")]
    NotASetting {
        /// The argument.
        found: String,
        /// What one looks like.
        example: String,
    },
    /// A parameter that the motif does not have.
    #[error("the motif {motif} has no parameter {unknown}")]
    UnknownParameter {
        /// The motif.
        motif: &'static str,
        /// The name given, with those known.
        unknown: UnknownName,
    },
    /// A parameter set twice.
    #[error("the parameter `{name}` of the motif is set twice; expected once")]
    Twice {
        /// The parameter.
        name: &'static str,
    },
    /// A value that is not what the parameter takes.
    #[error("the parameter `{name}={found}` of the motif is not valid; expected {expected}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// The value given.
        found: String,
        /// The accepted form.
        expected: String,
    },
    /// A parameter without a default that is not set.
    #[error("the motif {motif} needs the parameter `{name}=…`: {doc}")]
    Missing {
        /// The motif.
        motif: &'static str,
        /// The parameter.
        name: &'static str,
        /// What it is.
        doc: &'static str,
    },
    /// A block of a file that transfers do not fill.
    #[error(
        "a block of {block} is not a whole number of transfers of {transfer}; expected `transfer` to divide `block`"
    )]
    Transfer {
        /// Bytes of a block, as given.
        block: String,
        /// Bytes of a transfer, as given.
        transfer: String,
    },
    /// A communication graph that can't be read.
    #[error(transparent)]
    Graph(#[from] ResultsError),
    /// A communication graph with more ranks than there are.
    #[error("{file}: the communication graph has ranks 0 to {}, but the run has {ranks} ranks; expected `-n {needed}` or more", needed - 1)]
    GraphRanks {
        /// The graph.
        file: String,
        /// Ranks that it needs.
        needed: u32,
        /// The number of ranks.
        ranks: u32,
    },
    /// A phase that a communication graph does not have.
    #[error("{file}: the communication graph has no phase {unknown}")]
    GraphPhase {
        /// The graph.
        file: String,
        /// The phase given, with those of the graph.
        unknown: UnknownName,
    },
    /// A value with a wrong unit.
    #[error("the parameter `{name}` of the motif: {source}")]
    Unit {
        /// The parameter.
        name: &'static str,
        /// The error.
        source: UnitError,
    },
    /// A grid that does not hold the ranks.
    #[error(
        "a grid of {x}×{y}×{z} has {} points, but there are {ranks} ranks; expected sizes whose product is {ranks}",
        u64::from(*x) * u64::from(*y) * u64::from(*z)
    )]
    Grid {
        /// Places in x.
        x: u32,
        /// Places in y.
        y: u32,
        /// Places in z.
        z: u32,
        /// The number of ranks.
        ranks: u32,
    },
    /// A grid with some sizes given that no other size completes.
    #[error("no grid with {given} holds {ranks} ranks; expected sizes whose product divides {ranks}")]
    NoGrid {
        /// The sizes given: `nx=3`.
        given: String,
        /// The number of ranks.
        ranks: u32,
    },
}

/// The values of a motif's parameters, as text in the order of its list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    motif: &'static str,
    texts: Vec<(Parameter, Option<String>)>,
}

impl Values {
    /// Reads `key=value` settings.
    pub fn parse(motif: &Motif, settings: &[String]) -> Result<Self, MotifError> {
        let mut texts: Vec<(Parameter, Option<String>)> =
            motif.parameters.iter().map(|parameter| (*parameter, None)).collect();
        for setting in settings {
            let (name, value) = setting.split_once('=').ok_or_else(|| MotifError::NotASetting {
                found: setting.clone(),
                example: motif.parameters.first().map_or_else(String::new, |p| format!("{}={}", p.name, default(p))),
            })?;
            let (parameter, text) = texts
                .iter_mut()
                .find(|(parameter, _)| parameter.name == name.trim())
                .ok_or_else(|| MotifError::UnknownParameter {
                    motif: motif.name,
                    unknown: UnknownName::new(name, motif.parameters.iter().map(|parameter| parameter.name)),
                })?;
            if text.replace(value.trim().into()).is_some() {
                return Err(MotifError::Twice { name: parameter.name });
            }
        }
        Ok(Self { motif: motif.name, texts })
    }

    /// Every parameter with the text that counts and whether the user gave it: for a run's record of its settings.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &str, bool)> {
        self.texts
            .iter()
            .map(|(parameter, text)| (parameter.name, text.as_deref().unwrap_or(default(parameter)), text.is_some()))
    }

    /// The text of a parameter; empty if it was not given and has no default.
    fn text(&self, name: &str) -> (Parameter, &str) {
        let found = self.texts.iter().find(|(parameter, _)| parameter.name == name);
        let (parameter, text) = found.unwrap_or_else(|| panic!("{} has no parameter {name}", self.motif));
        (*parameter, text.as_deref().unwrap_or(default(parameter)))
    }

    /// The text of a parameter without a default.
    pub(super) fn required(&self, name: &str) -> Result<&str, MotifError> {
        let (parameter, text) = self.text(name);
        let missing = || MotifError::Missing { motif: self.motif, name: parameter.name, doc: parameter.doc };
        Some(text).filter(|text| !text.is_empty()).ok_or_else(missing)
    }

    /// The text of a parameter with a default.
    pub(super) fn word(&self, name: &str) -> &str {
        self.text(name).1
    }

    /// A whole number from 0 on, or none if nothing was given and nothing is the default.
    pub(super) fn number(&self, name: &str) -> Result<Option<u32>, MotifError> {
        let (parameter, text) = self.text(name);
        if text.is_empty() {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|_| wrong(parameter, text))
    }

    /// A size, or none if nothing was given and nothing is the default.
    pub(super) fn bytes(&self, name: &str) -> Result<Option<u64>, MotifError> {
        let (parameter, text) = self.text(name);
        if text.is_empty() {
            return Ok(None);
        }
        let bytes = text.parse::<Bytes>().map_err(|source| MotifError::Unit { name: parameter.name, source })?;
        if bytes.0 > 1 << 48 {
            let expected = "at most 256 TiB".to_owned();
            return Err(MotifError::Value { name: parameter.name, found: text.to_owned(), expected });
        }
        Ok(Some(bytes.0))
    }

    /// `yes` or `no`.
    pub(super) fn flag(&self, name: &str) -> Result<bool, MotifError> {
        match self.text(name) {
            (_, "yes" | "true" | "1") => Ok(true),
            (_, "no" | "false" | "0") => Ok(false),
            (parameter, text) => Err(wrong(parameter, text)),
        }
    }

    /// A time.
    pub(super) fn time(&self, name: &str) -> Result<Time, MotifError> {
        let (parameter, text) = self.text(name);
        text.parse().map_err(|source| MotifError::Unit { name: parameter.name, source })
    }

    /// A time, or a number of operations: `5 ms`, `2e9 flop`.
    pub(super) fn work(&self, name: &str) -> Result<Work, MotifError> {
        let (parameter, text) = self.text(name);
        let number = ["Gflop", "Mflop", "kflop", "flop"]
            .iter()
            .zip([9, 6, 3, 0])
            .find_map(|(unit, power)| text.strip_suffix(unit).map(|number| (number.trim(), power)));
        let Some((number, power)) = number else {
            let time = text.parse::<Time>().map_err(|source| MotifError::Unit { name: parameter.name, source })?;
            return Ok(Work::Time(time));
        };
        // Whole operations: the decimal point is moved exactly by going through a unit of the same power.
        let unit = ["B", "kB", "MB", "GB"][power / 3];
        let flops = format!("{number} {unit}").parse::<Bytes>().map_err(|_| wrong(parameter, text))?;
        Ok(Work::Flops(flops.0))
    }
}

/// The default as it would be written; empty if the value follows from others.
fn default(parameter: &Parameter) -> &'static str {
    parameter.default_value().unwrap_or_default()
}

pub(super) fn wrong(parameter: Parameter, found: &str) -> MotifError {
    MotifError::Value { name: parameter.name, found: found.into(), expected: parameter.kind.expected() }
}
