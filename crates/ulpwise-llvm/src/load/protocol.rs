//! What the loading process and its parent say to each other: a list of byte strings, each after
//! its length, so that no name or message needs quoting.
//!
//! The request is whether units that define what another one defines may be left out, then the units,
//! each as a name and its bytes. The answer begins with a word: `module`, then the module's text, the
//! names of the units that it was made of, whether the code generator may change operations, and the
//! warnings; or the kind of an error, then its parts.

use super::Loaded;
use crate::compile::Unit;
use crate::error::LlvmError;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// Appends one byte string to a message.
fn put(message: &mut Vec<u8>, field: &[u8]) {
    message.extend_from_slice(&(field.len() as u64).to_le_bytes());
    message.extend_from_slice(field);
}

/// Takes the byte strings of a message apart; `None` when it was cut short.
fn fields(mut message: &[u8]) -> Option<Vec<&[u8]>> {
    let mut fields = Vec::new();
    while !message.is_empty() {
        let (length, rest) = message.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (field, rest) = rest.split_at_checked(length)?;
        fields.push(field);
        message = rest;
    }
    Some(fields)
}

/// The word of a request for all units, and of one for those that can be linked.
const ALL: &[u8] = b"all";
const COMPATIBLE: &[u8] = b"compatible";

/// The request for some units, or for those of them that can be linked.
pub(super) fn request(units: &[Unit], is_lenient: bool) -> Vec<u8> {
    let mut message = Vec::with_capacity(units.iter().map(|unit| unit.bytes.len() + 4096).sum());
    put(&mut message, if is_lenient { COMPATIBLE } else { ALL });
    put(&mut message, &units.len().to_le_bytes());
    for unit in units {
        put(&mut message, unit.path.as_os_str().as_bytes());
        put(&mut message, &unit.bytes);
    }
    message
}

/// The units of a request, and whether some may be left out.
pub(super) fn read_request(message: &[u8]) -> Option<(Vec<Unit>, bool)> {
    let fields = fields(message)?;
    let [word, count, fields @ ..] = &fields[..] else { return None };
    let units: Option<Vec<Unit>> = fields
        .chunks(2)
        .map(|pair| match pair {
            [path, bytes] => Some(Unit { path: path_of(path), bytes: bytes.to_vec() }),
            _ => None,
        })
        .collect();
    let units = units?;
    (*count == units.len().to_le_bytes()).then_some((units, *word == COMPATIBLE))
}

/// The answer to a request.
pub(super) fn answer(result: &Result<Loaded, LlvmError>) -> Vec<u8> {
    let mut message = Vec::new();
    match result {
        Ok(loaded) => {
            put(&mut message, b"module");
            put(&mut message, ulpwise_ir::text::print(&loaded.module).as_bytes());
            let mut names = Vec::new();
            loaded.units.iter().for_each(|unit| put(&mut names, unit.path.as_os_str().as_bytes()));
            put(&mut message, &names);
            put(&mut message, if loaded.is_open_to_code_generator { b"open" } else { b"closed" });
            for warning in &loaded.warnings {
                put(&mut message, warning.as_bytes());
            }
        }
        Err(error) => {
            let (kind, parts) = error_parts(error);
            put(&mut message, kind.as_bytes());
            for part in parts {
                put(&mut message, &part);
            }
        }
    }
    message
}

/// What an answer says about these units; `None` when it is incomplete.
pub(super) fn read_answer(message: &[u8], units: Vec<Unit>) -> Option<Result<Loaded, LlvmError>> {
    let fields = fields(message)?;
    let (kind, parts) = fields.split_first()?;
    if *kind != b"module" {
        return error_of(kind, parts).map(Err);
    }
    let [text, names, open, warnings @ ..] = parts else { return None };
    let units = units_named(units, names)?;
    let is_open_to_code_generator = match *open {
        b"open" => true,
        b"closed" => false,
        _ => return None,
    };
    let warnings = warnings.iter().map(|warning| text_of(warning)).collect();
    Some(match ulpwise_ir::text::parse(&String::from_utf8_lossy(text)) {
        Ok(module) => Ok(Loaded { module, units, warnings, is_open_to_code_generator }),
        Err(error) => {
            Err(LlvmError::Internal { message: format!("the loaded module does not read back: {error}") })
        }
    })
}

/// The units of these names, which are in the same order.
fn units_named(units: Vec<Unit>, names: &[u8]) -> Option<Vec<Unit>> {
    let mut names = fields(names)?.into_iter().peekable();
    let mut taken = Vec::new();
    for unit in units {
        if names.next_if(|name| *name == unit.path.as_os_str().as_bytes()).is_some() {
            taken.push(unit);
        }
    }
    names.peek().is_none().then_some(taken)
}

