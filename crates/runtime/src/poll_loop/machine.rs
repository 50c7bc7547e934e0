//! The abstract machine on which the poll-loop analysis interprets a rank's loop: the rank's registers and memory, each
//! value known or unknown.

use super::Memory;
use std::arch::asm;
use std::cell::RefCell;
use std::ptr::with_exposed_provenance;

/// Numbers of registers, as instructions have them.
pub(super) const RAX: usize = 0;
pub(super) const RCX: usize = 1;
pub(super) const RDX: usize = 2;
pub(super) const RBX: usize = 3;
pub(super) const RSP: usize = 4;
pub(super) const RBP: usize = 5;
pub(super) const RSI: usize = 6;
pub(super) const RDI: usize = 7;

/// A value, unless it is unknown.
pub(super) type Value = Option<u64>;

/// The flags that conditions read; parity is never known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Flags {
    pub(super) carry: bool,
    pub(super) zero: bool,
    pub(super) sign: bool,
    pub(super) overflow: bool,
}

/// Eight bytes of memory that the loop has written or that are not known. `held` and `known` have ones where it has, and where they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    address: u64,
    value: u64,
    held: u64,
    known: u64,
}

/// Eight bytes of the rank's memory as they were read; `mask` has ones where they were.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    address: u64,
    mask: u64,
    value: u64,
}

impl Word {
    /// Whether the memory still holds what was read there.
    ///
    /// # Safety
    /// It can be read.
    pub(super) unsafe fn holds(self) -> bool {
        // SAFETY: as the caller says.
        let value = unsafe { with_exposed_provenance::<u64>(self.address as usize).read_volatile() };
        value & self.mask == self.value
    }
}

/// The bytes of an access that lie in one word of eight bytes.
#[derive(Clone, Copy)]
struct WordPart {
    /// The word's address.
    word: u64,
    /// Ones for the bytes that are accessed.
    mask: u64,
    /// The access begins that many bits after the word, or before.
    shift: i32,
}

impl WordPart {
    /// Its bits at their place in the access's value.
    fn take(self, word: u64) -> u64 {
        let word = word & self.mask;
        if self.shift >= 0 { word >> self.shift } else { word << -self.shift }
    }

    /// The bits of the access's value at their place in the word.
    fn put(self, value: u64) -> u64 {
        let value = if self.shift >= 0 { value << self.shift } else { value >> -self.shift };
        value & self.mask
    }
}

/// The words of an access of one to eight bytes.
fn parts(address: u64, bytes: u32) -> impl Iterator<Item = WordPart> {
    let bit = (address % 8) as u32;
    let word = address - u64::from(bit);
    let first = WordPart { word, mask: mask(bytes.min(8 - bit)) << (8 * bit), shift: 8 * bit as i32 };
    let rest = (bit + bytes > 8).then(|| WordPart {
        word: word.wrapping_add(8),
        mask: mask(bit + bytes - 8),
        shift: 8 * bit as i32 - 64,
    });
    std::iter::once(first).chain(rest)
}

/// Where the guard of the stack lies that compilers put into functions (`-fstack-protector`), from the thread's own address on.
const STACK_GUARD: u64 = 0x28;

/// The thread's own address (`fs:0`).
pub(super) fn thread_pointer() -> u64 {
    let pointer;
    // SAFETY: on this system the first word of a thread's block is its own address.
    unsafe { asm!("mov {}, fs:[0]", out(reg) pointer, options(nostack, readonly, preserves_flags)) };
    pointer
}

/// A processor that follows one round of a loop. It writes nothing but its own cells.
pub(super) struct Machine<'m> {
    pub(super) registers: [Value; 16],
    /// The lowest bytes of those that are not known as a whole.
    low: [Option<u8>; 16],
    pub(super) flags: Option<Flags>,
    /// Vector registers, each known as a whole or not.
    pub(super) vectors: [Option<u128>; 16],
    /// The address of the next instruction.
    pub(super) at: u64,
    pub(super) cells: Vec<Cell>,
    pub(super) memory: &'m dyn Memory,
    /// Words of the rank's memory that have been read.
    pub(super) words: RefCell<Vec<Word>>,
    /// Code that has been found to be readable.
    code: (u64, u64),
}

