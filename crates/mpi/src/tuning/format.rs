//! The interface of a tuning-file format: its name, reader and writers. Tuning files choose the collective algorithms of an MPI
//! library.

use super::decisions::{Decisions, Pick};
use super::error::TuningError;
use crate::selectors::{Cell, Rule, Selector};
use ops::Operation;

/// A form of tuning files.
pub struct Format {
    /// Its name in `[tuning]`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// The files that tell a library the same decisions: those of different versions of the format.
    pub written: &'static [Written],
    /// The predicate that says which size a rule is for; none: rules for an operation do not look at sizes. An operation that
    /// the library takes no rules for is not asked about.
    pub size: fn(Operation) -> Option<&'static str>,
    /// Whether libraries divide operations between hosts and leaders before they look at a file: its ranks are those of a part then.
    pub of_parts: bool,
    /// Whether a text is meant to be of it, for libraries that read files of two formats.
    pub(crate) claims: fn(&str) -> bool,
    /// What a file of it is, and how it is known beside others.
    pub(crate) known_by: &'static str,
    /// Reads a file on blocking operations.
    pub(crate) read: Reader,
    /// Parameters of the library, which may name files of this format.
    pub(crate) parameters: Option<Parameters>,
}

/// Files in which a library's parameters are told.
#[derive(Clone, Copy)]
pub(crate) struct Parameters {
    /// What such a file is, and how it is known.
    pub(crate) known_by: &'static str,
    /// Reads one.
    pub(crate) read: ReadsParameters,
}

/// What a text says; none if it is not of that kind.
type ReadsParameters = fn(&dyn Names, file: &str, text: &str, open: &Opens<'_>) -> Option<Result<Told, TuningError>>;

/// Gives the text of a file.
pub(crate) type Opens<'a> = dyn Fn(&str) -> Result<String, TuningError> + 'a;

/// What parameters tell a library.
#[derive(Default)]
pub(crate) struct Told {
    /// How operations are divided between hosts.
    pub(crate) cells: Vec<(Operation, Vec<Cell>)>,
    /// Rules that come before the library's own.
    pub(crate) rules: Vec<(Operation, Vec<Rule>)>,
    /// The files that were read: formats and texts.
    pub(crate) texts: Vec<(&'static str, String)>,
    /// Parameters that are not read.
    pub(crate) unread: Vec<String>,
}

/// Reads a text; the file's name is for messages.
type Reads<T> = fn(&dyn Names, file: &str, text: &str) -> Result<Vec<T>, TuningError>;

/// What files of a format hold.
#[derive(Clone, Copy)]
pub(crate) enum Reader {
    /// Decisions by ranks and size.
    Decisions(Reads<Decisions>),
    /// Conditions of other kinds.
    Rules(Reads<(Operation, Vec<Rule>)>),
}

/// One file that is written.
pub struct Written {
    /// Its name.
    pub name: &'static str,
    /// How to have a library read the file `$FILE`, and what else to know; one line each.
    pub usage: &'static [&'static str],
    /// The file, for a library with these decisions of its own. The comment has one line or several, without marks; a format without
    /// comments leaves it out.
    pub(crate) text: fn(&dyn Names, own: &Selector, comment: &str, decisions: &[Decisions]) -> String,
}

/// What a format asks about the names in a file.
pub(crate) trait Names {
    /// Whether the library takes decisions on an operation.
    fn takes(&self, operation: Operation) -> bool;

    /// Checks a choice. `place` says where it is.
    fn check(&self, operation: Operation, pick: &Pick, place: &str) -> Result<(), TuningError>;

    /// The rules of a choice; none for a name that is not known.
    fn rules(&self, operation: Operation, pick: &Pick) -> Vec<Rule>;

    /// Decisions as rules.
    fn rules_of(&self, decisions: &Decisions) -> Vec<Rule>;

    /// Decisions as calls with the rules of each.
    fn cells_of(&self, decisions: &Decisions) -> Vec<Cell>;

    /// The names in the files that say how operations are divided between hosts, if the library reads such ones.
    fn of_hosts(&self) -> Option<&dyn Names>;

    /// The name for what a rule chooses, and the fan-out that goes with it; none if the library has no name for it.
    fn name_of(&self, operation: Operation, rule: &Rule) -> Option<(String, Option<u64>)>;
}
