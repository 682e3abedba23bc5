//! Expressions over the reals, as an e-graph holds them, and what floats make of them.

use egg::{Id, Language, RecExpr};
use std::fmt;
use std::str::FromStr;

/// A variable, by its number among those of the expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct VariableIndex(pub(crate) u32);

impl fmt::Display for VariableIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl FromStr for VariableIndex {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        text.strip_prefix('v').and_then(|digits| digits.parse().ok()).map(Self).ok_or(())
    }
}

/// A finite double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Constant(u64);

impl Constant {
    pub(crate) fn new(value: f64) -> Self {
        // Both zeros are the same real number.
        Self(if value == 0.0 { 0 } else { value.to_bits() })
    }

    pub(crate) fn value(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.value())
    }
}

impl FromStr for Constant {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        // The names of variables begin with a letter, and so do "inf" and "nan".
        if !text.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            return Err(());
        }
        text.parse().ok().filter(|value: &f64| value.is_finite()).map(Self::new).ok_or(())
    }
}

macro_rules! functions {
    ($($name:ident $text:literal $cost:literal,)*) => {
        /// A function of one number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum Function { $($name),* }

        impl Function {
            pub(crate) const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Its name in C.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            /// About how many additions it costs.
            const fn cost(self) -> u32 {
                match self { $(Self::$name => $cost),* }
            }
        }
    };
}

functions! {
    Sqrt "sqrt" 5, Cbrt "cbrt" 15, Abs "fabs" 1,
    Exp "exp" 8, Exp2 "exp2" 8, Expm1 "expm1" 12,
    Log "log" 8, Log2 "log2" 8, Log10 "log10" 12, Log1p "log1p" 12,
    Sin "sin" 10, Cos "cos" 10, Tan "tan" 14,
    Asin "asin" 14, Acos "acos" 14, Atan "atan" 14,
    Sinh "sinh" 16, Cosh "cosh" 14, Tanh "tanh" 16,
    Asinh "asinh" 20, Acosh "acosh" 20, Atanh "atanh" 20,
}

impl Function {
    /// By its name in C for doubles.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|function| function.name() == name)
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Function {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::from_name(text).ok_or(())
    }
}

egg::define_language! {
    /// An operation.
    pub(crate) enum Math {
        Constant(Constant),
        Variable(VariableIndex),
        "+" = Add([Id; 2]),
        "-" = Sub([Id; 2]),
        "*" = Mul([Id; 2]),
        "/" = Div([Id; 2]),
        "neg" = Neg(Id),
        "fma" = Fma([Id; 3]),
        "pow" = Pow([Id; 2]),
        "hypot" = Hypot([Id; 2]),
        "atan2" = Atan2([Id; 2]),
        "fmax" = Max([Id; 2]),
        "fmin" = Min([Id; 2]),
        Call(Function, [Id; 1]),
    }
}

/// An expression.
pub(crate) type Term = RecExpr<Math>;

impl Math {
    /// About how many additions it costs.
    pub(crate) fn cost(&self) -> u32 {
        match self {
            Self::Constant(_) | Self::Variable(_) => 0,
            Self::Neg(_) => 1,
            Self::Add(_) | Self::Sub(_) | Self::Mul(_) => 1,
            Self::Max(_) | Self::Min(_) => 2,
            Self::Div(_) => 4,
            Self::Fma(_) => 3,
            Self::Pow(_) => 24,
            Self::Hypot(_) => 12,
            Self::Atan2(_) => 18,
            Self::Call(function, _) => function.cost(),
        }
    }
}

/// The format in which an expression is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Single,
    Double,
}

impl Format {
    /// A double as a number of this format.
    pub(crate) fn round(self, value: f64) -> f64 {
        match self {
            Self::Single => f64::from(value as f32),
            Self::Double => value,
        }
    }

    pub(crate) const fn smallest_normal(self) -> f64 {
        match self {
            Self::Single => f32::MIN_POSITIVE as f64,
            Self::Double => f64::MIN_POSITIVE,
        }
    }

    /// How many bits of error lie between what was computed and what is right: the binary logarithm of
    /// how many numbers of the format lie between them.
    pub(crate) fn bits_of_error(self, computed: f64, right: f64) -> f64 {
        if computed.is_nan() {
            return self.bits();
        }
        let steps = match self {
            Self::Double => ordinal(computed).abs_diff(ordinal(right)),
            Self::Single => ordinal_of_single(computed).abs_diff(ordinal_of_single(right)),
        };
        ((steps as f64) + 1.0).log2().min(self.bits())
    }

