//! What is asked: a function, what its arguments can be, and how hard to look.

use ulpwise_float::Float;
use ulpwise_ir::{FunctionId, Type};

/// A function with what it may be called with.
#[derive(Clone, Debug, PartialEq)]
pub struct AbsintEntry {
    /// The function.
    pub function: FunctionId,
    /// One for each parameter of the IR.
    pub arguments: Vec<AbsintArgument>,
}

/// What an argument can be.
#[derive(Clone, Debug, PartialEq)]
pub enum AbsintArgument {
    /// The numbers from `low` to `high`, -0 below +0, and perhaps NaNs of any bits.
    Float {
        /// The least.
        low: Float,
        /// The greatest.
        high: Float,
        /// Whether it may also be a NaN.
        may_be_nan: bool,
    },
    /// The integers from `low` to `high`, as signed numbers.
    Int {
        /// The least.
        low: i128,
        /// The greatest.
        high: i128,
    },
    /// The address of an object that no other argument points into. It may be larger than what is
    /// described of it.
    Object {
        /// How many bytes of it are described.
        size: u64,
        /// What is known of its scalars, by their offsets, with their types; nothing is known of the rest.
        contents: Vec<(u64, Type, AbsintArgument)>,
    },
    /// Inside of an object: so many bytes behind the address that stands in the same object at an offset.
    Behind {
        /// Where the address stands.
        pointer: u64,
        /// How far behind.
        bytes: u64,
    },
    /// Anything of the parameter's type.
    Any,
}

/// In which rounding modes the function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RoundingModes {
    /// To nearest, ties to even.
    #[default]
    Nearest,
    /// Any of the processor's four.
    Any,
}

/// How hard to look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbsintOptions {
    /// The rounding modes.
    pub rounding: RoundingModes,
    /// Calls that are nested deeper are looked at with any arguments.
    pub max_call_depth: usize,
    /// So many rounds of a loop are looked at one by one as long as it is known that the loop goes
    /// on.
    pub unroll: usize,
    /// So many parts the ranges of the arguments are cut into, at most.
    pub max_parts: usize,
    /// After so many steps loops are not followed round by round any more, and functions are looked
    /// at with general arguments.
    pub precise_steps: u64,
    /// Values of functions with more slots than this are not followed as sums of each other.
    pub affine_slots: usize,
    /// Whether the proofs are written down for certificates.
    pub certificates: bool,
}

impl Default for AbsintOptions {
    fn default() -> AbsintOptions {
        AbsintOptions {
            rounding: RoundingModes::Nearest,
            max_call_depth: 24,
            unroll: 200,
            max_parts: 32,
            precise_steps: 1_000_000,
            affine_slots: 20_000,
            certificates: false,
        }
    }
}
