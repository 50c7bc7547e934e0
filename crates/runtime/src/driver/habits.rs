//! How long blocks have been that are measured, or known to the engine, by the call sites before them.

use ops::{CallSite, Post, Work};
use units::{ActorId, Time};

/// Shorter blocks of images do not leave for a worker. Coming and going takes nearly a microsecond, and there the caches have less of what
/// their ranks need. With NPB's LU, class A on 64 ranks, blocks of 1 us and more that are measured there make the prediction 11 % longer, of
/// 2 us 3 %, of 4 us no more than runs differ; with 10 us two workers take a third longer.
pub(super) const WORTH: Time = Time::from_ns(4_000);

/// Posts are not handed over before known blocks that are shorter: that takes several microseconds each time, and the engine waits for the rank
/// where a message comes for it meanwhile.
const WORTH_HANDING: Time = Time::from_ns(25_000);

/// How long the blocks after a call have been, in picoseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Habit {
    /// The mean; the later ones count more.
    mean: u64,
    /// The shortest. One that was shorter than usual is forgotten slowly.
    least: u64,
}

impl Habit {
    fn note(&mut self, time: u64) {
        let shortest = if self.mean == 0 { time } else { self.least + time.saturating_sub(self.least) / 1024 };
        self.least = time.min(shortest);
        self.mean = self.mean - self.mean / 4 + time / 4;
    }
}

/// How long blocks have been, by the call site before them.
#[derive(Debug, Default)]
pub(crate) struct Habits {
    sites: Vec<Habit>,
    ranks: Vec<Own>,
    /// The engine knows blocks before they begin.
    pub(super) are_known: bool,
}

/// Of one rank. A call may come before short and long blocks: one in a function that several others call, or the wait for one of
/// several neighbours. Which it is the call before tells.
#[derive(Clone, Debug, Default)]
struct Own {
    /// The latest call, and the one before.
    latest: CallSite,
    earlier: CallSite,
    /// By the latest call, what has come after each call before it.
    habits: Vec<Vec<(CallSite, Habit)>>,
}

impl Own {
    fn note(&mut self, time: u64) {
        let habits = entry(&mut self.habits, self.latest.0 as usize);
        match habits.iter_mut().find(|(earlier, _)| *earlier == self.earlier) {
            Some((_, habit)) => habit.note(time),
            None => habits.push((self.earlier, Habit { mean: time, least: time })),
        }
    }

    fn habit(&self, latest: CallSite, earlier: CallSite) -> Option<Habit> {
        let habits = self.habits.get(latest.0 as usize)?;
        habits.iter().find(|(before, _)| *before == earlier).map(|&(_, habit)| habit)
    }
}

/// An entry that is made if there is none.
fn entry<T: Clone + Default>(list: &mut Vec<T>, at: usize) -> &mut T {
    if list.len() <= at {
        list.resize(at + 1, T::default());
    }
    &mut list[at]
}

/// The call that a post enters, and the block before it.
fn entered(post: &Post) -> Option<(CallSite, Work)> {
    match *post {
        Post::Enter { site, block, .. } => Some((site, block)),
        Post::BlockingSend { call, .. } | Post::BlockingRecv { call, .. } => Some((call.site, call.block)),
        _ => None,
    }
}

impl Habits {
    /// Notes what a rank has posted, since it has left a call at `last`; the site of its latest call now.
    pub(crate) fn note(&mut self, rank: ActorId, last: CallSite, posts: &[Post]) -> CallSite {
        let own = entry(&mut self.ranks, rank.index());
        own.latest = last;
        for (site, block) in posts.iter().filter_map(entered) {
            if let Work::Time(time) = block
                && !self.are_known
            {
                entry(&mut self.sites, own.latest.0 as usize).note(time.ps());
                own.note(time.ps());
            }
            (own.earlier, own.latest) = (own.latest, site);
        }
        own.latest
    }

    /// Notes the least time of the block after a rank's call at `site`, as the engine knows it.
    pub(crate) fn note_known(&mut self, rank: ActorId, site: CallSite, least: Time) {
        self.are_known = true;
        let own = entry(&mut self.ranks, rank.index());
        own.latest = site;
        own.note(least.ps());
    }

    /// How long blocks have been after a rank's call at `site`. `posts` are those that have not been noted.
    fn habit(&self, rank: ActorId, site: CallSite, posts: &[Post]) -> Option<Habit> {
        let own = self.ranks.get(rank.index());
        let earlier = own.map(|own| {
            let mut calls = posts.iter().rev().filter_map(entered).map(|(site, _)| site);
            match (calls.next(), calls.next()) {
                (None, _) => own.earlier,
                (Some(_), None) => own.latest,
                (Some(_), Some(earlier)) => earlier,
            }
        });
        let of_own = own.zip(earlier).and_then(|(own, earlier)| own.habit(site, earlier));
        of_own.or_else(|| self.sites.get(site.0 as usize).copied())
    }

