//! Executes the statements of a mapping program (mapping `map`, Rubik's language).
//!
//! Ranks lie in the grid in the order of their numbers, the last axis fastest. `map` pairs the leaf boxes (those that are not
//! divided further) of the grid with those of the machine, in order. Within each pair it assigns the ranks of the grid's box to
//! the slots of the machine's box, in order. Permutations of the grid take effect at once. Permutations of the machine move
//! ranks that have been mapped, so they are executed after all `map` statements, in program order, wherever they are written.
//! (In Rubik, a permutation of the machine before `map` would have no effect.)

use super::arguments::{self, Operation};
use super::boxes::{BoxId, Dimension, Tree};
use super::error::{Failure, Position, ProgramError, unknown};
use super::permutations::Permutation;
use super::syntax::{Chain, Head, Link, Statement};
use super::token::At;
use std::collections::BTreeMap;
use units::named_enum;

/// A place without a rank.
pub(super) const EMPTY: u32 = u32::MAX;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    enum Side as name {
        Grid = "grid",
        Machine = "machine",
    }
}

/// Some boxes of one side.
#[derive(Clone, Debug)]
struct Boxes {
    side: Side,
    ids: Vec<BoxId>,
}

/// The grid or the machine.
#[derive(Debug)]
struct Space {
    dimensions: Vec<Dimension>,
    tree: Tree,
    /// The rank at each place.
    contents: Vec<u32>,
    declared: Position,
}

/// What a program has brought about so far.
struct State<'a> {
    ranks: u32,
    machine: &'a [Dimension],
    spaces: BTreeMap<Side, Space>,
    names: BTreeMap<String, Boxes>,
    /// Of each rank, whether it has a place.
    mapped: Vec<bool>,
    later: Vec<(Vec<BoxId>, Permutation)>,
}

/// What a program has brought about.
pub(super) struct Outcome {
    /// The rank at each place of the machine, the last of the dimensions it was given by fastest, or `EMPTY`.
    pub(super) contents: Vec<u32>,
    /// The sizes of the grid of ranks.
    pub(super) grid: Vec<u32>,
}

/// Carries out a program on a machine of these dimensions; an error about all of it stands at its `end`.
pub(super) fn evaluate(
    statements: &[Statement],
    ranks: u32,
    machine: &[Dimension],
    end: Position,
) -> Result<Outcome, Failure> {
    let mut state = State {
        ranks,
        machine,
        spaces: BTreeMap::new(),
        names: BTreeMap::new(),
        mapped: vec![false; ranks as usize],
        later: Vec::new(),
    };
    for statement in statements {
        state.carry_out(statement)?;
    }
    state.finish(end)
}

