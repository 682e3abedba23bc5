//! Sets of integers of a width: bounds of what they are with a sign, and without.
//!
//! What holds: both pairs of bounds hold for every member. What is not followed is any number of
//! the width.

use ulpwise_ir::{IntBinaryOp, IntCastOp, IntPredicate};

/// Integers of so many bits; at most 64 are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Integers {
    bits: u8,
    /// As numbers with a sign.
    pub(crate) signed: (i128, i128),
    /// As numbers without.
    pub(crate) unsigned: (i128, i128),
}

type IntegerRange = (i128, i128);

impl Integers {
    /// All of a width.
    pub(crate) fn all(bits: u8) -> Integers {
        Integers { bits, signed: signed_range(bits), unsigned: unsigned_range(bits) }
    }

    /// One number, by its bits.
    pub(crate) fn constant(bits: u8, value: u128) -> Integers {
        let of = |value: i128| (value, value);
        let unsigned = value as i128;
        let signed =
            if unsigned > signed_range(bits).1 { unsigned - (1i128 << bits.min(100)) } else { unsigned };
        if bits > 64 {
            Integers::all(bits)
        } else {
            Integers { bits, signed: of(signed), unsigned: of(unsigned) }
        }
    }

    /// The numbers between two with a sign. `None` if there are none.
    pub(crate) fn between_signed(self, low: i128, high: i128) -> Option<Integers> {
        let signed = meet(self.signed, (low, high))?;
        Integers { signed, ..self }.settled()
    }

    /// The numbers between two without.
    pub(crate) fn between_unsigned(self, low: i128, high: i128) -> Option<Integers> {
        let unsigned = meet(self.unsigned, (low, high))?;
        Integers { unsigned, ..self }.settled()
    }

    /// What is common to two.
    pub(crate) fn meet(self, other: Integers) -> Option<Integers> {
        let (signed, unsigned) = (meet(self.signed, other.signed)?, meet(self.unsigned, other.unsigned)?);
        Integers { signed, unsigned, ..self }.settled()
    }

    /// Either of two.
    pub(crate) fn join(self, other: Integers) -> Integers {
        let join = |a: IntegerRange, b: IntegerRange| (a.0.min(b.0), a.1.max(b.1));
        Integers {
            signed: join(self.signed, other.signed),
            unsigned: join(self.unsigned, other.unsigned),
            ..self
        }
    }

    /// What each pair of bounds says about the other.
    fn settled(mut self) -> Option<Integers> {
        let modulus = 1i128 << self.bits.min(100);
        if self.signed.0 >= 0 {
            self.unsigned = meet(self.unsigned, self.signed)?;
        } else if self.signed.1 < 0 {
            self.unsigned = meet(self.unsigned, (self.signed.0 + modulus, self.signed.1 + modulus))?;
        }
        let most = signed_range(self.bits).1;
        if self.unsigned.1 <= most {
            self.signed = meet(self.signed, self.unsigned)?;
        } else if self.unsigned.0 > most {
            self.signed = meet(self.signed, (self.unsigned.0 - modulus, self.unsigned.1 - modulus))?;
        }
        Some(self)
    }

    /// The result of an operation.
    pub(crate) fn binary(op: IntBinaryOp, bits: u8, a: Integers, b: Integers) -> Integers {
        let all = Integers::all(bits);
        if bits > 64 {
            return all;
        }
        let (signed, unsigned) = match op {
            IntBinaryOp::Add => (add(a.signed, b.signed), add(a.unsigned, b.unsigned)),
            IntBinaryOp::Sub => (sub(a.signed, b.signed), sub(a.unsigned, b.unsigned)),
            IntBinaryOp::Mul => (mul(a.signed, b.signed), mul(a.unsigned, b.unsigned)),
            IntBinaryOp::Shl if b.unsigned.0 == b.unsigned.1 && b.unsigned.0 < i128::from(bits) => {
                let by = (1i128 << b.unsigned.0, 1i128 << b.unsigned.0);
                (mul(a.signed, by), mul(a.unsigned, by))
            }
            IntBinaryOp::LShr if b.unsigned.0 == b.unsigned.1 && b.unsigned.0 < i128::from(bits) => {
                (all.signed, (a.unsigned.0 >> b.unsigned.0, a.unsigned.1 >> b.unsigned.0))
            }
            IntBinaryOp::AShr if b.unsigned.0 == b.unsigned.1 && b.unsigned.0 < i128::from(bits) => {
                ((a.signed.0 >> b.unsigned.0, a.signed.1 >> b.unsigned.0), all.unsigned)
            }
            IntBinaryOp::And => (all.signed, (0, a.unsigned.1.min(b.unsigned.1))),
            IntBinaryOp::SMin => ((a.signed.0.min(b.signed.0), a.signed.1.min(b.signed.1)), all.unsigned),
            IntBinaryOp::SMax => ((a.signed.0.max(b.signed.0), a.signed.1.max(b.signed.1)), all.unsigned),
            IntBinaryOp::UDiv if b.unsigned.0 > 0 => {
                (all.signed, (a.unsigned.0 / b.unsigned.1, a.unsigned.1 / b.unsigned.0))
            }
            IntBinaryOp::URem => (all.signed, (0, a.unsigned.1.min((b.unsigned.1 - 1).max(0)))),
            IntBinaryOp::SRem => {
                let most = (b.signed.0.abs().max(b.signed.1.abs()) - 1).max(0);
                let low = if a.signed.0 < 0 { -most } else { 0 };
                ((low, if a.signed.1 > 0 { most } else { 0 }), all.unsigned)
            }
            IntBinaryOp::SDiv if b.signed.0 > 0 => {
                let ends = [
                    a.signed.0 / b.signed.0,
                    a.signed.0 / b.signed.1,
                    a.signed.1 / b.signed.0,
                    a.signed.1 / b.signed.1,
                ];
                ((ends.into_iter().min().unwrap_or(0), ends.into_iter().max().unwrap_or(0)), all.unsigned)
            }
            _ => (all.signed, all.unsigned),
        };
        // A result that leaves the width comes out modulo its power of two.
        let inside = |range: IntegerRange, whole: IntegerRange| {
            if whole.0 <= range.0 && range.1 <= whole.1 { range } else { whole }
        };
        let result =
            Integers { bits, signed: inside(signed, all.signed), unsigned: inside(unsigned, all.unsigned) };
        result.settled().unwrap_or(all)
    }

