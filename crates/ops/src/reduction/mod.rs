//! Basic element types and the built-in reduction operations of MPI, over raw bytes.
//!
//! Both halves of the MPI layer reduce: the rank half in `MPI_Reduce_local`, the engine half in collectives and
//! accumulates. Both use this module, on byte slices that hold dense arrays of one [`Basic`] type: [`reduce`] does
//! `inout[i] = input[i] op inout[i]` (MPI 4.1 §6.9.2, §6.9.4).
//!
//! - Integers wrap around, as the libraries built on C do in practice; nothing panics on overflow.
//! - `MAX` and `MIN` are C's `in > inout ? in : inout` and `in < inout ? in : inout`: a NaN on either side leaves `inout`.
//! - Logical results are 0 and 1; every non-zero input is true.
//! - Complex products are the algebraic formula, each step rounded, without the recovery of infinities of C's Annex G.
//! - `long double` (x87, 80 bits in 16 bytes), `REAL(16)` (IEEE binary128) and `REAL(2)` (binary16) are computed in
//!   [`softfloat`], exactly rounded to nearest even, so results do not depend on the compiler or the host.
//!
//! Cost: the loops over primitive types are plain zips over byte arrays, which the compiler turns into vector code;
//! software floating point takes some tens of nanoseconds an element.

mod basic;
mod element;
mod op;
mod pairs;
pub mod softfloat;
#[cfg(test)]
mod tests;

pub use basic::{Basic, Class, Member};
pub use op::{BuiltinOp, accepted, allowed};

use element::{Complex, Element, F16, Number, Quad, Truth, X87};
use pairs::Spacing;

/// `inout[i] = input[i] op inout[i]` for dense arrays in C layout: elements lie [`Basic::extent`] bytes apart.
///
/// # Panics
/// If the slices differ in length, are not a whole number of elements, or [`accepted`] says no for the pair: the rank half
/// refuses such calls before they come here.
pub fn reduce(op: BuiltinOp, basic: Basic, input: &[u8], inout: &mut [u8]) {
    reduce_spaced(op, basic, Spacing::Struct, input, inout);
}

/// As [`reduce`], for arrays in packed layout: elements lie [`Basic::size`] bytes apart and the pair types of
/// `MINLOC` and `MAXLOC` have no padding, as in the payload of a message.
///
/// # Panics
/// As [`reduce`].
pub fn reduce_packed(op: BuiltinOp, basic: Basic, input: &[u8], inout: &mut [u8]) {
    reduce_spaced(op, basic, Spacing::Packed, input, inout);
}

fn reduce_spaced(op: BuiltinOp, basic: Basic, spacing: Spacing, input: &[u8], inout: &mut [u8]) {
    let stride = if spacing == Spacing::Struct { basic.extent() } else { basic.size() };
    assert_eq!(input.len(), inout.len(), "reduction over arrays of different length");
    assert_eq!(
        input.len() % stride,
        0,
        "{} bytes are not a whole number of {} of {stride} bytes",
        input.len(),
        basic.name()
    );
    assert!(accepted(op, basic), "{} is not defined on {}", op.name(), basic.name());
    match op {
        BuiltinOp::Replace => inout.copy_from_slice(input),
        BuiltinOp::NoOp => {}
        BuiltinOp::Band => u8::zip(input, inout, |a, b| a & b),
        BuiltinOp::Bor => u8::zip(input, inout, |a, b| a | b),
        BuiltinOp::Bxor => u8::zip(input, inout, |a, b| a ^ b),
        BuiltinOp::Minloc | BuiltinOp::Maxloc => pairs::locate(op, basic, spacing, input, inout),
        BuiltinOp::Land | BuiltinOp::Lor | BuiltinOp::Lxor => logical(op, basic, input, inout),
        BuiltinOp::Max | BuiltinOp::Min | BuiltinOp::Sum | BuiltinOp::Prod => arithmetic(op, basic, input, inout),
    }
}

