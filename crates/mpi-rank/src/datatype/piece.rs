//! Bounds and layout of a part of a datatype under construction; the constructors combine such parts.
//!
//! Bounds follow MPI 4.1 §5.1.6 and §5.1.7. They are computed in 128 bits, so a bound that does not fit `MPI_Count` is
//! detected and reported as undefined.
//!
//! A bound may be set by a marker. Resizing, subarrays and distributed arrays set both markers of a type; `MPI_LB` and `MPI_UB`
//! (MPI 1.1 §3.12.3) set one each. Markers are sticky: if any part of a type has a marker for a bound, the parts without this
//! marker have no influence on the bound.

use super::layout::{Builder, Layout};

/// Beyond this distance from zero nothing is addressable, and a type has bounds but no layout.
const REACH: i128 = 1 << 62;

/// One bound of a type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bound {
    /// Where it is, in bytes; `None` if there are neither data nor markers: it counts as 0.
    pub(super) at: Option<i128>,
    /// Whether a marker put it there.
    pub(super) marked: bool,
}

impl Bound {
    const fn by_data(at: i128) -> Bound {
        Bound { at: Some(at), marked: false }
    }

    pub(super) const fn by_marker(at: i128) -> Bound {
        Bound { at: Some(at), marked: true }
    }

    fn moved(self, by: i128) -> Option<Bound> {
        let at = match self.at {
            None => None,
            Some(at) => Some(at.checked_add(by)?),
        };
        Some(Bound { at, ..self })
    }

    fn join(self, other: Bound, outer: fn(i128, i128) -> i128) -> Bound {
        match (self.marked, other.marked) {
            (true, false) => self,
            (false, true) => other,
            _ => Bound { at: self.at.zip(other.at).map(|(a, b)| outer(a, b)).or(self.at).or(other.at), ..self },
        }
    }
}

/// Lower bound, upper bound and the extremes of the data, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    /// The lower bound.
    pub(super) lower: Bound,
    /// The upper bound.
    pub(super) upper: Bound,
    /// First byte of data and the byte behind the last; `None` if there is no data.
    pub(super) data: Option<(i128, i128)>,
}

impl Bounds {
    /// Bounds of an element at zero that takes `extent` bytes, `used` of them data.
    pub(super) fn of_element(extent: i128, used: i128) -> Bounds {
        Bounds { lower: Bound::by_data(0), upper: Bound::by_data(extent), data: Some((0, used)) }
    }

    pub(super) fn lb(&self) -> i128 {
        self.lower.at.unwrap_or(0)
    }

    pub(super) fn ub(&self) -> i128 {
        self.upper.at.unwrap_or(0)
    }

    pub(super) fn extent(&self) -> i128 {
        self.ub() - self.lb()
    }

    /// Bounds of copies at displacements between `low` and `high`, both of which occur. `None` on overflow.
    fn spread(&self, low: i128, high: i128) -> Option<Bounds> {
        let data = match self.data {
            None => None,
            Some((first, last)) => Some((first.checked_add(low)?, last.checked_add(high)?)),
        };
        Some(Bounds { lower: self.lower.moved(low)?, upper: self.upper.moved(high)?, data })
    }

    /// Bounds of `count > 0` copies, `stride` apart, the first at `disp`. `None` on overflow.
    fn repeated(&self, disp: i128, count: u64, stride: i128) -> Option<Bounds> {
        let last = i128::from(count - 1).checked_mul(stride)?.checked_add(disp)?;
        self.spread(disp.min(last), disp.max(last))
    }

    fn union(self, other: Bounds) -> Bounds {
        let data = match (self.data, other.data) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
        let (lower, upper) = (self.lower.join(other.lower, i128::min), self.upper.join(other.upper, i128::max));
        Bounds { lower, upper, data }
    }

    /// Whether all displacements that occur can be computed with in 64 bits.
    fn reachable(&self) -> bool {
        self.data.is_none_or(|(low, high)| low > -REACH && high < REACH && high - low < REACH)
    }
}

/// A part of a type in the making. `layout` is `None` if it reaches beyond what can be addressed.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) bounds: Bounds,
    pub(super) layout: Option<Layout>,
}

