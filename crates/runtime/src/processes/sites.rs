//! The simulator's table of call sites (places in the program that call MPI), in processes mode. It gives the same
//! place the same number in all ranks' processes.

use engine::symbols::Symbols;
use ops::CallSite;
use rustc_hash::FxHashMap;
use std::path::PathBuf;

/// The simulator's table. Sites are numbered in the order in which the simulator hears of them.
#[derive(Default)]
pub(super) struct Sites {
    objects: Vec<PathBuf>,
    known_objects: FxHashMap<String, u32>,
    places: Vec<(u32, u64)>,
    numbers: FxHashMap<(u32, u64), u32>,
    symbols: Symbols,
}

/// What a process's own numbers mean.
#[derive(Debug, Default)]
pub(super) struct ProcessSites {
    objects: Vec<u32>,
    sites: Vec<CallSite>,
}

impl ProcessSites {
    /// The number of a site of the process.
    pub(super) fn site(&self, own: CallSite) -> CallSite {
        self.sites.get(own.0 as usize).copied().unwrap_or_default()
    }
}

impl Sites {
    /// Takes over what a process has seen for the first time.
    pub(super) fn register(&mut self, known: &mut ProcessSites, objects: Vec<String>, sites: Vec<(u32, u64)>) {
        for path in objects {
            let next = self.objects.len() as u32;
            let number = *self.known_objects.entry(path.clone()).or_insert(next);
            if number == next {
                self.objects.push(PathBuf::from(path));
            }
            known.objects.push(number);
        }
        for (object, address) in sites {
            let place = (known.objects.get(object as usize).copied().unwrap_or(u32::MAX), address);
            let next = self.places.len() as u32;
            let number = *self.numbers.entry(place).or_insert(next);
            if number == next {
                self.places.push(place);
            }
            known.sites.push(CallSite(number));
        }
    }

    /// A place in words.
    pub(super) fn describe(&mut self, site: CallSite) -> String {
        let Some(&(object, address)) = self.places.get(site.0 as usize) else {
            return "the program's start".to_owned();
        };
        match self.objects.get(object as usize) {
            Some(path) => self.symbols.describe(path, address, true),
            None => "code of no file".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_processes_that_number_differently_agree_on_the_same_places() {
        let mut sites = Sites::default();
        let (mut a, mut b) = (ProcessSites::default(), ProcessSites::default());
        sites.register(&mut a, vec!["p".into()], vec![(0, 16), (0, 32)]);
        sites.register(&mut b, vec!["q".into(), "p".into()], vec![(1, 32), (0, 16)]);
        assert_eq!(b.site(CallSite(0)), a.site(CallSite(1)));
        assert_eq!(b.site(CallSite(1)), CallSite(2));
        sites.register(&mut a, vec![], vec![(0, 48)]);
        assert_eq!(a.site(CallSite(2)), CallSite(3));
    }
}
