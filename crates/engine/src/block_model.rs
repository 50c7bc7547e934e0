//! A performance model of a block, that is, of the program's computation between two MPI calls: a sum of terms in the block's
//! parameters, each with a coefficient.
//!
//! time = Σ coefficient · product of parameters. Coefficients are kept in attoseconds and sums are exact, so that the time,
//! rounded to picoseconds, is the same everywhere.

use ops::NamedBlock;
use units::{Time, UnitError};

/// A picosecond.
const ATTOSECONDS: i128 = 1_000_000;

/// A term is a product of at most this many parameters.
const FACTORS_MAX: usize = 8;

/// A product of parameters, and what each unit of it takes.
#[derive(Clone, Debug, PartialEq)]
struct Term {
    attoseconds: i128,
    /// Indices of parameters.
    factors: Vec<usize>,
}

impl Term {
    fn read(term: &str, coefficient: &str) -> Result<Self, String> {
        let factor = |word: &str| match word.trim() {
            "p1" => Some(0),
            "p2" => Some(1),
            "p3" => Some(2),
            "p4" => Some(3),
            _ => None,
        };
        let factors: Option<Vec<usize>> =
            if term.trim() == "1" { Some(Vec::new()) } else { term.split('*').map(factor).collect() };
        let factors = factors.filter(|factors| factors.len() <= FACTORS_MAX).ok_or_else(|| {
            format!(
                "`{term}` is not a term; expected `1` or a product of up to {FACTORS_MAX} of p1 to p4, as `p1*p2`"
            )
        })?;
        let (sign, size) = coefficient.trim().strip_prefix('-').map_or((1, coefficient), |size| (-1, size));
        let attoseconds = units::attoseconds(size).map_err(|problem: UnitError| format!("`{term}`: {problem}"))?;
        let attoseconds = i128::try_from(attoseconds).map_err(|_| format!("`{term}`: {coefficient} is too much"))?;
        Ok(Self { attoseconds: sign * attoseconds, factors })
    }

    /// Its contribution in attoseconds; none on overflow.
    fn value(&self, parameters: &[u64]) -> Option<i128> {
        self.factors.iter().try_fold(self.attoseconds, |product, &at| product.checked_mul(parameters[at].into()))
    }
}

/// A model: the sum of its terms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BlockModel {
    terms: Vec<Term>,
    /// Parameters that a block has to have.
    needed: usize,
}

impl BlockModel {
    /// Reads terms and their coefficients.
    ///
    /// # Errors
    /// In words.
    pub(crate) fn read<'a>(terms: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Self, String> {
        let terms: Vec<Term> =
            terms.map(|(term, coefficient)| Term::read(term, coefficient)).collect::<Result<_, _>>()?;
        if terms.is_empty() {
            return Err("it has no terms; expected for example { \"1\" = \"2 us\", \"p1\" = \"1.5 ns\" }".to_owned());
        }
        let needed = terms.iter().flat_map(|term| &term.factors).map(|at| at + 1).max().unwrap_or(0);
        Ok(Self { terms, needed })
    }

    /// The time of a block, none where the sum is below zero.
    ///
    /// # Errors
    /// The block lacks a parameter, or the time is none.
    pub(crate) fn time(&self, block: &NamedBlock) -> Result<Option<Time>, String> {
        let count = usize::from(block.count);
        if count < self.needed {
            let needed = self.needed;
            return Err(format!("a model uses parameter p{needed} of a block that has {count}"));
        }
        let add = |sum: i128, term: &Term| sum.checked_add(term.value(&block.parameters)?);
        let sum = self.terms.iter().try_fold(0, add);
        let picoseconds = sum.and_then(|sum| sum.checked_add(ATTOSECONDS / 2)).map(|sum| sum.div_euclid(ATTOSECONDS));
        match picoseconds {
            Some(..0) => Ok(None),
            Some(ps) if ps <= i128::from(i64::MAX) => Ok(Some(Time::from_ps(ps as u64))),
            _ => Err("a modelled block is longer than simulated time can tell".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(parameters: &[u64]) -> NamedBlock {
        let mut block = NamedBlock { name: 1, count: parameters.len() as u8, ..NamedBlock::default() };
        block.parameters[..parameters.len()].copy_from_slice(parameters);
        block
    }

    fn time(terms: &[(&str, &str)], parameters: &[u64]) -> Result<Option<u64>, String> {
        let model = BlockModel::read(terms.iter().copied())?;
        Ok(model.time(&block(parameters))?.map(Time::ps))
    }

    #[test]
    fn a_model_is_the_rounded_sum_of_its_terms() {
        let terms = [("1", "2 us"), ("p2", "1.5 ns"), ("p1*p2", "0.25 ps"), ("p1 * p1", "-0.000001 ps")];
        assert_eq!(time(&terms, &[3, 10]), Ok(Some(2_000_000 + 15_000 + 7)), "7.5 − 0.000009 rounds down");
        assert_eq!(time(&terms, &[0, 0]), Ok(Some(2_000_000)));
        assert_eq!(time(&[("1", "20 s")], &[]), Ok(Some(20_000_000_000_000)));
        assert_eq!(time(&[("1", "1 ns"), ("p1", "-1 ns")], &[2]), Ok(None));
        assert_eq!(time(&[("1", "0.499999 ps")], &[]), Ok(Some(0)));
        assert_eq!(time(&[("1", "0.5 ps")], &[]), Ok(Some(1)));
    }

    #[test]
    fn what_no_model_can_say_is_an_error() {
        for (terms, parameters, expected) in [
            (&[][..], &[][..], "it has no terms"),
            (&[("n", "1 ns")], &[], "`n` is not a term; expected `1` or a product"),
            (&[("p1*", "1 ns")], &[], "`p1*` is not a term"),
            (&[("p5", "1 ns")], &[], "`p5` is not a term"),
            (&[("p1*p1*p1*p1*p1*p1*p1*p1*p1", "1 ns")], &[], "of up to 8"),
            (&[("p1", "1")], &[], "`p1`: `1` has no unit"),
            (&[("p1", "--1 ns")], &[], "`p1`: `-1 ns` is not a number"),
            (&[("p1*p3", "1 ns")], &[1, 2], "uses parameter p3 of a block that has 2"),
            (&[("p1*p1", "1 s")], &[u64::MAX / 2], "longer than simulated time can tell"),
            (&[("p1*p1*p1", "1 s")], &[u64::MAX / 2], "longer than simulated time can tell"),
            (&[("1", "1e60 s")], &[], "too large"),
        ] {
            let error = time(terms, parameters).unwrap_err();
            assert!(error.contains(expected), "{terms:?}: {error}");
        }
    }
}
