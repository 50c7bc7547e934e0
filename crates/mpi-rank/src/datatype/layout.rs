//! The memory layout of a datatype, as nested loops over contiguous blocks. The blocks of all or of some of the data can be
//! visited in order.
//!
//! A [`Layout`] gives the bytes of a type in the order in which they are packed (the *packed stream*). A vector is a loop,
//! however many blocks it has. An irregular type is a list of blocks, where adjacent blocks are merged. Visiting costs a
//! few nanoseconds per block. Finding a position in the packed stream costs a binary search per level of nesting, so a
//! visit can begin anywhere without state from earlier visits.

use std::ops::Range;
use std::sync::Arc;

/// Loops and lists with at most this many blocks are copied into the list of their parent instead of being nested.
const FLATTEN_MAX: u64 = 16;

/// Some bytes in memory, relative to the address the caller passes, in packed order.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Displacement that all of `node` is moved by.
    disp: i64,
    /// Bytes of data.
    size: u64,
    /// Levels of nesting below.
    depth: u16,
    node: Node,
}

#[derive(Clone, Debug)]
enum Node {
    /// All bytes one after the other.
    Block,
    /// `count > 1` blocks of `len` bytes; `stride != len`.
    Vector { count: u64, stride: i64, len: u64 },
    /// `count > 1` times `child`.
    Repeat { count: u64, stride: i64, child: Arc<Layout> },
    /// Blocks of which none touches the end of the one before.
    Blocks(Arc<List<i64>>),
    /// Layouts one after the other.
    Sequence(Arc<List<Layout>>),
}

/// Items and where each ends in the packed stream of the list.
#[derive(Debug)]
struct List<T> {
    items: Box<[T]>,
    ends: Box<[u64]>,
}

impl<T> List<T> {
    fn start(&self, place: usize) -> u64 {
        if place == 0 { 0 } else { self.ends[place - 1] }
    }

    fn len(&self, place: usize) -> u64 {
        self.ends[place] - self.start(place)
    }

    /// The item that holds byte `at` of the packed stream.
    fn find(&self, at: u64) -> usize {
        self.ends.partition_point(|end| *end <= at)
    }
}

impl Layout {
    pub(super) const EMPTY: Layout = Layout { disp: 0, size: 0, depth: 0, node: Node::Block };

