//! The definition of a datatype: elements in order, bounds, and the layout of its bytes.

use super::contents::{Combiner, Contents, DEPTH_MAX, Envelope, TypeError};
use super::layout::{BlockIter, Builder, Layout};
use super::piece::{Bound, Bounds, Piece};
use super::predefined::{MARKERS, Marker, Predefined};
use super::signature::Signature;
use ops::Elements;
use ops::reduction::Basic;
use std::ops::Range;
use std::sync::Arc;

/// A datatype in use.
pub type Datatype = Arc<Type>;

/// An MPI datatype.
#[derive(Debug)]
pub struct Type {
    pub(super) combiner: Combiner,
    pub(super) contents: Contents,
    /// The elements in order, apart from where they lie.
    pub(super) sequence: Sequence,
    /// The one predefined type all elements have.
    pub(super) only: Option<&'static Predefined>,
    pub(super) bounds: Bounds,
    /// `None` if it reaches further than 2^62 bytes.
    pub(super) layout: Option<Layout>,
    pub(super) size: i128,
    /// Bytes in `external32`.
    pub(super) external: i128,
    pub(super) alignment: u32,
    pub(super) depth: u16,
    pub(super) signature: Signature,
}

/// The elements of a type in order.
#[derive(Clone, Debug)]
pub(super) enum Sequence {
    /// A predefined type.
    Named(&'static Predefined),
    /// Copies of one type.
    Copies(Datatype, u64),
    /// Several types with data, each with a number of copies.
    List(Arc<[(Datatype, u64)]>),
}

impl Sequence {
    /// Copies of a type; copies of copies count directly. `None` if a `u64` cannot count them.
    pub(super) fn copies(old: &Datatype, copies: u64) -> Option<Sequence> {
        Some(match &old.sequence {
            sequence if copies == 1 => sequence.clone(),
            Sequence::Copies(inner, each) => Sequence::Copies(inner.clone(), each.checked_mul(copies)?),
            _ => Sequence::Copies(old.clone(), copies),
        })
    }

    pub(super) fn list(items: Vec<(Datatype, u64)>) -> Sequence {
        Sequence::List(items.into())
    }

    pub(super) fn items(&self) -> &[(Datatype, u64)] {
        match self {
            Sequence::List(items) => items,
            Sequence::Named(_) | Sequence::Copies(..) => &[],
        }
    }
}

/// The parts of a new type, as its constructor gives them.
pub(super) struct TypeParts {
    pub(super) combiner: Combiner,
    pub(super) contents: Contents,
    pub(super) sequence: Sequence,
    pub(super) piece: Piece,
}

impl TypeParts {
    pub(super) fn finish(self) -> Result<Datatype, TypeError> {
        let TypeParts { combiner, contents, sequence, piece: Piece { bounds, layout } } = self;
        let mut ty = Type {
            combiner,
            contents,
            sequence: sequence.clone(),
            only: None,
            bounds,
            layout,
            size: 0,
            external: 0,
            alignment: 1,
            depth: 0,
            signature: Signature::EMPTY,
        };
        match &sequence {
            Sequence::Named(named) => ty.describe_named(named),
            Sequence::Copies(child, copies) => {
                ty.only = child.only;
                ty.describe([(child, *copies)])?;
            }
            Sequence::List(_) => {
                let mut items = sequence.items().iter().map(|(child, _)| child.only);
                let first = items.next().flatten();
                ty.only = first.filter(|first| items.all(|only| only == Some(first)));
                ty.describe(sequence.items().iter().map(|(child, copies)| (child, *copies)))?;
            }
        }
        ty.depth = ty.depth.max(ty.layout.as_ref().map_or(0, Layout::depth));
        if ty.depth > DEPTH_MAX { Err(TypeError::TooDeep) } else { Ok(Arc::new(ty)) }
    }
}

impl Type {
    fn describe_named(&mut self, named: &'static Predefined) {
        self.only = Some(named);
        self.size = named.basic.size() as i128;
        self.external = named.external_size() as i128;
        self.alignment = named.basic.alignment() as u32;
        self.signature = Signature::of(named.basic);
    }

