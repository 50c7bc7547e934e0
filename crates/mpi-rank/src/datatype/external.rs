//! The canonical representation "external32" (MPI 4.1, I/O chapter, "External Data Representation"): big endian, IEEE
//! formats, no padding.
//!
//! Conversion works on packed streams: `MPI_Pack_external` packs first and converts then. Three element types change
//! size or form: C `long` has 4 bytes (the upper half is dropped, as MPICH does), `wchar_t` has 2, and `long double` is
//! IEEE binary128, exact on the way out and rounded to nearest even on the way in.

use super::predefined::Predefined;
use super::{Sequence, Type};
use ops::reduction::softfloat::{Format, convert};
use ops::reduction::{Basic, Class, Part};

impl Type {
    /// Bytes of `count` elements in `external32`; `None` if a `u64` cannot hold it.
    pub fn external_size(&self, count: u64) -> Option<u64> {
        self.external.checked_mul(count.into()).and_then(|size| u64::try_from(size).ok())
    }

    /// Converts the packed stream of `count` elements to `external32`, appending to `out`.
    ///
    /// # Panics
    /// If `native` is not [`Type::packed_size`] of `count` bytes long.
    pub fn to_external32(&self, count: u64, native: &[u8], out: &mut Vec<u8>) {
        assert_eq!(self.packed_size(count), Some(native.len() as u64), "length of a packed stream");
        let mut rest = native;
        runs(self, count, &mut |named, copies| {
            let (run, after) = rest.split_at(named.basic.size() * copies as usize);
            rest = after;
            for element in run.chunks_exact(named.basic.size()) {
                scalars(named, |at, scalar| scalar.write(&element[at..at + scalar.native], out));
            }
        });
    }

    /// Converts `count` elements from `external32` to the packed stream, appending to `out`.
    ///
    /// # Panics
    /// If `external` is not [`Type::external_size`] of `count` bytes long.
    pub fn from_external32(&self, count: u64, external: &[u8], out: &mut Vec<u8>) {
        assert_eq!(self.external_size(count), Some(external.len() as u64), "length of an external32 stream");
        let mut rest = external;
        runs(self, count, &mut |named, copies| {
            for _ in 0..copies {
                scalars(named, |_, scalar| {
                    let (bytes, after) = rest.split_at(scalar.external);
                    rest = after;
                    scalar.read(bytes, out);
                });
            }
        });
    }
}

/// Bytes of one element in `external32`.
pub(super) fn size(named: &Predefined) -> usize {
    let mut size = 0;
    scalars(named, |_, scalar| size += scalar.external);
    size
}

/// Calls `f` with runs of equal elements, in order.
fn runs(ty: &Type, count: u64, f: &mut impl FnMut(&'static Predefined, u64)) {
    if ty.size == 0 || count == 0 {
        return;
    }
    if let (Some(named), Some(size)) = (ty.only, ty.packed_size(count)) {
        return f(named, size / named.basic.size() as u64);
    }
    match &ty.sequence {
        Sequence::Named(named) => f(named, count),
        Sequence::Copies(child, copies) => (0..count).for_each(|_| runs(child, *copies, f)),
        Sequence::List(items) => {
            (0..count).for_each(|_| items.iter().for_each(|(child, copies)| runs(child, *copies, f)));
        }
    }
}

/// What happens to the bytes of a number.
#[derive(Clone, Copy)]
enum Form {
    /// Reversed; a narrower external form keeps the low bytes, and gets them back with the sign.
    Signed,
    /// Reversed; a narrower external form keeps the low bytes, and gets zeros above them.
    Unsigned,
    /// x87 extended to and from binary128.
    Extended,
}

/// A number in an element.
#[derive(Clone, Copy)]
struct Scalar {
    form: Form,
    native: usize,
    external: usize,
}

impl Scalar {
    fn write(self, native: &[u8], out: &mut Vec<u8>) {
        let bits = match self.form {
            Form::Extended => convert(Format::X87, Format::BINARY128, load(native) & ((1 << 80) - 1)),
            Form::Signed | Form::Unsigned => load(native),
        };
        out.extend_from_slice(&bits.to_be_bytes()[16 - self.external..]);
    }

    fn read(self, external: &[u8], out: &mut Vec<u8>) {
        let bits = external.iter().fold(0, |bits, byte| (bits << 8) | u128::from(*byte));
        let spare = 128 - 8 * self.external as u32;
        let value = match self.form {
            Form::Extended => convert(Format::BINARY128, Format::X87, bits),
            Form::Signed => (((bits << spare) as i128) >> spare) as u128,
            Form::Unsigned => bits,
        };
        out.extend_from_slice(&value.to_le_bytes()[..self.native]);
    }
}

/// The value of up to 16 bytes of this (little-endian) machine.
fn load(native: &[u8]) -> u128 {
    native.iter().rev().fold(0, |bits, byte| (bits << 8) | u128::from(*byte))
}

/// Calls `f(place in the packed element, scalar)` for the numbers an element consists of.
fn scalars(named: &Predefined, mut f: impl FnMut(usize, Scalar)) {
    let mut at = 0;
    let mut part = |basic: Basic, long: bool| {
        let numbers = if basic.class() == Class::Complex { 2 } else { 1 };
        let native = basic.size() / numbers;
        for _ in 0..numbers {
            f(at, scalar(basic, native, long));
            at += native;
        }
    };
    match named.basic.pair() {
        None => part(named.basic, named.long),
        Some([Part { basic: value, .. }, Part { basic: index, .. }]) => {
            part(value, named.long);
            part(index, false);
        }
    }
}

fn scalar(basic: Basic, native: usize, long: bool) -> Scalar {
    let (form, external) = match basic {
        Basic::F80 | Basic::ComplexF80 => (Form::Extended, native),
        Basic::Wchar => (Form::Unsigned, 2),
        Basic::U64 if long => (Form::Unsigned, 4),
        Basic::I64 if long => (Form::Signed, 4),
        _ => (Form::Unsigned, native),
    };
    Scalar { form, native, external }
}
