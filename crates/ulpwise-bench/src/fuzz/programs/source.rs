//! A program under test: C in pieces that can be taken out one by one, and the inputs that its
//! function gets.

use crate::fuzz::pieces::SourcePiece;
use std::fmt::Write as _;

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputType {
    Double,
    Float,
    Int,
}

/// A parameter of the function that is checked.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Input {
    pub(super) name: &'static str,
    pub(super) ty: InputType,
    /// The range that is given, if one is.
    pub(super) range: Option<(f64, f64)>,
}

/// The parameters that only the native calls have: what the variables of the program hold before
/// the call.
pub(super) const STATE: [InputType; 4] =
    [InputType::Double, InputType::Double, InputType::Float, InputType::Int];

/// A program whose function `f` is checked, and whose function `drive` calls `f` in any state of the
/// program's variables, of `errno` and of the flags.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FuzzedProgram {
    pub(super) inputs: Vec<Input>,
    pub(super) body: Vec<SourcePiece>,
    /// Flags for the compiler.
    pub(super) cflags: &'static str,
}

impl FuzzedProgram {
    /// The text of the program.
    pub(super) fn text(&self) -> String {
        let mut text = PRELUDE.to_owned();
        let declared: Vec<String> = self
            .inputs
            .iter()
            .map(|input| {
                let ty = match input.ty {
                    InputType::Double => "double",
                    InputType::Float => "float",
                    InputType::Int => "int",
                };
                format!("{ty} {}", input.name)
            })
            .collect();
        let (declared, names) =
            (declared.join(", "), self.inputs.iter().map(|input| input.name).collect::<Vec<_>>().join(", "));
        let _ = writeln!(text, "__attribute__((noinline)) double f({declared})\n{{");
        text.push_str("    double u = x, v = y, w = 1, a[4] = {1, 2, 3, 4}; float g = z; int k = n;\n");
        text.push_str("    struct pair p = {x, z}; union bits bits = {y}; double *q = &a[1];\n");
        self.body.iter().for_each(|piece| piece.write(&mut text, 1));
        text.push_str("    return u + v * w - p.a + g + k + *q + bits.f[0];\n}\n");
        let _ = writeln!(
            text,
            "double drive({declared}, double s, double t, float r, int m)\n{{\n    poke(s, t, r, m);\n    return f({names});\n}}"
        );
        text
    }

    /// The range options of the check.
    pub(super) fn ranges(&self) -> Vec<String> {
        let given = self.inputs.iter().filter_map(|input| Some((input, input.range?)));
        given
            .map(|(input, (low, high))| match input.ty {
                InputType::Int => format!("{}={}..{}", input.name, low as i64, high as i64),
                InputType::Double | InputType::Float => format!("{}={low:e}..{high:e}", input.name),
            })
            .collect()
    }
}

/// What every program has: variables that other functions may write, tables that none does,
/// callbacks, variable arguments, structures by value.
const PRELUDE: &str = "#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct pair { double a; float b; };
union bits { double d; uint64_t u; float f[2]; int32_t i[2]; };
static double s0 = 1, s1 = -2, work[4] = {1, 2, 3, 4};
static float s2 = 0.5f;
static int s3 = 7;
static double *where = &s0;
static double table[8] = {0.5, -1.25, 3, 1e-3, 1e10, -2e-8, 1e300, 4};
static const struct { const double *data; int order; } series = {table, 7};

static double plus_one(double x) { return x + 1; }
static double halve(double x) { return x / 2; }
static double invert(double x) { return 1 / x; }
static double (*const functions[4])(double) = {plus_one, halve, invert, sqrt};
static double apply(double (*function)(double), double x) { return function(x); }
static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static double sum_of(int count, ...)
{
    va_list list; va_start(list, count); double sum = 0;
    for (int i = 0; i < count; i++) sum += va_arg(list, double);
    va_end(list); return sum;
}
static double by_value(struct pair p) { return p.a * p.b - p.b; }
static struct pair swapped(struct pair p) { struct pair q = {p.b, (float)p.a}; return q; }
static double series_at(double x)
{
    double sum = 0;
    for (int i = series.order; i >= 0; i--) sum = sum * x + series.data[i];
    return sum;
}
static void store(double *to, double value) { *to = value; }
static double power(double x, int n) { return n <= 0 ? 1 : x * power(x, n > 9 ? 9 : n - 1); }

void poke(double s, double t, float r, int m)
{
    s0 = s; s1 = t; s2 = r; s3 = m; work[m & 3] = s;
    where = m & 16 ? &s1 : m & 32 ? &work[m & 3] : &s0;
    errno = m & 3;
    if (m & 4) feraiseexcept(FE_INEXACT | FE_OVERFLOW);
}

";
