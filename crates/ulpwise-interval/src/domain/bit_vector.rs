//! Sets of bit-vectors: an unsigned interval, a signed interval, and known bits, each kept within
//! the others.

use super::Change;
use std::fmt;
use ulpwise_expr::BitVector;
use ulpwise_float::Natural;

/// A set of bit-vectors of one width, at most 128: those in both intervals with the known bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitVecDomain {
    width: u32,
    /// The least and the greatest as unsigned numbers.
    unsigned: (u128, u128),
    /// The least and the greatest as signed numbers.
    signed: (i128, i128),
    /// The bits that are one in all, and those that are zero in all.
    ones: u128,
    zeros: u128,
}

impl BitVecDomain {
    /// The largest width.
    pub const MAX_WIDTH: u32 = 128;

    /// All bit-vectors of a width.
    pub fn full(width: u32) -> BitVecDomain {
        let ones = bit_mask(width);
        BitVecDomain {
            width,
            unsigned: (0, ones),
            signed: (min_signed(width), max_signed(width)),
            ones: 0,
            zeros: 0,
        }
    }

    /// No bit-vector.
    pub fn empty(width: u32) -> BitVecDomain {
        BitVecDomain { width, unsigned: (1, 0), signed: (1, 0), ones: 0, zeros: 0 }
    }

    /// One bit-vector.
    pub fn singleton(value: &BitVector) -> BitVecDomain {
        BitVecDomain::of_bits(value.width(), to_u128(value))
    }

    /// The one bit-vector with these bits.
    pub fn of_bits(width: u32, bits: u128) -> BitVecDomain {
        debug_assert!(bits & !bit_mask(width) == 0);
        let signed = sign_extended(width, bits);
        BitVecDomain {
            width,
            unsigned: (bits, bits),
            signed: (signed, signed),
            ones: bits,
            zeros: !bits & bit_mask(width),
        }
    }

    /// Those from `low` to `high` as unsigned numbers.
    pub fn unsigned_between(width: u32, low: u128, high: u128) -> BitVecDomain {
        BitVecDomain { unsigned: (low, high.min(bit_mask(width))), ..BitVecDomain::full(width) }.reduced()
    }

    /// Those from `low` to `high` as signed numbers.
    pub fn signed_between(width: u32, low: i128, high: i128) -> BitVecDomain {
        let signed = (low.max(min_signed(width)), high.min(max_signed(width)));
        BitVecDomain { signed, ..BitVecDomain::full(width) }.reduced()
    }

    /// Those that have all bits of `ones` set and all bits of `zeros` clear.
    pub fn with_bits(width: u32, ones: u128, zeros: u128) -> BitVecDomain {
        let mask = bit_mask(width);
        BitVecDomain { ones: ones & mask, zeros: zeros & mask, ..BitVecDomain::full(width) }.reduced()
    }

    /// The width.
    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The least and the greatest as unsigned numbers; out of order if the set is empty.
    #[inline]
    pub fn unsigned(&self) -> (u128, u128) {
        self.unsigned
    }

    /// The least and the greatest as signed numbers; out of order if the set is empty.
    #[inline]
    pub fn signed(&self) -> (i128, i128) {
        self.signed
    }

    /// The bits that are one in all members.
    #[inline]
    pub fn known_ones(&self) -> u128 {
        self.ones
    }

    /// The bits that are zero in all members.
    #[inline]
    pub fn known_zeros(&self) -> u128 {
        self.zeros
    }

