//! How far two results can be apart: each is the value of a real function and an error of rounding.
//!
//! What holds: where both real functions are the same, or polynomials that are close, results lie
//! within the sum of both errors; no input in range makes them differ by more than what is admitted
//! here. Nothing is said about terms with other operations than sums, products, quotients and roots,
//! rounded to nearest, and about values that may overflow.

use crate::criterion::Criterion;
use crate::polynomial::{Fraction, Polynomial};
use std::collections::BTreeMap;
use ulpwise_domain::directed::{add_down, add_up, div_up, mul_down, mul_up, sqrt_down, sqrt_up};
use ulpwise_domain::{Dyadic, Interval};
use ulpwise_expr::{OpKind, Sort, Term, TermStore};
use ulpwise_float::{Format, Rational, Rounding};

/// At most so many operations are looked at, and so many of them in all parts of the inputs together.
const MOST_NODES: usize = 400;
const MOST_WORK: usize = 400_000;

/// A float of a program: all that it can be, and how far it is from what it would be without
/// rounding at most.
#[derive(Clone, Copy, Debug)]
struct RoundedValue {
    range: Interval,
    error: f64,
}

/// Two floats as functions of the inputs.
pub(crate) struct ErrorForms<'s> {
    store: &'s TermStore,
    /// All terms below both, operands first.
    order: Vec<Term>,
    /// The inputs among them, by their numbers.
    inputs: BTreeMap<Term, usize>,
    results: [Term; 2],
    /// The real function of the old one minus that of the new one.
    gap: Polynomial,
    /// What the numbers of the polynomials stand for.
    atoms: Vec<Atom>,
}

/// What polynomials are made of.
#[derive(Clone, Debug)]
enum Atom {
    /// An input.
    Input(usize),
    /// The root of a fraction, which is the value of a term without rounding.
    Root(Fraction, Term),
}