    pub(super) fn block(disp: i64, size: u64) -> Layout {
        Layout { disp, size, depth: 0, node: Node::Block }
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn depth(&self) -> u16 {
        self.depth
    }

    /// The displacement if all bytes lie one after the other, in order.
    pub(super) fn as_block(&self) -> Option<i64> {
        matches!(self.node, Node::Block).then_some(self.disp)
    }

    pub(super) fn shifted(mut self, by: i64) -> Layout {
        if self.size > 0 {
            self.disp += by;
        }
        self
    }

    /// `count` copies, `stride` bytes apart.
    pub(super) fn repeated(self, count: u64, stride: i64) -> Layout {
        if count == 0 || self.size == 0 {
            return Layout::EMPTY;
        }
        if count == 1 {
            return self;
        }
        let (disp, size) = (self.disp, self.size * count);
        let continues = |count: u64, inner: i64| i128::from(inner) * i128::from(count) == i128::from(stride);
        let (depth, node) = match self.node {
            Node::Block if i64::try_from(self.size) == Ok(stride) => (0, Node::Block),
            Node::Block => (0, Node::Vector { count, stride, len: self.size }),
            Node::Vector { count: c, stride: s, len } if continues(c, s) => {
                (0, Node::Vector { count: c * count, stride: s, len })
            }
            Node::Repeat { count: c, stride: s, child } if continues(c, s) => {
                (self.depth, Node::Repeat { count: c * count, stride: s, child })
            }
            node => {
                let child = Layout { disp: 0, size: self.size, depth: self.depth, node };
                (self.depth + 1, Node::Repeat { count, stride, child: Arc::new(child) })
            }
        };
        Layout { disp, size, depth, node }
    }

    /// Number of blocks if that is known without walking.
    fn few_blocks(&self) -> Option<u64> {
        match &self.node {
            Node::Block => Some(u64::from(self.size > 0)),
            Node::Vector { count, .. } => Some(*count),
            Node::Blocks(list) => Some(list.items.len() as u64),
            Node::Repeat { .. } | Node::Sequence(_) => None,
        }
    }

    /// Calls `f(displacement, length)` for maximal blocks, in packed order.
    pub(super) fn for_each_block(&self, f: impl FnMut(i64, usize)) {
        let mut sink = Merge { start: 0, len: 0, f };
        self.walk(0, &mut sink);
        sink.flush();
    }

    /// As [`Layout::for_each_block`], for the bytes `range` of the packed stream.
    pub(super) fn for_each_block_in(&self, range: Range<u64>, f: impl FnMut(i64, usize)) {
        let range = range.start..range.end.min(self.size);
        let mut sink = Merge { start: 0, len: 0, f };
        if range.start < range.end {
            self.walk_in(0, range, &mut sink);
        }
        sink.flush();
    }

    fn walk<F: FnMut(i64, usize)>(&self, base: i64, sink: &mut Merge<F>) {
        let base = base + self.disp;
        match &self.node {
            Node::Block => sink.push(base, self.size),
            Node::Vector { count, stride, len } => {
                sink.push(base, *len);
                sink.flush();
                // None of these blocks touches the next, so they need no comparison.
                let mut at = base;
                for _ in 2..*count {
                    at += stride;
                    (sink.f)(at, *len as usize);
                }
                sink.push(at + stride, *len);
            }
            Node::Repeat { count, stride, child } => {
                let mut at = base;
                for _ in 1..*count {
                    child.walk(at, sink);
                    at += stride;
                }
                child.walk(at, sink);
            }
            Node::Blocks(list) => {
                let mut start = 0;
                for (disp, end) in list.items.iter().zip(&list.ends) {
                    sink.push(base + disp, end - start);
                    start = *end;
                }
            }
            Node::Sequence(list) => list.items.iter().for_each(|part| part.walk(base, sink)),
        }
    }

    /// Walks the non-empty `range` of the packed stream, which lies within this layout.
    fn walk_in<F: FnMut(i64, usize)>(&self, base: i64, range: Range<u64>, sink: &mut Merge<F>) {
        if range == (0..self.size) {
            return self.walk(base, sink);
        }
        let base = base + self.disp;
        match &self.node {
            Node::Block => sink.push(base + range.start as i64, range.end - range.start),
            Node::Vector { stride, len, .. } => pieces(range, *len, |place, part| {
                sink.push(base + place as i64 * stride + part.start as i64, part.end - part.start);
            }),
            Node::Repeat { stride, child, .. } => pieces(range, child.size, |place, part| {
                child.walk_in(base + place as i64 * stride, part, sink);
            }),
            Node::Blocks(list) => list_pieces(list, range, |place, part| {
                sink.push(base + list.items[place] + part.start as i64, part.end - part.start);
            }),
            Node::Sequence(list) => list_pieces(list, range, |place, part| {
                list.items[place].walk_in(base, part, sink);
            }),
        }
    }

    /// Displacement of byte `at` of the packed stream, and the bytes from there to the end of its block.
    fn locate(&self, at: u64) -> (i64, u64) {
        let (mut layout, mut at, mut base) = (self, at, 0);
        loop {
            base += layout.disp;
            match &layout.node {
                Node::Block => return (base + at as i64, layout.size - at),
                Node::Vector { stride, len, .. } => {
                    return (base + (at / len) as i64 * stride + (at % len) as i64, len - at % len);
                }
                Node::Repeat { stride, child, .. } => {
                    base += (at / child.size) as i64 * stride;
                    at %= child.size;
                    layout = child;
                }
                Node::Blocks(list) => {
                    let place = list.find(at);
                    return (base + list.items[place] + (at - list.start(place)) as i64, list.ends[place] - at);
                }
                Node::Sequence(list) => {
                    let place = list.find(at);
                    at -= list.start(place);
                    layout = &list.items[place];
                }
            }
        }
    }
}

/// Splits `range` at multiples of `len`: `f(multiple, range within it)`.
fn pieces(range: Range<u64>, len: u64, mut f: impl FnMut(u64, Range<u64>)) {
    let mut at = range.start;
    while at < range.end {
        let (place, start) = (at / len, at % len);
        let end = len.min(start + (range.end - at));
        f(place, start..end);
        at += end - start;
    }
}

/// Splits `range` at the items of a list: `f(place, range within the item)`.
fn list_pieces<T>(list: &List<T>, range: Range<u64>, mut f: impl FnMut(usize, Range<u64>)) {
    let first = list.find(range.start);
    for place in first..list.items.len() {
        let start = list.start(place);
        if start >= range.end {
            break;
        }
        f(place, range.start.saturating_sub(start)..list.len(place).min(range.end - start));
    }
}

/// Joins blocks that touch before handing them on.
struct Merge<F> {
    start: i64,
    len: u64,
    f: F,
}

impl<F: FnMut(i64, usize)> Merge<F> {
    #[inline]
    fn push(&mut self, disp: i64, len: u64) {
        if self.len > 0 && disp == self.start + self.len as i64 {
            self.len += len;
        } else {
            self.flush();
            (self.start, self.len) = (disp, len);
        }
    }

