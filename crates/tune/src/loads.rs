//! The link loads of a mapping by phase, and the p-norm of these loads. The search for better mappings updates both
//! incrementally when it moves ranks.

use crate::prices::Prices;
use crate::ways::{Scratch, Spread, WaysOf};

/// Changes that are made until the norm is summed anew, so that rounding does not add up.
const FRESH_EVERY: u32 = 1 << 12;

/// Nor is a sum kept that is less than this part of the largest that it has been.
const SHRUNK: f64 = 1e-3;

/// The load of a link in a phase.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// Shares of bytes, below 2^62.
    load: u64,
    /// Weight of a unit of load in the norm.
    weight: f64,
}

/// Loads, and a change of them that has been proposed. The loads are those with the proposal; a journal leads back.
#[derive(Clone, Debug)]
pub(crate) struct Loads {
    /// Links of the machine.
    links: usize,
    /// By phase, then link.
    cells: Vec<Cell>,
    /// p = 2^squarings.
    squarings: u32,
    /// By phase: the sum of the p-th powers, as changes have left it, and the largest that it has been since it was summed.
    powers: Vec<f64>,
    largest: Vec<f64>,
    /// By phase: the proposal's addition to `powers`.
    gains: Vec<f64>,
    prices: Prices,
    /// By phase: the norm, and the factor that belongs to `prices`.
    norms: Vec<f64>,
    scales: Vec<f64>,
    /// Indices of `cells`, and the proposal's additions there.
    journal: Vec<(usize, i64)>,
    changes: u32,
    /// Loads of links that were judged or changed for proposals, in all.
    pub(crate) updates: u64,
}

impl Loads {
    /// No loads yet; `weights` by link.
    pub(crate) fn new(ways: &WaysOf<'_>, weights: &[f64], phases: usize, squarings: u32) -> Self {
        let cell = |weight: &f64| Cell { load: 0, weight: *weight };
        Self {
            links: weights.len(),
            cells: (0..phases).flat_map(|_| weights.iter().map(cell)).collect(),
            squarings,
            powers: vec![0.0; phases],
            largest: vec![0.0; phases],
            gains: vec![0.0; phases],
            prices: Prices::new(ways, weights.len(), phases),
            norms: vec![0.0; phases],
            scales: vec![0.0; phases],
            journal: Vec::new(),
            changes: 0,
            updates: 0,
        }
    }

    /// Adds to the loads of a way's links for good. [`Loads::refresh`] then sums the norm.
    pub(crate) fn put(&mut self, phase: usize, way: Spread<'_>, bytes: u64) {
        let of_phase = &mut self.cells[phase * self.links..][..self.links];
        way.visit(|link, share| {
            of_phase[link as usize].load += bytes * u64::from(share);
            true
        });
    }

    /// Proposes to add to the loads of a way's links. Returns false if it has stopped on the way because the phase's `gains`
    /// exceed a limit; the proposal is then good for nothing but [`Loads::discard`].
    #[inline]
    pub(crate) fn add(&mut self, phase: usize, way: Spread<'_>, bytes: i64, limit: f64) -> bool {
        match self.squarings {
            0 => self.add_to_norm::<0>(phase, way, bytes, limit),
            3 => self.add_to_norm::<3>(phase, way, bytes, limit),
            _ => self.add_to_norm::<4>(phase, way, bytes, limit),
        }
    }

    #[inline]
    fn add_to_norm<const SQUARINGS: u32>(&mut self, phase: usize, way: Spread<'_>, bytes: i64, limit: f64) -> bool {
        let first = phase * self.links;
        let (of_phase, journal) = (&mut self.cells[first..][..self.links], &mut self.journal);
        let mut gain = self.gains[phase];
        way.visit(|link, share| {
            let amount = bytes.wrapping_mul(i64::from(share));
            let cell = &mut of_phase[link as usize];
            let before = power::<SQUARINGS>(*cell);
            cell.load = cell.load.wrapping_add_signed(amount);
            gain += power::<SQUARINGS>(*cell) - before;
            journal.push((first + link as usize, amount));
            gain <= limit
        });
        self.gains[phase] = gain;
        gain <= limit
    }

    fn root(&self, power: f64) -> f64 {
        (0..self.squarings).fold(power.max(0.0), |root, _| root.sqrt())
    }

    /// The norm without the proposal.
    pub(crate) fn norm(&self) -> f64 {
        self.norms.iter().sum()
    }

    /// Gradient of the norm: its increase per byte of a small load on a way.
    #[inline]
    pub(crate) fn price(&mut self, ways: &WaysOf<'_>, phase: usize, ends: (u32, u32), scratch: &mut Scratch) -> f64 {
        let (price, count) = self.prices.of_way(ways, phase, ends, scratch);
        self.updates += count as u64;
        price * self.scales[phase]
    }

