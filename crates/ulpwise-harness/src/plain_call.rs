//! How a function is called natively, and which of its inputs are varied, in which ranges.
//!
//! Numbers are varied; what a pointer points at is one object of its type, whose numbers are varied
//! if it is a number itself and zero otherwise, as a structure that takes results may be. Not done:
//! parameters wider than 64 bits, structures that are passed in pieces or in memory, pointers to
//! what has no size; each is refused by name.

use crate::entry::name_of;
use crate::error::{HarnessError, Unmakeable};
use crate::layout::size_of;
use crate::marshal::{self, Passed};
use crate::names::source_name;
use crate::number_syntax::{Signedness, float_bits, int_bits, range_ends};
use crate::signature::signature;
use ulpwise_ir::{Declaration, FloatFormat, Function, Module, SourceType, SourceTypeId, Type};
use ulpwise_native::{InputVariable, NativeTarget, Passing, Space, VariableKind, VariableRange};

/// A parameter as it is passed.
#[derive(Clone, Debug)]
pub struct PlainParameter {
    /// Its name in the source, or its number.
    pub name: String,
    /// Its type in LLVM's terms.
    pub ty: Type,
    /// Whether an integer is signed.
    pub signed: bool,
    /// How it is passed.
    pub passing: Passing,
    /// Its first word.
    pub word: usize,
    /// What is varied, if anything.
    pub varied: Option<(FloatOrInt, VariableKind)>,
}

/// What a varied value is, for reading and printing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOrInt {
    /// A float of a format.
    Float(FloatFormat),
    /// An integer.
    Int,
}

/// All inputs of a function.
#[derive(Clone, Debug)]
pub struct PlainInputs {
    /// The parameters in their order.
    pub parameters: Vec<PlainParameter>,
    /// How the function is called.
    pub target: NativeTarget,
    /// What is varied.
    pub space: Space,
}

impl PlainInputs {
    /// Those of a function, in the ranges that the user gives as `NAME=LOW..HIGH` or `NAME=VALUE`.
    pub fn new(module: &Module, function: &Function, ranges: &[String]) -> Result<Self, HarnessError> {
        let parameters = parameters(module, function)?;
        let passing = parameters.iter().map(|parameter| parameter.passing).collect();
        let target = NativeTarget { name: function.name.clone(), parameters: passing, links: Vec::new() };
        let words = parameters.iter().map(|parameter| words_of(parameter.passing)).sum();
        let variables = parameters.iter().filter_map(|parameter| {
            let (_, kind) = parameter.varied?;
            Some(InputVariable { word: parameter.word, shift: 0, kind, range: VariableRange::all(kind) })
        });
        let space = Space { template: vec![0; words], variables: variables.collect(), assumption: None };
        let mut inputs = Self { parameters, target, space };
        for range in ranges {
            inputs.set_range(range)?;
        }
        Ok(inputs)
    }

    /// The words of a call that the user writes as values with commas between them; `_` stands for
    /// zeros.
    pub fn call(&self, text: &str) -> Result<Vec<u64>, HarnessError> {
        let wrong = |problem: HarnessError| HarnessError::Option {
            option: "call",
            text: text.to_owned(),
            problem: Box::new(problem),
        };
        let values: Vec<&str> = if text.is_empty() { Vec::new() } else { text.split(',').collect() };
        let (given, taken) = (values.len(), self.parameters.len());
        if given != taken {
            return Err(wrong(HarnessError::ValueCount { given, names: self.names() }));
        }
        let mut words = self.space.template.clone();
        for (parameter, value) in self.parameters.iter().zip(values) {
            words[parameter.word] = match (parameter.varied, value.trim()) {
                (_, "_") => 0,
                (Some((what, kind)), value) => parameter.value(value, what, kind).map_err(&wrong)?,
                (None, _) => {
                    return Err(wrong(HarnessError::OnlyZeros { name: parameter.name.clone() }));
                }
            };
        }
        Ok(words)
    }

    /// The names of the parameters.
    fn names(&self) -> Vec<String> {
        self.parameters.iter().map(|parameter| parameter.name.clone()).collect()
    }

    /// Restricts a parameter as the user says.
    fn set_range(&mut self, text: &str) -> Result<(), HarnessError> {
        let wrong = |problem: HarnessError| HarnessError::Option {
            option: "range",
            text: text.to_owned(),
            problem: Box::new(problem),
        };
        let (name, bounds) = text.split_once('=').ok_or_else(|| wrong(HarnessError::RangeSyntax))?;
        let parameter = self.parameters.iter().find(|parameter| parameter.name == name);
        let parameter = parameter
            .ok_or_else(|| wrong(HarnessError::NoParameter { name: name.to_owned(), names: self.names() }))?;
        let Some((what, kind)) = parameter.varied else {
            return Err(wrong(HarnessError::NamedNotANumber { name: name.to_owned(), numbers: None }));
        };
        let range = match bounds {
            "finite" => VariableRange::finite(kind),
            _ => {
                let (low, high) = range_ends(bounds);
                let place = |word: &str| {
                    let value = parameter.value(word, what, kind).map_err(&wrong)?;
                    kind.ordinal(value)
                        .ok_or_else(|| wrong(HarnessError::Unordered { word: word.to_owned() }))
                };
                let (first, last) = (place(low)?, place(high)?);
                match low == high {
                    true => VariableRange { low: first, high: last, nan: false },
                    false => VariableRange::between(kind, first, last),
                }
            }
        };
        if range.low > range.high {
            return Err(wrong(HarnessError::RangeReversed));
        }
        let word = parameter.word;
        let variable = self.space.variables.iter_mut().find(|variable| variable.word == word);
        variable.expect("a varied parameter has its variable").range = range;
        Ok(())
    }
}