impl<'s> ErrorForms<'s> {
    /// The forms of two results. `inputs` are the bits of the inputs; the ranges say what these are as
    /// numbers.
    pub(crate) fn new(
        store: &'s TermStore,
        inputs: &[Term],
        ranges: &[Interval],
        results: [Term; 2],
    ) -> Option<ErrorForms<'s>> {
        let mut order = store.topological_order(&results);
        // fail-closed: bits that become a float are an input, or the float has no value.
        order.retain(|&term| matches!(store.sort(term), Sort::Float(_)));
        if order.len() > MOST_NODES {
            return None;
        }
        let mut found = BTreeMap::new();
        for &term in &order {
            if store.kind(term) == OpKind::FpFromBits {
                let bits = store.child(term, 0);
                if let Some(at) = inputs.iter().position(|&input| input == bits) {
                    found.insert(term, at);
                }
            }
        }
        let mut forms = ErrorForms {
            store,
            order,
            inputs: found,
            results,
            gap: Polynomial::default(),
            atoms: (0..inputs.len()).map(Atom::Input).collect(),
        };
        let whole = forms.values(ranges)?;
        forms.gap = forms.real_gap(&whole)?;
        Some(forms)
    }

    /// How far both are apart at most, if the criterion admits that everywhere.
    pub(crate) fn within(&self, criterion: Criterion, ranges: &[Interval]) -> Option<f64> {
        let is_used = |at: &usize| self.inputs.values().any(|used| used == at);
        let used = ranges.iter().enumerate();
        let whole = used.map(|(at, &range)| if is_used(&at) { range } else { Interval::ZERO });
        let mut left = vec![whole.collect::<Vec<Interval>>()];
        let mut largest = 0.0_f64;
        let mut work = 0;
        while let Some(part) = left.pop() {
            work += self.order.len().max(1);
            if work > MOST_WORK {
                return None;
            }
            match self.admitted(criterion, &part) {
                Some(absolute) => largest = largest.max(absolute),
                None => left.extend(halves(criterion, &part)?),
            }
        }
        Some(largest)
    }

    /// The largest difference in a part of the inputs, if the criterion admits it.
    fn admitted(&self, criterion: Criterion, part: &[Interval]) -> Option<f64> {
        let values = self.values(part)?;
        let [old, new] = [values.get(&self.results[0])?, values.get(&self.results[1])?];
        let gap = self.magnitude_of_gap(part, &values)?;
        let apart = add_up(add_up(old.error, new.error), gap);
        let format = self.store.format(self.results[0]);
        let is_admitted = match criterion {
            Criterion::SameBits => false,
            Criterion::Absolute(most) => apart <= most,
            Criterion::Relative(most) => apart <= mul_down(most, old.range.mignitude()),
            Criterion::Ulps(most) => {
                // Between two floats of at least some size there is room for so many of them.
                let least = old.range.mignitude().min(new.range.mignitude());
                let is_one_sign = old.range.low.signum() == new.range.high.signum()
                    && old.range.high.signum() == new.range.low.signum();
                is_one_sign
                    && least > 0.0
                    && div_up(apart, spacing(format, least)) <= most.min(1 << 50) as f64
            }
        };
        (is_admitted && apart.is_finite()).then_some(apart)
    }

    /// What each float can be in a part of the inputs; nothing if one may overflow, or is the result of
    /// another operation.
    fn values(&self, part: &[Interval]) -> Option<BTreeMap<Term, RoundedValue>> {
        let mut values = BTreeMap::new();
        for &term in &self.order {
            let value = self.value(term, part, &values)?;
            if !value.range.is_bounded() || !value.error.is_finite() {
                return None;
            }
            values.insert(term, value);
        }
        Some(values)
    }

    fn value(
        &self,
        term: Term,
        part: &[Interval],
        values: &BTreeMap<Term, RoundedValue>,
    ) -> Option<RoundedValue> {
        let store = self.store;
        let format = store.format(term);
        if format.exponent_bits() > 11 || format.significand_bits() > 53 {
            return None;
        }
        if let Some(number) = store.float_constant(term) {
            let number = Dyadic::from_float(number)?.to_f64();
            return Some(RoundedValue { range: Interval::point(number), error: 0.0 });
        }
        if let Some(&at) = self.inputs.get(&term) {
            return Some(RoundedValue { range: *part.get(at)?, error: 0.0 });
        }
        let operand = |at: usize| values.get(&store.child(term, at)).copied();
        let nearest = || store.rounding_constant(store.child(term, 0)) == Some(Rounding::NearestEven);
        match store.kind(term) {
            OpKind::FpNeg => {
                let RoundedValue { range, error } = operand(0)?;
                Some(RoundedValue { range: range.negated(), error })
            }
            OpKind::FpAbs => {
                let RoundedValue { range, error } = operand(0)?;
                Some(RoundedValue { range: range.abs(), error })
            }
            OpKind::FpAdd if nearest() => sum(format, operand(1)?, operand(2)?),
            OpKind::FpSub if nearest() => {
                let RoundedValue { range, error } = operand(2)?;
                sum(format, operand(1)?, RoundedValue { range: range.negated(), error })
            }
            OpKind::FpMul if nearest() => {
                let (a, b) = (operand(1)?, operand(2)?);
                let is_square = store.child(term, 1) == store.child(term, 2);
                rounded(format, product(a, b, is_square), scales(a, b))
            }
            OpKind::FpFma if nearest() => {
                let (a, b, c) = (operand(1)?, operand(2)?, operand(3)?);
                let is_square = store.child(term, 1) == store.child(term, 2);
                let product = product(a, b, is_square);
                let exact = RoundedValue {
                    range: product.range.plus(c.range),
                    error: add_up(product.error, c.error),
                };
                rounded(format, exact, false)
            }
            OpKind::FpDiv if nearest() => quotient(format, operand(1)?, operand(2)?),
            OpKind::FpSqrt if nearest() => root(format, operand(1)?),
            OpKind::FpFromFp if nearest() => {
                let from = store.format(store.child(term, 1));
                let is_wider = from.exponent_bits() <= format.exponent_bits()
                    && from.significand_bits() <= format.significand_bits();
                let value = operand(1)?;
                if is_wider { Some(value) } else { rounded(format, value, false) }
            }
            // fail-closed: of every other operation nothing is known.
            _ => None,
        }
    }

    /// The difference of both real functions.
    fn real_gap(&mut self, whole: &BTreeMap<Term, RoundedValue>) -> Option<Polynomial> {
        let mut functions: BTreeMap<Term, Fraction> = BTreeMap::new();
        for term in self.order.clone() {
            let function = self.function(term, whole, &functions)?;
            functions.insert(term, function);
        }
        let [old, new] = self.results.map(|result| functions.get(&result));
        old?.gap(new?)
    }

    /// The real function of a float.
    fn function(
        &mut self,
        term: Term,
        whole: &BTreeMap<Term, RoundedValue>,
        functions: &BTreeMap<Term, Fraction>,
    ) -> Option<Fraction> {
        let store = self.store;
        if let Some(number) = store.float_constant(term) {
            let number = Dyadic::from_float(number)?.to_rational();
            return Some(Fraction::of_polynomial(Polynomial::constant(number)));
        }
        if let Some(&at) = self.inputs.get(&term) {
            return Some(Fraction::of_polynomial(Polynomial::variable(at)));
        }
        let operand = |at: usize| functions.get(&store.child(term, at));
        match store.kind(term) {
            OpKind::FpNeg => Some(operand(0)?.negated()),
            OpKind::FpAbs => {
                let RoundedValue { range, error } = whole.get(&store.child(term, 0)).copied()?;
                match () {
                    () if add_down(range.low, -error) >= 0.0 => Some(operand(0)?.clone()),
                    () if add_up(range.high, error) <= 0.0 => Some(operand(0)?.negated()),
                    () => None,
                }
            }
            OpKind::FpAdd => operand(1)?.plus(operand(2)?),
            OpKind::FpSub => operand(1)?.plus(&operand(2)?.negated()),
            OpKind::FpMul => operand(1)?.times(operand(2)?),
            OpKind::FpFma => operand(1)?.times(operand(2)?)?.plus(operand(3)?),
            OpKind::FpDiv => operand(1)?.over(operand(2)?),
            OpKind::FpFromFp => Some(operand(1)?.clone()),
            OpKind::FpSqrt => {
                let radicand = operand(1)?.clone();
                let number = self.atom(radicand, store.child(term, 1));
                Some(Fraction::of_polynomial(Polynomial::variable(number)))
            }
            // fail-closed: of every other operation nothing is known.
            _ => None,
        }
    }

    /// The number of the root of a fraction; equal fractions have one.
    fn atom(&mut self, radicand: Fraction, term: Term) -> usize {
        let is_it = |atom: &Atom| match atom {
            Atom::Input(_) => false,
            Atom::Root(known, _) => known.gap(&radicand).is_some_and(|gap| gap.is_zero()),
        };
        self.atoms.iter().position(is_it).unwrap_or_else(|| {
            self.atoms.push(Atom::Root(radicand, term));
            self.atoms.len() - 1
        })
    }

    /// How far the real functions are apart at most.
    fn magnitude_of_gap(&self, part: &[Interval], values: &BTreeMap<Term, RoundedValue>) -> Option<f64> {
        let mut sum = 0.0;
        for (powers, coefficient) in self.gap.terms() {
            let mut product = magnitude_above(coefficient)?;
            for &(atom, exponent) in powers {
                let magnitude = match self.atoms.get(atom)? {
                    Atom::Input(at) => part.get(*at)?.magnitude(),
                    Atom::Root(_, radicand) => {
                        let RoundedValue { range, error } = values.get(radicand)?;
                        sqrt_up(add_up(range.magnitude(), *error))
                    }
                };
                for _ in 0..exponent {
                    product = mul_up(product, magnitude);
                }
            }
            sum = add_up(sum, product);
        }
        Some(sum)
    }
}

