//! `MPI_MINLOC` and `MPI_MAXLOC` on pairs of value and index (MPI 4.1 §6.9.4).

use super::basic::{Basic, Member};
use super::element::{Number, X87};
use super::op::BuiltinOp;

/// How far the elements of an array lie apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spacing {
    /// As a C array of structs.
    Struct,
    /// Without any padding.
    Packed,
}

/// Where value and index of one pair lie, in bytes.
struct PairLayout {
    value: usize,
    index_at: usize,
    index: usize,
    stride: usize,
}

/// Keeps the smaller (or larger) value with its index; of equal values the smaller index.
///
/// A NaN compares unequal and not smaller, so it never replaces `inout` and is never replaced.
pub(super) fn locate(op: BuiltinOp, basic: Basic, spacing: Spacing, input: &[u8], inout: &mut [u8]) {
    let Some([value, index]) = basic.pair() else { unreachable!("{} is not a pair type", basic.name()) };
    let layout = match spacing {
        Spacing::Struct => layout(value, index, index.offset, basic.extent()),
        Spacing::Packed => layout(value, index, value.basic.size(), basic.size()),
    };
    let maximum = op == BuiltinOp::Maxloc;
    match basic {
        Basic::FloatInt => {
            walk::<f32, i32, 4, 4>(maximum, &layout, input, inout, f32::from_ne_bytes, i32::from_ne_bytes)
        }
        Basic::DoubleInt => {
            walk::<f64, i32, 8, 4>(maximum, &layout, input, inout, f64::from_ne_bytes, i32::from_ne_bytes)
        }
        Basic::LongInt => {
            walk::<i64, i32, 8, 4>(maximum, &layout, input, inout, i64::from_ne_bytes, i32::from_ne_bytes)
        }
        Basic::TwoInt | Basic::TwoInteger => {
            walk::<i32, i32, 4, 4>(maximum, &layout, input, inout, i32::from_ne_bytes, i32::from_ne_bytes);
        }
        Basic::ShortInt => {
            walk::<i16, i32, 2, 4>(maximum, &layout, input, inout, i16::from_ne_bytes, i32::from_ne_bytes)
        }
        Basic::LongDoubleInt => {
            walk::<X87, i32, 16, 4>(maximum, &layout, input, inout, X87::from_ne_bytes, i32::from_ne_bytes);
        }
        Basic::TwoReal => {
            walk::<f32, f32, 4, 4>(maximum, &layout, input, inout, f32::from_ne_bytes, f32::from_ne_bytes)
        }
        Basic::TwoDoublePrecision => {
            walk::<f64, f64, 8, 8>(maximum, &layout, input, inout, f64::from_ne_bytes, f64::from_ne_bytes);
        }
        _ => unreachable!("{} is not a pair type", basic.name()),
    }
}

fn layout(value: Member, index: Member, index_at: usize, stride: usize) -> PairLayout {
    PairLayout { value: value.basic.size(), index_at, index: index.basic.size(), stride }
}

/// The loop for value type `V` of `VN` bytes and index type `I` of `IN` bytes.
fn walk<V: Number, I: Number, const VN: usize, const IN: usize>(
    maximum: bool,
    layout: &PairLayout,
    input: &[u8],
    inout: &mut [u8],
    load_value: impl Fn([u8; VN]) -> V,
    load_index: impl Fn([u8; IN]) -> I,
) {
    assert_eq!((layout.value, layout.index), (VN, IN), "member sizes of a pair");
    let value_of = |pair: &[u8]| load_value(pair.first_chunk().copied().expect("a pair holds its value"));
    let index_of =
        |pair: &[u8]| load_index(pair[layout.index_at..].first_chunk().copied().expect("a pair holds its index"));
    for (a, b) in input.chunks_exact(layout.stride).zip(inout.chunks_exact_mut(layout.stride)) {
        let (new, old) = (value_of(a), value_of(b));
        let (index_end, take_value) = (layout.index_at + IN, if maximum { new.above(old) } else { old.above(new) });
        let take_index = take_value || (new.same(old) && index_of(b).above(index_of(a)));
        if take_value {
            b[..VN].copy_from_slice(&a[..VN]);
        }
        if take_index {
            b[layout.index_at..index_end].copy_from_slice(&a[layout.index_at..index_end]);
        }
    }
}
