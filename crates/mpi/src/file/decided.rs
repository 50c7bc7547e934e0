//! Measures, for the report on used defaults, how much of the ranks' I/O time each parameter of the storage model has caused.

use kernel::Storage;
use std::collections::BTreeMap;
use units::{ActorId, Time};

use super::request::ServerRequest;

/// By rank.
#[derive(Default)]
pub(super) struct Decided(BTreeMap<ActorId, OfRank>);

/// One rank's requests that have been answered.
#[derive(Default)]
struct OfRank {
    /// When the last one was.
    until: Time,
    /// Time by parameter. At no instant counts more than one request, so that these sum up to a part of the run.
    times: Vec<(&'static str, Time)>,
}

impl Decided {
    /// A request has been answered: what nothing else of its rank's has counted is divided among the parameters as its time
    /// at the server is.
    pub(super) fn add(&mut self, storage: &dyn Storage, actor: ActorId, request: &ServerRequest, answered: Time) {
        let [posted, arrived, served] = request.times;
        let of = self.0.entry(actor).or_default();
        let counted = answered.saturating_sub(posted.max(of.until));
        of.until = of.until.max(answered);
        let whole = answered.saturating_sub(posted).ps();
        if counted == Time::ZERO {
            return;
        }
        storage.divide(&request.storage, served.saturating_sub(arrived), &mut |parameter, time| {
            let part = u128::from(time.ps()) * u128::from(counted.ps()) / u128::from(whole);
            let part = Time::from_ps(part as u64);
            match of.times.iter_mut().find(|(known, _)| *known == parameter) {
                Some((_, sum)) => *sum = sum.saturating_add(part),
                None => {
                    // One parameter decides most requests, and there may be a million ranks.
                    of.times.reserve_exact(1);
                    of.times.push((parameter, part));
                }
            }
        });
    }

    /// By parameter, the time of the rank with most.
    pub(super) fn largest(&self) -> Vec<(&'static str, Time)> {
        let mut largest = BTreeMap::new();
        for (parameter, time) in self.0.values().flat_map(|of| &of.times) {
            let most = largest.entry(*parameter).or_insert(Time::ZERO);
            *most = (*most).max(*time);
        }
        largest.into_iter().collect()
    }
}
