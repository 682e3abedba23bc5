//! Formulas over the reals, computed with as many bits as asked for: what a function should give,
//! written down by a person.
//!
//! `(-b + sqrt(b * b - 4 * a * c)) / (2 * a)`: sums, products, powers (`^`, which binds to the right),
//! functions and names; `v[2]` is a name too. A number with a point or an exponent is the double that
//! a compiler makes of it, an integer is itself, and `pi` is the number.

use super::ffi::{self, MpfrStruct};
use std::os::raw::{c_int, c_long};

const NEAREST: c_int = 0;

/// A number that is freed when it is dropped.
#[derive(Debug)]
pub struct BigNumber(Box<MpfrStruct>);

impl Drop for BigNumber {
    fn drop(&mut self) {
        // SAFETY: initialised when it was made, and not used again.
        unsafe { ffi::mpfr_clear(&raw mut *self.0) };
    }
}

type One = unsafe extern "C" fn(*mut MpfrStruct, *const MpfrStruct, c_int) -> c_int;
type Two = unsafe extern "C" fn(*mut MpfrStruct, *const MpfrStruct, *const MpfrStruct, c_int) -> c_int;

impl BigNumber {
    fn new(bits: u32) -> Self {
        let raw = MpfrStruct { precision: 0, sign: 0, exponent: 0, limbs: std::ptr::null_mut() };
        let mut number = Box::new(raw);
        // SAFETY: the library fills the structure in, and keeps no pointer to it; the exponent range
        // is the thread's own.
        unsafe {
            ffi::mpfr_set_emin(ffi::mpfr_get_emin_min());
            ffi::mpfr_set_emax(ffi::mpfr_get_emax_max());
            ffi::mpfr_init2(&raw mut *number, c_long::from(bits));
        }
        Self(number)
    }

    fn from_double(bits: u32, value: f64) -> Self {
        let mut number = Self::new(bits);
        // SAFETY: an initialised number.
        unsafe { ffi::mpfr_set_d(&raw mut *number.0, value, NEAREST) };
        number
    }

    fn one(bits: u32, function: One, a: &Self) -> Self {
        let mut number = Self::new(bits);
        // SAFETY: initialised numbers; the functions that are passed here have this type.
        unsafe { function(&raw mut *number.0, &raw const *a.0, NEAREST) };
        number
    }

    fn two(bits: u32, function: Two, a: &Self, b: &Self) -> Self {
        let mut number = Self::new(bits);
        // SAFETY: as above.
        unsafe { function(&raw mut *number.0, &raw const *a.0, &raw const *b.0, NEAREST) };
        number
    }

    /// The nearest double; infinite beyond all of them.
    pub fn nearest(&self) -> f64 {
        // SAFETY: an initialised number.
        unsafe { ffi::mpfr_get_d(&raw const *self.0, NEAREST) }
    }

    /// Whether a double says of it what as many decimal digits as the double is printed with can say.
    pub fn is_printed_as(&self, said: f64) -> bool {
        let nearest = self.nearest();
        let printed = format!("{said:e}");
        let digits = printed.split('e').next().unwrap_or_default().bytes().filter(u8::is_ascii_digit).count();
        let same_digits = || format!("{nearest:.*e}", digits.saturating_sub(1)).parse() == Ok(said);
        said == nearest || (said.is_nan() && nearest.is_nan()) || (said.is_finite() && same_digits())
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        // SAFETY: an initialised number.
        unsafe { ffi::mpfr_zero_p(&raw const *self.0) != 0 }
    }

    /// How far a double is from it, relative to it: the binary logarithm.
    pub fn relative_error_log2(&self, value: f64) -> f64 {
        let bits = self.0.precision as u32;
        let distance = Self::two(bits, ffi::mpfr_sub, self, &Self::from_double(bits, value));
        let share = Self::two(bits, ffi::mpfr_div, &distance, self);
        let share = Self::one(bits, ffi::mpfr_abs, &share);
        Self::one(bits, ffi::mpfr_log2, &share).nearest()
    }
}

/// Computes a formula with so many bits, where names have values.
///
/// # Errors
/// The text from where it is not a formula.
pub fn compute(
    text: &str,
    bits: u32,
    value: &dyn Fn(&str) -> Option<f64>,
) -> Result<BigNumber, FormulaError> {
    let mut parser = Parser { rest: text, bits, value };
    let number = parser.sum()?;
    parser.skip();
    match parser.rest {
        "" => Ok(number),
        _ => Err(parser.error()),
    }
}

/// A text is not a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// From where on.
    pub rest: String,
}

impl std::fmt::Display for FormulaError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "not a formula from '{}' on", self.rest)
    }
}

impl std::error::Error for FormulaError {}

struct Parser<'t> {
    rest: &'t str,
    bits: u32,
    value: &'t dyn Fn(&str) -> Option<f64>,
}

