//! File domains of two-phase collective I/O: which aggregator accesses which bytes of the file.

/// File domains: each byte of the range that is accessed has one aggregator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Domains {
    /// One stretch each: where they end, ascending.
    Stretches(Vec<u64>),
    /// Stripes of so many bytes in turn.
    Stripes {
        /// Bytes of a stripe.
        stripe: u64,
        /// How many aggregators.
        aggregators: u32,
    },
}

impl Domains {
    /// Equal stretches of a range; with a unit their ends are moved to its nearest multiples.
    pub(super) fn stretches((start, end): (u64, u64), aggregators: u32, unit: Option<u64>) -> Self {
        let size = (end - start).div_ceil(aggregators.into());
        let rounded = |at: u64| match unit {
            None => at,
            Some(unit) if at % unit < unit - at % unit => at - at % unit,
            Some(unit) => at.saturating_add(unit - at % unit),
        };
        let ends = (1..=u64::from(aggregators)).map(|number| start.saturating_add(size.saturating_mul(number)));
        let mut ends: Vec<u64> = ends.map(|at| rounded(at).min(end)).collect();
        if let Some(last) = ends.last_mut() {
            *last = end;
        }
        Self::Stretches(ends)
    }

    /// The aggregator of a byte of the range, and where its domain, or its stripe there, ends.
    pub(super) fn locate(&self, offset: u64) -> (u32, u64) {
        match *self {
            Self::Stretches(ref ends) => {
                let number = ends.partition_point(|&end| end <= offset);
                (number as u32, ends[number])
            }
            Self::Stripes { stripe, aggregators } => {
                let number = offset / stripe;
                ((number % u64::from(aggregators)) as u32, (number + 1).saturating_mul(stripe))
            }
        }
    }
}

/// How many aggregators write to a file of Lustre with `stripes` stripes: as many for each stripe, at most `ratio`; if there are
/// fewer than stripes, as many as divide them.
pub(super) fn lustre_aggregators(most: u32, stripes: u32, ratio: u32) -> u32 {
    if most >= stripes {
        return stripes.saturating_mul((most / stripes).min(ratio));
    }
    (1..=most).rev().find(|count| stripes.is_multiple_of(*count)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_equal_or_end_at_multiples() {
        assert_eq!(Domains::stretches((10, 107), 4, None), Domains::Stretches(vec![35, 60, 85, 107]));
        assert_eq!(Domains::stretches((0, 10), 4, None), Domains::Stretches(vec![3, 6, 9, 10]));
        // 35 is nearer to 40 than to 20, 60 is one, 85 is nearer to 80.
        assert_eq!(Domains::stretches((10, 107), 4, Some(20)), Domains::Stretches(vec![40, 60, 80, 107]));
        // Domains may be empty.
        let few = Domains::stretches((3, 9), 3, Some(100));
        assert_eq!(few, Domains::Stretches(vec![0, 0, 9]));
        assert_eq!((few.locate(3), few.locate(8)), ((2, 9), (2, 9)));
        let ends = Domains::stretches((10, 107), 4, None);
        assert_eq!((ends.locate(34), ends.locate(35), ends.locate(106)), ((0, 35), (1, 60), (3, 107)));
    }

    #[test]
    fn stripes_are_dealt_in_turn() {
        let stripes = Domains::Stripes { stripe: 10, aggregators: 3 };
        let found = [0, 9, 10, 29, 30, 45].map(|offset| stripes.locate(offset));
        assert_eq!(found, [(0, 10), (0, 10), (1, 20), (2, 30), (0, 40), (1, 50)]);
    }

    #[test]
    fn lustre_has_a_multiple_or_a_divisor_of_its_stripes() {
        let found = [(8, 4, 1), (9, 4, 2), (9, 4, 5), (5, 6, 1), (3, 7, 1), (1, 1, 1)];
        let found = found.map(|(most, stripes, ratio)| lustre_aggregators(most, stripes, ratio));
        assert_eq!(found, [4, 8, 8, 3, 1, 1]);
    }
}
