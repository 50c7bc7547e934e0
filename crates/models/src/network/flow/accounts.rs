//! When the classes of dense traffic finish. All members of the flows that one link or ceiling owns have the same rate: what
//! a class has yet to receive is its distance on the owner's one account of service, and a change of the owner's rate
//! moves none of its classes.

use super::calendar::Calendar;
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
    /// The date in the calendar has to be computed.
    stale: bool,
    /// (What `received` has to be for the class's next delivery, class): a binary heap.
    heap: Vec<(u128, u32)>,
}

/// Accounts by owner.
#[derive(Debug, Default)]
pub(super) struct Accounts {
    accounts: Vec<Account>,
    /// Where each class is in its account's heap.
    position: Vec<u32>,
    dates: Calendar,
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
        self.accounts.push(Account { received: START, accrued_at, rate, rounded, stale: false, heap: Vec::new() });
    }

    /// The first date, or [`Time::MAX`], when none is stale.
    #[inline]
    pub(super) fn next(&self) -> Time {
        self.dates.next()
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
        while self.dates.next() <= now {
            let owner = self.dates.first()?;
            let account = &self.accounts[owner as usize];
            let reached = account.at(now) + account.tolerance();
            if let Some(&(key, class)) = account.heap.first().filter(|first| first.0 <= reached) {
                self.remove(owner, class);
                return Some((owner, class, key));
            }
            self.touch(owner);
            self.dates.remove(owner);
        }
        None
    }

    /// Computes the dates that may have changed.
    #[inline]
    pub(super) fn refresh(&mut self, now: Time) {
        for owner in self.stale.drain(..) {
            let account = &mut self.accounts[owner as usize];
            account.stale = false;
            let Some(&(key, _)) = account.heap.first() else {
                self.dates.remove(owner);
                continue;
            };
            let left = key.saturating_sub(account.at(now) + account.tolerance());
            self.dates.set(owner, now.saturating_add(scale::duration(left, account.rate)));
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
