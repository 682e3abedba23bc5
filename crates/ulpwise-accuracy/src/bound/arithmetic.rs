//! Operations on forms: what a result is before it is rounded, and its rounding.
//!
//! What holds: rounding is to nearest. A result that may overflow, a quotient whose divisor may be
//! zero and a root of what may be below zero have no form.

use super::form::{AffineErrorForm, Near};
use super::sum::{SymbolSum, product, scaled, size, up};
use ulpwise_domain::Interval;
use ulpwise_float::Format;

/// More coefficients than these are put together.
const MOST_ERRORS: usize = 256;

/// Computes with forms, in a format, and counts roundings.
#[derive(Clone, Debug, Default)]
pub struct Arithmetic {
    roundings: u32,
}

/// What an operation gives before it is rounded.
struct Unrounded {
    exact: Interval,
    near: Option<Near>,
    /// The operation on computed numbers.
    computed: Interval,
    errors: SymbolSum,
    rest: f64,
    relative: Option<f64>,
    least: f64,
    /// So many digits are enough, if that is known.
    digits: Option<u32>,
    /// Whether results below the smallest normal number are rounded more coarsely than others.
    may_underflow: bool,
}

impl Unrounded {
    /// A result of which nothing is known but the values.
    fn from_exact(exact: Interval, computed: Interval) -> Self {
        Self {
            exact,
            near: None,
            computed,
            errors: SymbolSum::new(),
            rest: 0.0,
            relative: None,
            least: 0.0,
            digits: None,
            may_underflow: true,
        }
    }

    /// A sum.
    fn sum(a: &AffineErrorForm, b: &AffineErrorForm) -> Self {
        let one = Interval::point(1.0);
        let (errors, rest) = a.errors_with(one, b, one);
        let near = a.near_with(one, b, one, |x, y| Some(x.plus(y)));
        let zero = Interval::point(0.0);
        let same_sign =
            (a.exact.low >= 0.0 && b.exact.low >= 0.0 && a.computed.low >= 0.0 && b.computed.low >= 0.0)
                || (a.exact.high <= 0.0
                    && b.exact.high <= 0.0
                    && a.computed.high <= 0.0
                    && b.computed.high <= 0.0);
        let relative = match (a.relative(), b.relative()) {
            (Some(x), Some(y)) if same_sign || (x == 0.0 && y == 0.0) => Some(x.max(y)),
            (known, _) if b.exact == zero && b.is_exact() => known,
            (_, known) if a.exact == zero && a.is_exact() => known,
            _ => None,
        };
        let is_zero = |form: &AffineErrorForm| form.computed == zero;
        let (digits, least) = match (is_zero(a), is_zero(b)) {
            (true, _) => (Some(b.digits), b.least),
            (_, true) => (Some(a.digits), a.least),
            _ if same_sign => (None, a.least.min(b.least)),
            _ => (None, 0.0),
        };
        let (exact, computed) = (a.exact.plus(b.exact), a.computed.plus(b.computed));
        // Sums of floats are exact where they are tiny.
        Self {
            near,
            errors,
            rest,
            relative,
            least,
            digits,
            may_underflow: false,
            ..Self::from_exact(exact, computed)
        }
    }

    /// A product, of a number with itself if `square`.
    fn product(a: &AffineErrorForm, b: &AffineErrorForm, square: bool) -> Self {
        // (A + a)(B + b) - AB = Ab + Ba + ab
        let (errors, rest) = a.errors_with(b.exact, b, a.exact);
        let multiply = |x: Interval, y: Interval| if square { x.squared() } else { x.times(y) };
        let (exact, computed) = (multiply(a.exact, b.exact), multiply(a.computed, b.computed));
        Self {
            near: a.near_with(b.exact, b, a.exact, |x, y| Some(multiply(x, y))),
            errors,
            rest: up(rest + product(a.error(), b.error())),
            relative: a.relative().zip(b.relative()).map(|(x, y)| up(up(x + y) + product(x, y))),
            least: (a.least * b.least).next_down().max(0.0),
            // A number of one digit is a power of two, which adds none.
            digits: Some(match (a.digits, b.digits) {
                (1, digits) | (digits, 1) => digits,
                (one, other) => one + other,
            }),
            ..Self::from_exact(exact, computed)
        }
    }

    /// The same as a number that is not rounded; `None` if it is beyond all doubles.
    fn kept(self) -> Option<AffineErrorForm> {
        let Self { exact, near, computed, errors, rest, relative, least, digits, .. } = self;
        let is_finite = exact.is_bounded() && computed.is_bounded() && rest.is_finite();
        let digits = digits.unwrap_or(u32::MAX / 2);
        let (is_rounded, expression) = (false, None);
        is_finite.then_some(AffineErrorForm {
            exact,
            computed,
            near,
            errors,
            rest,
            relative,
            least,
            digits,
            is_rounded,
            expression,
        })
    }
}