    /// The norm with the proposal.
    pub(crate) fn proposed(&self) -> f64 {
        self.powers.iter().zip(&self.gains).map(|(power, gain)| self.root(power + gain)).sum()
    }

    /// The largest increase of a phase for which the norm stays below a bound, if other phases stay as proposed.
    pub(crate) fn limit(&self, phase: usize, bound: f64) -> f64 {
        if bound == f64::INFINITY {
            return bound;
        }
        let of = |phase: usize| self.root(self.powers[phase] + self.gains[phase]);
        let others: f64 = (0..self.powers.len()).filter(|other| *other != phase).map(of).sum();
        let most = (0..self.squarings).fold((bound - others).max(0.0), |power, _| power * power);
        most - self.powers[phase]
    }

    /// Forgets the proposal.
    pub(crate) fn discard(&mut self) {
        for (at, amount) in &self.journal {
            let load = &mut self.cells[*at].load;
            *load = load.wrapping_sub(*amount as u64);
        }
        self.end();
    }

    fn end(&mut self) {
        self.updates += self.journal.len() as u64;
        self.journal.clear();
        self.gains.fill(0.0);
    }

    /// Makes the change that has been proposed.
    pub(crate) fn commit(&mut self, ways: &WaysOf<'_>) {
        for phase in 0..self.powers.len() {
            self.powers[phase] += self.gains[phase];
            self.largest[phase] = self.largest[phase].max(self.powers[phase]);
        }
        for at in 0..self.journal.len() {
            self.price_anew(ways, self.journal[at].0);
        }
        self.end();
        self.changes += 1;
        // Of a sum that has become far smaller, rounding has left little.
        let has_shrunk = self.powers.iter().zip(&self.largest).any(|(now, then)| *now < then * SHRUNK);
        if has_shrunk || self.changes.is_multiple_of(FRESH_EVERY) {
            self.refresh(ways);
        } else {
            self.find_norms();
        }
    }

    /// Sets the price of a load.
    #[inline]
    fn price_anew(&mut self, ways: &WaysOf<'_>, at: usize) {
        let Cell { load, weight } = self.cells[at];
        let weighted = load as i64 as f64 * weight;
        // p − 1 = 1 + 2 + 4 + ….
        let (price, _) =
            (0..self.squarings).fold((weight, weighted), |(price, power), _| (price * power, power * power));
        self.prices.set(ways, at / self.links, at % self.links, price);
    }

    fn find_norms(&mut self) {
        for phase in 0..self.powers.len() {
            let norm = self.root(self.powers[phase]);
            let (factor, _) =
                (0..self.squarings).fold((1.0, norm), |(factor, power), _| (factor * power, power * power));
            self.norms[phase] = norm;
            // Without loads nothing can be taken away, and additions count once they are made.
            self.scales[phase] = if factor > 0.0 { 1.0 / factor } else { 0.0 };
        }
    }

    /// Sums the norm anew.
    pub(crate) fn refresh(&mut self, ways: &WaysOf<'_>) {
        let power = match self.squarings {
            0 => power::<0>,
            3 => power::<3>,
            _ => power::<4>,
        };
        for phase in 0..self.powers.len() {
            let cells = &self.cells[phase * self.links..][..self.links];
            self.powers[phase] = cells.iter().map(|cell| power(*cell)).sum();
            self.largest[phase] = self.powers[phase];
        }
        (0..self.cells.len()).for_each(|at| self.price_anew(ways, at));
        self.prices.refresh(ways);
        self.find_norms();
    }

    /// Loads by phase, then link.
    pub(crate) fn values(&self) -> Vec<u64> {
        self.cells.iter().map(|cell| cell.load).collect()
    }

    /// For each phase and link whether it is among the fullest of the phase: from this part of the largest weighted load on.
    pub(crate) fn hot(&self, part: f64) -> Vec<bool> {
        let weighted = |cell: &Cell| cell.load as f64 * cell.weight;
        let of_phase = |cells: &[Cell]| {
            let largest = cells.iter().map(weighted).fold(0.0, f64::max);
            cells.iter().map(|cell| largest > 0.0 && weighted(cell) >= part * largest).collect::<Vec<_>>()
        };
        self.cells.chunks(self.links.max(1)).flat_map(of_phase).collect()
    }
}

/// The power of a load in the norm.
#[inline]
fn power<const SQUARINGS: u32>(cell: Cell) -> f64 {
    // Signed: processors have an instruction for it.
    let mut power = cell.load as i64 as f64 * cell.weight;
    for _ in 0..SQUARINGS {
        power *= power;
    }
    power
}
