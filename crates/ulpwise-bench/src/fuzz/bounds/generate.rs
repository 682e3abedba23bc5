//! Random functions whose errors can be bounded: sums, products, quotients and roots of inputs in
//! ranges, in double and single precision, in straight lines and in small loops.
//!
//! No branch depends on a float, for beyond it another function would be right; no operation has two
//! literals, whose result a compiler may know in double only; and no divisor is zero.

use super::program::{BoundedFunction, FloatInput, FunctionPrecision};
use crate::fuzz::pieces::SourcePiece;
use ulpwise_base::SplitMix64;

/// Ranges of inputs.
const RANGES: [(f64, f64); 14] = [
    (1.0, 2.0),
    (-1.0, 1.0),
    (0.5, 0.75),
    (0.0, 1.0),
    (1.0, 1000.0),
    (-1e5, 1e5),
    (1e-3, 1e-2),
    (-1e-9, 1e-9),
    (1e8, 1e12),
    (0.0, 1e-30),
    (1e-300, 1e-290),
    (-3.0, -2.0),
    (1.0, 1.0),
    (0.0, 5e-310),
];

/// The same for single precision.
const SINGLE_RANGES: [(f64, f64); 8] = [
    (1.0, 2.0),
    (-1.0, 1.0),
    (0.5, 0.75),
    (1.0, 1024.0),
    (0.0, 65536.0),
    (-4.0, -0.25),
    (0.0, 1.0),
    (1.0 / 1024.0, 1.0 / 64.0),
];

const NUMBERS: [&str; 10] = ["u", "v", "w", "x", "y", "z", "g", "a[0]", "a[1]", "a[2]"];
const TARGETS: [&str; 8] = ["u", "u", "v", "v", "w", "g", "a[0]", "a[1]"];
const LITERALS: [&str; 14] =
    ["0.5", "2.0", "3.0", "0.1", "-1.0", "1.0", "10.0", "1e-3", "1e3", "0.25", "-0.3", "1.5", "0.7", "7.0"];

/// The function of a seed.
pub(super) fn generate(seed: u64) -> BoundedFunction {
    let mut random = SplitMix64::new(seed);
    let input = |name, is_single, random: &mut SplitMix64| {
        let ranges: &[(f64, f64)] = if is_single { &SINGLE_RANGES } else { &RANGES };
        FloatInput { name, is_single, range: *random.choose(ranges) }
    };
    // What rounds doubles to floats on the way has no exact result for `accuracy`.
    let precision = match random.below(8) {
        0..=3 => FunctionPrecision::Double,
        4..=6 => FunctionPrecision::Single,
        _ => FunctionPrecision::Mixed,
    };
    let is_single = precision == FunctionPrecision::Single;
    let inputs = [("x", is_single), ("y", is_single), ("z", precision != FunctionPrecision::Double)]
        .map(|(name, is_single)| input(name, is_single, &mut random))
        .to_vec();
    // What `stability` follows, or what `accuracy` does.
    let has_library = random.below(3) == 0;
    let mut writer = Writer { random, precision, has_library, depth: 0 };
    let count = 1 + writer.random.below(6);
    let body = (0..count).map(|_| writer.statement()).collect();
    let result = writer.expression(1);
    BoundedFunction { inputs, body, result, precision }
}

struct Writer {
    random: SplitMix64,
    precision: FunctionPrecision,
    has_library: bool,
    depth: usize,
}

