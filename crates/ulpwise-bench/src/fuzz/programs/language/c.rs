//! Random C: what proofs of real programs meet besides arithmetic. Statics, pointers that alias and
//! walk, unions and copies of bytes, callbacks, loops with float counters, conversions of every
//! width, rounding modes and flags, variable arguments, sorted arrays, code that the compiler turns
//! into vectors.
//!
//! No statement goes outside of objects, reads what was not written or divides integers by zero: a
//! proof holds up to such behaviour only. What a conversion or a sum of integers does beyond its
//! type is part of the claim.

use crate::fuzz::pieces::SourcePiece;
use ulpwise_base::SplitMix64;

/// Flags that programs are compiled with.
pub(super) const FLAGS: [&str; 6] = ["", "", "-O1", "-O2", "-O2 -march=x86-64-v3", "-O3 -fno-math-errno"];

const NUMBERS: [&str; 14] =
    ["u", "v", "w", "p.a", "p.b", "g", "a[1]", "a[k & 3]", "*q", "s0", "s1", "s2", "*where", "work[n & 3]"];
const TARGETS: [&str; 11] =
    ["u", "v", "w", "p.a", "g", "a[k & 3]", "*q", "s0", "s2", "*where", "work[k & 3]"];
const CONSTANTS: [&str; 12] = [
    "0.0",
    "1.0",
    "-1.0",
    "0.5",
    "2.0",
    "1e-10",
    "1e10",
    "1e-300",
    "1e300",
    "3.25",
    "0.1",
    "4503599627370496.0",
];
const INTEGERS: [&str; 8] =
    ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long"];

/// What every program has: variables that other functions may write, tables that none does,
/// callbacks, variable arguments, structures by value.
pub(super) const PRELUDE: &str = include_str!("prelude.c");

/// What every function begins and ends with.
pub(super) const OPENING: &str =
    "    double u = x, v = y, w = 1, a[4] = {1, 2, 3, 4}; float g = z; int k = n;
    struct pair p = {x, z}; union bits bits = {y}; double *q = &a[1];
";
/// Everything that a statement may have changed.
pub(super) const CLOSING: &str = "    return u + v * w - p.a + g + k + *q + bits.f[0];\n}\n";

/// A random body.
pub(super) fn body(random: SplitMix64, statements: usize) -> Vec<SourcePiece> {
    let mut writer = Writer { random, depth: 0, labels: 0 };
    (0..statements).map(|_| writer.statement()).collect()
}

struct Writer {
    random: SplitMix64,
    depth: usize,
    labels: usize,
}