impl<'m> Machine<'m> {
    pub(super) fn new(memory: &'m dyn Memory, registers: [Value; 16], at: u64, cells: Vec<Cell>) -> Self {
        let (low, vectors) = ([None; 16], [None; 16]);
        Self { registers, low, flags: None, vectors, at, cells, memory, words: RefCell::default(), code: (0, 0) }
    }

    /// The next byte of code.
    pub(super) fn fetch(&mut self) -> Option<u8> {
        if self.at < self.code.0 || self.at >= self.code.1 {
            self.code = self.memory.code(self.at)?;
        }
        // SAFETY: the rank itself would run this code.
        let byte = unsafe { with_exposed_provenance::<u8>(self.at as usize).read() };
        self.at += 1;
        Some(byte)
    }

    /// So many bytes of code as a number with its sign.
    pub(super) fn fetch_signed(&mut self, bytes: u32) -> Option<i64> {
        let mut value = 0u64;
        for at in 0..bytes {
            value |= u64::from(self.fetch()?) << (8 * at);
        }
        let unused = 64 - 8 * bytes;
        Some((value << unused) as i64 >> unused)
    }

    fn cell(&self, address: u64) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.address == address)
    }

    /// Reads memory; the outer none: that may not be read.
    pub(super) fn read(&self, address: u64, bytes: u32) -> Option<Value> {
        let is_guard = bytes == 8 && address == thread_pointer() + STACK_GUARD;
        if !is_guard && !self.memory.may_read(address, u64::from(bytes)) {
            return None;
        }
        let mut value = 0;
        for part in parts(address, bytes) {
            let Some(word) = self.read_word(part.word, part.mask) else { return Some(None) };
            value |= part.take(word);
        }
        Some(Some(value))
    }

    /// The bytes of a word that `wanted` has ones for, if they are known.
    fn read_word(&self, address: u64, wanted: u64) -> Value {
        let (held, known, value) = self.cell(address).map_or((0, 0, 0), |cell| (cell.held, cell.known, cell.value));
        if wanted & held & !known != 0 {
            return None;
        }
        let left = wanted & !held;
        if left == 0 {
            return Some(value);
        }
        // SAFETY: the rank's own memory, or memory of a library: the rank itself would read some of the word.
        let there = unsafe { with_exposed_provenance::<u64>(address as usize).read_volatile() };
        self.note_read(Word { address, mask: left, value: there & left });
        Some(value & held | there & left)
    }

    fn note_read(&self, read: Word) {
        let mut words = self.words.borrow_mut();
        match words.iter_mut().rev().find(|word| word.address == read.address) {
            Some(word) => (word.mask, word.value) = (word.mask | read.mask, word.value | read.value),
            None => words.push(read),
        }
    }

    /// Whether these bytes are what they were before the round, or known.
    pub(super) fn is_known(&self, address: u64, bytes: u64) -> bool {
        let known = |part: WordPart| self.cell(part.word).is_none_or(|cell| part.mask & cell.held & !cell.known == 0);
        self.memory.may_read(address, bytes) && (0..bytes).step_by(4).all(|at| parts(address + at, 4).all(known))
    }

    /// Reads sixteen bytes.
    pub(super) fn read_vector(&self, address: u64) -> Option<Option<u128>> {
        let (low, high) = (self.read(address, 8)?, self.read(address.checked_add(8)?, 8)?);
        Some(low.zip(high).map(|(low, high)| u128::from(low) | u128::from(high) << 64))
    }

    /// Notes a write of sixteen bytes.
    pub(super) fn write_vector(&mut self, address: u64, value: Option<u128>) -> Option<()> {
        self.write(address, 8, value.map(|value| value as u64))?;
        self.write(address.checked_add(8)?, 8, value.map(|value| (value >> 64) as u64))
    }

    /// A function that was called may have changed all registers but those that it must keep.
    pub(super) fn forget_call(&mut self) {
        for register in [RAX, RCX, RDX, RSI, RDI, 8, 9, 10, 11] {
            self.forget(register);
        }
        self.vectors = [None; 16];
        self.flags = None;
    }

    /// Notes a write to memory; none: that may not be written.
    pub(super) fn write(&mut self, address: u64, bytes: u32, value: Value) -> Option<()> {
        if !self.memory.may_write(address, u64::from(bytes)) {
            return None;
        }
        self.keep(address, bytes, value);
        Some(())
    }

    /// Sets bytes, or has them unknown from now on.
    pub(super) fn keep(&mut self, address: u64, bytes: u32, value: Value) {
        for part in parts(address, bytes) {
            let found = self.cells.iter().position(|cell| cell.address == part.word);
            let at = found.unwrap_or_else(|| {
                self.cells.push(Cell { address: part.word, value: 0, held: 0, known: 0 });
                self.cells.len() - 1
            });
            let cell = &mut self.cells[at];
            cell.held |= part.mask;
            cell.known &= !part.mask;
            cell.value &= !part.mask;
            if let Some(value) = value {
                cell.known |= part.mask;
                cell.value |= part.put(value);
            }
        }
    }

    /// The addresses of held bytes whose contents differ from what memory has, or are not known.
    pub(super) fn changed(&self) -> Vec<u64> {
        let mut changed = Vec::new();
        for cell in &self.cells {
            // SAFETY: only memory that may be written is held.
            let before = unsafe { with_exposed_provenance::<u64>(cell.address as usize).read_volatile() };
            let differs = cell.held & (!cell.known | cell.value ^ before);
            changed.extend((0..8).filter(|byte| differs >> (8 * byte) & 0xff != 0).map(|byte| cell.address + byte));
        }
        changed
    }

    /// The part of a register that an operand of so many bytes is.
    pub(super) fn get(&self, register: usize, bytes: u32) -> Value {
        let low = || if bytes == 1 { self.low[register].map(u64::from) } else { None };
        self.registers[register].map(|value| value & mask(bytes)).or_else(low)
    }

    /// Sets that part: four bytes clear the others, one or two keep them.
    pub(super) fn set(&mut self, register: usize, bytes: u32, value: Value) {
        let old = self.registers[register];
        self.low[register] = if bytes == 1 { value.map(|value| value as u8) } else { None };
        self.registers[register] = match bytes {
            8 => value,
            4 => value.map(|value| value & mask(4)),
            few => old.zip(value).map(|(old, value)| old & !mask(few) | value & mask(few)),
        };
    }

    /// A function that was called may have changed the register.
    pub(super) fn forget(&mut self, register: usize) {
        self.set(register, 8, None);
    }

    /// Pushes eight bytes on the stack.
    pub(super) fn push(&mut self, value: Value) -> Option<()> {
        let top = self.registers[RSP]?.wrapping_sub(8);
        self.registers[RSP] = Some(top);
        self.write(top, 8, value)
    }

    /// Pops them; the outer none as for [`Machine::read`].
    pub(super) fn pop(&mut self) -> Option<Value> {
        let top = self.registers[RSP]?;
        let value = self.read(top, 8)?;
        self.registers[RSP] = Some(top.wrapping_add(8));
        Some(value)
    }
}

/// The bits of an operand of so many bytes.
pub(super) fn mask(bytes: u32) -> u64 {
    u64::MAX >> (64 - 8 * bytes)
}

/// An operand's sign bit.
pub(super) fn sign(bytes: u32) -> u64 {
    1 << (8 * bytes - 1)
}

/// An operand with its sign in 64 bits.
pub(super) fn extend(value: u64, bytes: u32) -> u64 {
    let unused = 64 - 8 * bytes;
    ((value << unused) as i64 >> unused) as u64
}
