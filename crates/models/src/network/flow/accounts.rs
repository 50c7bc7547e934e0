//! When the classes of dense traffic finish. All members of the flows that one link or ceiling owns have the same rate: what
//! a class has yet to receive is its distance on the owner's one account of service, and a change of the owner's rate
//! moves none of its classes.
//!
//! Nor does a change of its owner move a class at once. It stays in the heap of its *home*, a link or ceiling of its route that has owned
//! it: its rate is never above that of the classes which its home owns, so that its delivery is not due before the home's
//! account reaches what the class was entered with. A class moves to its owner's heap when it comes to the top.
//!
//! A solve changes many rates, and all but the first of the dates that follow will change again before they come. So each account
//! keeps a bound of its date from below, for which one division of 64 bits does, and the exact date is computed where the bound is
//! below the least date found.

use super::filling::NONE;
use crate::network::scale;
use units::Time;

/// What accounts begin with, so that no key is below zero.
const START: u128 = 1 << 64;

/// The account of one owner, and the classes that are at home there.
#[derive(Debug)]
struct Account {
    /// What a member that was there all the time has received, up to `accrued_at`.
    received: u128,
    accrued_at: Time,
    /// Of a member, in steps.
    rate: u64,
    /// The rate is a share, which is rounded.
    rounded: bool,
    /// Its bound has to be computed.
    stale: bool,
    /// Its bound is the date itself.
    exact: bool,
    /// (At most what `received` has to be for the class's next delivery, class): a binary heap.
    heap: Vec<(u128, u32)>,
}

/// Where a class stands.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// What its owner's account has to be for its next delivery.
    key: u128,
    /// [`NONE`]: it has no account.
    owner: u32,
    /// In whose heap it is.
    home: u32,
    /// Its rate has been a share.
    shared: bool,
}

/// Accounts by owner.
#[derive(Debug)]
pub(super) struct Accounts {
    accounts: Vec<Account>,
    /// By class.
    standings: Vec<Standing>,
    /// Where each class is in its home's heap.
    position: Vec<u32>,
    /// No delivery of a class at home there is due before.
    bounds: Bounds,
    /// The first date; [`Time::MAX`] if there is none.
    first: Time,
    stale: Vec<u32>,
    /// Owners where something may be due now.
    due: Vec<u32>,
}

/// Bounds of dates by owner, in blocks, so that the least is found without looking at all.
#[derive(Debug, Default)]
struct Bounds {
    bounds: Vec<u64>,
    /// Of each block: none of its bounds is below.
    least: Vec<u64>,
}

/// Owners in a block.
const BLOCK: usize = 64;

impl Account {
    #[inline]
    fn at(&self, now: Time) -> u128 {
        self.received + u128::from(self.rate) * u128::from(now.ps() - self.accrued_at.ps())
    }

    /// A volume that counts as nothing.
    #[inline]
    fn tolerance(&self) -> u128 {
        if self.rounded { tolerance(self.rate) } else { 0 }
    }

    /// A volume that counts as nothing for a class, beyond that: at its ceiling it has one if it ever shared.
    #[inline]
    fn slack(&self, shared: bool) -> u128 {
        if shared && !self.rounded { tolerance(self.rate) } else { 0 }
    }

    /// What it has yet to receive for a delivery.
    #[inline]
    fn left(&self, key: u128, now: Time) -> u128 {
        key.saturating_sub(self.at(now) + self.tolerance())
    }

    /// When a delivery is due.
    fn date_of(&self, key: u128, now: Time) -> u64 {
        now.saturating_add(scale::duration(self.left(key, now), self.rate)).ps()
    }

    /// A date before which no delivery is due.
    #[inline]
    fn bound(&self, now: Time) -> u64 {
        let Some(&(key, _)) = self.heap.first() else { return u64::MAX };
        now.ps().saturating_add(duration_at_least(self.left(key, now), self.rate))
    }
}

/// At most the time that a volume takes at a rate, and less by about 2^-30 of it where rates have 43 bits or more.
#[inline]
pub(super) fn duration_at_least(volume: u128, rate: u64) -> u64 {
    let shift = 64 - ((volume >> 64) as u64).leading_zeros();
    let rate = rate.checked_shr(shift).unwrap_or(0);
    // ⌊v / 2^s⌋ / (⌊r / 2^s⌋ + 1) ≤ v / r.
    (volume >> shift) as u64 / (rate + 1)
}

