//! `qsort` and `bsearch`, which call back into the program.
//!
//! `qsort` is the merge sort of glibc: stable, with the same sequence of comparisons, so that a
//! comparison function with side effects or without a total order (NaN!) leads to the same result.

use super::{Models, ReturnedSlots, argument};
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::memory::{Memory, ObjectKind};
use crate::path_end::PathEnd;
use crate::step::memory::copy_bytes;
use ulpwise_ir::FunctionId;

pub(super) const MODELS: Models = &[("qsort", qsort), ("bsearch", bsearch)];

/// The function that a pointer argument names.
fn callback(arguments: &[Argument], index: usize) -> Result<FunctionId, PathEnd> {
    let address = argument(arguments, index)?;
    Memory::function_at(address)
        .ok_or_else(|| PathEnd::BadIndirectCall(format!("no function is at address {address:#x}")))
}

fn compare(interpreter: &mut Interpreter<'_>, function: FunctionId, a: u64, b: u64) -> Result<i32, PathEnd> {
    if function.as_u32() as usize >= interpreter.program.module().functions.len() {
        return Err(PathEnd::BadIndirectCall("the comparison is no function of the program".to_owned()));
    }
    let results = interpreter.call_nested(function, &[a, b])?;
    let first = results.first().copied();
    first
        .map(|value| value as i32)
        .ok_or_else(|| PathEnd::BadIndirectCall("the comparison returns nothing".to_owned()))
}

/// What one `qsort` works on.
struct Sort {
    size: u64,
    function: FunctionId,
    /// The address of the scratch array.
    scratch: u64,
}

fn qsort(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let (base, count, size) = (argument(arguments, 0)?, argument(arguments, 1)?, argument(arguments, 2)?);
    let function = callback(arguments, 3)?;
    let bytes = count.checked_mul(size).ok_or(PathEnd::OutOfMemory)?;
    let scratch = interpreter.machine.memory.allocate(bytes, ObjectKind::Host).ok_or(PathEnd::OutOfMemory)?;
    let sort = Sort { size, function, scratch };
    sort.merge_sort(interpreter, base, count)?;
    interpreter.machine.memory.free(scratch, ObjectKind::Host)?;
    Ok(ReturnedSlots::nothing())
}

impl Sort {
    /// Sorts `count` elements at `base`; recursion is as deep as the logarithm of the count.
    fn merge_sort(&self, interpreter: &mut Interpreter<'_>, base: u64, count: u64) -> Result<(), PathEnd> {
        if count <= 1 {
            return Ok(());
        }
        let left = count / 2;
        let middle = base + left * self.size;
        self.merge_sort(interpreter, base, left)?;
        self.merge_sort(interpreter, middle, count - left)?;
        self.merge(interpreter, [base, middle], [left, count - left])
    }

    fn merge(
        &self,
        interpreter: &mut Interpreter<'_>,
        starts: [u64; 2],
        counts: [u64; 2],
    ) -> Result<(), PathEnd> {
        let ([mut a, mut b], [mut left_a, mut left_b]) = (starts, counts);
        let mut to = self.scratch;
        while left_a > 0 && left_b > 0 {
            let from_a = compare(interpreter, self.function, a, b)? <= 0;
            let (from, left) = if from_a { (&mut a, &mut left_a) } else { (&mut b, &mut left_b) };
            copy_bytes(&mut interpreter.machine, to, *from, self.size)?;
            *from += self.size;
            *left -= 1;
            to += self.size;
        }
        // What is left of the second half already stands where it belongs.
        copy_bytes(&mut interpreter.machine, to, a, left_a * self.size)?;
        let merged = (counts[0] + counts[1] - left_b) * self.size;
        copy_bytes(&mut interpreter.machine, starts[0], self.scratch, merged)?;
        Ok(())
    }
}

fn bsearch(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let (key, base) = (argument(arguments, 0)?, argument(arguments, 1)?);
    let size = argument(arguments, 3)?;
    let function = callback(arguments, 4)?;
    let (mut low, mut high) = (0, argument(arguments, 2)?);
    while low < high {
        let middle = low.midpoint(high);
        let element = base.wrapping_add(middle.wrapping_mul(size));
        match compare(interpreter, function, key, element)? {
            0 => return Ok(ReturnedSlots::one(element)),
            order if order < 0 => high = middle,
            _ => low = middle + 1,
        }
    }
    Ok(ReturnedSlots::one(0))
}
