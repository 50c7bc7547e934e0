//! Communicators as a rank sees them.

use crate::attached::Attached;
use crate::attributes::Attributes;
use crate::{Handle, handles};
use ops::{CommId, Group};
use std::sync::Arc;
use units::ActorId;

/// One rank's view of a communicator. The group is one table shared by all ranks.
#[derive(Debug)]
pub struct Comm {
    /// The engine's number; [`CommId::NULL`] while it is being made, and for `MPI_COMM_SELF` until its first use.
    pub id: CommId,
    /// The own rank.
    pub rank: u32,
    /// The number of ranks.
    pub size: u32,
    /// The error handler.
    pub errhandler: Handle,
    /// The members in rank order; none for `MPI_COMM_SELF` and while it is being made.
    pub group: Option<Arc<Group>>,
    /// What most communicators don't have.
    pub extra: Option<Box<CommExtra>>,
}

/// What most communicators don't have.
#[derive(Debug, Default)]
pub struct CommExtra {
    /// The name that `MPI_Comm_set_name` gave.
    pub name: Option<Box<str>>,
    /// Attributes in the order they were set.
    pub attributes: Attributes,
    /// Hints.
    pub info: Vec<(Box<str>, Box<str>)>,
    /// The buffer of `MPI_Comm_attach_buffer`.
    pub attached: Attached,
}

impl Default for Comm {
    fn default() -> Self {
        Self { id: CommId::NULL, rank: 0, size: 0, errhandler: handles::ERRORS_ARE_FATAL, group: None, extra: None }
    }
}

impl Comm {
    /// A communicator of which `actor` is a member.
    ///
    /// # Panics
    /// If it is none.
    pub fn new(id: CommId, group: Arc<Group>, actor: ActorId) -> Self {
        let rank = group.rank_of(actor).expect("a rank belongs to the communicators it is told of");
        Self { id, rank, size: group.size(), group: Some(group), ..Self::default() }
    }

    /// The rarely needed parts, made with the first use.
    pub fn extra(&mut self) -> &mut CommExtra {
        self.extra.get_or_insert_default()
    }
}
