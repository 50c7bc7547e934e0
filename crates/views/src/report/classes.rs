//! The classes of states in reports (computation, kinds of MPI functions), each with the same number and colour in every
//! report.

use super::pyramid::CLASSES;
use ops::{Function, Operation};
use results::State;

/// Computation. Class 0 is not a record.
pub(crate) const COMPUTE: u8 = 1;
const POINT_TO_POINT: u8 = 2;
const COMPLETION: u8 = 3;
const COLLECTIVE: u8 = 4;
const ONE_SIDED: u8 = 5;
pub(crate) const FILES: u8 = 6;
const OTHER: u8 = 7;

/// The number of a state in the order of first appearance.
pub(crate) fn number_of(states: &mut Vec<State>, state: State) -> usize {
    states.iter().position(|known| *known == state).unwrap_or_else(|| {
        states.push(state);
        states.len() - 1
    })
}

/// Names by number.
const NAMES: [&str; CLASSES] =
    ["no record", "compute", "point-to-point", "wait and test", "collectives", "one-sided", "files", "other MPI"];

/// The classes of functions, looked up once for all rows.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    of: Vec<u8>,
}

impl Default for Classes {
    fn default() -> Self {
        Self { of: Function::all().map(|function| class(function.name())).collect() }
    }
}

impl Classes {
    /// The class of a function.
    #[inline]
    pub(crate) fn of_function(&self, function: Function) -> u8 {
        self.of[function as usize]
    }

    /// The class of a state.
    #[inline]
    pub(crate) fn of_state(&self, state: State) -> u8 {
        match state {
            State::Compute => COMPUTE,
            State::Call(function) => self.of_function(function),
        }
    }

    /// Names by class; empty where no function of the class takes time.
    pub(crate) fn names(&self, taking_time: impl Iterator<Item = Function>) -> [&'static str; CLASSES] {
        let mut names = [""; CLASSES];
        names[..2].copy_from_slice(&NAMES[..2]);
        for class in taking_time.map(|function| usize::from(self.of_function(function))) {
            names[class] = NAMES[class];
        }
        names
    }
}

/// The class of a function by its C name.
fn class(name: &str) -> u8 {
    const RMA: [&str; 10] = [
        "Put",
        "Get",
        "Accumulate",
        "Get_accumulate",
        "Rput",
        "Rget",
        "Raccumulate",
        "Rget_accumulate",
        "Fetch_and_op",
        "Compare_and_swap",
    ];
    const MATCHING: [&str; 12] = [
        "Probe",
        "Iprobe",
        "Mprobe",
        "Improbe",
        "Start",
        "Startall",
        "Pready",
        "Pready_range",
        "Pready_list",
        "Parrived",
        "Cancel",
        "Buffer_flush",
    ];
    let is_mpi = name.starts_with("MPI_");
    let name = name.strip_prefix("MPI_").unwrap_or(name);
    let name = name.strip_suffix("_c").unwrap_or(name);
    let base = name.strip_suffix("_init").unwrap_or(name);
    // `Ibcast` and `Ineighbor_allgather` begin with one capital only.
    let blocking = base.strip_prefix('I').filter(|rest| rest.starts_with(|first: char| first.is_ascii_lowercase()));
    let operation = blocking.unwrap_or(base).to_ascii_lowercase();
    let operation = operation.strip_prefix("neighbor_").unwrap_or(&operation);
    match name {
        _ if name.starts_with("File_") || !is_mpi => FILES,
        _ if name.starts_with("Win_") || RMA.contains(&name) => ONE_SIDED,
        _ if Operation::named(operation).is_some() => COLLECTIVE,
        _ if name.starts_with("Wait") || name.starts_with("Test") || name.starts_with("Request_get_status") => {
            COMPLETION
        }
        _ if MATCHING.contains(&name) => POINT_TO_POINT,
        _ if operation.contains("send") || operation.contains("recv") => POINT_TO_POINT,
        _ => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_of_the_chapter_that_describes_them() {
        let of = |names: &[&str], expected| {
            for name in names {
                assert_eq!(class(&format!("MPI_{name}")), expected, "{name}");
            }
        };
        of(
            &["Send", "Isend", "Irecv_c", "Sendrecv_replace", "Psend_init", "Mrecv", "Improbe", "Startall"],
            POINT_TO_POINT,
        );
        of(&["Waitall", "Testsome", "Request_get_status_any"], COMPLETION);
        of(
            &["Bcast", "Ibcast", "Iallreduce_c", "Neighbor_alltoallw", "Ineighbor_allgather", "Barrier_init"],
            COLLECTIVE,
        );
        of(&["Put", "Win_fence", "Get_accumulate_c", "Rget"], ONE_SIDED);
        of(&["File_write_all", "File_iread"], FILES);
        assert_eq!([class("write"), class("open")], [FILES; 2], "POSIX");
        of(&["Init", "Comm_split", "Get_count", "Reduce_local", "Intercomm_create", "Is_thread_main"], OTHER);
    }

    #[test]
    fn only_classes_that_take_time_have_names() {
        let names = Classes::default().names([Function::Waitall, Function::Bcast].into_iter());
        assert_eq!(names, ["no record", "compute", "", "wait and test", "collectives", "", "", ""]);
    }
}