    /// The same numbers in another width.
    pub(crate) fn cast(self, op: IntCastOp, to: u8) -> Integers {
        let all = Integers::all(to);
        if to > 64 {
            return all;
        }
        let inside = |range: IntegerRange, whole: IntegerRange| whole.0 <= range.0 && range.1 <= whole.1;
        let result = match op {
            IntCastOp::ZeroExtend => Integers { unsigned: self.unsigned, ..all },
            IntCastOp::SignExtend => Integers { signed: self.signed, ..all },
            IntCastOp::Truncate if inside(self.signed, all.signed) => Integers { signed: self.signed, ..all },
            IntCastOp::Truncate if inside(self.unsigned, all.unsigned) => {
                Integers { unsigned: self.unsigned, ..all }
            }
            IntCastOp::Truncate => all,
        };
        result.settled().unwrap_or(all)
    }

    /// Whether a comparison holds for all of two, or for none.
    pub(crate) fn compare(predicate: IntPredicate, a: Integers, b: Integers) -> Option<bool> {
        let less = |a: IntegerRange, b: IntegerRange| {
            if a.1 < b.0 {
                Some(true)
            } else if a.0 >= b.1 {
                Some(false)
            } else {
                None
            }
        };
        let (s, u) = ((a.signed, b.signed), (a.unsigned, b.unsigned));
        match predicate {
            IntPredicate::Eq => equal(a, b),
            IntPredicate::Ne => equal(a, b).map(|equal| !equal),
            IntPredicate::Slt => less(s.0, s.1),
            IntPredicate::Sgt => less(s.1, s.0),
            IntPredicate::Sge => less(s.0, s.1).map(|holds| !holds),
            IntPredicate::Sle => less(s.1, s.0).map(|holds| !holds),
            IntPredicate::Ult => less(u.0, u.1),
            IntPredicate::Ugt => less(u.1, u.0),
            IntPredicate::Uge => less(u.0, u.1).map(|holds| !holds),
            IntPredicate::Ule => less(u.1, u.0).map(|holds| !holds),
        }
    }

    /// Those of the first that can compare so with one of the second.
    pub(crate) fn compared(self, predicate: IntPredicate, other: Integers) -> Option<Integers> {
        let far = i128::MAX / 4;
        let (s, u) = (other.signed, other.unsigned);
        match predicate {
            IntPredicate::Eq => self.meet(other),
            IntPredicate::Ne => {
                let mut left = self;
                if s.0 == s.1 {
                    if left.signed.0 == s.0 {
                        left = left.between_signed(s.0 + 1, far)?;
                    }
                    if left.signed.1 == s.0 {
                        left = left.between_signed(-far, s.0 - 1)?;
                    }
                }
                Some(left)
            }
            IntPredicate::Slt => self.between_signed(-far, s.1 - 1),
            IntPredicate::Sle => self.between_signed(-far, s.1),
            IntPredicate::Sgt => self.between_signed(s.0 + 1, far),
            IntPredicate::Sge => self.between_signed(s.0, far),
            IntPredicate::Ult => self.between_unsigned(-far, u.1 - 1),
            IntPredicate::Ule => self.between_unsigned(-far, u.1),
            IntPredicate::Ugt => self.between_unsigned(u.0 + 1, far),
            IntPredicate::Uge => self.between_unsigned(u.0, far),
        }
    }
}

