//! MXCSR, the control and status register of SSE: the frame around one operation, and the sticky
//! flags.

use crate::{Flags, RoundingMode};
use std::arch::asm;

/// All exceptions masked, no flag set, subnormals honoured, round to nearest: the default
/// environment.
const DEFAULT_MXCSR: u32 = 0x1f80;

/// Results below the smallest normal number become zero.
const FLUSH_TO_ZERO: u32 = 0x8000;

/// Operands below the smallest normal number count as zeros.
const DENORMALS_ARE_ZERO: u32 = 0x0040;

/// Where an operation with exact flags keeps the caller's MXCSR and its own.
#[repr(C)]
pub(super) struct MxcsrFrame {
    /// The caller's register, written on entry and put back on exit.
    saved: u32,
    /// The operation's register: its rounding mode on entry, its flags on exit.
    own: u32,
}

impl MxcsrFrame {
    #[inline(always)]
    pub(super) fn new(mode: RoundingMode) -> Self {
        Self { saved: 0, own: DEFAULT_MXCSR | (mode as u32) << 13 }
    }

    #[inline(always)]
    pub(super) fn flags(&self) -> Flags {
        Flags::from_bits(self.own)
    }
}

/// Executes instructions in a given rounding mode and yields the flags they raised.
///
/// `with_mode!(mode, ["instruction", …], operands…, options(…))`: everything happens in one `asm!`
/// block, so Rust never sees the changed environment.
macro_rules! with_mode {
    ($mode:expr, [$($instruction:expr),+], $($operands:tt)+) => {{
        let mut frame = $crate::sse::mxcsr::MxcsrFrame::new($mode);
        // SAFETY: the block reads and writes the eight bytes of `frame` and the operands it names,
        // nothing else. Its last instruction restores the whole of MXCSR. Register outputs are not
        // `lateout` where they could take the place of the frame's address, which is needed to the
        // end.
        unsafe {
            std::arch::asm!(
                "stmxcsr [{frame}]",
                "ldmxcsr [{frame} + 4]",
                $($instruction,)+
                "stmxcsr [{frame} + 4]",
                "ldmxcsr [{frame}]",
                frame = in(reg) &raw mut frame,
                $($operands)+
            );
        }
        frame.flags()
    }};
}
pub(super) use with_mode;

/// A floating-point environment that was left for the default one; given back to [`leave_default`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Environment(u32);

impl Environment {
    /// Its rounding mode.
    pub const fn rounding(self) -> RoundingMode {
        RoundingMode::ALL[(self.0 >> 13 & 3) as usize]
    }

    /// Whether operands below the smallest normal number count as zeros.
    pub const fn denormals_are_zero(self) -> bool {
        self.0 & DENORMALS_ARE_ZERO != 0
    }

    /// Its exception flags.
    pub const fn flags(self) -> Flags {
        Flags::from_bits(self.0)
    }
}

/// Goes over to an environment in which a tiny result, exact or not, becomes zero and raises
/// underflow: the processor then tells of tiny results that are exact, which otherwise raise
/// nothing. All flags are down. [`enter_default`] leaves it.
///
/// No Rust code may compute with floats in between.
#[inline(always)]
pub fn enter_flushing() {
    let register = DEFAULT_MXCSR | FLUSH_TO_ZERO;
    // SAFETY: the block loads the four bytes of `register`, all of whose bits MXCSR has. That Rust
    // code runs in another environment than it expects until the next change is what the
    // documentation demands care for.
    unsafe {
        asm!("ldmxcsr [{register}]", register = in(reg) &raw const register, options(nostack, readonly));
    }
}

/// Goes over to an environment in which results are rounded otherwise, and what is below the
/// smallest normal number may count as zero. All flags are down. [`enter_default`] leaves it.
///
/// No Rust code may compute with floats in between.
#[inline(always)]
pub fn enter_rounding(mode: RoundingMode, flushes: bool) {
    let flush = if flushes { FLUSH_TO_ZERO | DENORMALS_ARE_ZERO } else { 0 };
    let register = DEFAULT_MXCSR | (mode as u32) << 13 | flush;
    // SAFETY: as in `enter_flushing`.
    unsafe {
        asm!("ldmxcsr [{register}]", register = in(reg) &raw const register, options(nostack, readonly));
    }
}

/// Goes over to the default environment: for code that other code calls in an environment of its
/// own.
#[inline(always)]
pub fn enter_default() -> Environment {
    let mut register = 0_u32;
    let default = DEFAULT_MXCSR;
    // SAFETY: the block writes the four bytes of `register` and loads those of `default`, which is
    // what Rust expects of MXCSR.
    unsafe {
        asm!(
            "stmxcsr [{register}]",
            "ldmxcsr [{default}]",
            register = in(reg) &raw mut register,
            default = in(reg) &raw const default,
            options(nostack),
        );
    }
    Environment(register)
}

/// Goes back to the environment that [`enter_default`] left, flags included.
///
/// No Rust code may compute with floats between this call and the return to the code whose
/// environment it is.
#[inline(always)]
pub fn leave_default(environment: Environment) {
    let register = environment.0;
    // SAFETY: the block loads the four bytes of `register`, which came from MXCSR and so are valid
    // for it. That Rust code runs in another rounding mode than it expects until it returns is what
    // the documentation demands care for.
    unsafe {
        asm!("ldmxcsr [{register}]", register = in(reg) &raw const register, options(nostack, readonly));
    }
}

/// The exception flags now standing in MXCSR.
#[inline(always)]
pub fn read_sticky_flags() -> Flags {
    let mut register = 0_u32;
    // SAFETY: the instruction writes the four bytes of `register` and changes no other state.
    unsafe {
        asm!("stmxcsr [{register}]", register = in(reg) &raw mut register, options(nostack, preserves_flags));
    }
    Flags::from_bits(register)
}

/// Clears the exception flags in `mask` and leaves the others standing.
#[inline(always)]
pub fn clear_sticky_flags(mask: Flags) {
    change_sticky_flags(mask, Flags::NONE);
}

/// Raises the given exception flags and leaves the others as they are.
#[inline(always)]
pub fn raise_sticky_flags(flags: Flags) {
    change_sticky_flags(Flags::NONE, flags);
}

/// Makes the given exception flags the only ones standing.
#[inline(always)]
pub fn set_sticky_flags(flags: Flags) {
    change_sticky_flags(Flags::ALL, flags);
}

#[inline(always)]
fn change_sticky_flags(clear: Flags, raise: Flags) {
    let mut register = 0_u32;
    // SAFETY: the block uses the four bytes of `register` as its scratch memory. `clear` and
    // `raise` hold only the six exception flags, so the control bits that Rust relies on come back
    // unchanged; the exception flags may change, because `preserves_flags` is not claimed. All
    // exceptions are masked, so raising a flag cannot trap.
    unsafe {
        asm!(
            "stmxcsr [{register}]",
            "and dword ptr [{register}], {keep:e}",
            "or dword ptr [{register}], {raise:e}",
            "ldmxcsr [{register}]",
            register = in(reg) &raw mut register,
            keep = in(reg) !u32::from(clear.bits()),
            raise = in(reg) u32::from(raise.bits()),
            options(nostack),
        );
    }
}
