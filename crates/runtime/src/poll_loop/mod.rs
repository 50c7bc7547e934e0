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
//! A round may have several polls, `do { MPI_Iprobe(…); MPI_Test(…); } while (!flag)`: the path then
//! goes on through the polls that fail, up to the first one again.
//!
//! The engine then computes how many polls fail, and the rank really executes that many, without the engine
//! ([`enter`]). So the program's own counts are right. A rank that comes to a loop again need not follow it if all that the loop
//! has read is as it was ([`Certain`]).

mod enter;
mod machine;
mod pure;
mod step;
mod vectors;

pub(crate) use enter::{Caller, POLLS, REPLAYS_AT, latest_caller, poll_entry, replays_left, set_replays};
use machine::{Machine, RAX, RBP, RBX, RCX, RDI, RDX, RSI, RSP, Value, Word};
use ops::Function;

/// Instructions of a round at most: the longer it is, the more it costs to follow, and the less its polls cost beside it.
const INSTRUCTIONS_MAX: usize = 1_000;
/// How often a round is followed at most: each time, what the one before has changed is unknown.
const PASSES_MAX: usize = 4;
/// Polls of a round at most.
const POLLS_MAX: u32 = 8;

/// What memory the rank that polls may use.
pub(crate) trait Memory {
    /// The code around an address, from the first to one past the last byte: that of its program, or of a library that
    /// does no more than pass calls on.
    fn code(&self, address: u64) -> Option<(u64, u64)>;

    /// Whether nobody but the rank changes these bytes.
    fn may_read(&self, address: u64, bytes: u64) -> bool;

    /// Whether nobody but the rank reads these bytes.
    fn may_write(&self, address: u64, bytes: u64) -> bool;

    /// The poll whose entry lies at an address, if it is one that others may come before in a round.
    fn poll_at(&self, address: u64) -> Option<Function>;
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
    /// The requests that it reads, and what it has written where it has found nothing before: the loop keeps all of it.
    extents: [Extent; 3],
    /// Where each one that finds nothing writes 0.
    flag: Option<u64>,
}

impl Poll {
    /// The poll of a function and its arguments.
    pub(crate) fn of(function: Function, passed: &[u64; 6]) -> Option<Self> {
        let one = |at: usize, bytes: u64| Extent { address: passed[at], bytes };
        let requests = |at: usize| one(at, 8 * u64::from(passed[1] as u32));
        let none = Extent::default();
        let (arguments, extents, flag) = match function {
            Function::Test => (4, [one(1, 8), none, none], Some(2)),
            Function::Iprobe => (6, [none, none, none], Some(4)),
            Function::Testall => (5, [requests(2), none, none], Some(3)),
            Function::Parrived => (4, [one(3, 4), none, none], None),
            Function::Testany => (6, [requests(2), one(3, 4), one(4, 4)], None),
            Function::Testsome => (6, [requests(2), one(3, 4), none], None),
            _ => return None,
        };
        Some(Self { arguments, extents, flag: flag.map(|at: usize| passed[at]) })
    }

    /// Whether the poll can be followed although it has not been made before: nothing but its flag is written.
    pub(crate) fn is_plain(&self) -> bool {
        self.flag.is_some()
    }
}

/// A loop that was found to do nothing but poll.
#[derive(Debug)]
pub(crate) struct Certain {
    caller: Caller,
    arguments: usize,
    /// Registers that need not be as they were.
    unknown_registers: [bool; 16],
    /// All that it has read, in this order.
    words: Vec<Word>,
    /// Polls of a round.
    pub(crate) polls: u32,
}

