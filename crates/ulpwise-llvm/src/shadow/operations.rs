//! Double-double arithmetic in LLVM's text form: error-free sums and products (Dekker 1971, Knuth),
//! put together as in Joldes, Muller, Popescu, *Tight and rigorous error bounds for basic building
//! blocks of double-word arithmetic* (2017).
//!
//! What holds, with u = 2^-53 and without overflow and underflow (of the inverse of a divisor
//! either): products, quotients and roots have relative errors of at most 16 u². Sums err by at
//! most 4 u² of the sum of their operands' magnitudes; where operands cancel, that is more than 4
//! u² of the result, but no more than operands with errors of their own would make of it.
//! `tests/shadow.rs` holds both against MPFR.

use std::fmt::Write as _;

/// Lines of a function's body, with names for results.
pub(super) struct Code {
    pub(super) lines: String,
    next: usize,
    /// Whether the processor has fused operations, which make the error of a product one
    /// instruction.
    fused: bool,
}

/// A double-double number: the names of its parts.
pub(super) type Pair = (String, String);

/// The result of an operation on double-double numbers.
pub(super) struct Result {
    /// What the operation gives on rounded operands.
    pub(super) local: String,
    /// What that lacks to the shadow value, where it is known: the local error.
    pub(super) lacking: Option<String>,
    pub(super) shadow: Pair,
}

impl Code {
    pub(super) fn new(fused: bool) -> Self {
        Self { lines: "entry:\n".to_owned(), next: 0, fused }
    }

    /// A line whose result gets a name.
    pub(super) fn line(&mut self, text: &str) -> String {
        let name = format!("%v{}", self.next);
        self.next += 1;
        writeln!(self.lines, "  {name} = {text}").expect("writing to a string");
        name
    }

    fn double(&mut self, operation: &str, a: &str, b: &str) -> String {
        self.line(&format!("{operation} double {a}, {b}"))
    }

    pub(super) fn add(&mut self, a: &str, b: &str) -> String {
        self.double("fadd", a, b)
    }

    pub(super) fn sub(&mut self, a: &str, b: &str) -> String {
        self.double("fsub", a, b)
    }

    pub(super) fn mul(&mut self, a: &str, b: &str) -> String {
        self.double("fmul", a, b)
    }

    pub(super) fn div(&mut self, a: &str, b: &str) -> String {
        self.double("fdiv", a, b)
    }

    pub(super) fn negate(&mut self, a: &str) -> String {
        self.line(&format!("fneg double {a}"))
    }

    pub(super) fn abs(&mut self, a: &str) -> String {
        self.line(&format!("call double @llvm.fabs.f64(double {a})"))
    }

    /// A sum and its error, exactly.
    fn two_sum(&mut self, a: &str, b: &str) -> Pair {
        let sum = self.add(a, b);
        let second = self.sub(&sum, a);
        let first = self.sub(&sum, &second);
        let (first, second) = (self.sub(a, &first), self.sub(b, &second));
        let error = self.add(&first, &second);
        (sum, error)
    }

    /// The same where the first is not smaller than the second.
    fn quick_two_sum(&mut self, a: &str, b: &str) -> Pair {
        let sum = self.add(a, b);
        let second = self.sub(&sum, a);
        let error = self.sub(b, &second);
        (sum, error)
    }

    /// A product and its error, exactly unless it is tiny or huge.
    fn two_product(&mut self, a: &str, b: &str) -> Pair {
        let product = self.mul(a, b);
        if self.fused {
            let minus = self.negate(&product);
            let error =
                self.line(&format!("call double @llvm.fma.f64(double {a}, double {b}, double {minus})"));
            return (product, error);
        }
        let ((ah, al), (bh, bl)) = (self.split(a), self.split(b));
        let mut error = self.mul(&ah, &bh);
        error = self.sub(&error, &product);
        for (x, y) in [(&ah, &bl), (&al, &bh), (&al, &bl)] {
            let part = self.mul(x, y);
            error = self.add(&error, &part);
        }
        (product, error)
    }

    /// A double as the sum of two with half as many bits.
    fn split(&mut self, a: &str) -> Pair {
        // 2^27 + 1.
        let large = self.mul(a, "0x41A0000002000000");
        let rest = self.sub(&large, a);
        let high = self.sub(&large, &rest);
        let low = self.sub(a, &high);
        (high, low)
    }

    /// A sum (algorithm 5, which has the shortest chain of operations: sums wait for each other).
    pub(super) fn pair_add(&mut self, a: &Pair, b: &Pair) -> Result {
        let (sum, error) = self.two_sum(&a.0, &b.0);
        // A zero that is added to has no sign to lose.
        let low = self.line(&format!("fadd nsz double {}, {}", a.1, b.1));
        let error = self.add(&error, &low);
        self.result(sum, error)
    }

    /// A product (algorithm 11).
    pub(super) fn pair_mul(&mut self, a: &Pair, b: &Pair) -> Result {
        let (product, error) = self.two_product(&a.0, &b.0);
        let cross = self.mul(&a.0, &b.1);
        let cross = self.mul_add(&a.1, &b.0, &cross);
        let error = self.add(&error, &cross);
        self.result(product, error)
    }

