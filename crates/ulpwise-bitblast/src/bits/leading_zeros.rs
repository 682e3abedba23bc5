//! Counting and removing leading zeros.

use super::{Bits, select};
use crate::aig::{Aig, Lit};

/// The number of zeros above the highest set bit, for a vector of at least one bit. If none is set,
/// the number is at least the width less one, and nothing else is promised.
pub(crate) fn leading_zeros(aig: &mut Aig, bits: &[Lit]) -> Bits {
    // Padded with ones below to a power of two, whose halves are counted and joined, level by
    // level. A block is whether it is empty, and its count if it is not.
    let size = bits.len().next_power_of_two();
    let mut padded = vec![Lit::TRUE; size - bits.len()];
    padded.extend_from_slice(bits);
    let mut blocks: Vec<(Lit, Bits)> = padded.iter().rev().map(|&bit| (!bit, Bits::new())).collect();
    while blocks.len() > 1 {
        blocks = blocks
            .chunks(2)
            .map(|pair| {
                let [(upper_empty, upper), (lower_empty, lower)] = pair else {
                    unreachable!("a power of two")
                };
                let mut count = select(aig, *upper_empty, lower, upper);
                count.push(*upper_empty);
                (aig.and(*upper_empty, *lower_empty), count)
            })
            .collect();
    }
    blocks.swap_remove(0).1
}

/// The vector shifted left until its highest bit is set, and by how much. A zero vector stays zero.
pub(crate) fn normalize(aig: &mut Aig, bits: &[Lit]) -> (Bits, Bits) {
    let width = bits.len();
    let stages = width.next_power_of_two().trailing_zeros() as usize;
    let mut bits = bits.to_vec();
    let mut count = vec![Lit::FALSE; stages];
    for stage in (0..stages).rev() {
        let by = 1 << stage;
        if by >= width {
            continue;
        }
        let empty = !aig.or_all(&bits[width - by..]);
        count[stage] = empty;
        bits = (0..width)
            .map(|i| {
                let moved = if i >= by { bits[i - by] } else { Lit::FALSE };
                if i >= width - by {
                    // These are zero when the vector moves.
                    let moved = aig.and(empty, moved);
                    aig.or(bits[i], moved)
                } else {
                    aig.ite(empty, moved, bits[i])
                }
            })
            .collect();
    }
    (bits, count)
}
