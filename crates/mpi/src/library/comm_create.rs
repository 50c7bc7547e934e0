//! The key `comm_create` of a library file: how long the creation of a communicator takes, given as a time or by the collective
//! operations that the ranks execute for it.

use super::document::{Item, Node, only};
use super::error::LibraryError;
use super::protocol::out_of_range;
use crate::schedule::{Level, Named, SubCall};
use crate::selectors::Fixed;
use ops::Operation;
use std::sync::Arc;
use units::{Bytes, Time};

/// What it costs to make a communicator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommCreate {
    /// So much time for each member, once all have called.
    Time(Time),
    /// Collectives of the members of the parent, or of the new communicator if they have no parent in common or its members alone
    /// call. Where all know these members, each begins at its own call.
    Agreement(Box<Agreements>),
}

/// Kinds of calls that make communicators in ways of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Creation {
    /// `MPI_Comm_split` of an intracommunicator.
    Split,
    /// `MPI_Comm_split_type` of an intracommunicator.
    SplitByHost,
    /// `MPI_Comm_create_group` and `MPI_Comm_create_from_group`, by the group's members alone.
    Group,
    /// All others.
    Other,
}

/// The collectives of each kind of call, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agreements {
    any: Arc<[AgreementStep]>,
    split: Arc<[AgreementStep]>,
    split_by_host: Arc<[AgreementStep]>,
    group: Arc<[AgreementStep]>,
}

/// A collective by which ranks agree on a new communicator: `Allreduce`, `Allgather` or `Bcast`. All ranks' schedules share one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgreementStep(Arc<SubCall>);

/// The bytes of a word.
pub(crate) const WORD: u64 = 4;
/// The agreement of all calls by one allreduce, in short.
const ALLREDUCE: &str = "allreduce";
/// What MPICH reduces to agree on a context id: the 64 words of its mask (MPIR_MAX_CONTEXT_MASK) and the word by which ranks tell
/// whether all own the mask.
const CONTEXT_WORDS: u64 = 65;
/// Before steps on the new communicator.
const NEW: &str = "new ";
const EXPECTED: &str = "steps such as `allgather 8 B, iallreduce 4 B, new bcast 4 B`: allreduce, allgather or bcast, of whole words of 4 B";

impl CommCreate {
    /// An allreduce of MPICH's mask of context ids.
    pub(super) fn allreduce() -> Self {
        let step = AgreementStep::new((Operation::Allreduce, None), CONTEXT_WORDS, true, Level::All);
        Self::Agreement(Box::new(Agreements::same(Arc::new([step]))))
    }

    pub(super) fn read(key: &str, node: &Node) -> Result<Self, LibraryError> {
        match &node.item {
            Item::Table(entries) => {
                only(entries, &["any", "split", "split_by_host", "group"], key)?;
                let mut all = Agreements::same(steps("any", node.required("any", key)?)?);
                for (key, own) in
                    [("split", &mut all.split), ("split_by_host", &mut all.split_by_host), ("group", &mut all.group)]
                {
                    if let Some(node) = node.get(key) {
                        *own = steps(key, node)?;
                    }
                }
                Ok(Self::Agreement(Box::new(all)))
            }
            _ if node.text(key)? == ALLREDUCE => Ok(Self::allreduce()),
            _ => Ok(Self::Time(node.quantity(key)?)),
        }
    }

    /// As it would be written.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Time(time) => time.to_string(),
            _ if *self == Self::allreduce() => ALLREDUCE.to_owned(),
            Self::Agreement(all) => {
                let lists = [
                    ("any", &all.any),
                    ("split", &all.split),
                    ("split_by_host", &all.split_by_host),
                    ("group", &all.group),
                ];
                let lists = lists.map(|(key, steps)| {
                    format!("{key} = \"{}\"", steps.iter().map(AgreementStep::text).collect::<Vec<_>>().join(", "))
                });
                format!("{{ {} }}", lists.join(", "))
            }
        }
    }
}

impl Agreements {
    fn same(steps: Arc<[AgreementStep]>) -> Self {
        Self { any: steps.clone(), split: steps.clone(), split_by_host: steps.clone(), group: steps }
    }

    /// The steps of a kind of call.
    pub fn of(&self, creation: Creation) -> &Arc<[AgreementStep]> {
        match creation {
            Creation::Split => &self.split,
            Creation::SplitByHost => &self.split_by_host,
            Creation::Group => &self.group,
            Creation::Other => &self.any,
        }
    }
}

impl AgreementStep {
    /// A step of `words` words: the vector's, or those of one rank's block.
    fn new((operation, algorithm): (Operation, Option<Named>), words: u64, blocking: bool, level: Level) -> Self {
        Self(Arc::new(SubCall {
            level,
            operation,
            root: 0,
            send: None,
            recv: None,
            count: words,
            element_bytes: WORD,
            in_place: false,
            vectors: None,
            own_bytes: 0,
            algorithm,
            nonblocking: !blocking,
            channel: 0,
        }))
    }

    /// The call, on the new communicator by its members ([`Level::New`]) or on the one that ranks agree on. Without an algorithm, the
    /// one that is selected for such a call of a program.
    pub fn call(&self) -> &Arc<SubCall> {
        &self.0
    }

    fn text(&self) -> String {
        let SubCall { level, operation, count, algorithm, nonblocking, .. } = &*self.0;
        let new = if *level == Level::New { NEW } else { "" };
        let nonblocking = if *nonblocking { "i" } else { "" };
        let algorithm = algorithm.as_ref().map_or(String::new(), |named| format!("={}", named.name));
        format!("{new}{nonblocking}{}{algorithm} {}", operation.name(), Bytes(count * WORD))
    }
}

fn steps(key: &str, node: &Node) -> Result<Arc<[AgreementStep]>, LibraryError> {
    node.text(key)?.split(',').map(|text| step(key, node, text.trim())).collect()
}

/// `[new ][i]OPERATION[=ALGORITHM] SIZE`
fn step(key: &str, node: &Node, text: &str) -> Result<AgreementStep, LibraryError> {
    let wrong = || out_of_range(node, key, &format!("`{text}`"), EXPECTED);
    let on_new = text.strip_prefix(NEW);
    let (what, size) = on_new.unwrap_or(text).split_once(' ').ok_or_else(wrong)?;
    let bytes = size.trim().parse::<Bytes>().map_err(|_| wrong())?.0;
    let (name, algorithm) = what.split_once('=').map_or((what, None), |(name, algorithm)| (name, Some(algorithm)));
    let operations = [Operation::Allreduce, Operation::Allgather, Operation::Bcast];
    let named = |name: &str| operations.into_iter().find(|operation| operation.name() == name);
    let (operation, blocking) = match (named(name), name.strip_prefix('i').and_then(named)) {
        (Some(operation), _) => (operation, true),
        (None, Some(operation)) => (operation, false),
        (None, None) => return Err(wrong()),
    };
    if bytes == 0 || bytes % WORD != 0 {
        return Err(wrong());
    }
    let fixed = algorithm.map(|algorithm| {
        Fixed::parse(&format!("{}={algorithm}", operation.name()))
            .map_err(|source| LibraryError::Collective { place: node.place.clone(), source })
    });
    let algorithm = fixed.transpose()?.map(|fixed| fixed.named());
    let level = if on_new.is_some() { Level::New } else { Level::All };
    Ok(AgreementStep::new((operation, algorithm), bytes / WORD, blocking, level))
}
