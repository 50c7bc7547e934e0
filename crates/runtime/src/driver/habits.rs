//! How long blocks have been that are measured, or known to the engine, by the call sites before them.

use ops::{CallSite, Post, Work};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use units::{ActorId, Time};

/// Shorter blocks of images do not leave for a worker. Coming and going takes nearly a microsecond, and there the caches have less of what
/// their ranks need. With NPB's LU, class A on 64 ranks, blocks of 1 us and more that are measured there make the prediction 11 % longer, of
/// 2 us 3 %, of 4 us no more than runs differ; with 10 us two workers take a third longer.
pub(super) const WORTH: Time = Time::from_ns(4_000);

/// As many ways as are kept for each rank, and of all together at least and at most. If there are more, all are learnt anew.
const WAYS_OF_RANK: usize = 256;
const WAYS_MIN: usize = 1 << 16;
const WAYS_MAX: usize = 1 << 20;
/// Stands for all ranks.
const ANY_RANK: ActorId = ActorId(u32::MAX);

/// How long the blocks after a call have been, in picoseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Habit {
    /// The mean; the later ones count more.
    mean: u64,
    /// The shortest. One that was shorter than usual is forgotten slowly.
    least: u64,
    /// How many there have been.
    times: u32,
}

/// Fewer blocks of its own than this tell less of a rank's next one than those of all ranks.
const FEW: u32 = 4;

impl Habit {
    fn note(&mut self, time: u64) {
        self.times = self.times.saturating_add(1);
        let shortest = if self.mean == 0 { time } else { self.least + time.saturating_sub(self.least) / 1024 };
        self.least = time.min(shortest);
        self.mean = self.mean - self.mean / 4 + time / 4;
    }
}

/// How long blocks have been, by the calls before them.
#[derive(Debug, Default)]
pub(crate) struct Habits {
    sites: Vec<Habit>,
    ranks: Vec<Own>,
    /// By a rank's way to them; of those that the engine knows also by that of any rank.
    ways: FxHashMap<(ActorId, u64), Habit>,
    /// The engine knows blocks before they begin.
    pub(super) are_known: bool,
}

/// The calls that a rank has made. A call may come before short and long blocks: one in a function that several others call, or the wait
/// for one of several neighbours. Which it is the call before tells; or, if that is in the same function, those before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Trail {
    /// The latest call, and the one before.
    latest: CallSite,
    earlier: CallSite,
    /// Of the latest 32 calls: as many as a rank that exchanges data with 26 neighbours makes in one function.
    way: u64,
}

