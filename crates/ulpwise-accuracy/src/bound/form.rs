//! What is known of a computed number and of what would be right, for all inputs of a box at once.
//!
//! The error, computed less right, is a sum over all roundings so far: each rounding is a number from -1 to 1 that nobody knows, times a coefficient
//! that is known to an interval. Roundings that several numbers share cancel where the numbers do. Beside it a relative error is kept, which
//! sums of numbers of one sign, products, quotients and roots hardly let grow, however near to zero the numbers are.
//!
//! What holds: rounding is to nearest; every bound is computed with intervals that enclose. Nothing here knows programs.

use super::interval::Interval;
use ulpwise_float::Format;

/// What is known of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// What would be right.
    pub exact: Interval,
    /// What is computed.
    pub computed: Interval,
    /// The same near the middle of the box, where that is known.
    near: Option<Near>,
    /// The error, as a sum over roundings.
    errors: Sum,
    /// What else the error may be, to both sides.
    rest: f64,
    /// The error is at most this part of what would be right, if that is known.
    relative: Option<f64>,
    /// If what is computed is not zero, its magnitude is at least this.
    least: f64,
    /// So many digits are enough for what is computed.
    digits: u32,
}

/// More coefficients than these are put together.
const MOST_ERRORS: usize = 256;

/// A little more than a sum or quotient of positive numbers that was rounded a few times; nothing stays nothing.
fn up(number: f64) -> f64 {
    if number == 0.0 { 0.0 } else { number * (1.0 + 8.0 * f64::EPSILON) + f64::from_bits(1) }
}

/// Not less than a product of positive numbers.
fn product(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { up((a * b).max(f64::from_bits(1))) }
}

/// A sum over symbols, each a number from -1 to 1 that nobody knows, with coefficients that are known to intervals; by symbols.
type Sum = Vec<(u32, Interval)>;

/// One sum times a factor plus another one times another.
fn combined(one: &Sum, factor: Interval, other: &Sum, other_factor: Interval) -> Sum {
    let mut all = Sum::with_capacity(one.len() + other.len());
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    while let Some(symbol) = [left.peek(), right.peek()].into_iter().flatten().map(|part| part.0).min() {
        let part = |sum: &mut std::iter::Peekable<std::slice::Iter<'_, (u32, Interval)>>,
                    factor: Interval| {
            sum.next_if(|part| part.0 == symbol).map(|part| part.1.times(factor))
        };
        let parts = (part(&mut left, factor), part(&mut right, other_factor));
        all.push(match parts {
            (Some(a), Some(b)) => (symbol, a.plus(b)),
            (one, other) => (symbol, one.or(other).unwrap_or(Interval::point(0.0))),
        });
    }
    all
}

fn scaled(sum: &Sum, factor: Interval) -> Sum {
    sum.iter().map(|&(symbol, part)| (symbol, part.times(factor))).collect()
}

/// How large a sum can be.
fn size(sum: &Sum) -> f64 {
    sum.iter().fold(0.0, |total, (_, part)| up(total + part.magnitude()))
}

/// What would be right, near the middle of the box: its value there, and how it changes with each input.
#[derive(Clone, Debug, PartialEq)]
struct Near {
    center: Interval,
    /// By inputs, whose symbols go from one end of the box to the other.
    slopes: Sum,
}

impl Near {
    fn constant(number: f64) -> Self {
        Self { center: Interval::point(number), slopes: Sum::new() }
    }

    /// All values: by the mean value theorem.
    fn range(&self) -> Interval {
        self.center.widened(size(&self.slopes))
    }
}

impl Form {
    /// An input in these bounds, whose smallest magnitude other than zero and whose digits are known.
    pub fn input(range: Interval, least: f64, digits: u32) -> Self {
        Self {
            exact: range,
            computed: range,
            near: range.is_point().then(|| Near::constant(range.low)),
            errors: Sum::new(),
            rest: 0.0,
            relative: Some(0.0),
            least: least.max(range.least()),
            digits,
        }
    }

    /// The same as an input that varies, which others have in common with it by its number.
    #[must_use]
    pub fn varying(mut self, number: u32) -> Self {
        let Interval { low, high } = self.exact;
        let middle = low / 2.0 + high / 2.0;
        let radius = up((high - middle).max(middle - low));
        self.near =
            Some(Near { center: Interval::point(middle), slopes: vec![(number, Interval::point(radius))] });
        self
    }

    /// A constant.
    pub fn constant(number: f64) -> Self {
        let trailing = (number.to_bits() | 1 << 52).trailing_zeros();
        Self::input(Interval::point(number), number.abs(), 53 - trailing.min(52))
    }

