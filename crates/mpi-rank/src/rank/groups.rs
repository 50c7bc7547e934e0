//! Creation and freeing of the handles of a rank's groups: methods of [`Rank`] for the entry points. The operations on groups
//! are in [`crate::groups`].

use super::Rank;
use crate::groups::GroupEntry;
use crate::{Fault, Handle, handles};
use ops::Group;
use std::sync::Arc;

impl Rank {
    /// The handle of a new group, which comes from a session or from the world; an empty one is `MPI_GROUP_EMPTY`.
    pub fn keep_group(&mut self, members: Arc<Group>, session: Option<Handle>) -> Handle {
        if members.size() == 0 {
            return handles::GROUP_EMPTY;
        }
        self.objects().groups.insert(GroupEntry { members, session })
    }

    /// The session that a group comes from.
    pub fn session_of_group(&self, group: Handle) -> Option<Handle> {
        self.existing().and_then(|objects| objects.groups.get(group)).and_then(|held| held.session)
    }

    /// Frees a group's handle. `MPI_GROUP_EMPTY`, which constructors return, may be freed too.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn free_group(&mut self, handle: Handle) -> Result<(), Fault> {
        if handle == handles::GROUP_EMPTY {
            return Ok(());
        }
        let removed = self.existing_mut().and_then(|objects| objects.groups.remove(handle));
        removed.map(|_| ()).ok_or(Fault::Group(handle))
    }
}
