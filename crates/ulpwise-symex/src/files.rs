//! Files whose bytes are inputs, and the streams that a path has open.
//!
//! A file has as many bytes as was said when the exploration began, each any byte; so every path
//! knows where it stands in a file and whether that is over. What a program writes goes nowhere,
//! and cannot be read again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use ulpwise_expr::Term;

/// Which file it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileName {
    /// Standard input.
    StandardInput,
    /// A file by the name that the program opens it with.
    Named(String),
}

impl FileName {
    /// What an input is called that is the bytes of the file.
    pub fn text(&self) -> &str {
        match self {
            Self::StandardInput => "stdin",
            Self::Named(name) => name,
        }
    }
}

/// Names a stream: the address that the program has for it, or [`STANDARD_INPUT`].
pub(crate) type Handle = u64;

/// The stream that is there from the start. No object has this address.
pub(crate) const STANDARD_INPUT: Handle = 0;

/// A stream.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// What the file consists of; `None` if it is written to.
    contents: Option<Arc<[Term]>>,
    position: usize,
    /// Bytes that were pushed back, the one that comes first last.
    pushed: Vec<Term>,
    /// Whether the program tried to read beyond the end.
    pub(crate) met_end: bool,
}

impl Stream {
    fn new(contents: Option<Arc<[Term]>>) -> Stream {
        Stream { contents, position: 0, pushed: Vec::new(), met_end: false }
    }

    /// Whether it is written to.
    pub(crate) fn is_written(&self) -> bool {
        self.contents.is_none()
    }

    /// All bytes that are still to come.
    pub(crate) fn upcoming(&self) -> Arc<[Term]> {
        let contents = self.contents.as_deref().unwrap_or_default();
        let rest = contents.get(self.position..).unwrap_or_default();
        self.pushed.iter().rev().chain(rest).copied().collect()
    }

    /// Goes past so many bytes, or to the end.
    pub(crate) fn consume(&mut self, bytes: usize) {
        let pushed = bytes.min(self.pushed.len());
        self.pushed.truncate(self.pushed.len() - pushed);
        self.position += bytes - pushed;
    }

    /// Puts a byte before all that are to come.
    pub(crate) fn push_back(&mut self, byte: Term) {
        self.pushed.push(byte);
        self.met_end = false;
    }

    /// How many bytes of the file stand before the next one.
    pub(crate) fn position(&self) -> usize {
        self.position.saturating_sub(self.pushed.len())
    }

    /// How many bytes the file has.
    pub(crate) fn length(&self) -> usize {
        self.contents.as_ref().map_or(0, |contents| contents.len())
    }

    /// Stands before another byte; nothing is pushed back any more.
    pub(crate) fn seek(&mut self, position: usize) {
        self.position = position;
        self.pushed.clear();
        self.met_end = false;
    }
}

/// The files and streams of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    contents: Arc<BTreeMap<FileName, Arc<[Term]>>>,
    streams: Arc<BTreeMap<Handle, Stream>>,
    /// The names of files that were written.
    written: Arc<BTreeSet<String>>,
}

impl Files {
    /// Files of these bytes, of which only standard input is open.
    pub(crate) fn new(contents: BTreeMap<FileName, Arc<[Term]>>) -> Files {
        let input = contents.get(&FileName::StandardInput).cloned();
        let streams = input.map(|bytes| (STANDARD_INPUT, Stream::new(Some(bytes)))).into_iter().collect();
        Files { contents: Arc::new(contents), streams: Arc::new(streams), written: Arc::default() }
    }

    /// Whether a file is one of the inputs.
    pub(crate) fn is_input(&self, name: &str) -> bool {
        self.contents.contains_key(&FileName::Named(name.to_owned()))
    }

    /// Whether the program wrote a file.
    pub(crate) fn is_written(&self, name: &str) -> bool {
        self.written.contains(name)
    }

    /// Opens an input to read.
    pub(crate) fn read(&mut self, name: &str, handle: Handle) {
        let contents = self.contents.get(&FileName::Named(name.to_owned())).cloned();
        Arc::make_mut(&mut self.streams).insert(handle, Stream::new(contents));
    }

    /// Opens a file to write.
    pub(crate) fn write(&mut self, name: &str, handle: Handle) {
        Arc::make_mut(&mut self.written).insert(name.to_owned());
        Arc::make_mut(&mut self.streams).insert(handle, Stream::new(None));
    }

    /// Closes a stream; says whether it was open.
    pub(crate) fn close(&mut self, handle: Handle) -> bool {
        Arc::make_mut(&mut self.streams).remove(&handle).is_some()
    }

    pub(crate) fn stream(&self, handle: Handle) -> Option<&Stream> {
        self.streams.get(&handle)
    }

    pub(crate) fn stream_mut(&mut self, handle: Handle) -> Option<&mut Stream> {
        Arc::make_mut(&mut self.streams).get_mut(&handle)
    }
}