/// A volume that counts as nothing where a rate is a share.
#[inline]
pub(super) fn tolerance(rate: u64) -> u128 {
    u128::from(rate >> 10)
}

impl Accounts {
    pub(super) fn new() -> Self {
        Self {
            accounts: Vec::new(),
            standings: Vec::new(),
            position: Vec::new(),
            bounds: Bounds::default(),
            first: Time::MAX,
            stale: Vec::new(),
            due: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.accounts.len()
    }

    /// Opens the next owner's account.
    pub(super) fn open(&mut self, rounded: bool, rate: u64) {
        let accrued_at = Time::ZERO;
        self.accounts.push(Account {
            received: START,
            accrued_at,
            rate,
            rounded,
            stale: false,
            exact: true,
            heap: Vec::new(),
        });
        self.bounds.open();
    }

    /// The first date, or [`Time::MAX`], when none is stale.
    #[inline]
    pub(super) fn next(&self) -> Time {
        self.first
    }

    /// Whether a class has an account.
    #[inline]
    pub(super) fn has(&self, class: u32) -> bool {
        self.standings.get(class as usize).is_some_and(|standing| standing.owner != NONE)
    }

    /// The rate of a class that has an account.
    #[inline]
    pub(super) fn rate(&self, class: u32) -> u64 {
        self.accounts[self.standings[class as usize].owner as usize].rate
    }

    /// Whether the rate of a class that has an account has ever been a share.
    #[inline]
    pub(super) fn has_shared(&self, class: u32) -> bool {
        self.standings[class as usize].shared
    }

    /// What a class with an account has received when it has its next delivery at `goal`.
    #[inline]
    pub(super) fn service(&self, class: u32, goal: u128, now: Time) -> u128 {
        let Standing { key, owner, shared, .. } = self.standings[class as usize];
        let account = &self.accounts[owner as usize];
        goal + account.at(now) - key - account.slack(shared)
    }

    /// What an owner's account has to be for the delivery at `goal` of a class that has received `service`.
    #[inline]
    fn key(&self, owner: u32, (goal, service): (u128, u128), shared: bool, now: Time) -> u128 {
        let account = &self.accounts[owner as usize];
        account.at(now) + goal - service - account.slack(shared)
    }

    /// Sets an owner's rate from now on.
    #[inline]
    pub(super) fn set_rate(&mut self, owner: u32, rate: u64, now: Time) {
        let account = &mut self.accounts[owner as usize];
        account.received = account.at(now);
        account.accrued_at = now;
        account.rate = rate;
        self.touch(owner);
    }

    #[inline]
    fn touch(&mut self, owner: u32) {
        let account = &mut self.accounts[owner as usize];
        if !account.stale {
            account.stale = true;
            self.stale.push(owner);
        }
    }

    /// Enters a class that has received `service` and has its next delivery at `goal`.
    pub(super) fn enter(&mut self, owner: u32, class: u32, delivery: (u128, u128), shared: bool, now: Time) {
        let shared = shared || self.accounts[owner as usize].rounded;
        let key = self.key(owner, delivery, shared, now);
        let standing = Standing { key, owner, home: owner, shared };
        if class as usize >= self.standings.len() {
            self.standings.resize(class as usize + 1, Standing { owner: NONE, ..standing });
            self.position.resize(class as usize + 1, NONE);
        }
        self.standings[class as usize] = standing;
        self.put_in(class);
        self.touch(owner);
    }

    /// Gives a class that has an account another owner: what it has yet to receive is the same.
    #[inline]
    pub(super) fn change_owner(&mut self, class: u32, owner: u32, now: Time) {
        let standing = &mut self.standings[class as usize];
        if standing.owner == owner {
            return;
        }
        let (old, new) = (&self.accounts[standing.owner as usize], &self.accounts[owner as usize]);
        let (left, shared) = (standing.key + old.slack(standing.shared), standing.shared || new.rounded);
        standing.key = new.at(now) + left - old.at(now) - new.slack(shared);
        // A ceiling's bound of a class that has not shared is for exact rates.
        let exact = shared != standing.shared;
        (standing.owner, standing.shared) = (owner, shared);
        let home = standing.home;
        self.accounts[home as usize].exact = false;
        if exact {
            self.move_home(class);
        }
    }

    /// Takes a class out of its account.
    pub(super) fn leave(&mut self, class: u32) {
        self.take_out(class);
        let standing = &mut self.standings[class as usize];
        standing.owner = NONE;
        let home = standing.home;
        self.touch(home);
    }

    /// Changes what a class with an account has received or its next delivery.
    pub(super) fn set(&mut self, class: u32, delivery: (u128, u128), now: Time) {
        let Standing { owner, shared, .. } = self.standings[class as usize];
        self.standings[class as usize].key = self.key(owner, delivery, shared, now);
        self.move_home(class);
    }

    /// A link has no flows any more: the classes at home there go to their owners.
    pub(super) fn vacate(&mut self, link: u32) {
        for (_, class) in std::mem::take(&mut self.accounts[link as usize].heap) {
            let owner = self.put_in(class);
            self.touch(owner);
        }
        self.touch(link);
    }

    /// Moves a class to its owner's heap.
    fn move_home(&mut self, class: u32) {
        let home = self.take_out(class);
        self.touch(home);
        let owner = self.put_in(class);
        self.touch(owner);
    }

    /// Puts a class into its owner's heap; the owner.
    fn put_in(&mut self, class: u32) -> u32 {
        let standing = &mut self.standings[class as usize];
        let Standing { key, owner, .. } = *standing;
        standing.home = owner;
        let account = &mut self.accounts[owner as usize];
        account.heap.push((key, class));
        let hole = account.heap.len() - 1;
        up(&mut account.heap, &mut self.position, hole, (key, class));
        owner
    }

    /// Takes a class out of its home's heap; the home.
    fn take_out(&mut self, class: u32) -> u32 {
        let home = self.standings[class as usize].home;
        let at = self.position[class as usize] as usize;
        let heap = &mut self.accounts[home as usize].heap;
        if let Some(last) = heap.pop().filter(|_| at < heap.len()) {
            replace(heap, &mut self.position, at, last);
        }
        home
    }

    /// A class whose delivery is due by now; it is to leave.
    pub(super) fn due(&mut self, now: Time) -> Option<u32> {
        if self.due.is_empty() && self.first <= now {
            self.first = Time::MAX;
            self.bounds.find_until(now.ps(), &mut self.due);
        }
        while let Some(&owner) = self.due.last() {
            let account = &self.accounts[owner as usize];
            let reached = account.at(now) + account.tolerance();
            match account.heap.first() {
                Some(&(key, class)) if key <= reached => {
                    let standing = self.standings[class as usize];
                    if (standing.owner, standing.key) == (owner, key) {
                        return Some(class);
                    }
                    self.move_home(class);
                    self.due.push(standing.owner);
                }
                _ => {
                    self.due.pop();
                }
            }
        }
        None
    }

    /// Computes the bounds that may have changed, and the first date.
    #[inline]
    pub(super) fn refresh(&mut self, now: Time) {
        if self.stale.is_empty() {
            return;
        }
        for owner in self.stale.drain(..) {
            let account = &mut self.accounts[owner as usize];
            (account.stale, account.exact) = (false, false);
            self.bounds.set(owner, account.bound(now));
        }
        let mut first = u64::MAX;
        for block in 0..self.bounds.least.len() {
            if self.bounds.least[block] >= first {
                continue;
            }
            // Bounds that are set meanwhile lower it.
            self.bounds.least[block] = u64::MAX;
            let mut least = u64::MAX;
            for owner in self.bounds.owners(block) {
                let mut bound = self.bounds.of(owner);
                if bound < first {
                    if !self.accounts[owner as usize].exact {
                        first = first.min(self.find_date(owner, now));
                        bound = self.bounds.of(owner);
                    }
                    first = first.min(bound);
                }
                least = least.min(bound);
            }
            self.bounds.lower(block, least);
        }
        self.first = Time::from_ps(first);
    }

    /// Makes a bound exact. Classes at the top whose owner is another go there: the first of their dates.
    fn find_date(&mut self, home: u32, now: Time) -> u64 {
        let mut first = u64::MAX;
        while let Some(&(key, class)) = self.accounts[home as usize].heap.first() {
            let standing = self.standings[class as usize];
            if (standing.owner, standing.key) == (home, key) {
                break;
            }
            self.take_out(class);
            let owner = self.put_in(class);
            let account = &mut self.accounts[owner as usize];
            let date = account.date_of(standing.key, now);
            if date < self.bounds.of(owner) {
                // It is before all others there, and so at the top.
                account.exact = true;
                self.bounds.set(owner, date);
            }
            first = first.min(date);
        }
        let account = &mut self.accounts[home as usize];
        account.exact = true;
        self.bounds.set(home, account.heap.first().map_or(u64::MAX, |top| account.date_of(top.0, now)));
        first
    }
}

impl Bounds {
    /// A bound for the next owner: none.
    fn open(&mut self) {
        if self.bounds.len().is_multiple_of(BLOCK) {
            self.least.push(u64::MAX);
        }
        self.bounds.push(u64::MAX);
    }

