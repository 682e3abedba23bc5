//! What integer operations make of sets, and conversions between integers and floats.
//!
//! Where a result may wrap around, or an operator is not treated by itself, any number may come out.
//! Divisions by zero end the program, so they have no result.

use crate::arithmetic::{RoundingAssumption, convert};
use crate::float_set::{FloatSet, float};
use crate::int_set::{IntSet, mask, signed};
use crate::spans::{Span, Spans};
use ulpwise_externals::{Exception, Exceptions};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_ir::{FloatFormat, IntBinaryOp, IntCastOp, IntPredicate, IntUnaryOp};

/// The hull of an operation that is monotone in each operand, at the corners of all pairs of spans;
/// `None` where a corner does not fit.
fn by_corners(a: &IntSet, b: &IntSet, operation: impl Fn(i128, i128) -> Option<i128>) -> Option<IntSet> {
    let range = IntSet::range(a.bits);
    let mut spans = Vec::new();
    for x in a.numbers.iter() {
        for y in b.numbers.iter() {
            let (mut low, mut high) = (i128::MAX, i128::MIN);
            for (x, y) in [(x.low, y.low), (x.low, y.high), (x.high, y.low), (x.high, y.high)] {
                let result = operation(x, y)?;
                (low, high) = (low.min(result), high.max(result));
            }
            if low < range.low || high > range.high {
                return None;
            }
            spans.push(Span::new(low, high));
        }
    }
    Some(IntSet::of_spans(a.bits, Spans::new(spans)))
}

/// The results of an operator of two operands, which may be one value.
pub(crate) fn binary(op: IntBinaryOp, a: &IntSet, b: &IntSet, same: bool) -> IntSet {
    let bits = a.bits;
    let any = || IntSet::any(bits);
    if let (Some(x), Some(y)) = (a.single_bits(), b.single_bits()) {
        return exact(op, bits, x, y).unwrap_or_else(any);
    }
    let shift = b.single_bits().and_then(|amount| u32::try_from(amount).ok()).filter(|&by| by < bits.into());
    match op {
        IntBinaryOp::Add => wrapped_sum(a, b, i128::checked_add),
        IntBinaryOp::Sub if same => IntSet::of_bits(bits, 0),
        IntBinaryOp::Sub => wrapped_sum(a, b, i128::checked_sub),
        IntBinaryOp::Mul => by_corners(a, b, i128::checked_mul).unwrap_or_else(any),
        IntBinaryOp::SDiv => signed_quotients(a, b).unwrap_or_else(any),
        IntBinaryOp::UDiv => match (a.unsigned_hull(), b.unsigned_hull()) {
            ((low, high), (least, greatest)) if least > 0 => {
                IntSet::unsigned(bits, low / greatest, high / least)
            }
            ((_, high), _) => IntSet::unsigned(bits, 0, high),
        },
        IntBinaryOp::URem => {
            let ((_, high), (_, divisor)) = (a.unsigned_hull(), b.unsigned_hull());
            IntSet::unsigned(bits, 0, high.min(divisor.saturating_sub(1)))
        }
        IntBinaryOp::SRem => {
            let hull = |set: &IntSet| set.numbers.low().zip(set.numbers.high()).unwrap_or((0, 0));
            let ((low, high), (least, greatest)) = (hull(a), hull(b));
            let limit = least.unsigned_abs().max(greatest.unsigned_abs()).saturating_sub(1);
            let limit = i128::try_from(limit).unwrap_or(i128::MAX);
            IntSet::of_spans(bits, Spans::new([Span::new(low.min(0).max(-limit), high.max(0).min(limit))]))
        }
        IntBinaryOp::Shl => match shift {
            Some(by) if by < 127 => {
                let factor = 1_i128 << by;
                by_corners(a, a, |x, _| x.checked_mul(factor)).unwrap_or_else(any)
            }
            _ => any(), // fail-closed: shifts by an unknown amount.
        },
        IntBinaryOp::LShr => match shift {
            Some(by) => {
                let (low, high) = a.unsigned_hull();
                IntSet::unsigned(bits, low >> by, high >> by)
            }
            None => any(),
        },
        IntBinaryOp::AShr => match shift {
            Some(by) => by_corners(a, a, |x, _| Some(x >> by)).unwrap_or_else(any),
            None => any(),
        },
        IntBinaryOp::And => IntSet::unsigned(bits, 0, a.unsigned_hull().1.min(b.unsigned_hull().1)),
        IntBinaryOp::Or | IntBinaryOp::Xor => {
            let most = a.unsigned_hull().1 | b.unsigned_hull().1;
            let least = if op == IntBinaryOp::Or { a.unsigned_hull().0.max(b.unsigned_hull().0) } else { 0 };
            IntSet::unsigned(bits, least, mask((128 - most.leading_zeros()) as u8))
        }
        IntBinaryOp::SMax => by_corners(a, b, |x, y| Some(x.max(y))).unwrap_or_else(any),
        IntBinaryOp::SMin => by_corners(a, b, |x, y| Some(x.min(y))).unwrap_or_else(any),
        IntBinaryOp::UMax | IntBinaryOp::UMin => {
            let ((a_low, a_high), (b_low, b_high)) = (a.unsigned_hull(), b.unsigned_hull());
            let choose = |x: u128, y: u128| if op == IntBinaryOp::UMax { x.max(y) } else { x.min(y) };
            IntSet::unsigned(bits, choose(a_low, b_low), choose(a_high, b_high))
        }
        IntBinaryOp::SAddSat | IntBinaryOp::UAddSat | IntBinaryOp::SSubSat | IntBinaryOp::USubSat => any(),
    }
}

