//! Root causes for `windtunnel explain`: a tree of what made ranks wait, in which each node has its share of all waiting time.

use super::advice::{self, Facts};
use super::cause::{Cause, CauseGroup, sums};
use super::names::Names;
use super::part::LossShare;
use super::words;
use crate::by_number::ByNumber;
use crate::losses::UNKNOWN_CLASS;
use crate::roots::{ActivityKind, Cost, NOBODY, Roots};
use ops::CallSite;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use units::{LinkId, Time};

/// Most first; equal ones in the order of kinds.
pub(super) fn of(roots: &Roots, names: &Names, facts: &Facts, all_time_ps: u64) -> Vec<Cause> {
    let mut kinds: BTreeMap<ActivityKind, Vec<(u32, &Cost)>> = BTreeMap::new();
    for ((kind, class), cost) in &roots.of {
        kinds.entry(*kind).or_default().push((*class, cost));
    }
    let mut causes: Vec<Cause> = Vec::new();
    for (kind, mut classes) in kinds {
        classes.sort_by_key(|(_, cost)| Reverse(cost.lost));
        let of = CauseGroup { kind, classes, calls: &roots.calls };
        let ranks = roots.victims.get(&kind).map_or(0, ByNumber::len) as u64;
        causes.push(cause(&of, ranks, names, facts, all_time_ps));
    }
    causes.sort_by_key(|cause| Reverse(cause.lost_ps));
    causes
}

fn cause(of: &CauseGroup<'_>, ranks: u64, names: &Names, facts: &Facts, all_time_ps: u64) -> Cause {
    let felt = sums(of.classes.iter().flat_map(|(_, cost)| &cost.felt));
    let felt_as = LossShare::largest(
        felt.iter().map(|(wait_state, time)| (*wait_state, time.ps())),
        "others",
        |wait_state, time| LossShare::leaf(words::wait_state(wait_state).into(), time),
    );
    let whole = |time: fn(&Cost) -> Time| of.classes.iter().map(|(_, cost)| time(cost)).sum::<Time>().ps();
    let mut cause = Cause {
        cause: words::cause(of.kind),
        lost_ps: whole(|cost| cost.lost),
        direct_ps: whole(|cost| cost.direct),
        ranks,
        felt_as,
        parts: parts(of, names, facts),
        what: String::new(),
        advice: String::new(),
    };
    cause.what = words::caused(of, &cause, all_time_ps);
    cause.advice = advice::of(of, &felt, facts, names);
    cause
}

/// Where a cause is: computing by call site and rank, contention by class of links and link, a hot server by number and call, the
/// rest by call.
fn parts(of: &CauseGroup<'_>, names: &Names, facts: &Facts) -> Vec<LossShare> {
    let classes = |others: &str, name: &dyn Fn(u32) -> Arc<str>, parts: &dyn Fn(&Cost) -> Vec<LossShare>| {
        let costs: BTreeMap<u32, &Cost> = of.classes.iter().copied().collect();
        let times = of.classes.iter().map(|(class, cost)| (*class, cost.lost.ps()));
        LossShare::largest(times, others, |class, time| {
            let calls =
                if of.kind == ActivityKind::Contention { calls(costs[&class], of, names) } else { Vec::new() };
            LossShare { parts: parts(costs[&class]), calls, ..LossShare::leaf(name(class), time) }
        })
    };
    let ranks = |cost: &Cost| Names::rank_parts(cost.who.iter().map(|(rank, time)| (rank, time.ps())));
    match of.kind {
        ActivityKind::Computation => classes(
            "other call sites",
            &|site| format!("before the call in {}", names.site(CallSite(site))).into(),
            &ranks,
        ),
        ActivityKind::Work => {
            let name = |place| of.call(place).map_or_else(|| "unknown".into(), |call| names.call(call));
            classes("other call sites", &|place| format!("before {}", name(place)).into(), &ranks)
        }
        ActivityKind::Noise => classes("others", &|_| "cores of ranks".into(), &ranks),
        ActivityKind::Contention => {
            let links = |cost: &Cost| {
                let link = |link: u32| Some(LinkId(link)).filter(|_| link != NOBODY);
                names.link_parts(cost.who.iter().map(|(who, time)| (link(who), time.ps())))
            };
            classes("other classes", &|class| class_words(names, class), &links)
        }
        ActivityKind::HotServer => {
            classes("other servers", &|server| facts.server(server).into(), &|cost| calls(cost, of, names))
        }
        _ => {
            let places = sums(of.classes.iter().flat_map(|(_, cost)| &cost.places));
            names.call_parts(places.iter().map(|(place, time)| (of.call(*place), time.ps())))
        }
    }
}

fn calls(cost: &Cost, of: &CauseGroup<'_>, names: &Names) -> Vec<LossShare> {
    names.call_parts(cost.places.iter().map(|(place, time)| (of.call(*place), time.ps())))
}

/// A class of links, as an item of a list.
pub(super) fn class_words(names: &Names, class: u32) -> Arc<str> {
    let unknown = || "links that the network model does not name".into();
    if class == UNKNOWN_CLASS {
        unknown()
    } else {
        names.class(class).map_or_else(unknown, |class| format!("links {class}").into())
    }
}
