//! The abstract machine on which the poll-loop analysis interprets a rank's loop: the rank's registers and memory, each
//! value known or unknown.

use super::Memory;
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

/// Eight bytes of memory that the loop has written or that are not known. Bit k of `known` and `written`: of byte k.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub(super) address: u64,
    pub(super) bytes: [u8; 8],
    pub(super) held: u8,
    pub(super) known: u8,
}

/// A processor that follows one round of a loop. It writes nothing but its own cells.
pub(super) struct Machine<'m> {
    pub(super) registers: [Value; 16],
    /// The lowest bytes of those that are not known as a whole.
    low: [Option<u8>; 16],
    pub(super) flags: Option<Flags>,
    /// The address of the next instruction.
    pub(super) at: u64,
    pub(super) cells: Vec<Cell>,
    memory: &'m dyn Memory,
    /// Code that has been found to be readable.
    code: (u64, u64),
}

impl<'m> Machine<'m> {
    pub(super) fn new(memory: &'m dyn Memory, registers: [Value; 16], at: u64, cells: Vec<Cell>) -> Self {
        Self { registers, low: [None; 16], flags: None, at, cells, memory, code: (0, 0) }
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
        if !self.memory.may_read(address, u64::from(bytes)) {
            return None;
        }
        let mut value = 0;
        for at in 0..u64::from(bytes) {
            let place = address + at;
            let bit = place % 8;
            let byte = match self.cell(place - bit) {
                Some(cell) if cell.held >> bit & 1 == 1 => {
                    if cell.known >> bit & 1 == 0 {
                        return Some(None);
                    }
                    cell.bytes[bit as usize]
                }
                // SAFETY: the rank's own memory, or memory of a library: the rank itself would read it.
                _ => unsafe { with_exposed_provenance::<u8>(place as usize).read_volatile() },
            };
            value |= u64::from(byte) << (8 * at);
        }
        Some(Some(value))
    }

    /// Notes a write to memory; none: that may not be written.
    pub(super) fn write(&mut self, address: u64, bytes: u32, value: Value) -> Option<()> {
        if !self.memory.may_write(address, u64::from(bytes)) {
            return None;
        }
        for at in 0..u64::from(bytes) {
            self.set_byte(address + at, value.map(|value| (value >> (8 * at)) as u8));
        }
        Some(())
    }

    /// Sets a byte, or has it unknown from now on.
    pub(super) fn set_byte(&mut self, address: u64, value: Option<u8>) {
        let bit = address % 8;
        let base = address - bit;
        let found = self.cells.iter().position(|cell| cell.address == base);
        let at = found.unwrap_or_else(|| {
            self.cells.push(Cell { address: base, bytes: [0; 8], held: 0, known: 0 });
            self.cells.len() - 1
        });
        let cell = &mut self.cells[at];
        cell.held |= 1 << bit;
        cell.known &= !(1 << bit);
        if let Some(value) = value {
            cell.bytes[bit as usize] = value;
            cell.known |= 1 << bit;
        }
    }

    /// The addresses of held bytes from `from` on whose contents differ from what memory has, or are not known.
    pub(super) fn changed(&self, from: u64) -> Vec<u64> {
        let mut changed = Vec::new();
        for cell in &self.cells {
            for bit in 0..8u64 {
                let address = cell.address + bit;
                if cell.held >> bit & 1 == 0 || address < from {
                    continue;
                }
                // SAFETY: only memory that may be written is held.
                let before = unsafe { with_exposed_provenance::<u8>(address as usize).read_volatile() };
                if cell.known >> bit & 1 == 0 || cell.bytes[bit as usize] != before {
                    changed.push(address);
                }
            }
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
