//! The reasons for which a rank gives control back to the engine: it waits for an answer, has ended or crashed, has used a
//! feature that images mode (ranks are loaded copies of the program in one process) does not support, or was abandoned.

/// Why a rank gave control back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yielded {
    /// It waits in `yield_now`.
    Blocked,
    /// It ended with this exit status (0–255 as a parent would see it).
    Finished {
        /// Status.
        code: i32,
    },
    /// It did something images mode cannot do; the reason names it and the way out. The rank is gone.
    Unsupported {
        /// What, and what to do instead.
        reason: &'static str,
    },
    /// Its memory lies in a file that can't grow. The rank is gone.
    Full,
    /// It crashed, and a crash record says how (`crash`). The rank is gone.
    Crashed,
    /// The run is to end, and the rank computed and did not come back by itself (`watchdog`). It is gone.
    Interrupted,
}
