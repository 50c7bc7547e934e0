//! Rank correlation and linear correlation of a measure of link loads with the run time, over several runs.

use serde_json::{Value, json};

/// The quantile of a normal distribution between which and its negative 95 % lie.
const NORMAL_95: f64 = 1.959_964;

/// An estimate with the interval that holds the truth in 95 % of samples; none where the sample is too small.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Estimate {
    pub(super) value: f64,
    pub(super) interval: Option<(f64, f64)>,
}

impl Estimate {
    /// By Fisher's transform; `variance` is that of the transformed estimate, if the sample suffices.
    fn new(value: f64, variance: Option<f64>) -> Self {
        let value = value.clamp(-1.0, 1.0);
        let interval = variance.filter(|_| value.abs() < 1.0).map(|variance| {
            let (middle, half) = (value.atanh(), NORMAL_95 * variance.sqrt());
            ((middle - half).tanh(), (middle + half).tanh())
        });
        Self { value, interval }
    }

    pub(super) fn json(&self) -> Value {
        let round = |value: f64| (value * 1e6).round() / 1e6;
        let interval = self.interval.map(|(low, high)| [round(low), round(high)]);
        json!({ "value": round(self.value), "interval": interval })
    }
}

/// Correlation of two figures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Correlation {
    /// Of their values.
    pub(super) pearson: Estimate,
    /// Of their ranks.
    pub(super) spearman: Estimate,
    /// Of the order of pairs, ties taken into account (tau-b).
    pub(super) kendall: Estimate,
}

impl Correlation {
    /// None of fewer than three runs, or where all have one value. Intervals: D. G. Bonett and T. A. Wright, "Sample size
    /// requirements for estimating Pearson, Kendall and Spearman correlations", Psychometrika 65 (2000), eq. 2 to 4.
    pub(super) fn of(a: &[f64], b: &[f64]) -> Option<Self> {
        let n = a.len() as f64;
        if a.len() < 3 || a.len() != b.len() {
            return None;
        }
        let (pearson, spearman) = (product_moment(a, b)?, product_moment(&ranks(a), &ranks(b))?);
        let enough = |least: usize, variance: f64| (a.len() > least).then_some(variance);
        Some(Self {
            pearson: Estimate::new(pearson, enough(3, 1.0 / (n - 3.0))),
            spearman: Estimate::new(spearman, enough(3, (1.0 + spearman * spearman / 2.0) / (n - 3.0))),
            kendall: Estimate::new(tau_b(a, b), enough(4, 0.437 / (n - 4.0))),
        })
    }
}

fn product_moment(a: &[f64], b: &[f64]) -> Option<f64> {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let (mut both, mut of_a, mut of_b) = (0.0, 0.0, 0.0);
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (a - mean_a, b - mean_b);
        both += a * b;
        of_a += a * a;
        of_b += b * b;
    }
    (of_a > 0.0 && of_b > 0.0).then(|| both / (of_a * of_b).sqrt())
}

/// The rank of each value from 1 on; equal ones have the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

fn tau_b(a: &[f64], b: &[f64]) -> f64 {
    let sign = |x: f64, y: f64| {
        if x > y {
            1.0
        } else if x < y {
            -1.0
        } else {
            0.0
        }
    };
    let (mut agree, mut of_a, mut of_b) = (0.0, 0.0, 0.0);
    for i in 0..a.len() {
        for j in 0..i {
            let (in_a, in_b) = (sign(a[i], a[j]), sign(b[i], b[j]));
            agree += in_a * in_b;
            of_a += in_a * in_a;
            of_b += in_b * in_b;
        }
    }
    agree / f64::sqrt(of_a * of_b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }

    #[test]
    fn estimates_are_those_of_textbooks() {
        // Worked out by hand: sums of products, differences of ranks, pairs in order.
        let (a, b) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2.0, 1.0, 4.0, 3.0, 7.0, 5.0]);
        let found = Correlation::of(&a, &b).unwrap();
        close(found.pearson.value, 16.0 / (17.5_f64 * (104.0 - 22.0 * 22.0 / 6.0)).sqrt());
        close(found.spearman.value, 1.0 - 6.0 * 6.0 / 210.0);
        close(found.kendall.value, (12.0 - 3.0) / 15.0);
        let (low, high) = found.pearson.interval.unwrap();
        close((low.atanh() + high.atanh()) / 2.0, found.pearson.value.atanh());
        close((high.atanh() - low.atanh()) / 2.0, 1.959_964 / 3.0_f64.sqrt());
    }

    #[test]
    fn ties_share_ranks_and_count_for_neither_order() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
        // Pairs: 3 agree, 0 disagree, 1 tied in a, 2 in b.
        close(tau_b(&[1.0, 2.0, 2.0, 3.0], &[1.0, 1.0, 2.0, 2.0]), 3.0 / (5.0_f64 * 4.0).sqrt());
    }

    #[test]
    fn what_does_not_vary_has_no_correlation_and_two_runs_say_nothing() {
        assert_eq!(Correlation::of(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]), None);
        assert_eq!(Correlation::of(&[1.0, 2.0], &[1.0, 2.0]), None);
        let line = Correlation::of(&[1.0, 2.0, 3.0, 4.0, 5.0], &[-2.0, -4.0, -6.0, -8.0, -10.0]).unwrap();
        assert_eq!((line.pearson.value, line.spearman.value, line.kendall.value), (-1.0, -1.0, -1.0));
        assert_eq!(line.pearson.interval, None, "a line has none");
    }
}