impl Certain {
    /// Whether a rank with this caller of a poll is in the loop, and nothing has changed that the loop reads: then it would be
    /// followed in the same way.
    pub(crate) fn holds(&self, caller: &Caller) -> bool {
        let same_place = (self.caller.stack, self.caller.entry) == (caller.stack, caller.entry);
        let same_registers = || {
            KEPT.into_iter()
                .enumerate()
                .all(|(at, register)| self.unknown_registers[register] || self.caller.kept[at] == caller.kept[at])
        };
        same_place
            && self.caller.passed[..self.arguments] == caller.passed[..self.arguments]
            && same_registers()
            // SAFETY: the loop reads them in this order, so that each is where it would read as long as those before hold.
            && self.words.iter().all(|word| unsafe { word.holds() })
    }
}

/// Whether a rank whose poll has found nothing makes the same round of polls again and again until one finds something.
pub(crate) fn only_polls(caller: &Caller, poll: &Poll, memory: &dyn Memory) -> Option<Certain> {
    let mut loop_ = Loop { caller, poll, memory, unknown_registers: [false; 16], unknown_bytes: Vec::new() };
    for _ in 0..PASSES_MAX {
        let (same, polls, words) = loop_.follow()?;
        if same {
            let unknown_registers = loop_.unknown_registers;
            return Some(Certain { caller: *caller, arguments: poll.arguments, unknown_registers, words, polls });
        }
    }
    None
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
    /// Follows a round: whether it changes nothing that was known, so that all rounds are like it, its polls, and what it has
    /// read. None if that can't be told.
    fn follow(&mut self) -> Option<(bool, u32, Vec<Word>)> {
        let caller = self.caller;
        let mut machine = self.start()?;
        let return_address = machine.read(caller.stack, 8)??;
        machine.at = return_address;
        let mut polls = 1;
        for _ in 0..INSTRUCTIONS_MAX {
            let here = machine.registers[RSP] == Some(caller.stack);
            if machine.at == caller.entry && here && machine.read(caller.stack, 8)? == Some(return_address) {
                let same = self.compare(&machine)?;
                return Some((same, polls, machine.words.take()));
            }
            if let Some(function) = self.memory.poll_at(machine.at) {
                polls += 1;
                self.pass_over(&mut machine, function, polls)?;
            } else if machine.at == caller.entry {
                return None;
            } else if !machine.call_pure()? {
                machine.step()?;
            }
        }
        None
    }

    /// The state after the poll: it keeps some registers, returns 0 in one, and may have changed all others.
    fn start(&self) -> Option<Machine<'l>> {
        let mut registers: [Value; 16] = [None; 16];
        for (at, register) in KEPT.into_iter().enumerate() {
            registers[register] = (!self.unknown_registers[register]).then_some(self.caller.kept[at]);
        }
        registers[RSP] = Some(self.caller.stack + 8);
        registers[RAX] = Some(0);
        let mut machine = Machine::new(self.memory, registers, 0, Vec::new());
        self.unknown_bytes.iter().for_each(|&address| machine.keep(address, 1, None));
        if let Some(flag) = self.poll.flag {
            machine.write(flag, 4, Some(0))?;
        }
        Some(machine)
    }

    /// Another poll finds nothing.
    fn pass_over(&self, machine: &mut Machine<'_>, function: Function, polls: u32) -> Option<()> {
        if polls > POLLS_MAX || !self.poll.is_plain() {
            return None;
        }
        let mut passed = [0; 6];
        let arguments = Poll::of(function, &passed)?.arguments;
        for (at, register) in ARGUMENTS.into_iter().enumerate().take(arguments) {
            passed[at] = machine.registers[register]?;
        }
        let poll = Poll::of(function, &passed)?;
        if poll.extents.iter().any(|extent| extent.bytes > 0 && !machine.is_known(extent.address, extent.bytes)) {
            return None;
        }
        machine.write(poll.flag?, 4, Some(0))?;
        machine.forget_call();
        machine.set(RAX, 8, Some(0));
        machine.at = machine.pop()??;
        Some(())
    }

    /// Compares the state at the next poll with that at the one before.
    fn compare(&mut self, machine: &Machine<'_>) -> Option<bool> {
        let caller = self.caller;
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
        for address in machine.changed() {
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
