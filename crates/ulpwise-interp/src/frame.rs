//! One call under way: its registers, where it stands, and what goes with it when it returns.

use crate::marks::SlotMarks;
use crate::number::int::narrow;
use crate::program::ReadyBody;
use ulpwise_base::Id;
use ulpwise_ir::{FunctionId, SlotList, Type};

/// An argument of a call that leaves the program, or one beyond a variadic function's parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its type.
    pub ty: Type,
    /// Its bits.
    pub bits: u128,
}

/// A call under way.
#[derive(Clone, Debug)]
pub(crate) struct CallFrame<'p> {
    pub(crate) ready: &'p ReadyBody<'p>,
    /// One `u64` per slot of the body, constants included.
    pub(crate) registers: Vec<u64>,
    /// The instruction it is at: a call, while that is under way.
    pub(crate) pc: usize,
    /// Where the results of the call it makes go.
    pub(crate) results: SlotList,
    /// How many stack objects there were before it.
    pub(crate) stack_mark: usize,
    /// The arguments beyond its parameters.
    pub(crate) variadic: Box<[Argument]>,
    /// Whether some of them are not known here.
    pub(crate) has_marked_variadic: bool,
    /// The slots whose value is not known here.
    pub(crate) marks: SlotMarks,
}

impl CallFrame<'_> {
    pub(crate) fn function(&self) -> FunctionId {
        self.ready.function
    }
}

/// Registers of finished calls, kept to spare an allocation a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct RegisterPool {
    free: Vec<Vec<u64>>,
}

impl RegisterPool {
    /// How many register files are kept; deep recursion should not hold memory for ever.
    const KEPT: usize = 256;

    /// Registers for a body: the arguments, zeros for the locals, the constants.
    #[inline]
    pub(crate) fn take(&mut self, ready: &ReadyBody<'_>, arguments: impl Iterator<Item = u64>) -> Vec<u64> {
        let mut registers = self.free.pop().unwrap_or_default();
        registers.clear();
        registers.reserve(ready.variable_slots + ready.constants.len());
        registers.extend(arguments);
        registers.resize(ready.variable_slots, 0);
        registers.extend_from_slice(&ready.constants);
        registers
    }

    /// Makes the undefined values of a body consist of `byte`.
    pub(crate) fn fill_undefined(ready: &ReadyBody<'_>, registers: &mut [u64], byte: u8) {
        let pattern = u64::from_le_bytes([byte; 8]);
        for &slot in &ready.undefined {
            let ty = ready.body.type_of(slot);
            registers[slot.index()] = narrow::truncate(pattern, ty.bits().min(64));
            if ty.is_wide() {
                registers[slot.index() + 1] = narrow::truncate(pattern, ty.bits() - 64);
            }
        }
    }

    #[inline]
    pub(crate) fn give_back(&mut self, registers: Vec<u64>) {
        if self.free.len() < Self::KEPT {
            self.free.push(registers);
        }
    }
}
