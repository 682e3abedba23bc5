//! The document of a witness, docs/schema/witness.schema.json, which is written and read by its
//! structure.
//!
//! What a structure cannot say is checked where the document becomes a [`Witness`]: names that must
//! be known, and how arguments are passed.

use super::{Argument, Flaw, Instability, Observed, Witness, WitnessOrigin};
use serde::{Deserialize, Deserializer, Serialize};
use std::path::PathBuf;
use ulpwise_finding::Property;
use ulpwise_host::RoundingMode;
use ulpwise_interp::Exception;
use ulpwise_ir::{FloatFormat, Type};
use ulpwise_stability::TrueValue;

/// The version that is written, and the only one that is read.
pub(super) const VERSION: u64 = 1;

/// What the field `format` says.
pub(super) const FORMAT: &str = "ulpwise-witness";

/// What every version begins with.
#[derive(Deserialize)]
pub(super) struct WitnessHeader {
    pub(super) format: String,
    pub(super) version: u64,
}

/// The document.
#[derive(Serialize, Deserialize)]
pub(super) struct WitnessDocument {
    format: String,
    version: u64,
    program: ProgramDocument,
    call: CallDocument,
    site: SiteDocument,
    property: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    instability: Option<InstabilityDocument>,
}

#[derive(Serialize, Deserialize)]
struct ProgramDocument {
    directory: String,
    files: Vec<FileDocument>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    database: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    source: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    cflags: String,
    rustflags: String,
    link: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct FileDocument {
    path: String,
    content: String,
}

#[derive(Serialize, Deserialize)]
struct CallDocument {
    function: String,
    arguments: Vec<ArgumentDocument>,
    /// Files that are older than the field are about rounding to nearest.
    #[serde(default = "nearest")]
    rounding: String,
    #[serde(default)]
    ftz: bool,
    #[serde(deserialize_with = "present")]
    result: Option<String>,
    #[serde(deserialize_with = "present")]
    output: Option<Vec<HexWord>>,
}

#[derive(Serialize, Deserialize)]
struct ArgumentDocument {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    signed: bool,
    passed: PassedDocument,
    words: Vec<HexWord>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum PassedDocument {
    Value,
    Address,
}

#[derive(Serialize, Deserialize)]
struct SiteDocument {
    name: String,
    #[serde(deserialize_with = "present")]
    place: Option<PlaceDocument>,
}

#[derive(Serialize, Deserialize)]
struct PlaceDocument {
    file: String,
    line: u32,
    column: u32,
}

#[derive(Serialize, Deserialize)]
struct InstabilityDocument {
    #[serde(flatten)]
    observed: ObservedDocument,
    tolerance: f64,
    #[serde(deserialize_with = "present")]
    error: Option<f64>,
    #[serde(deserialize_with = "present")]
    computed: Option<FloatDocument>,
    #[serde(rename = "true", deserialize_with = "present")]
    exact: Option<BoundsDocument>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "lowercase")]
enum ObservedDocument {
    Operation,
    Output { word: usize, shift: u32 },
}

#[derive(Serialize, Deserialize)]
struct FloatDocument {
    #[serde(rename = "type")]
    ty: String,
    bits: HexWord,
}

#[derive(Serialize, Deserialize)]
struct BoundsDocument {
    low: String,
    high: String,
}

/// A number of 64 bits as text in hexadecimal, because JSON's own numbers lose bits.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct HexWord(u64);

impl TryFrom<String> for HexWord {
    type Error = DocumentFault;

    fn try_from(text: String) -> Result<Self, DocumentFault> {
        let digits = text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        digits.map(Self).ok_or(DocumentFault::Word(text))
    }
}

impl From<HexWord> for String {
    fn from(word: HexWord) -> Self {
        format!("{:#018x}", word.0)
    }
}

fn nearest() -> String {
    RoundingMode::NearestEven.id().to_owned()
}

/// Something that may be null and must be there.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

fn hex_words(words: &[u64]) -> Vec<HexWord> {
    words.iter().copied().map(HexWord).collect()
}

fn plain_words(words: &[HexWord]) -> Vec<u64> {
    words.iter().map(|word| word.0).collect()
}

impl From<&Witness> for WitnessDocument {
    fn from(witness: &Witness) -> Self {
        let path = |path: &PathBuf| path.to_string_lossy().into_owned();
        let files = witness.files.iter().zip(&witness.contents);
        let place = witness.place.clone();
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: ProgramDocument {
                directory: path(&witness.directory),
                files: files
                    .map(|(file, content)| FileDocument { path: path(file), content: content.clone() })
                    .collect(),
                database: witness.origin.database.as_ref().map(path),
                source: witness.origin.source.iter().map(path).collect(),
                target: witness.origin.target.clone(),
                cflags: witness.cflags.clone(),
                rustflags: witness.rustflags.clone(),
                link: witness.link.iter().map(path).collect(),
            },
            call: CallDocument {
                function: witness.function.clone(),
                arguments: witness.arguments.iter().map(ArgumentDocument::from).collect(),
                rounding: witness.rounding.id().to_owned(),
                ftz: witness.ftz,
                result: witness.result.map(|ty| ty.to_string()),
                output: witness.output.as_deref().map(hex_words),
            },
            site: SiteDocument {
                name: witness.site.clone(),
                place: place.map(|(file, line, column)| PlaceDocument { file, line, column }),
            },
            property: witness.flaw.id().to_owned(),
            instability: match &witness.flaw {
                Flaw::Raises(_) => None,
                Flaw::Unstable(instability) => Some(instability.into()),
            },
        }
    }
}

