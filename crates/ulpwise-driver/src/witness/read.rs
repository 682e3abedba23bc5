//! Reading witnesses: nothing is believed, and whatever is missing or of another kind is one sentence.

use super::{Argument, FORMAT, VERSION, Witness};
use crate::error::DriverError;
use serde_json::Value;
use std::path::{Path, PathBuf};
use ulpwise_host::RoundingMode;
use ulpwise_ir::Type;

/// Takes a document apart.
pub(super) struct Reader<'p> {
    path: &'p Path,
}

impl<'p> Reader<'p> {
    pub(super) fn new(path: &'p Path) -> Reader<'p> {
        Reader { path }
    }

    pub(super) fn wrong(&self, what: &str) -> DriverError {
        DriverError::refused(format!("{} is no witness: {what}", self.path.display()))
            .with_help("docs/witness.md describes the format; `ulpwise search --witnesses DIR` writes it")
    }

    pub(super) fn field<'v>(&self, value: &'v Value, name: &str) -> Result<&'v Value, DriverError> {
        value.get(name).ok_or_else(|| self.wrong(&format!("{name} is missing")))
    }

    pub(super) fn text(&self, value: &Value, name: &str) -> Result<String, DriverError> {
        let text = self.field(value, name)?.as_str();
        text.map(str::to_owned).ok_or_else(|| self.wrong(&format!("{name} is no text")))
    }

    pub(super) fn list<'v>(&self, value: &'v Value, name: &str) -> Result<&'v Vec<Value>, DriverError> {
        self.field(value, name)?.as_array().ok_or_else(|| self.wrong(&format!("{name} is no list")))
    }

    pub(super) fn words(&self, value: &Value, name: &str) -> Result<Vec<u64>, DriverError> {
        let words = self.list(value, name)?.iter().map(hexadecimal).collect::<Option<_>>();
        words.ok_or_else(|| self.wrong(&format!("{name} are no numbers in hexadecimal")))
    }

    pub(super) fn word(&self, value: &Value, name: &str) -> Result<u64, DriverError> {
        let word = hexadecimal(self.field(value, name)?);
        word.ok_or_else(|| self.wrong(&format!("{name} is no number in hexadecimal")))
    }

    pub(super) fn ty(&self, name: &str) -> Result<Type, DriverError> {
        Type::from_name(name).ok_or_else(|| self.wrong(&format!("{name} is no type")))
    }

    pub(super) fn witness(&self, value: &Value) -> Result<Witness, DriverError> {
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
        let texts = |name: &str| -> Result<Vec<String>, DriverError> {
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
                let number = |name| -> Result<u32, DriverError> {
                    let number =
                        self.field(place, name)?.as_u64().and_then(|number| u32::try_from(number).ok());
                    number.ok_or_else(|| self.wrong(&format!("{name} is no number")))
                };
                Some((self.text(place, "file")?, number("line")?, number("column")?))
            }
        };
        let flaw = self.flaw(value)?;
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
            flaw,
            output,
        })
    }

    fn argument(&self, value: &Value) -> Result<Argument, DriverError> {
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

fn hexadecimal(value: &Value) -> Option<u64> {
    u64::from_str_radix(value.as_str()?.strip_prefix("0x")?, 16).ok()
}
