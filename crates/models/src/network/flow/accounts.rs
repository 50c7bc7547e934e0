//! When the classes of dense traffic finish. All members of the flows that one link or ceiling owns have the same rate: what
//! a class has yet to receive is its distance on the owner's one account of service, and a change of the owner's rate
//! moves none of its classes.
//!
//! A solve changes many rates, and all but the first of the dates that follow will change again before they come. So each account
//! keeps a bound of its date from below, for which one division of 64 bits does, and the exact date is computed where the bound is
//! below the least date found.

use super::filling::NONE;
use crate::network::scale;
use units::Time;

/// What accounts begin with, so that no key is below zero.
const START: u128 = 1 << 64;

/// The classes of one owner.
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
    /// (What `received` has to be for the class's next delivery, class): a binary heap.
    heap: Vec<(u128, u32)>,
}

/// Accounts by owner.
#[derive(Debug, Default)]
pub(super) struct Accounts {
    accounts: Vec<Account>,
    /// Where each class is in its account's heap.
    position: Vec<u32>,
    /// No delivery of an owner is due before.
    bounds: Vec<u64>,
    /// The first date and its owner.
    first: Option<(u64, u32)>,
    stale: Vec<u32>,
}

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

    /// What it has yet to receive for the next delivery.
    #[inline]
    fn left(&self, now: Time) -> Option<u128> {
        let (key, _) = self.heap.first()?;
        Some(key.saturating_sub(self.at(now) + self.tolerance()))
    }

    /// When the next delivery is due.
    fn date(&self, now: Time) -> u64 {
        self.left(now).map_or(Time::MAX, |left| now.saturating_add(scale::duration(left, self.rate))).ps()
    }

    /// A date before which no delivery is due.
    #[inline]
    fn bound(&self, now: Time) -> u64 {
        self.left(now).map_or(u64::MAX, |left| now.ps().saturating_add(duration_at_least(left, self.rate)))
    }
}

/// At most the time that a volume takes at a rate, and less by about 2^-30 of it where rates have 43 bits or more.
#[inline]
fn duration_at_least(volume: u128, rate: u64) -> u64 {
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
        self.bounds.push(u64::MAX);
    }

    /// The first date, or [`Time::MAX`], when none is stale.
    #[inline]
    pub(super) fn next(&self) -> Time {
        self.first.map_or(Time::MAX, |(date, _)| Time::from_ps(date))
    }

    /// What a member has received, and its rate.
    #[inline]
    pub(super) fn at(&self, owner: u32, now: Time) -> (u128, u64) {
        let account = &self.accounts[owner as usize];
        (account.at(now), account.rate)
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

    /// What the account has to be for a class's next delivery.
    #[inline]
    pub(super) fn key(&self, owner: u32, class: u32) -> u128 {
        self.accounts[owner as usize].heap[self.position[class as usize] as usize].0
    }

    /// Enters a class.
    pub(super) fn insert(&mut self, owner: u32, class: u32, key: u128) {
        if class as usize >= self.position.len() {
            self.position.resize(class as usize + 1, NONE);
        }
        let heap = &mut self.accounts[owner as usize].heap;
        heap.push((key, class));
        let hole = heap.len() - 1;
        up(heap, &mut self.position, hole, (key, class));
        self.touch(owner);
    }

    /// Removes a class.
    pub(super) fn remove(&mut self, owner: u32, class: u32) {
        let at = self.position[class as usize] as usize;
        let heap = &mut self.accounts[owner as usize].heap;
        let Some(last) = heap.pop() else { return };
        if at < heap.len() {
            replace(heap, &mut self.position, at, last);
        }
        self.touch(owner);
    }

    /// Changes a class's key.
    pub(super) fn set_key(&mut self, owner: u32, class: u32, key: u128) {
        let at = self.position[class as usize] as usize;
        replace(&mut self.accounts[owner as usize].heap, &mut self.position, at, (key, class));
        self.touch(owner);
    }

    /// A class whose delivery is due by now, with its owner and key: removed.
    pub(super) fn pop(&mut self, now: Time) -> Option<(u32, u32, u128)> {
        while let Some((_, owner)) = self.first.filter(|first| first.0 <= now.ps()) {
            let account = &self.accounts[owner as usize];
            let reached = account.at(now) + account.tolerance();
            if let Some(&(key, class)) = account.heap.first().filter(|first| first.0 <= reached) {
                self.remove(owner, class);
                return Some((owner, class, key));
            }
            self.touch(owner);
            self.bounds[owner as usize] = u64::MAX;
            self.find_first(now);
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
            self.bounds[owner as usize] = account.bound(now);
        }
        self.find_first(now);
    }

    fn find_first(&mut self, now: Time) {
        let mut first = (u64::MAX, NONE);
        for (owner, bound) in self.bounds.iter_mut().enumerate() {
            if *bound < first.0 {
                let account = &mut self.accounts[owner];
                if !account.exact {
                    account.exact = true;
                    *bound = account.date(now);
                }
                if *bound < first.0 {
                    first = (*bound, owner as u32);
                }
            }
        }
        self.first = (first.0 < u64::MAX).then_some(first);
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
