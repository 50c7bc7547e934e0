//! Interprets one machine instruction for the poll-loop analysis ([`super`]), which follows a program's loop without executing
//! it. The interpreter supports the instructions that compilers generate for loops around a call. Any other instruction ends
//! the analysis, and the rank is executed as usual.

use super::machine::{Flags, Machine, RAX, RBP, RDX, RSP, Value, extend, mask, sign, thread_pointer};
use super::vectors::Vector;

/// An operand.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Register(usize),
    Memory(u64),
}

/// What precedes an opcode.
#[derive(Clone, Copy, Default)]
pub(super) struct Prefixes {
    rex: u8,
    pub(super) short: bool,
    pub(super) repeat: bool,
    /// Of what belongs to the thread.
    thread: bool,
}

impl Prefixes {
    pub(super) fn wide(self) -> bool {
        self.rex & 8 != 0
    }

    /// The bytes of an operand that is not a byte.
    fn size(self) -> u32 {
        match (self.wide(), self.short) {
            (true, _) => 8,
            (false, true) => 2,
            (false, false) => 4,
        }
    }

    /// The bytes of an operand of an opcode whose lowest bit says whether it is more than a byte.
    fn size_of(self, opcode: u8) -> u32 {
        if opcode & 1 == 0 { 1 } else { self.size() }
    }

    /// A register of an instruction's three bits and the bit of the prefix.
    fn register(self, bits: u8, prefix: u8) -> usize {
        usize::from(bits & 7 | (self.rex >> prefix & 1) << 3)
    }
}

/// An instruction's second byte: the number of a register, which is a part of the opcode in others, and an operand.
#[derive(Clone, Copy)]
pub(super) struct Operands {
    pub(super) register: usize,
    group: u8,
    pub(super) operand: Operand,
    /// The address of an operand in memory, known or not: for `lea`.
    address: Value,
}

