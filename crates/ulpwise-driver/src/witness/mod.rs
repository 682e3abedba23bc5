//! Witnesses as files: a call that raises an exception at a site, or loses precision there, with
//! all that is needed to make it again.
//!
//! The format is JSON, versioned and described in docs/witness.md. Reading believes nothing:
//! whatever is missing or of another kind is one sentence.

mod document;
mod flaw;
mod ieee_flag;
mod origin;
mod parts;
mod trust;

pub(crate) use flaw::{Flaw, Instability, Observed};
pub(crate) use ieee_flag::IeeeFlag;
pub(crate) use origin::WitnessOrigin;
pub(crate) use parts::{Maker, arguments_of, place_of};

use crate::error::DriverError;
use document::{FORMAT, VERSION, WitnessDocument, WitnessHeader};
use std::path::{Path, PathBuf};
use ulpwise_host::RoundingMode;
use ulpwise_ir::Type;

/// A parameter with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Argument {
    /// The name of the parameter.
    pub name: String,
    /// Its type; of a buffer a pointer.
    pub ty: Type,
    /// Whether an integer is signed.
    pub signed: bool,
    /// Whether the words are an object whose address is passed.
    pub buffer: bool,
    /// The value.
    pub words: Vec<u64>,
}

/// A call with something wrong at a site.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Witness {
    /// Where file names begin.
    pub directory: PathBuf,
    /// The files of the program.
    pub files: Vec<PathBuf>,
    /// A fingerprint of each file's content.
    pub contents: Vec<String>,
    /// What of a database or a project the program is.
    pub origin: WitnessOrigin,
    /// Flags for clang and flang.
    pub cflags: String,
    /// Flags for rustc.
    pub rustflags: String,
    /// Libraries and object files that the program needs.
    pub link: Vec<PathBuf>,
    /// The linker's name.
    pub function: String,
    /// The parameters.
    pub arguments: Vec<Argument>,
    /// The rounding mode in which it is called.
    pub rounding: RoundingMode,
    /// Whether it is called with flush-to-zero and denormals-are-zero.
    pub ftz: bool,
    /// The type of the result, if there is one.
    pub result: Option<Type>,
    /// The operation; of what the call gives back, the function and what it is.
    pub site: String,
    /// File, line and column of the site, if they are known.
    pub place: Option<(String, u32, u32)>,
    /// What is wrong.
    pub flaw: Flaw,
    /// The returned value and the buffers after the call; `None` if it did not return.
    pub output: Option<Vec<u64>>,
}

/// The witnesses of files and folders, in the order of their names within a folder. Messages begin
/// with the option that named them.
pub(crate) fn read_all(
    paths: &[PathBuf],
    option: &'static str,
) -> Result<Vec<(PathBuf, Witness)>, DriverError> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let wrong = |what: String| DriverError::unusable_file(option, path, what);
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

impl Witness {
    /// The witness as text.
    pub(crate) fn write(&self) -> String {
        ulpwise_report::json::document(&WitnessDocument::from(self))
    }

    /// Reads a witness.
    pub(crate) fn read(path: &Path) -> Result<Self, DriverError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| DriverError::refused(format!("{} cannot be read: {error}", path.display())))?;
        Self::parse(path, &text)
    }

    /// The witness of a text; messages name the file that the text is of.
    fn parse(path: &Path, text: &str) -> Result<Self, DriverError> {
        let shown = path.display();
        let refuse = |why: String| {
            DriverError::refused(format!("{shown} is not a witness: {why}"))
                .with_help("docs/witness.md describes the format; `ulpwise search --witnesses DIR` writes it")
        };
        let explain = |error: serde_json::Error| match error.is_data() {
            true => refuse(error.to_string()),
            false => DriverError::refused(format!("{shown} is not JSON: {error}")),
        };
        let header: WitnessHeader = serde_json::from_str(text).map_err(explain)?;
        if header.format != FORMAT {
            return Err(refuse("its format is another".to_owned()));
        }
        if header.version != VERSION {
            return Err(refuse(format!("this ulpwise reads version {VERSION}")));
        }
        let document: WitnessDocument = serde_json::from_str(text).map_err(explain)?;
        document.try_into().map_err(|fault: document::DocumentFault| refuse(fault.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use ulpwise_interp::Exception;
    use ulpwise_ir::FloatFormat;
    use ulpwise_stability::TrueValue;

    fn sample() -> Witness {
        Witness {
            directory: "/src".into(),
            files: vec!["a b.c".into()],
            contents: vec!["00".into()],
            origin: WitnessOrigin {
                database: Some("build dir".into()),
                source: vec!["src/a b.c".into()],
                target: Some("libx.a".into()),
            },
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
            flaw: Flaw::Raises(Exception::Overflow),
            output: None,
        }
    }

    fn unstable() -> Witness {
        let flaw = Flaw::Unstable(Instability {
            observed: Observed::Output(1, 32),
            tolerance: 0.001,
            error: Some(0.25),
            computed: Some((FloatFormat::F32, 0x3f80_0000)),
            truth: TrueValue::between("0x1.8p-1", "0x1.80000000000001p-1"),
        });
        Witness { flaw, site: "f#return".into(), place: None, ..sample() }
    }

    fn diverged() -> Flaw {
        let observed = Observed::Operation;
        Flaw::Unstable(Instability { observed, tolerance: 0.5, error: None, computed: None, truth: None })
    }

    #[test]
    fn witnesses_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("w.json");
        let without = Witness { place: None, output: Some(vec![7]), result: None, ..sample() };
        for witness in [sample(), without, unstable(), Witness { flaw: diverged(), ..sample() }] {
            std::fs::write(&file, witness.write()).unwrap();
            assert_eq!(Witness::read(&file).unwrap(), witness);
        }
    }

    #[test]
    fn damaged_documents_are_refused_whatever_is_missing() {
        let text = sample().write();
        let whole: Value = serde_json::from_str(&text).unwrap();
        let parse = |value: &Value| Witness::parse(Path::new("w.json"), &value.to_string());
        assert!(parse(&whole).is_ok());
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
            assert!(parse(&damaged).is_err(), "{pointer}");
            refused += 1;
        }
        assert_eq!(refused, 14);
        assert!(parse(&json!([])).is_err());
    }

    #[test]
    fn damaged_instabilities_are_refused() {
        let whole: Value = serde_json::from_str(&unstable().write()).unwrap();
        let parse = |value: &Value| Witness::parse(Path::new("w.json"), &value.to_string());
        assert!(parse(&whole).is_ok());
        for (pointer, wrong) in [
            ("/instability", json!(null)),
            ("/instability/at", json!("somewhere")),
            ("/instability/word", json!(-1)),
            ("/instability/tolerance", json!(-0.5)),
            ("/instability/computed", json!(null)),
            ("/instability/computed/type", json!("f80")),
            ("/instability/computed/bits", json!("1.5")),
            ("/instability/true/low", json!("0x1p+9")),
            ("/property", json!("stable")),
        ] {
            let mut damaged = whole.clone();
            *damaged.pointer_mut(pointer).unwrap() = wrong;
            assert!(parse(&damaged).is_err(), "{pointer}");
        }
    }
}