/// `MAX`, `MIN`, `SUM` and `PROD` by representation.
fn arithmetic(op: BuiltinOp, basic: Basic, input: &[u8], inout: &mut [u8]) {
    match basic {
        Basic::I8 | Basic::Char | Basic::Integer1 => number::<i8>(op, input, inout),
        Basic::I16 | Basic::Integer2 => number::<i16>(op, input, inout),
        Basic::I32 | Basic::Integer4 => number::<i32>(op, input, inout),
        Basic::I64 | Basic::Integer8 | Basic::Aint | Basic::Offset | Basic::Count => number::<i64>(op, input, inout),
        Basic::Integer16 => number::<i128>(op, input, inout),
        Basic::U8 => number::<u8>(op, input, inout),
        Basic::U16 => number::<u16>(op, input, inout),
        Basic::U32 => number::<u32>(op, input, inout),
        Basic::U64 => number::<u64>(op, input, inout),
        Basic::F16 => number::<F16>(op, input, inout),
        Basic::F32 => number::<f32>(op, input, inout),
        Basic::F64 => number::<f64>(op, input, inout),
        Basic::F80 => number::<X87>(op, input, inout),
        Basic::F128 => number::<Quad>(op, input, inout),
        Basic::ComplexF16 => complex::<F16>(op, input, inout),
        Basic::ComplexF32 => complex::<f32>(op, input, inout),
        Basic::ComplexF64 => complex::<f64>(op, input, inout),
        Basic::ComplexF80 => complex::<X87>(op, input, inout),
        Basic::ComplexF128 => complex::<Quad>(op, input, inout),
        _ => unreachable!("{} is not defined on {}", op.name(), basic.name()),
    }
}

fn number<T: Number>(op: BuiltinOp, input: &[u8], inout: &mut [u8]) {
    match op {
        BuiltinOp::Sum => T::zip(input, inout, T::plus),
        BuiltinOp::Prod => T::zip(input, inout, T::times),
        BuiltinOp::Max => T::zip(input, inout, |a, b| if a.above(b) { a } else { b }),
        BuiltinOp::Min => T::zip(input, inout, |a, b| if b.above(a) { a } else { b }),
        _ => unreachable!("{} is not an arithmetic operation", op.name()),
    }
}

fn complex<T: Number>(op: BuiltinOp, input: &[u8], inout: &mut [u8])
where
    Complex<T>: Element,
{
    match op {
        // A sum of pairs is the sum of their components.
        BuiltinOp::Sum => T::zip(input, inout, T::plus),
        BuiltinOp::Prod => Complex::<T>::zip(input, inout, Complex::times),
        _ => unreachable!("{} is not defined on complex numbers", op.name()),
    }
}

/// `LAND`, `LOR` and `LXOR`: by width alone, since every non-zero pattern is true.
fn logical(op: BuiltinOp, basic: Basic, input: &[u8], inout: &mut [u8]) {
    match basic.size() {
        1 => truth::<u8>(op, input, inout),
        2 => truth::<u16>(op, input, inout),
        4 => truth::<u32>(op, input, inout),
        8 => truth::<u64>(op, input, inout),
        16 => truth::<u128>(op, input, inout),
        size => unreachable!("logical values of {size} bytes"),
    }
}

fn truth<T: Truth>(op: BuiltinOp, input: &[u8], inout: &mut [u8]) {
    match op {
        BuiltinOp::Land => T::zip(input, inout, |a, b| T::from_truth(a.is_true() & b.is_true())),
        BuiltinOp::Lor => T::zip(input, inout, |a, b| T::from_truth(a.is_true() | b.is_true())),
        BuiltinOp::Lxor => T::zip(input, inout, |a, b| T::from_truth(a.is_true() ^ b.is_true())),
        _ => unreachable!("{} is not a logical operation", op.name()),
    }
}
