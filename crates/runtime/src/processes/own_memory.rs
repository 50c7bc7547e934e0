//! Finds the memory ranges that a rank's process shares with no other process. The poll-loop analysis ([`crate::poll_loop`])
//! needs to know them, since only the rank itself can change this memory.

use crate::entry::polls_by_address;
use crate::poll_loop::Memory;
use ops::Function;
use std::cell::RefCell;

/// A mapping, from its first byte to one past the last.
#[derive(Clone, Copy, Debug)]
struct Mapping {
    start: u64,
    end: u64,
    written: bool,
    run: bool,
}

thread_local! {
    /// The private mappings of the process, as they were when an address was last not found among them.
    static MAPPINGS: RefCell<Vec<Mapping>> = const { RefCell::new(Vec::new()) };
}

/// See the module.
#[derive(Debug)]
struct ProcessMemory;

/// The memory of this process.
pub(super) fn own_memory() -> Option<Box<dyn Memory>> {
    Some(Box::new(ProcessMemory))
}

/// A line of `/proc/self/maps`, if the mapping is private.
fn parse(line: &str) -> Option<Mapping> {
    let mut words = line.split(' ');
    let (start, end) = words.next()?.split_once('-')?;
    let rights = words.next()?.as_bytes();
    let address = |text| u64::from_str_radix(text, 16).ok();
    (rights.len() == 4 && rights[3] == b'p' && rights[0] == b'r').then_some(())?;
    Some(Mapping { start: address(start)?, end: address(end)?, written: rights[1] == b'w', run: rights[2] == b'x' })
}

/// The mapping that holds all of these bytes.
fn find(address: u64, bytes: u64) -> Option<Mapping> {
    let end = address.checked_add(bytes)?;
    let among = |mappings: &[Mapping]| {
        mappings.iter().copied().find(|mapping| mapping.start <= address && end <= mapping.end)
    };
    MAPPINGS.with_borrow_mut(|mappings| {
        if let Some(found) = among(mappings) {
            return Some(found);
        }
        let text = std::fs::read_to_string("/proc/self/maps").ok()?;
        *mappings = text.lines().filter_map(parse).collect();
        among(mappings)
    })
}

impl Memory for ProcessMemory {
    fn code(&self, address: u64) -> Option<(u64, u64)> {
        find(address, 1).filter(|mapping| mapping.run && !mapping.written).map(|mapping| (mapping.start, mapping.end))
    }

    fn may_read(&self, address: u64, bytes: u64) -> bool {
        find(address, bytes).is_some()
    }

    fn may_write(&self, address: u64, bytes: u64) -> bool {
        find(address, bytes).is_some_and(|mapping| mapping.written)
    }

    fn poll_at(&self, address: u64) -> Option<Function> {
        polls_by_address::poll_at(address)
    }
}
