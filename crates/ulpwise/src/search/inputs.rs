//! How a function is called natively, and which of its inputs are varied, in which ranges.
//!
//! Numbers are varied; what a pointer points at is one object of its type, whose numbers are varied if it is a number itself and
//! zero otherwise, as a structure that takes results may be. Not done: parameters wider than 64 bits, structures that are passed in
//! pieces or in memory, pointers to what has no size; each is refused by name.

use crate::failure::Failure;
use crate::layout::size_of;
use crate::marshal::{self, Passed};
use crate::names::source_name;
use crate::number_syntax::{Signedness, float_bits, format_of, int_bits, range_ends};
use crate::signature::signature;
use ulpwise_ir::{Declaration, FloatFormat, Function, Module, SourceType, SourceTypeId, Type};
use ulpwise_native::{Kind, Passing, Range, Space, Target, Variable};

/// A parameter as it is passed.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// Its name in the source, or its number.
    pub(crate) name: String,
    /// Its type in LLVM's terms.
    pub(crate) ty: Type,
    /// Whether an integer is signed.
    pub(crate) signed: bool,
    /// How it is passed.
    pub(crate) passing: Passing,
    /// Its first word.
    pub(crate) word: usize,
    /// What is varied, if anything.
    pub(crate) varied: Option<(FloatOrInt, Kind)>,
}

/// What a varied value is, for reading and printing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatOrInt {
    Float(FloatFormat),
    Int,
}

/// All inputs of a function.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) target: Target,
    pub(crate) space: Space,
}

impl Inputs {
    /// Those of a function, in the ranges that the user gives as `NAME=LOW..HIGH` or `NAME=VALUE`.
    pub(crate) fn of(module: &Module, function: &Function, ranges: &[String]) -> Result<Self, Failure> {
        let parameters = parameters(module, function)?;
        let passing = parameters.iter().map(|parameter| parameter.passing).collect();
        let target = Target { name: function.name.clone(), parameters: passing, links: Vec::new() };
        let words = parameters.iter().map(|parameter| words_of(parameter.passing)).sum();
        let variables = parameters.iter().filter_map(|parameter| {
            let (_, kind) = parameter.varied?;
            Some(Variable { word: parameter.word, shift: 0, kind, range: Range::all(kind) })
        });
        let space = Space { template: vec![0; words], variables: variables.collect(), assumption: None };
        let mut inputs = Self { parameters, target, space };
        for range in ranges {
            inputs.set_range(range)?;
        }
        Ok(inputs)
    }

    /// The words of a call that the user writes as values with commas between them; `_` stands for zeros.
    pub(crate) fn call(&self, text: &str) -> Result<Vec<u64>, Failure> {
        let wrong = |what: String| Failure::bad_input(format!("--call {text}: {what}"));
        let values: Vec<&str> = if text.is_empty() { Vec::new() } else { text.split(',').collect() };
        let (given, taken) = (values.len(), self.parameters.len());
        if given != taken {
            let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            return Err(wrong(format!("there are {given} values, and the function takes {taken}"))
                .help(format!("it takes {}", names.join(", "))));
        }
        let mut words = self.space.template.clone();
        for (parameter, value) in self.parameters.iter().zip(values) {
            words[parameter.word] = match (parameter.varied, value.trim()) {
                (_, "_") => 0,
                (Some((what, kind)), value) => parameter.value(value, what, kind).map_err(&wrong)?,
                (None, _) => {
                    let name = &parameter.name;
                    return Err(wrong(format!("{name} is not a number: write _ for one of zeros")));
                }
            };
        }
        Ok(words)
    }

    /// Restricts a parameter as the user says.
    fn set_range(&mut self, text: &str) -> Result<(), Failure> {
        let wrong = |what: String| Failure::bad_input(format!("--range {text}: {what}"));
        let form = || wrong("write NAME=LOW..HIGH, NAME=VALUE or NAME=finite".to_owned());
        let (name, bounds) = text.split_once('=').ok_or_else(form)?;
        let parameter = self.parameters.iter().find(|parameter| parameter.name == name);
        let parameter = parameter.ok_or_else(|| {
            let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            wrong(format!("the function has no parameter {name}"))
                .help(format!("it has {}", names.join(", ")))
        })?;
        let Some((what, kind)) = parameter.varied else {
            return Err(wrong(format!("{name} is not a number")));
        };
        let range = match bounds {
            "finite" => Range::finite(kind),
            _ => {
                let (low, high) = range_ends(bounds);
                let place = |word: &str| {
                    let value = parameter.value(word, what, kind).map_err(&wrong)?;
                    kind.place(value).ok_or_else(|| wrong(format!("{word} has no place in an order")))
                };
                let (first, last) = (place(low)?, place(high)?);
                match low == high {
                    true => Range { low: first, high: last, nan: false },
                    false => Range::between(kind, first, last),
                }
            }
        };
        if range.low > range.high {
            return Err(wrong("the first bound lies above the second".to_owned()));
        }
        let word = parameter.word;
        let variable = self.space.variables.iter_mut().find(|variable| variable.word == word);
        variable.expect("a varied parameter has its variable").range = range;
        Ok(())
    }
}