impl Piece {
    pub(super) const EMPTY: Piece = {
        let none = Bound { at: None, marked: false };
        Piece { bounds: Bounds { lower: none, upper: none, data: None }, layout: Some(Layout::EMPTY) }
    };

    /// `count` copies `stride` bytes apart. `None` if even the bounds overflow.
    pub(super) fn strided(&self, count: u64, stride: i128) -> Option<Piece> {
        if count == 0 {
            return Some(Piece::EMPTY);
        }
        let bounds = self.bounds.repeated(0, count, stride)?;
        let layout = self.layout.clone().filter(|layout| addressable(&bounds, layout, count)).and_then(|layout| {
            // With one copy, or no data, the stride leads nowhere and may be any number.
            let stride = if count == 1 || layout.size() == 0 { 0 } else { i64::try_from(stride).ok()? };
            Some(layout.repeated(count, stride))
        });
        Some(Piece { bounds, layout })
    }

    /// `count` copies one extent apart.
    pub(super) fn contiguous(&self, count: u64) -> Option<Piece> {
        self.strided(count, self.bounds.extent())
    }

    /// All parts at their displacements, one after the other.
    pub(super) fn sequence(parts: impl IntoIterator<Item = (i128, Piece)>) -> Option<Piece> {
        let (mut bounds, mut builder, mut size) = (Bounds::default(), Some(Builder::default()), 0u64);
        for (disp, part) in parts {
            let placed = part.bounds.spread(disp, disp)?;
            bounds = bounds.union(placed);
            builder = builder.zip(part.layout).filter(|_| placed.reachable()).and_then(|(mut builder, layout)| {
                if layout.size() > 0 {
                    size = size.checked_add(layout.size()).filter(|s| i128::from(*s) < REACH)?;
                    builder.push(layout.shifted(i64::try_from(disp).ok()?));
                }
                Some(builder)
            });
        }
        let layout = builder.filter(|_| bounds.reachable()).map(Builder::finish);
        Some(Piece { bounds, layout })
    }

    /// Blocks of `(displacement, blocklength)` of this piece: the indexed constructors.
    pub(super) fn indexed(&self, blocks: impl Iterator<Item = (i128, u64)>) -> Option<Piece> {
        let mut bounds = Bounds::default();
        let mut builder = self.layout.clone().map(|layout| (Builder::default(), layout));
        let (extent, mut size) = (self.bounds.extent(), 0u64);
        for (disp, count) in blocks.filter(|(_, count)| *count > 0) {
            let placed = self.bounds.repeated(disp, count, extent)?;
            bounds = bounds.union(placed);
            builder = builder.filter(|(_, layout)| addressable(&placed, layout, count)).and_then(
                |(mut builder, layout)| {
                    if layout.size() > 0 {
                        size = size.checked_add(layout.size() * count).filter(|s| i128::from(*s) < REACH)?;
                        let stride = if count == 1 { 0 } else { i64::try_from(extent).ok()? };
                        builder.push(layout.clone().repeated(count, stride).shifted(i64::try_from(disp).ok()?));
                    }
                    Some((builder, layout))
                },
            );
        }
        let layout = builder.filter(|_| bounds.reachable()).map(|(builder, _)| builder.finish());
        Some(Piece { bounds, layout })
    }

    /// The same data moved by `disp`, with bound markers at `lb` and `ub`.
    pub(super) fn marked(self, disp: i128, lb: i128, ub: i128) -> Option<Piece> {
        let moved = Piece::sequence([(disp, self)])?;
        let (lower, upper) = (Bound::by_marker(lb), Bound::by_marker(ub));
        Some(Piece { bounds: Bounds { lower, upper, ..moved.bounds }, ..moved })
    }
}

/// Whether `count` copies of a layout, with `bounds` as a whole, can be addressed and counted in 64 bits.
fn addressable(bounds: &Bounds, layout: &Layout, count: u64) -> bool {
    bounds.reachable() && i128::from(layout.size()).checked_mul(i128::from(count)).is_some_and(|size| size < REACH)
}
