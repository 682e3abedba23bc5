//! Witnesses as files: a call that raises an exception at a site, with all that is needed to make it again.
//!
//! The format is JSON, versioned and described in docs/witness.md. Numbers of 64 bits are texts in hexadecimal, because JSON's own
//! numbers lose bits. Reading believes nothing: whatever is missing or of another kind is one sentence.

use crate::args::InputArguments;
use crate::failure::Failure;
use crate::json::document;
use crate::search::inputs::{Inputs, words_of};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use ulpwise_host::RoundingMode;
use ulpwise_interp::Exception;
use ulpwise_ir::{Module, SiteId, Type};
use ulpwise_native::{Call, CallEnd, Passing};

/// The version that is written, and the only one that is read.
const VERSION: u64 = 1;

/// What the field `format` says.
const FORMAT: &str = "ulpwise-witness";

/// A parameter with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Argument {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) signed: bool,
    pub(crate) buffer: bool,
    pub(crate) words: Vec<u64>,
}

/// A call that raises an exception at a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Witness {
    /// Where file names begin.
    pub(crate) directory: PathBuf,
    pub(crate) files: Vec<PathBuf>,
    /// A fingerprint of each file's content.
    pub(crate) contents: Vec<String>,
    pub(crate) cflags: String,
    pub(crate) rustflags: String,
    pub(crate) link: Vec<PathBuf>,
    /// The linker's name.
    pub(crate) function: String,
    pub(crate) arguments: Vec<Argument>,
    /// The rounding mode in which it is called.
    pub(crate) rounding: RoundingMode,
    /// Whether it is called with flush-to-zero and denormals-are-zero.
    pub(crate) ftz: bool,
    /// The type of the result, if there is one.
    pub(crate) result: Option<Type>,
    pub(crate) site: String,
    /// File, line and column of the site, if they are known.
    pub(crate) place: Option<(String, u32, u32)>,
    pub(crate) property: Exception,
    /// The returned value and the buffers after the call; `None` if it did not return.
    pub(crate) output: Option<Vec<u64>>,
}

/// What all witnesses of one search have in common.
pub(crate) struct Maker<'a> {
    pub(crate) input: &'a InputArguments,
    pub(crate) link: &'a [PathBuf],
    pub(crate) module: &'a Module,
    pub(crate) inputs: &'a Inputs,
}

impl Maker<'_> {
    /// The witness of a call.
    pub(crate) fn witness(&self, site: SiteId, property: Exception, words: &[u64], call: &Call) -> Witness {
        let module = self.module;
        let arguments = self.inputs.parameters.iter().map(|parameter| Argument {
            name: parameter.name.clone(),
            ty: parameter.ty,
            signed: parameter.signed,
            buffer: matches!(parameter.passing, Passing::Buffer(_)),
            words: words[parameter.word..parameter.word + words_of(parameter.passing)].to_vec(),
        });
        let function = module.function_named(&self.inputs.target.name).map(|id| &module.functions[id]);
        let place = module.sites[site].location.map(|location| {
            let location = module.locations[location];
            let path = module.files[location.file].path().to_string_lossy().into_owned();
            (path, location.line, location.column)
        });
        Witness {
            directory: std::env::current_dir().unwrap_or_default(),
            files: self.input.files.clone(),
            contents: self.input.files.iter().map(|file| fingerprint(file).unwrap_or_default()).collect(),
            cflags: self.input.cflags.clone(),
            rustflags: self.input.rustflags.clone(),
            link: self.link.to_vec(),
            function: self.inputs.target.name.clone(),
            arguments: arguments.collect(),
            result: function.and_then(|function| function.results.first().copied()),
            site: module.site_name(site),
            place,
            property,
            rounding: RoundingMode::NearestEven,
            ftz: false,
            output: (call.end == CallEnd::Returned).then(|| call.output.clone()),
        }
    }
}

/// The witnesses of files and folders, in the order of their names within a folder. Messages begin with the option that named them.
pub(crate) fn read_all(paths: &[PathBuf], option: &str) -> Result<Vec<(PathBuf, Witness)>, Failure> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let wrong = |what: String| Failure::bad_input(format!("{option}{}: {what}", path.display()));
        let entries = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let entries = entries.map_err(|error| wrong(error.to_string()))?;
        let mut within: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        within.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
        within.sort();
        if within.is_empty() {
            return Err(wrong("no file ends in .json".to_owned()));
        }
        files.append(&mut within);
    }
    files.into_iter().map(|file| Witness::read(&file).map(|witness| (file, witness))).collect()
}

/// A fingerprint of a file's content.
pub(crate) fn fingerprint(file: &Path) -> std::io::Result<String> {
    Ok(format!("{:016x}", ulpwise_report::sarif::fingerprint(&std::fs::read(file)?)))
}

