//! Which inputs and which outputs of two functions belong together.
//!
//! Inputs are matched in their order: what a pointer points at counts as the numbers that it is made
//! of, so that a parameter by reference matches one by value. Integers of any widths match, and the
//! values are those that both can have; floats match in one format only.

use crate::cells::{OutputCell, object_cells, returned_cells};
use crate::criterion::double_of;
use crate::side::ProgramSide;
use std::fmt;
use ulpwise_domain::Interval;
use ulpwise_native::{VariableKind, VariableRange};

/// Why two functions cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// They take another number of numbers.
    InputCount([usize; 2]),
    /// Two inputs are of different kinds.
    InputKind([String; 2]),
    /// No value is in range for both.
    NoValues(String),
    /// They return another number of numbers.
    ResultCount([usize; 2]),
    /// What they return is of different kinds.
    ResultKind,
    /// One of them returns what native calls cannot give back.
    NoNativeResult,
    /// Neither gives anything back.
    NothingToCompare,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InputCount([old, new]) => {
                write!(f, "the old one takes {old} numbers as input and the new one {new}")
            }
            Self::InputKind([old, new]) => {
                write!(f, "`{old}` of the old one and `{new}` of the new one are of different types")
            }
            Self::NoValues(name) => write!(f, "no value of `{name}` is in range for both"),
            Self::ResultCount([old, new]) => {
                write!(f, "the old one returns {old} numbers and the new one {new}")
            }
            Self::ResultKind => f.write_str("they return different types"),
            Self::NoNativeResult => f.write_str(
                "they return a pointer or a number of more than 64 bits, which is not compared yet",
            ),
            Self::NothingToCompare => f.write_str("they give nothing back"),
        }
    }
}

impl std::error::Error for Mismatch {}

/// An input of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputPair {
    /// The old function's name of it.
    pub name: String,
    /// What it is on both sides.
    pub kinds: [VariableKind; 2],
    /// Which values it has, as ordinals of the old one's kind.
    pub range: VariableRange,
}

/// An output of both, or of one that the other has no counterpart for: that must stay as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputPair {
    /// What a person calls it; nothing for the returned value.
    pub name: Option<String>,
    /// The old function's and the new one's.
    pub cells: [Option<OutputCell>; 2],
}

impl OutputPair {
    /// Whether it is what the functions return, and not what they leave in an object.
    pub fn is_returned(&self) -> bool {
        self.cells.iter().flatten().all(|cell| cell.input.is_none())
    }
}

/// Which inputs and outputs belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The inputs, in order.
    pub inputs: Vec<InputPair>,
    /// The outputs, in order.
    pub outputs: Vec<OutputPair>,
}

impl Pairing {
    /// Matches two functions.
    ///
    /// # Errors
    /// Why they cannot be compared.
    pub fn new(sides: [&ProgramSide<'_>; 2]) -> Result<Pairing, Mismatch> {
        let inputs = input_pairs(sides)?;
        let outputs = output_pairs(sides)?;
        Ok(Pairing { inputs, outputs })
    }

    /// Refuses functions that give nothing back, where that is what is compared.
    ///
    /// # Errors
    /// They give nothing back.
    pub fn require_outputs(&self) -> Result<(), Mismatch> {
        if self.outputs.is_empty() { Err(Mismatch::NothingToCompare) } else { Ok(()) }
    }

    /// What numbers the inputs can be; all reals of those that are no floats, or may be NaN.
    pub(crate) fn intervals(&self) -> Vec<Interval> {
        let interval = |input: &InputPair| match input.kinds[0] {
            VariableKind::Float(format) if !input.range.nan => {
                let end = |ordinal: i128| double_of(format, input.kinds[0].value_at(ordinal).into());
                let (low, high) = (end(input.range.low), end(input.range.high));
                if low.is_finite() && high.is_finite() { Interval::new(low, high) } else { Interval::ENTIRE }
            }
            VariableKind::Float(_) | VariableKind::Int { .. } => Interval::ENTIRE,
        };
        self.inputs.iter().map(interval).collect()
    }
}

fn input_pairs(sides: [&ProgramSide<'_>; 2]) -> Result<Vec<InputPair>, Mismatch> {
    let variables = sides.map(|side| &side.native.space.variables);
    if variables[0].len() != variables[1].len() {
        return Err(Mismatch::InputCount(variables.map(Vec::len)));
    }
    let mut pairs = Vec::new();
    for (at, (old, new)) in variables[0].iter().zip(variables[1]).enumerate() {
        let names = sides.map(|side| side.native.names[at].clone());
        let matches = match (old.kind, new.kind) {
            (VariableKind::Float(old), VariableKind::Float(new)) => old == new,
            (VariableKind::Int { .. }, VariableKind::Int { .. }) => true,
            _ => false,
        };
        if !matches {
            return Err(Mismatch::InputKind(names));
        }
        let (low, high) = (old.range.low.max(new.range.low), old.range.high.min(new.range.high));
        if low > high {
            return Err(Mismatch::NoValues(names[0].clone()));
        }
        let range = VariableRange { low, high, nan: old.range.nan && new.range.nan };
        let [name, _] = names;
        pairs.push(InputPair { name, kinds: [old.kind, new.kind], range });
    }
    Ok(pairs)
}

fn output_pairs(sides: [&ProgramSide<'_>; 2]) -> Result<Vec<OutputPair>, Mismatch> {
    let returned = |side: &ProgramSide<'_>| returned_cells(side).ok_or(Mismatch::NoNativeResult);
    let (old, new) = (returned(sides[0])?, returned(sides[1])?);
    if old.len() != new.len() {
        return Err(Mismatch::ResultCount([old.len(), new.len()]));
    }
    let mut pairs = Vec::new();
    for (old, new) in old.into_iter().zip(new) {
        let matches = match (old.kind, new.kind) {
            (VariableKind::Float(old), VariableKind::Float(new)) => old == new,
            (VariableKind::Int { .. }, VariableKind::Int { .. }) => true,
            _ => false,
        };
        if !matches {
            return Err(Mismatch::ResultKind);
        }
        pairs.push(OutputPair { name: old.name.clone(), cells: [Some(old), Some(new)] });
    }
    let [old, mut new] = sides.map(object_cells);
    for cell in old {
        let match_of = new.iter().position(|other| other.input == cell.input).map(|at| new.remove(at));
        pairs.push(OutputPair { name: cell.name.clone(), cells: [Some(cell), match_of] });
    }
    pairs.extend(
        new.into_iter().map(|cell| OutputPair { name: cell.name.clone(), cells: [None, Some(cell)] }),
    );
    Ok(pairs)
}
