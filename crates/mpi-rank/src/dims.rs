//! Computes balanced grids of ranks (`MPI_Dims_create`, MPI 5.0 §8.5.2).

use crate::Fault;
use ops::ErrorClass;

/// Fills the zeros of `dims` so that their product is `nodes`: the new sizes lie as close together as any, do not
/// ascend, and among equally good ones the last are largest, then the next to last: so does MPICH.
///
/// # Errors
/// No or negative nodes, negative sizes, or `nodes` is no multiple of the given sizes.
pub fn create(nodes: i32, dims: &mut [i32]) -> Result<(), Fault> {
    let nodes = u64::try_from(nodes).ok().filter(|&nodes| nodes > 0).ok_or(Fault::Arg("the number of nodes"))?;
    let (mut given, mut free) = (1u64, 0);
    for &dim in dims.iter() {
        match u64::try_from(dim) {
            Err(_) => return Err(Fault::Class(ErrorClass::Dims, "a dimension is negative")),
            Ok(0) => free += 1,
            Ok(size) => given = given.saturating_mul(size),
        }
    }
    if !nodes.is_multiple_of(given) || (free == 0 && nodes != given) {
        return Err(Fault::Class(ErrorClass::Dims, "the dimensions given do not divide the number of nodes"));
    }
    if free > 0 {
        let sizes = balanced(nodes / given, free);
        dims.iter_mut().filter(|dim| **dim == 0).zip(sizes).for_each(|(dim, size)| *dim = size as i32);
    }
    Ok(())
}

/// `count` factors of `nodes` that do not ascend.
fn balanced(nodes: u64, count: usize) -> Vec<u64> {
    let divisors = divisors(nodes);
    let fits = |size: u64, count: usize| power_reaches(size, count, nodes);
    // The smallest factor is at most the root, the largest at least.
    let low: Vec<u64> =
        divisors.iter().copied().filter(|&size| size == 1 || !power_exceeds(size, count, nodes)).collect();
    let mut best: Option<(u64, Vec<u64>)> = None;
    for &largest in divisors.iter().filter(|&&size| fits(size, count)) {
        for &smallest in low.iter().rev() {
            let spread = largest - smallest.min(largest);
            if best.as_ref().is_some_and(|(least, _)| spread > *least) {
                break;
            }
            if let Some(sizes) = between(nodes, count, smallest, largest, &divisors) {
                best = Some((spread, sizes));
                break;
            }
        }
    }
    best.expect("nodes and ones are always a solution").1
}

/// The factors of `nodes` that do not ascend and lie in `low..=high`, the last as large as can be, then the next to last;
/// found by trying sizes in order from the last on and taking the latest back.
fn between(nodes: u64, count: usize, low: u64, high: u64, divisors: &[u64]) -> Option<Vec<u64>> {
    let mut chosen: Vec<u64> = Vec::with_capacity(count);
    let (mut rest, mut below) = (nodes, divisors.len());
    loop {
        let left = count - chosen.len();
        if left == 0 && rest == 1 {
            chosen.reverse();
            return Some(chosen);
        }
        let least = chosen.last().copied().unwrap_or(low);
        let next = (left > 0).then(|| {
            let open = divisors[..below].iter().rev().take_while(|&&size| size >= least);
            let mut fitting = open.filter(|&&size| {
                let last = left == 1 && size != rest;
                size <= high
                    && rest.is_multiple_of(size)
                    && !last
                    && !power_exceeds(size, left, rest)
                    && power_reaches(high, left - 1, rest / size)
            });
            fitting.next().copied()
        });
        match next.flatten() {
            Some(size) => {
                chosen.push(size);
                (rest, below) = (rest / size, divisors.len());
            }
            None => {
                let back = chosen.pop()?;
                rest *= back;
                below = divisors.partition_point(|&size| size < back);
            }
        }
    }
}

/// Whether `size^count >= nodes`.
fn power_reaches(size: u64, count: usize, nodes: u64) -> bool {
    power(size, count) >= u128::from(nodes)
}

/// Whether `size^count > nodes`.
fn power_exceeds(size: u64, count: usize, nodes: u64) -> bool {
    power(size, count) > u128::from(nodes)
}

fn power(size: u64, count: usize) -> u128 {
    u128::from(size).saturating_pow(count as u32)
}

/// All divisors, ascending.
fn divisors(nodes: u64) -> Vec<u64> {
    let small: Vec<u64> =
        (1..).take_while(|size| size * size <= nodes).filter(|&size| nodes.is_multiple_of(size)).collect();
    let large = small.iter().rev().map(|&size| nodes / size).filter(|&size| size * size != nodes);
    let large: Vec<u64> = large.collect();
    small.into_iter().chain(large).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Reverse;

    fn filled<const N: usize>(nodes: i32, mut dims: [i32; N]) -> [i32; N] {
        create(nodes, &mut dims).expect("valid");
        dims
    }

    /// The best spread by trying everything.
    fn slow(nodes: u64, count: usize, limit: u64) -> Vec<Vec<u64>> {
        if count == 0 {
            return if nodes == 1 { vec![Vec::new()] } else { Vec::new() };
        }
        let sizes = (1..=limit.min(nodes)).filter(|&size| nodes.is_multiple_of(size));
        sizes
            .flat_map(|size| {
                slow(nodes / size, count - 1, size).into_iter().map(move |mut rest| {
                    rest.insert(0, size);
                    rest
                })
            })
            .collect()
    }

    #[test]
    fn the_standards_examples() {
        assert_eq!(filled(6, [0, 0]), [3, 2]);
        assert_eq!(filled(7, [0, 0]), [7, 1]);
        assert_eq!(filled(6, [0, 3, 0]), [2, 3, 1]);
        let mut dims = [0, 3, 0];
        assert_eq!(create(7, &mut dims).expect_err("no multiple").class(), ErrorClass::Dims);
        assert_eq!(create(7, &mut [2, 3]).expect_err("another product").class(), ErrorClass::Dims);
        assert_eq!(create(6, &mut [-1, 0]).expect_err("negative").class(), ErrorClass::Dims);
        assert!(create(0, &mut [0]).is_err());
        assert!(create(1, &mut []).is_ok());
    }

    #[test]
    fn equally_good_grids_have_the_largest_last_sizes() {
        assert_eq!(filled(5040, [0; 3]), [21, 16, 15]);
        assert_eq!(filled(117_936, [0; 5]), [14, 13, 9, 9, 8]);
        assert_eq!(filled(134_064, [0; 5]), [19, 14, 9, 8, 7]);
    }

    #[test]
    fn no_other_grid_is_better() {
        for nodes in 1..=120 {
            for count in 1..=4 {
                let all = slow(nodes, count, nodes);
                let key = |sizes: &Vec<u64>| {
                    (sizes[0] - sizes[count - 1], sizes.iter().rev().map(|&size| Reverse(size)).collect::<Vec<_>>())
                };
                assert_eq!(Some(balanced(nodes, count)), all.into_iter().min_by_key(key), "{nodes} in {count}");
            }
        }
    }

    #[test]
    fn large_numbers_end_soon() {
        assert_eq!(filled(1 << 30, [0; 3]), [1024; 3]);
        assert_eq!(filled(i32::MAX, [0; 3]), [i32::MAX, 1, 1]);
        assert_eq!(filled(2_095_133_040, [0; 3]).iter().map(|&dim| i64::from(dim)).product::<i64>(), 2_095_133_040);
        assert_eq!(filled(12, [0; 40])[..4], [3, 2, 2, 1]);
    }
}