/// A double that is not below the magnitude of a number.
fn magnitude_above(number: &Rational) -> Option<f64> {
    let nearest = number.to_f64().value().abs();
    nearest.is_finite().then(|| nearest.next_up())
}

/// Both halves of a part, along the input that is widest; nothing if all are points.
fn halves(criterion: Criterion, part: &[Interval]) -> Option<[Vec<Interval>; 2]> {
    // Relative differences are about sizes, so that every binary order of magnitude counts alike.
    let is_relative = match criterion {
        Criterion::Relative(_) | Criterion::Ulps(_) | Criterion::SameBits => true,
        Criterion::Absolute(_) => false,
    };
    let width = |interval: &Interval| match is_relative {
        true => (ordinal(interval.high) as f64) - (ordinal(interval.low) as f64),
        false => interval.high - interval.low,
    };
    let splittable = part.iter().enumerate().filter(|(_, interval)| interval.low < interval.high);
    let (widest, interval) = splittable.max_by(|first, second| width(first.1).total_cmp(&width(second.1)))?;
    let middle = match is_relative {
        true => {
            let (low, high) = (i128::from(ordinal(interval.low)), i128::from(ordinal(interval.high)));
            float_at(i64::try_from((low + high).div_euclid(2)).ok()?)
        }
        false => interval.midpoint(),
    };
    // Parts share their border unless one of them is a point.
    let (mut first, mut second) = (part.to_vec(), part.to_vec());
    let above = middle.next_up();
    if !(interval.low <= middle && above <= interval.high) {
        return None;
    }
    first[widest] = Interval::new(interval.low, middle);
    second[widest] = Interval::new(above, interval.high);
    Some([first, second])
}

