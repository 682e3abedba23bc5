//! Random C functions on numbers: arithmetic, branches, loops, arrays and calls of one another.

use std::fmt::Write;
use ulpwise_base::SplitMix64;

/// A program of some functions `f0`, `f1`, …, each of which may call earlier ones.
pub(crate) fn program(seed: u64, functions: usize) -> String {
    let mut random = SplitMix64::new(seed);
    let mut source = "#include <math.h>
        static const double table[6] = { 0.5, -1.25, 3.0, 1e-3, 1e10, -2e-8 };
        struct pair { double a, b; };\n"
        .to_owned();
    for number in 0..functions {
        let body = Body { random: &mut random, functions: number, text: String::new(), depth: 0 };
        write!(source, "double f{number}(double x, double y, int n) {{\n{}}}\n", body.finish())
            .expect("a string takes all");
    }
    source
}

const VARIABLES: [&str; 6] = ["u", "v", "w", "p.a", "p.b", "a[1]"];
const CONSTANTS: [&str; 10] =
    ["0.0", "1.0", "-1.0", "0.5", "2.0", "1e-10", "1e10", "1e-300", "1e300", "3.25"];

struct Body<'r> {
    random: &'r mut SplitMix64,
    functions: usize,
    text: String,
    depth: usize,
}

impl Body<'_> {
    fn finish(mut self) -> String {
        self.line("double u = x, v = y, w = 1; double a[4] = { 1, 2, 3, 4 }; struct pair p = { x, y };");
        for _ in 0..4 + self.random.below(4) {
            self.statement();
        }
        self.line("return u + v * w - p.a;");
        self.text
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn variable(&mut self) -> &'static str {
        VARIABLES[self.random.below(VARIABLES.len() as u64) as usize]
    }

    fn constant(&mut self) -> &'static str {
        CONSTANTS[self.random.below(CONSTANTS.len() as u64) as usize]
    }

    fn atom(&mut self) -> String {
        match self.random.below(8) {
            0..=4 => self.variable().to_owned(),
            5 => self.constant().to_owned(),
            6 => self.random.choose(&["x", "y", "(double)n"]).to_string(),
            _ => self.random.choose(&["table[n & 3]", "a[n & 3]", "table[2]"]).to_string(),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atom();
        }
        let (a, b) = (self.expression(depth - 1), self.atom());
        match self.random.below(16) {
            0 | 1 => format!("({a} + {b})"),
            2 | 3 => format!("({a} - {b})"),
            4 | 5 => format!("({a} * {b})"),
            6 => format!("({a} / {b})"),
            7 => format!("sqrt(fabs({a}))"),
            8 => format!("({a} + ({b} - {a}) / 2)"),
            9 => format!("({a} * {a} + {b})"),
            10 => {
                let function =
                    self.random.choose(&["exp", "log", "sin", "cos", "floor", "atan", "fabs", "tanh"]);
                format!("{function}({a})")
            }
            11 => format!("(({a} - {b}) / ({a} + {b}))"),
            12 => format!("({b} / (1 + {a} * {a}))"),
            13 => format!("({a} - floor({a}) + {b} / (2 + fabs({b})))"),
            14 => format!("(({a} + {b}) - {a})"),
            _ if self.functions > 0 => {
                let callee = self.random.below(self.functions as u64);
                format!("f{callee}({a}, {b}, n)")
            }
            _ => format!("fmin({a}, {b})"),
        }
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.atom(), self.atom());
        let relation = self.random.choose(&["<", "<=", ">", ">=", "==", "!="]);
        match self.random.below(5) {
            0 => format!("fabs({a}) {relation} {}", self.constant()),
            1 => format!("{a} > 0 && {a} {relation} {b}"),
            2 => format!("!({a} {relation} {b}) || n > 3"),
            3 => format!("{a} * {a} {relation} {}", self.constant()),
            _ => format!("{a} {relation} {b}"),
        }
    }

    fn statement(&mut self) {
        self.depth += 1;
        match self.random.below(10) {
            0 | 1 if self.depth < 4 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.statement();
                self.line("} else {");
                self.statement();
                self.line("}");
            }
            2 if self.depth < 3 => {
                let bound = *self.random.choose(&["4", "n", "7", "n & 15"]);
                let counter = format!("i{}", self.depth);
                self.line(&format!(
                    "for (int {counter} = 0; {counter} < {bound} && {counter} < 50; {counter}++) {{"
                ));
                self.line(&format!("a[{counter} & 3] = {};", "u"));
                self.statement();
                self.line("}");
            }
            7 => {
                let (a, b, target) = (self.atom(), self.atom(), self.variable());
                let relation = self.random.choose(&["<", "<=", ">", ">=", "!="]);
                self.line(&format!("if ({a} {relation} {b}) {target} = 1 / ({a} - {b});"));
            }
            8 => {
                let (target, gain) = (self.variable(), self.constant());
                self.line(&format!("for (int k = 0; k < n; k++) {{ double t = {target}; {target} = 1.5 * u - 0.7 * t + {gain}; u = t; }}"));
            }
            // A loop that may be entered in its middle.
            9 if self.depth < 3 => {
                let (condition, label) = (self.condition(), format!("in{}", self.text.len()));
                self.line(&format!("{{ int k = 0; if ({condition}) goto {label};\nfor (;;) {{"));
                self.statement();
                self.line(&format!("{label}: if (++k > 2) break;\n}} }}"));
            }
            3 => {
                let value = self.expression(1);
                self.line(&format!("if (fabs({value}) < 1e6) n = (int)({value});"));
            }
            _ => {
                let (target, value) = (self.variable(), self.expression(2));
                self.line(&format!("{target} = {value};"));
            }
        }
        self.depth -= 1;
    }
}
