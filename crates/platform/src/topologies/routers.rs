//! Routings that many topologies share: minimal, Valiant's and UGAL, over any graph of routers.
//!
//! * `valiant`: minimal to a random router, then minimal to the destination. Each of the two legs has virtual channels (VCs) of
//!   its own (Valiant and Brebner, STOC 1981).
//! * `adaptive` (`ugal-l`), `ugal-g`: at its first router a packet takes the minimal route (m) or a Valiant route (v),
//!   whichever has the smaller estimated delay (Singh, "Load-balanced routing in interconnection networks", Stanford 2005; Kim
//!   et al., ISCA 2008). `adaptive` takes the minimal route if q_m · H_m ≤ q_v · H_v, where H is the number of links between
//!   routers and q the queue of the first link. `ugal-g`, which knows all queues, takes the minimal route if the sum of the
//!   queues on it is no greater than the sum on the Valiant route.
//! * `par`: as `adaptive`, but a packet on a minimal route decides once more at its second router (Jiang, Kim, Dally, "Indirect
//!   adaptive routing on large scale interconnection networks", ISCA 2009). Only topologies with enough VCs offer `par`.

use super::network::Hosts;
use crate::routing::{Hop, RouteState, RoutingKind, RoutingScope, RoutingView};

pub(super) const MINIMAL: RoutingKind = RoutingKind::new("minimal", &[], "A minimal route.");
pub(super) const DIMENSION_ORDER: RoutingKind =
    RoutingKind::new("minimal", &["dimension-order"], "The minimal route, one dimension after the other.");
pub(super) const VALIANT: RoutingKind =
    RoutingKind::new("valiant", &[], "A minimal route to a random router, then one to the destination.");
const LOCAL: &str =
    "UGAL with local information: minimal or valiant, whichever seems faster by the queues of the first router.";
pub(super) const UGAL_L: RoutingKind = RoutingKind::new("ugal-l", &[], LOCAL);
/// [`UGAL_L`] where there is no other adaptive routing.
pub(super) const ADAPTIVE: RoutingKind = RoutingKind::new("adaptive", &["ugal-l"], LOCAL);
pub(super) const UGAL_G: RoutingKind = RoutingKind::new(
    "ugal-g",
    &[],
    "UGAL with global information: minimal or valiant, whichever seems faster by all queues on both routes.",
);
pub(super) const PAR: RoutingKind = RoutingKind::new(
    "par",
    &[],
    "Progressive adaptive routing: UGAL with local information, decided once more at the second router.",
);

/// Which of the shared routings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shared {
    Minimal,
    Valiant,
    UgalLocal,
    UgalGlobal,
    Progressive,
}

impl Shared {
    /// The one of a name above.
    pub(super) fn of(kind: &RoutingKind) -> Self {
        match kind.name {
            "valiant" => Self::Valiant,
            "adaptive" | "ugal-l" => Self::UgalLocal,
            "ugal-g" => Self::UgalGlobal,
            "par" => Self::Progressive,
            _ => Self::Minimal,
        }
    }
}

/// A link of a route, its VC below [`Routers::minimal_vcs`], and the router where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) link: u32,
    pub(super) vc: u8,
    pub(super) end: u32,
}

/// A graph of routers, numbered from 0 as its links are: the switches, or in a direct network the hosts.
pub(super) trait Routers {
    /// VCs of a minimal route from router to router.
    fn minimal_vcs(&self) -> u8;

    /// The first link of the minimal route from `here` to another router. `origin` is the router where this minimal route began.
    fn step(&self, origin: u32, here: u32, to: u32) -> Step;

    /// A random router for a route from one router to another, neither of them; None if there is no use in one.
    fn middle(&self, _from: u32, _to: u32, _view: &mut dyn RoutingView) -> Option<u32> {
        None
    }

    /// For `par`: the same for a packet from `from` that is at its second router, `router`; None where it is too late.
    fn late_middle(&self, _from: u32, _router: u32, _to: u32, _view: &mut dyn RoutingView) -> Option<u32> {
        None
    }

    /// [`Routers::step`] on the route to a middle. It must not depend on where that route began, as it may begin late.
    fn step_to_middle(&self, here: u32, middle: u32) -> Step {
        self.step(here, here, middle)
    }

    /// Links of the minimal route between two routers.
    fn distance(&self, from: u32, to: u32) -> u32 {
        let mut count = 0;
        self.walk(from, to, &mut |_| count += 1);
        count
    }

    /// Visits the links of the minimal route between two routers.
    fn walk(&self, from: u32, to: u32, visit: &mut impl FnMut(u32)) {
        follow(from, to, visit, |here| self.step(from, here, to));
    }

    /// The same on the route to a middle.
    fn walk_to_middle(&self, from: u32, middle: u32, visit: &mut impl FnMut(u32)) {
        follow(from, middle, visit, |here| self.step_to_middle(here, middle));
    }
}