    #[inline]
    fn flush(&mut self) {
        if self.len > 0 {
            (self.f)(self.start, self.len as usize);
            self.len = 0;
        }
    }
}

/// Iterator over maximal blocks `(displacement, length)` in packed order; see [`super::definition::Type::blocks`].
#[derive(Clone, Debug)]
pub struct BlockIter {
    layout: Layout,
    range: Range<u64>,
}

impl BlockIter {
    pub(super) fn new(layout: Layout, range: Range<u64>) -> BlockIter {
        let end = range.end.min(layout.size);
        BlockIter { layout, range: range.start..end }
    }
}

impl Iterator for BlockIter {
    type Item = (i64, u64);

    fn next(&mut self) -> Option<(i64, u64)> {
        let mut block: Option<(i64, u64)> = None;
        while self.range.start < self.range.end {
            let (disp, rest) = self.layout.locate(self.range.start);
            let len = rest.min(self.range.end - self.range.start);
            block = match block {
                None => Some((disp, len)),
                Some((start, before)) if disp == start + before as i64 => Some((start, before + len)),
                Some(_) => break,
            };
            self.range.start += len;
        }
        block
    }
}

/// Collects layouts one after the other into one, merging and flattening.
#[derive(Default)]
pub(super) struct Builder {
    parts: Vec<Layout>,
    starts: Vec<i64>,
    lens: Vec<u64>,
}

impl Builder {
    pub(super) fn push(&mut self, part: Layout) {
        match part.few_blocks() {
            Some(1) => self.push_block(part.disp, part.size),
            Some(few) if few <= FLATTEN_MAX => {
                part.for_each_block(|disp, len| self.push_block(disp, len as u64));
            }
            _ => {
                self.finish_run();
                self.parts.push(part);
            }
        }
    }

    fn push_block(&mut self, disp: i64, len: u64) {
        if let (Some(start), Some(before)) = (self.starts.last(), self.lens.last_mut())
            && *start + *before as i64 == disp
        {
            *before += len;
            return;
        }
        self.starts.push(disp);
        self.lens.push(len);
    }

    /// Turns the blocks collected since the last nested part into one layout.
    fn finish_run(&mut self) {
        let (starts, lens) = (std::mem::take(&mut self.starts), std::mem::take(&mut self.lens));
        let Some((&first, &len)) = starts.first().zip(lens.first()) else { return };
        if starts.len() == 1 {
            self.parts.push(Layout::block(first, len));
            return;
        }
        let (count, stride) = (starts.len() as u64, starts[1] - first);
        let regular = lens.iter().all(|l| *l == len) && starts.windows(2).all(|pair| pair[1] - pair[0] == stride);
        if regular {
            let node = Node::Vector { count, stride, len };
            self.parts.push(Layout { disp: first, size: count * len, depth: 0, node });
            return;
        }
        let ends = ends(lens.into_iter());
        let size = ends.last().copied().unwrap_or(0);
        let list = List { items: starts.into(), ends };
        self.parts.push(Layout { disp: 0, size, depth: 0, node: Node::Blocks(Arc::new(list)) });
    }

    pub(super) fn finish(mut self) -> Layout {
        self.finish_run();
        if self.parts.len() < 2 {
            return self.parts.pop().unwrap_or(Layout::EMPTY);
        }
        let ends = ends(self.parts.iter().map(Layout::size));
        let size = ends.last().copied().unwrap_or(0);
        let depth = 1 + self.parts.iter().map(Layout::depth).max().unwrap_or(0);
        let list = List { items: self.parts.into(), ends };
        Layout { disp: 0, size, depth, node: Node::Sequence(Arc::new(list)) }
    }
}

/// Running sums of lengths.
fn ends(lens: impl Iterator<Item = u64>) -> Box<[u64]> {
    lens.scan(0, |sum, len| {
        *sum += len;
        Some(*sum)
    })
    .collect()
}
