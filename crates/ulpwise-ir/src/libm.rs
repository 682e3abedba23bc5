//! The names of the mathematical library: a call of one of these functions is a site.
//!
//! Left out on purpose: `fabs` and `copysign`, which only touch the sign bit, the classification
//! functions, which raise nothing, and the functions of `fenv.h`.

/// Functions of `math.h` that exist for double (no suffix), float (`f`), long double (`l`) and
/// binary128 (`f128`).
const REAL: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "drem",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmaximum",
    "fmaximum_num",
    "fmin",
    "fminimum",
    "fminimum_num",
    "fmod",
    "frexp",
    "gamma",
    "hypot",
    "ilogb",
    "j0",
    "j1",
    "jn",
    "ldexp",
    "lgamma",
    "lgamma_r",
    "llogb",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nearbyint",
    "nextafter",
    "nextdown",
    "nexttoward",
    "nextup",
    "pow",
    "pow10",
    "remainder",
    "remquo",
    "rint",
    "round",
    "roundeven",
    "scalb",
    "scalbln",
    "scalbn",
    "significand",
    "sin",
    "sincos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
    "y0",
    "y1",
    "yn",
];

/// Functions of `complex.h`, with the same suffixes.
const COMPLEX: &[&str] = &[
    "cabs", "cacos", "cacosh", "carg", "casin", "casinh", "catan", "catanh", "ccos", "ccosh", "cexp", "clog",
    "clog10", "cpow", "csin", "csinh", "csqrt", "ctan", "ctanh",
];

/// Functions of the compilers' run-time libraries, internal names of glibc, and names that carry their
/// suffix inside.
const RUNTIME: &[&str] = &[
    "__acos_finite",
    "__divdc3",
    "__divsc3",
    "__divtc3",
    "__divxc3",
    "__exp_finite",
    "__log_finite",
    "__muldc3",
    "__mulsc3",
    "__multc3",
    "__mulxc3",
    "__pow_finite",
    "__powidf2",
    "__powisf2",
    "__powitf2",
    "__powixf2",
    "lgammaf128_r",
    "lgammaf_r",
    "lgammal_r",
];

/// Whether an undefined function of this name belongs to the mathematical library.
pub fn is_math_function(name: &str) -> bool {
    let known = |base: &str| REAL.binary_search(&base).is_ok() || COMPLEX.binary_search(&base).is_ok();
    let without = |suffix| name.strip_suffix(suffix).is_some_and(known);
    // `erf` is no float version of `er`: the whole name comes first.
    known(name)
        || RUNTIME.binary_search(&name).is_ok()
        || without("f")
        || without("l")
        || without("f128")
        || without("f64")
        || without("f32")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        for table in [REAL, COMPLEX, RUNTIME] {
            assert!(table.is_sorted(), "binary search needs sorted names");
        }
    }

    #[test]
    fn all_suffixes_are_known_and_others_are_not() {
        for name in [
            "sin",
            "sinf",
            "sinl",
            "sinf128",
            "erf",
            "erff",
            "lgamma_r",
            "lgammaf_r",
            "csqrt",
            "__powidf2",
            "modf",
            "modff",
        ] {
            assert!(is_math_function(name), "{name}");
        }
        for name in ["fabs", "fabsf", "copysign", "copysignl", "sinq", "printf", "f", "l", "", "isnan", "er"]
        {
            assert!(!is_math_function(name), "{name}");
        }
    }
}