    pub(crate) const fn bits(self) -> f64 {
        match self {
            Self::Single => 32.0,
            Self::Double => 64.0,
        }
    }
}

/// The number of a double among all in their order.
pub(crate) fn ordinal(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
}

/// The double with a number.
pub(crate) fn from_ordinal(ordinal: i64) -> f64 {
    let bits = if ordinal < 0 { i64::MIN.wrapping_sub(ordinal) } else { ordinal };
    f64::from_bits(bits as u64)
}

fn ordinal_of_single(value: f64) -> i64 {
    let bits = (value as f32).to_bits() as i32;
    i64::from(if bits < 0 { i32::MIN.wrapping_sub(bits) } else { bits })
}

/// The exceptions of one computation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Raised {
    pub(crate) overflow: bool,
    pub(crate) underflow: bool,
    pub(crate) divide_by_zero: bool,
    pub(crate) invalid: bool,
}

/// As how many bits of error an exception counts, where candidates are chosen.
pub(crate) const RAISED: f64 = 6.0;

impl Raised {
    /// Whether something was raised that is no underflow.
    pub(crate) fn is_grave(self) -> bool {
        self.overflow || self.divide_by_zero || self.invalid
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            overflow: self.overflow || other.overflow,
            underflow: self.underflow || other.underflow,
            divide_by_zero: self.divide_by_zero || other.divide_by_zero,
            invalid: self.invalid || other.invalid,
        }
    }
}

/// One operation in floats, and what it raises.
pub(crate) fn float_operation(
    node: &Math,
    value: impl Fn(Id) -> f64,
    inputs: &[f64],
    format: Format,
) -> (f64, Raised) {
    let operands: Vec<f64> = node.children().iter().map(|&id| value(id)).collect();
    let result = match format {
        Format::Double => double_operation(node, &operands, inputs),
        Format::Single => single_operation(node, &operands, inputs),
    };
    let mut raised = Raised::default();
    if operands.is_empty() {
        return (result, raised);
    }
    let all_finite = operands.iter().all(|operand| operand.is_finite());
    let any_nan = operands.iter().any(|operand| operand.is_nan());
    raised.invalid = result.is_nan() && !any_nan;
    let is_pole = match node {
        Math::Div(_) => operands[1] == 0.0,
        Math::Call(Function::Log | Function::Log2 | Function::Log10, _) => operands[0] == 0.0,
        Math::Call(Function::Log1p, _) => operands[0] == -1.0,
        Math::Call(Function::Atanh, _) => operands[0].abs() == 1.0,
        Math::Pow(_) => operands[0] == 0.0 && operands[1] < 0.0,
        _ => false,
    };
    raised.divide_by_zero = result.is_infinite() && all_finite && is_pole;
    raised.overflow = result.is_infinite() && all_finite && !is_pole;
    let copies = matches!(node, Math::Neg(_) | Math::Max(_) | Math::Min(_) | Math::Call(Function::Abs, _));
    let is_tiny = result != 0.0 && result.abs() < format.smallest_normal();
    raised.underflow = !copies && all_finite && (is_tiny || vanishes(node, result, &operands));
    (result, raised)
}

/// Whether a result is zero because it is too small, and not because it is zero.
fn vanishes(node: &Math, result: f64, operands: &[f64]) -> bool {
    result == 0.0
        && match node {
            Math::Mul(_) => operands.iter().all(|&operand| operand != 0.0),
            Math::Div(_) => operands[0] != 0.0,
            Math::Call(Function::Exp | Function::Exp2, _) => true,
            Math::Pow(_) => operands[0] != 0.0,
            _ => false,
        }
}

fn double_operation(node: &Math, x: &[f64], inputs: &[f64]) -> f64 {
    match node {
        Math::Constant(constant) => constant.value(),
        Math::Variable(variable) => inputs[variable.0 as usize],
        Math::Add(_) => x[0] + x[1],
        Math::Sub(_) => x[0] - x[1],
        Math::Mul(_) => x[0] * x[1],
        Math::Div(_) => x[0] / x[1],
        Math::Neg(_) => -x[0],
        Math::Fma(_) => x[0].mul_add(x[1], x[2]),
        Math::Pow(_) => x[0].powf(x[1]),
        Math::Hypot(_) => x[0].hypot(x[1]),
        Math::Atan2(_) => x[0].atan2(x[1]),
        Math::Max(_) => x[0].max(x[1]),
        Math::Min(_) => x[0].min(x[1]),
        Math::Call(function, _) => double_function(*function, x[0]),
    }
}