    /// The largest error there can be.
    pub fn error(&self) -> f64 {
        let sum = up(self.rest + size(&self.errors));
        match self.relative {
            Some(relative) => sum.min(product(relative, self.exact.magnitude())),
            None => sum,
        }
    }

    /// The largest error as a part of what would be right, if that can be bounded; `smallest` is what counts for everything smaller.
    pub fn relative_error(&self, smallest: f64) -> Option<f64> {
        let least = self.exact.least().max(smallest);
        let by_size = (self.exact.least() > smallest).then(|| up(self.error() / least));
        match (by_size, self.relative) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    /// Whether what is computed is always right.
    pub fn is_exact(&self) -> bool {
        self.relative == Some(0.0) || (self.errors.is_empty() && self.rest == 0.0)
    }

    fn relative(&self) -> Option<f64> {
        if self.is_exact() { Some(0.0) } else { self.relative }
    }

    /// The errors of a combination of two numbers, coefficients multiplied by factors.
    fn errors_with(&self, factor: Interval, other: &Self, other_factor: Interval) -> (Sum, f64) {
        let rest = up(product(self.rest, factor.magnitude()) + product(other.rest, other_factor.magnitude()));
        (combined(&self.errors, factor, &other.errors, other_factor), rest)
    }

    /// What would be right, near the middle, of a combination with a value there and slopes by both numbers.
    fn near_with(
        &self,
        factor: Interval,
        other: &Self,
        other_factor: Interval,
        center: impl Fn(Interval, Interval) -> Option<Interval>,
    ) -> Option<Near> {
        let (one, two) = (self.near.as_ref()?, other.near.as_ref()?);
        let slopes = combined(&one.slopes, factor, &two.slopes, other_factor);
        Some(Near { center: center(one.center, two.center)?, slopes })
    }

    /// The same of a function of one number.
    fn near_by(&self, slope: Interval, center: Option<Interval>) -> Option<Near> {
        let near = self.near.as_ref()?;
        Some(Near { center: center?, slopes: scaled(&near.slopes, slope) })
    }

    /// What would be right in the middle of the box.
    pub(super) fn center(&self) -> Option<Interval> {
        self.near.as_ref().map(|near| near.center)
    }

    /// The same with another sign.
    #[must_use]
    pub fn negated(&self) -> Self {
        let minus = Interval::point(-1.0);
        let near = self.near_by(minus, self.center().map(Interval::negated));
        let errors = scaled(&self.errors, minus);
        Self { exact: self.exact.negated(), computed: self.computed.negated(), near, errors, ..self.clone() }
    }

    /// Its magnitude.
    #[must_use]
    pub fn absolute(&self) -> Self {
        let hull = self.exact.hull(self.computed);
        if hull.low >= 0.0 {
            return self.clone();
        }
        if hull.high <= 0.0 {
            return self.negated();
        }
        // The magnitudes of two numbers are no further apart than the numbers.
        let (exact, computed) = (self.exact.absolute(), self.computed.absolute());
        let rest = if self.is_exact() { 0.0 } else { self.error() };
        Self { exact, computed, near: None, errors: Sum::new(), rest, ..self.clone() }
    }
}

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
    errors: Sum,
    rest: f64,
    relative: Option<f64>,
    least: f64,
    /// So many digits are enough, if that is known.
    digits: Option<u32>,
    /// Whether results below the smallest normal number are rounded more coarsely than others.
    may_underflow: bool,
}

impl Arithmetic {
    /// A sum; `None` if it may overflow.
    pub fn plus(&mut self, a: &Form, b: &Form, format: Format) -> Option<Form> {
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
        let is_zero = |form: &Form| form.computed == zero;
        let (digits, least) = match (is_zero(a), is_zero(b)) {
            (true, _) => (Some(b.digits), b.least),
            (_, true) => (Some(a.digits), a.least),
            _ if same_sign => (None, a.least.min(b.least)),
            _ => (None, 0.0),
        };
        let (exact, computed) = (a.exact.plus(b.exact), a.computed.plus(b.computed));
        let result =
            Unrounded { exact, near, computed, errors, rest, relative, least, digits, may_underflow: false };
        self.rounded(result, 0.5, format)
    }

    /// A difference; `None` if it may overflow.
    pub fn minus(&mut self, a: &Form, b: &Form, format: Format) -> Option<Form> {
        self.plus(a, &b.negated(), format)
    }