    /// Whether the block after a rank's call at `site` is likely to be worth a journey, or the engine is to be asked. `posts` are those that
    /// have not been noted.
    pub(crate) fn are_worth(&self, rank: ActorId, site: CallSite, posts: &[Post]) -> bool {
        let least = if self.are_known { WORTH_HANDING } else { WORTH };
        self.habit(rank, site, posts).map_or(self.are_known, |habit| habit.mean >= least.ps())
    }

    /// What a block after a rank's call counts for at least, however short it is: 7/8 of the shortest of the earlier ones. Simulated time
    /// can go on so far before anything has been measured of it.
    pub(crate) fn floor(&self, rank: ActorId, site: CallSite) -> Time {
        // Where all blocks after a call are alike, those of all ranks tell sooner that an exception was one.
        let of_own = self.habit(rank, site, &[]).map_or(0, |habit| habit.least);
        let of_all = self.sites.get(site.0 as usize).map_or(0, |habit| habit.least);
        let least = of_own.max(of_all);
        Time::from_ps(least - least / 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::Function;

    #[test]
    fn a_block_comes_to_most_of_the_shortest_before() {
        let (mut habits, rank, site) = (Habits::default(), ActorId(2), CallSite(3));
        let mut note = |ps| {
            let function = Function::Barrier;
            let block = Work::Time(Time::from_ps(ps));
            let short = Work::Time(Time::from_ps(1_000));
            let posts =
                [Post::Enter { function, site: CallSite(5), block }, Post::Enter { function, site, block: short }];
            assert_eq!(habits.note(rank, site, &posts), site);
            habits.floor(rank, site).ps()
        };
        note(80_000_000);
        assert_eq!(note(80_000_000), 70_000_000);
        assert_eq!(note(160_000_000), 70_068_360, "a thousandth of the difference is forgotten");
        assert_eq!(note(40_000_000), 35_000_000);
        assert!((0..10_000).map(|_| note(80_000_000)).all(|floor| floor <= 70_000_000));
        assert!(habits.are_worth(rank, site, &[]) && !habits.are_worth(rank, CallSite(4), &[]));
        assert_eq!(habits.floor(rank, CallSite(9)), Time::ZERO);
    }

    fn enter(site: u32, us: u64) -> Post {
        let block = Work::Time(Time::from_ns(1000 * us));
        Post::Enter { function: Function::Wait, site: CallSite(site), block }
    }

    #[test]
    fn what_the_engine_knows_is_asked_for_until_it_is_short() {
        let (mut habits, rank, last) = (Habits::default(), ActorId(1), CallSite(0));
        let last = habits.note(rank, last, &[enter(1, 0), enter(2, 0)]);
        assert!(!habits.are_worth(rank, CallSite(6), &[]), "nothing is known of any block");
        habits.note_known(rank, last, WORTH_HANDING);
        assert!(habits.are_worth(rank, last, &[]) && habits.are_worth(rank, CallSite(6), &[]));
        habits.note(rank, last, &[enter(6, 0)]);
        habits.note_known(rank, CallSite(6), Time::from_ns(900));
        assert!(!habits.are_worth(rank, CallSite(6), &[]) && habits.are_worth(rank, CallSite(7), &[]));
    }

    #[test]
    fn the_call_before_tells_long_blocks_from_short_ones() {
        let (mut habits, rank) = (Habits::default(), ActorId(1));
        let mut last = CallSite(0);
        for _ in 0..5 {
            // Call 3 comes after 1 and after 2; a long block follows the second.
            last = habits.note(rank, last, &[enter(1, 1), enter(3, 1), enter(2, 1), enter(3, 1)]);
            last = habits.note(rank, last, &[enter(4, 1000)]);
        }
        let worth = |posts: &[Post]| habits.are_worth(rank, CallSite(3), posts);
        assert!(!worth(&[enter(1, 0), enter(3, 0)]) && worth(&[enter(2, 0), enter(3, 0)]));
        assert_eq!(habits.note(rank, last, &[enter(2, 1)]), CallSite(2));
        assert!(habits.are_worth(rank, CallSite(3), &[enter(3, 0)]));
        habits.note(rank, CallSite(2), &[enter(3, 1)]);
        assert!(habits.are_worth(rank, CallSite(3), &[]));
        // A rank that has none has those of all.
        assert!(habits.are_worth(ActorId(7), CallSite(3), &[]));
    }
}
