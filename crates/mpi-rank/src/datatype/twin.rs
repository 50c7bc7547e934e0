//! A simple reference implementation of datatypes for tests: explicit type maps, built by the standard's definitions.

use super::*;
use ops::reduction::Basic;
use proptest::prelude::*;

/// A datatype to build, by either implementation.
#[derive(Clone, Debug)]
pub(super) enum Spec {
    Named(u32),
    /// `MPI_LB` or, if true, `MPI_UB`.
    Marker(bool),
    Contiguous(i64, Box<Spec>),
    Vector([i64; 3], Box<Spec>),
    Hvector([i64; 3], Box<Spec>),
    Indexed(Vec<(i64, i64)>, Box<Spec>),
    Hindexed(Vec<(i64, i64)>, Box<Spec>),
    IndexedBlock(i64, Vec<i64>, Box<Spec>),
    HindexedBlock(i64, Vec<i64>, Box<Spec>),
    Struct(Vec<(i64, i64, Spec)>),
    /// Size, subsize and start of each dimension.
    Subarray(Vec<[i64; 3]>, Order, Box<Spec>),
    Darray(i32, Vec<Dimension>, Order, Box<Spec>),
    Resized(i64, i64, Box<Spec>),
    Dup(Box<Spec>),
}

/// What the library makes of it.
pub(super) fn build(spec: &Spec) -> Datatype {
    let width = Width::Int;
    let unzip = |pairs: &[(i64, i64)]| -> (Vec<i64>, Vec<i64>) { pairs.iter().copied().unzip() };
    match spec {
        Spec::Named(handle) => predefined::by_handle(*handle).unwrap(),
        Spec::Marker(upper) => predefined::by_handle(if *upper { 0x206 } else { 0x205 }).unwrap(),
        Spec::Contiguous(n, old) => Type::contiguous(width, *n, &build(old)).unwrap(),
        Spec::Vector([n, length, stride], old) => Type::vector(width, *n, *length, *stride, &build(old)).unwrap(),
        Spec::Hvector([n, length, stride], old) => Type::hvector(width, *n, *length, *stride, &build(old)).unwrap(),
        Spec::Indexed(blocks, old) => {
            let (lengths, displs) = unzip(blocks);
            Type::indexed(width, &lengths, &displs, &build(old)).unwrap()
        }
        Spec::Hindexed(blocks, old) => {
            let (lengths, displs) = unzip(blocks);
            Type::hindexed(width, &lengths, &displs, &build(old)).unwrap()
        }
        Spec::IndexedBlock(length, displs, old) => Type::indexed_block(width, *length, displs, &build(old)).unwrap(),
        Spec::HindexedBlock(length, displs, old) => {
            Type::hindexed_block(width, *length, displs, &build(old)).unwrap()
        }
        Spec::Struct(parts) => {
            let lengths: Vec<_> = parts.iter().map(|p| p.0).collect();
            let displs: Vec<_> = parts.iter().map(|p| p.1).collect();
            let types: Vec<_> = parts.iter().map(|p| build(&p.2)).collect();
            Type::structure(width, &lengths, &displs, &types).unwrap()
        }
        Spec::Subarray(dims, order, old) => {
            let [sizes, subsizes, starts] = [0, 1, 2].map(|i| dims.iter().map(|d| d[i]).collect::<Vec<_>>());
            Type::subarray(width, &sizes, &subsizes, &starts, *order, &build(old)).unwrap()
        }
        Spec::Darray(rank, dims, order, old) => {
            let size = dims.iter().map(|d| d.processes).product();
            Type::darray(width, size, *rank, dims, *order, &build(old)).unwrap()
        }
        Spec::Resized(lb, extent, old) => Type::resized(width, *lb, *extent, &build(old)).unwrap(),
        Spec::Dup(old) => Type::dup(&build(old)),
    }
}

/// An entry of a type map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Entry {
    Data(Basic),
    LbMarker,
    UbMarker,
    /// The end of a struct's trailing padding.
    Pad,
}

/// A type map: entries and their displacements, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Map(pub(super) Vec<(Entry, i64)>);

impl Map {
    pub(super) fn lb(&self) -> i64 {
        let least = |wanted: fn(&Entry) -> bool| self.0.iter().filter(|e| wanted(&e.0)).map(|e| e.1).min();
        least(|e| *e == Entry::LbMarker).or(least(|e| matches!(e, Entry::Data(_)))).unwrap_or(0)
    }

    pub(super) fn ub(&self) -> i64 {
        let marker = self.0.iter().filter(|e| e.0 == Entry::UbMarker).map(|e| e.1).max();
        let end = |entry: &(Entry, i64)| match entry.0 {
            Entry::Data(basic) => Some(entry.1 + basic.extent() as i64),
            Entry::Pad => Some(entry.1),
            Entry::LbMarker | Entry::UbMarker => None,
        };
        marker.or(self.0.iter().filter_map(end).max()).unwrap_or(0)
    }

    pub(super) fn extent(&self) -> i64 {
        self.ub() - self.lb()
    }