    /// Sums up the parts of a derived type.
    fn describe<'a>(&mut self, parts: impl IntoIterator<Item = (&'a Datatype, u64)>) -> Result<(), TypeError> {
        for (child, copies) in parts {
            let sum = |sum: i128, each: i128| sum.checked_add(each.checked_mul(copies.into())?);
            self.size = sum(self.size, child.size).ok_or(TypeError::TooLarge)?;
            self.external = sum(self.external, child.external).ok_or(TypeError::TooLarge)?;
            if copies > 0 {
                self.alignment = self.alignment.max(child.alignment);
            }
            self.depth = self.depth.max(child.depth + 1);
            self.signature = self.signature.then(child.signature.repeated(copies));
        }
        Ok(())
    }

    pub(super) fn leaf(named: &'static Predefined, combiner: Combiner, contents: Contents) -> Datatype {
        let basic = named.basic;
        let bounds = Bounds::of_element(basic.extent() as i128, basic.true_extent() as i128);
        let parts: Vec<_> = match basic.pair() {
            None => vec![(0, basic.size())],
            Some(parts) => parts.iter().map(|part| (part.offset, part.basic.size())).collect(),
        };
        let mut builder = Builder::default();
        parts.into_iter().for_each(|(at, size)| builder.push(Layout::block(at as i64, size as u64)));
        let piece = Piece { bounds, layout: Some(builder.finish()) };
        let recipe = TypeParts { combiner, contents, sequence: Sequence::Named(named), piece };
        recipe.finish().expect("a predefined type is small")
    }

    pub(super) fn named_type(named: &'static Predefined) -> Datatype {
        Type::leaf(named, Combiner::Named, Contents::default())
    }

    /// `MPI_LB` or `MPI_UB`: no data, and one bound marker at zero.
    pub(super) fn marker(marker: &Marker) -> Datatype {
        let mut piece = Piece::EMPTY;
        let bound = if marker.upper { &mut piece.bounds.upper } else { &mut piece.bounds.lower };
        *bound = Bound::by_marker(0);
        let sequence = Sequence::list(Vec::new());
        let recipe = TypeParts { combiner: Combiner::Named, contents: Contents::default(), sequence, piece };
        recipe.finish().expect("a marker is small")
    }

    /// A type without a name that is predefined all the same.
    pub(super) fn unnamed(named: &'static Predefined, combiner: Combiner, contents: Contents) -> Datatype {
        Type::leaf(named, combiner, contents)
    }

    pub(super) fn copy_of(old: &Type, combiner: Combiner, contents: Contents) -> Datatype {
        Arc::new(Type {
            combiner,
            contents,
            sequence: old.sequence.clone(),
            only: old.only,
            bounds: old.bounds,
            layout: old.layout.clone(),
            size: old.size,
            external: old.external,
            alignment: old.alignment,
            depth: old.depth,
            signature: old.signature,
        })
    }

    pub(super) fn piece(&self) -> Piece {
        Piece { bounds: self.bounds, layout: self.layout.clone() }
    }

    /// Size if it fits.
    pub(super) fn bytes(&self) -> Option<u64> {
        u64::try_from(self.size).ok()
    }

    /// Bytes of data in one element (`MPI_Type_size_c`). `None` here and below: beyond `MPI_Count`, `MPI_UNDEFINED`.
    pub fn size(&self) -> Option<i64> {
        i64::try_from(self.size).ok()
    }

    /// Lower bound in bytes.
    pub fn lb(&self) -> Option<i64> {
        i64::try_from(self.bounds.lb()).ok()
    }

    /// Upper bound in bytes.
    pub fn ub(&self) -> Option<i64> {
        i64::try_from(self.bounds.ub()).ok()
    }

    /// Distance between elements in bytes (`MPI_Type_get_extent`).
    pub fn extent(&self) -> Option<i64> {
        i64::try_from(self.bounds.extent()).ok()
    }

    /// Displacement of the first byte of data (`MPI_Type_get_true_extent`).
    pub fn true_lb(&self) -> Option<i64> {
        i64::try_from(self.bounds.data.unwrap_or_default().0).ok()
    }

    /// Bytes from the first to the last byte of data.
    pub fn true_extent(&self) -> Option<i64> {
        let (low, high) = self.bounds.data.unwrap_or_default();
        i64::try_from(high - low).ok()
    }

    /// Alignment of the strictest element, in bytes.
    pub fn alignment(&self) -> u32 {
        self.alignment
    }

    /// Handle and name of a predefined named type, bound markers among them; `None` for all others.
    pub fn label(&self) -> Option<(u32, &'static str)> {
        if self.combiner != Combiner::Named {
            return None;
        }
        let marker = || MARKERS.iter().find(|marker| marker.upper == self.bounds.upper.marked);
        self.only.map(|named| (named.handle, named.name)).or_else(|| marker().map(|m| (m.handle, m.name)))
    }

    /// The table row of a predefined named type with data; `None` for all others.
    pub fn named(&self) -> Option<&'static Predefined> {
        self.only.filter(|_| self.combiner == Combiner::Named)
    }

    /// Whether the type is predefined, and so may not be freed: named, or made by an `MPI_Type_create_f90_` function.
    pub fn is_predefined(&self) -> bool {
        use Combiner::{F90Complex, F90Integer, F90Real, Named};
        matches!(self.combiner, Named | F90Real | F90Complex | F90Integer)
    }

    /// The element type of a predefined type: what a built-in operation works on in a reduction.
    pub fn basic(&self) -> Option<Basic> {
        self.only.filter(|_| self.is_predefined()).map(|named| named.basic)
    }

    /// The element type if all elements are of one predefined type, as accumulates demand of a derived type
    /// (MPI 4.1 §12.3.4). A pair of value and index is one element here.
    pub fn uniform(&self) -> Option<Basic> {
        self.only.map(|named| named.basic)
    }

    /// `MPI_Type_get_envelope`.
    pub fn envelope(&self) -> Envelope {
        let Contents { integers, addresses, counts, types } = &self.contents;
        let [integers, addresses, counts] = [integers.len(), addresses.len(), counts.len()];
        Envelope { combiner: self.combiner, integers, addresses, counts, types: types.len() }
    }

    /// `MPI_Type_get_contents`; empty for a named type, of which the standard forbids to ask.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Bytes of data in `count` elements. `None` if the elements together reach further than 2^62 bytes: then the caller
    /// must refuse, and the functions below panic.
    pub fn packed_size(&self, count: u64) -> Option<u64> {
        self.elements_layout(count).map(|layout| layout.size())
    }

    fn elements_layout(&self, count: u64) -> Option<Layout> {
        let layout = self.layout.as_ref()?;
        // Dense types, by far the most common, need no further thought.
        if let Some(at) = layout.as_block()
            && self.bounds.extent() == i128::from(layout.size())
            && let Some(size) = layout.size().checked_mul(count).filter(|size| *size < 1 << 61)
        {
            return Some(Layout::block(at, size));
        }
        if count == 1 { Some(layout.clone()) } else { self.piece().contiguous(count)?.layout }
    }

    pub(super) fn reachable(&self, count: u64) -> Layout {
        self.elements_layout(count).expect("callers refuse counts that have no packed size")
    }

    /// The displacement if the bytes of `count` elements lie one after the other and in order, so that user memory can
    /// be used as it is. Without data the displacement is 0.
    pub fn contiguous_at(&self, count: u64) -> Option<i64> {
        self.elements_layout(count)?.as_block()
    }

    /// Whether the bytes of `count` elements lie one after the other and in order.
    pub fn is_contiguous(&self, count: u64) -> bool {
        self.contiguous_at(count).is_some()
    }

    /// Calls `f(displacement, length)` for the blocks of `count` elements, in packed order. Lengths are positive, and no
    /// block begins where the one before ends.
    ///
    /// # Panics
    /// Here and below if [`Type::packed_size`] is `None`.
    pub fn for_each_block(&self, count: u64, f: impl FnMut(i64, usize)) {
        self.reachable(count).for_each_block(f);
    }

    /// As [`Type::for_each_block`], for bytes `range` of the packed stream; what lies beyond its end is ignored.
    pub fn for_each_block_in(&self, count: u64, range: Range<u64>, f: impl FnMut(i64, usize)) {
        self.reachable(count).for_each_block_in(range, f);
    }

    /// The blocks of `count` elements as an iterator; slower than [`Type::for_each_block`] by a search a block.
    pub fn blocks(&self, count: u64) -> BlockIter {
        BlockIter::new(self.reachable(count), 0..u64::MAX)
    }

    /// The blocks of bytes `range` of the packed stream as an iterator.
    pub fn blocks_in(&self, count: u64, range: Range<u64>) -> BlockIter {
        BlockIter::new(self.reachable(count), range)
    }

    /// The kind of its elements.
    pub fn elements(&self) -> Elements {
        self.signature.kind
    }

    /// Signature of `count` elements.
    pub fn signature(&self, count: u64) -> Signature {
        self.signature.repeated(count)
    }

    /// How many whole elements of this type `bytes` received bytes are (`MPI_Get_count`); `None` (`MPI_UNDEFINED`) if
    /// they are no whole number. A type without data has none.
    pub fn count_in(&self, bytes: u64) -> Option<u64> {
        match self.bytes() {
            Some(0) => (bytes == 0).then_some(0),
            Some(size) => bytes.is_multiple_of(size).then_some(bytes / size),
            None => (bytes == 0).then_some(0),
        }
    }
}

impl Drop for Type {
    /// Takes chains of types apart in a loop: programs may build long ones, and ranks may have small stacks.
    fn drop(&mut self) {
        let mut orphans = Vec::new();
        self.release_children(&mut orphans);
        while let Some(orphan) = orphans.pop() {
            if let Some(mut last) = Arc::into_inner(orphan) {
                last.release_children(&mut orphans);
            }
        }
    }
}

impl Type {
    fn release_children(&mut self, orphans: &mut Vec<Datatype>) {
        orphans.append(&mut self.contents.types);
        match &mut self.sequence {
            Sequence::Named(_) => {}
            Sequence::Copies(child, _) => {
                orphans.push(child.clone());
                self.sequence = Sequence::List(Arc::new([]));
            }
            Sequence::List(items) => {
                if let Some(items) = Arc::get_mut(items) {
                    orphans.extend(items.iter().map(|(child, _)| child.clone()));
                }
                self.sequence = Sequence::List(Arc::new([]));
            }
        }
    }
}