impl PlainParameter {
    /// The bits of a value that the user wrote.
    fn value(&self, word: &str, what: FloatOrInt, kind: VariableKind) -> Result<u64, HarnessError> {
        let bits = match what {
            FloatOrInt::Float(format) => float_bits(word, format),
            FloatOrInt::Int => int_bits(word, kind.bits(), signedness(self.signed)),
        };
        bits.map(|bits| bits as u64)
    }
}

/// How many words of a call a parameter takes.
pub fn words_of(passing: Passing) -> usize {
    match passing {
        Passing::Value => 1,
        Passing::Buffer(words) => words as usize,
    }
}

fn signedness(signed: bool) -> Signedness {
    if signed { Signedness::Signed } else { Signedness::Unsigned }
}

fn parameters(module: &Module, function: &Function) -> Result<Vec<PlainParameter>, HarnessError> {
    let refuse = |problem: HarnessError| HarnessError::NotSearchable {
        function: source_name(function),
        problem: Box::new(problem),
        signature: signature(module, function),
    };
    let unknown = || refuse(Unmakeable::PassingUnknown.into());
    let declaration = function.declaration.as_ref().ok_or_else(unknown)?;
    let passing = marshal::passing(module, function).ok_or_else(unknown)?;
    let mut parameters = Vec::new();
    let mut word = 0;
    for (&passed, &ty) in passing.arguments.iter().zip(&function.parameters) {
        let (number, by_address) = match passed {
            Passed::Piece { parameter, offset: 0 } => (parameter, false),
            Passed::Address { parameter } => (parameter, true),
            Passed::Piece { .. } | Passed::Length { .. } | Passed::ResultAddress => {
                return Err(refuse(Unmakeable::Structure.into()));
            }
        };
        let parameter = parameter_of(module, declaration, number, by_address, ty).map_err(|problem| {
            refuse(HarnessError::InParameter { name: name_of(declaration, number), problem })
        })?;
        parameters.push(PlainParameter { word, ..parameter });
        word += words_of(parameters[parameters.len() - 1].passing);
    }
    Ok(parameters)
}

fn parameter_of(
    module: &Module,
    declaration: &Declaration,
    number: usize,
    by_address: bool,
    ty: Type,
) -> Result<PlainParameter, Unmakeable> {
    let source = declaration.parameters[number].ty;
    let signed = is_signed(module, source);
    let name = name_of(declaration, number);
    let value = |passing, varied| PlainParameter { name, ty, signed, passing, word: 0, varied };
    if ty != Type::Pointer {
        let varied = varied_of(ty, signed).ok_or(Unmakeable::Wide)?;
        return Ok(value(Passing::Value, Some(varied)));
    }
    let pointee = match module.source_types.get(source) {
        _ if by_address => source,
        Some(SourceType::Pointer { pointee, .. }) => *pointee,
        _ => return Err(Unmakeable::PointeeUnknown),
    };
    let size = size_of(module, pointee).filter(|&size| (1..=1 << 16).contains(&size));
    let size = size.ok_or(Unmakeable::PointeeSize)?;
    let varied = match module.source_types.get(pointee) {
        Some(SourceType::Float(format)) => varied_of(Type::Float(*format), true),
        Some(SourceType::Int { bits, signed, .. }) => {
            u8::try_from(*bits).ok().and_then(|bits| varied_of(Type::Int(bits), *signed))
        }
        _ => None,
    };
    Ok(value(Passing::Buffer(size.div_ceil(8) as u32), varied))
}

fn is_signed(module: &Module, ty: SourceTypeId) -> bool {
    !matches!(
        module.source_types.get(ty),
        Some(SourceType::Int { signed: false, .. } | SourceType::Bool(_) | SourceType::Pointer { .. })
    )
}

fn varied_of(ty: Type, signed: bool) -> Option<(FloatOrInt, VariableKind)> {
    match ty {
        Type::Float(format) if format.bits() <= 64 => {
            Some((FloatOrInt::Float(format), VariableKind::Float(format.exact_format())))
        }
        Type::Int(bits) if bits <= 64 => {
            Some((FloatOrInt::Int, VariableKind::Int { bits: bits.into(), signed: signed && bits > 1 }))
        }
        _ => None,
    }
}
