//! Binary floating point in software, for the formats Rust has no type for: binary16, x87 extended, binary128.
//!
//! A number is unpacked into sign, exponent and a 128-bit significand whose top bit is set, so that `value = ±significand /
//! 2^127 · 2^exponent`. The result of an operation is computed with at least 15 bits below the last place. The lowest of
//! these bits is "sticky": it says whether anything non-zero was shifted out. Then the result is rounded once, to nearest,
//! ties to even (IEEE 754-2019 §4.3.1). Hardware also rounds once, so results are bit-identical with x87 instructions at
//! their default 64-bit precision.
//!
//! NaNs: x87 operands follow the rules of the Intel SDM, volume 1, table 4-7 (the NaN with the larger significand wins,
//! quiet ones before signalling ones); other formats keep the first NaN, made quiet. No exception flags are kept.

use std::cmp::Ordering;

/// A binary interchange or extended format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    exponent_bits: u32,
    /// Bits of the significand below the integer bit.
    fraction_bits: u32,
    /// Whether the integer bit is stored, as x87 does.
    explicit: bool,
}

impl Format {
    /// IEEE binary16.
    pub const BINARY16: Format = Format { exponent_bits: 5, fraction_bits: 10, explicit: false };
    /// IEEE binary32.
    pub const BINARY32: Format = Format { exponent_bits: 8, fraction_bits: 23, explicit: false };
    /// IEEE binary64.
    pub const BINARY64: Format = Format { exponent_bits: 11, fraction_bits: 52, explicit: false };
    /// x87 double extended precision: 80 bits with a stored integer bit.
    pub const X87: Format = Format { exponent_bits: 15, fraction_bits: 63, explicit: true };
    /// IEEE binary128.
    pub const BINARY128: Format = Format { exponent_bits: 15, fraction_bits: 112, explicit: false };

    const fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    const fn exponent_max(self) -> i32 {
        (1 << self.exponent_bits) - 1
    }

    /// Stored bits below the exponent field.
    const fn stored_bits(self) -> u32 {
        self.fraction_bits + self.explicit as u32
    }

    /// How far the integer bit lies below bit 127.
    const fn shift(self) -> u32 {
        127 - self.fraction_bits
    }

    /// The NaN of an invalid operation on x86: negative and quiet.
    const fn indefinite(self) -> Number {
        Number { negative: true, exponent: 0, significand: INTEGER | QUIET, kind: FloatClass::Nan }
    }
}

/// Position of the integer bit in an unpacked significand.
const INTEGER: u128 = 1 << 127;
/// Position of the bit that makes a NaN quiet.
const QUIET: u128 = 1 << 126;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FloatClass {
    Zero,
    Finite,
    Infinite,
    Nan,
    /// A bit pattern of x87 that is not a number (its integer bit contradicts its exponent); any arithmetic on it is invalid.
    Unsupported,
}

#[derive(Clone, Copy, Debug)]
struct Number {
    kind: FloatClass,
    negative: bool,
    exponent: i32,
    significand: u128,
}

/// `a + b`, as bits of `format`.
pub fn add(format: Format, a: u128, b: u128) -> u128 {
    let (a, b) = (unpack(format, a), unpack(format, b));
    pack(format, special(format, a, b).unwrap_or_else(|| add_numbers(format, a, b)))
}

/// `a - b`, as bits of `format`.
pub fn sub(format: Format, a: u128, b: u128) -> u128 {
    let (a, b) = (unpack(format, a), unpack(format, b));
    let result = special(format, a, b);
    // The sign of a NaN is not turned: it passes through as it is.
    pack(format, result.unwrap_or_else(|| add_numbers(format, a, Number { negative: !b.negative, ..b })))
}

/// `a · b`, as bits of `format`.
pub fn mul(format: Format, a: u128, b: u128) -> u128 {
    let (a, b) = (unpack(format, a), unpack(format, b));
    pack(format, special(format, a, b).unwrap_or_else(|| mul_numbers(format, a, b)))
}

