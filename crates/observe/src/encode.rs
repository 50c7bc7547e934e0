//! Encodes columns for Parquet as rows arrive. A column holds its encoded bytes and at most 128 values that are not yet
//! encoded, so a table being written stays in the processor's cache beside the simulation.
//!
//! Encodings (apache/parquet-format, `Encodings.md`): DELTA_BINARY_PACKED for numbers, PLAIN for truth values, RLE_DICTIONARY
//! for texts. The writer of the `parquet` crate, which is given whole columns, takes four times as long: mostly because it
//! looks up each text in its dictionary, whereas here each text arrives as a number. The tests decode the result with that
//! crate's reader.

/// Values in a block of deltas.
const BLOCK: usize = 128;
/// Values in a miniblock, which has a bit width of its own.
const MINI: usize = 32;
/// Length from which equal texts are one run.
const RUN: usize = 16;
/// Values that are packed together: the format wants them in eights.
const GROUP: usize = 8;

/// An unsigned number, seven bits a byte, the lowest first (ULEB128).
fn varint(out: &mut Vec<u8>, value: u64) {
    let mut rest = value;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// A signed number as an unsigned one that is small where its magnitude is.
fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

/// Appends the low `width` bits of each value, the first at the lowest bits; a whole number of bytes.
fn pack(out: &mut Vec<u8>, values: &[u64], width: u32) {
    if width == 0 {
        return;
    }
    let (mut held, mut filled) = (0u64, 0);
    for &value in values {
        held |= value << filled;
        filled += width;
        if filled >= u64::BITS {
            out.extend_from_slice(&held.to_le_bytes());
            filled -= u64::BITS;
            held = if filled == 0 { 0 } else { value >> (width - filled) };
        }
    }
    out.extend_from_slice(&held.to_le_bytes()[..filled.div_ceil(8) as usize]);
}

/// 32-bit or 64-bit integers as packed differences (DELTA_BINARY_PACKED).
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    /// Differences are those of 32-bit integers.
    narrow: bool,
    /// Whether the integers are compared without a sign.
    unsigned: bool,
    /// Packed blocks.
    blocks: Vec<u8>,
    /// Number of values in them, plus the first one, which is in none.
    packed: u64,
    first: i64,
    /// The value before those that are held.
    last: i64,
    held: usize,
    values: [i64; BLOCK],
    /// Least and greatest value, without those that are held.
    range: (i64, i64),
}

impl Numbers {
    pub(crate) fn new(narrow: bool, unsigned: bool) -> Self {
        let (blocks, values) = (Vec::new(), [0; BLOCK]);
        Self { narrow, unsigned, blocks, packed: 0, first: 0, last: 0, held: 0, values, range: (i64::MAX, i64::MIN) }
    }

    /// Whether they have 32 bits.
    pub(crate) fn narrow(&self) -> bool {
        self.narrow
    }

    /// Appends a value; of 32 bits it must be one of `i32`'s.
    #[inline]
    pub(crate) fn push(&mut self, value: i64) {
        if self.packed == 0 {
            (self.packed, self.first, self.last) = (1, value, value);
            self.extend_range(&[value]);
            return;
        }
        self.values[self.held] = value;
        self.held += 1;
        if self.held == BLOCK {
            self.end_block();
        }
    }

    fn extend_range(&mut self, values: &[i64]) {
        let (mut least, mut most) = self.range;
        for &value in values {
            // 32-bit identifiers have no sign: their order is that of the bits.
            let value = if self.unsigned { i64::from(value as u32) } else { value };
            (least, most) = (least.min(value), most.max(value));
        }
        self.range = (least, most);
    }

    #[inline(never)]
    fn end_block(&mut self) {
        let held = std::mem::take(&mut self.held);
        let values = self.values;
        self.extend_range(&values[..held]);
        let mut deltas = [0i64; BLOCK];
        let mut before = self.last;
        for (delta, &value) in deltas.iter_mut().zip(&values[..held]) {
            let wide = value.wrapping_sub(before);
            *delta = if self.narrow { i64::from(wide as i32) } else { wide };
            before = value;
        }
        (self.last, self.packed) = (before, self.packed + held as u64);
        let least = deltas[..held].iter().copied().min().unwrap_or_default();
        let mut above = [0u64; BLOCK];
        for (above, delta) in above.iter_mut().zip(&deltas[..held]) {
            *above = delta.wrapping_sub(least) as u64;
        }
        varint(&mut self.blocks, zigzag(least));
        let mut widths = [0u8; BLOCK / MINI];
        for (width, mini) in widths.iter_mut().zip(above.chunks_exact(MINI)) {
            *width = (u64::BITS - mini.iter().fold(0, |bits, value| bits | value).leading_zeros()) as u8;
        }
        self.blocks.extend_from_slice(&widths);
        // Parts without a value are not there; the values of one that has some are filled up with zeros.
        for (width, mini) in widths.iter().zip(above.chunks_exact(MINI)).take(held.div_ceil(MINI)) {
            pack(&mut self.blocks, mini, u32::from(*width));
        }
    }

    /// The column, and its least and largest value, of unsigned ones by the bits. It is empty afterwards.
    pub(crate) fn take(&mut self, out: &mut Vec<u8>) -> Option<(i64, i64)> {
        if self.held > 0 {
            self.end_block();
        }
        varint(out, BLOCK as u64);
        varint(out, (BLOCK / MINI) as u64);
        varint(out, self.packed);
        varint(out, zigzag(self.first));
        out.extend_from_slice(&self.blocks);
        self.blocks.clear();
        let range = (self.packed > 0).then_some(self.range);
        (self.packed, self.first, self.last, self.range) = (0, 0, 0, (i64::MAX, i64::MIN));
        range
    }
}

