//! The communication matrix and the message sizes in a report: sums over the table `messages`.

use super::pack::Varints;
use results::MessageRow;
use serde::Serialize;

/// Groups of senders, and of receivers.
const MAX_GROUPS: u32 = 512;

/// Messages and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Sums {
    pub(crate) messages: u64,
    pub(crate) bytes: u64,
}

impl Sums {
    fn add(&mut self, bytes: u64) {
        self.messages += 1;
        self.bytes = self.bytes.saturating_add(bytes);
    }
}

/// Gathers messages by pair of groups of ranks; those of collective operations apart. 4 MiB at most for each.
#[derive(Debug)]
pub(crate) struct Matrix {
    per_group: u32,
    groups: u32,
    /// Point-to-point, then collective; sender by sender.
    cells: [Vec<Sums>; 2],
    /// By the number of bits of the size: 0, 1, 2 to 3, 4 to 7 bytes, …
    sizes: [Vec<Sums>; 2],
    totals: [Sums; 2],
}

/// The sizes of messages, for the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Size {
    /// The least size in bytes.
    pub(crate) from: u64,
    pub(crate) point_to_point: Sums,
    pub(crate) collective: Sums,
}

impl Matrix {
    pub(crate) fn new(ranks: u32) -> Self {
        let per_group = ranks.div_ceil(MAX_GROUPS).max(1);
        let groups = ranks.div_ceil(per_group);
        let cells = || vec![Sums::default(); (groups * groups) as usize];
        let sizes = || vec![Sums::default(); 65];
        Self { per_group, groups, cells: [cells(), cells()], sizes: [sizes(), sizes()], totals: [Sums::default(); 2] }
    }

    pub(crate) fn add(&mut self, row: &MessageRow) {
        let part = usize::from(row.collective);
        let (from, to) = (row.source.0 / self.per_group, row.destination.0 / self.per_group);
        if let Some(cell) = self.cells[part].get_mut((from * self.groups + to) as usize) {
            cell.add(row.bytes);
        }
        self.sizes[part][(u64::BITS - row.bytes.leading_zeros()) as usize].add(row.bytes);
        self.totals[part].add(row.bytes);
    }

    pub(crate) fn per_group(&self) -> u32 {
        self.per_group
    }

    pub(crate) fn groups(&self) -> u32 {
        self.groups
    }

    /// Point-to-point and collective.
    pub(crate) fn totals(&self) -> [Sums; 2] {
        self.totals
    }

    /// The cells that are not empty, part by part: how many, then for each the number of empty cells before it, its messages
    /// and its bytes.
    pub(crate) fn pack(&self) -> Varints {
        let mut packed = Varints::default();
        for cells in &self.cells {
            let used = || (0u64..).zip(cells).filter(|(_, cell)| cell.messages > 0);
            packed.push(used().count() as u64);
            let mut next = 0;
            for (place, cell) in used() {
                packed.push(place - next);
                packed.push(cell.messages);
                packed.push(cell.bytes);
                next = place + 1;
            }
        }
        packed
    }

    /// From the least size that there was to the largest.
    pub(crate) fn sizes(&self) -> Vec<Size> {
        let used = |bits: &usize| self.sizes.iter().any(|part| part[*bits].messages > 0);
        let (Some(first), Some(last)) = ((0..65).find(used), (0..65).rfind(used)) else { return Vec::new() };
        let from = |bits: usize| if bits == 0 { 0 } else { 1 << (bits - 1) };
        let size =
            |bits| Size { from: from(bits), point_to_point: self.sizes[0][bits], collective: self.sizes[1][bits] };
        (first..=last).map(size).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::{CommId, Protocol};
    use units::{ActorId, Time};

    pub(crate) fn message(source: u32, destination: u32, bytes: u64, collective: bool) -> MessageRow {
        MessageRow {
            source: ActorId(source),
            destination: ActorId(destination),
            communicator: CommId(0),
            tag: 0,
            collective,
            bytes,
            protocol: Protocol::Eager,
            posted: Time::ZERO,
            start: Time::ZERO,
            delivered: Time::ZERO,
        }
    }

    #[test]
    fn messages_are_summed_by_pair_and_size() {
        let mut matrix = Matrix::new(4);
        for (from, to, bytes, collective) in
            [(0, 1, 8, false), (0, 1, 9, false), (3, 2, 0, false), (1, 1, 1000, true)]
        {
            matrix.add(&message(from, to, bytes, collective));
        }
        // Place 1: two messages of 17 bytes; place 14, twelve further on: an empty one; then place 5 of the other part.
        assert_eq!(matrix.pack().bytes(), [2, 1, 2, 17, 12, 1, 0, 1, 5, 1, 0xe8, 7]);
        let sizes = matrix.sizes();
        assert_eq!(sizes.len(), 11);
        assert_eq!((sizes[0].from, sizes[0].point_to_point.messages), (0, 1));
        assert_eq!((sizes[4].from, sizes[4].point_to_point), (8, Sums { messages: 2, bytes: 17 }));
        assert_eq!((sizes[10].from, sizes[10].collective), (512, Sums { messages: 1, bytes: 1000 }));
        assert_eq!(matrix.totals().map(|sums| sums.messages), [3, 1]);
    }

    #[test]
    fn many_ranks_share_a_cell() {
        let mut matrix = Matrix::new(1025);
        assert_eq!((matrix.per_group(), matrix.groups()), (3, 342));
        matrix.add(&message(1024, 1023, u64::MAX, false));
        matrix.add(&message(1023, 1024, 1, false));
        assert_eq!(matrix.cells[0][342 * 342 - 1], Sums { messages: 2, bytes: u64::MAX });
        assert_eq!(Matrix::new(2).sizes(), []);
    }
}