impl<'t> Parser<'t> {
    fn error(&self) -> FormulaError {
        FormulaError { rest: self.rest.to_owned() }
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn takes(&mut self, sign: char) -> bool {
        self.skip();
        let found = self.rest.strip_prefix(sign);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn sum(&mut self) -> Result<BigNumber, FormulaError> {
        let mut all = self.product()?;
        loop {
            let function: Two = match () {
                () if self.takes('+') => ffi::mpfr_add,
                () if self.takes('-') => ffi::mpfr_sub,
                () => return Ok(all),
            };
            let next = self.product()?;
            all = BigNumber::two(self.bits, function, &all, &next);
        }
    }

    fn product(&mut self) -> Result<BigNumber, FormulaError> {
        let mut all = self.signed()?;
        loop {
            let function: Two = match () {
                () if self.takes('*') => ffi::mpfr_mul,
                () if self.takes('/') => ffi::mpfr_div,
                () => return Ok(all),
            };
            let next = self.signed()?;
            all = BigNumber::two(self.bits, function, &all, &next);
        }
    }

    fn signed(&mut self) -> Result<BigNumber, FormulaError> {
        if self.takes('-') {
            let number = self.signed()?;
            return Ok(BigNumber::one(self.bits, ffi::mpfr_neg, &number));
        }
        let base = self.atom()?;
        if self.takes('^') {
            let exponent = self.signed()?;
            return Ok(BigNumber::two(self.bits, ffi::mpfr_pow, &base, &exponent));
        }
        Ok(base)
    }

    fn word(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|sign| !belongs(sign)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn atom(&mut self) -> Result<BigNumber, FormulaError> {
        if self.takes('(') {
            let number = self.sum()?;
            return if self.takes(')') { Ok(number) } else { Err(self.error()) };
        }
        self.skip();
        let first = self.rest.chars().next().ok_or_else(|| self.error())?;
        if first.is_ascii_digit() {
            let start = self.rest;
            self.word(|sign| sign.is_ascii_digit() || sign == '.');
            if let Some(rest) = self.rest.strip_prefix('e') {
                self.rest = rest.strip_prefix('-').unwrap_or(rest);
                self.word(|sign| sign.is_ascii_digit());
            }
            let text = &start[..start.len() - self.rest.len()];
            let value: f64 = text.parse().map_err(|_| self.error())?;
            return Ok(BigNumber::from_double(self.bits, value));
        }
        let start = self.rest;
        let name = self.word(|sign| sign.is_ascii_alphanumeric() || sign == '_');
        if self.rest.starts_with('[') {
            self.word(|sign| sign != ']');
            self.takes(']');
            let name = &start[..start.len() - self.rest.len()];
            return self.variable(name);
        }
        if self.takes('(') {
            return self.call(name);
        }
        self.variable(name)
    }

    fn variable(&self, name: &str) -> Result<BigNumber, FormulaError> {
        if name == "pi" {
            let mut number = BigNumber::new(self.bits);
            // SAFETY: an initialised number.
            unsafe { ffi::mpfr_const_pi(&raw mut *number.0, NEAREST) };
            return Ok(number);
        }
        let value = (self.value)(name).ok_or_else(|| FormulaError { rest: name.to_owned() })?;
        Ok(BigNumber::from_double(self.bits, value))
    }

    fn call(&mut self, name: &str) -> Result<BigNumber, FormulaError> {
        let unknown = FormulaError { rest: name.to_owned() };
        let first = self.sum()?;
        let result = if self.takes(',') {
            let second = self.sum()?;
            BigNumber::two(self.bits, function_of_two(name).ok_or(unknown)?, &first, &second)
        } else {
            BigNumber::one(self.bits, function_of_one(name).ok_or(unknown)?, &first)
        };
        if self.takes(')') { Ok(result) } else { Err(self.error()) }
    }
}

fn function_of_one(name: &str) -> Option<One> {
    Some(match name {
        "abs" => ffi::mpfr_abs,
        "acos" => ffi::mpfr_acos,
        "asin" => ffi::mpfr_asin,
        "atan" => ffi::mpfr_atan,
        "cbrt" => ffi::mpfr_cbrt,
        "cos" => ffi::mpfr_cos,
        "cosh" => ffi::mpfr_cosh,
        "erf" => ffi::mpfr_erf,
        "exp" => ffi::mpfr_exp,
        "log" => ffi::mpfr_log,
        "log2" => ffi::mpfr_log2,
        "sin" => ffi::mpfr_sin,
        "sinh" => ffi::mpfr_sinh,
        "sqrt" => ffi::mpfr_sqrt,
        "tan" => ffi::mpfr_tan,
        "tanh" => ffi::mpfr_tanh,
        _ => return None,
    })
}

fn function_of_two(name: &str) -> Option<Two> {
    Some(match name {
        "atan2" => ffi::mpfr_atan2,
        "hypot" => ffi::mpfr_hypot,
        "max" => ffi::mpfr_max,
        "min" => ffi::mpfr_min,
        "pow" => ffi::mpfr_pow,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> f64 {
        let value = |name: &str| match name {
            "x" => Some(3.0),
            "v[1]" => Some(0.5),
            _ => None,
        };
        compute(text, 200, &value).unwrap().nearest()
    }

    #[test]
    fn formulas_are_computed_as_they_are_written() {
        assert_eq!(at("1 + 2 * x ^ 2 ^ 1 - 4 / 2"), 17.0);
        assert_eq!(at("-x ^ 2 + v[1]"), -8.5);
        assert_eq!(at("(-x + sqrt(x * x - 4 * 2)) / 2"), -1.0);
        assert_eq!(at("0.1"), 0.1);
        assert_eq!(at("0.1 * 10 - 1"), 5.551115123125783e-17);
        assert_eq!((at("pi"), at("hypot(x, 4)"), at("2e-3")), (std::f64::consts::PI, 5.0, 2e-3));
        for wrong in ["", "1 +", "sqrt(2", "frob(1)", "y", "1 2"] {
            assert!(compute(wrong, 64, &|_| None).is_err(), "{wrong}");
        }
        let third = compute("1 / 3", 300, &|_| None).unwrap();
        assert!((third.relative_error_log2(1.0 / 3.0) + 54.0).abs() < 1e-9);
        assert!(!third.is_zero());
    }
}