impl From<&Argument> for ArgumentDocument {
    fn from(argument: &Argument) -> Self {
        Self {
            name: argument.name.clone(),
            ty: argument.ty.to_string(),
            signed: argument.signed,
            passed: if argument.buffer { PassedDocument::Address } else { PassedDocument::Value },
            words: hex_words(&argument.words),
        }
    }
}

impl From<&Instability> for InstabilityDocument {
    fn from(instability: &Instability) -> Self {
        Self {
            observed: match instability.observed {
                Observed::Operation => ObservedDocument::Operation,
                Observed::Output(word, shift) => ObservedDocument::Output { word, shift },
            },
            tolerance: instability.tolerance,
            error: instability.error,
            computed: instability.computed.map(|(format, bits)| FloatDocument {
                ty: Type::Float(format).to_string(),
                bits: HexWord(bits),
            }),
            exact: instability.truth.map(|truth| {
                let [low, high] = truth.bounds();
                BoundsDocument { low, high }
            }),
        }
    }
}

/// What is wrong with a document whose structure is right.
#[derive(Debug, thiserror::Error)]
pub(super) enum DocumentFault {
    #[error("`{0}` is not a number in hexadecimal")]
    Word(String),
    #[error("`{0}` is not a type")]
    Type(String),
    #[error("`{0}` is not a rounding mode")]
    Rounding(String),
    #[error("`{0}` is not a property")]
    Property(String),
    #[error("an argument has another number of words than its type")]
    Words,
    #[error("instability is missing")]
    NoInstability,
    #[error("tolerance is not a share")]
    Tolerance,
    #[error("computed is neither f32 nor f64")]
    Computed,
    #[error("computed is missing")]
    NoComputed,
    #[error("true is not a pair of numbers in hexadecimal")]
    Exact,
}

fn parse_type(name: &str) -> Result<Type, DocumentFault> {
    Type::from_name(name).ok_or_else(|| DocumentFault::Type(name.to_owned()))
}

impl TryFrom<WitnessDocument> for Witness {
    type Error = DocumentFault;

    fn try_from(document: WitnessDocument) -> Result<Self, DocumentFault> {
        let WitnessDocument { program, call, site, property, instability, .. } = document;
        let flaw = match Exception::ALL.into_iter().find(|exception| exception.id() == property) {
            Some(exception) => Flaw::Raises(exception),
            None if property == Property::Unstable.id() => {
                Flaw::Unstable(instability.ok_or(DocumentFault::NoInstability)?.try_into()?)
            }
            None => return Err(DocumentFault::Property(property)),
        };
        let rounding = RoundingMode::from_id(&call.rounding);
        let (files, contents) =
            program.files.into_iter().map(|file| (PathBuf::from(file.path), file.content)).unzip();
        Ok(Witness {
            directory: program.directory.into(),
            files,
            contents,
            origin: WitnessOrigin {
                database: program.database.map(PathBuf::from),
                source: program.source.into_iter().map(PathBuf::from).collect(),
                target: program.target,
            },
            cflags: program.cflags,
            rustflags: program.rustflags,
            link: program.link.into_iter().map(PathBuf::from).collect(),
            function: call.function,
            arguments: call.arguments.into_iter().map(Argument::try_from).collect::<Result<_, _>>()?,
            rounding: rounding.ok_or(DocumentFault::Rounding(call.rounding))?,
            ftz: call.ftz,
            result: call.result.as_deref().map(parse_type).transpose()?,
            site: site.name,
            place: site.place.map(|place| (place.file, place.line, place.column)),
            flaw,
            output: call.output.as_deref().map(plain_words),
        })
    }
}

impl TryFrom<ArgumentDocument> for Argument {
    type Error = DocumentFault;

    fn try_from(document: ArgumentDocument) -> Result<Self, DocumentFault> {
        let (ty, words) = (parse_type(&document.ty)?, plain_words(&document.words));
        let buffer = document.passed == PassedDocument::Address;
        // An address is passed as a value only if it is null.
        let is_null = !buffer && ty == Type::Pointer && words == [0];
        let is_passed_so = buffer == (ty == Type::Pointer) || is_null;
        if (!buffer && words.len() != 1) || words.is_empty() || !is_passed_so {
            return Err(DocumentFault::Words);
        }
        Ok(Argument { name: document.name, ty, signed: document.signed, buffer, words })
    }
}

impl TryFrom<InstabilityDocument> for Instability {
    type Error = DocumentFault;

    fn try_from(document: InstabilityDocument) -> Result<Self, DocumentFault> {
        let observed = match document.observed {
            ObservedDocument::Operation => Observed::Operation,
            ObservedDocument::Output { word, shift } => Observed::Output(word, shift),
        };
        // A tolerance that is not a number is none, either.
        if document.tolerance.is_nan() || document.tolerance < 0.0 {
            return Err(DocumentFault::Tolerance);
        }
        let computed = match document.computed {
            None if observed != Observed::Operation => return Err(DocumentFault::NoComputed),
            None => None,
            Some(computed) => match parse_type(&computed.ty)? {
                Type::Float(format @ (FloatFormat::F32 | FloatFormat::F64)) => {
                    Some((format, computed.bits.0))
                }
                _ => return Err(DocumentFault::Computed),
            },
        };
        let truth = document
            .exact
            .map(|bounds| TrueValue::between(&bounds.low, &bounds.high).ok_or(DocumentFault::Exact));
        let (tolerance, error) = (document.tolerance, document.error);
        Ok(Instability { observed, tolerance, error, computed, truth: truth.transpose()? })
    }
}
