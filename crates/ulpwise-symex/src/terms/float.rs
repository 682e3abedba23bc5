//! Floating-point operations, comparisons and classes.

use super::{Terms, term_format};
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::Rounding;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp, SignOp};

/// A question about a float.
type Test = fn(&mut TermStore, Term) -> Term;

impl Terms {
    /// An operation of two operands.
    pub fn float_binary(
        &mut self,
        op: FloatBinaryOp,
        format: FloatFormat,
        rounding: Rounding,
        a: Term,
        b: Term,
    ) -> Term {
        let mode = self.mode(rounding);
        let (x, y) = (self.float(format, a), self.float(format, b));
        match op {
            FloatBinaryOp::Add => self.store.fp_add(mode, x, y),
            FloatBinaryOp::Sub => self.store.fp_sub(mode, x, y),
            FloatBinaryOp::Mul => self.store.fp_mul(mode, x, y),
            FloatBinaryOp::Div => self.store.fp_div(mode, x, y),
            FloatBinaryOp::Rem => self.store.fp_fmod(x, y),
            _ => self.min_max(op, format, a, b),
        }
    }

    /// `a * b + c`, rounded once.
    pub fn float_fma(&mut self, format: FloatFormat, rounding: Rounding, operands: [Term; 3]) -> Term {
        let mode = self.mode(rounding);
        let [a, b, c] = operands.map(|operand| self.float(format, operand));
        self.store.fp_fma(mode, a, b, c)
    }

    /// An operation of one operand.
    pub fn float_unary(
        &mut self,
        op: FloatUnaryOp,
        format: FloatFormat,
        rounding: Rounding,
        a: Term,
    ) -> Term {
        let x = self.float(format, a);
        let direction = match op {
            FloatUnaryOp::Sqrt => {
                let mode = self.mode(rounding);
                return self.store.fp_sqrt(mode, x);
            }
            FloatUnaryOp::Canonicalize => return x,
            FloatUnaryOp::Floor => Rounding::TowardNegative,
            FloatUnaryOp::Ceil => Rounding::TowardPositive,
            FloatUnaryOp::Trunc => Rounding::TowardZero,
            FloatUnaryOp::Round => Rounding::NearestAway,
            FloatUnaryOp::RoundEven => Rounding::NearestEven,
            FloatUnaryOp::Rint | FloatUnaryOp::NearbyInt => rounding,
        };
        let mode = self.mode(direction);
        self.store.fp_round_to_integral(mode, x)
    }

    /// A change of the sign bit. Of a computed float it is a float again.
    pub fn float_sign(&mut self, op: SignOp, format: FloatFormat, a: Term) -> Term {
        if self.is_float(a) {
            let x = self.float(format, a);
            return match op {
                SignOp::Neg => self.store.fp_neg(x),
                SignOp::Abs => self.store.fp_abs(x),
            };
        }
        let bits = format.bits();
        let mask = self.constant(bits, 1 << (bits - 1));
        match op {
            SignOp::Neg => self.store.bv_xor(a, mask),
            SignOp::Abs => {
                let rest = self.store.bv_not(mask);
                self.store.bv_and(a, rest)
            }
        }
    }

    /// The first operand with the sign of the second.
    pub fn float_copy_sign(&mut self, format: FloatFormat, a: Term, b: Term) -> Term {
        let magnitude = self.float_sign(SignOp::Abs, format, a);
        let negated = self.float_sign(SignOp::Neg, format, magnitude);
        let is_negative = self.sign_bit(format, b);
        self.choose(is_negative, negated, magnitude)
    }

    /// Whether the sign bit of a value is set.
    pub(super) fn sign_bit(&mut self, format: FloatFormat, value: Term) -> Term {
        let bits = self.bits(value);
        let top = u32::from(format.bits()) - 1;
        let sign = self.store.bv_extract(bits, top, top);
        self.is_not_zero(sign)
    }

    /// Whether a value is the result of an operation, and not just bits.
    fn is_float(&self, value: Term) -> bool {
        matches!(self.store.sort(value), Sort::Float(_))
    }