/// The place of a double among all.
fn ordinal(number: f64) -> i64 {
    let bits = number.to_bits().cast_signed();
    if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
}

/// The double at a place.
fn float_at(ordinal: i64) -> f64 {
    f64::from_bits(if ordinal < 0 { i64::MIN.wrapping_sub(ordinal) } else { ordinal }.cast_unsigned())
}

/// Two to a power that doubles have; the least of them for powers below.
fn power_of_two(exponent: i32) -> f64 {
    match exponent {
        -1022.. => f64::from_bits(((exponent + 1023) as u64) << 52),
        -1074.. => f64::from_bits(1 << (exponent + 1074)),
        // fail-closed: a larger number bounds an error as well.
        _ => f64::from_bits(1),
    }
}

/// The least exponent of normal numbers.
fn least_exponent(format: Format) -> i32 {
    2 - (1 << (format.exponent_bits() - 1))
}

/// The exponent of a positive number in a format.
fn exponent(format: Format, number: f64) -> i32 {
    let own = (number.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    own.max(-1022).max(least_exponent(format))
}

/// How far neighbours of numbers of at least some size are apart at least.
fn spacing(format: Format, least: f64) -> f64 {
    power_of_two(exponent(format, least) - format.significand_bits() as i32 + 1)
}

/// The largest error of rounding to nearest a real of at most some size.
fn half_spacing(format: Format, most: f64) -> f64 {
    if most == 0.0 { 0.0 } else { power_of_two(exponent(format, most) - format.significand_bits() as i32) }
}

/// The result of an operation, rounded; `is_scaled` says that only underflow can make an error.
fn rounded(format: Format, exact: RoundedValue, is_scaled: bool) -> Option<RoundedValue> {
    let most = exact.range.magnitude();
    let greatest = power_of_two(1 - least_exponent(format));
    let is_normal = exact.range.mignitude() >= power_of_two(least_exponent(format));
    let error = if is_scaled && is_normal { 0.0 } else { half_spacing(format, most) };
    let range = exact.range.widened(error);
    // What rounds to less than twice the greatest power of two does not overflow, with room to spare.
    (range.magnitude() < greatest).then(|| RoundedValue { range, error: add_up(exact.error, error) })
}

fn sum(format: Format, a: RoundedValue, b: RoundedValue) -> Option<RoundedValue> {
    let exact = RoundedValue { range: a.range.plus(b.range), error: add_up(a.error, b.error) };
    rounded(format, exact, false)
}

/// Whether one factor is a power of two, so that a product is exact unless it underflows.
fn scales(a: RoundedValue, b: RoundedValue) -> bool {
    let is_power = |value: RoundedValue| {
        value.range.as_point().is_some_and(|number| {
            let bits = number.to_bits();
            bits & ((1 << 52) - 1) == 0 && number.is_normal()
        })
    };
    is_power(a) || is_power(b)
}

/// The product of two floats, exactly, and how far it is from the product of what both stand for.
fn product(a: RoundedValue, b: RoundedValue, is_square: bool) -> RoundedValue {
    let range = if is_square { a.range.squared() } else { a.range.times(b.range) };
    let real = add_up(b.range.magnitude(), b.error);
    let error = add_up(mul_up(a.range.magnitude(), b.error), mul_up(real, a.error));
    RoundedValue { range, error }
}

fn quotient(format: Format, a: RoundedValue, b: RoundedValue) -> Option<RoundedValue> {
    let least = b.range.mignitude();
    let real_least = add_down(least, -b.error);
    if b.range.contains(0.0) || real_least <= 0.0 {
        return None;
    }
    let real_quotient = div_up(add_up(a.range.magnitude(), a.error), real_least);
    let error = div_up(add_up(a.error, mul_up(real_quotient, b.error)), least);
    let exact = RoundedValue { range: a.range.over(b.range)?, error };
    rounded(format, exact, scales(b, b))
}

fn root(format: Format, a: RoundedValue) -> Option<RoundedValue> {
    let real_low = add_down(a.range.low, -a.error);
    if real_low < 0.0 {
        return None;
    }
    let sum = add_down(sqrt_down(a.range.low), sqrt_down(real_low));
    let error = match a.error {
        0.0 => 0.0,
        _ if sum > 0.0 => div_up(a.error, sum),
        // fail-closed: roots of numbers are no further apart than the root of their distance.
        _ => sqrt_up(a.error),
    };
    rounded(format, RoundedValue { range: a.range.sqrt()?, error }, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;

    struct Case {
        store: TermStore,
        bits: Vec<Term>,
        floats: Vec<Term>,
        rne: Term,
    }

    impl Case {
        fn new(count: usize) -> Case {
            let mut store = TermStore::new();
            let bits: Vec<Term> = (0..count).map(|_| store.fresh_variable("x", Sort::BitVec(64))).collect();
            let floats = bits.iter().map(|&bits| store.fp_from_bits(Format::F64, bits)).collect();
            let rne = store.rounding(Rounding::NearestEven);
            Case { store, bits, floats, rne }
        }

        fn number(&mut self, number: f64) -> Term {
            self.store.float(ulpwise_float::Float::from_f64(number))
        }

        fn within(&self, criterion: Criterion, ranges: &[(f64, f64)], results: [Term; 2]) -> Option<f64> {
            let ranges: Vec<Interval> = ranges.iter().map(|&(low, high)| Interval::new(low, high)).collect();
            ErrorForms::new(&self.store, &self.bits, &ranges, results)?.within(criterion, &ranges)
        }
    }

    /// `x³ - 6x² + 11x - 6` in two ways, against what both give.
    #[test]
    fn a_polynomial_and_its_horner_form_are_bounded() {
        let mut case = Case::new(1);
        let (x, rne) = (case.floats[0], case.rne);
        let [six, eleven] = [6.0, 11.0].map(|number| case.number(number));
        let store = &mut case.store;
        let inner = store.fp_sub(rne, x, six);
        let inner = store.fp_mul(rne, inner, x);
        let inner = store.fp_add(rne, inner, eleven);
        let inner = store.fp_mul(rne, inner, x);
        let horner = store.fp_sub(rne, inner, six);
        let square = store.fp_mul(rne, x, x);
        let cube = store.fp_mul(rne, square, x);
        let second = store.fp_mul(rne, six, square);
        let first = store.fp_mul(rne, eleven, x);
        let sum = store.fp_sub(rne, cube, second);
        let sum = store.fp_add(rne, sum, first);
        let expanded = store.fp_sub(rne, sum, six);
        let bound = case.within(Criterion::Absolute(1e-13), &[(0.0, 4.0)], [horner, expanded]).unwrap();
        let mut random = SplitMix64::new(1);
        let mut largest = 0.0_f64;
        for _ in 0..100_000 {
            let x = (random.next_u64() >> 11) as f64 / (1_u64 << 51) as f64;
            let old = ((x - 6.0) * x + 11.0) * x - 6.0;
            let new = x * x * x - 6.0 * (x * x) + 11.0 * x - 6.0;
            largest = largest.max((old - new).abs());
        }
        assert!(largest > 0.0 && largest <= bound && bound < 1e-13, "{largest:e} {bound:e}");
        assert_eq!(case.within(Criterion::Absolute(largest / 2.0), &[(0.0, 4.0)], [horner, expanded]), None);
        assert_eq!(case.within(Criterion::SameBits, &[(0.0, 4.0)], [horner, expanded]), None);
    }

    #[test]
    fn what_may_overflow_or_is_another_function_is_not_bounded() {
        let mut case = Case::new(2);
        let (x, y, rne) = (case.floats[0], case.floats[1], case.rne);
        let (ten, tenth) = (case.number(10.0), case.number(0.1));
        let store = &mut case.store;
        let quotient = store.fp_div(rne, x, ten);
        let product = store.fp_mul(rne, x, tenth);
        let ulps = Criterion::Ulps(4);
        assert!(case.within(ulps, &[(1.0, 1e300), (0.0, 0.0)], [quotient, product]).is_some());
        assert_eq!(case.within(ulps, &[(0.0, 1e300), (0.0, 0.0)], [quotient, product]), None);
        let store = &mut case.store;
        let square = store.fp_mul(rne, x, x);
        let root = store.fp_sqrt(rne, square);
        let other = store.fp_mul(rne, x, y);
        let relative = Criterion::Relative(1.0);
        assert_eq!(case.within(relative, &[(1.0, 1e200), (1.0, 2.0)], [square, square]), None);
        assert_eq!(case.within(relative, &[(-2.0, 2.0), (1.0, 2.0)], [root, x]), None);
        assert_eq!(case.within(Criterion::Absolute(1e-9), &[(1.0, 2.0), (1.0, 2.0)], [square, other]), None);
        let quotient = case.store.fp_div(rne, x, y);
        assert_eq!(case.within(relative, &[(1.0, 2.0), (-1.0, 2.0)], [quotient, quotient]), None);
    }
}