/// The order of `a` and `b`; `None` if either is a NaN.
pub fn compare(format: Format, a: u128, b: u128) -> Option<Ordering> {
    let (a, b) = (unpack(format, a), unpack(format, b));
    if is_nan(a) || is_nan(b) {
        return None;
    }
    // Magnitude and then sign; both zeros are equal.
    let key = |n: Number| match n.kind {
        FloatClass::Zero => (0, 0, 0),
        FloatClass::Infinite => (2, 0, 0),
        _ => (1, n.exponent, n.significand),
    };
    let signed = |n: Number| n.negative && n.kind != FloatClass::Zero;
    Some(match (signed(a), signed(b)) {
        (false, false) => key(a).cmp(&key(b)),
        (true, true) => key(b).cmp(&key(a)),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    })
}

/// The value of `bits` in another format, rounded to nearest even; NaNs become quiet and keep their upper bits.
pub fn convert(from: Format, to: Format, bits: u128) -> u128 {
    let number = unpack(from, bits);
    match number.kind {
        FloatClass::Unsupported => pack(to, to.indefinite()),
        FloatClass::Nan => pack(to, Number { significand: number.significand | QUIET, ..number }),
        _ => pack(to, number),
    }
}

fn is_nan(n: Number) -> bool {
    matches!(n.kind, FloatClass::Nan | FloatClass::Unsupported)
}

fn unpack(format: Format, bits: u128) -> Number {
    let field = (bits >> format.stored_bits()) as i32 & format.exponent_max();
    let negative = (bits >> (format.stored_bits() + format.exponent_bits)) & 1 == 1;
    let stored = bits & ((1 << format.stored_bits()) - 1);
    let implied = if format.explicit || field == 0 { 0 } else { 1 << format.fraction_bits };
    let significand = (stored | implied) << format.shift();
    let has_integer_bit = significand & INTEGER != 0;
    let number = |kind, exponent, significand| Number { kind, negative, exponent, significand };
    if field != 0 && !has_integer_bit {
        return number(FloatClass::Unsupported, 0, significand);
    }
    if field == format.exponent_max() {
        let kind = if significand == INTEGER { FloatClass::Infinite } else { FloatClass::Nan };
        return number(kind, 0, significand);
    }
    if significand == 0 {
        return number(FloatClass::Zero, 0, 0);
    }
    // Subnormals have the exponent of the smallest normal number; here they are normalised.
    let lead = significand.leading_zeros();
    number(FloatClass::Finite, field.max(1) - format.bias() - lead as i32, significand << lead)
}

fn pack(format: Format, n: Number) -> u128 {
    let (field, significand) = match n.kind {
        FloatClass::Zero => (0, 0),
        FloatClass::Infinite => (format.exponent_max(), INTEGER >> format.shift()),
        FloatClass::Nan | FloatClass::Unsupported => {
            (format.exponent_max(), (n.significand | INTEGER) >> format.shift())
        }
        FloatClass::Finite => round(format, n.exponent, n.significand),
    };
    let stored = significand & ((1 << format.stored_bits()) - 1);
    let sign = u128::from(n.negative) << (format.stored_bits() + format.exponent_bits);
    sign | ((field as u128) << format.stored_bits()) | stored
}

/// Exponent field and significand (integer bit included) of a finite number after rounding.
fn round(format: Format, exponent: i32, significand: u128) -> (i32, u128) {
    let smallest = 1 - format.bias();
    let (mut field, aligned) = if exponent < smallest {
        (0, shift_right_sticky(significand, smallest.abs_diff(exponent)))
    } else {
        (exponent + format.bias(), significand)
    };
    let (half, rest) = (1 << (format.shift() - 1), aligned & ((1 << format.shift()) - 1));
    let mut rounded = aligned >> format.shift();
    if rest > half || (rest == half && rounded & 1 == 1) {
        rounded += 1;
    }
    let integer = 1 << format.fraction_bits;
    if rounded == integer << 1 {
        rounded = integer;
        field += 1;
    } else if field == 0 && rounded == integer {
        // A subnormal rounded up to the smallest normal number.
        field = 1;
    }
    if field >= format.exponent_max() { (format.exponent_max(), integer) } else { (field, rounded) }
}

/// Shifts right; the lowest bit of the result also says whether any bit was lost.
fn shift_right_sticky(value: u128, by: u32) -> u128 {
    match by {
        0 => value,
        1..128 => (value >> by) | u128::from(value << (128 - by) != 0),
        _ => u128::from(value != 0),
    }
}

