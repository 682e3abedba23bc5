//! Sets of integers of one width, kept as signed numbers.

use crate::spans::{Span, Spans};

/// A set of integers of one width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntSet {
    /// The width, from 1 to 128.
    pub bits: u8,
    /// The members as signed numbers.
    pub numbers: Spans,
}

/// The bits of a width, all ones.
pub(crate) fn mask(bits: u8) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// Bits of a width as a signed number.
pub(crate) fn signed(bits: u8, value: u128) -> i128 {
    let unused = 128 - u32::from(bits.clamp(1, 128));
    (value << unused).cast_signed() >> unused
}

impl IntSet {
    /// Any bits.
    pub fn any(bits: u8) -> IntSet {
        IntSet::of_spans(bits, Spans::new([IntSet::range(bits)]))
    }

    /// The signed numbers of a width.
    pub fn range(bits: u8) -> Span {
        Span::new(signed(bits, 1 << (bits.clamp(1, 128) - 1)), (mask(bits) >> 1).cast_signed())
    }

    pub(crate) fn of_bits(bits: u8, value: u128) -> IntSet {
        IntSet::of_spans(bits, Spans::new([Span::point(signed(bits, value))]))
    }

    /// The numbers that a width can hold of some spans of signed numbers.
    pub fn of_spans(bits: u8, numbers: Spans) -> IntSet {
        IntSet { bits, numbers: numbers.clip(IntSet::range(bits)) }
    }

    /// The numbers between two unsigned ones.
    pub fn unsigned(bits: u8, low: u128, high: u128) -> IntSet {
        let half = (mask(bits) >> 1) + 1;
        let low_part = Span::new(low.min(half) as i128, high.min(half - 1) as i128);
        let (from, to) = (low.max(half), high.min(mask(bits)));
        let low_part = if low < half { Some(low_part) } else { None };
        let high_part = (from <= to).then(|| Span::new(signed(bits, from), signed(bits, to)));
        IntSet::of_spans(bits, Spans::new(low_part.into_iter().chain(high_part)))
    }

    /// The members of both.
    #[must_use]
    pub fn intersection(&self, other: &IntSet) -> IntSet {
        IntSet { bits: self.bits, numbers: self.numbers.intersection(&other.numbers) }
    }

    pub(crate) fn of_bool(can_be_false: bool, can_be_true: bool) -> IntSet {
        let points = [(can_be_false, 0), (can_be_true, -1)];
        let points = points.into_iter().filter(|(can_be, _)| *can_be).map(|(_, at)| Span::point(at));
        IntSet { bits: 1, numbers: Spans::new(points) }
    }

    /// The spans as unsigned numbers.
    pub(crate) fn unsigned_spans(&self) -> impl Iterator<Item = (u128, u128)> + '_ {
        self.numbers.iter().flat_map(|span| {
            let parts = [span.meet(Span::new(0, i128::MAX)), span.meet(Span::new(i128::MIN, -1))];
            let as_bits = |number: i128| number.cast_unsigned() & mask(self.bits);
            parts
                .into_iter()
                .filter(|part| !part.is_empty())
                .map(move |part| (as_bits(part.low), as_bits(part.high)))
        })
    }

    pub(crate) fn unsigned_hull(&self) -> (u128, u128) {
        let low = self.unsigned_spans().map(|(low, _)| low).min().unwrap_or(0);
        (low, self.unsigned_spans().map(|(_, high)| high).max().unwrap_or(0))
    }

    /// The only member, as bits.
    pub(crate) fn single_bits(&self) -> Option<u128> {
        self.numbers.single().map(|number| number.cast_unsigned() & mask(self.bits))
    }

    /// The answer that a truth value is known to be.
    pub(crate) fn answer(&self) -> Option<bool> {
        self.single_bits().map(|bits| bits & 1 == 1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }
}
