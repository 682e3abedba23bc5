//! The memory through which an x87 operation takes its operands and environment, and gives its
//! result and flags.

use crate::{Flags, RoundingMode};

/// All exceptions masked, 64 bits of precision, round to nearest: the default environment.
const DEFAULT_CONTROL: u16 = 0x037f;

/// The x87 loads and stores memory only, so everything an operation needs lies in one block with
/// one address.
#[repr(C)]
pub(super) struct X87Frame {
    /// First operand, at offset 0.
    a: u128,
    /// Second operand, at offset 16.
    b: u128,
    /// The result, at offset 32; the instructions write its low bytes.
    pub(super) result: u128,
    /// The caller's control word, at offset 48.
    saved_control: u16,
    /// The operation's control word, at offset 50.
    own_control: u16,
    /// The status word after the operation, at offset 52.
    status: u16,
}

impl X87Frame {
    #[inline(always)]
    pub(super) fn new(mode: RoundingMode, a: u128, b: u128) -> Self {
        let own_control = DEFAULT_CONTROL | (mode as u16) << 10;
        Self { a, b, result: 0, saved_control: 0, own_control, status: 0 }
    }

    #[inline(always)]
    pub(super) fn flags(&self) -> Flags {
        Flags::from_bits(self.status.into())
    }
}

/// Executes instructions in a given rounding mode: `execute!(mode, a, b, "instruction", …)` yields
/// the frame.
///
/// The instructions find the frame's address in `{frame}`, may use `ax`, and must leave the
/// register stack empty.
macro_rules! execute {
    ($mode:expr, $a:expr, $b:expr, $($instruction:expr),+) => {{
        let mut frame = $crate::x87::frame::X87Frame::new($mode, $a, $b);
        // SAFETY: the block accesses only the bytes of `frame`. All x87 registers are declared
        // clobbered, so the stack is empty on entry, and the instructions leave it empty. The
        // control word is restored at the end; the status word may change, because
        // `preserves_flags` is not claimed. All exceptions are masked: no trap.
        unsafe {
            std::arch::asm!(
                "fnstcw word ptr [{frame} + 48]",
                "fldcw word ptr [{frame} + 50]",
                "fnclex",
                $($instruction,)+
                "fnstsw word ptr [{frame} + 52]",
                "fldcw word ptr [{frame} + 48]",
                frame = in(reg) &raw mut frame,
                out("ax") _,
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                options(nostack),
            );
        }
        frame
    }};
}
pub(super) use execute;

/// Puts the unit into its default state: empty stack, no flags, 64 bits of precision, round to
/// nearest.
///
/// For use after code that may have left it otherwise.
#[inline(always)]
pub fn reset() {
    let mut control = 0_u16;
    // SAFETY: the instruction writes the two bytes of `control` and changes no other state.
    unsafe {
        std::arch::asm!("fnstcw [{control}]", control = in(reg) &raw mut control, options(nostack, preserves_flags));
    };
    if control != DEFAULT_CONTROL {
        // SAFETY: makes the unit what Rust expects it to be. Rust keeps no values in x87 registers
        // across an `asm!` block that declares them clobbered.
        unsafe {
            std::arch::asm!(
                "fninit",
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                options(nostack),
            );
        }
    }
}

/// Puts the unit into its default state, but for the rounding mode. [`reset`] undoes it.
#[inline(always)]
pub fn reset_to(mode: RoundingMode) {
    reset();
    let control: u16 = DEFAULT_CONTROL | (mode as u16) << 10;
    // SAFETY: the instruction loads the two bytes of `control`, a valid control word with all
    // exceptions masked.
    unsafe {
        std::arch::asm!("fldcw [{control}]", control = in(reg) &raw const control, options(nostack, readonly));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    #[test]
    fn the_fields_lie_where_the_instructions_look_for_them() {
        assert_eq!(
            (offset_of!(X87Frame, a), offset_of!(X87Frame, b), offset_of!(X87Frame, result)),
            (0, 16, 32)
        );
        assert_eq!((offset_of!(X87Frame, saved_control), offset_of!(X87Frame, own_control)), (48, 50));
        assert_eq!(offset_of!(X87Frame, status), 52);
    }
}