impl State<'_> {
    fn carry_out(&mut self, statement: &Statement) -> Result<(), Failure> {
        match statement {
            Statement::Assign { name, chain } => {
                let boxes = self.chain(chain)?;
                self.names.insert(name.clone(), boxes);
            }
            Statement::Apply(chain) => drop(self.chain(chain)?),
            Statement::Map { source, target, place } => {
                let (from, onto) = (self.chain(source)?, self.chain(target)?);
                expect_side(&from, Side::Grid, source.head.place)?;
                expect_side(&onto, Side::Machine, target.head.place)?;
                self.map(&from, &onto).map_err(|error| Failure::new(*place, error))?;
            }
        }
        Ok(())
    }

    fn finish(mut self, end: Position) -> Result<Outcome, Failure> {
        if let Some(rank) = self.mapped.iter().position(|mapped| !mapped) {
            return Err(Failure::new(end, ProgramError::Unmapped { rank: rank as u32 }));
        }
        let grid = self.spaces.get(&Side::Grid).map_or(Vec::new(), |grid| grid.tree.view(0).sizes());
        let mut machine = self.spaces.remove(&Side::Machine).expect("every rank, so at least one, is mapped onto it");
        self.later.iter().for_each(|(ids, permutation)| machine.permute(ids, permutation));
        Ok(Outcome { contents: machine.contents, grid })
    }

    fn chain(&mut self, chain: &Chain) -> Result<Boxes, Failure> {
        let mut boxes = self.head(&chain.head)?;
        for link in &chain.links {
            match &link.value {
                Link::Select(name) => boxes = self.select(boxes, name, link.place)?,
                Link::Index(index) => boxes = self.index(boxes, index, link.place)?,
                Link::Call(name, given) => {
                    let dimensions = &self.spaces[&boxes.side].dimensions;
                    let operation = arguments::operation(name, given, dimensions, link.place)?;
                    self.apply(&boxes, operation, link.place)?;
                }
            }
        }
        Ok(boxes)
    }

    fn head(&mut self, head: &At<Head>) -> Result<Boxes, Failure> {
        match &head.value {
            Head::Grid(given) => {
                let dimensions = arguments::grid(given, self.ranks, head.place)?;
                let ranks = (0..self.ranks).collect();
                let tree = Tree::new(&sizes(&dimensions));
                self.declare(Side::Grid, dimensions, tree, ranks, head.place)
            }
            Head::Machine(given) => {
                let order = arguments::machine(given, self.machine, head.place)?;
                let dimensions = order.iter().map(|axis| self.machine[*axis].clone()).collect();
                let tree = Tree::in_order(&sizes(self.machine), &order);
                let contents = vec![EMPTY; tree.view(0).len()];
                self.declare(Side::Machine, dimensions, tree, contents, head.place)
            }
            Head::Name(name) => self.names.get(name).cloned().ok_or_else(|| {
                let known: Vec<&str> = self.names.keys().map(String::as_str).collect();
                Failure::new(head.place, unknown("box", name, &known))
            }),
        }
    }

    fn declare(
        &mut self,
        side: Side,
        dimensions: Vec<Dimension>,
        tree: Tree,
        contents: Vec<u32>,
        declared: Position,
    ) -> Result<Boxes, Failure> {
        if let Some(space) = self.spaces.get(&side) {
            let first = format!("{}:{}", space.declared.line, space.declared.column);
            return Err(Failure::new(declared, ProgramError::Second { what: side.name(), first }));
        }
        self.spaces.insert(side, Space { dimensions, tree, contents, declared });
        Ok(Boxes { side, ids: vec![0] })
    }

    fn select(&self, boxes: Boxes, name: &str, place: Position) -> Result<Boxes, Failure> {
        let (side, tree) = (boxes.side, &self.spaces[&boxes.side].tree);
        let ids = match name {
            "leaves" => boxes.ids.iter().flat_map(|id| tree.leaves(*id)).collect(),
            "children" => {
                divided(tree, &boxes, "children", place)?;
                boxes.ids.iter().flat_map(|id| tree.parts(*id)).collect()
            }
            _ => return Err(Failure::new(place, unknown("selection", name, &["leaves", "children"]))),
        };
        Ok(Boxes { side, ids })
    }

    fn index(&self, boxes: Boxes, index: &[At<i64>], place: Position) -> Result<Boxes, Failure> {
        let (side, tree) = (boxes.side, &self.spaces[&boxes.side].tree);
        divided(tree, &boxes, "[…]", place)?;
        let part = |id: &BoxId| Ok(tree.part(*id, &arguments::index(index, tree.counts(*id), place)?));
        let ids = boxes.ids.iter().map(part).collect::<Result<_, Failure>>()?;
        Ok(Boxes { side, ids })
    }

    fn apply(&mut self, boxes: &Boxes, operation: Operation, place: Position) -> Result<(), Failure> {
        let Some(space) = self.spaces.get_mut(&boxes.side) else { return Ok(()) };
        match operation {
            Operation::Divide(division) => {
                for id in &boxes.ids {
                    let cuts = division.of(&space.tree.view(*id).sizes())?;
                    space.tree.cut(*id, &cuts);
                }
            }
            Operation::Permute(permutation, _) if boxes.side == Side::Machine => {
                self.later.push((boxes.ids.clone(), permutation));
            }
            Operation::Permute(_, operation) if self.mapped.contains(&true) => {
                return Err(Failure::new(place, ProgramError::AfterMap { operation }));
            }
            Operation::Permute(permutation, _) => space.permute(&boxes.ids, &permutation),
        }
        Ok(())
    }

    /// Puts the ranks of the grid's leaves onto the places of the machine's.
    fn map(&mut self, from: &Boxes, onto: &Boxes) -> Result<(), ProgramError> {
        let (grid, machine) = (&self.spaces[&Side::Grid], &self.spaces[&Side::Machine]);
        let leaves = |space: &Space, boxes: &Boxes| -> Vec<BoxId> {
            boxes.ids.iter().flat_map(|id| space.tree.leaves(*id)).collect()
        };
        let (sources, targets) = (leaves(grid, from), leaves(machine, onto));
        check_leaves((grid, &sources), (machine, &targets))?;
        let mut pairs = Vec::new();
        for (source, target) in sources.iter().zip(&targets) {
            let (source, target) = (grid.tree.view(*source).places(), machine.tree.view(*target).places());
            pairs.extend(source.into_iter().map(|place| grid.contents[place as usize]).zip(target));
        }
        for (rank, place) in pairs {
            self.place(rank, place)?;
        }
        Ok(())
    }

    fn place(&mut self, rank: u32, place: u32) -> Result<(), ProgramError> {
        if std::mem::replace(&mut self.mapped[rank as usize], true) {
            return Err(ProgramError::Twice { what: "rank", number: rank });
        }
        let contents = self.spaces.get_mut(&Side::Machine).map(|machine| &mut machine.contents[place as usize]);
        match contents {
            Some(empty) if *empty == EMPTY => *empty = rank,
            _ => return Err(ProgramError::Twice { what: "slot", number: place }),
        }
        Ok(())
    }
}