impl Parameter {
    /// The bits of a value that the user wrote.
    fn value(&self, word: &str, what: FloatOrInt, kind: Kind) -> Result<u64, String> {
        let bits = match what {
            FloatOrInt::Float(format) => float_bits(word, format),
            FloatOrInt::Int => int_bits(word, kind.bits(), signedness(self.signed)),
        };
        bits.map(|bits| bits as u64)
    }
}

pub(crate) fn words_of(passing: Passing) -> usize {
    match passing {
        Passing::Value => 1,
        Passing::Buffer(words) => words as usize,
    }
}

fn signedness(signed: bool) -> Signedness {
    if signed { Signedness::Signed } else { Signedness::Unsigned }
}

fn parameters(module: &Module, function: &Function) -> Result<Vec<Parameter>, Failure> {
    let refuse = |why: &str| {
        Failure::bad_input(format!("`{}` cannot be searched: {why}", source_name(function)))
            .help(signature(module, function))
    };
    let unknown = "how its parameters or result are passed is not known";
    let declaration = function.declaration.as_ref().ok_or_else(|| refuse(unknown))?;
    let passing = marshal::passing(module, function).ok_or_else(|| refuse(unknown))?;
    let mut parameters = Vec::new();
    let mut word = 0;
    for (&passed, &ty) in passing.arguments.iter().zip(&function.parameters) {
        let (number, by_address) = match passed {
            Passed::Piece { parameter, offset: 0 } => (parameter, false),
            Passed::Address { parameter } => (parameter, true),
            Passed::Piece { .. } | Passed::ResultAddress => {
                return Err(refuse("a structure is passed in pieces or in memory"));
            }
        };
        let parameter = parameter_of(module, declaration, number, by_address, ty)
            .map_err(|why| refuse(&format!("parameter {}: {why}", name_of(declaration, number))))?;
        parameters.push(Parameter { word, ..parameter });
        word += words_of(parameters[parameters.len() - 1].passing);
    }
    Ok(parameters)
}

fn name_of(declaration: &Declaration, number: usize) -> String {
    match declaration.parameters.get(number).map(|parameter| parameter.name.as_str()) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => format!("{}", number + 1),
    }
}

fn parameter_of(
    module: &Module,
    declaration: &Declaration,
    number: usize,
    by_address: bool,
    ty: Type,
) -> Result<Parameter, String> {
    let source = declaration.parameters[number].ty;
    let signed = is_signed(module, source);
    let name = name_of(declaration, number);
    let value = |passing, varied| Parameter { name, ty, signed, passing, word: 0, varied };
    if ty != Type::Pointer {
        let varied = varied_of(ty, signed).ok_or("it is wider than 64 bits")?;
        return Ok(value(Passing::Value, Some(varied)));
    }
    let pointee = match module.source_types.get(source) {
        _ if by_address => source,
        Some(SourceType::Pointer { pointee, .. }) => *pointee,
        _ => return Err("what it points at is not known".to_owned()),
    };
    let size = size_of(module, pointee).filter(|&size| (1..=1 << 16).contains(&size));
    let size = size.ok_or("what it points at has no size, or too large a one")?;
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

fn varied_of(ty: Type, signed: bool) -> Option<(FloatOrInt, Kind)> {
    match ty {
        Type::Float(format) if format.bits() <= 64 => {
            Some((FloatOrInt::Float(format), Kind::Float(format_of(format))))
        }
        Type::Int(bits) if bits <= 64 => {
            Some((FloatOrInt::Int, Kind::Int { bits: bits.into(), signed: signed && bits > 1 }))
        }
        _ => None,
    }
}
