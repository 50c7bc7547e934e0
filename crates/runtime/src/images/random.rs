//! The state of the C library's random number generators, one copy for each rank. The interposed functions of
//! `interpose::random` use it.

/// The generators of one rank: `struct random_data` of the C library (48 bytes), the state it points to, and that of
/// `drand48`.
#[repr(C, align(16))]
pub(crate) struct Random {
    pub(super) data: [u64; 6],
    pub(super) state: [u8; 128],
    pub(super) seeded: bool,
    /// `struct drand48_data`, 24 bytes.
    pub(super) drand48: [u64; 3],
}

impl Random {
    /// Generators that have not been seeded.
    pub(crate) fn new() -> Self {
        Self { data: [0; 6], state: [0; 128], seeded: false, drand48: [0; 3] }
    }
}

impl std::fmt::Debug for Random {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Random").field("seeded", &self.seeded).finish_non_exhaustive()
    }
}