/// Sums and differences, modulo the width: a pair of spans whose sums leave it wraps around whole.
fn wrapped_sum(a: &IntSet, b: &IntSet, operation: impl Fn(i128, i128) -> Option<i128>) -> IntSet {
    let (bits, range) = (a.bits, IntSet::range(a.bits));
    let mut spans = Vec::new();
    for x in a.numbers.iter() {
        for y in b.numbers.iter() {
            let ends = [(x.low, y.low), (x.low, y.high), (x.high, y.low), (x.high, y.high)];
            let Some(ends) = ends.map(|(x, y)| operation(x, y)).into_iter().collect::<Option<Vec<i128>>>()
            else {
                return IntSet::any(bits);
            };
            let (low, high) = (ends.iter().min().copied(), ends.iter().max().copied());
            let (Some(low), Some(high)) = (low, high) else { return IntSet::any(bits) };
            if bits >= 127 || high.saturating_sub(low) > range.high - range.low {
                if low < range.low || high > range.high {
                    return IntSet::any(bits);
                }
                spans.push(Span::new(low, high));
                continue;
            }
            let whole = 1_i128 << bits;
            let moves = [-whole, 0, whole].map(|by| Span::new(low + by, high + by).meet(range));
            spans.extend(moves);
        }
    }
    IntSet::of_spans(bits, Spans::new(spans))
}

/// Signed quotients, by divisors of one sign at a time. The one that does not fit ends the program.
fn signed_quotients(a: &IntSet, b: &IntSet) -> Option<IntSet> {
    let mut all = IntSet::of_spans(a.bits, Spans::default());
    for side in [Span::new(i128::MIN, -1), Span::new(1, i128::MAX)] {
        let divisors = IntSet { bits: b.bits, numbers: b.numbers.clip(side) };
        for part in [Span::new(i128::MIN, -1), Span::new(0, i128::MAX)] {
            let dividends = IntSet { bits: a.bits, numbers: a.numbers.clip(part) };
            let quotients = by_corners(&dividends, &divisors, i128::checked_div)?;
            all.numbers = all.numbers.union(&quotients.numbers);
        }
    }
    Some(all)
}

/// The result for two numbers; nothing where the program ends, `None` where any number may come out.
fn exact(op: IntBinaryOp, bits: u8, x: u128, y: u128) -> Option<IntSet> {
    let (a, b) = (signed(bits, x), signed(bits, y));
    let none = IntSet::of_spans(bits, Spans::default());
    let amount = u32::try_from(y).ok().filter(|&by| by < bits.into());
    let result = match op {
        IntBinaryOp::Add => x.wrapping_add(y),
        IntBinaryOp::Sub => x.wrapping_sub(y),
        IntBinaryOp::Mul => x.wrapping_mul(y),
        IntBinaryOp::UDiv | IntBinaryOp::URem | IntBinaryOp::SDiv | IntBinaryOp::SRem if y == 0 => {
            return Some(none);
        }
        IntBinaryOp::UDiv => x / y,
        IntBinaryOp::URem => x % y,
        IntBinaryOp::SDiv => a.checked_div(b)?.cast_unsigned(),
        IntBinaryOp::SRem => a.checked_rem(b)?.cast_unsigned(),
        IntBinaryOp::Shl => x << amount?,
        IntBinaryOp::LShr => x >> amount?,
        IntBinaryOp::AShr => (a >> amount?).cast_unsigned(),
        IntBinaryOp::And => x & y,
        IntBinaryOp::Or => x | y,
        IntBinaryOp::Xor => x ^ y,
        IntBinaryOp::SMax => a.max(b).cast_unsigned(),
        IntBinaryOp::SMin => a.min(b).cast_unsigned(),
        IntBinaryOp::UMax => x.max(y),
        IntBinaryOp::UMin => x.min(y),
        IntBinaryOp::SAddSat | IntBinaryOp::UAddSat | IntBinaryOp::SSubSat | IntBinaryOp::USubSat => {
            return None;
        }
    };
    Some(IntSet::of_bits(bits, result & mask(bits)))
}