/// The errors of [`super::child`] in parts; any other is a bug and travels as its sentence.
fn error_parts(error: &LlvmError) -> (&'static str, Vec<Vec<u8>>) {
    let path_bytes = |path: &Path| path.as_os_str().as_bytes().to_vec();
    let text = |text: &String| text.clone().into_bytes();
    match error {
        LlvmError::Malformed { path, message } => ("malformed", vec![path_bytes(path), text(message)]),
        LlvmError::Invalid { path: Some(path), message } => {
            ("invalid", vec![path_bytes(path), text(message)])
        }
        LlvmError::Invalid { path: None, message } => ("invalid-together", vec![text(message)]),
        LlvmError::WrongTarget { path, target } => ("wrong-target", vec![path_bytes(path), text(target)]),
        LlvmError::DuplicateSymbol { symbol, first, second } => {
            ("duplicate-symbol", vec![text(symbol), path_bytes(first), path_bytes(second)])
        }
        LlvmError::LinkFailed { path, message } => ("link-failed", vec![path_bytes(path), text(message)]),
        LlvmError::Lowering { message } => ("lowering", vec![text(message)]),
        LlvmError::Internal { message } => ("internal", vec![text(message)]),
        other => ("internal", vec![other.to_string().into_bytes()]),
    }
}

fn error_of(kind: &[u8], parts: &[&[u8]]) -> Option<LlvmError> {
    Some(match (kind, parts) {
        (b"malformed", [path, message]) => {
            LlvmError::Malformed { path: path_of(path), message: text_of(message) }
        }
        (b"invalid", [path, message]) => {
            LlvmError::Invalid { path: Some(path_of(path)), message: text_of(message) }
        }
        (b"invalid-together", [message]) => LlvmError::Invalid { path: None, message: text_of(message) },
        (b"wrong-target", [path, target]) => {
            LlvmError::WrongTarget { path: path_of(path), target: text_of(target) }
        }
        (b"duplicate-symbol", [symbol, first, second]) => LlvmError::DuplicateSymbol {
            symbol: text_of(symbol),
            first: path_of(first),
            second: path_of(second),
        },
        (b"link-failed", [path, message]) => {
            LlvmError::LinkFailed { path: path_of(path), message: text_of(message) }
        }
        (b"lowering", [message]) => LlvmError::Lowering { message: text_of(message) },
        (b"internal", [message]) => LlvmError::Internal { message: text_of(message) },
        _ => return None,
    })
}

fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(OsString::from_vec(bytes.to_vec()))
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_come_back_whole_or_not_at_all() {
        let units = vec![
            Unit { path: path_of(b"a \xff\n.bc"), bytes: vec![0, 1, 2] },
            Unit { path: "b.bc".into(), bytes: Vec::new() },
        ];
        let message = request(&units, false);
        assert_eq!(read_request(&message), Some((units.clone(), false)));
        assert_eq!(read_request(&request(&units, true)), Some((units, true)));
        assert!((0..message.len()).all(|cut| read_request(&message[..cut]).is_none()));
        assert_eq!(read_request(&u64::MAX.to_le_bytes()), None);
    }

    #[test]
    fn every_error_of_the_child_comes_back_as_it_was() {
        let (path, message) = (path_of(b"x\xfe.bc"), "why: \"so\"\nand so".to_owned());
        for error in [
            LlvmError::Malformed { path: path.clone(), message: message.clone() },
            LlvmError::Invalid { path: Some(path.clone()), message: message.clone() },
            LlvmError::Invalid { path: None, message: message.clone() },
            LlvmError::WrongTarget { path: path.clone(), target: message.clone() },
            LlvmError::DuplicateSymbol { symbol: "f".into(), first: path.clone(), second: "b.c".into() },
            LlvmError::LinkFailed { path: path.clone(), message: message.clone() },
            LlvmError::Lowering { message: message.clone() },
            LlvmError::Internal { message: message.clone() },
        ] {
            assert_eq!(read_answer(&answer(&Err(error.clone())), Vec::new()), Some(Err(error)));
        }
    }

    #[test]
    fn an_answer_that_is_cut_short_is_none() {
        let message = answer(&Err(LlvmError::Lowering { message: "x".into() }));
        assert!((0..message.len()).all(|cut| read_answer(&message[..cut], Vec::new()).is_none()));
    }
}
