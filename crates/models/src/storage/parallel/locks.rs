//! Extent locks of a file server in the storage model `parallel`: which client holds the lock of each lock unit (a range of
//! bytes) of a file.

use super::requests::Request;
use kernel::StorageKind;
use rustc_hash::FxHashMap;
use units::Time;

/// Who holds a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Holder {
    Writer(u32),
    Readers(Vec<u32>),
}

/// The locks of a server's files, by file and number of the unit.
pub(super) struct Locks {
    unit: u64,
    revoke: Time,
    held: FxHashMap<(u32, u64), Holder>,
}

impl Locks {
    pub(super) fn new(unit: u64, revoke: Time) -> Self {
        Self { unit, revoke, held: FxHashMap::default() }
    }

    /// The same, held by no client.
    pub(super) fn idle(&self) -> Self {
        Self::new(self.unit, self.revoke)
    }

    /// The time to take a lock away.
    pub(super) fn revoke(&self) -> Time {
        self.revoke
    }

    /// Gives a request its locks: whether others had to give up theirs.
    pub(super) fn take(&mut self, request: &Request) -> bool {
        let write = match request.kind {
            StorageKind::Write => true,
            StorageKind::Read => false,
            StorageKind::Flush | StorageKind::Open | StorageKind::Metadata => return false,
        };
        let mut revoked = false;
        for extent in request.extents.iter().filter(|extent| extent.bytes > 0) {
            for unit in extent.offset / self.unit..=(extent.end() - 1) / self.unit {
                revoked |= self.take_unit((request.file, unit), request.client, write);
            }
        }
        revoked
    }

    fn take_unit(&mut self, unit: (u32, u64), client: u32, write: bool) -> bool {
        let taken = if write { Holder::Writer(client) } else { Holder::Readers(vec![client]) };
        let Some(holder) = self.held.get_mut(&unit) else {
            self.held.insert(unit, taken);
            return false;
        };
        match holder {
            Holder::Writer(own) if *own == client => false,
            Holder::Readers(readers) if !write => {
                if !readers.contains(&client) {
                    readers.push(client);
                }
                false
            }
            Holder::Readers(readers) if *readers == [client] => {
                *holder = taken;
                false
            }
            _ => {
                *holder = taken;
                true
            }
        }
    }
}
