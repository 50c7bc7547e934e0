//! The names of MPI functions and of ranks' activities in text columns.

use ops::Function;
use std::sync::atomic::{AtomicU16, Ordering};

/// The function of a name. Tables name a few functions in millions of rows: names that were found are tried first.
pub(super) fn function(name: &str) -> Option<Function> {
    static FOUND: [AtomicU16; 256] = [const { AtomicU16::new(0) }; 256];
    let bytes = name.as_bytes();
    let (middle, last) = (*bytes.get(bytes.len() / 2)?, *bytes.last()?);
    let place = &FOUND[usize::from(middle.wrapping_mul(31) ^ last.wrapping_mul(7) ^ bytes.len() as u8)];
    let known = Function::from_index(place.load(Ordering::Relaxed)).filter(|known| known.name() == name);
    known.or_else(|| {
        let found = Function::from_name(name)?;
        place.store(found as u16, Ordering::Relaxed);
        Some(found)
    })
}

/// The activity of a rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum State {
    /// It runs its own code.
    Compute,
    /// It is in an MPI call.
    Call(Function),
}

impl State {
    /// `compute`, or the function's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compute => "compute",
            Self::Call(function) => function.name(),
        }
    }

    /// The state of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "compute" { Some(Self::Compute) } else { function(name).map(Self::Call) }
    }

    /// A number for each state: 0 is computation, 1 + f function f.
    #[inline]
    pub fn index(self) -> usize {
        match self {
            Self::Compute => 0,
            Self::Call(function) => 1 + function as usize,
        }
    }

    /// The state of an index.
    pub fn from_index(index: usize) -> Option<Self> {
        match index.checked_sub(1) {
            None => Some(Self::Compute),
            Some(function) => Function::from_index(u16::try_from(function).ok()?).map(Self::Call),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_found_by_its_name_also_after_others() {
        for _ in 0..2 {
            Function::all().for_each(|known| assert_eq!(function(known.name()), Some(known)));
        }
        assert_eq!([function(""), function("MPI_Sent"), function("compute")], [None; 3]);
    }
}
