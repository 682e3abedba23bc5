//! The source files as they are now, for showing lines of them.

use super::underline::{Mark, underline};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use ulpwise_ir::{FileId, Location, Module, SourceFile};

/// Sources are smaller; a file that became something else should not fill the memory.
const MAX_BYTES: u64 = 64 << 20;

/// A file's path as users know it: from the working directory, where it lies below that.
pub(crate) fn shown_path(file: &SourceFile) -> String {
    from_here(&file.path())
}

/// A path from the working directory, where it lies below that.
pub(crate) fn from_here(path: &Path) -> String {
    let path = normal(path);
    let here = std::env::current_dir().ok();
    let below = here.as_deref().and_then(|here| path.strip_prefix(here).ok());
    below.filter(|below| !below.as_os_str().is_empty()).unwrap_or(&path).to_string_lossy().into_owned()
}

/// A path without `.` and `x/..`.
fn normal(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(clean.components().next_back(), Some(Component::Normal(_))) => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}

/// Lines of source files, each file read once.
pub(crate) struct Sources<'m> {
    module: &'m Module,
    files: RefCell<HashMap<FileId, Option<Rc<Content>>>>,
}

/// A file, and where its lines are: a function of fifty thousand lines is asked for each of them.
struct Content {
    bytes: Vec<u8>,
    lines: Vec<Range<usize>>,
}

impl Content {
    fn new(bytes: Vec<u8>) -> Content {
        let mut start = 0;
        let mut lines: Vec<Range<usize>> = Vec::new();
        for line in bytes.split(|&byte| byte == b'\n') {
            lines.push(start..start + line.strip_suffix(b"\r").unwrap_or(line).len());
            start += line.len() + 1;
        }
        Content { bytes, lines }
    }

    /// A line without its end, from 0.
    fn line(&self, number: usize) -> Option<&[u8]> {
        self.lines.get(number).map(|line| &self.bytes[line.clone()])
    }
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SourceLine {
    /// Its text, without the line end.
    text: String,
    /// Where the column is in `text`.
    offset: usize,
}

impl<'m> Sources<'m> {
    /// Those of a module.
    pub(crate) fn new(module: &'m Module) -> Self {
        Self { module, files: RefCell::default() }
    }

    /// The text of a line, if the file has it.
    pub(crate) fn text(&self, file: FileId, line: u32) -> Option<String> {
        self.line(file, line, 1).map(|line| line.text)
    }

    /// What to mark in the line of a location, if the file has it.
    pub(crate) fn span(&self, location: Location, mark: Mark<'_>) -> Option<Range<usize>> {
        let found = self.line(location.file, location.line, location.column)?;
        Some(underline(&found.text, found.offset, mark))
    }

    /// A line, and where a column (in bytes, both from 1) is in it. `None` when the file is not
    /// there or has no such place: then it is not the file that was compiled.
    fn line(&self, file: FileId, line: u32, column: u32) -> Option<SourceLine> {
        let content = self.content(file)?;
        place_in_line(content.line((line as usize).checked_sub(1)?)?, column)
    }

    /// All lines. Bytes that are no UTF-8 are replaced, in each line by itself, as in
    /// [`Sources::line`].
    pub(crate) fn lines(&self, file: FileId) -> Option<Vec<String>> {
        let content = self.content(file)?;
        let text = |line: &Range<usize>| String::from_utf8_lossy(&content.bytes[line.clone()]).into_owned();
        let mut lines: Vec<String> = content.lines.iter().map(text).collect();
        // What follows the last line end is no line.
        lines.pop_if(|last| last.is_empty());
        Some(lines)
    }

    fn content(&self, file: FileId) -> Option<Rc<Content>> {
        let read = || {
            let path = self.module.files.get(file)?.path();
            let metadata = std::fs::metadata(&path).ok()?;
            // A device or pipe might never end.
            let fits = metadata.is_file() && metadata.len() <= MAX_BYTES;
            fits.then(|| std::fs::read(&path).ok().map(|bytes| Rc::new(Content::new(bytes))))?
        };
        self.files.borrow_mut().entry(file).or_insert_with(read).clone()
    }
}

/// A line's text and the offset of a column in it. Bytes that are no UTF-8 change the text's
/// length, so the offset is that of the text before the column.
fn place_in_line(bytes: &[u8], column: u32) -> Option<SourceLine> {
    let before = bytes.get(..(column.max(1) - 1) as usize)?;
    let offset = String::from_utf8_lossy(before).len();
    let text = String::from_utf8_lossy(bytes).into_owned();
    // A column in the middle of a character is no place.
    (offset < text.len() && text.is_char_boundary(offset)).then_some(SourceLine { text, offset })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lose_their_dots() {
        assert_eq!(normal(Path::new("/a/./b/../c.c")), Path::new("/a/c.c"));
        assert_eq!(normal(Path::new("../x/c.c")), Path::new("../x/c.c"));
    }

    #[test]
    fn columns_count_bytes() {
        let line = place_in_line("é + x".as_bytes(), 4).unwrap();
        assert_eq!(&line.text[line.offset..], "+ x");
        let line = place_in_line(b"\xff + x", 3).unwrap();
        assert_eq!(&line.text[line.offset..], "+ x");
        assert_eq!(place_in_line("é".as_bytes(), 2), None, "inside a character");
        assert_eq!(place_in_line(b"x", 2), None, "behind the end");
        assert_eq!(place_in_line(b"x", 0).unwrap().offset, 0, "column 0 is the line");
    }
}
