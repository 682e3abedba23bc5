//! Names of files as addresses, `file:///a/b.c`, and back.

use lsp_types::Uri;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The path of a file; nothing of other addresses.
pub(crate) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    // A name of a machine may come before the path.
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        let hex = |digit: Option<u8>| char::from(digit?).to_digit(16);
        bytes.push(match byte {
            b'%' => (hex(rest.next())? * 16 + hex(rest.next())?) as u8,
            other => other,
        });
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// The address of a file.
pub(crate) fn uri_of(path: &Path) -> Option<Uri> {
    let mut text = "file://".to_owned();
    for byte in path.to_str()?.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                text.push(char::from(byte));
            }
            _ => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    Uri::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back() {
        for path in ["/a/b.c", "/with space/ü%.f90", "/c++/x#1.cpp"] {
            let uri = uri_of(Path::new(path)).unwrap();
            assert_eq!(path_of(&uri).unwrap(), Path::new(path), "{uri:?}");
        }
        assert_eq!(path_of(&Uri::from_str("untitled:one").unwrap()), None);
    }
}
