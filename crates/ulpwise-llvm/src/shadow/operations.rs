//! Double-double arithmetic in LLVM's text form: error-free sums and products (Dekker 1971, Knuth), as in the QD library's papers.

use std::fmt::Write as _;

/// Lines of a function's body, with names for results.
pub(super) struct Code {
    pub(super) lines: String,
    next: usize,
    /// Whether the processor has fused operations, which make the error of a product one instruction.
    fused: bool,
    /// The block that the next line belongs to.
    block: String,
}

/// A double-double number: the names of its parts.
pub(super) type Pair = (String, String);

impl Code {
    pub(super) fn new(fused: bool) -> Self {
        Self { lines: "entry:\n".to_owned(), next: 0, fused, block: "entry".to_owned() }
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

    pub(super) fn pair_add(&mut self, a: &Pair, b: &Pair) -> (String, Pair) {
        let (sum, error) = self.two_sum(&a.0, &b.0);
        let (low, low_error) = self.two_sum(&a.1, &b.1);
        let error = self.add(&error, &low);
        let (high, error) = self.quick_two_sum(&sum, &error);
        let error = self.add(&error, &low_error);
        let result = self.quick_two_sum(&high, &error);
        (sum.clone(), self.unless_nan(result, &sum))
    }

    pub(super) fn pair_mul(&mut self, a: &Pair, b: &Pair) -> (String, Pair) {
        let (product, mut error) = self.two_product(&a.0, &b.0);
        for (x, y) in [(&a.0, &b.1), (&a.1, &b.0)] {
            let part = self.mul(x, y);
            error = self.add(&error, &part);
        }
        let result = self.quick_two_sum(&product, &error);
        (product.clone(), self.unless_nan(result, &product))
    }

    pub(super) fn pair_div(&mut self, a: &Pair, b: &Pair) -> (String, Pair) {
        let quotient = self.div(&a.0, &b.0);
        let (product, error) = self.two_product(&quotient, &b.0);
        let low = self.mul(&quotient, &b.1);
        let error = self.add(&error, &low);
        let minus = self.negate(&product);
        let (rest, rest_error) = self.two_sum(&a.0, &minus);
        let rest_error = self.sub(&rest_error, &error);
        let rest_error = self.add(&rest_error, &a.1);
        let rest = self.add(&rest, &rest_error);
        let correction = self.div(&rest, &b.0);
        let result = self.quick_two_sum(&quotient, &correction);
        (quotient.clone(), self.unless_nan(result, &quotient))
    }

    pub(super) fn pair_sqrt(&mut self, a: &Pair) -> (String, Pair) {
        let root = self.line(&format!("call double @llvm.sqrt.f64(double {})", a.0));
        let (square, error) = self.two_product(&root, &root);
        let rest = self.sub(&a.0, &square);
        let rest = self.sub(&rest, &error);
        let rest = self.add(&rest, &a.1);
        let twice = self.add(&root, &root);
        let correction = self.div(&rest, &twice);
        let result = self.quick_two_sum(&root, &correction);
        (root.clone(), self.unless_nan(result, &root))
    }

    /// The pair, or the plain result where infinities, or a division by zero, made its lower part a NaN. By a branch, which costs the
    /// common way no time.
    fn unless_nan(&mut self, (high, low): Pair, plain: &str) -> Pair {
        let good = self.line(&format!("fcmp ord double {low}, 0.0"));
        let (number, before) = (self.next, self.block.clone());
        writeln!(
            self.lines,
            "  br i1 {good}, label %good{number}, label %bad{number}, !prof !1\nbad{number}:\n  br label %good{number}\ngood{number}:"
        )
        .expect("writing to a string");
        self.block = format!("good{number}");
        let high = self.line(&format!("phi double [ {high}, %{before} ], [ {plain}, %bad{number} ]"));
        let low = self.line(&format!("phi double [ {low}, %{before} ], [ 0.0, %bad{number} ]"));
        (high, low)
    }

    /// Compares a value, and what the operation gives on rounded operands, with the twin; more than is known calls the run time.
    pub(super) fn compare_with_twin(&mut self, value: &str, local: &str, (high, low): &Pair) {
        let bits = self.line(&format!("bitcast double {high} to i64"));
        let exponent = self.line(&format!("and i64 {bits}, 9218868437227405312"));
        let scale = self.line(&format!("bitcast i64 {exponent} to double"));
        for (index, computed) in [(0, value), (1, local)] {
            let difference = self.sub(computed, high);
            let difference = self.sub(&difference, low);
            let error = self.abs(&difference);
            let at = self.line(&format!(
                "getelementptr [2 x double], ptr @{}, i32 %site, i32 {index}",
                super::THRESHOLDS
            ));
            let threshold = self.line(&format!("load double, ptr {at}"));
            let limit = self.mul(&threshold, &scale);
            let larger = self.line(&format!("fcmp ugt double {error}, {limit}"));
            let next = if index == 0 { "second" } else { "done" };
            writeln!(self.lines, "  br i1 {larger}, label %tell, label %{next}, !prof !0")
                .expect("writing to a string");
            if index == 0 {
                self.lines.push_str("second:\n");
            }
        }
        writeln!(
            self.lines,
            "tell:\n  call preserve_allcc void @ulpwise.error(i32 %site, double {value}, double {local}, double {high}, double {low})\n  \
             br label %done\ndone:"
        )
        .expect("writing to a string");
    }
}