impl Trail {
    fn push(&mut self, site: CallSite) {
        (self.earlier, self.latest) = (self.latest, site);
        // Mixed so that the low bits of a site reach all of the word; each call moves those before it two bits out.
        self.way = self.way << 2 ^ (u64::from(site.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// With this as the latest call.
    fn to(mut self, site: CallSite) -> Self {
        if self.latest != site {
            self.push(site);
        }
        self
    }

    fn last_two(&self) -> (CallSite, CallSite) {
        (self.earlier, self.latest)
    }
}

/// Of one rank.
#[derive(Clone, Debug, Default)]
struct Own {
    trail: Trail,
    /// How many posts that have not been noted have been looked at, and the trail with these.
    ahead: (usize, Trail),
    /// By the latest two calls.
    habits: FxHashMap<(CallSite, CallSite), Habit>,
}

/// Notes a block for what it came after.
fn note<K: Hash + Eq>(habits: &mut FxHashMap<K, Habit>, after: K, time: u64) {
    habits.entry(after).and_modify(|habit| habit.note(time)).or_insert(Habit { mean: time, least: time, times: 1 });
}

impl Own {
    fn note(&mut self, rank: ActorId, time: u64, ways: &mut FxHashMap<(ActorId, u64), Habit>) {
        note(&mut self.habits, self.trail.last_two(), time);
        note(ways, (rank, self.trail.way), time);
    }

    /// The trail with posts that have not been noted.
    fn trail_with(&mut self, posts: &[Post], site: CallSite) -> Trail {
        let (seen, mut trail) = self.ahead;
        if seen == 0 || seen > posts.len() {
            (self.ahead.0, trail) = (0, self.trail);
        }
        posts[self.ahead.0..].iter().filter_map(entered).for_each(|(site, _)| trail.push(site));
        self.ahead = (posts.len(), trail);
        trail.to(site)
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
        let ways_max = (WAYS_OF_RANK * self.ranks.len()).clamp(WAYS_MIN, WAYS_MAX);
        let own = entry(&mut self.ranks, rank.index());
        own.trail = own.trail.to(last);
        own.ahead.0 = 0;
        if self.ways.len() >= ways_max {
            self.ways.clear();
        }
        for (site, block) in posts.iter().filter_map(entered) {
            if let Work::Time(time) = block
                && !self.are_known
            {
                entry(&mut self.sites, own.trail.latest.0 as usize).note(time.ps());
                own.note(rank, time.ps(), &mut self.ways);
            }
            own.trail.push(site);
        }
        own.trail.latest
    }

    /// Notes the least time of the block after a rank's call at `site`, as the engine knows it.
    pub(crate) fn note_known(&mut self, rank: ActorId, site: CallSite, least: Time) {
        self.are_known = true;
        let own = entry(&mut self.ranks, rank.index());
        own.trail = own.trail.to(site);
        own.note(rank, least.ps(), &mut self.ways);
        note(&mut self.ways, (ANY_RANK, own.trail.way), least.ps());
    }

    /// Whether the block after a rank's call at `site` is likely to be worth a journey. `posts` are those that have not been noted.
    pub(crate) fn are_worth(&mut self, rank: ActorId, site: CallSite, posts: &[Post]) -> bool {
        self.expected(rank, site, posts).is_some_and(|time| time >= WORTH)
    }

    /// How long the block after a rank's call at `site` is likely to be; none if nothing is known of such blocks. Long enough for a journey if
    /// the engine is to be asked: once for each rank that comes there from another call, and once for each way there. `posts` are those
    /// that have not been noted.
    pub(crate) fn expected(&mut self, rank: ActorId, site: CallSite, posts: &[Post]) -> Option<Time> {
        let of_all = self.sites.get(site.0 as usize).map(|habit| habit.mean).filter(|&mean| mean > 0);
        let asks = if self.are_known { Some(WORTH.ps()) } else { of_all };
        let Some(own) = self.ranks.get_mut(rank.index()) else { return asks.map(Time::from_ps) };
        let trail = own.trail_with(posts, site);
        let by_way = self.ways.get(&(rank, trail.way)).map(|habit| habit.mean);
        let by_calls = || {
            let habit = own.habits.get(&trail.last_two())?;
            if self.are_known {
                return self.ways.get(&(ANY_RANK, trail.way)).map(|of_any| of_any.mean.max(habit.mean));
            }
            let least = of_all.filter(|_| habit.times < FEW).unwrap_or(0);
            Some(habit.mean.max(least))
        };
        by_way.or_else(by_calls).or(asks).map(Time::from_ps)
    }

    /// What a block after a rank's call counts for at least, however short it is: 7/8 of the shortest of the earlier ones. Simulated time
    /// can go on so far before anything has been measured of it. `posts` are those that have not been noted.
    pub(crate) fn floor(&mut self, rank: ActorId, site: CallSite, posts: &[Post]) -> Time {
        let of_all = self.sites.get(site.0 as usize);
        let of_own = self.ranks.get_mut(rank.index()).and_then(|own| {
            let trail = own.trail_with(posts, site);
            self.ways.get(&(rank, trail.way)).or_else(|| own.habits.get(&trail.last_two()))
        });
        // Where all blocks after a call are alike, those of all ranks tell sooner that an exception was one.
        let least = of_own.or(of_all).map_or(0, |habit| habit.least).max(of_all.map_or(0, |habit| habit.least));
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
            habits.floor(rank, site, &[]).ps()
        };
        note(80_000_000);
        assert_eq!(note(80_000_000), 70_000_000);
        assert_eq!(note(160_000_000), 70_068_360, "a thousandth of the difference is forgotten");
        assert_eq!(note(40_000_000), 35_000_000);
        assert!((0..10_000).map(|_| note(80_000_000)).all(|floor| floor <= 70_000_000));
        assert!(habits.are_worth(rank, site, &[]) && !habits.are_worth(rank, CallSite(4), &[]));
        assert_eq!(habits.floor(rank, CallSite(9), &[]), Time::ZERO);
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
        habits.note_known(rank, last, WORTH);
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
        let mut worth = |posts: &[Post]| {
            habits.ranks[1].ahead.0 = 0;
            habits.are_worth(rank, CallSite(3), posts)
        };
        assert!(!worth(&[enter(1, 0), enter(3, 0)]) && worth(&[enter(2, 0), enter(3, 0)]));
        assert_eq!(habits.note(rank, last, &[enter(2, 1)]), CallSite(2));
        assert!(habits.are_worth(rank, CallSite(3), &[enter(3, 0)]));
        habits.note(rank, CallSite(2), &[enter(3, 1)]);
        assert!(habits.are_worth(rank, CallSite(3), &[]));
        // A rank that has none has those of all.
        assert!(habits.are_worth(ActorId(7), CallSite(3), &[]));
    }

    #[test]
    fn few_blocks_of_its_own_tell_a_rank_less_than_those_of_all() {
        let (mut habits, site) = (Habits::default(), CallSite(3));
        let to_site = [enter(2, 1), enter(3, 1)];
        assert_eq!(habits.expected(ActorId(0), site, &[]), None);
        for rank in 0..2 {
            habits.note(ActorId(rank), CallSite(0), &to_site);
            habits.note(ActorId(rank), site, &[enter(4, 1)]);
        }
        assert!(!habits.are_worth(ActorId(1), site, &to_site));
        // A long block follows once the program's main part has begun, and the first rank has come to it.
        habits.note(ActorId(0), CallSite(4), &to_site);
        habits.note(ActorId(0), site, &[enter(4, 10_000)]);
        assert!(habits.are_worth(ActorId(1), site, &to_site));
        for _ in 0..FEW {
            habits.ranks[1].ahead.0 = 0;
            habits.note(ActorId(1), CallSite(4), &to_site);
            habits.note(ActorId(1), site, &[enter(4, 1)]);
        }
        habits.note(ActorId(0), CallSite(4), &to_site);
        habits.note(ActorId(0), site, &[enter(4, 10_000)]);
        assert!(!habits.are_worth(ActorId(1), site, &to_site));
    }

    #[test]
    fn the_way_there_tells_where_calls_are_in_the_same_function() {
        let (mut habits, rank, receives) = (Habits { are_known: true, ..Habits::default() }, ActorId(0), 10..16);
        let posts =
            |from: u32| [from].into_iter().chain(receives.clone()).map(|site| enter(site, 0)).collect::<Vec<_>>();
        let last = CallSite(15);
        let first = [(1, WORTH), (2, Time::ZERO)].into_iter().cycle();
        for (from, least) in first.take(12) {
            habits.note(rank, last, &posts(from));
            assert!(habits.are_worth(rank, last, &[]) || from == 2, "from {from}");
            habits.note_known(rank, last, least);
        }
        // Posts become more until they are noted.
        let mut ask = |from, is_worth: bool| {
            let posts = posts(from);
            (1..posts.len()).for_each(|count| _ = habits.are_worth(rank, CallSite(10), &posts[..count]));
            assert_eq!(habits.are_worth(rank, last, &posts), is_worth, "from {from}");
            habits.note(rank, last, &posts);
        };
        ask(1, true);
        ask(2, false);
        ask(1, true);
        let other = ActorId(1);
        habits.note(other, CallSite(0), &posts(2));
        assert!(habits.are_worth(other, last, &[]), "another rank has not been there");
        habits.note_known(other, last, Time::ZERO);
        assert!(!habits.are_worth(other, last, &[]));
    }
}