    #[inline]
    fn of(&self, owner: u32) -> u64 {
        self.bounds[owner as usize]
    }

    #[inline]
    fn set(&mut self, owner: u32, bound: u64) {
        self.bounds[owner as usize] = bound;
        self.lower(owner as usize / BLOCK, bound);
    }

    /// The owners of a block.
    fn owners(&self, block: usize) -> std::ops::Range<u32> {
        let start = block * BLOCK;
        start as u32..self.bounds.len().min(start + BLOCK) as u32
    }

    /// None of a block's bounds is below this or what has been set since it was forgotten.
    #[inline]
    fn lower(&mut self, block: usize, bound: u64) {
        let least = &mut self.least[block];
        *least = bound.min(*least);
    }

    /// Adds the owners whose bounds are at most this.
    fn find_until(&self, last: u64, owners: &mut Vec<u32>) {
        for block in (0..self.least.len()).filter(|block| self.least[*block] <= last) {
            owners.extend(self.owners(block).filter(|owner| self.of(*owner) <= last));
        }
    }
}

fn replace(heap: &mut [(u128, u32)], position: &mut [u32], at: usize, entry: (u128, u32)) {
    if entry.0 < heap[at].0 {
        up(heap, position, at, entry);
    } else {
        down(heap, position, at, entry);
    }
}

fn up(heap: &mut [(u128, u32)], position: &mut [u32], mut hole: usize, entry: (u128, u32)) {
    while hole > 0 {
        let parent = (hole - 1) / 2;
        if heap[parent].0 <= entry.0 {
            break;
        }
        place(heap, position, hole, heap[parent]);
        hole = parent;
    }
    place(heap, position, hole, entry);
}

fn down(heap: &mut [(u128, u32)], position: &mut [u32], mut hole: usize, entry: (u128, u32)) {
    loop {
        let mut child = hole * 2 + 1;
        if child >= heap.len() {
            break;
        }
        if child + 1 < heap.len() && heap[child + 1].0 < heap[child].0 {
            child += 1;
        }
        if heap[child].0 >= entry.0 {
            break;
        }
        place(heap, position, hole, heap[child]);
        hole = child;
    }
    place(heap, position, hole, entry);
}

#[inline]
fn place(heap: &mut [(u128, u32)], position: &mut [u32], hole: usize, entry: (u128, u32)) {
    heap[hole] = entry;
    position[entry.1 as usize] = hole as u32;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_bound_is_below_that_of_its_block_and_all_that_are_due_are_found(
            changes in proptest::collection::vec((0u32..200, 0u64..100), 0..300),
            last in 0u64..100,
        ) {
            let (mut bounds, mut plain) = (Bounds::default(), vec![u64::MAX; 200]);
            plain.iter().for_each(|_| bounds.open());
            for (owner, bound) in changes {
                let bound = if bound < 70 { bound } else { u64::MAX };
                bounds.set(owner, bound);
                plain[owner as usize] = bound;
                let is_below = |owner: &u32| plain[*owner as usize] < bounds.least[*owner as usize / BLOCK];
                prop_assert!(!(0..200).any(|owner| is_below(&owner)));
                let mut due = Vec::new();
                bounds.find_until(last, &mut due);
                let expected: Vec<_> = (0..200).filter(|owner| plain[*owner as usize] <= last).collect();
                prop_assert_eq!(due, expected);
            }
        }

        #[test]
        fn bounds_are_below_the_dates_and_near(volume in any::<u128>(), bits in 0u32..80, rate in any::<u64>(), less in 0u32..20) {
            let (volume, rate) = (volume >> (bits + 20), (rate >> less).max(1));
            let (least, exact) = (duration_at_least(volume, rate), scale::duration(volume, rate).ps());
            prop_assert!(least <= exact);
            if exact < 1 << 33 {
                prop_assert!(exact - least <= 2 + (exact >> 10), "{} {}", exact, least);
            }
        }
    }
}