/// Truth values, a bit each (PLAIN).
#[derive(Clone, Debug, Default)]
pub(crate) struct Flags {
    bytes: Vec<u8>,
    count: usize,
    /// Whether there is a false one, a true one.
    seen: [bool; 2],
}

impl Flags {
    #[inline]
    pub(crate) fn push(&mut self, value: bool) {
        if self.count.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(byte) = self.bytes.last_mut() {
            *byte |= u8::from(value) << (self.count % 8);
        }
        self.count += 1;
        self.seen[usize::from(value)] = true;
    }

    /// The least and the largest value.
    pub(crate) fn range(&self) -> Option<(bool, bool)> {
        (self.count > 0).then_some((!self.seen[0], self.seen[1]))
    }

    /// The column; it is empty afterwards.
    pub(crate) fn take(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.bytes);
        (self.count, self.seen) = (0, [false; 2]);
    }
}

/// Texts by their places in a dictionary of those that occur (RLE_DICTIONARY).
#[derive(Clone, Debug, Default)]
pub(crate) struct Indices {
    places: Vec<u32>,
    /// The place of each text of the table, or [`NOWHERE`].
    place_of: Vec<u32>,
    /// The text of each place.
    used: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Indices {
    #[inline]
    pub(crate) fn push(&mut self, text: u32) {
        let place = match self.place_of.get(text as usize) {
            Some(&place) if place != NOWHERE => place,
            _ => self.add(text),
        };
        self.places.push(place);
    }

    #[cold]
    fn add(&mut self, text: u32) -> u32 {
        let place = self.used.len() as u32;
        if text as usize >= self.place_of.len() {
            self.place_of.resize(text as usize + 1, NOWHERE);
        }
        self.place_of[text as usize] = place;
        self.used.push(text);
        place
    }

    /// The texts that occur, by their places.
    pub(crate) fn used(&self) -> &[u32] {
        &self.used
    }

    /// The column; it is empty afterwards.
    pub(crate) fn take(&mut self, out: &mut Vec<u8>) {
        let width = (self.used.len().max(1) as u32 - 1).checked_ilog2().map_or(0, |bits| bits + 1);
        out.push(width as u8);
        let mut rest = &self.places[..];
        let mut literals = 0;
        while let Some(&first) = rest.get(literals) {
            let ahead = &rest[literals..];
            // A run is looked for at every eighth value only.
            let equal = match ahead.get(..RUN) {
                Some(some) if some.iter().all(|place| *place == first) => {
                    ahead.iter().take_while(|place| **place == first).count()
                }
                _ => 0,
            };
            if equal == 0 {
                literals += GROUP.min(ahead.len());
                continue;
            }
            pack_literals(out, &rest[..literals], width);
            varint(out, (equal as u64) << 1);
            out.extend_from_slice(&first.to_le_bytes()[..width.div_ceil(8) as usize]);
            rest = &rest[literals + equal..];
            literals = 0;
        }
        pack_literals(out, rest, width);
        self.places.clear();
        for text in self.used.drain(..) {
            self.place_of[text as usize] = NOWHERE;
        }
    }
}

/// Values that are not a run; the last eight are filled up.
fn pack_literals(out: &mut Vec<u8>, places: &[u32], width: u32) {
    if places.is_empty() {
        return;
    }
    varint(out, (places.len().div_ceil(GROUP) as u64) << 1 | 1);
    for some in places.chunks(MINI) {
        let mut values = [0u64; MINI];
        for (value, place) in values.iter_mut().zip(some) {
            *value = u64::from(*place);
        }
        pack(out, &values[..some.len().next_multiple_of(GROUP)], width);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the format's description, and one of our own: 1, 2, 3, 4, 5 have equal differences.
    #[test]
    fn equal_differences_take_no_bits() {
        let mut numbers = Numbers::new(false, false);
        (1..=5).for_each(|value| numbers.push(value));
        let mut out = Vec::new();
        assert_eq!(numbers.take(&mut out), Some((1, 5)));
        // 128 values a block, 4 parts, 5 values, the first is 1; least difference 1, widths 0.
        assert_eq!(out, [0x80, 1, 4, 5, 2, 2, 0, 0, 0, 0]);
        out.clear();
        assert_eq!(numbers.take(&mut out), None);
        assert_eq!(out, [0x80, 1, 4, 0, 0]);
    }

    #[test]
    fn bits_lie_one_behind_the_other() {
        let mut out = Vec::new();
        // The example of the format's description: 0 to 7 of three bits each.
        pack(&mut out, &[0, 1, 2, 3, 4, 5, 6, 7], 3);
        assert_eq!(out, [0b1000_1000, 0b1100_0110, 0b1111_1010]);
        out.clear();
        pack(&mut out, &[u64::MAX; 2], 64);
        assert_eq!(out, [0xff; 16]);
    }

    #[test]
    fn runs_are_one_entry_and_the_dictionary_has_what_occurs() {
        let mut indices = Indices::default();
        for text in [9, 4].into_iter().chain([7; 30]).chain([9; 14]) {
            indices.push(text);
        }
        assert_eq!(indices.used(), [9, 4, 7]);
        let mut out = Vec::new();
        indices.take(&mut out);
        // Width 2; eight values packed (0, 1, then six of 2), 24 times 2, 14 values packed in two eights.
        assert_eq!(out, [2, 1 << 1 | 1, 0b1010_0100, 0b1010_1010, 24 << 1, 2, 2 << 1 | 1, 0, 0, 0, 0]);
        assert!(indices.used().is_empty());
        indices.push(4);
        assert_eq!(indices.used(), [4]);
    }
}
