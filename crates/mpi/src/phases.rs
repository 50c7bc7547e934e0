//! The phases that users' marks divide a program into.

use std::collections::BTreeMap;

/// What everything belongs to before the first mark: `MPI_Pcontrol(0)` leads back to it.
const FIRST: &str = "0";

/// Names of phases, numbered in the order of their first marks.
#[derive(Debug)]
pub(crate) struct Phases {
    numbers: BTreeMap<Box<str>, u32>,
}

impl Default for Phases {
    fn default() -> Self {
        Self { numbers: BTreeMap::from([(FIRST.into(), 0)]) }
    }
}

impl Phases {
    /// The number of a name.
    pub(crate) fn number(&mut self, name: Box<str>) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(name).or_insert(next)
    }

    /// All names, by number.
    pub(crate) fn into_names(self) -> Vec<Box<str>> {
        let mut names: Vec<(Box<str>, u32)> = self.numbers.into_iter().collect();
        names.sort_unstable_by_key(|(_, number)| *number);
        names.into_iter().map(|(name, _)| name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_numbers() {
        let mut phases = Phases::default();
        let numbers = ["solve", "0", "io", "solve", "2"].map(|name| phases.number(name.into()));
        assert_eq!(numbers, [1, 0, 2, 1, 3]);
        assert_eq!(phases.into_names().iter().map(|name| &**name).collect::<Vec<_>>(), ["0", "solve", "io", "2"]);
    }
}
