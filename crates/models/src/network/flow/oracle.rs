//! A reference solver for tests and benches: max-min fairness by the textbook algorithm in floating point, independent of the
//! model's solver.
//!
//! The method is progressive filling (Bertsekas and Gallager, Data Networks, 2nd edition, §6.5.2). Each round finds the link,
//! or the bound of a flow, that stops its flows at the lowest level (rate divided by weight), fixes the rates of these flows,
//! and removes them. The cost is O(flows · hops) per round; it is not optimised.

/// A flow as the oracle sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleFlow {
    /// Indices of links; one that appears twice is used twice.
    pub route: Vec<usize>,
    /// Its share relative to others.
    pub weight: f64,
    /// Its greatest rate.
    pub bound: f64,
}

/// The weighted max-min fair rates of `flows` over links of these capacities.
pub fn max_min_rates(capacities: &[f64], flows: &[OracleFlow]) -> Vec<f64> {
    let mut rates = vec![None; flows.len()];
    while rates.iter().any(Option::is_none) {
        let mut room = capacities.to_vec();
        let mut weight = vec![0.0; capacities.len()];
        for (flow, rate) in flows.iter().zip(&rates) {
            for &link in &flow.route {
                match rate {
                    Some(rate) => room[link] -= rate,
                    None => weight[link] += flow.weight,
                }
            }
        }
        let share = |link: usize| room[link].max(0.0) / weight[link];
        let level =
            |flow: &OracleFlow| flow.route.iter().map(|link| share(*link)).fold(flow.bound / flow.weight, f64::min);
        let open = || flows.iter().zip(&rates).filter(|(_, rate)| rate.is_none()).map(|(flow, _)| level(flow));
        let lowest = open().fold(f64::INFINITY, f64::min);
        // Levels that are equal but for rounding are fixed together, each at its own value.
        let levels: Vec<f64> = flows.iter().map(level).collect();
        for ((flow, rate), level) in flows.iter().zip(&mut rates).zip(levels) {
            if rate.is_none() && level <= lowest * (1.0 + 1e-13) {
                *rate = Some((level * flow.weight).min(flow.bound));
            }
        }
    }
    rates.into_iter().flatten().collect()
}
