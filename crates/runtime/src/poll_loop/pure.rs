//! C library functions that the poll-loop analysis knows to have no side effects (string comparisons): the analysis calls such
//! a function instead of following its instructions.

use super::machine::{Machine, RAX, RDI, RDX, RSI};
use std::ffi::{CStr, c_char, c_int};
use std::ptr::with_exposed_provenance;
use std::sync::OnceLock;

/// The longest string that is looked at.
const LENGTH_MAX: u64 = 256;

/// Where they are.
struct Known {
    strcmp: u64,
    strncmp: u64,
    strlen: u64,
}

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        // SAFETY: looks a C string up among the symbols of the process.
        let of = |name: &CStr| unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) }.expose_provenance() as u64;
        Known { strcmp: of(c"strcmp"), strncmp: of(c"strncmp"), strlen: of(c"strlen") }
    })
}

impl Machine<'_> {
    /// If the next instruction is the first of such a function, does all of it. None: it is one, but depends on what is not known.
    pub(super) fn call_pure(&mut self) -> Option<bool> {
        let Known { strcmp, strncmp, strlen } = *known();
        if self.at == 0 || ![strcmp, strncmp, strlen].contains(&self.at) {
            return Some(false);
        }
        let left = self.string(self.registers[RDI]?)?;
        let result = if self.at == strlen {
            // SAFETY: a string, as has just been read.
            unsafe { libc::strlen(left) as u64 }
        } else {
            let right = self.string(self.registers[RSI]?)?;
            let bytes = if self.at == strncmp { self.registers[RDX]? as usize } else { usize::MAX };
            // SAFETY: as above.
            let compared: c_int = unsafe {
                if self.at == strncmp { libc::strncmp(left, right, bytes) } else { libc::strcmp(left, right) }
            };
            compared as u32 as u64
        };
        self.forget_call();
        self.set(RAX, 8, Some(result));
        self.at = self.pop()??;
        Some(true)
    }

    /// A string of the rank's that the round has not changed.
    fn string(&self, address: u64) -> Option<*const c_char> {
        for at in 0..LENGTH_MAX {
            let place = address.checked_add(at)?;
            let byte = self.read(place, 1)??;
            // SAFETY: it may be read.
            let there = unsafe { with_exposed_provenance::<u8>(place as usize).read_volatile() };
            if u64::from(there) != byte {
                return None;
            }
            if byte == 0 {
                return Some(with_exposed_provenance(address as usize));
            }
        }
        None
    }
}
