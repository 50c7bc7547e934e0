//! Reads the rules of `--scale-bytes`.

use super::scale::Scale;
use config::{Keys, Node, Origin, ReadError};
use ops::{CommId, Function};
use std::path::{Path, PathBuf};
use thiserror::Error;

const EXPECTED: &str = "`[[message]]` tables with `scale`, and any of `function`, `site`, `phase` and `communicator`";

/// A factor is at most this.
const SCALE_MAX: f64 = 1e9;

/// Why rules can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SizeRulesError {
    /// The file can't be read.
    #[error("{file}: cannot be read: {reason}")]
    File {
        /// The file.
        file: String,
        /// The operating system's reason.
        reason: String,
    },
    /// It says something else.
    #[error("{file}:{line}: {reason}")]
    Rule {
        /// The file.
        file: String,
        /// Its line, from 1.
        line: usize,
        /// The error, and the expected form.
        reason: String,
    },
}

/// Whether a site in words, `solve (halo.c:42)`, is meant by all of it, by its function or by its place.
pub fn is_site(wanted: &str, site: &str) -> bool {
    let parts = site.strip_suffix(')').and_then(|site| site.split_once(" ("));
    wanted == site || parts.is_some_and(|(function, place)| wanted == function || wanted == place)
}

/// The calls that a rule is for. What it does not name may be anything.
#[derive(Clone, Debug, PartialEq)]
pub struct CallSelection {
    /// Their function.
    pub function: Option<Function>,
    /// Their call site, as [`is_site`] takes it.
    pub site: Option<String>,
    /// Their phase.
    pub phase: Option<String>,
}

impl CallSelection {
    /// Reads the keys `function`, `site` and `phase` of a table that begins at `origin`.
    ///
    /// # Errors
    /// A value is not a string, or the function is unknown.
    pub fn read(keys: &mut Keys<'_>, origin: Origin) -> Result<Self, ReadError> {
        let (name, site, phase) = (keys.text("function")?, keys.text("site")?, keys.text("phase")?);
        let known = |name: String| {
            Function::from_name(&name).ok_or_else(|| {
                let hint = config::did_you_mean(&name, Function::all().map(Function::name));
                let expected = "expected a name as in the MPI standard, for example `MPI_Send`";
                ReadError { origin, reason: format!("`{name}` is not an MPI function; {expected}{hint}") }
            })
        };
        Ok(Self { function: name.map(known).transpose()?, site, phase })
    }

    /// Whether calls of this function at this site are among them, if their phase is.
    pub fn fit(&self, function: Function, site: &str) -> bool {
        self.function.is_none_or(|wanted| wanted == function)
            && self.site.as_ref().is_none_or(|wanted| is_site(wanted, site))
    }

    /// Whether calls of this phase may be among them.
    pub fn is_in(&self, phase: &str) -> bool {
        self.phase.as_ref().is_none_or(|wanted| wanted == phase)
    }
}

/// What rules go by.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallContext<'a> {
    pub(super) function: Function,
    pub(super) site: &'a str,
    pub(super) phase: &'a str,
    pub(super) comm: CommId,
}

/// A rule. Keys that it does not name match anything.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rule {
    pub(super) line: usize,
    calls: CallSelection,
    communicator: Option<u32>,
    pub(super) scale: Scale,
}

impl Rule {
    fn read(table: &Node, line: usize) -> Result<Self, ReadError> {
        let error = |reason: String| ReadError { origin: table.origin, reason };
        let mut keys = Keys::new(table, "message")?;
        let calls = CallSelection::read(&mut keys, table.origin)?;
        let (communicator, scale) = (keys.whole("communicator")?, keys.number("scale")?);
        keys.finish()?;
        let scale = scale.ok_or_else(|| error(format!("it has no scale; expected {EXPECTED}")))?;
        if !(0.0..=SCALE_MAX).contains(&scale) {
            let reason = format!("`scale = {scale}` is not valid; expected a number from 0 to {SCALE_MAX:e}");
            return Err(error(reason));
        }
        Ok(Self { line, calls, communicator, scale: Scale((scale * 1e6).round() as u64) })
    }

    pub(super) fn fits(&self, place: CallContext<'_>) -> bool {
        self.calls.fit(place.function, place.site)
            && self.calls.is_in(place.phase)
            && self.communicator.is_none_or(|wanted| wanted == place.comm.0)
    }
}

/// The rules of a file. The first one that fits a message or collective operation scales it.
#[derive(Clone, Debug, PartialEq)]
pub struct SizeRules {
    file: PathBuf,
    text: String,
    pub(super) rules: Vec<Rule>,
}

impl SizeRules {
    /// Reads a file of rules.
    ///
    /// # Errors
    /// It can't be read, or has something else.
    pub fn read(file: &Path) -> Result<Self, SizeRulesError> {
        let text = files::read_text(file)
            .map_err(|error| SizeRulesError::File { file: file.display().to_string(), reason: error.to_string() })?;
        Self::parse(&text, file)
    }

    /// Reads the text of such a file.
    ///
    /// # Errors
    /// It has something else.
    pub fn parse(text: &str, file: &Path) -> Result<Self, SizeRulesError> {
        let rules = config::read_tables(text, "message", EXPECTED, Rule::read)
            .map_err(|(line, reason)| SizeRulesError::Rule { file: file.display().to_string(), line, reason })?;
        Ok(Self { file: file.to_owned(), text: text.to_owned(), rules })
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Its text, as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The largest scale; at least 1, as messages without a rule are as long as before.
    pub(super) fn largest(&self) -> Scale {
        self.rules.iter().map(|rule| rule.scale).max().unwrap_or(Scale::ONE).max(Scale::ONE)
    }
}
