//! The few vector instructions that compilers generate to clear and copy small structures, in the poll-loop analysis.

use super::machine::Machine;
use super::step::{Operand, Operands, Prefixes};

/// The effect of an instruction on vector registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Vector {
    /// Loads or stores sixteen bytes.
    Load,
    Store,
    /// Loads or stores the lower eight bytes; a load clears the others.
    LoadLow,
    StoreLow,
    /// Moves four or eight bytes from a register or memory, or there.
    FromWord,
    ToWord,
    /// Exclusive or.
    Xor,
    /// The lower halves of two, side by side.
    Join,
}

impl Vector {
    /// The effect of an opcode of the second page; none: it is another kind of instruction.
    pub(super) fn of(opcode: u8, prefixes: Prefixes) -> Option<Self> {
        Some(match (opcode, prefixes.short, prefixes.repeat) {
            (0x10 | 0x28, _, false) | (0x6f, true, false) | (0x6f, false, true) => Self::Load,
            (0x11 | 0x29, _, false) | (0x7f, true, false) | (0x7f, false, true) => Self::Store,
            (0x7e, false, true) => Self::LoadLow,
            (0xd6, true, false) => Self::StoreLow,
            (0x6e, true, false) => Self::FromWord,
            (0x7e, true, false) => Self::ToWord,
            (0x57, _, false) | (0xef, true, false) => Self::Xor,
            (0x6c, true, false) => Self::Join,
            _ => return None,
        })
    }
}

impl Machine<'_> {
    /// Does one of these instructions; none as for [`Machine::step`].
    pub(super) fn vector(&mut self, vector: Vector, prefixes: Prefixes) -> Option<()> {
        let word = if prefixes.wide() { 8 } else { 4 };
        let size = if matches!(vector, Vector::FromWord | Vector::ToWord) { word } else { 16 };
        let Operands { register, operand, .. } = self.operands(prefixes, size, 0)?;
        match vector {
            Vector::Load => self.vectors[register] = self.load_vector(operand)?,
            Vector::Store => return self.store_vector(operand, self.vectors[register]),
            Vector::LoadLow => {
                self.vectors[register] = match operand {
                    Operand::Register(other) => self.vectors[other].map(low),
                    Operand::Memory(address) => self.read(address, 8)?.map(u128::from),
                }
            }
            Vector::StoreLow => {
                let value = self.vectors[register].map(low);
                match operand {
                    Operand::Register(other) => self.vectors[other] = value,
                    Operand::Memory(address) => return self.write(address, 8, value.map(|value| value as u64)),
                }
            }
            Vector::FromWord => self.vectors[register] = self.load(operand, word)?.map(u128::from),
            Vector::ToWord => return self.store(operand, word, self.vectors[register].map(|value| value as u64)),
            // Of itself it is 0, whatever that is.
            Vector::Xor if matches!(operand, Operand::Register(other) if other == register) => {
                self.vectors[register] = Some(0);
            }
            Vector::Xor => {
                let other = self.load_vector(operand)?;
                self.vectors[register] = self.vectors[register].zip(other).map(|(left, right)| left ^ right);
            }
            Vector::Join => {
                let other = self.load_vector(operand)?;
                self.vectors[register] =
                    self.vectors[register].zip(other).map(|(left, right)| low(left) | right << 64);
            }
        }
        Some(())
    }

    fn load_vector(&self, operand: Operand) -> Option<Option<u128>> {
        match operand {
            Operand::Register(other) => Some(self.vectors[other]),
            Operand::Memory(address) => self.read_vector(address),
        }
    }

    fn store_vector(&mut self, operand: Operand, value: Option<u128>) -> Option<()> {
        match operand {
            Operand::Register(other) => {
                self.vectors[other] = value;
                Some(())
            }
            Operand::Memory(address) => self.write_vector(address, value),
        }
    }
}

fn low(value: u128) -> u128 {
    value & u128::from(u64::MAX)
}
