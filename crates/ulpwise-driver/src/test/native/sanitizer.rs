//! What clang's sanitizers write about a program: lines of C that are undefined, and calls that led
//! to a bad access.

use std::path::{Path, PathBuf};

/// What a sanitizer complains about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Complaint {
    /// An operation at a file and line.
    At(String, u32),
    /// Something in a call; the addresses that calls under way return to, innermost first.
    Calls(Vec<u64>),
}

/// How the files of sanitizers begin; their process's number follows.
const PREFIX: &str = "sanitizer.";

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    ours.map(|entry| entry.path()).collect()
}

/// Takes away what earlier runs left.
pub(super) fn forget(folder: &Path) {
    for file in files(folder) {
        // If it stays, the next run shows it again; nothing better can be done.
        let _ = std::fs::remove_file(file);
    }
}

/// What a run left.
pub(super) fn complaints(folder: &Path) -> Vec<Complaint> {
    files(folder).iter().flat_map(|file| read(&std::fs::read_to_string(file).unwrap_or_default())).collect()
}

fn read(text: &str) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let mut calls: Vec<u64> = Vec::new();
    for line in text.lines() {
        if let Some((location, _)) = line.split_once(": runtime error: ") {
            complaints.extend(parse_location(location));
            continue;
        }
        match parse_call(line) {
            // Calls that follow a later headline are of where memory was allocated or freed.
            Some((0, _)) if !calls.is_empty() => break,
            Some((_, address)) => calls.push(address),
            None => {}
        }
    }
    if !calls.is_empty() {
        complaints.push(Complaint::Calls(calls));
    }
    complaints
}

/// `file:line:column`.
fn parse_location(text: &str) -> Option<Complaint> {
    let mut parts = text.rsplitn(3, ':');
    let (_, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    Some(Complaint::At(file.to_owned(), line.parse().ok()?))
}

/// `    #1 0x4c3f2a  (…)`: the number of a call, and where it returns to.
fn parse_call(line: &str) -> Option<(u32, u64)> {
    let mut words = line.trim_start().strip_prefix('#')?.split_whitespace();
    let number = words.next()?.parse().ok()?;
    let address = words.next()?.strip_prefix("0x")?;
    let address = u64::from_str_radix(address, 16).ok()?;
    // The innermost is where it is, not where it returns to.
    Some((number, if number == 0 { address + 1 } else { address }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_and_the_first_calls_are_read() {
        let text = "a.c:3:5: runtime error: division by zero\n\
                    ==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x60 at pc 0x4c\n\
                    READ of size 8 at 0x602 thread T0\n    \
                    #0 0x4c10  (/tmp/program+0x4c10) (BuildId: 00)\n    #1 0x4d20  (/tmp/program+0x4d20)\n\n\
                    freed by thread T0 here:\n    #0 0x9999  (/tmp/program+0x9999)\n";
        let expected = [Complaint::At("a.c".into(), 3), Complaint::Calls(vec![0x4c11, 0x4d20])];
        assert_eq!(read(text), expected);
        assert_eq!(read("nothing\n"), []);
    }
}