impl Writer {
    fn one_of(&mut self, words: &[&'static str]) -> &'static str {
        self.random.choose::<&'static str>(words)
    }

    fn atom(&mut self) -> String {
        match self.random.below(10) {
            0..=5 => self.one_of(&NUMBERS).to_owned(),
            6 => self.one_of(&CONSTANTS).to_owned(),
            7 => self.one_of(&["x", "y", "z", "(double)n", "k"]).to_owned(),
            8 => self.one_of(&["table[k & 7]", "table[2]", "series.data[n & 7]", "bits.f[1]"]).to_owned(),
            _ => self.one_of(&["by_value(p)", "swapped(p).a", "(double)s3", "fabs(s1)"]).to_owned(),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atom();
        }
        let (a, b) = (self.expression(depth - 1), self.atom());
        match self.random.below(24) {
            0 | 1 => format!("({a} + {b})"),
            2 | 3 => format!("({a} - {b})"),
            4 | 5 => format!("({a} * {b})"),
            6 => format!("({a} / {b})"),
            7 => format!("sqrt(fabs({a}))"),
            8 => format!("({a} * {a} + {b})"),
            9 => {
                let name = self.one_of(&["exp", "log", "sin", "cos", "tan", "atan", "tanh", "cbrt", "log1p"]);
                format!("{name}({a})")
            }
            10 => {
                let name = self.one_of(&["floor", "ceil", "trunc", "rint", "round", "fabs"]);
                format!("({a} - {name}({a}))")
            }
            11 => {
                let name =
                    self.one_of(&["fmin", "fmax", "fmod", "hypot", "atan2", "copysign", "pow", "fdim"]);
                format!("{name}({a}, {b})")
            }
            12 => format!("({b} / (1 + {a} * {a}))"),
            13 => format!("(({a} - {b}) / ({a} + {b}))"),
            14 => format!("fma({a}, {b}, {})", self.atom()),
            15 => format!("(float)({a})"),
            16 => format!("(double)((long double){a} * {b})"),
            17 => format!("(double)(_Float16)({a})"),
            18 => format!("functions[k & 3]({a})"),
            19 => {
                let callback = self.one_of(&["plus_one", "halve", "invert", "fabs"]);
                format!("apply(k & 1 ? {callback} : halve, {a})")
            }
            20 => format!("sum_of(3, (double){a}, (double){b}, 1.0)"),
            21 => format!("series_at({a})"),
            22 => format!("ldexp({a}, k & 31)"),
            _ => format!("power({a}, k & 7)"),
        }
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.atom(), self.atom());
        let relation = self.one_of(&["<", "<=", ">", ">=", "==", "!="]);
        match self.random.below(8) {
            0 => format!("fabs({a}) {relation} {}", self.one_of(&CONSTANTS)),
            1 => format!("{a} > 0 && {a} {relation} {b}"),
            2 => format!("!({a} {relation} {b}) || n > 3"),
            3 => format!("isnan({a}) || {a} {relation} {b}"),
            4 => format!("({}) ({a} {relation} {b})", self.one_of(&["int", "_Bool"])),
            5 => "q == &a[2]".to_owned(),
            6 => self
                .one_of(&["fetestexcept(FE_INEXACT)", "errno == 0", "isfinite(u)", "signbit(v)"])
                .to_owned(),
            _ => format!("{a} {relation} {b}"),
        }
    }

    fn body(&mut self) -> Vec<SourcePiece> {
        (0..=self.random.below(2)).map(|_| self.statement()).collect()
    }

    fn statement(&mut self) -> SourcePiece {
        self.depth += 1;
        let piece = match self.random.below(12) {
            0..=2 if self.depth < 4 => self.branch(),
            3 | 4 if self.depth < 3 => self.repeat(),
            5 => SourcePiece::Line(self.conversion()),
            6 => SourcePiece::Line(self.pointer()),
            7 => SourcePiece::Line(self.bytes()),
            8 => SourcePiece::Line(self.library()),
            _ => SourcePiece::Line(format!("{} = {};", self.one_of(&TARGETS), self.expression(2))),
        };
        self.depth -= 1;
        piece
    }

    fn branch(&mut self) -> SourcePiece {
        match self.random.below(4) {
            0 => SourcePiece::Block(
                "switch (k & 3) {".to_owned(),
                vec![
                    SourcePiece::Block("case 0: {".to_owned(), self.body(), "} break;".to_owned()),
                    SourcePiece::Block("case 2: {".to_owned(), self.body(), "}".to_owned()),
                    SourcePiece::Block("default: {".to_owned(), self.body(), "}".to_owned()),
                ],
                "}".to_owned(),
            ),
            1 => {
                let (a, b) = (self.atom(), self.atom());
                let relation = self.one_of(&["<", "<=", ">", ">=", "!="]);
                let target = self.one_of(&TARGETS);
                SourcePiece::Line(format!("if ({a} {relation} {b}) {target} = 1 / ({a} - {b});"))
            }
            _ => SourcePiece::Block(format!("if ({}) {{", self.condition()), self.body(), "}".to_owned()),
        }
    }

    fn repeat(&mut self) -> SourcePiece {
        let counter = format!("i{}", self.depth);
        let head = match self.random.below(7) {
            0 => format!("for (double {counter} = 0; {counter} < 1; {counter} += 0.1) {{"),
            1 => format!("for (float {counter} = 1; {counter} < 1e6f; {counter} *= 3.5f) {{"),
            2 => format!("for (double {counter} = 1; {counter} > 1e-5; {counter} /= 7) {{"),
            3 => format!("for (int {counter} = 0; {counter} < n && {counter} < 40; {counter}++) {{"),
            4 => format!("for (unsigned {counter} = 9; {counter}-- > 0;) {{"),
            5 => {
                self.labels += 1;
                let (label, condition) = (format!("in{}", self.labels), self.condition());
                let mut body = self.body();
                body.push(SourcePiece::Line(format!("{label}: if (++{counter} > 2) break;")));
                let head = format!("int {counter} = 0; if ({condition}) goto {label}; for (;;) {{");
                return SourcePiece::Block(
                    "{".to_owned(),
                    vec![SourcePiece::Block(head, body, "}".to_owned())],
                    "}".to_owned(),
                );
            }
            _ => format!("for (int {counter} = 0; {counter} < 4; {counter}++) {{"),
        };
        let mut body = self.body();
        body.push(SourcePiece::Line(match self.random.below(3) {
            0 => format!("a[(int){counter} & 3] += u;"),
            1 => format!("w += {counter};"),
            _ => format!("work[(int){counter} & 3] = v * {counter};"),
        }));
        SourcePiece::Block(head, body, "}".to_owned())
    }

    fn conversion(&mut self) -> String {
        let (ty, value) = (self.one_of(&INTEGERS), self.expression(1));
        match self.random.below(5) {
            0 => format!("k = ({ty})({value});"),
            1 => format!("if (fabs({value}) < 100) k = ({ty})({value});"),
            2 => format!("u = ({ty})(k * 3 + 1);"),
            3 => format!("v = (double)(__int128)(k) * {value};"),
            _ => format!("k = (int)lrint({value}) & 1023;"),
        }
    }

    fn pointer(&mut self) -> String {
        match self.random.below(8) {
            0 => "q = &a[k & 3];".to_owned(),
            1 => "q = n > 0 ? &u : &a[2];".to_owned(),
            2 => "for (double *t = a; t != a + 4; t++) { *t = *t * 2 - 1; v += *t; }".to_owned(),
            3 => format!("store(q, {});", self.expression(1)),
            4 => format!("{{ double *t = k & 1 ? &v : where; *t = {}; }}", self.expression(1)),
            5 => format!("{{ double **t = &q; **t = {}; *t = &a[1]; }}", self.expression(1)),
            6 => {
                "{ struct pair pairs[3] = {p, {u, g}, {v, 1}}; p = pairs[k & 1]; w = pairs[2].a; }".to_owned()
            }
            _ => format!("where = k & 4 ? &s1 : &work[k & 3]; *where = {};", self.expression(1)),
        }
    }

    fn bytes(&mut self) -> String {
        match self.random.below(8) {
            0 => format!("bits.d = {}; bits.u &= 0x7fffffffffffffff; u = bits.d;", self.expression(1)),
            1 => "bits.u = (uint64_t)(k & 2047) << 52; v = bits.d;".to_owned(),
            2 => format!(
                "{{ uint64_t t; memcpy(&t, &v, 8); t ^= {}; memcpy(&v, &t, 8); }}",
                1_u64 << self.random.below(64)
            ),
            3 => "memcpy(a, work, sizeof a);".to_owned(),
            4 => "memmove(a + 1, a, 3 * sizeof *a);".to_owned(),
            5 => "memset(work, 0, sizeof work);".to_owned(),
            6 => "bits.f[0] = g; bits.f[1] = (float)u;".to_owned(),
            _ => "{ struct pair t; memset(&t, 0, sizeof t); t.b = g; p = t; }".to_owned(),
        }
    }

    fn library(&mut self) -> String {
        match self.random.below(9) {
            0 => "qsort(a, 4, sizeof *a, compare);".to_owned(),
            1 => {
                let mode = self.one_of(&["FE_UPWARD", "FE_DOWNWARD", "FE_TOWARDZERO"]);
                format!("fesetround({mode}); u = {}; fesetround(FE_TONEAREST);", self.expression(1))
            }
            2 => format!("errno = 0; v = log({}); if (errno) v = 1;", self.expression(1)),
            3 => "{ int e; u = frexp(u, &e); k = e; }".to_owned(),
            4 => "{ double t; v = modf(v, &t); w = t; }".to_owned(),
            5 => "{ double *t = malloc(3 * sizeof *t); if (t) { t[0] = u; t[1] = v; t[2] = t[0] - t[1]; w = t[2]; free(t); } }".to_owned(),
            6 => "{ double t[k & 3 ? 4 : 2]; t[0] = u; t[1] = w; v = t[0] / t[k & 1]; }".to_owned(),
            7 => "u = strtod(k & 1 ? \"1.5\" : \"1e308\", 0);".to_owned(),
            _ => "feclearexcept(FE_ALL_EXCEPT); w = u * v; if (fetestexcept(FE_OVERFLOW)) w = 1;".to_owned(),
        }
    }
}
