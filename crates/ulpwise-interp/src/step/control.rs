//! Switches and the rounding mode.

use crate::machine::Machine;
use crate::path_end::PathEnd;
use ulpwise_float::Rounding;
use ulpwise_ir::{EdgeId, SwitchTable};

/// The edge that a value takes.
#[inline]
pub(crate) fn switch_edge(table: &SwitchTable, value: u64) -> EdgeId {
    match table.cases.binary_search_by_key(&value, |&(case, _)| case) {
        Ok(position) => table.cases[position].1,
        Err(_) => table.default,
    }
}

/// The rounding modes in the order of C's `FLT_ROUNDS` numbers.
const FLT_ROUNDS: [Rounding; 5] = [
    Rounding::TowardZero,
    Rounding::NearestEven,
    Rounding::TowardPositive,
    Rounding::TowardNegative,
    Rounding::NearestAway,
];

pub(crate) fn rounding_number(rounding: Rounding) -> u64 {
    FLT_ROUNDS.iter().position(|&mode| mode == rounding).expect("every mode has a number") as u64
}

pub(crate) fn set_rounding(machine: &mut Machine, number: u64) -> Result<(), PathEnd> {
    let mode = FLT_ROUNDS.get(number as usize);
    let &mode = mode.ok_or_else(|| PathEnd::Unsupported(format!("rounding mode {number}")))?;
    machine.float.rounding = mode;
    Ok(())
}
