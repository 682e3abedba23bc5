//! The functions of the mathematical library that have no exact definition: what libm delivers is
//! the host's affair, to the last bit. Functions that are exact (`sqrt`, `fma`, `floor`, `fmod`, …)
//! are not among them.

use crate::math::{MathFacts, ULPS_MARGIN};
use crate::names::FloatType;

use std::fmt;
use std::sync::OnceLock;

/// Defines the enum and its table from one list, so that neither can lack an entry.
macro_rules! libm_functions {
    ($($(#[$meta:meta])* $variant:ident $name:literal $arity:literal,)*) => {
        /// A function of the mathematics library, without regard to the type it works on.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum LibmFunction {
            $($(#[$meta])* $variant,)*
        }

        impl LibmFunction {
            /// All functions, in the order of their declaration.
            pub const ALL: &[LibmFunction] = &[$(LibmFunction::$variant,)*];

            /// The name that C gives the variant for `double`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(LibmFunction::$variant => $name,)*
                }
            }

            /// The number of floating-point arguments.
            pub const fn arity(self) -> usize {
                match self {
                    $(LibmFunction::$variant => $arity,)*
                }
            }
        }
    };
}

libm_functions! {
    /// e^x.
    Exp "exp" 1,
    /// 2^x.
    Exp2 "exp2" 1,
    /// 10^x.
    Exp10 "exp10" 1,
    /// e^x - 1.
    Expm1 "expm1" 1,
    /// Natural logarithm.
    Log "log" 1,
    /// Logarithm to base 2.
    Log2 "log2" 1,
    /// Logarithm to base 10.
    Log10 "log10" 1,
    /// log(1 + x).
    Log1p "log1p" 1,
    /// x^y.
    Pow "pow" 2,
    /// Sine.
    Sin "sin" 1,
    /// Cosine.
    Cos "cos" 1,
    /// Tangent.
    Tan "tan" 1,
    /// Arc sine.
    Asin "asin" 1,
    /// Arc cosine.
    Acos "acos" 1,
    /// Arc tangent.
    Atan "atan" 1,
    /// Angle of the point (x, y); the arguments are y, x.
    Atan2 "atan2" 2,
    /// Hyperbolic sine.
    Sinh "sinh" 1,
    /// Hyperbolic cosine.
    Cosh "cosh" 1,
    /// Hyperbolic tangent.
    Tanh "tanh" 1,
    /// Inverse hyperbolic sine.
    Asinh "asinh" 1,
    /// Inverse hyperbolic cosine.
    Acosh "acosh" 1,
    /// Inverse hyperbolic tangent.
    Atanh "atanh" 1,
    /// Length of the hypotenuse.
    Hypot "hypot" 2,
    /// Cube root.
    Cbrt "cbrt" 1,
    /// Error function.
    Erf "erf" 1,
    /// Complementary error function.
    Erfc "erfc" 1,
    /// Logarithm of the absolute value of the gamma function.
    Lgamma "lgamma" 1,
    /// Gamma function.
    Tgamma "tgamma" 1,
    /// Bessel function of the first kind, order 0.
    J0 "j0" 1,
    /// Bessel function of the first kind, order 1.
    J1 "j1" 1,
    /// Bessel function of the second kind, order 0.
    Y0 "y0" 1,
    /// Bessel function of the second kind, order 1.
    Y1 "y1" 1,
}

impl LibmFunction {
    /// The function with this name, as [`LibmFunction::name`] gives it.
    pub fn from_name(name: &str) -> Option<LibmFunction> {
        LibmFunction::ALL.iter().copied().find(|function| function.name() == name)
    }

    /// What is known of it.
    pub fn facts(self) -> &'static MathFacts {
        static FACTS: OnceLock<Vec<&'static MathFacts>> = OnceLock::new();
        let find = |&function: &LibmFunction| {
            let mut all = crate::externals().filter_map(|external| external.math.as_ref());
            all.find(|facts| facts.function == Some(function))
                .expect("a test finds every function in the table")
        };
        FACTS.get_or_init(|| LibmFunction::ALL.iter().map(find).collect())[self as usize]
    }

    /// The error that is allowed for in double or float, in ulps of the exact value.
    pub fn error_in_ulps(self, format: FloatType) -> Option<i128> {
        let [double, single] = self.facts().ulps?;
        match format {
            FloatType::Double => Some(i128::from(double + ULPS_MARGIN)),
            FloatType::Float => Some(i128::from(single + ULPS_MARGIN)),
            FloatType::LongDouble | FloatType::Quad => None,
        }
    }
}

impl fmt::Display for LibmFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_lead_back() {
        for &function in LibmFunction::ALL {
            assert_eq!(LibmFunction::from_name(function.name()), Some(function));
        }
        assert_eq!(LibmFunction::from_name("sqrt"), None);
    }

    #[test]
    fn every_function_has_facts_under_its_name() {
        for &function in LibmFunction::ALL {
            let named = crate::lookup(function.name()).expect("it is in the table");
            assert_eq!(named.math().and_then(|facts| facts.function), Some(function));
            assert_eq!(function.facts().function, Some(function));
        }
    }
}
