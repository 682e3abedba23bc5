//! Products, as sums of shifted rows.
//!
//! The operand with more constant bits selects the rows: a zero row costs nothing, and runs of
//! constant ones become one addition and one subtraction (canonical signed digits).

use super::{Bits, add_with_carry, and_all_with};
use crate::aig::{Aig, Lit};

/// The product modulo 2^width of two numbers of that width.
pub(crate) fn multiply(aig: &mut Aig, first: &[Lit], second: &[Lit]) -> Bits {
    assert_eq!(first.len(), second.len(), "vectors of different widths");
    product(aig, first, second, first.len())
}

/// The whole product, as wide as both operands together.
pub(crate) fn multiply_full(aig: &mut Aig, first: &[Lit], second: &[Lit]) -> Bits {
    product(aig, first, second, first.len() + second.len())
}

fn constant_bits(bits: &[Lit]) -> usize {
    bits.iter().filter(|bit| bit.as_constant().is_some()).count()
}

fn product(aig: &mut Aig, first: &[Lit], second: &[Lit], width: usize) -> Bits {
    // Compared by what is left to add: rows that are not constant.
    let open = |bits: &[Lit]| bits.len() - constant_bits(bits);
    let (number, selector) = if open(first) < open(second) { (second, first) } else { (first, second) };
    if constant_bits(selector) == selector.len() {
        return product_by_constant(aig, number, selector, width);
    }
    let mut sum = vec![Lit::FALSE; width];
    for (position, &bit) in selector.iter().enumerate().take(width) {
        if bit != Lit::FALSE {
            let row = and_all_with(aig, number, bit);
            add_row(aig, &mut sum, position, &row);
        }
    }
    sum
}

/// Adds a row at a position; what lies above the sum is cut off.
fn add_row(aig: &mut Aig, sum: &mut [Lit], position: usize, row: &[Lit]) {
    let end = sum.len().min(position + row.len());
    let (added, mut carry) = add_with_carry(aig, &sum[position..end], &row[..end - position], Lit::FALSE);
    sum[position..end].copy_from_slice(&added);
    for bit in &mut sum[end..] {
        if carry == Lit::FALSE {
            break;
        }
        let both = aig.and(*bit, carry);
        *bit = aig.xor(*bit, carry);
        carry = both;
    }
}

/// The digits -1, 0 and 1 of a constant, no two neighbours of which are not zero.
fn signed_digits(constant: &[Lit]) -> Vec<i8> {
    let mut digits = Vec::with_capacity(constant.len() + 1);
    let mut carry = false;
    let bit = |position: usize| constant.get(position).is_some_and(|&bit| bit == Lit::TRUE);
    for position in 0..=constant.len() {
        let sum = u8::from(bit(position)) + u8::from(carry);
        // A one is written as minus one and a carry if another one follows.
        let digit = if sum == 1 { if bit(position + 1) { -1 } else { 1 } } else { 0 };
        carry = sum == 2 || digit == -1;
        digits.push(digit);
    }
    digits
}

fn product_by_constant(aig: &mut Aig, number: &[Lit], constant: &[Lit], width: usize) -> Bits {
    let mut sum = vec![Lit::FALSE; width];
    for (position, digit) in signed_digits(constant).into_iter().enumerate() {
        if digit == 0 || position >= width {
            continue;
        }
        if digit > 0 {
            add_row(aig, &mut sum, position, number);
            continue;
        }
        // Minus the row: its complement, extended with ones, plus one.
        let mut row: Bits = number.iter().map(|&bit| !bit).collect();
        row.resize(width - position, Lit::TRUE);
        row.truncate(width - position);
        let (added, _) = add_with_carry(aig, &sum[position..], &row, Lit::TRUE);
        sum[position..].copy_from_slice(&added);
    }
    sum
}

/// The whole square. Each pair of bits is multiplied once and counted twice.
pub(crate) fn square_full(aig: &mut Aig, number: &[Lit]) -> Bits {
    let mut sum = vec![Lit::FALSE; 2 * number.len()];
    for (position, &bit) in number.iter().enumerate() {
        let mut row = vec![bit, Lit::FALSE];
        row.extend(and_all_with(aig, &number[position + 1..], bit));
        add_row(aig, &mut sum, 2 * position, &row);
    }
    sum
}