fn equal(a: Integers, b: Integers) -> Option<bool> {
    if meet(a.signed, b.signed).is_none() || meet(a.unsigned, b.unsigned).is_none() {
        return Some(false);
    }
    let single = |range: IntegerRange| range.0 == range.1;
    (single(a.signed) && a.signed == b.signed).then_some(true)
}

fn signed_range(bits: u8) -> IntegerRange {
    let half = 1i128 << (bits.clamp(1, 100) - 1);
    (-half, half - 1)
}

fn unsigned_range(bits: u8) -> IntegerRange {
    (0, (1i128 << bits.min(100)) - 1)
}

fn meet(a: IntegerRange, b: IntegerRange) -> Option<IntegerRange> {
    let both = (a.0.max(b.0), a.1.min(b.1));
    (both.0 <= both.1).then_some(both)
}

fn add(a: IntegerRange, b: IntegerRange) -> IntegerRange {
    (a.0 + b.0, a.1 + b.1)
}

fn sub(a: IntegerRange, b: IntegerRange) -> IntegerRange {
    (a.0 - b.1, a.1 - b.0)
}

fn mul(a: IntegerRange, b: IntegerRange) -> IntegerRange {
    let products =
        [a.0.saturating_mul(b.0), a.0.saturating_mul(b.1), a.1.saturating_mul(b.0), a.1.saturating_mul(b.1)];
    (products.into_iter().min().unwrap_or(0), products.into_iter().max().unwrap_or(0))
}

/// The predicate that holds where another does not.
pub(crate) fn opposite(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Eq => IntPredicate::Ne,
        IntPredicate::Ne => IntPredicate::Eq,
        IntPredicate::Slt => IntPredicate::Sge,
        IntPredicate::Sge => IntPredicate::Slt,
        IntPredicate::Sgt => IntPredicate::Sle,
        IntPredicate::Sle => IntPredicate::Sgt,
        IntPredicate::Ult => IntPredicate::Uge,
        IntPredicate::Uge => IntPredicate::Ult,
        IntPredicate::Ugt => IntPredicate::Ule,
        IntPredicate::Ule => IntPredicate::Ugt,
    }
}

/// The predicate that holds with the operands exchanged.
pub(crate) fn exchanged(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Slt => IntPredicate::Sgt,
        IntPredicate::Sgt => IntPredicate::Slt,
        IntPredicate::Sle => IntPredicate::Sge,
        IntPredicate::Sge => IntPredicate::Sle,
        IntPredicate::Ult => IntPredicate::Ugt,
        IntPredicate::Ugt => IntPredicate::Ult,
        IntPredicate::Ule => IntPredicate::Uge,
        IntPredicate::Uge => IntPredicate::Ule,
        same => same,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_interp::number::int::wide;

    /// All sets of neighbours of four bits, with a sign and without.
    fn sets() -> Vec<(Integers, Vec<u128>)> {
        let all = Integers::all(4);
        let mut sets = Vec::new();
        for low in 0..16 {
            for high in low..16 {
                let unsigned = all.between_unsigned(low, high).unwrap();
                sets.push((unsigned, (low as u128..=high as u128).collect()));
                let signed = all.between_signed(low - 8, high - 8).unwrap();
                sets.push((signed, (low..=high).map(|value| ((value - 8) & 15) as u128).collect()));
            }
        }
        sets
    }

    #[test]
    fn operations_lose_no_number() {
        let sets = sets();
        for (a, members) in sets.iter().step_by(3) {
            for (b, others) in sets.iter().step_by(5) {
                for &op in IntBinaryOp::ALL {
                    let result = Integers::binary(op, 4, *a, *b);
                    for &x in members {
                        for &y in others {
                            let Ok(value) = wide::binary(op, 4, x, y) else { continue };
                            let shift =
                                matches!(op, IntBinaryOp::Shl | IntBinaryOp::LShr | IntBinaryOp::AShr);
                            if shift && y >= 4 {
                                continue;
                            }
                            let single = Integers::constant(4, value);
                            assert_eq!(result.meet(single), Some(single), "{op:?} {x} {y} in {result:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn comparisons_are_decided_rightly_and_narrow() {
        let sets = sets();
        for (a, members) in sets.iter().step_by(2) {
            for (b, others) in sets.iter().step_by(3) {
                for &predicate in IntPredicate::ALL {
                    let decided = Integers::compare(predicate, *a, *b);
                    let narrowed = a.compared(predicate, *b);
                    for &x in members {
                        for &y in others {
                            let holds = wide::compare(predicate, 4, x, y);
                            assert!(decided.is_none_or(|decided| decided == holds));
                            if holds {
                                let single = Integers::constant(4, x);
                                assert_eq!(narrowed.and_then(|left| left.meet(single)), Some(single));
                            }
                            assert_eq!(wide::compare(opposite(predicate), 4, x, y), !holds);
                            assert_eq!(wide::compare(exchanged(predicate), 4, y, x), holds);
                        }
                    }
                }
            }
        }
    }
}
