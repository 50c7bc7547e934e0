//! The predefined numeric types, and their representation in memory and in "external32".

use super::predefined::Predefined;
use ops::reduction::softfloat::{Format, convert};
use ops::reduction::{Basic, Class, Member};

impl Predefined {
    /// Bytes of one element in `external32`.
    pub(super) fn external_size(&self) -> usize {
        let mut size = 0;
        scalars(self, |_, scalar| size += scalar.external);
        size
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
pub(super) struct Scalar {
    form: Form,
    pub(super) native: usize,
    pub(super) external: usize,
}

impl Scalar {
    pub(super) fn write(self, native: &[u8], out: &mut Vec<u8>) {
        let bits = match self.form {
            Form::Extended => convert(Format::X87, Format::BINARY128, load(native) & ((1 << 80) - 1)),
            Form::Signed | Form::Unsigned => load(native),
        };
        out.extend_from_slice(&bits.to_be_bytes()[16 - self.external..]);
    }

    pub(super) fn read(self, external: &[u8], out: &mut Vec<u8>) {
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

/// Calls `f(offset in the packed element, scalar)` for the numbers of an element.
pub(super) fn scalars(named: &Predefined, mut f: impl FnMut(usize, Scalar)) {
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
        Some([Member { basic: value, .. }, Member { basic: index, .. }]) => {
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
