//! What a rank keeps for MPI's dynamic process model: the intercommunicator with its parent, the number of ports that it has
//! opened, and the number of error codes of its latest spawn (MPI 5.0 §11.8, §11.9). The engine starts and connects processes.

use crate::Handle;

/// What a rank knows of its parent, its ports and its latest spawn.
#[derive(Debug, Default)]
pub struct DynamicProcesses {
    parent: Option<Handle>,
    spawned_codes: u32,
    ports: u32,
}

impl DynamicProcesses {
    /// The intercommunicator with the parent (`MPI_Comm_get_parent`), until it is freed.
    pub fn parent(&self) -> Option<Handle> {
        self.parent
    }

    /// Sets the intercommunicator with the parent.
    pub fn set_parent(&mut self, parent: Handle) {
        self.parent = Some(parent);
    }

    /// Forgets the parent if `freed` is its intercommunicator.
    pub(crate) fn comm_freed(&mut self, freed: Handle) {
        self.parent = self.parent.filter(|&parent| parent != freed);
    }

    /// The number of error codes that the latest spawn has written.
    pub fn spawned_codes(&self) -> u32 {
        self.spawned_codes
    }

    /// Sets the number of error codes that a spawn has written.
    pub fn set_spawned_codes(&mut self, codes: u32) {
        self.spawned_codes = codes;
    }

    /// A number for a new port or joined socket, unique on this rank.
    pub fn next_port(&mut self) -> u32 {
        self.ports += 1;
        self.ports - 1
    }
}