    fn add(&mut self, disp: i64, part: &Map) {
        self.0.extend(part.0.iter().map(|(entry, at)| (*entry, at + disp)));
    }

    /// The numbers in order; pairs are two.
    pub(super) fn numbers(&self) -> Vec<(Basic, i64)> {
        let data = self.0.iter().filter_map(|(entry, at)| match entry {
            Entry::Data(basic) => Some((*basic, *at)),
            _ => None,
        });
        data.flat_map(|(basic, at)| match basic.pair() {
            None => vec![(basic, at)],
            Some(parts) => parts.iter().map(|p| (p.basic, at + p.offset as i64)).collect(),
        })
        .collect()
    }

    /// The displacement of each byte, in packed order.
    pub(super) fn bytes(&self) -> Vec<i64> {
        self.numbers().iter().flat_map(|(basic, at)| *at..at + basic.size() as i64).collect()
    }

    pub(super) fn repeated(&self, count: i64) -> Map {
        let mut map = Map::default();
        (0..count).for_each(|i| map.add(i * self.extent(), self));
        map
    }
}

/// The type map of a spec.
pub(super) fn map(spec: &Spec) -> Map {
    let mut out = Map::default();
    match spec {
        Spec::Named(handle) => out.0.push((Entry::Data(predefined::row_of(*handle).unwrap().basic), 0)),
        Spec::Marker(upper) => out.0.push((if *upper { Entry::UbMarker } else { Entry::LbMarker }, 0)),
        Spec::Contiguous(n, old) => out = map(old).repeated(*n),
        Spec::Vector([n, length, stride], old) => {
            let old = map(old);
            (0..*n).for_each(|i| out.add(i * stride * old.extent(), &old.repeated(*length)));
        }
        Spec::Hvector([n, length, stride], old) => {
            let block = map(old).repeated(*length);
            (0..*n).for_each(|i| out.add(i * stride, &block));
        }
        Spec::Indexed(blocks, old) => {
            let old = map(old);
            blocks.iter().for_each(|(n, at)| out.add(at * old.extent(), &old.repeated(*n)));
        }
        Spec::Hindexed(blocks, old) => {
            let old = map(old);
            blocks.iter().for_each(|(n, at)| out.add(*at, &old.repeated(*n)));
        }
        Spec::IndexedBlock(n, displs, old) => {
            let old = map(old);
            displs.iter().for_each(|at| out.add(at * old.extent(), &old.repeated(*n)));
        }
        Spec::HindexedBlock(n, displs, old) => {
            let block = map(old).repeated(*n);
            displs.iter().for_each(|at| out.add(*at, &block));
        }
        Spec::Struct(parts) => {
            parts.iter().for_each(|(n, at, old)| out.add(*at, &map(old).repeated(*n)));
            pad(&mut out);
        }
        Spec::Subarray(dims, order, old) => {
            let inside =
                |index: &[i64]| index.iter().zip(dims).all(|(i, [_, sub, start])| (*start..start + sub).contains(i));
            array(&mut out, &dims.iter().map(|d| d[0]).collect::<Vec<_>>(), *order, &map(old), inside);
        }
        Spec::Darray(rank, dims, order, old) => {
            let owned = |index: &[i64]| owner(dims, index) == i64::from(*rank);
            array(&mut out, &dims.iter().map(|d| d.size).collect::<Vec<_>>(), *order, &map(old), owned);
        }
        Spec::Resized(lb, extent, old) => {
            out = map(old);
            out.0.retain(|(entry, _)| matches!(entry, Entry::Data(_)));
            out.0.extend([(Entry::LbMarker, *lb), (Entry::UbMarker, lb + extent)]);
        }
        Spec::Dup(old) => out = map(old),
    }
    out
}

fn pad(out: &mut Map) {
    // Neither an upper bound marker nor data whose end could be padded.
    let has = |wanted: fn(&Entry) -> bool| out.0.iter().any(|(entry, _)| wanted(entry));
    if has(|entry| *entry == Entry::UbMarker) || !has(|entry| matches!(entry, Entry::Data(_) | Entry::Pad)) {
        return;
    }
    let align = |entry: &(Entry, i64)| match entry.0 {
        Entry::Data(basic) => basic.alignment() as i64,
        _ => 1,
    };
    let strictest = out.0.iter().map(align).max().unwrap_or(1);
    let end = out.lb() + (out.extent() + strictest - 1).div_euclid(strictest) * strictest;
    out.0.push((Entry::Pad, end));
}

/// The chosen elements of an array in storage order, with markers around the whole array.
fn array(out: &mut Map, sizes: &[i64], order: Order, old: &Map, chosen: impl Fn(&[i64]) -> bool) {
    let total: i64 = sizes.iter().product();
    for place in 0..total {
        let (mut index, mut rest) = (vec![0; sizes.len()], place);
        let fastest_first: Vec<usize> = match order {
            Order::C => (0..sizes.len()).rev().collect(),
            Order::Fortran => (0..sizes.len()).collect(),
        };
        for dim in fastest_first {
            index[dim] = rest % sizes[dim];
            rest /= sizes[dim];
        }
        if chosen(&index) {
            out.add(place * old.extent(), old);
        }
    }
    out.0.retain(|(entry, _)| matches!(entry, Entry::Data(_)));
    out.0.extend([(Entry::LbMarker, 0), (Entry::UbMarker, total * old.extent())]);
}

