//! How long blocks that are measured have been, by the call site before them.

use ops::{CallSite, Post, Work};
use units::Time;

/// Shorter blocks of images do not leave for a worker. They would count much longer than at home, whose caches have what their ranks need:
/// by 40 % and more at 3 us.
const WORTH: Time = Time::from_ns(10_000);

/// How long the blocks after a call have been, in picoseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Habit {
    /// The mean; the later ones count more.
    mean: u64,
    /// The shortest. One that was shorter than usual is forgotten slowly.
    least: u64,
}

/// How long blocks have been, by the call site before them.
#[derive(Debug, Default)]
pub(crate) struct Habits(Vec<Habit>);

impl Habits {
    /// Notes what a rank has posted, since it has left a call at `last`; the site of its latest call now.
    pub(crate) fn note(&mut self, mut last: CallSite, posts: &[Post]) -> CallSite {
        for post in posts {
            let (site, block) = match *post {
                Post::Enter { site, block, .. } => (site, block),
                Post::BlockingSend { call, .. } | Post::BlockingRecv { call, .. } => (call.site, call.block),
                _ => continue,
            };
            if let Work::Time(time) = block {
                if self.0.len() <= last.0 as usize {
                    self.0.resize(last.0 as usize + 1, Habit::default());
                }
                let (habit, time) = (&mut self.0[last.0 as usize], time.ps());
                let shortest =
                    if habit.mean == 0 { time } else { habit.least + time.saturating_sub(habit.least) / 1024 };
                habit.least = time.min(shortest);
                habit.mean = habit.mean - habit.mean / 4 + time / 4;
            }
            last = site;
        }
        last
    }

    /// Whether the block after a call is likely to be worth a journey.
    pub(crate) fn are_worth(&self, site: CallSite) -> bool {
        self.0.get(site.0 as usize).is_some_and(|habit| habit.mean >= WORTH.ps())
    }

    /// What a block after a call counts for at least, however short it is: 7/8 of the shortest of the earlier ones. Simulated time can
    /// go on so far before anything has been measured of it.
    pub(crate) fn floor(&self, site: CallSite) -> Time {
        self.0.get(site.0 as usize).map_or(Time::ZERO, |habit| Time::from_ps(habit.least - habit.least / 8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::Function;

    #[test]
    fn a_block_comes_to_most_of_the_shortest_before() {
        let (mut habits, site) = (Habits::default(), CallSite(3));
        let mut note = |ps| {
            let block = Work::Time(Time::from_ps(ps));
            let posts = [Post::Enter { function: Function::Barrier, site: CallSite(5), block }];
            assert_eq!(habits.note(site, &posts), CallSite(5));
            habits.floor(site).ps()
        };
        assert_eq!(note(80_000_000), 70_000_000);
        assert_eq!(note(160_000_000), 70_068_360, "a thousandth of the difference is forgotten");
        assert_eq!(note(40_000_000), 35_000_000);
        assert!((0..10_000).map(|_| note(80_000_000)).all(|floor| floor <= 70_000_000));
        assert!(habits.are_worth(site) && !habits.are_worth(CallSite(4)));
        assert_eq!(habits.floor(CallSite(9)), Time::ZERO);
    }
}
