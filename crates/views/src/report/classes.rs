//! Classes of states that share a colour: computation, the functions that take most of the time, the other functions.

use super::pyramid::CLASSES;
use ops::Function;
use results::State;
use std::collections::BTreeMap;

/// What no class is: nothing happens.
pub(crate) const COMPUTE: u8 = 1;
/// Functions without a class of their own.
const OTHER: u8 = CLASSES as u8 - 1;

/// The classes of all runs of a report.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    own: Vec<Function>,
    names: Vec<String>,
}

impl Classes {
    /// From the time that each function takes, all runs together.
    pub(crate) fn of(times: &BTreeMap<Function, u64>) -> Self {
        let mut order: Vec<(Function, u64)> =
            times.iter().map(|(function, time)| (*function, *time)).filter(|(_, time)| *time > 0).collect();
        order.sort_by_key(|&(function, time)| (std::cmp::Reverse(time), function));
        let rest = order.len().saturating_sub(usize::from(OTHER - COMPUTE - 1));
        let own: Vec<Function> =
            order.iter().take(usize::from(OTHER - COMPUTE - 1)).map(|(function, _)| *function).collect();
        let mut names = vec!["no record".to_owned(), "compute".to_owned()];
        names.extend(own.iter().map(|function| function.name().to_owned()));
        if rest > 0 {
            names.resize(usize::from(OTHER), String::new());
            names.push("other MPI".to_owned());
        }
        Self { own, names }
    }

    /// The class of a function.
    #[inline]
    pub(crate) fn of_function(&self, function: Function) -> u8 {
        self.own.iter().position(|own| *own == function).map_or(OTHER, |at| COMPUTE + 1 + at as u8)
    }

    /// The class of a state.
    #[inline]
    pub(crate) fn of_state(&self, state: State) -> u8 {
        match state {
            State::Compute => COMPUTE,
            State::Call(function) => self.of_function(function),
        }
    }

    /// Names by class.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_that_take_most_have_classes_of_their_own() {
        let functions: Vec<Function> = Function::all().take(7).collect();
        let times = functions.iter().zip([5, 1, 9, 7, 2, 8, 3]).map(|(function, time)| (*function, time));
        let classes = Classes::of(&times.collect());
        let of = |at: usize| classes.of_function(functions[at]);
        assert_eq!([of(2), of(5), of(3), of(0), of(6)], [2, 3, 4, 5, 6]);
        assert_eq!([of(1), of(4)], [OTHER, OTHER]);
        assert_eq!(classes.names()[2], functions[2].name());
        assert_eq!((classes.names().len(), classes.names()[7].as_str()), (CLASSES, "other MPI"));
    }

    #[test]
    fn few_functions_need_no_other() {
        let function = Function::all().next().unwrap();
        let classes = Classes::of(&BTreeMap::from([(function, 1)]));
        assert_eq!(classes.names(), ["no record", "compute", function.name()]);
        // What takes no time is never seen.
        assert_eq!(Classes::of(&BTreeMap::from([(function, 0)])).names().len(), 2);
    }
}
