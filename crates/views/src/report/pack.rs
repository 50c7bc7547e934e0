//! Packs the data of a report: variable-length integers, in compressed blocks that browsers can decompress.
//!
//! A block is a zlib stream (RFC 1950, which browsers' `DecompressionStream` calls `deflate`) in base64.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use std::io::Write;

/// Columns of integers, one after the other: seven bits a byte, lowest first, the highest bit set on all but the last byte.
#[derive(Clone, Debug, Default)]
pub(crate) struct Varints {
    bytes: Vec<u8>,
}

impl Varints {
    #[inline]
    pub(crate) fn push(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// A signed number: 0, −1, 1, −2, … become 0, 1, 2, 3, …
    #[inline]
    pub(crate) fn push_signed(&mut self, value: i64) {
        self.push(((value << 1) ^ (value >> 63)) as u64);
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn append(&mut self, other: &Self) {
        self.bytes.extend_from_slice(&other.bytes);
    }
}

/// A column of a packed table: row by row, each value a [`Varints`] entry. Scripts read tables by these descriptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PackedColumn {
    /// The name, as in the run's table.
    pub(crate) name: &'static str,
    /// Whether values may be negative.
    signed: bool,
    /// The column that the value is the difference to.
    since: Option<&'static str>,
    /// Whether that column's value is the one of the row before.
    previous: bool,
}

impl PackedColumn {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, signed: false, since: None, previous: false }
    }

    pub(crate) const fn signed(self) -> Self {
        Self { signed: true, ..self }
    }

    /// The difference to a column of the same row.
    pub(crate) const fn since(self, column: &'static str) -> Self {
        Self { since: Some(column), ..self }
    }

    /// The difference to a column of the row before.
    pub(crate) const fn after(self, column: &'static str) -> Self {
        Self { since: Some(column), previous: true, ..self }
    }
}

/// A named block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) name: String,
    /// Deflated, in base64.
    pub(crate) text: String,
}

impl Block {
    pub(crate) fn of(name: impl Into<String>, bytes: &[u8]) -> Self {
        Self { name: name.into(), text: base64(&deflate(bytes)) }
    }
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(7));
    encoder.write_all(bytes).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

/// Base64 with padding (RFC 4648, section 4).
pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = (word >> (18 - 6 * digit)) as usize & 63;
            text.push(if digit <= chunk.len() { char::from(DIGITS[value]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use proptest::prelude::*;
    use std::io::Read;

    #[test]
    fn base64_is_that_of_the_standard() {
        // The test vectors of RFC 4648, section 10.
        let vectors = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, text) in vectors {
            assert_eq!(base64(plain.as_bytes()), text);
        }
    }

    proptest! {
        #[test]
        fn integers_come_back(values in proptest::collection::vec(any::<i64>(), 0..50)) {
            let mut packed = Varints::default();
            for value in &values {
                packed.push_signed(*value);
            }
            let mut found = Vec::new();
            let (mut word, mut shift) = (0u64, 0);
            for byte in packed.bytes() {
                word |= u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    found.push((word >> 1) as i64 ^ -((word & 1) as i64));
                    (word, shift) = (0, 0);
                }
            }
            prop_assert_eq!(found, values);
        }

        #[test]
        fn deflated_bytes_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
            let packed = deflate(&bytes);
            let mut plain = Vec::new();
            ZlibDecoder::new(&packed[..]).read_to_end(&mut plain).unwrap();
            prop_assert_eq!(plain, bytes);
        }
    }
}