    /// A product, of a number with itself if `square`; `None` if it may overflow.
    pub fn times(&mut self, a: &Form, b: &Form, square: bool, format: Format) -> Option<Form> {
        // (A + a)(B + b) - AB = Ab + Ba + ab
        let (errors, rest) = a.errors_with(b.exact, b, a.exact);
        let rest = up(rest + product(a.error(), b.error()));
        let relative = a.relative().zip(b.relative()).map(|(x, y)| up(up(x + y) + product(x, y)));
        let multiply = |x: Interval, y: Interval| if square { x.squared() } else { x.times(y) };
        let result = Unrounded {
            exact: multiply(a.exact, b.exact),
            near: a.near_with(b.exact, b, a.exact, |x, y| Some(multiply(x, y))),
            computed: multiply(a.computed, b.computed),
            errors,
            rest,
            relative,
            least: (a.least * b.least).next_down().max(0.0),
            digits: Some(a.digits + b.digits),
            may_underflow: true,
        };
        self.rounded(result, 0.5, format)
    }

    /// A quotient; `None` if the divisor may be zero, or it may overflow.
    pub fn over(&mut self, a: &Form, b: &Form, format: Format) -> Option<Form> {
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
        let result = Unrounded {
            exact,
            near,
            computed: a.computed.over(b.computed)?,
            errors,
            rest,
            relative,
            least: (a.least / b.computed.magnitude()).next_down().max(0.0),
            digits: None,
            may_underflow: true,
        };
        self.rounded(result, 0.5, format)
    }

    /// A square root; `None` if a number below zero may be meant.
    pub fn root(&mut self, a: &Form, format: Format) -> Option<Form> {
        let (exact, computed) = (a.exact.root()?, a.computed.root()?);
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
        let near = slope.and_then(|slope| a.near_by(slope, a.center().and_then(Interval::root)));
        let result = Unrounded {
            exact,
            near,
            computed,
            errors,
            rest,
            relative,
            least,
            digits: None,
            may_underflow: false,
        };
        self.rounded(result, 0.5, format)
    }

    /// A conversion to another format; `None` if it may overflow.
    pub fn converted(&mut self, a: &Form, format: Format) -> Option<Form> {
        let result = Unrounded {
            exact: a.exact,
            near: a.near.clone(),
            computed: a.computed,
            errors: a.errors.clone(),
            rest: a.rest,
            relative: a.relative(),
            least: a.least,
            digits: Some(a.digits),
            may_underflow: true,
        };
        self.rounded(result, 0.5, format)
    }

    /// A function: its values on both ranges and in the middle, its slope on both ranges together, and how far a library is from it, in units of the
    /// last place.
    pub fn function(
        &mut self,
        a: &Form,
        [exact, computed]: [Interval; 2],
        center: Option<Interval>,
        slope: Interval,
        units: f64,
        format: Format,
    ) -> Option<Form> {
        let (errors, rest) = (scaled(&a.errors, slope), product(a.rest, slope.magnitude()));
        let near = a.near_by(slope, center);
        let relative = a.is_exact().then_some(0.0);
        let least = exact.least().min(computed.least());
        let result = Unrounded {
            exact,
            near,
            computed,
            errors,
            rest,
            relative,
            least,
            digits: None,
            may_underflow: true,
        };
        self.rounded(result, units, format)
    }

    /// Adds the rounding of a result, of so many units of the last place.
    fn rounded(&mut self, result: Unrounded, units: f64, format: Format) -> Option<Form> {
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
            exact = exact.meet(near.range());
        }
        let magnitude = computed.magnitude();
        let largest = 2f64.powi(format.max_exponent() as i32);
        if !computed.is_finite() || !exact.is_finite() || magnitude >= largest || !rest.is_finite() {
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
        let mut form = Form { exact, near, computed: after, errors, rest, relative, least, digits };
        form.computed = form.computed.meet(form.exact.widened(form.error()));
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

    fn input(low: f64, high: f64) -> Form {
        Form::input(Interval::new(low, high), 5e-324, 53)
    }

    #[test]
    fn shared_roundings_cancel() {
        let mut arithmetic = Arithmetic::default();
        let x = input(1.0, 2.0);
        let third = arithmetic.over(&x, &Form::constant(3.0), F64).unwrap();
        let nothing = arithmetic.minus(&third, &third, F64).unwrap();
        assert!(nothing.errors.iter().filter(|(_, part)| part.magnitude() > 0.0).count() <= 1, "{nothing:?}");
    }

    #[test]
    fn a_sum_of_squares_has_a_small_relative_error() {
        let mut arithmetic = Arithmetic::default();
        let x = Form::input(Interval::new(-100.0, 100.0), f64::from(f32::from_bits(1)), 24);
        let mut total = Form::constant(0.0);
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

    /// A polynomial in float, held against itself in double: no error is larger than its bound.
    #[test]
    fn bounds_hold_at_random_points() {
        let format = Format::F32;
        let mut arithmetic = Arithmetic::default();
        let x = Form::input(Interval::new(0.5, 1.5), 0.5, 24);
        let c = |number: f32| Form::constant(number.into());
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