/// The results of an operator of one operand.
pub(crate) fn unary(op: IntUnaryOp, a: &IntSet) -> IntSet {
    match op {
        IntUnaryOp::PopulationCount | IntUnaryOp::LeadingZeros | IntUnaryOp::TrailingZeros => {
            IntSet::unsigned(a.bits, 0, a.bits.into())
        }
        IntUnaryOp::Abs => {
            let below = a.numbers.clip(Span::new(i128::MIN, -1));
            let negated =
                below.iter().map(|span| Some(Span::new(span.high.checked_neg()?, span.low.checked_neg()?)));
            match negated.collect::<Option<Vec<Span>>>() {
                // The least number is its own magnitude.
                Some(spans) if spans.iter().all(|span| span.high <= IntSet::range(a.bits).high) => {
                    let above = a.numbers.clip(Span::new(0, i128::MAX));
                    IntSet { bits: a.bits, numbers: above.union(&Spans::new(spans)) }
                }
                _ => IntSet::any(a.bits), // fail-closed: it may be in it.
            }
        }
        IntUnaryOp::SwapBytes | IntUnaryOp::ReverseBits => IntSet::any(a.bits),
    }
}

/// The results of a change of width.
pub(crate) fn cast(op: IntCastOp, to: u8, a: &IntSet) -> IntSet {
    match op {
        IntCastOp::SignExtend => IntSet::of_spans(to, a.numbers.clone()),
        IntCastOp::ZeroExtend => {
            let parts = a.unsigned_spans().map(|(low, high)| IntSet::unsigned(to, low, high).numbers);
            IntSet::of_spans(to, parts.fold(Spans::default(), |all, part| all.union(&part)))
        }
        IntCastOp::Truncate => {
            let keep = |span: Span| {
                let (low, high) = (span.low.cast_unsigned(), span.high.cast_unsigned());
                // Bits above are the same, so that the order of those below is theirs.
                (to < 128 && low >> to == high >> to)
                    .then(|| IntSet::unsigned(to, low & mask(to), high & mask(to)).numbers)
            };
            let parts: Option<Vec<Spans>> = a.numbers.iter().map(keep).collect();
            match parts {
                Some(parts) => {
                    IntSet::of_spans(to, parts.iter().fold(Spans::default(), |all, part| all.union(part)))
                }
                None if IntSet::range(to).low <= a.numbers.low().unwrap_or(0)
                    && a.numbers.high().unwrap_or(0) <= IntSet::range(to).high =>
                {
                    IntSet::of_spans(to, a.numbers.clone())
                }
                None => IntSet::any(to),
            }
        }
    }
}

/// The comparison by which a predicate orders, and which of less, equal and greater it holds for.
fn meaning(predicate: IntPredicate) -> (bool, [bool; 3]) {
    match predicate {
        IntPredicate::Eq => (true, [false, true, false]),
        IntPredicate::Ne => (true, [true, false, true]),
        IntPredicate::Slt => (true, [true, false, false]),
        IntPredicate::Sle => (true, [true, true, false]),
        IntPredicate::Sgt => (true, [false, false, true]),
        IntPredicate::Sge => (true, [false, true, true]),
        IntPredicate::Ult => (false, [true, false, false]),
        IntPredicate::Ule => (false, [true, true, false]),
        IntPredicate::Ugt => (false, [false, false, true]),
        IntPredicate::Uge => (false, [false, true, true]),
    }
}

/// Unsigned numbers in an order that fits signed ones: half of the range is subtracted.
fn shifted(set: &IntSet) -> IntSet {
    let half = IntSet::range(set.bits).low;
    let parts = set.unsigned_spans().map(|(low, high)| {
        Span::new(low.cast_signed().wrapping_add(half), high.cast_signed().wrapping_add(half))
    });
    IntSet { bits: set.bits, numbers: Spans::new(parts) }
}

fn unshifted(set: &IntSet) -> IntSet {
    let half = IntSet::range(set.bits).low;
    let back = |number: i128| number.wrapping_sub(half).cast_unsigned() & mask(set.bits);
    let parts =
        set.numbers.iter().map(|span| IntSet::unsigned(set.bits, back(span.low), back(span.high)).numbers);
    IntSet::of_spans(set.bits, parts.fold(Spans::default(), |all, part| all.union(&part)))
}

/// What the operands can be if a comparison has an answer.
pub(crate) fn operands_if(predicate: IntPredicate, answer: bool, a: &IntSet, b: &IntSet) -> (IntSet, IntSet) {
    let (is_signed, holds) = meaning(predicate);
    let ways = holds.map(|holds| holds == answer);
    if is_signed {
        return (side(a, b, ways), side(b, a, [ways[2], ways[1], ways[0]]));
    }
    let (x, y) = (shifted(a), shifted(b));
    (unshifted(&side(&x, &y, ways)), unshifted(&side(&y, &x, [ways[2], ways[1], ways[0]])))
}

