//! Detects program loops that do nothing but poll, `while (!flag) MPI_Test(&request, &flag, …);`, by abstract interpretation of
//! their machine code, so that their polls need not be simulated one by one.
//!
//! A rank need not run while its polls fail, if it is certain that it does nothing but poll. As a program may do anything
//! between two polls, one iteration of the loop is *followed* in its machine code, instruction by instruction, from the return
//! of a failed poll to the next poll, without being executed. Values that the iteration changes (such as a count of polls) are
//! then treated as unknown, and the iteration is followed again, until no further value changes. If neither the path to the
//! next poll nor its arguments depend on an unknown value, all iterations are alike until a poll succeeds (a fixed point of an
//! abstract interpretation: P. Cousot and R. Cousot, POPL 1977). If anything is uncertain, or an instruction is not supported,
//! the rank is executed as usual.
//!
//! The engine then computes how many polls fail, and the rank really executes that many iterations, without the engine
//! ([`enter`]). So the program's own counts are right.

mod enter;
mod machine;
mod pure;
mod step;

pub(crate) use enter::{Caller, POLLS, REPLAYS_AT, latest_caller, poll_entry, replays_left, set_replays};
use machine::{Machine, RAX, RBP, RBX, RCX, RDI, RDX, RSI, RSP, Value};
use ops::Function;

/// Instructions of a round at most: the longer it is, the more it costs to follow, and the less its polls cost beside it.
const INSTRUCTIONS_MAX: usize = 400;
/// How often a round is followed at most: each time, what the one before has changed is unknown.
const PASSES_MAX: usize = 4;

/// What memory the rank that polls may use.
pub(crate) trait Memory {
    /// The code around an address, from the first to one past the last byte: that of its program, or of a library that
    /// does no more than pass calls on.
    fn code(&self, address: u64) -> Option<(u64, u64)>;

    /// Whether nobody but the rank changes these bytes.
    fn may_read(&self, address: u64, bytes: u64) -> bool;

    /// Whether nobody but the rank reads these bytes.
    fn may_write(&self, address: u64, bytes: u64) -> bool;
}

/// What of the caller's memory a poll reads or writes.
#[derive(Clone, Copy, Default, Debug)]
struct Extent {
    address: u64,
    bytes: u64,
}

/// A poll as its entry has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Poll {
    /// How many arguments it has, the call site among them.
    arguments: usize,
    /// The requests that it reads, and what it writes where it finds nothing.
    extents: [Extent; 3],
}

impl Poll {
    /// The poll of a function and its arguments.
    pub(crate) fn of(function: Function, caller: &Caller) -> Option<Self> {
        let passed = &caller.passed;
        let one = |at: usize, bytes: u64| Extent { address: passed[at], bytes };
        let requests = |at: usize| one(at, 8 * u64::from(passed[1] as u32));
        let none = Extent::default();
        let (arguments, extents) = match function {
            Function::Test => (4, [one(1, 8), one(2, 4), none]),
            Function::Iprobe => (6, [one(4, 4), none, none]),
            Function::Parrived => (4, [one(3, 4), none, none]),
            Function::Testall => (5, [requests(2), one(3, 4), none]),
            Function::Testany => (6, [requests(2), one(3, 4), one(4, 4)]),
            Function::Testsome => (6, [requests(2), one(3, 4), none]),
            _ => return None,
        };
        Some(Self { arguments, extents })
    }
}

/// Whether a rank whose poll has found nothing makes the same poll again and again until one finds something.
pub(crate) fn only_polls(caller: &Caller, poll: &Poll, memory: &dyn Memory) -> bool {
    let mut loop_ = Loop { caller, poll, memory, unknown_registers: [false; 16], unknown_bytes: Vec::new() };
    for _ in 0..PASSES_MAX {
        match loop_.follow() {
            Some(true) => return true,
            Some(false) => {}
            None => return false,
        }
    }
    false
}

/// A loop with what its rounds change.
struct Loop<'l> {
    caller: &'l Caller,
    poll: &'l Poll,
    memory: &'l dyn Memory,
    unknown_registers: [bool; 16],
    unknown_bytes: Vec<u64>,
}

/// The registers that a function must keep, but for the stack's.
const KEPT: [usize; 6] = [RBX, RBP, 12, 13, 14, 15];
/// The registers of a function's arguments, in their order.
const ARGUMENTS: [usize; 6] = [RDI, RSI, RDX, RCX, 8, 9];

impl<'l> Loop<'l> {
    /// Follows a round. True if it changes nothing that was known, so that all rounds are like it; none if that can't be told.
    fn follow(&mut self) -> Option<bool> {
        let caller = self.caller;
        let return_address = self.start().read(caller.stack, 8)??;
        let mut machine = self.start();
        machine.at = return_address;
        for _ in 0..INSTRUCTIONS_MAX {
            if machine.at == caller.entry {
                return self.compare(&machine, return_address);
            }
            if !machine.call_pure()? {
                machine.step()?;
            }
        }
        None
    }

    /// The state after the poll: it keeps some registers, returns 0 in one, and may have changed all others.
    fn start(&self) -> Machine<'l> {
        let mut registers: [Value; 16] = [None; 16];
        for (at, register) in KEPT.into_iter().enumerate() {
            registers[register] = (!self.unknown_registers[register]).then_some(self.caller.kept[at]);
        }
        registers[RSP] = Some(self.caller.stack + 8);
        registers[RAX] = Some(0);
        let mut machine = Machine::new(self.memory, registers, 0, Vec::new());
        self.unknown_bytes.iter().for_each(|&address| machine.set_byte(address, None));
        machine
    }

    /// Compares the state at the next poll with that at the one before.
    fn compare(&mut self, machine: &Machine<'_>, return_address: u64) -> Option<bool> {
        let caller = self.caller;
        if machine.registers[RSP] != Some(caller.stack) || machine.read(caller.stack, 8)? != Some(return_address) {
            return None;
        }
        for (at, register) in ARGUMENTS.into_iter().enumerate().take(self.poll.arguments) {
            if machine.registers[register] != Some(caller.passed[at]) {
                return None;
            }
        }
        let mut same = true;
        for (at, register) in KEPT.into_iter().enumerate() {
            if machine.registers[register] != Some(caller.kept[at]) && !self.unknown_registers[register] {
                self.unknown_registers[register] = true;
                same = false;
            }
        }
        // What lies below the stack is nobody's once the poll is entered.
        for address in machine.changed(0) {
            if (caller.stack.saturating_sub(BELOW_MAX)..caller.stack).contains(&address) {
                continue;
            }
            if self.poll.extents.iter().any(|extent| address.wrapping_sub(extent.address) < extent.bytes) {
                return None;
            }
            if !self.unknown_bytes.contains(&address) {
                self.unknown_bytes.push(address);
                same = false;
            }
        }
        Some(same)
    }
}

/// Functions that a round calls use no more stack than this: a round that is followed is short.
const BELOW_MAX: u64 = 64 << 10;

#[cfg(test)]
mod tests;