    /// Whether it has no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.unsigned.0 > self.unsigned.1
    }

    /// Whether exactly one is in it.
    #[inline]
    pub fn is_singleton(&self) -> bool {
        self.unsigned.0 == self.unsigned.1
    }

    /// The bits of the only member.
    #[inline]
    pub fn singleton_bits(&self) -> Option<u128> {
        self.is_singleton().then_some(self.unsigned.0)
    }

    /// The only member.
    pub fn singleton_value(&self) -> Option<BitVector> {
        self.singleton_bits().map(|bits| BitVector::from_u128(self.width, bits))
    }

    /// Whether the bit-vector with these bits is in it.
    pub fn contains_bits(&self, bits: u128) -> bool {
        let signed = sign_extended(self.width, bits);
        self.unsigned.0 <= bits
            && bits <= self.unsigned.1
            && self.signed.0 <= signed
            && signed <= self.signed.1
            && bits & self.ones == self.ones
            && bits & self.zeros == 0
    }

    /// Whether the bit-vector is in it.
    pub fn contains(&self, value: &BitVector) -> bool {
        value.width() == self.width && self.contains_bits(to_u128(value))
    }

    /// An upper bound on the number of members.
    pub fn cardinality(&self) -> u128 {
        if self.is_empty() {
            return 0;
        }
        let free = self.width - (self.ones | self.zeros).count_ones();
        let by_bits = 1_u128.checked_shl(free).unwrap_or(u128::MAX);
        let by_unsigned = (self.unsigned.1 - self.unsigned.0).saturating_add(1);
        let by_signed = (self.signed.1.wrapping_sub(self.signed.0) as u128).saturating_add(1);
        by_bits.min(by_unsigned).min(by_signed)
    }

    /// Keeps what is in `other` too.
    ///
    /// # Panics
    /// If the widths differ.
    pub fn intersect(&mut self, other: &BitVecDomain) -> Change {
        assert_eq!(self.width, other.width, "bit-vectors of different widths");
        let before = *self;
        self.unsigned = (self.unsigned.0.max(other.unsigned.0), self.unsigned.1.min(other.unsigned.1));
        self.signed = (self.signed.0.max(other.signed.0), self.signed.1.min(other.signed.1));
        self.ones |= other.ones;
        self.zeros |= other.zeros;
        if *self != before {
            *self = self.reduced();
        }
        self.change_from(&before)
    }

    /// The members of either, and more.
    ///
    /// # Panics
    /// If the widths differ.
    #[must_use]
    pub fn union(&self, other: &BitVecDomain) -> BitVecDomain {
        assert_eq!(self.width, other.width, "bit-vectors of different widths");
        if self.is_empty() {
            return *other;
        }
        if other.is_empty() {
            return *self;
        }
        BitVecDomain {
            width: self.width,
            unsigned: (self.unsigned.0.min(other.unsigned.0), self.unsigned.1.max(other.unsigned.1)),
            signed: (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1)),
            ones: self.ones & other.ones,
            zeros: self.zeros & other.zeros,
        }
        .reduced()
    }

    /// Removes a member if it stands at an end.
    pub fn remove(&mut self, value: &BitVector) -> Change {
        self.remove_bits(to_u128(value))
    }

    /// Removes the member with these bits if it stands at an end.
    pub fn remove_bits(&mut self, bits: u128) -> Change {
        let before = *self;
        if self.is_empty() || self.is_singleton() {
            if self.singleton_bits() == Some(bits) {
                *self = BitVecDomain::empty(self.width);
            }
            return self.change_from(&before);
        }
        let signed = sign_extended(self.width, bits);
        // Not a singleton, so neither step leaves the range of the numbers.
        self.unsigned.0 += u128::from(self.unsigned.0 == bits);
        self.unsigned.1 -= u128::from(self.unsigned.1 == bits);
        self.signed.0 += i128::from(self.signed.0 == signed);
        self.signed.1 -= i128::from(self.signed.1 == signed);
        if *self != before {
            *self = self.reduced();
        }
        self.change_from(&before)
    }

    fn change_from(&self, before: &BitVecDomain) -> Change {
        if self.is_empty() {
            Change::Empty
        } else if self == before {
            Change::Same
        } else {
            Change::Narrowed
        }
    }

    /// The same set with each of its three descriptions narrowed by the others, until nothing
    /// changes.
    fn reduced(mut self) -> BitVecDomain {
        loop {
            let before = self;
            if self.ones & self.zeros != 0 || !self.reduce_signs() || !self.reduce_bits() {
                return BitVecDomain::empty(self.width);
            }
            if self == before {
                return self;
            }
        }
    }

    /// Narrows the two intervals by each other; false if nothing is left.
    fn reduce_signs(&mut self) -> bool {
        let Some(unsigned) = unsigned_hull(self.width, self.unsigned, self.signed) else { return false };
        let Some(signed) = signed_hull(self.width, unsigned, self.signed) else { return false };
        (self.unsigned, self.signed) = (unsigned, signed);
        true
    }

    /// Narrows intervals and bits by each other; false if nothing is left.
    fn reduce_bits(&mut self) -> bool {
        let mask = bit_mask(self.width);
        let free = !(self.ones | self.zeros) & mask;
        let Some(low) = next_consistent(self.unsigned.0, self.ones, free) else { return false };
        // The greatest one not above is the complement of the least complement not below.
        let Some(high) = next_consistent(!self.unsigned.1 & mask, self.zeros, free) else { return false };
        self.unsigned = (low, !high & mask);
        if self.unsigned.0 > self.unsigned.1 {
            return false;
        }
        // Bits above the highest one in which the ends differ are the same in all between.
        let differing = self.unsigned.0 ^ self.unsigned.1;
        let common = if differing == 0 { mask } else { mask & !(u128::MAX >> differing.leading_zeros()) };
        self.ones |= low & common;
        self.zeros |= !low & common;
        true
    }
}

