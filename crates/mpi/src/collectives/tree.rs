//! The trees along which segmented broadcasts and reductions send, as Open MPI builds them (5.0, `coll_base_topo.c`).
//!
//! In a tree, ranks are numbered from the root: (rank − root) mod P, with P the number of ranks.

use crate::schedule::Context;
use smallvec::{SmallVec, smallvec};

/// The most chains of a chain tree, and the largest radix (Open MPI's `MAXTREEFANOUT` is 32).
const FANOUT_MAX: u64 = 32;

/// The shape of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tree {
    /// So many chains of consecutive ranks, the first ones one rank longer; the parent of each chain's head is the root.
    Chains(u64),
    /// Every rank has at most two below it; those of a level alternate between the two halves of the tree.
    Binary,
    /// Open MPI's `bmtree`: the parent of v is v with its highest bit cleared; the children of a rank begin with the nearest.
    Binomial,
    /// As `Binomial`, but the root and rank 0 change places, instead of ranks being relative to the root (Open MPI's libnbc).
    SwappedBinomial,
    /// Open MPI's `in_order_bmtree`, and MPICH's tree: the parent of v is v with its lowest set bit cleared, so that subtrees are contiguous; children as for `Binomial`.
    InOrderBinomial,
    /// A binomial tree of any radix: the parent of v is v with its lowest non-zero digit cleared; children begin with the farthest.
    Knomial(u64),
    /// Rooted at the last rank, whatever the root: from the ranks above to those below, the first child's subtree is that
    /// of the ranks just below its parent, the second one's that of the ranks below these.
    InOrderBinary,
}

/// A rank's neighbours in a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct TreeNeighbours {
    pub(crate) parent: Option<u32>,
    pub(crate) children: SmallVec<[u32; 6]>,
}

impl Tree {
    /// The neighbours of the context's rank in the tree with this root.
    pub(crate) fn neighbours(self, context: &Context<'_>, root: u32) -> TreeNeighbours {
        let (rank, size) = (context.rank, context.size);
        if matches!(self, Self::InOrderBinary) {
            return in_order_binary(rank, size);
        }
        if matches!(self, Self::SwappedBinomial) {
            let (own, swapped) = (swapped(root, rank), |neighbour: &u32| swapped(root, *neighbour));
            let TreeNeighbours { parent, children } = binomial(own, size);
            let (parent, children) = (parent.as_ref().map(swapped), children.iter().map(swapped).collect());
            return TreeNeighbours { parent, children };
        }
        let relative = if rank >= root { rank - root } else { rank + size - root };
        let neighbours = match self {
            Self::Chains(chains) => chain(relative, size, chains),
            Self::Binary => binary(relative, size),
            Self::Binomial => binomial(relative, size),
            Self::InOrderBinomial => knomial(relative, size, 2, true),
            Self::Knomial(radix) => knomial(relative, size, radix, false),
            Self::InOrderBinary | Self::SwappedBinomial => unreachable!("done above"),
        };
        let rank = |relative: u32| ((u64::from(relative) + u64::from(root)) % u64::from(size)) as u32;
        TreeNeighbours {
            parent: neighbours.parent.map(rank),
            children: neighbours.children.into_iter().map(rank).collect(),
        }
    }
}

/// The number of a rank, or the rank of a number, where the root and rank 0 change places.
pub(crate) fn swapped(root: u32, rank: u32) -> u32 {
    match rank {
        0 => root,
        _ if rank == root => 0,
        _ => rank,
    }
}

fn chain(relative: u32, size: u32, chains: u64) -> TreeNeighbours {
    let below = size - 1;
    // At most `FANOUT_MAX`.
    let chains = chains.clamp(1, FANOUT_MAX).min(u64::from(below.max(1))) as u32;
    let (short, longer) = (below / chains, below % chains);
    // The head of each chain; of the number of chains itself: the end.
    let head = |chain: u32| 1 + chain * short + chain.min(longer);
    if relative == 0 {
        return TreeNeighbours {
            parent: None,
            children: (0..chains).map(head).filter(|&head| head < size).collect(),
        };
    }
    let heads = 0..chains;
    let is_head = |rank: u32| heads.clone().any(|chain| head(chain) == rank);
    let next = relative + 1;
    TreeNeighbours {
        parent: Some(if is_head(relative) { 0 } else { relative - 1 }),
        children: if next < size && !is_head(next) { smallvec![next] } else { SmallVec::new() },
    }
}

