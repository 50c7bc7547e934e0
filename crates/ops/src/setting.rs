//! Constants of the machine and of the modelled MPI library that each rank knows, such as `MPI_UNIVERSE_SIZE` and `MPI_TAG_UB`.

use serde::{Deserialize, Serialize};
use units::named_enum;

/// Properties of the machine and of the modelled MPI library that each rank knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RankSetting {
    /// How many ranks fit the machine (`MPI_UNIVERSE_SIZE`).
    pub universe: u32,
    /// The largest tag (`MPI_TAG_UB`).
    pub tag_ub: i32,
    /// Where the library takes a null datatype.
    pub null_datatypes: NullDatatypes,
}

impl Default for RankSetting {
    fn default() -> Self {
        Self { universe: 0, tag_ub: i32::MAX, null_datatypes: NullDatatypes::Refused }
    }
}

named_enum! {
    /// In which calls a library takes `MPI_DATATYPE_NULL` where the count is 0. The standard forbids it.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
    pub enum NullDatatypes as name {
        /// In none.
        #[default]
        Refused = "refused",
        /// In those of collectives that have a datatype for each rank.
        Alltoallw = "alltoallw",
        /// There, in messages, in broadcasts and in the collectives of neighbours without counts for each.
        Messages = "messages",
    }
}
