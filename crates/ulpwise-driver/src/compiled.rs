//! A program as it was compiled once, in a file: its module, its bitcode, and what there was to say.
//! Work on other machines loads it instead of the sources, so that all of it is about one program,
//! and no compiler has to be there.
//!
//! What holds: a file that was cut short or changed is refused, and so is one that another version
//! of ulpwise wrote.

use crate::error::DriverError;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use ulpwise_finding::{Run, SourceSpan};
use ulpwise_llvm::{Loaded, Unit};

/// What such a file begins with; then its fingerprint, then its parts, each after its length.
const MAGIC: &[u8; 16] = b"ulpwise-program\n";

/// The file's content.
pub(crate) fn text(loaded: &Loaded) -> Vec<u8> {
    let mut parts = Vec::new();
    put(&mut parts, crate::SOURCES.as_bytes());
    put(&mut parts, ulpwise_ir::text::print(&loaded.module).as_bytes());
    put(&mut parts, if loaded.is_open_to_code_generator { b"open" } else { b"closed" });
    put(&mut parts, &(loaded.warnings.len() as u64).to_le_bytes());
    loaded.warnings.iter().for_each(|warning| put(&mut parts, warning.as_bytes()));
    for unit in &loaded.units {
        put(&mut parts, unit.path.as_os_str().as_bytes());
        put(&mut parts, &unit.bytes);
    }
    let mut file = MAGIC.to_vec();
    file.extend(ulpwise_report::sarif::fingerprint(&parts).to_le_bytes());
    file.extend(parts);
    file
}

/// Reads such a file.
pub(crate) fn read(file: &Path) -> Result<Loaded, DriverError> {
    let unusable = |what: &str| DriverError::unusable_file("", file, what);
    let content = std::fs::read(file).map_err(|error| unusable(&error.to_string()))?;
    let is_cut = "this is no compiled program, or one that was not written to its end";
    let parts = content.strip_prefix(MAGIC).and_then(|rest| rest.split_first_chunk::<8>());
    let (sum, parts) = parts.ok_or_else(|| unusable(is_cut))?;
    if u64::from_le_bytes(*sum) != ulpwise_report::sarif::fingerprint(parts) {
        return Err(unusable(is_cut));
    }
    let mut parts = Parts(parts);
    let made_by = parts.next().ok_or_else(|| unusable(is_cut))?;
    if made_by != crate::SOURCES.as_bytes() {
        return Err(unusable("another version of ulpwise compiled this program"));
    }
    loaded(&mut parts).ok_or_else(|| unusable(is_cut))
}

fn loaded(parts: &mut Parts<'_>) -> Option<Loaded> {
    let module = ulpwise_ir::text::parse(std::str::from_utf8(parts.next()?).ok()?).ok()?;
    let is_open_to_code_generator = match parts.next()? {
        b"open" => true,
        b"closed" => false,
        _ => return None,
    };
    let count = u64::from_le_bytes(parts.next()?.try_into().ok()?);
    let warning = |_| Some(String::from_utf8_lossy(parts.next()?).into_owned());
    let warnings = (0..count).map(warning).collect::<Option<Vec<String>>>()?;
    let mut units = Vec::new();
    while let Some(path) = parts.next() {
        let path = PathBuf::from(OsString::from_vec(path.to_vec()));
        units.push(Unit { path, bytes: parts.next()?.to_vec() });
    }
    parts.0.is_empty().then_some(Loaded { module, units, warnings, is_open_to_code_generator })
}

fn put(parts: &mut Vec<u8>, part: &[u8]) {
    parts.extend((part.len() as u64).to_le_bytes());
    parts.extend(part);
}

/// What is left of the parts.
struct Parts<'p>(&'p [u8]);

impl<'p> Iterator for Parts<'p> {
    type Item = &'p [u8];

    fn next(&mut self) -> Option<&'p [u8]> {
        let (length, rest) = self.0.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (part, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some(part)
    }
}

/// The fingerprint of a file's content, to see whether it changed.
///
/// # Errors
/// The file cannot be read.
pub fn file_fingerprint(file: &Path) -> std::io::Result<u64> {
    Ok(ulpwise_report::sarif::fingerprint(&std::fs::read(file)?))
}

/// Reads the lines of the source files that a run names, which a stored run has not. Where a file is
/// another one now, operations that its lines do not hold are shown without their text.
pub fn read_sources(run: &mut Run) {
    for file in &mut run.files {
        let bytes = std::fs::read(&file.absolute).ok();
        file.lines = bytes.map(|bytes| String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect());
    }
    let files = &run.files;
    let holds = |place: &SourceSpan| {
        let span = place.span.clone()?;
        files[place.file].line(place.line)?.get(span)
    };
    for place in run.sites.iter_mut().filter_map(|site| site.place.as_mut()) {
        if holds(place).is_none() {
            place.span = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program() -> Loaded {
        let module = ulpwise_ir::Module::default();
        let unit = Unit { path: PathBuf::from("a.c"), bytes: vec![1, 2, 3] };
        let warnings = vec!["a warning".to_owned()];
        Loaded { module, units: vec![unit], warnings, is_open_to_code_generator: true }
    }

    #[test]
    fn a_program_comes_back_and_damage_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("program");
        let content = text(&program());
        std::fs::write(&file, &content).unwrap();
        assert_eq!(read(&file).unwrap(), program());
        for length in 0..content.len() {
            std::fs::write(&file, &content[..length]).unwrap();
            assert!(read(&file).is_err(), "{length} of {} bytes", content.len());
        }
        for at in 0..content.len() {
            let mut damaged = content.clone();
            damaged[at] ^= 1;
            std::fs::write(&file, &damaged).unwrap();
            assert!(read(&file).is_err(), "byte {at}");
        }
    }
}
