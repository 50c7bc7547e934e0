//! The boxes of a mapping program (mapping `map`, Rubik's language). A box is a part of the grid of ranks, or a part of the
//! machine. A program divides boxes into smaller boxes. So boxes form a tree, in which each is a view of one array, as in
//! numpy.

use std::ops::Range;

/// A dimension of the grid or of the machine: its name, if it has one, and its size.
#[derive(Clone, Debug)]
pub(super) struct Dimension {
    pub(super) name: Option<String>,
    pub(super) size: u32,
}

/// Part of an array of several dimensions: regularly spaced places along each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct View {
    offset: u32,
    /// Size and distance of neighbours, of each dimension.
    dimensions: Vec<(u32, u32)>,
}

/// How an axis is sliced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slicer {
    /// Contiguous pieces; the last takes what is left over.
    Div,
    /// Interleaved ones: every n-th place.
    Mod,
}

/// A piece of an axis: its first place, how many there are, and their distance.
struct Slice {
    first: u32,
    size: u32,
    step: u32,
}

impl Slicer {
    /// The `piece`-th of `pieces` pieces of an axis of at least as many places.
    fn slice(self, size: u32, piece: u32, pieces: u32) -> Slice {
        match self {
            Self::Div => {
                let each = size / pieces;
                let last = piece + 1 == pieces;
                Slice { first: piece * each, size: if last { size - piece * each } else { each }, step: 1 }
            }
            Self::Mod => Slice { first: piece, size: (size - piece).div_ceil(pieces), step: pieces },
        }
    }
}

impl View {
    /// A whole array, the last dimension fastest.
    fn whole(sizes: &[u32]) -> Self {
        let mut distance = 1;
        let mut dimensions: Vec<(u32, u32)> = Vec::with_capacity(sizes.len());
        for size in sizes.iter().rev() {
            dimensions.push((*size, distance));
            distance *= size;
        }
        dimensions.reverse();
        Self { offset: 0, dimensions }
    }

    /// Sizes of the dimensions.
    pub(super) fn sizes(&self) -> Vec<u32> {
        self.dimensions.iter().map(|(size, _)| *size).collect()
    }

    /// How many places it has.
    pub(super) fn len(&self) -> usize {
        self.dimensions.iter().map(|(size, _)| *size as usize).product()
    }

    /// The places in the array, the last dimension fastest.
    pub(super) fn places(&self) -> Vec<u32> {
        self.dimensions.iter().fold(vec![self.offset], |places, &(size, distance)| {
            let along = |place: u32| (0..size).map(move |at| place + at * distance);
            places.into_iter().flat_map(along).collect()
        })
    }

    /// The part at `index` of those that `cuts` makes, one for each of the first dimensions: pieces and how they lie.
    fn part(&self, cuts: &[(u32, Slicer)], index: &[u32]) -> Self {
        let mut part = self.clone();
        for ((dimension, &(pieces, slicer)), &piece) in part.dimensions.iter_mut().zip(cuts).zip(index) {
            let (size, distance) = *dimension;
            let slice = slicer.slice(size, piece, pieces);
            part.offset += slice.first * distance;
            *dimension = (slice.size, distance * slice.step);
        }
        part
    }
}

/// A box of a tree, by its number there.
pub(super) type BoxId = usize;

#[derive(Debug)]
struct Node {
    view: View,
    /// The boxes it is divided into, and how many along each dimension; none if it is a leaf.
    parts: Range<BoxId>,
    counts: Vec<u32>,
}

/// A box with its parts, their parts, and so on. The whole box is number 0.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// A box that is not divided.
    pub(super) fn new(sizes: &[u32]) -> Self {
        Self { nodes: vec![Node { view: View::whole(sizes), parts: 0..0, counts: Vec::new() }] }
    }

    /// A box of an array of these sizes, with the array's dimensions in another order, each of them once.
    pub(super) fn in_order(sizes: &[u32], order: &[usize]) -> Self {
        let mut tree = Self::new(sizes);
        let whole = &mut tree.nodes[0].view.dimensions;
        *whole = order.iter().map(|dimension| whole[*dimension]).collect();
        tree
    }

    pub(super) fn view(&self, id: BoxId) -> &View {
        &self.nodes[id].view
    }

    /// Divides a box into `pieces` along each of its first dimensions; parts that it had are its parts no more. Every number
    /// of pieces is at most the size.
    pub(super) fn cut(&mut self, id: BoxId, cuts: &[(u32, Slicer)]) {
        let counts: Vec<u32> = cuts.iter().map(|(pieces, _)| *pieces).collect();
        let first = self.nodes.len();
        let whole = self.nodes[id].view.clone();
        let mut index = vec![0; counts.len()];
        loop {
            let view = whole.part(cuts, &index);
            self.nodes.push(Node { view, parts: 0..0, counts: Vec::new() });
            if !advance(&mut index, &counts) {
                break;
            }
        }
        let last = self.nodes.len();
        self.nodes[id].parts = first..last;
        self.nodes[id].counts = counts;
    }

    /// The parts of a box, the last dimension fastest; none of a leaf.
    pub(super) fn parts(&self, id: BoxId) -> Range<BoxId> {
        self.nodes[id].parts.clone()
    }

    /// How many parts lie along each dimension; nothing of a leaf.
    pub(super) fn counts(&self, id: BoxId) -> &[u32] {
        &self.nodes[id].counts
    }

    /// The part at `index`, which is within [`Tree::counts`].
    pub(super) fn part(&self, id: BoxId, index: &[u32]) -> BoxId {
        let node = &self.nodes[id];
        let number =
            node.counts.iter().zip(index).fold(0, |number, (count, at)| number * *count as usize + *at as usize);
        node.parts.start + number
    }

    /// The leaves of a box in the order of its parts; itself if it is one.
    pub(super) fn leaves(&self, id: BoxId) -> Vec<BoxId> {
        let (mut leaves, mut open) = (Vec::new(), vec![id]);
        while let Some(id) = open.pop() {
            if self.parts(id).is_empty() {
                leaves.push(id);
            }
            open.extend(self.parts(id).rev());
        }
        leaves
    }
}

/// The next index, the last dimension fastest; false after the last one.
pub(super) fn advance(index: &mut [u32], sizes: &[u32]) -> bool {
    for (at, size) in index.iter_mut().zip(sizes).rev() {
        *at += 1;
        if *at < *size {
            return true;
        }
        *at = 0;
    }
    false
}
