//! What the inputs of a path are when the program runs by itself: files, arguments of `main`, and
//! answers to what it asks for.

use super::runtime::{bytes_of, recorded};
use super::sanitizer;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use ulpwise_symex::{FileName, InputValue};

/// The arguments of `main` that are inputs.
#[derive(Clone, Copy, Debug)]
pub(in crate::test) struct ArgvShape {
    /// How many arguments there are.
    pub(in crate::test) count: usize,
    /// How many characters each of them has.
    pub(in crate::test) length: usize,
}

/// Inputs by the way in which they reach the program.
pub(in crate::test) struct ReplayInputs<'i> {
    /// Files, standard input among them, and their bytes.
    pub(super) files: Vec<(&'i FileName, Vec<u8>)>,
    /// The arguments after the program's name.
    pub(super) arguments: Vec<OsString>,
    /// What the program asks for, in that order.
    pub(super) asked: Vec<&'i InputValue>,
}

/// Files of the run time's own in the folder that the program runs in.
pub(super) struct OwnFiles {
    pub(super) report: PathBuf,
    pub(super) input: PathBuf,
}

/// The folder for what the run time reads and writes: a program has no files of such names.
pub(super) fn own_folder(work: &Path) -> PathBuf {
    work.join(".ulpwise")
}

impl<'i> ReplayInputs<'i> {
    /// The first inputs that are no files are characters of the arguments of `main`.
    pub(in crate::test) fn new(inputs: &'i [InputValue], argv: ArgvShape) -> ReplayInputs<'i> {
        let mut files = Vec::new();
        let mut asked = Vec::new();
        for input in inputs {
            match &input.file {
                Some(file) => files.push((file, bytes_of(input))),
                None => asked.push(input),
            }
        }
        let rest = asked.split_off(asked.len().min(argv.count * argv.length));
        let arguments = asked.chunks(argv.length.max(1)).map(text_of).collect();
        ReplayInputs { files, arguments, asked: rest }
    }

    pub(super) fn has_standard_input(&self) -> bool {
        self.files.iter().any(|(file, _)| **file == FileName::StandardInput)
    }

    /// Makes the folder ready that the program runs in. What an earlier run left there goes, but
    /// for counters.
    pub(super) fn prepare(&self, work: &Path) -> std::io::Result<OwnFiles> {
        let own = own_folder(work);
        std::fs::create_dir_all(&own)?;
        for entry in std::fs::read_dir(work)? {
            let entry = entry?;
            if entry.path() == own {
                continue;
            }
            if entry.file_type()?.is_dir() {
                std::fs::remove_dir_all(entry.path())?;
            } else {
                std::fs::remove_file(entry.path())?;
            }
        }
        let files = OwnFiles { report: own.join("report"), input: own.join("stdin") };
        // It is there only if an earlier run wrote it.
        let _ = std::fs::remove_file(&files.report);
        sanitizer::forget(&own);
        std::fs::write(own.join("inputs"), recorded(&self.asked))?;
        for (file, bytes) in &self.files {
            let path = match file {
                FileName::StandardInput => files.input.clone(),
                FileName::Named(name) => work.join(name),
            };
            std::fs::create_dir_all(path.parent().unwrap_or(work))?;
            std::fs::write(path, bytes)?;
        }
        Ok(files)
    }
}

/// An argument of a program from its characters, up to the first that ends it.
fn text_of(characters: &[&InputValue]) -> OsString {
    let bytes = characters.iter().flat_map(|input| input.elements.first().map(|&bits| bits as u8));
    OsString::from_vec(bytes.take_while(|&byte| byte != 0).collect())
}
