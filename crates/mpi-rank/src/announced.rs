//! Keeps the communicators and windows that the engine has created for a rank's call (such as `MPI_Comm_split`) until the
//! call completes and gives them handles.

use ops::{CommId, NewComm, NewWindow};

/// See the module.
#[derive(Debug, Default)]
pub struct Announced {
    pub(crate) comms: Vec<NewComm>,
    pub(crate) windows: Vec<NewWindow>,
}

impl Announced {
    /// Takes the communicator of a number.
    ///
    /// # Panics
    /// If it has not been announced.
    pub(crate) fn claim_comm(&mut self, comm: CommId) -> NewComm {
        let at = self.comms.iter().position(|new| new.comm == comm).expect("a new communicator is announced before");
        self.comms.swap_remove(at)
    }

    /// Takes the window of a number.
    ///
    /// # Panics
    /// If it has not been announced.
    pub(crate) fn claim_window(&mut self, window: CommId) -> NewWindow {
        let at = self.windows.iter().position(|new| new.window == window).expect("a new window is announced before");
        self.windows.swap_remove(at)
    }
}