/// The result if an operand is a NaN or no number at all.
fn special(format: Format, a: Number, b: Number) -> Option<Number> {
    if a.kind == FloatClass::Unsupported || b.kind == FloatClass::Unsupported {
        return Some(format.indefinite());
    }
    let chosen = match (a.kind == FloatClass::Nan, b.kind == FloatClass::Nan) {
        (false, false) => return None,
        (true, false) => a,
        (false, true) => b,
        (true, true) if format.explicit => x87_nan(a, b),
        (true, true) => a,
    };
    Some(Number { significand: chosen.significand | QUIET, ..chosen })
}

/// The NaN that an x87 instruction propagates of two (Intel SDM volume 1, table 4-7).
fn x87_nan(a: Number, b: Number) -> Number {
    let quiet = |n: Number| n.significand & QUIET != 0;
    if quiet(a) != quiet(b) {
        return if quiet(a) { a } else { b };
    }
    match a.significand.cmp(&b.significand) {
        Ordering::Greater => a,
        Ordering::Less => b,
        // Equal significands: the positive one.
        Ordering::Equal => Number { negative: a.negative && b.negative, ..a },
    }
}

fn add_numbers(format: Format, a: Number, b: Number) -> Number {
    match (a.kind, b.kind) {
        (FloatClass::Infinite, FloatClass::Infinite) if a.negative != b.negative => format.indefinite(),
        (FloatClass::Infinite, _) => a,
        (_, FloatClass::Infinite) => b,
        (FloatClass::Zero, FloatClass::Zero) => Number { negative: a.negative && b.negative, ..a },
        (_, FloatClass::Zero) => a,
        (FloatClass::Zero, _) => b,
        _ => add_finite(a, b),
    }
}

fn add_finite(a: Number, b: Number) -> Number {
    let (large, small) = if (a.exponent, a.significand) >= (b.exponent, b.significand) { (a, b) } else { (b, a) };
    // One bit of room for the carry; what falls off at the bottom stays visible in the sticky bit.
    let exponent = large.exponent + 1;
    let upper = shift_right_sticky(large.significand, 1);
    let lower = shift_right_sticky(small.significand, 1 + large.exponent.abs_diff(small.exponent));
    if large.negative == small.negative {
        let sum = upper + lower;
        let lead = sum.leading_zeros();
        return Number { exponent: exponent - lead as i32, significand: sum << lead, ..large };
    }
    let difference = upper - lower;
    if difference == 0 {
        return Number { kind: FloatClass::Zero, negative: false, exponent: 0, significand: 0 };
    }
    let lead = difference.leading_zeros();
    Number { exponent: exponent - lead as i32, significand: difference << lead, ..large }
}

fn mul_numbers(format: Format, a: Number, b: Number) -> Number {
    let negative = a.negative != b.negative;
    match (a.kind, b.kind) {
        (FloatClass::Infinite, FloatClass::Zero) | (FloatClass::Zero, FloatClass::Infinite) => format.indefinite(),
        (FloatClass::Infinite, _) => Number { negative, ..a },
        (_, FloatClass::Infinite) => Number { negative, ..b },
        (FloatClass::Zero, _) => Number { negative, ..a },
        (_, FloatClass::Zero) => Number { negative, ..b },
        _ => {
            let (high, low) = wide_product(a.significand, b.significand);
            let lead = high.leading_zeros();
            // Both factors are at least 2^127, so their product has its top bit at place 255 or 254.
            let high = if lead == 0 { high } else { (high << 1) | (low >> 127) };
            let low = low << lead;
            let exponent = a.exponent + b.exponent + 1 - lead as i32;
            Number { kind: FloatClass::Finite, negative, exponent, significand: high | u128::from(low != 0) }
        }
    }
}

/// Upper and lower half of the 256-bit product.
fn wide_product(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let bottom = a0 * b0;
    let middle = a1 * b0 + (bottom >> 64);
    let other = a0 * b1 + (middle & LOW);
    (a1 * b1 + (middle >> 64) + (other >> 64), (other << 64) | (bottom & LOW))
}
