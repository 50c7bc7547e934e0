//! Numbers the program's call sites, the return addresses of its MPI calls, in mode `images`. A place in the code has the same
//! number in every rank, although every rank has its own copy (image) of the program, at other addresses.

use crate::images;
use engine::symbols::Symbols;
use ops::CallSite;
use rustc_hash::FxHashMap;

/// A place in the program's code: an object and an address in the object's own terms. In code outside the images the
/// address is the process's own and the object is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct CodeAddress {
    object: u32,
    address: u64,
}

const NO_OBJECT: u32 = u32::MAX;

impl CodeAddress {
    fn of(address: usize) -> Self {
        match images::locate(address) {
            Some((object, address)) => Self { object, address },
            None => Self { object: NO_OBJECT, address: address as u64 },
        }
    }
}

/// The table of call sites, numbered in the order of their first use.
#[derive(Default)]
pub(crate) struct Sites {
    numbers: FxHashMap<CodeAddress, u32>,
    places: Vec<CodeAddress>,
    symbols: Symbols,
}

impl Sites {
    /// The number of a return address.
    pub(crate) fn intern(&mut self, address: usize) -> CallSite {
        self.intern_place(CodeAddress::of(address))
    }

    fn intern_place(&mut self, place: CodeAddress) -> CallSite {
        let next = self.places.len() as u32;
        let number = *self.numbers.entry(place).or_insert(next);
        if number == next {
            self.places.push(place);
        }
        CallSite(number)
    }

    /// The place in words.
    pub(crate) fn describe(&mut self, site: CallSite) -> String {
        let Some(&place) = self.places.get(site.0 as usize) else { return "the program's start".to_owned() };
        match images::object_path(place.object) {
            Some(path) => self.symbols.describe(&path, place.address, true),
            None => "a system library".to_owned(),
        }
    }
}
