//! How glibc's `scanf` reads floats: it takes all that may become a number, and gives nothing back
//! but the character that does not.

use crate::models::text::{Byte, INFINITY, NAN, NumberScan, Phase, Ways, float_ways};

/// How a float goes on that `scanf` reads: after `nan` nothing follows, and `0x` is a prefix only
/// if another character may follow.
pub(super) fn scanned_float_ways(byte: &mut Byte<'_>, number: &NumberScan) -> Ways {
    if number.phase == Phase::Nan(NAN.len()) {
        return Vec::new();
    }
    let mut ways = float_ways(byte, number);
    if number.limit == Some(number.at + 1) {
        ways.retain(|(_, next)| next.phase != Phase::HexStart);
    }
    ways
}

/// Whether what `scanf` took for a float is one. It takes all that may become a number, and gives
/// nothing back but the character that does not.
pub(super) fn is_scanned_float(number: &NumberScan) -> bool {
    match number.phase {
        Phase::Infinity(letters) => letters == 3 || letters == INFINITY.len(),
        Phase::Nan(letters) => letters == NAN.len(),
        Phase::HexStart => false,
        _ => number.end > number.start,
    }
}
