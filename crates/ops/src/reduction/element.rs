//! Elements of reductions as Rust values: loaded from bytes, combined, stored back.

use super::softfloat::{self, Format};
use std::cmp::Ordering;

/// A value with a fixed number of bytes.
pub(super) trait Element: Copy {
    /// `inout[i] = f(input[i], inout[i])` over dense arrays of equal length.
    fn zip(input: &[u8], inout: &mut [u8], f: impl Fn(Self, Self) -> Self);
}

/// A number with the arithmetic of C.
pub(super) trait Number: Element {
    /// Sum; wraps around for integers.
    fn plus(self, other: Self) -> Self;
    /// Difference; wraps around for integers.
    fn minus(self, other: Self) -> Self;
    /// Product; wraps around for integers.
    fn times(self, other: Self) -> Self;
    /// C's `self > other`: false when either is a NaN.
    fn above(self, other: Self) -> bool;
    /// C's `self == other`: false when either is a NaN.
    fn same(self, other: Self) -> bool;
}

/// A bit pattern that is true unless all its bits are zero.
pub(super) trait Truth: Element {
    fn is_true(self) -> bool;
    fn from_truth(truth: bool) -> Self;
}

macro_rules! element {
    ($($t:ty),*) => {$(
        impl Element for $t {
            #[inline]
            fn zip(input: &[u8], inout: &mut [u8], f: impl Fn(Self, Self) -> Self) {
                let (ins, _) = input.as_chunks::<{ size_of::<$t>() }>();
                let (inouts, _) = inout.as_chunks_mut::<{ size_of::<$t>() }>();
                for (a, b) in ins.iter().zip(inouts) {
                    *b = f(<$t>::from_ne_bytes(*a), <$t>::from_ne_bytes(*b)).to_ne_bytes();
                }
            }
        }
    )*};
}
element!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, f32, f64, F16, X87, Quad);

macro_rules! integer {
    ($($t:ty),*) => {$(
        impl Number for $t {
            #[inline]
            fn plus(self, other: Self) -> Self { self.wrapping_add(other) }
            #[inline]
            fn minus(self, other: Self) -> Self { self.wrapping_sub(other) }
            #[inline]
            fn times(self, other: Self) -> Self { self.wrapping_mul(other) }
            #[inline]
            fn above(self, other: Self) -> bool { self > other }
            #[inline]
            fn same(self, other: Self) -> bool { self == other }
        }
    )*};
}
integer!(i8, i16, i32, i64, i128, u8, u16, u32, u64);

macro_rules! float {
    ($($t:ty),*) => {$(
        impl Number for $t {
            #[inline]
            fn plus(self, other: Self) -> Self { self + other }
            #[inline]
            fn minus(self, other: Self) -> Self { self - other }
            #[inline]
            fn times(self, other: Self) -> Self { self * other }
            #[inline]
            fn above(self, other: Self) -> bool { self > other }
            #[inline]
            fn same(self, other: Self) -> bool { self == other }
        }
    )*};
}
float!(f32, f64);

macro_rules! truth {
    ($($t:ty),*) => {$(
        impl Truth for $t {
            #[inline]
            fn is_true(self) -> bool { self != 0 }
            #[inline]
            fn from_truth(truth: bool) -> Self { truth as $t }
        }
    )*};
}
truth!(u8, u16, u32, u64, u128);

/// A floating-point number computed in software: the bits as they lie in memory.
macro_rules! soft {
    ($(#[$doc:meta])* $name:ident, $bits:ty, $format:expr, $padding:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $name($bits);

        impl $name {
            const FORMAT: Format = $format;
            /// Bits that belong to no value; the element written to keeps its own.
            const PADDING: $bits = $padding;

            fn value(self) -> u128 {
                u128::from(self.0 & !Self::PADDING)
            }

            fn with(value: u128, other: Self) -> Self {
                $name(value as $bits | (other.0 & Self::PADDING))
            }

            pub(super) fn from_ne_bytes(bytes: [u8; size_of::<$bits>()]) -> Self {
                $name(<$bits>::from_ne_bytes(bytes))
            }

            fn to_ne_bytes(self) -> [u8; size_of::<$bits>()] {
                self.0.to_ne_bytes()
            }
        }

        impl Number for $name {
            fn plus(self, other: Self) -> Self {
                Self::with(softfloat::add(Self::FORMAT, self.value(), other.value()), other)
            }
            fn minus(self, other: Self) -> Self {
                Self::with(softfloat::sub(Self::FORMAT, self.value(), other.value()), other)
            }
            fn times(self, other: Self) -> Self {
                Self::with(softfloat::mul(Self::FORMAT, self.value(), other.value()), other)
            }
            fn above(self, other: Self) -> bool {
                softfloat::compare(Self::FORMAT, self.value(), other.value()) == Some(Ordering::Greater)
            }
            fn same(self, other: Self) -> bool {
                softfloat::compare(Self::FORMAT, self.value(), other.value()) == Some(Ordering::Equal)
            }
        }
    };
}
soft!(
    /// IEEE binary16.
    F16, u16, Format::BINARY16, 0
);
soft!(
    /// x87 extended in 16 bytes: the value in the lower 10.
    X87, u128, Format::X87, !((1 << 80) - 1)
);
soft!(
    /// IEEE binary128.
    Quad, u128, Format::BINARY128, 0
);

/// A complex number: real and imaginary part.
#[derive(Clone, Copy)]
pub(super) struct Complex<T>(T, T);

impl<T: Number> Complex<T> {
    /// `(a + bi)(c + di) = (ac - bd) + (ad + bc)i`.
    #[inline]
    pub(super) fn times(self, other: Self) -> Self {
        let (Complex(a, b), Complex(c, d)) = (self, other);
        Complex(a.times(c).minus(b.times(d)), a.times(d).plus(b.times(c)))
    }
}

macro_rules! complex_element {
    ($($t:ty),*) => {$(
        impl Element for Complex<$t> {
            #[inline]
            fn zip(input: &[u8], inout: &mut [u8], f: impl Fn(Self, Self) -> Self) {
                const SIZE: usize = size_of::<$t>();
                let load = |parts: &[[u8; SIZE]; 2]| Complex(<$t>::from_ne_bytes(parts[0]), <$t>::from_ne_bytes(parts[1]));
                let (ins, inouts) = (input.as_chunks::<SIZE>().0, inout.as_chunks_mut::<SIZE>().0);
                for (a, b) in ins.as_chunks::<2>().0.iter().zip(inouts.as_chunks_mut::<2>().0) {
                    let Complex(re, im) = f(load(a), load(b));
                    *b = [re.to_ne_bytes(), im.to_ne_bytes()];
                }
            }
        }
    )*};
}
complex_element!(f32, f64, F16, X87, Quad);
