//! True values as terms: each lies between two numbers of a wider format, which are one where
//! nothing is rounded.
//!
//! What holds: if both numbers of an enclosure are finite, the true value lies between them. An
//! operation that has no true value, or leaves the wide format, gives a NaN or an infinity, of
//! which no comparison below says that something is kept.

use super::encode::Encoding;
use crate::evaluate::Knowledge;
use crate::graph::{GraphNode, NodeId, Op};
use std::cmp::Ordering;
use ulpwise_domain::Interval;
use ulpwise_expr::Term;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp, SignOp};

const DOWN: Rounding = Rounding::TowardNegative;
const UP: Rounding = Rounding::TowardPositive;

/// The format of the bounds: products of two doubles are exact in it, and 64-bit integers.
const WIDE: Format = match Format::new(14, 116) {
    Some(format) => format,
    None => panic!("the format exists"),
};

/// The same for programs that have floats of 24 bits and fewer, and integers of 32.
const NARROW: Format = match Format::new(11, 56) {
    Some(format) => format,
    None => panic!("the format exists"),
};

/// Whether numbers of a format have a wider one.
pub(super) fn is_followed(format: FloatFormat) -> bool {
    matches!(format, FloatFormat::F16 | FloatFormat::BF16 | FloatFormat::F32 | FloatFormat::F64)
}

/// Between which numbers a true value lies: the bounds are terms, unlike those of an [`Interval`].
#[derive(Clone, Copy, Debug)]
pub(super) struct SymbolicEnclosure {
    low: Term,
    high: Term,
    /// How many bits a number has that is known exactly; such numbers are factors of at most
    /// [`FACTORS`] others.
    exact: Option<(u32, u32)>,
}

/// So many numbers of a program can be multiplied without leaving the exponents of the wide format.
const FACTORS: u32 = 3;

/// The format of the bounds for some values.
pub(super) fn wide_for<'n>(mut nodes: impl Iterator<Item = &'n GraphNode>) -> Format {
    let is_small = |node: &GraphNode| match node.op {
        Op::FromInt { bits, .. } => bits <= 32,
        _ => node.format() != Some(FloatFormat::F64),
    };
    if nodes.all(is_small) { NARROW } else { WIDE }
}