/// Expressions of more roundings are not kept: they would be too deep, and their bounds too dear.
const MOST_EXPRESSED: u32 = 5000;

impl Arithmetic {
    /// Whether results are few enough to be kept as expressions.
    pub(super) fn keeps_expressions(&self) -> bool {
        self.roundings < MOST_EXPRESSED
    }

    /// A sum; `None` if it may overflow.
    pub fn plus(
        &mut self,
        a: &AffineErrorForm,
        b: &AffineErrorForm,
        format: Format,
    ) -> Option<AffineErrorForm> {
        self.rounded(Unrounded::sum(a, b), 0.5, format)
    }

    /// A difference; `None` if it may overflow.
    pub fn minus(
        &mut self,
        a: &AffineErrorForm,
        b: &AffineErrorForm,
        format: Format,
    ) -> Option<AffineErrorForm> {
        self.plus(a, &b.negated(), format)
    }

    /// A product, of a number with itself if `square`; `None` if it may overflow.
    pub fn times(
        &mut self,
        a: &AffineErrorForm,
        b: &AffineErrorForm,
        square: bool,
        format: Format,
    ) -> Option<AffineErrorForm> {
        self.rounded(Unrounded::product(a, b, square), 0.5, format)
    }

    /// A product and a sum that are rounded once; `None` if the product or the sum may overflow.
    pub fn fused(
        &mut self,
        [a, b, c]: [&AffineErrorForm; 3],
        square: bool,
        format: Format,
    ) -> Option<AffineErrorForm> {
        let product = Unrounded::product(a, b, square).kept()?;
        // The product has more digits than the format, so that sums that are tiny round, too.
        let sum = Unrounded { may_underflow: true, ..Unrounded::sum(&product, c) };
        self.rounded(sum, 0.5, format)
    }

    /// A quotient; `None` if the divisor may be zero, or it may overflow.
    pub fn over(
        &mut self,
        a: &AffineErrorForm,
        b: &AffineErrorForm,
        format: Format,
    ) -> Option<AffineErrorForm> {
        // (A + a)/(B + b) - A/B = (a - (A/B) b) / (B + b)
        let exact = a.exact.over(b.exact)?;
        let inverse = Interval::point(1.0).over(b.computed)?;
        let (errors, rest) = a.errors_with(inverse, b, exact.negated().times(inverse));
        let right_inverse = Interval::point(1.0).over(b.exact)?;
        let near = a.near_with(right_inverse, b, exact.negated().times(right_inverse), Interval::over);
        let relative = match (a.relative(), b.relative()) {
            (Some(x), Some(y)) if y < 0.5 => Some(up(up(x + y) / (1.0 - y).next_down())),
            _ => None,
        };
        let least = (a.least / b.computed.magnitude()).next_down().max(0.0);
        let computed = a.computed.over(b.computed)?;
        let result =
            Unrounded { near, errors, rest, relative, least, ..Unrounded::from_exact(exact, computed) };
        self.rounded(result, 0.5, format)
    }

    /// A square root; `None` if a number below zero may be meant.
    pub fn root(&mut self, a: &AffineErrorForm, format: Format) -> Option<AffineErrorForm> {
        if !a.exact.is_not_negative() || !a.computed.is_not_negative() {
            return None;
        }
        let (exact, computed) = (a.exact.sqrt()?, a.computed.sqrt()?);
        let relative =
            a.relative().filter(|&x| x < 0.5).map(|x| up(x / (1.0 + (1.0 - x).sqrt()).next_down()));
        // The difference of roots is that of the numbers over the roots' sum.
        let sum = exact.plus(computed);
        let (errors, rest) = match Interval::point(1.0).over(sum) {
            Some(factor) => (scaled(&a.errors, factor), product(a.rest, factor.magnitude())),
            // Near zero a root's error is at most the root of the error.
            None => (Vec::new(), up(a.error().sqrt().next_up())),
        };
        let least = a.least.sqrt().next_down().max(0.0);
        let slope = Interval::point(0.5).over(exact);
        let near = slope.and_then(|slope| a.near_by(slope, a.center().and_then(Interval::sqrt)));
        let result =
            Unrounded { near, errors, rest, relative, least, ..Unrounded::from_exact(exact, computed) };
        let result = Unrounded { may_underflow: false, ..result };
        self.rounded(result, 0.5, format)
    }

    /// A conversion to another format; `None` if it may overflow.
    pub fn converted(&mut self, a: &AffineErrorForm, format: Format) -> Option<AffineErrorForm> {
        let result = Unrounded {
            near: a.near.clone(),
            errors: a.errors.clone(),
            rest: a.rest,
            relative: a.relative(),
            least: a.least,
            digits: Some(a.digits),
            ..Unrounded::from_exact(a.exact, a.computed)
        };
        self.rounded(result, 0.5, format)
    }