/// Visits the links of steps from one router to another.
fn follow(from: u32, to: u32, visit: &mut impl FnMut(u32), step: impl Fn(u32) -> Step) {
    let mut here = from;
    while here != to {
        let step = step(here);
        visit(step.link);
        here = step.end;
    }
}

/// Values of [`RouteState::phase`].
const UNDECIDED: u8 = 0;
const ON_MINIMAL: u8 = 1;
const TO_MIDDLE: u8 = 2;
const FROM_MIDDLE: u8 = 3;
/// To the middle, by a packet that has changed its mind at its second router.
const TO_MIDDLE_LATE: u8 = 4;
/// On the minimal route for good.
const SETTLED: u8 = 5;

/// VCs under a shared routing: each part of the route has its own. Those of a late change of mind are one beyond the minimal
/// ones, which fits below the second part's where that begins with a global link (see `dragonfly`).
pub(super) fn vcs<R: Routers>(routers: &R, routing: Shared) -> u8 {
    match routing {
        Shared::Minimal => routers.minimal_vcs(),
        _ => 2 * routers.minimal_vcs(),
    }
}

/// How far a shared routing looks.
pub(super) fn scope(routing: Shared) -> RoutingScope {
    match routing {
        Shared::Minimal | Shared::Valiant => RoutingScope::Oblivious,
        Shared::UgalLocal | Shared::Progressive => RoutingScope::Local,
        Shared::UgalGlobal => RoutingScope::Global,
    }
}

/// The next hop of a packet under a shared routing, from a router that is not its last.
#[inline]
pub(super) fn hop<R: Routers>(
    routers: &R,
    hosts: &Hosts,
    routing: Shared,
    router: u32,
    route: &mut RouteState,
    view: &mut dyn RoutingView,
) -> Hop {
    let (from, to) = (hosts.router_of(route.source), hosts.router_of(route.destination));
    decide((routers, hosts), routing, (from, router, to), route, view);
    if matches!(route.phase, TO_MIDDLE | TO_MIDDLE_LATE) && router == route.via {
        route.phase = FROM_MIDDLE;
    }
    let (step, shift) = match route.phase {
        TO_MIDDLE => (routers.step_to_middle(router, route.via), 0),
        TO_MIDDLE_LATE => (routers.step_to_middle(router, route.via), 1),
        FROM_MIDDLE => (routers.step(route.via, router, to), routers.minimal_vcs()),
        _ => (routers.step(from, router, to), 0),
    };
    Hop::new(hosts.between(step.link), step.vc + shift)
}

/// Decides on the route where that is to be done.
fn decide<R: Routers>(
    (routers, hosts): (&R, &Hosts),
    routing: Shared,
    (from, router, to): (u32, u32, u32),
    route: &mut RouteState,
    view: &mut dyn RoutingView,
) {
    let (middle, phase) = match route.phase {
        UNDECIDED if routing == Shared::Minimal => (None, TO_MIDDLE),
        UNDECIDED => (routers.middle(router, to, view), TO_MIDDLE),
        ON_MINIMAL if routing == Shared::Progressive => {
            (routers.late_middle(from, router, to, view).filter(|middle| *middle != router), TO_MIDDLE_LATE)
        }
        _ => return,
    };
    // A packet decides late only once.
    route.phase = if route.phase == UNDECIDED { ON_MINIMAL } else { SETTLED };
    if let Some(middle) = middle
        && takes((routers, hosts), routing, (from, router, to), middle, view)
    {
        (route.phase, route.via) = (phase, middle);
    }
}

/// Whether a packet at a router takes the route over `middle`.
fn takes<R: Routers>(
    (routers, hosts): (&R, &Hosts),
    routing: Shared,
    (from, router, to): (u32, u32, u32),
    middle: u32,
    view: &dyn RoutingView,
) -> bool {
    let queue = |link: u32| u128::from(view.queued(hosts.between(link)));
    match routing {
        Shared::Minimal => false,
        Shared::Valiant => true,
        Shared::UgalLocal | Shared::Progressive => {
            let direct = queue(routers.step(from, router, to).link);
            let over = queue(routers.step_to_middle(router, middle).link);
            let mut further = routers.distance(middle, to);
            routers.walk_to_middle(router, middle, &mut |_| further += 1);
            direct * u128::from(routers.distance(router, to)) > over * u128::from(further)
        }
        Shared::UgalGlobal => {
            let (mut direct, mut over) = (0, 0);
            routers.walk(router, to, &mut |link| direct += queue(link));
            routers.walk_to_middle(router, middle, &mut |link| over += queue(link));
            routers.walk(middle, to, &mut |link| over += queue(link));
            direct > over
        }
    }
}

/// A random number below `count` other than two of them; None if there is no other.
pub(super) fn other_than(a: u32, b: u32, count: u32, view: &mut dyn RoutingView) -> Option<u32> {
    let (low, high) = (a.min(b), a.max(b));
    let taken = 1 + u32::from(low != high);
    let mut drawn = view.draw(count.checked_sub(taken).filter(|left| *left > 0)?);
    drawn += u32::from(drawn >= low);
    Some(drawn + u32::from(low != high && drawn >= high))
}