    /// A comparison, as a truth value.
    pub fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        format: FloatFormat,
        a: Term,
        b: Term,
    ) -> Term {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let (x, y) = (self.float(format, a), self.float(format, b));
        let mut cases = Vec::new();
        // Adjacent cases are one comparison.
        match [Less, Equal, Greater].map(|order| predicate.holds(Some(order))) {
            [true, true, true] => {
                if predicate.holds(None) {
                    return self.store.bool(true);
                }
                let unordered = self.is_unordered(x, y);
                return self.store.not(unordered);
            }
            [less, equal, greater] => {
                match (less, equal) {
                    (true, true) => cases.push(self.store.fp_leq(x, y)),
                    (true, false) => cases.push(self.store.fp_lt(x, y)),
                    (false, true) if !greater => cases.push(self.store.fp_eq(x, y)),
                    _ => {}
                }
                match (greater, equal) {
                    (true, true) => cases.push(self.store.fp_leq(y, x)),
                    (true, false) => cases.push(self.store.fp_lt(y, x)),
                    _ => {}
                }
            }
        }
        if predicate.holds(None) {
            cases.push(self.is_unordered(x, y));
        }
        self.store.or(&cases)
    }

    fn is_unordered(&mut self, x: Term, y: Term) -> Term {
        let (first, second) = (self.store.fp_is_nan(x), self.store.fp_is_nan(y));
        self.store.or(&[first, second])
    }

    /// Whether a value belongs to one of the classes that the bits of `llvm.is.fpclass` name.
    pub fn float_class(&mut self, mask: u16, format: FloatFormat, a: Term) -> Term {
        let x = self.float(format, a);
        let mut cases = Vec::new();
        let has = |class: u32| mask >> class & 1 == 1;
        if has(0) || has(1) {
            let is_nan = self.store.fp_is_nan(x);
            let wanted = match (has(0), has(1)) {
                (true, true) => is_nan,
                (signaling, _) => {
                    let is_signaling = self.is_signaling(format, a);
                    let kind = if signaling { is_signaling } else { self.store.not(is_signaling) };
                    self.store.and(&[is_nan, kind])
                }
            };
            cases.push(wanted);
        }
        let kinds: [(u32, u32, Test); 4] = [
            (2, 9, |store, x| store.fp_is_infinite(x)),
            (3, 8, |store, x| store.fp_is_normal(x)),
            (4, 7, |store, x| store.fp_is_subnormal(x)),
            (5, 6, |store, x| store.fp_is_zero(x)),
        ];
        for (negative, positive, test) in kinds {
            if !has(negative) && !has(positive) {
                continue;
            }
            let mut is_kind = test(&mut self.store, x);
            if format == FloatFormat::X87 && !self.is_float(a) && matches!(negative, 3 | 4) {
                // A leading bit without an exponent makes a subnormal encoding of a normal number.
                let is_pseudo = self.is_pseudo_subnormal(a);
                let is_normal = negative == 3;
                is_kind = if is_normal {
                    let is_plain = self.store.not(is_pseudo);
                    self.store.and(&[is_kind, is_plain])
                } else {
                    self.store.or(&[is_kind, is_pseudo])
                };
            }
            let wanted = match (has(negative), has(positive)) {
                (true, true) => is_kind,
                (true, false) => {
                    let sign = self.store.fp_is_negative(x);
                    self.store.and(&[is_kind, sign])
                }
                _ => {
                    let sign = self.store.fp_is_positive(x);
                    self.store.and(&[is_kind, sign])
                }
            };
            cases.push(wanted);
        }
        self.store.or(&cases)
    }

    /// Whether 80 bits have a leading bit and no exponent.
    fn is_pseudo_subnormal(&mut self, bits: Term) -> Term {
        let (exponent, leading) = (self.store.bv_extract(bits, 78, 64), self.store.bv_extract(bits, 63, 63));
        let (has_exponent, has_leading) = (self.is_not_zero(exponent), self.is_not_zero(leading));
        let no_exponent = self.store.not(has_exponent);
        self.store.and(&[no_exponent, has_leading])
    }

    /// Whether a value, if it is a NaN, is a signalling one. Results of operations never are, nor
    /// are encodings that the x87 does not know.
    fn is_signaling(&mut self, format: FloatFormat, value: Term) -> Term {
        let traps = self.traps(format, value);
        if format != FloatFormat::X87 || self.is_float(value) {
            return traps;
        }
        let is_known = self.is_known_x87(value);
        self.store.and(&[traps, is_known])
    }

    /// Whether a value, if it is a NaN or an encoding that the x87 does not know, makes every
    /// operation invalid.
    pub(super) fn traps(&mut self, format: FloatFormat, value: Term) -> Term {
        if self.is_float(value) {
            return self.store.bool(false);
        }
        let below_top = match format {
            FloatFormat::X87 => 62,
            other => term_format(other).significand_bits() - 2,
        };
        let quiet = self.store.bv_extract(value, below_top, below_top);
        let is_quiet = self.is_not_zero(quiet);
        let is_not_quiet = self.store.not(is_quiet);
        if format != FloatFormat::X87 {
            return is_not_quiet;
        }
        let is_known = self.is_known_x87(value);
        let is_unknown = self.store.not(is_known);
        self.store.or(&[is_not_quiet, is_unknown])
    }
}