impl Space {
    fn permute(&mut self, ids: &[BoxId], permutation: &Permutation) {
        // Boxes of one size have the same sources.
        let mut sources: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
        for id in ids {
            let view = self.tree.view(*id);
            let places = view.places();
            let sizes = view.sizes();
            let sources = sources.entry(sizes).or_insert_with_key(|sizes| permutation.sources(sizes));
            let moved: Vec<u32> =
                sources.iter().map(|source| self.contents[places[*source as usize] as usize]).collect();
            places.iter().zip(moved).for_each(|(place, rank)| self.contents[*place as usize] = rank);
        }
    }

    /// The sizes of a box, as text.
    fn sizes(&self, id: BoxId) -> String {
        arguments::sizes_text(&self.tree.view(id).sizes())
    }
}

fn sizes(dimensions: &[Dimension]) -> Vec<u32> {
    dimensions.iter().map(|dimension| dimension.size).collect()
}

fn expect_side(boxes: &Boxes, expected: Side, place: Position) -> Result<(), Failure> {
    if boxes.side == expected {
        return Ok(());
    }
    let (found, expected) = (boxes.side.name(), expected.name());
    Err(Failure::new(place, ProgramError::Side { found, expected }))
}

/// Refuses boxes that have no parts.
fn divided(tree: &Tree, boxes: &Boxes, selection: &str, place: Position) -> Result<(), Failure> {
    let leaf = boxes.ids.iter().any(|id| tree.parts(*id).is_empty());
    let error = || ProgramError::NoParts { selection: selection.to_owned() };
    if leaf { Err(Failure::new(place, error())) } else { Ok(()) }
}

fn check_leaves(
    (grid, sources): (&Space, &[BoxId]),
    (machine, targets): (&Space, &[BoxId]),
) -> Result<(), ProgramError> {
    if sources.len() != targets.len() {
        return Err(ProgramError::LeafCount { source_leaves: sources.len(), target_leaves: targets.len() });
    }
    let differs =
        |(source, target): (&BoxId, &BoxId)| grid.tree.view(*source).len() != machine.tree.view(*target).len();
    match sources.iter().zip(targets).position(differs) {
        None => Ok(()),
        Some(leaf) => Err(ProgramError::LeafSize {
            leaf,
            source_size: grid.sizes(sources[leaf]),
            target_size: machine.sizes(targets[leaf]),
        }),
    }
}
