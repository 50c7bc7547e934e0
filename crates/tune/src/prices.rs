//! The gradient of the p-norm of link loads, which the mapping search uses: for each link, how much a small additional load
//! on the link would increase the norm.

use crate::ways::{LegTable, Scratch, WaysOf};

/// By phase, the increase of the phase's norm per byte of a load, times the norm to the power of p − 1. As norms are
/// convex, more grows it by more than in proportion, and less shrinks it by less.
#[derive(Clone, Debug)]
pub(crate) struct Prices {
    /// Links of the machine.
    links: usize,
    /// By phase, then link.
    of_links: Vec<f64>,
    /// Legs of ways.
    legs: usize,
    /// By phase, then leg: sums over its links. So a way has few prices, where loads change seldom.
    of_legs: Vec<f64>,
}

impl Prices {
    /// All prices are 0.
    pub(crate) fn new(ways: &WaysOf<'_>, links: usize, phases: usize) -> Self {
        let legs = ways.legs().map_or(0, LegTable::count);
        Self { links, of_links: vec![0.0; links * phases], legs, of_legs: vec![0.0; legs * phases] }
    }

    /// The price of a link in a phase, and with it those of the legs that it is in.
    #[inline]
    pub(crate) fn set(&mut self, ways: &WaysOf<'_>, phase: usize, link: usize, price: f64) {
        let old = std::mem::replace(&mut self.of_links[phase * self.links + link], price);
        let change = price - old;
        let Some(table) = ways.legs().filter(|_| change != 0.0) else { return };
        let of_phase = &mut self.of_legs[phase * self.legs..][..self.legs];
        table.of_link(link).iter().for_each(|leg| of_phase[*leg as usize] += change);
    }

    /// Sums those of legs anew.
    pub(crate) fn refresh(&mut self, ways: &WaysOf<'_>) {
        let Some(table) = ways.legs() else { return };
        self.of_legs.fill(0.0);
        for (at, price) in self.of_links.iter().enumerate() {
            let of_phase = &mut self.of_legs[at / self.links * self.legs..][..self.legs];
            table.of_link(at % self.links).iter().for_each(|leg| of_phase[*leg as usize] += price);
        }
    }

    /// The price of a way, the share on each link times its price, and of how many prices it consists.
    #[inline]
    pub(crate) fn of_way(
        &self,
        ways: &WaysOf<'_>,
        phase: usize,
        (from, to): (u32, u32),
        scratch: &mut Scratch,
    ) -> (f64, usize) {
        let (mut sum, mut count) = (0.0, 0);
        if let Some(table) = ways.legs() {
            let of_phase = &self.of_legs[phase * self.legs..][..self.legs];
            table.visit((from, to), |leg| {
                sum += of_phase[leg];
                count += 1;
            });
        } else {
            let of_phase = &self.of_links[phase * self.links..][..self.links];
            ways.way(from, to, scratch).visit(|link, share| {
                sum += of_phase[link as usize] * f64::from(share);
                count += 1;
                true
            });
        }
        (sum, count)
    }
}
