//! The arithmetic of Cartesian topologies: coordinates, ranks, shifts and sub-grids (MPI 5.0 §8.5.1, §8.5.5–§8.5.7).

use crate::Fault;
use ops::{Edge, ErrorClass, Neighbours, PROC_NULL};

/// A grid. Ranks are in row-major order: the last coordinate varies fastest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cart {
    dims: Box<[i32]>,
    periodic: Box<[bool]>,
}

/// The nodes of a grid; 1 without dimensions.
///
/// # Errors
/// A size is not positive, or the grid has more than `ranks` nodes.
pub fn nodes(dims: &[i32], ranks: u32) -> Result<u32, Fault> {
    let mut nodes = 1u64;
    for &dim in dims {
        let dim = u64::try_from(dim).ok().filter(|&dim| dim > 0);
        let dim = dim.ok_or(Fault::Class(ErrorClass::Dims, "a dimension is not positive"))?;
        nodes = nodes.saturating_mul(dim);
    }
    if nodes > u64::from(ranks) {
        return Err(Fault::Class(ErrorClass::Dims, "the grid has more nodes than the communicator has ranks"));
    }
    Ok(nodes as u32)
}

impl Cart {
    /// A grid of sizes that [`nodes`] has checked.
    ///
    /// # Panics
    /// If there are not as many periods as sizes.
    pub fn new(dims: &[i32], periods: &[i32]) -> Self {
        assert_eq!(dims.len(), periods.len(), "a period for each dimension");
        Self { dims: dims.into(), periodic: periods.iter().map(|&period| period != 0).collect() }
    }

    /// The sizes.
    pub fn dims(&self) -> &[i32] {
        &self.dims
    }

    /// Which dimensions are periodic.
    pub fn periodic(&self) -> &[bool] {
        &self.periodic
    }

    /// The coordinates of a rank, the last first.
    fn coords_backwards(&self, rank: u32) -> impl Iterator<Item = i32> {
        let mut rest = rank;
        self.dims.iter().rev().map(move |&dim| {
            let coord = rest % dim as u32;
            rest /= dim as u32;
            coord as i32
        })
    }

    /// The coordinates of a rank.
    pub fn coords(&self, rank: u32) -> Vec<i32> {
        let mut coords: Vec<i32> = self.coords_backwards(rank).collect();
        coords.reverse();
        coords
    }

    /// The rank at coordinates; those of periodic dimensions may be any numbers.
    ///
    /// # Errors
    /// A coordinate of a dimension that is not periodic lies outside.
    pub fn rank(&self, coords: &[i32]) -> Result<u32, Fault> {
        let mut rank = 0u32;
        for ((&dim, &periodic), &coord) in self.dims.iter().zip(&self.periodic).zip(coords) {
            let coord = if periodic { coord.rem_euclid(dim) } else { coord };
            if !(0..dim).contains(&coord) {
                return Err(Fault::Arg("a coordinate lies outside of a dimension that is not periodic"));
            }
            rank = rank * dim as u32 + coord as u32;
        }
        Ok(rank)
    }

    /// The ranks that lie `displacement` before and behind a rank in a dimension, or [`PROC_NULL`].
    ///
    /// # Errors
    /// There is no such dimension.
    pub fn shift(&self, own: u32, direction: i32, displacement: i32) -> Result<(i32, i32), Fault> {
        let at = usize::try_from(direction).ok().filter(|&at| at < self.dims.len());
        let at = at.ok_or(Fault::Arg("there is no such dimension"))?;
        let ranks_a_step: u32 = self.dims[at + 1..].iter().map(|&dim| dim as u32).product();
        let dim = i64::from(self.dims[at]);
        let coord = i64::from(own / ranks_a_step) % dim;
        let to = |displacement: i64| {
            let coord_there = coord + displacement;
            let wrapped = if self.periodic[at] { coord_there.rem_euclid(dim) } else { coord_there };
            let there = i64::from(own) + (wrapped - coord) * i64::from(ranks_a_step);
            if (0..dim).contains(&wrapped) { there as i32 } else { PROC_NULL }
        };
        Ok((to(-i64::from(displacement)), to(displacement.into())))
    }

    /// The neighbours of a rank: for each dimension the one before and the one behind (MPI 5.0 §8.6). What goes to the
    /// one before arrives there as what comes from behind, also where both are the same rank.
    pub fn neighbours(&self, own: u32) -> Neighbours {
        let both = |at: usize| self.shift(own, at as i32, 1).expect("a dimension of the grid");
        let ranks = (0..self.dims.len()).flat_map(|at| <[i32; 2]>::from(both(at)));
        let destinations: Box<[Edge]> = ranks.zip(0..).map(|(rank, tag)| Edge { rank, tag }).collect();
        let sources = destinations.iter().map(|edge| Edge { tag: edge.tag ^ 1, ..*edge }).collect();
        Neighbours { sources, destinations }
    }

    /// The part of the grid that keeps some dimensions (`MPI_Cart_sub`).
    pub fn kept(&self, remain: &[i32]) -> Self {
        let keeps = |at: &usize| remain[*at] != 0;
        let places = || (0..self.dims.len()).filter(keeps);
        Self {
            dims: places().map(|at| self.dims[at]).collect(),
            periodic: places().map(|at| self.periodic[at]).collect(),
        }
    }