fn hexadecimal(words: &[u64]) -> Value {
    words.iter().map(|word| Value::from(format!("{word:#018x}"))).collect()
}

impl Witness {
    /// The witness as text.
    pub(crate) fn write(&self) -> String {
        let path = |path: &PathBuf| path.to_string_lossy().into_owned();
        let files: Vec<Value> = self
            .files
            .iter()
            .zip(&self.contents)
            .map(|(file, content)| json!({"path": path(file), "content": content}))
            .collect();
        let arguments: Vec<Value> = self
            .arguments
            .iter()
            .map(|argument| {
                json!({
                    "name": argument.name,
                    "type": argument.ty.to_string(),
                    "signed": argument.signed,
                    "passed": if argument.buffer { "address" } else { "value" },
                    "words": hexadecimal(&argument.words),
                })
            })
            .collect();
        let place = self
            .place
            .as_ref()
            .map(|(file, line, column)| json!({"file": file, "line": line, "column": column}));
        document(&json!({
            "format": FORMAT,
            "version": VERSION,
            "program": {
                "directory": path(&self.directory),
                "files": files,
                "cflags": self.cflags,
                "rustflags": self.rustflags,
                "link": self.link.iter().map(path).collect::<Vec<_>>(),
            },
            "call": {
                "function": self.function,
                "arguments": arguments,
                "rounding": self.rounding.id(),
                "ftz": self.ftz,
                "result": self.result.map(|ty| ty.to_string()),
                "output": self.output.as_deref().map(hexadecimal),
            },
            "site": {"name": self.site, "place": place},
            "property": self.property.id(),
        }))
    }

    /// Reads a witness.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::bad_input(format!("{shown} cannot be read: {error}")))?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| Failure::bad_input(format!("{shown} is no JSON: {error}")))?;
        Reader { path }.witness(&value)
    }
}

/// Takes a document apart.
struct Reader<'p> {
    path: &'p Path,
}

