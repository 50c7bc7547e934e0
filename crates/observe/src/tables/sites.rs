//! The table `sites`: call sites, that is, file and line of MPI calls.

use crate::schema::row::table;
use ops::CallSite;
use std::sync::Arc;

table! {
    /// Call sites that other tables name by number.
    pub struct SiteRow in "sites", Always {
        /// Call site.
        site: CallSite,
        /// Function, file and line, or an address.
        description: Arc<str>,
    }
}
