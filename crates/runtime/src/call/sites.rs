//! Determines the call site that a rank reports for an MPI call: usually the return address, looked up in a cache of recent
//! sites. A wrapper library such as the Fortran bindings passes on the site at which the program called the wrapper.

use crate::mpi_lock;
use ops::CallSite;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicPtr, Ordering};

/// The latest call sites and their addresses: most calls come from a loop with a few.
#[derive(Debug)]
pub(super) struct SiteCache {
    addresses: [*const c_void; 4],
    sites: [CallSite; 4],
    /// Index that the next new site replaces.
    next: u8,
    /// Of the latest call.
    pub(super) latest: CallSite,
}

impl SiteCache {
    pub(super) const NONE: Self =
        Self { addresses: [null(); 4], sites: [CallSite(0); 4], next: 0, latest: CallSite(0) };

    /// The site of an address that is one of them.
    #[inline]
    pub(super) fn find(&self, address: *const c_void) -> Option<CallSite> {
        let at = self.addresses.iter().position(|&other| other == address)?;
        Some(self.sites[at])
    }

    /// Adds a site in place of the oldest.
    pub(super) fn note(&mut self, address: *const c_void, site: CallSite) {
        let at = usize::from(self.next);
        (self.addresses[at], self.sites[at]) = (address, site);
        self.next = (self.next + 1) % self.addresses.len() as u8;
    }
}

/// The call site forwarded for the call that follows at once.
static FORWARDED: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

/// The call site to report: the forwarded one, else the return address.
#[inline]
pub(super) fn forwarded_site(site: *const c_void) -> *const c_void {
    let forwarded = FORWARDED.load(Ordering::Relaxed);
    if forwarded.is_null() {
        return site;
    }
    FORWARDED.store(null_mut(), Ordering::Relaxed);
    forwarded
}

thread_local! {
    /// The same where a rank has several threads.
    static FORWARDED_BY_THREAD: Cell<*const c_void> = const { Cell::new(null()) };
}

/// As [`forwarded_site`], where a rank has several threads.
pub(super) fn forwarded_site_of_thread(site: *const c_void) -> *const c_void {
    let forwarded = FORWARDED_BY_THREAD.replace(null());
    if forwarded.is_null() { site } else { forwarded }
}

/// The next call of the running rank is reported with this call site: Fortran's procedures are C functions of a library
/// of ours, whose lines would mean nothing to users.
#[unsafe(no_mangle)]
extern "C-unwind" fn wt_note_call_site(site: *const c_void) {
    if mpi_lock::is_active() {
        FORWARDED_BY_THREAD.set(site);
        return;
    }
    FORWARDED.store(site.cast_mut(), Ordering::Relaxed);
}