    /// A function: its values on both ranges and in the middle, its slope on both ranges together,
    /// and how far a library is from it, in units of the last place.
    pub fn function(
        &mut self,
        a: &AffineErrorForm,
        [exact, computed]: [Interval; 2],
        center: Option<Interval>,
        slope: Interval,
        units: f64,
        format: Format,
    ) -> Option<AffineErrorForm> {
        let (errors, rest) = (scaled(&a.errors, slope), product(a.rest, slope.magnitude()));
        let near = a.near_by(slope, center);
        let relative = a.is_exact().then_some(0.0);
        let least = exact.mignitude().min(computed.mignitude());
        let result =
            Unrounded { near, errors, rest, relative, least, ..Unrounded::from_exact(exact, computed) };
        self.rounded(result, units, format)
    }

    /// Adds the rounding of a result, of so many units of the last place.
    fn rounded(&mut self, result: Unrounded, units: f64, format: Format) -> Option<AffineErrorForm> {
        let Unrounded {
            mut exact,
            near,
            computed,
            mut errors,
            mut rest,
            mut relative,
            least,
            digits,
            may_underflow,
        } = result;
        if let Some(near) = &near {
            // Both hold the exact value; they may seem apart only where rounding moved one of them.
            exact = exact.meet(near.range()).unwrap_or(exact);
        }
        let magnitude = computed.magnitude();
        let largest = 2f64.powi(format.max_exponent() as i32);
        if !computed.is_bounded() || !exact.is_bounded() || magnitude >= largest || !rest.is_finite() {
            return None;
        }
        let smallest = 2f64.powi(format.min_exponent() as i32);
        let precision = format.significand_bits();
        let stays_normal = !may_underflow || computed == Interval::point(0.0) || least >= smallest;
        let is_exact = units <= 0.5 && stays_normal && digits.is_some_and(|digits| digits <= precision);
        let mut after = computed;
        if !is_exact {
            let unit = unit_below(magnitude, format);
            let rounding = product(units, unit);
            self.roundings += 1;
            errors.push((self.roundings, Interval::point(rounding)));
            after = computed.widened(rounding);
            // Rounding to nearest changes no sign.
            if units <= 0.5 && computed.low >= 0.0 {
                after.low = after.low.max(0.0);
            }
            if units <= 0.5 && computed.high <= 0.0 {
                after.high = after.high.min(0.0);
            }
            let part = 2.0 * units * 2f64.powi(-(precision as i32));
            relative =
                relative.filter(|_| stays_normal).map(|known| up(up(known + part) + product(known, part)));
        }
        if errors.len() > MOST_ERRORS {
            rest = up(rest + size(&errors));
            errors.clear();
        }
        let digits = if is_exact { digits.unwrap_or(precision) } else { precision };
        let least = if stays_normal { 0.99 * least } else { 0.0 };
        let (is_rounded, expression) = (!is_exact, None);
        let mut form = AffineErrorForm {
            exact,
            near,
            computed: after,
            errors,
            rest,
            relative,
            least,
            digits,
            is_rounded,
            expression,
        };
        form.computed = form.computed.meet(form.exact.widened(form.error())).unwrap_or(form.computed);
        Some(form)
    }
}

