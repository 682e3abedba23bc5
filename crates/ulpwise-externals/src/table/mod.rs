//! The entries, one file a family.

mod complex;
mod cpp_library;
mod elementary;
mod environment;
mod exact;
mod heap;
mod language;
mod memory;
mod process;
mod special;
mod stream;
mod string;
mod verifier;

pub(crate) use stream::{STREAM_OBJECTS, STREAM_VARIABLES};

use crate::effects::{Effects, Environment, Returns};
use crate::exception::{Exception, Exceptions};
use crate::function::LibmFunction;
use crate::math::{ArgumentSet, ErrnoRule, MathFacts, MathShape, MonotonePiece, Parity};
use crate::names::{External, Family, Names};

/// All tables; a new one is a line here.
pub(crate) const TABLES: &[&[External]] = &[
    complex::TABLE,
    cpp_library::TABLE,
    elementary::TABLE,
    environment::TABLE,
    exact::TABLE,
    heap::TABLE,
    language::TABLE,
    memory::TABLE,
    process::TABLE,
    special::TABLE,
    stream::TABLE,
    string::TABLE,
    verifier::TABLE,
];

const INFINITY: f64 = f64::INFINITY;

const INVALID: Exceptions = Exceptions::NONE.with(Exception::Invalid);
const UNDERFLOW: Exceptions = Exceptions::NONE.with(Exception::Underflow);
const OVERFLOW: Exceptions = Exceptions::NONE.with(Exception::Overflow);
const DIVIDE_BY_ZERO: Exceptions = Exceptions::NONE.with(Exception::DivideByZero);

/// A function of the C library by one name.
const fn c(name: &'static str, effects: Effects) -> External {
    External { name, names: Names::One, family: Family::C, math: None, effects }
}

/// A function of the mathematical library in all formats, of which nothing is known yet but its
/// shape.
const fn math(name: &'static str, shape: MathShape) -> External {
    let effects = math_effects(shape);
    let math = Some(MathFacts::unknown(shape));
    External { name, names: Names::Formats, family: Family::Math, math, effects }
}

/// Mathematical functions depend on the rounding mode, raise flags, set `errno` and write through
/// their arguments.
const fn math_effects(shape: MathShape) -> Effects {
    let effects = Effects::PURE
        .depending_on(Environment::ROUNDING)
        .changing(Environment::FLAGS.with(Environment::ERRNO));
    match shape {
        MathShape::IntOutput | MathShape::FloatOutput => effects.writing(&[1]),
        MathShape::TwoOutputs => effects.writing(&[1, 2]),
        MathShape::BinaryIntOutput => effects.writing(&[2]),
        MathShape::LogGamma => effects.changing(Environment::SIGNGAM),
        MathShape::Canonicalize => effects.reading(&[1]).writing(&[0]),
        MathShape::GetPayload => effects.reading(&[0]),
        MathShape::SetPayload => effects.writing(&[0]),
        MathShape::TotalOrder => effects.reading(&[0, 1]),
        _ => effects,
    }
}

/// The vocabulary of the mathematical tables.
impl External {
    const fn facts(self) -> MathFacts {
        match self.math {
            Some(facts) => facts,
            None => panic!("only mathematical functions have mathematical facts"),
        }
    }

    const fn with(mut self, facts: MathFacts) -> External {
        self.math = Some(facts);
        self
    }

    const fn id(self, function: LibmFunction) -> External {
        self.with(MathFacts { function: Some(function), ..self.facts() })
    }

    const fn raises(self, raises: Exceptions) -> External {
        self.with(MathFacts { raises, ..self.facts() })
    }

    const fn invalid(self, invalid: ArgumentSet) -> External {
        self.with(MathFacts { invalid, ..self.facts() })
    }

    const fn poles(self, poles: ArgumentSet) -> External {
        self.with(MathFacts { poles, ..self.facts() })
    }

    /// Defined for all numbers, and without poles.
    const fn total(self) -> External {
        self.invalid(ArgumentSet::Empty).poles(ArgumentSet::Empty)
    }

    const fn zeros(self, zeros: &'static [f64]) -> External {
        self.with(MathFacts { zeros, ..self.facts() })
    }

    const fn pieces(self, pieces: &'static [MonotonePiece]) -> External {
        self.with(MathFacts { pieces, ..self.facts() })
    }

    const fn range(self, low: f64, high: f64) -> External {
        self.with(MathFacts { range: [low, high], ..self.facts() })
    }

    const fn parity(self, parity: Parity) -> External {
        self.with(MathFacts { parity, ..self.facts() })
    }

    const fn inverse(self, inverse: LibmFunction) -> External {
        self.with(MathFacts { inverse: Some(inverse), ..self.facts() })
    }

    const fn ulps(self, double: u8, single: u8) -> External {
        self.with(MathFacts { ulps: Some([double, single]), ..self.facts() })
    }

    const fn errno(self, errno: ErrnoRule) -> External {
        self.with(MathFacts { errno, ..self.facts() })
    }

    /// LLVM has an intrinsic of the same name.
    const fn intrinsic(self) -> External {
        let name = self.name;
        self.intrinsic_named(name)
    }

    const fn intrinsic_named(self, name: &'static str) -> External {
        self.with(MathFacts { intrinsic: Some(name), ..self.facts() })
    }

    const fn finite(mut self) -> External {
        self.names = Names::FormatsAndFinite;
        self
    }

    const fn names(mut self, names: Names) -> External {
        self.names = names;
        self
    }

    /// A call raises nothing, sets nothing, and is no site.
    const fn quiet(self) -> External {
        let facts = self.facts();
        let mut quiet = self.total().raises(Exceptions::NONE).errno(ErrnoRule::Untouched);
        quiet = quiet.with(MathFacts { is_site: false, ..quiet.facts() });
        quiet.effects = Effects {
            depends_on: Environment::NOTHING,
            changes: Environment::NOTHING,
            ..math_effects(facts.shape)
        };
        quiet
    }

    const fn no_site(self) -> External {
        self.with(MathFacts { is_site: false, ..self.facts() })
    }
}

/// A function that does not return.
const ENDS: Effects = Effects::PURE.going(Returns::Never);