impl Machine<'_> {
    /// Does the next instruction; none: that is not one of those known, or depends on what is not known.
    pub(super) fn step(&mut self) -> Option<()> {
        let (mut prefixes, mut bound) = (Prefixes::default(), false);
        let opcode = loop {
            match self.fetch()? {
                0x66 => prefixes.short = true,
                0xf3 => prefixes.repeat = true,
                // Before a jump, which it says nothing of any more.
                0xf2 => bound = true,
                0x64 => prefixes.thread = true,
                // Hints of branches.
                0x2e | 0x3e => {}
                rex @ 0x40..=0x4f => {
                    prefixes.rex = rex;
                    break self.fetch()?;
                }
                opcode => break opcode,
            }
        };
        if prefixes.repeat && !matches!(opcode, 0x0f | 0x90 | 0xc3)
            || bound && !matches!(opcode, 0x70..=0x7f | 0xc3 | 0xe8 | 0xe9 | 0xeb | 0xff)
        {
            return None;
        }
        match opcode {
            0x0f => self.second_page(prefixes),
            0x00..=0x3f => self.arithmetic(opcode, prefixes),
            0x50..=0x57 => {
                let register = prefixes.register(opcode, 0);
                self.push(self.registers[register])
            }
            0x58..=0x5f => {
                let value = self.pop()?;
                self.set(prefixes.register(opcode, 0), 8, value);
                Some(())
            }
            0x68 | 0x6a => {
                let value = self.fetch_signed(if opcode == 0x68 { 4 } else { 1 })?;
                self.push(Some(value as u64))
            }
            0x70..=0x7f => self.branch(opcode, 1),
            0xe8 | 0xe9 | 0xeb => {
                let offset = self.fetch_signed(if opcode == 0xeb { 1 } else { 4 })?;
                if opcode == 0xe8 {
                    self.push(Some(self.at))?;
                }
                self.at = self.at.wrapping_add_signed(offset);
                Some(())
            }
            0x90 if prefixes.rex & 1 == 0 => Some(()),
            0x98 | 0x99 => {
                self.widen(opcode, prefixes);
                Some(())
            }
            0xc3 => {
                self.at = self.pop()??;
                Some(())
            }
            0xc9 => {
                self.registers[RSP] = self.registers[RBP];
                let value = self.pop()?;
                self.set(RBP, 8, value);
                Some(())
            }
            0xc0 | 0xc1 | 0xd0 | 0xd1 => self.shift(opcode, prefixes),
            0xf6 | 0xf7 | 0xfe | 0xff => self.group_of_one(opcode, prefixes),
            0x63 | 0x80 | 0x81 | 0x83..=0x85 | 0x88..=0x8b | 0x8d | 0xa8 | 0xa9 | 0xb0..=0xbf | 0xc6 | 0xc7 => {
                self.move_or_compare(opcode, prefixes)
            }
            _ => None,
        }
    }

    /// `cwde`, `cdqe`, and `cdq`, `cqo`.
    fn widen(&mut self, opcode: u8, prefixes: Prefixes) {
        let size = prefixes.size();
        if opcode == 0x98 {
            let value = self.get(RAX, size / 2).map(|value| extend(value, size / 2));
            self.set(RAX, size, value);
        } else {
            let negative = self.get(RAX, size).map(|value| value & sign(size) != 0);
            self.set(RDX, size, negative.map(|negative| if negative { u64::MAX } else { 0 }));
        }
    }

    /// Opcodes of two bytes.
    fn second_page(&mut self, prefixes: Prefixes) -> Option<()> {
        let opcode = self.fetch()?;
        if prefixes.repeat && opcode == 0x1e {
            // `endbr64`, which does nothing.
            return (self.fetch()? == 0xfa).then_some(());
        }
        if let Some(vector) = Vector::of(opcode, prefixes) {
            return self.vector(vector, prefixes);
        }
        if prefixes.repeat {
            return None;
        }
        let size = prefixes.size();
        match opcode {
            0x80..=0x8f => self.branch(opcode, 4),
            0x1f => self.read_operands(prefixes, size, 0).map(|_| ()),
            0x40..=0x4f => {
                let operands = self.operands(prefixes, size, 0)?;
                let value = self.load(operands.operand, size)?;
                match self.condition(opcode) {
                    Some(true) => self.set(operands.register, size, value),
                    Some(false) => self.set(operands.register, size, self.get(operands.register, size)),
                    None => self.set(operands.register, size, None),
                }
                Some(())
            }
            0x90..=0x9f => {
                let Operands { operand, .. } = self.operands(prefixes, 1, 0)?;
                let value = self.condition(opcode).map(u64::from);
                self.store(operand, 1, value)
            }
            0xb6 | 0xb7 | 0xbe | 0xbf => {
                let from = if opcode & 1 == 0 { 1 } else { 2 };
                let operands = self.operands(prefixes, from, 0)?;
                let value = self.load(operands.operand, from)?;
                let value = if opcode < 0xb8 { value } else { value.map(|value| extend(value, from)) };
                self.set(operands.register, size, value);
                Some(())
            }
            _ => None,
        }
    }

    /// The condition of a jump, a move or a set.
    fn condition(&self, opcode: u8) -> Option<bool> {
        let Flags { carry, zero, sign, overflow } = self.flags?;
        let holds = match opcode >> 1 & 7 {
            0 => overflow,
            1 => carry,
            2 => zero,
            3 => carry || zero,
            4 => sign,
            6 => sign != overflow,
            7 => zero || sign != overflow,
            _ => return None,
        };
        Some(holds != (opcode & 1 == 1))
    }

    fn branch(&mut self, opcode: u8, bytes: u32) -> Option<()> {
        let offset = self.fetch_signed(bytes)?;
        if self.condition(opcode)? {
            self.at = self.at.wrapping_add_signed(offset);
        }
        Some(())
    }

    /// The operands of an instruction that reads or writes them: an address has to be known.
    pub(super) fn operands(&mut self, prefixes: Prefixes, size: u32, immediate: u32) -> Option<Operands> {
        let operands = self.read_operands(prefixes, size, immediate)?;
        (matches!(operands.operand, Operand::Register(_)) || operands.address.is_some()).then_some(operands)
    }

    /// Reads the second byte of an instruction and what belongs to it. `immediate`: bytes of the instruction after that.
    fn read_operands(&mut self, prefixes: Prefixes, size: u32, immediate: u32) -> Option<Operands> {
        let byte = self.fetch()?;
        let (register, group) = (prefixes.register(byte >> 3, 2), byte >> 3 & 7);
        if byte >> 6 == 3 {
            let other = prefixes.register(byte, 0);
            // Without the prefix, bytes four to seven are the second ones of other registers.
            let second = |register: usize| size == 1 && prefixes.rex == 0 && register >= RSP;
            let operand = Operand::Register(other);
            return (!second(other)).then_some(Operands { register, group, operand, address: None });
        }
        let mut address = match (byte >> 6, byte & 7) {
            (_, 4) => self.scaled(prefixes, byte >> 6)?,
            (0, 5) => {
                let offset = self.fetch_signed(4)?;
                Some(self.at.wrapping_add_signed(offset).wrapping_add(u64::from(immediate)))
            }
            (_, base) => self.registers[prefixes.register(base, 0)],
        };
        let offset = match byte >> 6 {
            1 => self.fetch_signed(1)?,
            2 => self.fetch_signed(4)?,
            _ => 0,
        };
        let offset = offset.wrapping_add(if prefixes.thread { thread_pointer() as i64 } else { 0 });
        address = address.map(|address| address.wrapping_add_signed(offset));
        Some(Operands { register, group, operand: Operand::Memory(address.unwrap_or(0)), address })
    }

    /// An address of a base and a scaled index; the outer none: the code ends.
    fn scaled(&mut self, prefixes: Prefixes, mode: u8) -> Option<Value> {
        let byte = self.fetch()?;
        let index = match prefixes.register(byte >> 3, 1) {
            RSP => Some(0),
            register => self.registers[register].map(|value| value.wrapping_shl(u32::from(byte >> 6))),
        };
        let base = if mode == 0 && byte & 7 == 5 {
            Some(self.fetch_signed(4)? as u64)
        } else {
            self.registers[prefixes.register(byte, 0)]
        };
        Some(base.zip(index).map(|(base, index)| base.wrapping_add(index)))
    }

    pub(super) fn load(&self, operand: Operand, size: u32) -> Option<Value> {
        match operand {
            Operand::Register(register) => Some(self.get(register, size)),
            Operand::Memory(address) => self.read(address, size),
        }
    }

    pub(super) fn store(&mut self, operand: Operand, size: u32, value: Value) -> Option<()> {
        match operand {
            Operand::Register(register) => {
                self.set(register, size, value);
                Some(())
            }
            Operand::Memory(address) => self.write(address, size, value),
        }
    }

    /// The operations whose opcodes are regular.
    fn arithmetic(&mut self, opcode: u8, prefixes: Prefixes) -> Option<()> {
        let (operation, size) = (opcode >> 3, prefixes.size_of(opcode));
        if opcode & 7 >= 6 {
            return None;
        }
        if opcode & 4 != 0 {
            let value = self.fetch_signed(size.min(4))? as u64;
            return self.operate(operation, Operand::Register(RAX), Some(value), size, false);
        }
        let Operands { register, operand, .. } = self.operands(prefixes, size, 0)?;
        if size == 1 && prefixes.rex == 0 && register >= RSP {
            return None;
        }
        let same = matches!(operand, Operand::Register(other) if other == register);
        if opcode & 2 == 0 {
            self.operate(operation, operand, self.get(register, size), size, same)
        } else {
            let value = self.load(operand, size)?;
            self.operate(operation, Operand::Register(register), value, size, same)
        }
    }

    /// `operand = operand operation right`. `same`: both are one register, whose value then need not be known to be cleared.
    fn operate(&mut self, operation: u8, operand: Operand, right: Value, size: u32, same: bool) -> Option<()> {
        let left = self.load(operand, size)?;
        // What these come to does not depend on what they are applied to.
        let constant = right.map(|right| right & mask(size));
        let fixed = operation == 1 && constant == Some(mask(size)) || operation == 4 && constant == Some(0);
        let (left, right) = match operation {
            5..=7 if same => (Some(0), Some(0)),
            _ if fixed => (Some(0), right),
            _ => (left, right),
        };
        let outcome =
            left.zip(right).map(|(left, right)| combine(operation, left & mask(size), right & mask(size), size));
        if matches!(operation, 2 | 3) {
            return None;
        }
        self.flags = outcome.map(|(_, flags)| flags);
        if operation == 7 {
            return Some(());
        }
        self.store(operand, size, outcome.map(|(value, _)| value))
    }

    /// Shifts by a constant. What flags they leave is not followed.
    fn shift(&mut self, opcode: u8, prefixes: Prefixes) -> Option<()> {
        let size = prefixes.size_of(opcode);
        let Operands { group, operand, .. } = self.operands(prefixes, size, u32::from(opcode < 0xd0))?;
        let count = if opcode < 0xd0 { self.fetch()? } else { 1 } & if size == 8 { 63 } else { 31 };
        let value = self.load(operand, size)?.map(|value| value & mask(size));
        let shifted = match group {
            4 => value.map(|value| value.wrapping_shl(count.into()) & mask(size)),
            5 => value.map(|value| value >> count),
            7 => value.map(|value| (extend(value, size) as i64 >> count) as u64 & mask(size)),
            _ => return None,
        };
        if count > 0 {
            self.flags = None;
        }
        self.store(operand, size, shifted)
    }

    /// Moves, comparisons, and operations with a constant.
    fn move_or_compare(&mut self, opcode: u8, prefixes: Prefixes) -> Option<()> {
        let size = prefixes.size_of(opcode);
        match opcode {
            0xa8 | 0xa9 => {
                let value = self.fetch_signed(size.min(4))? as u64;
                self.test(self.get(RAX, size), Some(value), size);
                return Some(());
            }
            0xb0..=0xb7 => {
                let register = prefixes.register(opcode, 0);
                let value = self.fetch_signed(1)? as u64;
                if prefixes.rex == 0 && register >= RSP {
                    return None;
                }
                self.set(register, 1, Some(value));
                return Some(());
            }
            0xb8..=0xbf => {
                let size = prefixes.size();
                let value = self.fetch_signed(size)? as u64;
                self.set(prefixes.register(opcode, 0), size, Some(value));
                return Some(());
            }
            _ => {}
        }
        let constant = match opcode {
            0x80 | 0x83 | 0xc6 => 1,
            0x81 | 0xc7 => size.min(4),
            _ => 0,
        };
        if opcode == 0x8d {
            let Operands { register, operand: Operand::Memory(_), address, .. } =
                self.read_operands(prefixes, size, 0)?
            else {
                return None;
            };
            self.set(register, prefixes.size(), address);
            return Some(());
        }
        let size_there = if opcode == 0x63 { 4 } else { size };
        let Operands { register, group, operand, .. } = self.operands(prefixes, size_there, constant)?;
        let has_register = matches!(opcode, 0x84 | 0x85 | 0x88..=0x8b);
        if has_register && size == 1 && prefixes.rex == 0 && register >= RSP {
            return None;
        }
        match opcode {
            0x63 => {
                let value = self.load(operand, 4)?.map(|value| extend(value, 4));
                self.set(register, prefixes.size(), value);
            }
            0x80 | 0x81 | 0x83 => {
                let value = self.fetch_signed(constant)? as u64;
                return self.operate(group, operand, Some(value), size, false);
            }
            0x84 | 0x85 => {
                let value = self.load(operand, size)?;
                self.test(value, self.get(register, size), size);
            }
            0x88 | 0x89 => return self.store(operand, size, self.get(register, size)),
            0x8a | 0x8b => {
                let value = self.load(operand, size)?;
                self.set(register, size, value);
            }
            _ => {
                let value = self.fetch_signed(constant)? as u64;
                return if group == 0 { self.store(operand, size, Some(value & mask(size))) } else { None };
            }
        }
        Some(())
    }

    fn test(&mut self, left: Value, right: Value, size: u32) {
        self.flags = left.zip(right).map(|(left, right)| combine(4, left & mask(size), right & mask(size), size).1);
    }

    /// Opcodes with one operand, told apart by three bits of their second byte.
    fn group_of_one(&mut self, opcode: u8, prefixes: Prefixes) -> Option<()> {
        let size = prefixes.size_of(opcode);
        let start = self.at;
        let group = self.fetch()? >> 3 & 7;
        self.at = start;
        let constant = if opcode < 0xf8 && group == 0 { size.min(4) } else { 0 };
        // Calls, jumps and pushes have eight bytes.
        let size = if opcode == 0xff && group >= 2 { 8 } else { size };
        let Operands { operand, .. } = self.operands(prefixes, size, constant)?;
        let value = self.load(operand, size)?;
        match (opcode, group) {
            (0xf6 | 0xf7, 0) => {
                let constant = self.fetch_signed(constant)? as u64;
                self.test(value, Some(constant), size);
                Some(())
            }
            (0xf6 | 0xf7, 2) => self.store(operand, size, value.map(|value| !value & mask(size))),
            (0xfe | 0xff, 0 | 1) => {
                let carry = self.flags.map(|flags| flags.carry);
                self.operate(if group == 0 { 0 } else { 5 }, operand, Some(1), size, false)?;
                // The carry is as before.
                self.flags = self.flags.zip(carry).map(|(flags, carry)| Flags { carry, ..flags });
                Some(())
            }
            (0xff, 2) => {
                self.push(Some(self.at))?;
                self.at = value?;
                Some(())
            }
            (0xff, 4) => {
                self.at = value?;
                Some(())
            }
            (0xff, 6) => self.push(value),
            _ => None,
        }
    }
}

/// The result and the flags of an operation: 0 add, 1 or, 4 and, 5 and 7 subtract, 6 exclusive or.
fn combine(operation: u8, left: u64, right: u64, size: u32) -> (u64, Flags) {
    let (value, carry, overflow) = match operation {
        0 => {
            let value = left.wrapping_add(right) & mask(size);
            (value, value < left, (left ^ value) & (right ^ value) & sign(size) != 0)
        }
        5 | 7 => {
            let value = left.wrapping_sub(right) & mask(size);
            (value, left < right, (left ^ right) & (left ^ value) & sign(size) != 0)
        }
        1 => (left | right, false, false),
        4 => (left & right, false, false),
        _ => (left ^ right, false, false),
    };
    (value, Flags { carry, zero: value == 0, sign: value & sign(size) != 0, overflow })
}