fn binary(relative: u32, size: u32) -> TreeNeighbours {
    // A level begins at 2^level − 1; a rank's children are one and two levels' widths after it.
    let width = 1 << (relative + 1).ilog2();
    let parent = match relative {
        0 => None,
        1 | 2 => Some(0),
        _ => {
            let above = width / 2;
            Some(relative - if relative - above < width - 1 { above } else { 2 * above })
        }
    };
    TreeNeighbours {
        parent,
        children: [relative + width, relative + 2 * width].into_iter().filter(|&c| c < size).collect(),
    }
}

fn binomial(relative: u32, size: u32) -> TreeNeighbours {
    let parent = (relative > 0).then(|| relative & !(1 << relative.ilog2()));
    let first = if relative == 0 { 0 } else { relative.ilog2() + 1 };
    let children = (first..32).map(|bit| relative | 1 << bit).take_while(|&child| child < size);
    TreeNeighbours { parent, children: children.collect() }
}

fn knomial(relative: u32, size: u32, radix: u64, nearest_first: bool) -> TreeNeighbours {
    let radix = radix.clamp(2, FANOUT_MAX);
    let (own, size) = (u64::from(relative), u64::from(size));
    let mut step = 1;
    while step < size && own.is_multiple_of(radix * step) {
        step *= radix;
    }
    let parent = (relative > 0).then(|| (own - own % (radix * step)) as u32);
    let mut children = SmallVec::new();
    while step > 1 {
        step /= radix;
        children.extend((1..radix).map(|digit| own + digit * step).filter(|&child| child < size).map(|c| c as u32));
    }
    if nearest_first {
        children.reverse();
    }
    TreeNeighbours { parent, children }
}

fn in_order_binary(rank: u32, size: u32) -> TreeNeighbours {
    // The subtree that holds the rank: `size` ranks from `first` on, the last of which is its root.
    let (mut first, mut size, mut above) = (0, size, None);
    loop {
        let top = first + size - 1;
        // The ranks of the second child's subtree; it has none if there is but one rank below the root.
        let second = if size > 2 { size / 2 } else { 0 };
        if rank == top {
            let mut children = SmallVec::new();
            if size > 1 {
                children.push(top - 1);
            }
            if second > 0 {
                children.push(first + second - 1);
            }
            return TreeNeighbours { parent: above, children };
        }
        above = Some(top);
        if rank < first + second {
            size = second;
        } else {
            first += second;
            size -= second + 1;
        }
    }
}

/// A message cut into segments of elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segments {
    count: u64,
    each: u64,
    element_bytes: u64,
}

impl Segments {
    /// `count` elements in segments of about `bytes` bytes, rounded to the nearest element. One segment if that is less than
    /// an element, or all of the message.
    pub(crate) fn new(count: u64, element_bytes: u64, bytes: u64) -> Self {
        let whole = bytes < element_bytes.max(1) || bytes >= count.saturating_mul(element_bytes);
        let rounded = |element: u64| bytes / element + u64::from(bytes % element > element / 2);
        Self { count, each: if whole { count } else { rounded(element_bytes) }, element_bytes }
    }

    /// How many there are.
    pub(crate) fn number(&self) -> u64 {
        self.count.checked_div(self.each).map_or(0, |_| self.count.div_ceil(self.each))
    }

    /// Where a segment starts, in bytes, and its elements.
    pub(crate) fn range(&self, segment: u64) -> (u64, u64) {
        let start = segment * self.each;
        (start * self.element_bytes, self.each.min(self.count - start))
    }

    /// Bytes of the longest segment.
    pub(crate) fn longest(&self) -> u64 {
        self.each * self.element_bytes
    }