fn double_function(function: Function, x: f64) -> f64 {
    match function {
        Function::Sqrt => x.sqrt(),
        Function::Cbrt => x.cbrt(),
        Function::Abs => x.abs(),
        Function::Exp => x.exp(),
        Function::Exp2 => x.exp2(),
        Function::Expm1 => x.exp_m1(),
        Function::Log => x.ln(),
        Function::Log2 => x.log2(),
        Function::Log10 => x.log10(),
        Function::Log1p => x.ln_1p(),
        Function::Sin => x.sin(),
        Function::Cos => x.cos(),
        Function::Tan => x.tan(),
        Function::Asin => x.asin(),
        Function::Acos => x.acos(),
        Function::Atan => x.atan(),
        Function::Sinh => x.sinh(),
        Function::Cosh => x.cosh(),
        Function::Tanh => x.tanh(),
        Function::Asinh => x.asinh(),
        Function::Acosh => x.acosh(),
        Function::Atanh => x.atanh(),
    }
}

fn single_operation(node: &Math, x: &[f64], inputs: &[f64]) -> f64 {
    let y = |at: usize| x[at] as f32;
    let result = match node {
        Math::Constant(constant) => constant.value() as f32,
        Math::Variable(variable) => inputs[variable.0 as usize] as f32,
        Math::Add(_) => y(0) + y(1),
        Math::Sub(_) => y(0) - y(1),
        Math::Mul(_) => y(0) * y(1),
        Math::Div(_) => y(0) / y(1),
        Math::Neg(_) => -y(0),
        Math::Fma(_) => y(0).mul_add(y(1), y(2)),
        Math::Pow(_) => y(0).powf(y(1)),
        Math::Hypot(_) => y(0).hypot(y(1)),
        Math::Atan2(_) => y(0).atan2(y(1)),
        Math::Max(_) => y(0).max(y(1)),
        Math::Min(_) => y(0).min(y(1)),
        Math::Call(Function::Sqrt, _) => y(0).sqrt(),
        // What the C library has for floats is right to a unit of the last place or so; so is this.
        Math::Call(function, _) => double_function(*function, x[0]) as f32,
    };
    f64::from(result)
}

/// What floats make of a term at a point, and what is raised on the way.
pub(crate) fn float_value(term: &Term, inputs: &[f64], format: Format) -> (f64, Raised) {
    let mut values: Vec<f64> = Vec::with_capacity(term.len());
    let mut raised = Raised::default();
    for (_, node) in term.items() {
        let (value, now) = float_operation(node, |id| values[usize::from(id)], inputs, format);
        raised = raised.or(now);
        values.push(value);
    }
    (values.pop().unwrap_or(f64::NAN), raised)
}

/// About how many additions a term costs, each part computed once.
pub(crate) fn cost_of(term: &Term) -> u32 {
    let mut seen: Vec<&Math> = Vec::new();
    let mut cost = 0;
    for (_, node) in term.items() {
        if !seen.contains(&node) {
            cost += node.cost();
            seen.push(node);
        }
    }
    cost
}

/// A part of a term as a term of its own.
pub(crate) fn part(term: &Term, id: Id) -> Term {
    term[id].build_recexpr(|child| term[child].clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_and_written() {
        let text = "(/ (- 1.0 (cos v0)) (* v0 v0))";
        let term: Term = text.parse().unwrap();
        assert_eq!(term.to_string(), text);
        assert!("inf".parse::<Constant>().is_err());
    }

    #[test]
    fn ordinals_are_in_order() {
        let values = [f64::MIN, -1.0, -5e-324, 0.0, 5e-324, 1.0, f64::MAX];
        assert!(values.is_sorted_by_key(|&value| ordinal(value)));
        assert!(values.iter().all(|&value| from_ordinal(ordinal(value)) == value));
        assert_eq!(ordinal(-0.0), ordinal(0.0));
    }

    #[test]
    fn exceptions_are_seen_at_operations() {
        let raised = |text: &str, x: f64| float_value(&text.parse().unwrap(), &[x], Format::Double).1;
        assert!(raised("(* v0 v0)", 1e200).overflow);
        assert!(raised("(* v0 v0)", 1e-200).underflow);
        assert!(raised("(/ 1.0 v0)", 0.0).divide_by_zero);
        assert!(raised("(sqrt v0)", -1.0).invalid);
        assert_eq!(raised("(sqrt v0)", 2.0), Raised::default());
    }
}