/// The bits below `width`.
#[inline]
pub(crate) fn bit_mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// The least signed number of a width.
#[inline]
pub(crate) fn min_signed(width: u32) -> i128 {
    i128::MIN >> (128 - width)
}

/// The greatest signed number of a width.
#[inline]
pub(crate) fn max_signed(width: u32) -> i128 {
    i128::MAX >> (128 - width)
}

/// The signed number that the low bits encode.
#[inline]
pub(crate) fn sign_extended(width: u32, bits: u128) -> i128 {
    ((bits << (128 - width)) as i128) >> (128 - width)
}

/// The bits of a bit-vector of at most 128 bits.
pub(crate) fn to_u128(value: &BitVector) -> u128 {
    u128::try_from(value.unsigned()).expect("at most 128 bits")
}

/// The unsigned interval cut to the members of the signed one; `None` if they have none in common.
fn unsigned_hull(width: u32, (low, high): (u128, u128), signed: (i128, i128)) -> Option<(u128, u128)> {
    if low > high || signed.0 > signed.1 {
        return None;
    }
    let bits = |number: i128| number as u128 & bit_mask(width);
    let (first, last) = (bits(signed.0), bits(signed.1));
    let (low, high) = if (signed.0 < 0) == (signed.1 < 0) {
        (low.max(first), high.min(last))
    } else {
        // As unsigned numbers they are 0 to `last` and `first` to the greatest.
        let cut_low = if low > last { low.max(first) } else { low };
        let cut_high = if high < first { high.min(last) } else { high };
        (cut_low, cut_high)
    };
    (low <= high).then_some((low, high))
}

/// The signed interval cut to the members of the unsigned one; `None` if they have none in common.
fn signed_hull(width: u32, unsigned: (u128, u128), (low, high): (i128, i128)) -> Option<(i128, i128)> {
    let (first, last) = (sign_extended(width, unsigned.0), sign_extended(width, unsigned.1));
    let (low, high) = if (first < 0) == (last < 0) {
        (low.max(first), high.min(last))
    } else {
        // As signed numbers they are the least to `last` and `first` to the greatest.
        let cut_low = if low > last { low.max(first) } else { low };
        let cut_high = if high < first { high.min(last) } else { high };
        (cut_low, cut_high)
    };
    (low <= high).then_some((low, high))
}

/// The least number not below `bound` that has the bits of `ones` set and no others but free ones.
fn next_consistent(bound: u128, ones: u128, free: u128) -> Option<u128> {
    let allowed = ones | free;
    // The highest bit at which the bound violates what is known.
    let missing = ones & !bound;
    let excess = bound & !allowed;
    if missing == 0 && excess == 0 {
        return Some(bound);
    }
    let at = 127 - (missing | excess).leading_zeros();
    let above = u128::MAX.checked_shl(at + 1).unwrap_or(0);
    if missing >> at & 1 == 1 {
        // Setting that bit makes it greater already: below, the least will do.
        return Some((bound & above) | (ones & !above));
    }
    // That bit must be cleared, so a free zero above it has to be set; the lowest is best.
    let raisable = free & !bound & above;
    if raisable == 0 {
        return None;
    }
    let raised = raisable.trailing_zeros();
    let upper = u128::MAX.checked_shl(raised + 1).unwrap_or(0);
    Some((bound & upper) | (1 << raised) | (ones & !upper))
}

impl fmt::Display for BitVecDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("{}");
        }
        if let Some(value) = self.singleton_value() {
            return write!(f, "{{{value}}}");
        }
        let (low, high) = self.unsigned;
        write!(f, "[{low}, {high}]")?;
        if (self.signed.0 < 0) != (self.signed.1 < 0) {
            write!(f, " signed [{}, {}]", self.signed.0, self.signed.1)?;
        }
        if self.ones | self.zeros != 0 {
            let ones = BitVector::new(self.width, Natural::from(self.ones));
            let zeros = BitVector::new(self.width, Natural::from(self.zeros));
            write!(f, " ones {ones} zeros {zeros}")?;
        }
        Ok(())
    }
}
