//! The part of `windtunnel compare` that compares phases: for each phase that the program marks (`MPI_Pcontrol`, `wt_phase`),
//! its time in each variant.

use super::variant::{PhaseDifference, Variant};
use results::PhaseShare;
use views::text::time;

/// Phases with a column of their own, at most.
const COLUMNS: usize = 6;

/// The mean time of a phase; nothing where a run has not come so far.
fn mean(phases: &[PhaseShare], name: &str) -> u64 {
    phases.iter().find(|phase| phase.phase == name).map_or(0, |phase| phase.mean_ps)
}

/// The phase in which a rank's mean time differs most; the first of them, if any differs.
pub(super) fn largest_difference(first: &[PhaseShare], here: &[PhaseShare]) -> Option<PhaseDifference> {
    let difference = |name: &String| PhaseDifference {
        phase: name.clone(),
        first_ps: mean(first, name),
        this_ps: mean(here, name),
    };
    let size = |own: &PhaseDifference| own.first_ps.abs_diff(own.this_ps);
    let names = first.iter().chain(here.iter().filter(|own| mean(first, &own.phase) == 0)).map(|own| &own.phase);
    let all: Vec<PhaseDifference> = names.map(difference).filter(|own| size(own) > 0).collect();
    // The last of equals is taken.
    all.into_iter().rev().max_by_key(size)
}

/// A phase, and the least and the most that a variant says of it.
pub(super) struct Spread<'a> {
    pub(super) phase: &'a str,
    least: (u64, &'a str),
    most: (u64, &'a str),
}

impl Spread<'_> {
    fn size(&self) -> u64 {
        self.most.0 - self.least.0
    }
}

/// All phases in the order in which the variants have them, with what the variants say of each.
pub(super) fn spreads(variants: &[Variant]) -> Vec<Spread<'_>> {
    let mut names: Vec<&str> = Vec::new();
    for phase in variants.iter().flat_map(|variant| &variant.phases) {
        if !names.contains(&phase.phase.as_str()) {
            names.push(&phase.phase);
        }
    }
    let spread = |phase| {
        let times = || variants.iter().map(move |variant| (mean(&variant.phases, phase), variant.name.as_str()));
        // Of equals the first one of the least, the last one of the most.
        let least = times().min_by_key(|(time, _)| *time).unwrap_or_default();
        let most = times().max_by_key(|(time, _)| *time).unwrap_or_default();
        Spread { phase, least, most }
    };
    names.into_iter().map(spread).filter(|spread| spread.most.0 > 0).collect()
}

/// Those in which the variants differ most, in the order of the program.
pub(super) fn shown<'a>(spreads: &'a [Spread<'a>], count: usize) -> Vec<&'a str> {
    let mut sizes: Vec<(u64, usize)> = spreads.iter().map(Spread::size).zip(0..).collect();
    sizes.sort_unstable_by_key(|(size, at)| (std::cmp::Reverse(*size), *at));
    let mut places: Vec<usize> = sizes.into_iter().take(count).map(|(_, at)| at).collect();
    places.sort_unstable();
    places.into_iter().map(|at| spreads[at].phase).collect()
}

/// Rows of a table: a line for each variant, a column for each phase.
pub(super) fn rows(variants: &[Variant]) -> Vec<Vec<String>> {
    let spreads = spreads(variants);
    let names = shown(&spreads, COLUMNS);
    if names.is_empty() {
        return Vec::new();
    }
    let rest = spreads.len() - names.len();
    let mut head = vec!["phases, mean over ranks".to_owned()];
    head.extend(names.iter().map(|name| (*name).to_owned()));
    head.extend((rest > 0).then(|| format!("{rest} more")));
    let row = |variant: &Variant| {
        let mut row = vec![format!("  {}", variant.name)];
        row.extend(names.iter().map(|name| time(mean(&variant.phases, name))));
        row.extend((rest > 0).then(|| time(others(variant, &names))));
        row
    };
    std::iter::once(head).chain(variants.iter().map(row)).collect()
}

/// The mean times of the phases that have no column, together.
pub(super) fn others(variant: &Variant, names: &[&str]) -> u64 {
    let other = |phase: &&PhaseShare| !names.contains(&phase.phase.as_str());
    variant.phases.iter().filter(other).map(|phase| phase.mean_ps).sum()
}

/// The phase in which the variants differ most, in words.
pub(super) fn sentence(variants: &[Variant]) -> Option<String> {
    let spreads = spreads(variants);
    let widest = spreads.iter().rev().max_by_key(|spread| spread.size()).filter(|spread| spread.size() > 0)?;
    let Spread { phase, least, most } = widest;
    let (from, to) = (time(least.0), time(most.0));
    Some(format!("predictions differ most in phase `{phase}`: from {from} ({}) to {to} ({})", least.1, most.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(name: &str, mean_ps: u64) -> PhaseShare {
        PhaseShare { phase: name.to_owned(), mean_ps, max_ps: mean_ps + 1, steps: None }
    }

    #[test]
    fn the_phase_that_differs_most_is_the_first_of_them() {
        let first = [share("0", 5), share("a", 30), share("b", 7)];
        let found =
            |here: &[PhaseShare]| largest_difference(&first, here).map(|own| (own.phase, own.first_ps, own.this_ps));
        assert_eq!(found(&first), None);
        assert_eq!(found(&[share("0", 5), share("a", 20), share("b", 17)]), Some(("a".to_owned(), 30, 20)));
        assert_eq!(found(&[share("0", 5), share("c", 31)]), Some(("c".to_owned(), 0, 31)), "a way of its own");
        assert_eq!(found(&[]), Some(("a".to_owned(), 30, 0)));
    }
}