impl Encoding<'_> {
    /// Encloses the true value of a node whose operands were; nothing if that is not followed.
    pub(super) fn enclose(&mut self, id: NodeId, knowledge: &Knowledge) {
        let node = *self.graph.node(id);
        if node.format().is_some()
            && let Some(enclosure) = self.enclosure(id, &node, knowledge)
        {
            self.truths.insert(id, enclosure);
        }
    }

    fn enclosure(
        &mut self,
        id: NodeId,
        node: &GraphNode,
        knowledge: &Knowledge,
    ) -> Option<SymbolicEnclosure> {
        let of = |at: usize| self.truths.get(&node.operand(at)).copied();
        let ideal = |at: usize| knowledge.get(node.operand(at)).form().ideal;
        match node.op {
            Op::Input(_) | Op::Constant(_) => self.exactly(id, node),
            Op::Binary(FloatBinaryOp::Add) => {
                let (a, b) = (of(0)?, of(1)?);
                Some(self.sum(a, b))
            }
            Op::Binary(FloatBinaryOp::Sub) => {
                let (a, b) = (of(0)?, of(1)?);
                let negated = self.negated(b);
                Some(self.sum(a, negated))
            }
            Op::Binary(FloatBinaryOp::Mul) => {
                let (a, b, ranges) = (of(0)?, of(1)?, (ideal(0), ideal(1)));
                Some(self.product(a, b, ranges))
            }
            Op::Binary(FloatBinaryOp::Div) => {
                let (a, b, ranges) = (of(0)?, of(1)?, (ideal(0), ideal(1)));
                // What may be divided by zero has no true value.
                (!ranges.1.contains(0.0)).then(|| self.quotient(a, b, ranges))
            }
            Op::Binary(FloatBinaryOp::MinNum | FloatBinaryOp::Minimum | FloatBinaryOp::MinimumNumber) => {
                let (a, b) = (of(0)?, of(1)?);
                Some(between(self.least(a.low, b.low), self.least(a.high, b.high)))
            }
            Op::Binary(FloatBinaryOp::MaxNum | FloatBinaryOp::Maximum | FloatBinaryOp::MaximumNumber) => {
                let (a, b) = (of(0)?, of(1)?);
                Some(between(self.greatest(a.low, b.low), self.greatest(a.high, b.high)))
            }
            Op::Unary(FloatUnaryOp::Canonicalize) | Op::Convert(_) => of(0),
            Op::Unary(FloatUnaryOp::Sqrt) => {
                let a = of(0)?;
                let store = &mut self.terms.store;
                let modes = [DOWN, UP].map(|mode| store.rounding(mode));
                Some(between(store.fp_sqrt(modes[0], a.low), store.fp_sqrt(modes[1], a.high)))
            }
            Op::Unary(op) => {
                let a = of(0)?;
                let store = &mut self.terms.store;
                let mode = store.rounding(direction(op));
                let of_low = store.fp_round_to_integral(mode, a.low);
                Some(between(of_low, store.fp_round_to_integral(mode, a.high)))
            }
            Op::Fma => {
                let (a, b, c, ranges) = (of(0)?, of(1)?, of(2)?, (ideal(0), ideal(1)));
                let product = self.product(a, b, ranges);
                Some(self.sum(product, c))
            }
            Op::Sign(SignOp::Neg) => {
                let a = of(0)?;
                Some(self.negated(a))
            }
            Op::Sign(SignOp::Abs) => {
                let a = of(0)?;
                Some(self.magnitude(a))
            }
            Op::FromInt { signed, bits } => self.of_integer(node.operand(0), signed, bits),
            Op::Choose => {
                let (a, b) = (of(1)?, of(2)?);
                let condition = self.value(node.operand(0));
                let condition = self.terms.truth(condition);
                let store = &mut self.terms.store;
                Some(between(store.ite(condition, a.low, b.low), store.ite(condition, a.high, b.high)))
            }
            _ => None,
        }
    }

    /// A float as it is.
    fn exactly(&mut self, id: NodeId, node: &GraphNode) -> Option<SymbolicEnclosure> {
        let format = node.format()?;
        let is_finite = |bits| ulpwise_interp::number::float::exact(format, bits).is_finite();
        if !self.graph.constant_bits(id).is_none_or(is_finite) {
            return None;
        }
        let value = self.value(id);
        let wide = self.in_wide(format, value);
        let bits = format.exact_format().significand_bits();
        Some(SymbolicEnclosure { low: wide, high: wide, exact: Some((bits, 1)) })
    }

    /// A computed float as a number of the wide format, which has it.
    fn in_wide(&mut self, format: FloatFormat, value: Term) -> Term {
        let wide = self.wide;
        let float = self.terms.float(format, value);
        let mode = self.terms.store.rounding(Rounding::NearestEven);
        self.terms.store.fp_from_fp(wide, mode, float)
    }

    fn of_integer(&mut self, operand: NodeId, signed: bool, bits: u8) -> Option<SymbolicEnclosure> {
        let wide = self.wide;
        let value = self.value(operand);
        let value = self.terms.bits(value);
        let store = &mut self.terms.store;
        let mode = store.rounding(Rounding::NearestEven);
        let float = match signed {
            true => store.fp_from_signed(wide, mode, value),
            false => store.fp_from_unsigned(wide, mode, value),
        };
        let fits = u32::from(bits) <= wide.significand_bits();
        fits.then_some(SymbolicEnclosure { low: float, high: float, exact: Some((bits.into(), 1)) })
    }

    fn sum(&mut self, a: SymbolicEnclosure, b: SymbolicEnclosure) -> SymbolicEnclosure {
        let store = &mut self.terms.store;
        let modes = [DOWN, UP].map(|mode| store.rounding(mode));
        between(store.fp_add(modes[0], a.low, b.low), store.fp_add(modes[1], a.high, b.high))
    }

    fn negated(&mut self, a: SymbolicEnclosure) -> SymbolicEnclosure {
        let store = &mut self.terms.store;
        SymbolicEnclosure { low: store.fp_neg(a.high), high: store.fp_neg(a.low), ..a }
    }

    fn magnitude(&mut self, a: SymbolicEnclosure) -> SymbolicEnclosure {
        let store = &mut self.terms.store;
        if a.exact.is_some() {
            let magnitude = store.fp_abs(a.low);
            return SymbolicEnclosure { low: magnitude, high: magnitude, ..a };
        }
        let (low, high) = (store.fp_abs(a.low), store.fp_abs(a.high));
        let (negative, positive) = (store.fp_is_negative(a.low), store.fp_is_positive(a.high));
        let straddles = store.and(&[negative, positive]);
        let zero = store.fp_zero(self.wide, false);
        // The least magnitude is that of an end, unless zero lies between them.
        let (least, greatest) = (self.least(low, high), self.greatest(low, high));
        between(self.terms.store.ite(straddles, zero, least), greatest)
    }

    fn product(
        &mut self,
        a: SymbolicEnclosure,
        b: SymbolicEnclosure,
        ranges: (Interval, Interval),
    ) -> SymbolicEnclosure {
        if let (Some((of_a, factors_a)), Some((of_b, factors_b))) = (a.exact, b.exact) {
            let (bits, factors) = (of_a + of_b, factors_a + factors_b);
            if bits <= self.wide.significand_bits() && factors <= FACTORS {
                let store = &mut self.terms.store;
                let mode = store.rounding(Rounding::NearestEven);
                let product = store.fp_mul(mode, a.low, b.low);
                return SymbolicEnclosure { low: product, high: product, exact: Some((bits, factors)) };
            }
        }
        let b = self.on_its_side(b, ranges.1);
        self.by_ends(a, b, ranges, |encoding, mode, x, y| {
            let mode = encoding.terms.store.rounding(mode);
            encoding.terms.store.fp_mul(mode, x, y)
        })
    }

    fn quotient(
        &mut self,
        a: SymbolicEnclosure,
        b: SymbolicEnclosure,
        ranges: (Interval, Interval),
    ) -> SymbolicEnclosure {
        let b = self.on_its_side(b, ranges.1);
        // As a product with the inverse, whose ends are the other way round.
        let flipped = SymbolicEnclosure { low: b.high, high: b.low, exact: None };
        self.by_ends(a, flipped, ranges, |encoding, mode, x, y| {
            let mode = encoding.terms.store.rounding(mode);
            encoding.terms.store.fp_div(mode, x, y)
        })
    }

    /// The least and the greatest of an operation on ends, which rises or falls with each operand.
    /// Where the signs of the true values are known, two of the four decide.
    fn by_ends(
        &mut self,
        a: SymbolicEnclosure,
        b: SymbolicEnclosure,
        (of_a, of_b): (Interval, Interval),
        operation: impl Fn(&mut Self, Rounding, Term, Term) -> Term,
    ) -> SymbolicEnclosure {
        let a = self.on_its_side(a, of_a);
        let pairs = match (sign(of_a), sign(of_b)) {
            _ if a.low == a.high && b.low == b.high => Some([(a.low, b.low), (a.low, b.low)]),
            (Some(true), Some(true)) => Some([(a.low, b.low), (a.high, b.high)]),
            (Some(false), Some(false)) => Some([(a.high, b.high), (a.low, b.low)]),
            (Some(true), Some(false)) => Some([(a.high, b.low), (a.low, b.high)]),
            (Some(false), Some(true)) => Some([(a.low, b.high), (a.high, b.low)]),
            _ => None,
        };
        if let Some([(x, y), (z, w)]) = pairs {
            let low = operation(self, DOWN, x, y);
            return between(low, operation(self, UP, z, w));
        }
        let ends = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
        let mut bounds = [DOWN, UP].map(|mode| operation(self, mode, ends[0].0, ends[0].1));
        for &(x, y) in &ends[1..] {
            let (down, up) = (operation(self, DOWN, x, y), operation(self, UP, x, y));
            bounds = [self.least(bounds[0], down), self.greatest(bounds[1], up)];
        }
        between(bounds[0], bounds[1])
    }

    /// An enclosure without what is on the other side of zero, if the sign of the true value is
    /// known: its ends were rounded to get there.
    fn on_its_side(&mut self, a: SymbolicEnclosure, range: Interval) -> SymbolicEnclosure {
        let zero = self.terms.store.fp_zero(self.wide, false);
        match sign(range) {
            _ if a.low == a.high => a,
            Some(true) => SymbolicEnclosure { low: self.greatest(a.low, zero), ..a },
            Some(false) => SymbolicEnclosure { high: self.least(a.high, zero), ..a },
            None => a,
        }
    }

    /// The smaller of two, or the NaN if one is: unlike `fp.min`, which forgets it.
    fn least(&mut self, a: Term, b: Term) -> Term {
        let store = &mut self.terms.store;
        let (first, is_nan) = (store.fp_leq(a, b), store.fp_is_nan(a));
        let is_first = store.or(&[first, is_nan]);
        store.ite(is_first, a, b)
    }

    fn greatest(&mut self, a: Term, b: Term) -> Term {
        let store = &mut self.terms.store;
        let (first, is_nan) = (store.fp_leq(b, a), store.fp_is_nan(a));
        let is_first = store.or(&[first, is_nan]);
        store.ite(is_first, a, b)
    }

    /// Whether what is computed is certainly within a tolerance below one of the true value: for t > 0 that is (1 - tolerance) t <= c <= (1 + tolerance) t, which
    /// holds between two numbers if it holds at both.
    pub(super) fn is_within(&mut self, id: NodeId, tolerance: f64) -> Option<Term> {
        let format = self.graph.node(id).format()?;
        let truth = *self.truths.get(&id)?;
        let wide = self.wide;
        let value = self.value(id);
        let computed = self.in_wide(format, value);
        let one = Float::one(wide, false);
        let (tolerance, _) = Float::from_f64(tolerance).convert(wide, DOWN);
        let least = self.terms.store.float(one.sub(tolerance, UP).0);
        let greatest = self.terms.store.float(one.add(tolerance, DOWN).0);
        let positive = self.is_within_positive(truth, computed, least, greatest);
        let (mirrored, negated) = (self.negated(truth), self.terms.store.fp_neg(computed));
        let negative = self.is_within_positive(mirrored, negated, least, greatest);
        Some(self.terms.store.or(&[positive, negative]))
    }

    /// The same where the true value is not negative.
    fn is_within_positive(
        &mut self,
        truth: SymbolicEnclosure,
        computed: Term,
        least: Term,
        greatest: Term,
    ) -> Term {
        let store = &mut self.terms.store;
        let modes = [DOWN, UP].map(|mode| store.rounding(mode));
        let zero = store.fp_zero(store.format(computed), false);
        let below = store.fp_mul(modes[1], least, truth.high);
        let above = store.fp_mul(modes[0], greatest, truth.low);
        let conditions =
            [store.fp_leq(zero, truth.low), store.fp_leq(below, computed), store.fp_leq(computed, above)];
        store.and(&conditions)
    }

    /// Whether a comparison certainly comes out as for the true values.
    pub(super) fn is_decided_rightly(&mut self, id: NodeId) -> Option<Term> {
        let node = self.graph.node(id);
        let Op::FloatCompare(predicate, _) = node.op else { return None };
        let (a, b) = (*self.truths.get(&node.operand(0))?, *self.truths.get(&node.operand(1))?);
        let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        let holds = orders.map(|order| predicate.holds(Some(order)));
        let certain = self.certainly(a, b, holds);
        let otherwise = self.certainly(a, b, holds.map(|holds| !holds));
        let bit = self.value(id);
        let truth = self.terms.truth(bit);
        Some(self.terms.store.ite(truth, certain, otherwise))
    }

    /// Whether two true values certainly compare in one of these ways.
    fn certainly(
        &mut self,
        a: SymbolicEnclosure,
        b: SymbolicEnclosure,
        [less, equal, greater]: [bool; 3],
    ) -> Term {
        let store = &mut self.terms.store;
        let not_above = store.fp_leq(a.high, b.low);
        let not_below = store.fp_leq(b.high, a.low);
        let mut cases = Vec::new();
        match (less, equal) {
            (true, true) => cases.push(not_above),
            (true, false) => cases.push(store.fp_lt(a.high, b.low)),
            _ => {}
        }
        match (greater, equal) {
            (true, true) => cases.push(not_below),
            (true, false) => cases.push(store.fp_lt(b.high, a.low)),
            _ => {}
        }
        if equal {
            cases.push(store.and(&[not_above, not_below]));
        }
        if less && equal && greater {
            return store.bool(true);
        }
        store.or(&cases)
    }
}

/// Whether all numbers of a range are positive, or all negative.
fn sign(range: Interval) -> Option<bool> {
    match range {
        _ if range.low > 0.0 => Some(true),
        _ if range.high < 0.0 => Some(false),
        _ => None,
    }
}

fn between(low: Term, high: Term) -> SymbolicEnclosure {
    SymbolicEnclosure { low, high, exact: None }
}

/// The direction of an operation that makes integers; that of the rounding mode counts as to
/// nearest for true values.
fn direction(op: FloatUnaryOp) -> Rounding {
    match op {
        FloatUnaryOp::Floor => DOWN,
        FloatUnaryOp::Ceil => UP,
        FloatUnaryOp::Trunc => Rounding::TowardZero,
        FloatUnaryOp::Round => Rounding::NearestAway,
        _ => Rounding::NearestEven,
    }
}
