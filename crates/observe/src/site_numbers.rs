//! Numbers the call sites of a run in the order in which records first name them. The driver's own numbers of call sites depend
//! on the order in which concurrent processes run; the numbers given here do not.

use ops::{CallSite, Record};
use rustc_hash::FxHashMap;

/// Numbers of a driver below this are indices.
const LOW: u32 = 1 << 20;

/// A driver numbers sites as it meets them, and processes that run at the same time meet them in any order. Records come in
/// simulated order.
#[derive(Default)]
pub(crate) struct SiteNumbers {
    /// By the driver's number: one more than ours, or zero.
    low: Vec<u32>,
    high: FxHashMap<u32, u32>,
    /// The driver's numbers, by ours.
    named: Vec<CallSite>,
}

impl SiteNumbers {
    /// The same record with our numbers.
    #[inline]
    pub(crate) fn renumber(&mut self, record: &Record) -> Record {
        let mut record = *record;
        match &mut record {
            Record::Block { site, .. } | Record::Call { site, .. } => *site = self.number(*site),
            Record::Wait(wait) => {
                wait.site = self.number(wait.site);
                wait.culprit_site = self.number(wait.culprit_site);
            }
            _ => {}
        }
        record
    }

    /// The driver's numbers, by ours.
    pub(crate) fn named(&self) -> &[CallSite] {
        &self.named
    }

    #[inline]
    fn number(&mut self, site: CallSite) -> CallSite {
        let at = site.0 as usize;
        let known = if site.0 >= LOW {
            self.high.entry(site.0).or_default()
        } else {
            if at >= self.low.len() {
                self.low.resize(at + 1, 0);
            }
            &mut self.low[at]
        };
        if *known == 0 {
            self.named.push(site);
            *known = self.named.len() as u32;
        }
        CallSite(*known - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::Function;
    use units::{ActorId, Time};

    #[test]
    fn sites_are_numbered_as_records_name_them() {
        let mut numbers = SiteNumbers::default();
        let sites = [7, u32::MAX, 7, 3, LOW, u32::MAX].map(|site| {
            let time = Time::ZERO;
            let call = Record::Call {
                actor: ActorId(0),
                function: Function::Send,
                site: CallSite(site),
                start: time,
                end: time,
                waiting: time,
            };
            let Record::Call { site, .. } = numbers.renumber(&call) else { unreachable!() };
            site.0
        });
        assert_eq!(sites, [0, 1, 0, 2, 3, 1]);
        assert_eq!(numbers.named(), [7, u32::MAX, 3, LOW].map(CallSite));
    }
}
