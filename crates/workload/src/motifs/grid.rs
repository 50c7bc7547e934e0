//! Chooses the sizes of Cartesian grids of ranks, for several motifs: sizes that the user does not give are as balanced as
//! those of `MPI_Dims_create`.

use super::parameter::MotifError;
use std::cmp::Reverse;

/// The sizes of a grid of `N` axes, 1 to 3, whose product is the number of ranks: those given by name, and for the others the most
/// balanced ones, larger first, as `MPI_Dims_create` (MPI 5.0 §8.5.2) asks for.
fn sizes<const N: usize>(ranks: u32, given: [(&str, Option<u32>); N]) -> Result<[u32; N], MotifError> {
    let named: Vec<String> = given.iter().filter_map(|(name, size)| Some(format!("{name}={}", (*size)?))).collect();
    let no_grid = || MotifError::NoGrid { given: named.join(" "), ranks };
    let product = given.iter().filter_map(|(_, size)| *size).try_fold(1u32, u32::checked_mul);
    let given_ranks = product.filter(|product| *product > 0 && ranks.is_multiple_of(*product)).ok_or_else(no_grid)?;
    let free = given.iter().filter(|(_, size)| size.is_none()).count();
    if free == 0 && given_ranks != ranks {
        return Err(no_grid());
    }
    let mut sizes = if free == 0 { Vec::new() } else { balanced(ranks / given_ranks, free) }.into_iter();
    Ok(given.map(|(_, size)| size.unwrap_or_else(|| sizes.next().unwrap_or(1))))
}

/// A plane of ranks.
///
/// # Errors
/// No grid with the sizes given holds the ranks.
pub(super) fn grid2(ranks: u32, given: [(&str, Option<u32>); 2]) -> Result<[u32; 2], MotifError> {
    sizes(ranks, given)
}

/// A box of ranks.
///
/// # Errors
/// No grid with the sizes given holds the ranks.
pub(super) fn grid3(ranks: u32, given: [(&str, Option<u32>); 3]) -> Result<[u32; 3], MotifError> {
    if let [Some(x), Some(y), Some(z)] = given.map(|(_, size)| size) {
        let places = u64::from(x) * u64::from(y);
        let fits = places.checked_mul(z.into()) == Some(ranks.into());
        return if fits { Ok([x, y, z]) } else { Err(MotifError::Grid { x, y, z, ranks }) };
    }
    sizes(ranks, given)
}

/// `count` (1 to 3) factors of `number`, descending, with the least difference between first and last, then the
/// greatest last one, as `MPI_Dims_create` chooses.
fn balanced(number: u32, count: usize) -> Vec<u32> {
    let divisors =
        |number: u32| (1..=number).take_while(move |d| d * d <= number).filter(move |d| number.is_multiple_of(*d));
    match count {
        1 => vec![number],
        2 => divisors(number).last().map(|small| vec![number / small, small]).unwrap_or_default(),
        _ => (1..=number)
            .take_while(|small| u64::from(*small).pow(3) <= u64::from(number))
            .filter(|small| number.is_multiple_of(*small))
            .flat_map(|small| {
                let rest = number / small;
                let middle = (1..=rest).take_while(move |m| u64::from(*m).pow(2) <= u64::from(rest));
                middle.filter(move |m| *m >= small && rest.is_multiple_of(*m)).map(move |m| [rest / m, m, small])
            })
            .min_by_key(|[large, _, small]| (large - small, Reverse(*small)))
            .map(|sizes| sizes.to_vec())
            .unwrap_or_default(),
    }
}