    /// Bytes of so many elements.
    pub(crate) fn bytes(&self, count: u64) -> u64 {
        count * self.element_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collectives::tests::context;

    fn all_neighbours(tree: Tree, size: u32, root: u32) -> Vec<TreeNeighbours> {
        (0..size).map(|rank| context(rank, size, |context| tree.neighbours(context, root))).collect()
    }

    #[test]
    fn every_rank_hangs_on_the_one_that_has_it_below() {
        let chains = [1, 2, 4, 7, u64::MAX].map(Tree::Chains);
        let radices = [2, 3, 4, u64::MAX].map(Tree::Knomial);
        let others =
            [Tree::Binary, Tree::Binomial, Tree::SwappedBinomial, Tree::InOrderBinomial, Tree::InOrderBinary];
        for tree in chains.into_iter().chain(radices).chain(others) {
            for size in 1..70 {
                for root in [0, size / 2, size - 1] {
                    let places = all_neighbours(tree, size, root);
                    let mut above = vec![None; size as usize];
                    for (neighbours, rank) in places.iter().zip(0..) {
                        for &child in &neighbours.children {
                            assert_eq!(above[child as usize].replace(rank), None, "{tree:?} {size} {root}");
                        }
                    }
                    let parents: Vec<_> = places.iter().map(|neighbours| neighbours.parent).collect();
                    assert_eq!(parents, above, "{tree:?} {size} {root}");
                    let top = if matches!(tree, Tree::InOrderBinary) { size - 1 } else { root };
                    let tops = parents.iter().filter(|parent| parent.is_none()).count();
                    assert!(tops == 1 && parents[top as usize].is_none(), "{tree:?} {size} {root}");
                }
            }
        }
    }

    fn children(tree: Tree, size: u32) -> Vec<(u32, Vec<u32>)> {
        let places = all_neighbours(tree, size, 0);
        let inner = places.iter().zip(0..).filter(|(neighbours, _)| !neighbours.children.is_empty());
        inner.map(|(neighbours, rank)| (rank, neighbours.children.to_vec())).collect()
    }

    /// The pictures in the comments of `coll_base_topo.c`.
    #[test]
    fn trees_are_those_of_open_mpi() {
        assert_eq!(children(Tree::Binary, 7), [(0, vec![1, 2]), (1, vec![3, 5]), (2, vec![4, 6])]);
        let binomial = [(0, vec![1, 2, 4]), (1, vec![3, 5]), (2, vec![6]), (3, vec![7])];
        assert_eq!(children(Tree::Binomial, 8), binomial);
        let in_order = [(0, vec![1, 2, 4]), (2, vec![3]), (4, vec![5, 6]), (6, vec![7])];
        assert_eq!(children(Tree::InOrderBinomial, 8), in_order);
        let nine = [(1, vec![0]), (3, vec![2, 1]), (5, vec![4]), (7, vec![6, 5]), (8, vec![7, 3])];
        assert_eq!(children(Tree::InOrderBinary, 9), nine);
        let three = [(0, vec![9, 3, 6, 1, 2]), (3, vec![4, 5]), (6, vec![7, 8])];
        assert_eq!(children(Tree::Knomial(3), 10), three);
        let four = [(0, vec![4, 8, 1, 2, 3]), (4, vec![5, 6, 7]), (8, vec![9])];
        assert_eq!(children(Tree::Knomial(4), 10), four);
        let chains = [(0, vec![1, 4, 7]), (1, vec![2]), (2, vec![3]), (4, vec![5]), (5, vec![6]), (7, vec![8])];
        assert_eq!(children(Tree::Chains(3), 9), chains);
    }

    #[test]
    fn segments_are_whole_elements() {
        let lengths = |count, element, bytes| {
            let segments = Segments::new(count, element, bytes);
            (0..segments.number()).map(|segment| segments.range(segment).1).collect::<Vec<_>>()
        };
        assert_eq!(lengths(10, 8, 0), [10]);
        assert_eq!(lengths(10, 8, 7), [10]);
        assert_eq!(lengths(10, 8, 80), [10]);
        assert_eq!(lengths(10, 8, 32), [4, 4, 2]);
        assert_eq!(lengths(10, 8, 36), [4, 4, 2]);
        assert_eq!(lengths(10, 8, 37), [5, 5]);
        assert!(lengths(0, 8, 16).is_empty());
    }
}