/// The members that can be less than, equal to or greater than one of the other set, as allowed.
fn side(x: &IntSet, y: &IntSet, [less, equal, greater]: [bool; 3]) -> IntSet {
    let numbers = match (y.numbers.low(), y.numbers.high()) {
        (Some(low), Some(high)) => {
            let below = less.then(|| x.numbers.clip(Span::new(i128::MIN, high.saturating_sub(1))));
            let same = equal.then(|| x.numbers.intersection(&y.numbers));
            let above = greater.then(|| x.numbers.clip(Span::new(low.saturating_add(1), i128::MAX)));
            [below, same, above].into_iter().flatten().fold(Spans::default(), |all, part| all.union(&part))
        }
        _ => Spans::default(), // fail-closed: there is nothing to compare with.
    };
    IntSet { bits: x.bits, numbers }
}

/// The answers that a comparison can have.
pub(crate) fn compare(predicate: IntPredicate, a: &IntSet, b: &IntSet, same: bool) -> IntSet {
    if same {
        let (_, [_, equal, _]) = meaning(predicate);
        return IntSet::of_bool(!equal, equal);
    }
    let can_be = |answer: bool| !operands_if(predicate, answer, a, b).0.is_empty();
    IntSet::of_bool(can_be(false), can_be(true))
}

/// To an integer, towards zero, and what that can raise.
pub(crate) fn from_float(is_signed: bool, bits: u8, x: &FloatSet) -> (IntSet, Exceptions) {
    let raised = Exceptions::NONE.with(Exception::Inexact);
    let as_number = |at: i128| {
        let float = float(x.format, at);
        if is_signed {
            float.to_i128(bits.into(), Rounding::TowardZero).0
        } else {
            float.to_u128(bits.into(), Rounding::TowardZero).0.map(u128::cast_signed)
        }
    };
    let spans: Option<Vec<(i128, i128)>> =
        x.numbers.iter().map(|span| as_number(span.low).zip(as_number(span.high))).collect();
    match spans {
        Some(spans) if !x.can_be_nan() => {
            let part = |&(low, high): &(i128, i128)| {
                if is_signed {
                    IntSet::of_spans(bits, Spans::new([Span::new(low, high)])).numbers
                } else {
                    IntSet::unsigned(bits, low.cast_unsigned(), high.cast_unsigned()).numbers
                }
            };
            let all = spans.iter().map(part).fold(Spans::default(), |all, part| all.union(&part));
            (IntSet::of_spans(bits, all), raised)
        }
        _ => (IntSet::any(bits), raised.with(Exception::IntConversion)), // fail-closed: some do not fit.
    }
}

/// From an integer, and what that can raise. Compiled code has only the way through a float to the
/// formats of 16 bits, and makes zero of unsigned numbers by a subtraction, which has a sign.
pub(crate) fn to_float(
    is_signed: bool,
    rounding: RoundingAssumption,
    a: &IntSet,
    format: FloatFormat,
) -> (FloatSet, Exceptions) {
    // fail-closed: the others are converted directly.
    let is_short = matches!(format, FloatFormat::F16 | FloatFormat::BF16);
    let first: Format = if is_short { Format::F32 } else { format.exact_format() };
    let ends: Vec<(u128, u128)> = if is_signed {
        a.numbers.iter().map(|span| (span.low.cast_unsigned(), span.high.cast_unsigned())).collect()
    } else {
        a.unsigned_spans().collect()
    };
    let rounded = |end: u128, mode: Rounding| -> Float {
        let outcome = if is_signed {
            Float::from_i128(first, end.cast_signed(), mode)
        } else {
            Float::from_u128(first, end, mode)
        };
        outcome.0
    };
    let mut results = FloatSet::empty(first);
    for (low, high) in ends {
        for &mode in rounding.modes() {
            let ends =
                FloatSet::singleton(rounded(low, mode)).union(&FloatSet::singleton(rounded(high, mode)));
            results = results.union(&FloatSet::of_spans(first, ends.numbers.hull()));
        }
    }
    results.numbers =
        if rounding == RoundingAssumption::Any { results.numbers.hull() } else { results.numbers };
    if results.can_be_zero() {
        results.numbers = results.numbers.union(&Spans::new([Span::new(-1, 0)]));
    }
    let overflows = results.can_be_infinite();
    let (results, raised) = if is_short {
        convert(rounding, &results, format.exact_format())
    } else {
        (results, Exceptions::NONE)
    };
    (results, raised.with(Exception::Inexact).with_if(overflows, Exception::Overflow))
}
