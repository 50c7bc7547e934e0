//! Loads of links by phase, and their norm, kept up to date change by change.

/// Changes that are made until the norm is summed anew, so that rounding does not add up.
const FRESH_EVERY: u32 = 1 << 12;

/// Nor is a sum kept that is less than this part of the largest that it has been.
const SHRUNK: f64 = 1e-3;

/// The load of a link in a phase: half a cache line.
#[derive(Clone, Debug)]
struct Cell {
    /// Shares of bytes.
    load: u64,
    /// What has been proposed to add.
    change: i64,
    /// What a unit of load weighs in the norm.
    weight: f64,
    /// The proposal that `change` is part of; of another one, it counts as 0.
    proposal: u64,
}

/// Loads, and a change of them that has been proposed.
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
    /// By phase: links that the proposal changes.
    touched: Vec<Vec<u32>>,
    /// By phase: what the proposal adds to `powers`.
    gains: Vec<f64>,
    proposal: u64,
    changes: u32,
    /// Links whose loads were updated, in all.
    pub(crate) updates: u64,
}

impl Loads {
    /// No loads yet; `weights` by link.
    pub(crate) fn new(weights: &[f64], phases: usize, squarings: u32) -> Self {
        let cell = |weight: &f64| Cell { load: 0, change: 0, weight: *weight, proposal: 0 };
        Self {
            links: weights.len(),
            cells: (0..phases).flat_map(|_| weights.iter().map(cell)).collect(),
            squarings,
            powers: vec![0.0; phases],
            largest: vec![0.0; phases],
            touched: vec![Vec::new(); phases],
            gains: vec![0.0; phases],
            proposal: 1,
            changes: 0,
            updates: 0,
        }
    }

    /// Proposes to add to a link's load.
    #[inline]
    pub(crate) fn add(&mut self, phase: usize, link: u32, amount: i64) {
        let cell = &mut self.cells[phase * self.links + link as usize];
        if cell.proposal != self.proposal {
            (cell.proposal, cell.change) = (self.proposal, 0);
            self.touched[phase].push(link);
        }
        cell.change += amount;
    }

    fn root(&self, power: f64) -> f64 {
        (0..self.squarings).fold(power.max(0.0), |root, _| root.sqrt())
    }

    /// The norm as it is.
    pub(crate) fn norm(&self) -> f64 {
        self.powers.iter().map(|power| self.root(*power)).sum()
    }

    /// The norm with what has been proposed.
    pub(crate) fn proposed(&mut self) -> f64 {
        let mut norm = 0.0;
        for (phase, touched) in self.touched.iter().enumerate() {
            let cells = &self.cells[phase * self.links..][..self.links];
            let gain = touched.iter().map(|link| gain(&cells[*link as usize], self.squarings)).sum();
            self.updates += touched.len() as u64;
            self.gains[phase] = gain;
            norm += self.root(self.powers[phase] + gain);
        }
        norm
    }

    /// Forgets the proposal.
    pub(crate) fn discard(&mut self) {
        self.touched.iter_mut().for_each(Vec::clear);
        self.proposal += 1;
    }

    /// Makes the change, after [`Loads::proposed`].
    pub(crate) fn commit(&mut self) {
        for (phase, touched) in self.touched.iter().enumerate() {
            for link in touched {
                let cell = &mut self.cells[phase * self.links + *link as usize];
                cell.load = cell.load.wrapping_add_signed(cell.change);
            }
            self.powers[phase] += self.gains[phase];
            self.largest[phase] = self.largest[phase].max(self.powers[phase]);
        }
        self.discard();
        self.changes += 1;
        // Of a sum that has become far smaller, rounding has left little.
        let has_shrunk = self.powers.iter().zip(&self.largest).any(|(now, then)| *now < then * SHRUNK);
        if has_shrunk || self.changes.is_multiple_of(FRESH_EVERY) {
            self.refresh();
        }
    }

    /// Sums the norm anew.
    pub(crate) fn refresh(&mut self) {
        for phase in 0..self.powers.len() {
            let cells = &self.cells[phase * self.links..][..self.links];
            self.powers[phase] = cells.iter().map(|cell| power(cell.load, cell.weight, self.squarings)).sum();
            self.largest[phase] = self.powers[phase];
        }
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

#[inline]
fn power(load: u64, weight: f64, squarings: u32) -> f64 {
    let mut power = load as f64 * weight;
    for _ in 0..squarings {
        power *= power;
    }
    power
}

/// What the proposed change of a link adds to the sum of powers.
#[inline]
fn gain(cell: &Cell, squarings: u32) -> f64 {
    let with = cell.load.wrapping_add_signed(cell.change);
    power(with, cell.weight, squarings) - power(cell.load, cell.weight, squarings)
}