/// The unit of the last place of the largest numbers of a magnitude.
fn unit_below(magnitude: f64, format: Format) -> f64 {
    let smallest = 2f64.powi(format.min_exponent() as i32);
    let fraction = 2f64.powi(1 - format.significand_bits() as i32);
    let power = f64::from_bits(magnitude.max(smallest).to_bits() & 0x7ff0_0000_0000_0000);
    // Below the smallest normal double there is no unit that is a normal double.
    (power * fraction).max(f64::from_bits(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;

    const F64: Format = Format::F64;

    fn input(low: f64, high: f64) -> AffineErrorForm {
        AffineErrorForm::input(Interval::new(low, high), 5e-324, 53)
    }

    #[test]
    fn shared_roundings_cancel() {
        let mut arithmetic = Arithmetic::default();
        let x = input(1.0, 2.0);
        let third = arithmetic.over(&x, &AffineErrorForm::constant(3.0), F64).unwrap();
        let nothing = arithmetic.minus(&third, &third, F64).unwrap();
        assert!(nothing.errors.iter().filter(|(_, part)| part.magnitude() > 0.0).count() <= 1, "{nothing:?}");
    }

    #[test]
    fn a_sum_of_squares_has_a_small_relative_error() {
        let mut arithmetic = Arithmetic::default();
        let x = AffineErrorForm::input(Interval::new(-100.0, 100.0), f64::from(f32::from_bits(1)), 24);
        let mut total = AffineErrorForm::constant(0.0);
        for _ in 0..4 {
            let square = arithmetic.times(&x, &x, true, F64).unwrap();
            assert!(square.is_exact(), "floats have exact squares in double");
            total = arithmetic.plus(&total, &square, F64).unwrap();
        }
        let norm = arithmetic.root(&total, F64).unwrap();
        let bound = norm.relative_error(f64::MIN_POSITIVE).unwrap();
        assert!((2.7e-16..2.9e-16).contains(&bound), "{bound}");
        assert!(arithmetic.over(&x, &x, F64).is_none(), "a divisor may be zero");
    }

    /// Held against what single precision gives beside double: fused products, minima and whole
    /// parts.
    #[test]
    fn bounds_of_operations_that_round_once_or_never_hold() {
        let format = Format::F32;
        let mut arithmetic = Arithmetic::default();
        let x = AffineErrorForm::input(Interval::new(-2.0, 3.0), 1e-40, 24);
        let y = AffineErrorForm::input(Interval::new(0.25, 1.5), 0.25, 24);
        let third = arithmetic.over(&x, &AffineErrorForm::constant(3.0), format).unwrap();
        let fused = arithmetic.fused([&third, &y, &x], false, format).unwrap();
        let least = fused.smaller(&third);
        let whole = least.whole(f64::floor);
        let exact_whole = x.whole(f64::round_ties_even);
        assert!(exact_whole.is_exact() && !whole.is_exact());
        assert!(
            arithmetic.fused([&y, &y, &y], false, format).unwrap().relative_error(1e-38).unwrap() < 1.2e-7
        );
        let mut random = SplitMix64::new(3);
        let mut unit = || (random.next_u64() >> 40) as f32 / 16_777_216.0;
        let mut largest: f64 = 0.0;
        for _ in 0..100_000 {
            let (x, y) = (-2.0 + 5.0 * unit(), 0.25 + 1.25 * unit());
            let single = x / 3.0;
            let single_fused = single.mul_add(y, x);
            let (wide_x, wide_y) = (f64::from(x), f64::from(y));
            let double = wide_x / 3.0;
            let double_fused = double * wide_y + wide_x;
            let error = (f64::from(single_fused) - double_fused).abs();
            largest = largest.max(error);
            assert!(error <= fused.error() && (fused.exact.low..=fused.exact.high).contains(&double_fused));
            let (one, other) = (f64::from(single_fused.min(single)), double_fused.min(double));
            assert!((one - other).abs() <= least.error());
            assert!((least.exact.low..=least.exact.high).contains(&other));
            assert!((one.floor() - other.floor()).abs() <= whole.error());
            assert!((exact_whole.exact.low..=exact_whole.exact.high).contains(&wide_x.round_ties_even()));
        }
        assert!(fused.error() < 10.0 * largest, "{} says something beside {largest}", fused.error());
        let sure = AffineErrorForm::constant(1.0).larger(&AffineErrorForm::constant(2.0));
        assert_eq!((sure.exact, sure.is_exact()), (Interval::point(2.0), true));
    }

    /// A polynomial in float, held against itself in double: no error is larger than its bound.
    #[test]
    fn bounds_hold_at_random_points() {
        let format = Format::F32;
        let mut arithmetic = Arithmetic::default();
        let x = AffineErrorForm::input(Interval::new(0.5, 1.5), 0.5, 24);
        let c = |number: f32| AffineErrorForm::constant(number.into());
        let mut sum = c(0.1);
        for coefficient in [-0.7f32, 0.3, 1.1] {
            let product = arithmetic.times(&sum, &x, false, format).unwrap();
            sum = arithmetic.plus(&product, &c(coefficient), format).unwrap();
        }
        let root = arithmetic.root(&sum, format).unwrap();
        let result = arithmetic.over(&c(1.0), &root, format).unwrap();
        let (bound, relative) = (result.error(), result.relative_error(1e-38).unwrap());
        assert!(bound < 1e-5, "{bound}");
        let mut random = SplitMix64::new(11);
        let mut largest: f64 = 0.0;
        for _ in 0..100_000 {
            let x = 0.5 + (random.next_u64() >> 41) as f32 / 8_388_608.0;
            let single = 1.0 / (((0.1f32 * x - 0.7) * x + 0.3) * x + 1.1).sqrt();
            let wide = f64::from(x);
            let [a, b, c, d] = [0.1f32, -0.7, 0.3, 1.1].map(f64::from);
            let double = 1.0 / (((a * wide + b) * wide + c) * wide + d).sqrt();
            let error = (f64::from(single) - double).abs();
            largest = largest.max(error);
            assert!(error <= bound && error / double <= relative, "{x}: {error} {bound}");
            assert!((result.exact.low..=result.exact.high).contains(&double));
        }
        assert!(bound < 100.0 * largest, "{bound} says something beside {largest}");
    }
}
