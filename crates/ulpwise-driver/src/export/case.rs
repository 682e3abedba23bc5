//! A test before it is written in any language: which call, and what must not happen.

use super::NotExported;
use crate::describe::{float_text, printable};
use crate::witness::{Argument, Flaw, IeeeFlag, Witness};
use std::collections::BTreeMap;
use std::path::Path;
use ulpwise_float::Float;
use ulpwise_harness::names::readable;
use ulpwise_harness::number_syntax::signed_value;
use ulpwise_host::RoundingMode;
use ulpwise_interp::Exception;
use ulpwise_interp::number::float::exact;
use ulpwise_ir::{FloatFormat, Type};

/// A value that is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GivenValue {
    /// A float: its format and bits.
    Float(FloatFormat, u64),
    /// An integer: how many bits, whether it is signed, and its bits.
    Int(u32, bool, u64),
    /// The address of these words.
    Words(Vec<u64>),
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TestParameter {
    /// An identifier in every language.
    pub(super) name: String,
    pub(super) given: GivenValue,
}

/// A test.
#[derive(Clone, Debug)]
pub(super) struct TestCase {
    /// An identifier in every language, its own.
    pub(super) name: String,
    /// The linker's name of the function.
    pub(super) symbol: String,
    pub(super) parameters: Vec<TestParameter>,
    pub(super) result: Option<Type>,
    pub(super) property: Exception,
    /// The flag that shows it.
    pub(super) flag: IeeeFlag,
    pub(super) rounding: RoundingMode,
    /// Whether the result was infinite or NaN, and must be a number.
    pub(super) result_is_checked: bool,
    /// What it is about, in one line.
    pub(super) about: String,
    /// The names of the program's files, for the line that says how to build.
    pub(super) files: Vec<String>,
}

impl TestCase {
    /// The test of a witness, or why there can be none.
    pub(super) fn new(witness: &Witness) -> Result<TestCase, NotExported> {
        let property = match witness.flaw {
            Flaw::Raises(exception) if exception.is_on_request() => {
                return Err(NotExported::OnRequest(exception.id()));
            }
            Flaw::Raises(exception) => exception,
            Flaw::Unstable(_) => return Err(NotExported::Instability),
        };
        let flag = IeeeFlag::raised_by(property).ok_or(NotExported::OnRequest(property.id()))?;
        if witness.ftz {
            return Err(NotExported::FlushToZero);
        }
        let mut parameters: Vec<TestParameter> = Vec::new();
        for argument in &witness.arguments {
            let name = unused_name(&argument.name, &parameters);
            parameters.push(TestParameter { name, given: given(argument)? });
        }
        let returned = match (witness.result, &witness.output) {
            (Some(Type::Float(format)), Some(output)) if format.bits() <= 64 => {
                output.first().map(|&word| exact(format, word.into()))
            }
            _ => None,
        };
        if witness.result.is_some_and(|ty| ty.bits() > 64) {
            return Err(NotExported::WideResult);
        }
        let name = identifier(&format!("{}_{}", witness.site, property.id()));
        let values: Vec<String> = witness.arguments.iter().map(shown).collect();
        let place = witness.place.as_ref().map_or_else(
            || witness.site.clone(),
            |(file, line, column)| format!("{}:{line}:{column}", bare_name(Path::new(file))),
        );
        let about =
            format!("{} at {place}: {}({})", property.id(), readable(&witness.function), values.join(", "));
        Ok(TestCase {
            name,
            symbol: witness.function.clone(),
            parameters,
            result: witness.result,
            property,
            flag,
            rounding: witness.rounding,
            result_is_checked: returned.is_some_and(|value| value.is_nan() || value.is_infinite()),
            about: printable(&about),
            files: witness.files.iter().chain(&witness.origin.source).map(|file| bare_name(file)).collect(),
        })
    }

    /// Whether its function is known to the linker by the name that its source has.
    pub(super) fn has_plain_symbol(&self) -> bool {
        identifier(&self.symbol) == self.symbol
            && !self.symbol.starts_with("_Z")
            && !self.symbol.starts_with("_R")
    }
}

/// The words that are the same in all languages: what the file is.
pub(super) const ABOUT: [&str; 2] = [
    "Regression tests, written by ulpwise export. Each makes a call that raised a floating-point exception;",
    "it fails while the call raises that exception, and passes once it does not.",
];

fn given(argument: &Argument) -> Result<GivenValue, NotExported> {
    let word = argument.words.first().copied().unwrap_or_default();
    match argument.ty {
        _ if argument.buffer => Ok(GivenValue::Words(argument.words.clone())),
        Type::Float(format) if format.bits() <= 64 => Ok(GivenValue::Float(format, word)),
        Type::Int(bits @ (1 | 8 | 16 | 32 | 64)) => Ok(GivenValue::Int(bits.into(), argument.signed, word)),
        other => Err(NotExported::ParameterType { parameter: argument.name.clone(), ty: other }),
    }
}

/// A value for a comment.
fn shown(argument: &Argument) -> String {
    let text = match given(argument) {
        Ok(given) => short(&given),
        Err(_) => "?".to_owned(),
    };
    format!("{} = {text}", argument.name)
}

/// A value in a word or two.
pub(super) fn short(given: &GivenValue) -> String {
    match given {
        GivenValue::Float(format, bits) => float_text(*format, (*bits).into()),
        GivenValue::Int(bits, true, word) => signed_value((*word).into(), *bits).to_string(),
        GivenValue::Int(_, false, word) => word.to_string(),
        GivenValue::Words(words) => match words.as_slice() {
            [one] => format!("[{}]", double_text(*one)),
            [one, ..] => format!("[{}, …]", double_text(*one)),
            [] => "[]".to_owned(),
        },
    }
}

/// A word as if it were a double, for comments.
pub(super) fn double_text(word: u64) -> String {
    float_text(FloatFormat::F64, word.into())
}

/// A float in hexadecimal, exactly; `None` for infinities and NaN.
pub(super) fn hexadecimal(format: FloatFormat, bits: u64) -> Option<String> {
    let float = Float::from_bits(format.exact_format(), bits.into());
    (!float.is_nan() && !float.is_infinite()).then(|| float.to_hex_text())
}

/// Text as an identifier.
pub(super) fn identifier(text: &str) -> String {
    let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '_' };
    let name: String = text.chars().map(plain).collect();
    if name.starts_with(|first: char| first.is_ascii_digit()) { format!("n{name}") } else { name }
}

/// The identifier of a parameter: short, and unlike the others'.
fn unused_name(name: &str, others: &[TestParameter]) -> String {
    let mut name = format!("given_{}", identifier(name));
    while others.iter().any(|other| other.name == name) {
        name.push('_');
    }
    name
}

fn bare_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Numbers tests that would have the same name.
pub(super) fn make_names_unique(cases: &mut [TestCase]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases {
        let times = seen.entry(case.name.clone()).or_default();
        *times += 1;
        if *times > 1 {
            case.name.push_str(&format!("_{times}"));
        }
    }
}