impl Reader<'_> {
    fn wrong(&self, what: &str) -> Failure {
        Failure::bad_input(format!("{} is no witness: {what}", self.path.display()))
            .help("docs/witness.md describes the format; `ulpwise search --witnesses DIR` writes it")
    }

    fn field<'v>(&self, value: &'v Value, name: &str) -> Result<&'v Value, Failure> {
        value.get(name).ok_or_else(|| self.wrong(&format!("{name} is missing")))
    }

    fn text(&self, value: &Value, name: &str) -> Result<String, Failure> {
        let text = self.field(value, name)?.as_str();
        text.map(str::to_owned).ok_or_else(|| self.wrong(&format!("{name} is no text")))
    }

    fn list<'v>(&self, value: &'v Value, name: &str) -> Result<&'v Vec<Value>, Failure> {
        self.field(value, name)?.as_array().ok_or_else(|| self.wrong(&format!("{name} is no list")))
    }

    fn words(&self, value: &Value, name: &str) -> Result<Vec<u64>, Failure> {
        let word = |value: &Value| {
            let digits = value.as_str().and_then(|text| text.strip_prefix("0x"));
            digits.and_then(|digits| u64::from_str_radix(digits, 16).ok())
        };
        let words = self.list(value, name)?.iter().map(word).collect::<Option<_>>();
        words.ok_or_else(|| self.wrong(&format!("{name} are no numbers in hexadecimal")))
    }

    fn ty(&self, name: &str) -> Result<Type, Failure> {
        Type::from_name(name).ok_or_else(|| self.wrong(&format!("{name} is no type")))
    }

    fn witness(&self, value: &Value) -> Result<Witness, Failure> {
        if self.text(value, "format")? != FORMAT {
            return Err(self.wrong("its format is another"));
        }
        let version = self.field(value, "version")?.as_u64();
        if version != Some(VERSION) {
            return Err(self.wrong(&format!("this ulpwise reads version {VERSION}")));
        }
        let (program, call) = (self.field(value, "program")?, self.field(value, "call")?);
        let site = self.field(value, "site")?;
        let files = self.list(program, "files")?;
        let texts = |name: &str| -> Result<Vec<String>, Failure> {
            files.iter().map(|file| self.text(file, name)).collect()
        };
        let link = self.list(program, "link")?.iter().map(|file| file.as_str().map(PathBuf::from));
        let link = link.collect::<Option<_>>().ok_or_else(|| self.wrong("link is no list of texts"))?;
        let arguments = self.list(call, "arguments")?.iter().map(|argument| self.argument(argument));
        let result = match self.field(call, "result")? {
            Value::Null => None,
            _ => Some(self.ty(&self.text(call, "result")?)?),
        };
        let output = match self.field(call, "output")? {
            Value::Null => None,
            _ => Some(self.words(call, "output")?),
        };
        let ftz = match call.get("ftz") {
            None => false,
            Some(ftz) => ftz.as_bool().ok_or_else(|| self.wrong("ftz is neither true nor false"))?,
        };
        // Files that are older than the field are about rounding to nearest.
        let rounding = match call.get("rounding") {
            None => RoundingMode::NearestEven,
            Some(mode) => {
                let mode = mode.as_str().and_then(RoundingMode::from_id);
                mode.ok_or_else(|| self.wrong("rounding is no mode that is known"))?
            }
        };
        let place = match self.field(site, "place")? {
            Value::Null => None,
            place => {
                let number = |name| -> Result<u32, Failure> {
                    let number =
                        self.field(place, name)?.as_u64().and_then(|number| u32::try_from(number).ok());
                    number.ok_or_else(|| self.wrong(&format!("{name} is no number")))
                };
                Some((self.text(place, "file")?, number("line")?, number("column")?))
            }
        };
        let property = self.text(value, "property")?;
        let property = Exception::ALL.into_iter().find(|exception| exception.id() == property);
        Ok(Witness {
            directory: self.text(program, "directory")?.into(),
            files: texts("path")?.into_iter().map(PathBuf::from).collect(),
            contents: texts("content")?,
            cflags: self.text(program, "cflags")?,
            rustflags: self.text(program, "rustflags")?,
            link,
            function: self.text(call, "function")?,
            arguments: arguments.collect::<Result<_, _>>()?,
            rounding,
            ftz,
            result,
            site: self.text(site, "name")?,
            place,
            property: property.ok_or_else(|| self.wrong("property is none that is known"))?,
            output,
        })
    }

    fn argument(&self, value: &Value) -> Result<Argument, Failure> {
        let buffer = match self.text(value, "passed")?.as_str() {
            "value" => false,
            "address" => true,
            _ => return Err(self.wrong("an argument is passed neither as value nor by address")),
        };
        let signed = self.field(value, "signed")?.as_bool();
        let words = self.words(value, "words")?;
        let ty = self.ty(&self.text(value, "type")?)?;
        // An address is passed as a value only if it is null.
        let is_null = !buffer && ty == Type::Pointer && words == [0];
        let is_passed_so = buffer == (ty == Type::Pointer) || is_null;
        if (!buffer && words.len() != 1) || words.is_empty() || !is_passed_so {
            return Err(self.wrong("an argument has another number of words than its type"));
        }
        let signed = signed.ok_or_else(|| self.wrong("signed is no truth value"))?;
        Ok(Argument { name: self.text(value, "name")?, ty, signed, buffer, words })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_ir::FloatFormat;

    fn sample() -> Witness {
        Witness {
            directory: "/src".into(),
            files: vec!["a b.c".into()],
            contents: vec!["00".into()],
            cflags: "-O2".into(),
            rustflags: String::new(),
            link: vec!["libx.so".into()],
            function: "f".into(),
            arguments: vec![
                Argument {
                    name: "x".into(),
                    ty: Type::Float(FloatFormat::F64),
                    signed: true,
                    buffer: false,
                    words: vec![u64::MAX],
                },
                Argument {
                    name: "r".into(),
                    ty: Type::Pointer,
                    signed: false,
                    buffer: true,
                    words: vec![1, 2],
                },
            ],
            rounding: RoundingMode::TowardZero,
            ftz: true,
            result: Some(Type::Int(32)),
            site: "f#3".into(),
            place: Some(("/src/a b.c".into(), 3, 9)),
            property: Exception::Overflow,
            output: None,
        }
    }

    #[test]
    fn witnesses_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("w.json");
        for witness in [sample(), Witness { place: None, output: Some(vec![7]), result: None, ..sample() }] {
            std::fs::write(&file, witness.write()).unwrap();
            assert_eq!(Witness::read(&file).unwrap(), witness);
        }
    }

    #[test]
    fn damaged_documents_are_refused_whatever_is_missing() {
        let text = sample().write();
        let whole: Value = serde_json::from_str(&text).unwrap();
        let reader = Reader { path: Path::new("w.json") };
        assert!(reader.witness(&whole).is_ok());
        let mut refused = 0;
        for pointer in [
            "/format",
            "/version",
            "/program",
            "/program/files",
            "/program/cflags",
            "/call",
            "/call/arguments",
            "/call/arguments/0/words",
            "/call/arguments/0/type",
            "/call/rounding",
            "/call/ftz",
            "/call/result",
            "/site/name",
            "/property",
        ] {
            let mut damaged = whole.clone();
            *damaged.pointer_mut(pointer).unwrap() = json!(17.5);
            assert!(reader.witness(&damaged).is_err(), "{pointer}");
            refused += 1;
        }
        assert_eq!(refused, 14);
        assert!(reader.witness(&json!([])).is_err());
    }
}