    /// Which part of the grid a rank is in when only some dimensions are kept, and its rank there.
    pub fn part(&self, own: u32, remain: &[i32]) -> (u32, u32) {
        let (mut part, mut rank) = (0, 0);
        let (mut parts, mut ranks) = (1, 1);
        for ((coord, &dim), &keep) in self.coords_backwards(own).zip(self.dims.iter().rev()).zip(remain.iter().rev())
        {
            let (number, count) = if keep != 0 { (&mut rank, &mut ranks) } else { (&mut part, &mut parts) };
            *number += coord as u32 * *count;
            *count *= dim as u32;
        }
        (part, rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(edges: &[Edge]) -> Vec<i32> {
        edges.iter().map(|edge| edge.rank).collect()
    }

    #[test]
    fn nodes_are_counted_and_bad_sizes_refused() {
        assert_eq!(nodes(&[3, 2], 6), Ok(6));
        assert_eq!(nodes(&[], 6), Ok(1));
        for dims in [&[3, 3][..], &[0], &[-1], &[i32::MAX; 4]] {
            assert_eq!(nodes(dims, 6).expect_err("bad").class(), ErrorClass::Dims);
        }
    }

    #[test]
    fn ranks_are_row_major_and_every_one_finds_back() {
        let cart = Cart::new(&[2, 3, 4], &[0, 1, 0]);
        assert_eq!(cart.coords(0), [0, 0, 0]);
        assert_eq!(cart.coords(1), [0, 0, 1]);
        assert_eq!(cart.coords(23), [1, 2, 3]);
        for rank in 0..24 {
            assert_eq!(cart.rank(&cart.coords(rank)), Ok(rank));
        }
        assert_eq!(cart.rank(&[1, -1, 0]), cart.rank(&[1, 2, 0]));
        assert_eq!(cart.rank(&[1, i32::MIN, 0]), cart.rank(&[1, i32::MIN.rem_euclid(3), 0]));
        assert_eq!(cart.rank(&[2, 0, 0]).expect_err("outside").class(), ErrorClass::Arg);
        assert_eq!(cart.rank(&[0, 0, -1]).expect_err("outside").class(), ErrorClass::Arg);
        assert_eq!(Cart::new(&[], &[]).rank(&[]), Ok(0));
    }

    /// A shift by going to coordinates and back.
    fn slow_shift(cart: &Cart, own: u32, at: usize, displacement: i32) -> i32 {
        let mut coords = cart.coords(own);
        coords[at] += displacement;
        cart.rank(&coords).map_or(PROC_NULL, |rank| rank as i32)
    }

    #[test]
    fn shifts_go_round_or_fall_off() {
        for (dims, periods) in [([2, 3, 4], [0, 1, 0]), ([4, 1, 3], [1, 1, 0]), ([5, 2, 1], [0, 0, 1])] {
            let cart = Cart::new(&dims, &periods);
            for own in 0..dims.iter().product::<i32>() as u32 {
                for at in 0..3 {
                    for displacement in -9..=9 {
                        let slow =
                            (slow_shift(&cart, own, at, -displacement), slow_shift(&cart, own, at, displacement));
                        assert_eq!(cart.shift(own, at as i32, displacement), Ok(slow));
                    }
                }
            }
            assert_eq!(cart.shift(0, 3, 1).expect_err("none").class(), ErrorClass::Arg);
            assert_eq!(cart.shift(0, -1, 1).expect_err("none").class(), ErrorClass::Arg);
        }
        assert_eq!(Cart::new(&[3], &[1]).shift(0, 0, i32::MIN), Ok((2, 1)));
    }

    #[test]
    fn neighbours_come_by_dimension_and_directions_fit_together() {
        let cart = Cart::new(&[3, 2], &[0, 1]);
        let own = cart.neighbours(2);
        assert_eq!(ranks(&own.destinations), [0, 4, 3, 3]);
        assert_eq!(ranks(&own.sources), [0, 4, 3, 3]);
        assert_eq!(ranks(&cart.neighbours(0).sources), [PROC_NULL, 2, 1, 1]);
        // Every message has one place where it is received: (from, to, tag) of all ranks, both ways.
        for (dims, periods) in [([3, 2], [0, 1]), ([1, 1], [1, 1]), ([2, 2], [1, 1]), ([1, 4], [0, 1])] {
            let cart = Cart::new(&dims, &periods);
            let (mut sent, mut received) = (Vec::new(), Vec::new());
            for own in 0..dims[0] * dims[1] {
                let neighbours = cart.neighbours(own as u32);
                let there = |edges: &[Edge]| edges.iter().copied().filter(|edge| edge.rank >= 0).collect::<Vec<_>>();
                sent.extend(there(&neighbours.destinations).iter().map(|to| (own, to.rank, to.tag)));
                received.extend(there(&neighbours.sources).iter().map(|from| (from.rank, own, from.tag)));
            }
            sent.sort_unstable();
            received.sort_unstable();
            assert_eq!(sent, received);
        }
        // Where both neighbours are one rank, what goes before arrives from behind.
        let pair = Cart::new(&[2], &[1]).neighbours(0);
        assert_eq!((pair.destinations[0].tag, pair.sources[1].tag), (0, 0));
    }

    #[test]
    fn parts_keep_the_order_of_ranks() {
        let cart = Cart::new(&[2, 3, 4], &[0, 1, 0]);
        let remain = [0, 1, 1];
        assert_eq!(cart.kept(&remain), Cart::new(&[3, 4], &[1, 0]));
        assert_eq!(cart.part(0, &remain), (0, 0));
        assert_eq!(cart.part(13, &remain), (1, 1));
        for own in 0..24 {
            let coords = cart.coords(own);
            let (part, rank) = cart.part(own, &[1, 0, 1]);
            assert_eq!((part as i32, rank as i32), (coords[1], coords[0] * 4 + coords[2]));
        }
        assert_eq!(cart.part(17, &[0, 0, 0]), (17, 0));
        assert!(cart.kept(&[0, 0, 0]).dims().is_empty());
    }
}
