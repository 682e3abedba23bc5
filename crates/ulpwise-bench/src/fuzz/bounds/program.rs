//! A function whose errors are bounded, and the program that tries it: the function as it is, and
//! with every float in quadruple precision.

use crate::fuzz::pieces::SourcePiece;
use std::fmt::Write as _;

/// An input of a function.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FloatInput {
    pub(super) name: &'static str,
    pub(super) is_single: bool,
    /// Both ends are numbers of the input's format.
    pub(super) range: (f64, f64),
}

impl FloatInput {
    fn ty(&self) -> &'static str {
        if self.is_single { "float" } else { "double" }
    }
}

/// Which formats a function computes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FunctionPrecision {
    Double,
    Single,
    /// Doubles, and now and then floats.
    Mixed,
}

impl FunctionPrecision {
    /// The type of most variables.
    pub(super) fn ty(self) -> &'static str {
        if self == FunctionPrecision::Single { "float" } else { "double" }
    }
}

/// A function `f`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BoundedFunction {
    pub(super) inputs: Vec<FloatInput>,
    pub(super) body: Vec<SourcePiece>,
    /// What is returned.
    pub(super) result: String,
    pub(super) precision: FunctionPrecision,
}

/// The functions of the library that have other names in quadruple precision.
const LIBRARY: [&str; 11] =
    ["sqrt", "fabs", "fma", "fmin", "fmax", "sin", "cos", "atan", "tanh", "exp", "log"];

impl BoundedFunction {
    /// The text of the function.
    pub(super) fn text(&self) -> String {
        let declared: Vec<String> =
            self.inputs.iter().map(|input| format!("{} {}", input.ty(), input.name)).collect();
        let ty = self.precision.ty();
        let other = if self.precision == FunctionPrecision::Double { "double" } else { "float" };
        let mut text = format!(
            "#include <math.h>\n\n{ty} f({})\n{{\n    {ty} u = x, v = y, w = z, a[3] = {{y, z, x}};\n    {other} g = z;\n",
            declared.join(", ")
        );
        self.body.iter().for_each(|piece| piece.write(&mut text, 1));
        let _ = writeln!(text, "    return {};\n}}", self.result);
        text
    }

    /// The range options of the commands.
    pub(super) fn ranges(&self) -> Vec<String> {
        let range = |input: &FloatInput| {
            let (low, high) = input.range;
            format!("{}={low:e}..{high:e}", input.name)
        };
        self.inputs.iter().map(range).collect()
    }

    /// The program that holds bounds against calls.
    pub(super) fn trial(&self) -> String {
        let mut text = String::from("#include \"bounds.h\"\n#include <fenv.h>\n#include \"function.c\"\n");
        text.push_str("quad atanf128(quad), tanhf128(quad);\n");
        for name in LIBRARY {
            let _ = writeln!(text, "#define {name} {name}f128\n#define {name}f {name}f128");
        }
        text.push_str("#define f ff128\n");
        text.push_str("#define double quad\n#define float quad\n#include \"function.c\"\n");
        for name in LIBRARY {
            let _ = writeln!(text, "#undef {name}\n#undef {name}f");
        }
        text.push_str("#undef f\n#undef double\n#undef float\n");
        let names: Vec<&str> = self.inputs.iter().map(|input| input.name).collect();
        let types: Vec<&str> = self.inputs.iter().map(FloatInput::ty).collect();
        let returned = self.precision.ty();
        let smallest = if self.precision == FunctionPrecision::Single { "FLT_MIN" } else { "DBL_MIN" };
        let drawn: String = self
            .inputs
            .iter()
            .map(|input| {
                let (low, high) = input.range;
                format!("        {} {} = drawn({low:e}, {high:e});\n", input.ty(), input.name)
            })
            .collect();
        let shown: String = names
            .iter()
            .map(|name| format!("            printf(\" {name}=%a\", (double){name});\n"))
            .collect();
        let _ = write!(
            text,
            "static void show(const char *what, const char *mode) {{ printf(\"%s (%s):\", what, mode); }}
int main(int count, char **words)
{{
    {returned} (*volatile own)({types}) = f;
    uint64_t calls = strtoull(words[1], 0, 10);
    state = strtoull(words[2], 0, 10);
    struct seen accuracy = {{0, 0, {smallest}, atof(words[3]), atof(words[4]), 0}};
    struct seen stability = {{0, 0, 0x1p-1074, INFINITY, atof(words[5]), 0}};
    const int modes[4] = {{FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}};
    const char *const called[4] = {{\"nearest\", \"up\", \"down\", \"zero\"}};
    for (uint64_t i = 0; i < calls; i++) {{
{drawn}        quad right = ff128({names});
        for (int mode = 0; mode < 4; mode++) {{
            fesetround(modes[mode]);
            double computed = own({names});
            fesetround(FE_TONEAREST);
            int is_wrong = 0;
            if (mode == 0 && accuracy.absolute_bound >= 0 && see(&accuracy, computed, right)) {{ show(\"accuracy\", called[mode]); is_wrong = 1; }}
            if (stability.relative_bound >= 0 && see(&stability, computed, right)) {{ show(\"stability\", called[mode]); is_wrong = 1; }}
            if (is_wrong) {{
{shown}            printf(\" computed %a\\n\", computed);
            }}
        }}
    }}
    printf(\"%.17g %.17g %llu %.17g %llu\\n\", accuracy.absolute, accuracy.relative, (unsigned long long)accuracy.above, stability.relative, (unsigned long long)stability.above);
    return 0;
}}
",
            types = types.join(", "),
            names = names.join(", "),
        );
        text
    }
}
