//! The control words of the floating-point units (MXCSR and x87). Each rank has its own: they are saved when the rank stops,
//! and restored when it is resumed.

use std::arch::asm;

/// MXCSR a program starts with: all exceptions masked, round to nearest.
pub(crate) const MXCSR_DEFAULT: u32 = 0x1f80;
/// Bits of MXCSR that change results. The others are sticky flags: a rank gets its own back, the engine does not look at
/// them, so that the register, slow to write, need not be written for them.
const MXCSR_CONTROL: u32 = 0xffc0;
/// x87 control word a program starts with: extended precision.
pub(crate) const X87_DEFAULT: u16 = 0x037f;

#[inline]
fn read_mxcsr() -> u32 {
    let mut value = 0u32;
    // SAFETY: stores four bytes to a local.
    unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut value, options(nostack, preserves_flags)) };
    value
}

#[inline]
fn write_mxcsr(value: u32) {
    // SAFETY: the value was read from the register before, so it has no reserved bits.
    unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack, preserves_flags, readonly)) };
}

#[inline]
fn read_x87() -> u16 {
    let mut value = 0u16;
    // SAFETY: stores two bytes to a local.
    unsafe { asm!("fnstcw [{}]", in(reg) &raw mut value, options(nostack, preserves_flags)) };
    value
}

#[inline]
fn write_x87(value: u16) {
    // SAFETY: loads a control word that was read before.
    unsafe { asm!("fldcw [{}]", in(reg) &raw const value, options(nostack, preserves_flags, readonly)) };
}

/// Control words of the engine, and what MXCSR holds now.
#[derive(Debug)]
pub(crate) struct FloatControls {
    engine_mxcsr: u32,
    /// MXCSR when it was last read or written here.
    hardware_mxcsr: u32,
    engine_x87: u16,
}

impl FloatControls {
    /// Those of the calling thread, which becomes the engine's.
    pub(crate) fn of_this_thread() -> Self {
        let engine_mxcsr = read_mxcsr();
        Self { engine_mxcsr, hardware_mxcsr: engine_mxcsr, engine_x87: read_x87() }
    }

    /// Loads the words of a rank.
    #[inline]
    pub(crate) fn load(&self, mxcsr: u32, x87: u16) {
        if mxcsr != self.hardware_mxcsr {
            write_mxcsr(mxcsr);
        }
        if x87 != self.engine_x87 {
            write_x87(x87);
        }
    }

    /// Loads the engine's words; returns the rank's, MXCSR first.
    #[inline]
    pub(crate) fn restore(&mut self) -> (u32, u16) {
        let (mxcsr, x87) = (read_mxcsr(), read_x87());
        self.hardware_mxcsr = mxcsr;
        if (mxcsr ^ self.engine_mxcsr) & MXCSR_CONTROL != 0 {
            write_mxcsr(self.engine_mxcsr);
            self.hardware_mxcsr = self.engine_mxcsr;
        }
        if x87 != self.engine_x87 {
            write_x87(self.engine_x87);
        }
        (mxcsr, x87)
    }
}