    /// A quotient: one step of correction by the exact rest.
    pub(super) fn pair_div(&mut self, a: &Pair, b: &Pair) -> Result {
        let quotient = self.div(&a.0, &b.0);
        let minus = self.negate(&quotient);
        let rest = self.rest(&a.0, &minus, &b.0);
        let low = self.mul_add(&minus, &b.1, &a.1);
        let rest = self.add(&rest, &low);
        // Computed beside the quotient: the correction need not wait for a second division.
        let inverse = self.div("1.0", &b.0);
        let correction = self.mul(&rest, &inverse);
        self.result(quotient, correction)
    }

    /// A square root: the same.
    pub(super) fn pair_sqrt(&mut self, a: &Pair) -> Result {
        let root = self.line(&format!("call double @llvm.sqrt.f64(double {})", a.0));
        let minus = self.negate(&root);
        let rest = self.rest(&a.0, &minus, &root);
        let rest = self.add(&rest, &a.1);
        let inverse = self.div("0.5", &root);
        let correction = self.mul(&rest, &inverse);
        self.result(root, correction)
    }

    /// `a + b * c` where the product is so near to `-a` that the sum is exact.
    fn rest(&mut self, a: &str, b: &str, c: &str) -> String {
        if self.fused {
            return self.mul_add(b, c, a);
        }
        let (product, error) = self.two_product(b, c);
        let rest = self.add(a, &product);
        self.add(&rest, &error)
    }

    /// What an operation gives on the upper parts, with what it lacks.
    fn result(&mut self, local: String, lacking: String) -> Result {
        let shadow = self.quick_two_sum(&local, &lacking);
        Result { local, lacking: Some(lacking), shadow }
    }

    /// A product and a sum, in one step where the processor has it; both are parts that need not be
    /// exact.
    fn mul_add(&mut self, a: &str, b: &str, c: &str) -> String {
        if self.fused {
            return self.line(&format!("call double @llvm.fma.f64(double {a}, double {b}, double {c})"));
        }
        let product = self.mul(a, b);
        self.add(&product, c)
    }

    /// Compares a value, and what the operation gives on rounded operands, with the shadow value;
    /// more than is known calls the run time.
    ///
    /// Returns the shadow value. Where infinities, or a division by zero, made its lower part
    /// something else than a number, it is what the operation gives on rounded operands; such a
    /// shadow value differs from every value, so that the common way needs no check of its own.
    pub(super) fn compare_with_shadow(&mut self, value: &str, result: &Result) -> Pair {
        let Result { local, lacking, shadow: (high, low) } = result;
        let scale = self.power_of_two(high);
        let accumulated = self.difference(value, &result.shadow);
        let local_error = match lacking {
            Some(lacking) => lacking.clone(),
            None => self.difference(local, &result.shadow),
        };
        for (index, difference) in [(0, accumulated), (1, local_error)] {
            let error = self.abs(&difference);
            let at = self.line(&format!(
                "getelementptr [2 x double], ptr @{}, i32 %site, i32 {index}",
                super::THRESHOLDS
            ));
            let threshold = self.line(&format!("load double, ptr {at}"));
            let limit = self.mul(&threshold, &scale);
            let larger = self.line(&format!("fcmp ugt double {error}, {limit}"));
            let next = if index == 0 { "second" } else { "done" };
            writeln!(self.lines, "  br i1 {larger}, label %report, label %{next}, !prof !0")
                .expect("writing to a string");
            if index == 0 {
                self.lines.push_str("second:\n");
            }
        }
        self.lines.push_str("report:\n");
        let zero = self.sub(low, low);
        let finite = self.line(&format!("fcmp ord double {zero}, 0.0"));
        let reported_high = self.line(&format!("select i1 {finite}, double {high}, double {local}"));
        let reported_low = self.line(&format!("select i1 {finite}, double {low}, double 0.0"));
        writeln!(
            self.lines,
            "  call preserve_allcc void @ulpwise.error(i32 %site, double {value}, double {local}, double {reported_high}, double {reported_low})\n  \
             br label %done\ndone:"
        )
        .expect("writing to a string");
        let high = self.line(&format!("phi double [ {high}, %second ], [ {reported_high}, %report ]"));
        let low = self.line(&format!("phi double [ {low}, %second ], [ {reported_low}, %report ]"));
        (high, low)
    }

    /// How far a number is from a shadow value.
    fn difference(&mut self, number: &str, (high, low): &Pair) -> String {
        let difference = self.sub(number, high);
        self.sub(&difference, low)
    }

    /// The largest power of two that is not larger than a normal number. As a vector, because LLVM
    /// would take a single word through the integer registers and back.
    fn power_of_two(&mut self, number: &str) -> String {
        let lanes = self.line(&format!("insertelement <2 x double> poison, double {number}, i32 0"));
        let words = self.line(&format!("bitcast <2 x double> {lanes} to <2 x i64>"));
        let exponent = "9218868437227405312";
        let exponents = self.line(&format!("and <2 x i64> {words}, <i64 {exponent}, i64 {exponent}>"));
        let powers = self.line(&format!("bitcast <2 x i64> {exponents} to <2 x double>"));
        self.line(&format!("extractelement <2 x double> {powers}, i32 0"))
    }
}