/// The rank that holds an element of a distributed array.
fn owner(dims: &[Dimension], index: &[i64]) -> i64 {
    dims.iter().zip(index).fold(0, |rank, (dim, i)| {
        let processes = i64::from(dim.processes);
        let block = match (dim.distribution, dim.argument) {
            (Distribution::None, _) => dim.size,
            (Distribution::Block, DISTRIBUTE_DFLT_DARG) => (dim.size + processes - 1) / processes,
            (Distribution::Cyclic, DISTRIBUTE_DFLT_DARG) => 1,
            (_, argument) => argument.into(),
        };
        rank * processes + (i / block) % processes
    })
}

/// Random types, up to three constructors deep around predefined types.
pub(super) fn specs() -> impl Strategy<Value = Spec> {
    let named =
        prop::sample::select(&[0x207, 0x208, 0x209, 0x20a, 0x214, 0x216, 0x220, 0x229, 0x22c, 0x22d, 0x247][..]);
    let leaf = prop_oneof![12 => named.prop_map(Spec::Named), 1 => any::<bool>().prop_map(Spec::Marker)];
    leaf.prop_recursive(3, 24, 3, |old| {
        let boxed = old.clone().prop_map(Box::new).boxed();
        let blocks = |range: std::ops::Range<i64>| prop::collection::vec((0..4i64, range), 0..5);
        let order = prop_oneof![Just(Order::C), Just(Order::Fortran)].boxed();
        prop_oneof![
            (0..5i64, boxed.clone()).prop_map(|(n, old)| Spec::Contiguous(n, old)),
            (0..5i64, 0..4i64, -4..5i64, boxed.clone()).prop_map(|(n, l, s, old)| Spec::Vector([n, l, s], old)),
            (0..5i64, 0..4i64, -40..41i64, boxed.clone()).prop_map(|(n, l, s, old)| Spec::Hvector([n, l, s], old)),
            (blocks(-4..9), boxed.clone()).prop_map(|(blocks, old)| Spec::Indexed(blocks, old)),
            (blocks(-30..60), boxed.clone()).prop_map(|(blocks, old)| Spec::Hindexed(blocks, old)),
            (0..4i64, prop::collection::vec(-4..9i64, 0..24), boxed.clone())
                .prop_map(|(n, displs, old)| Spec::IndexedBlock(n, displs, old)),
            (0..4i64, prop::collection::vec(-30..60i64, 0..24), boxed.clone())
                .prop_map(|(n, displs, old)| Spec::HindexedBlock(n, displs, old)),
            prop::collection::vec((0..3i64, -20..60i64, old), 0..4).prop_map(Spec::Struct),
            (prop::collection::vec((1..5i64, any::<[u8; 2]>()), 1..4), order.clone(), boxed.clone()).prop_map(
                |(dims, order, old)| Spec::Subarray(dims.into_iter().map(sub_dimension).collect(), order, old)
            ),
            (prop::collection::vec((1..9i64, any::<[u8; 3]>()), 1..3), any::<u8>(), order, boxed.clone()).prop_map(
                |(dims, rank, order, old)| {
                    let dims: Vec<_> = dims.into_iter().map(distributed_dimension).collect();
                    let size: i32 = dims.iter().map(|d| d.processes).product();
                    Spec::Darray(i32::from(rank) % size, dims, order, old)
                }
            ),
            (-20..20i64, -10..60i64, boxed.clone()).prop_map(|(lb, extent, old)| Spec::Resized(lb, extent, old)),
            boxed.prop_map(Spec::Dup),
        ]
    })
}

fn sub_dimension((size, [a, b]): (i64, [u8; 2])) -> [i64; 3] {
    let subsize = 1 + i64::from(a) % size;
    [size, subsize, i64::from(b) % (size - subsize + 1)]
}

fn distributed_dimension((size, [kind, argument, processes]): (i64, [u8; 3])) -> Dimension {
    let processes = 1 + i32::from(processes % 3);
    let least = (size as i32 + processes - 1) / processes;
    let default = argument % 3 == 0;
    let or_default = |argument| if default { DISTRIBUTE_DFLT_DARG } else { argument };
    match kind % 3 {
        0 => Dimension { size, distribution: Distribution::None, argument: DISTRIBUTE_DFLT_DARG, processes: 1 },
        1 => {
            let argument = or_default(least + i32::from(argument % 2));
            Dimension { size, distribution: Distribution::Block, argument, processes }
        }
        _ => {
            let argument = or_default(1 + i32::from(argument % 3));
            Dimension { size, distribution: Distribution::Cyclic, argument, processes }
        }
    }
}
