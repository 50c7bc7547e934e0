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
    /// Keeps a communicator until it is claimed.
    pub(crate) fn add_comm(&mut self, new: NewComm) {
        reserve_first(&mut self.comms);
        self.comms.push(new);
    }

    /// Keeps a window until it is claimed.
    pub(crate) fn add_window(&mut self, new: NewWindow) {
        reserve_first(&mut self.windows);
        self.windows.push(new);
    }

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

/// Most ranks make one at a time, and there may be a million ranks: a list begins with room for one, not four.
fn reserve_first<T>(list: &mut Vec<T>) {
    if list.capacity() == 0 {
        list.reserve_exact(1);
    }
}