impl Writer {
    fn one_of(&mut self, words: &[&'static str]) -> &'static str {
        self.random.choose::<&'static str>(words)
    }

    fn number(&mut self) -> &'static str {
        self.one_of(&NUMBERS)
    }

    /// A number, or a literal; the other operand is no literal.
    fn operand(&mut self) -> String {
        if self.random.below(3) == 0 { self.literal(&LITERALS) } else { self.number().to_owned() }
    }

    /// A literal of the function's precision.
    fn literal(&mut self, of: &[&'static str]) -> String {
        let digits = self.one_of(of);
        let is_single = match self.precision {
            FunctionPrecision::Double => false,
            FunctionPrecision::Single => true,
            FunctionPrecision::Mixed => self.random.below(3) == 0,
        };
        if is_single { format!("{digits}f") } else { digits.to_owned() }
    }

    /// A function of the library, by its name in double precision.
    fn function(&self, name: &str) -> String {
        if self.precision == FunctionPrecision::Single { format!("{name}f") } else { name.to_owned() }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.number().to_owned();
        }
        let (a, b, one) = (self.expression(depth - 1), self.operand(), self.literal(&["1.0"]));
        match self.random.below(22) {
            0..=2 => format!("({a} + {b})"),
            3..=5 => format!("({a} - {b})"),
            6..=8 => format!("({a} * {b})"),
            9 => format!("({a} / {})", self.literal(&["3.0", "7.0", "0.1", "1e3", "-2.5"])),
            10 => format!("({b} / ({one} + {a} * {a}))"),
            11 => format!("({a} / ({one} + {}({})))", self.function("fabs"), self.number()),
            12 => format!("{}({}({a}))", self.function("sqrt"), self.function("fabs")),
            13 => format!("{}({a} * {a} + {one})", self.function("sqrt")),
            14 => format!("{}({a}, {b}, {})", self.function("fma"), self.number()),
            15 if self.precision == FunctionPrecision::Mixed => format!("(float)({a})"),
            15 | 16 => format!("{}({a})", self.function("fabs")),
            17 => format!("(-{a})"),
            18 => {
                let choice = self.one_of(&["fmin", "fmax"]);
                format!("{}({a}, {})", self.function(choice), self.number())
            }
            19 if self.has_library => {
                let name = self.one_of(&["sin", "cos", "atan", "tanh"]);
                format!("{}({a})", self.function(name))
            }
            20 if self.has_library => format!("{}(-{}({a}))", self.function("exp"), self.function("fabs")),
            21 if self.has_library => format!("{}({one} + {a} * {a})", self.function("log")),
            _ => format!("({a} * {a} - {b} * {})", self.number()),
        }
    }

    fn statement(&mut self) -> SourcePiece {
        self.depth += 1;
        let piece = match self.random.below(8) {
            0 | 1 if self.depth < 3 => self.repeat(),
            2 => {
                let (target, value) = (self.one_of(&TARGETS), self.expression(1));
                let operator = self.one_of(&["+=", "-=", "*="]);
                SourcePiece::Line(format!("{target} {operator} {value};"))
            }
            _ => {
                let (target, value) = (self.one_of(&TARGETS), self.expression(2));
                SourcePiece::Line(format!("{target} = {value};"))
            }
        };
        self.depth -= 1;
        piece
    }

    /// A loop that integers count.
    fn repeat(&mut self) -> SourcePiece {
        let (counter, turns) = (format!("i{}", self.depth), 1 + self.random.below(8));
        let mut body: Vec<SourcePiece> = (0..=self.random.below(2)).map(|_| self.statement()).collect();
        body.push(SourcePiece::Line(match self.random.below(4) {
            0 => format!("u = u * {} + {};", self.literal(&["0.5", "0.9"]), self.number()),
            1 => format!("v += {} * a[{counter} % 3];", self.number()),
            2 => format!("w = w * x + ({}){counter};", self.precision.ty()),
            _ => {
                let (one, other) = (self.literal(&["0.9"]), self.literal(&["0.1"]));
                format!("g = {one} * g + {other} * {};", self.number())
            }
        }));
        let head = format!("for (int {counter} = 0; {counter} < {turns}; {counter}++) {{");
        SourcePiece::Block(head, body, "}".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_a_function() {
        assert_eq!(generate(7).text(), generate(7).text());
        assert_ne!(generate(7).text(), generate(8).text());
    }
}
