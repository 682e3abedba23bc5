//! One object of the memory: its bytes, what it is, whether it still lives.

use std::ops::Range;
use std::sync::Arc;

/// What made an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// A global of the program.
    Global,
    /// A local variable; it dies with its frame.
    Stack,
    /// `malloc` and its kin.
    Heap,
    /// Made by the interpreter: arguments, tables of the C library.
    Host,
}

/// Where an object's bytes come from.
#[derive(Clone, Debug)]
pub enum ObjectOwner {
    /// The program may write them.
    Owned(Vec<u8>),
    /// Constant, shared by all runs.
    Shared(Arc<[u8]>),
    /// The program may write them, and other copies of the memory have them too: they are copied
    /// first.
    Forked(Arc<Vec<u8>>),
    /// Some of them are not known here.
    Marked(Arc<MarkedBytes>),
}

/// Bytes of which some are marked: a symbolic executor knows what they are.
#[derive(Clone, Debug)]
pub struct MarkedBytes {
    bytes: Vec<u8>,
    marks: Vec<bool>,
    /// How many are marked.
    marked: usize,
}

#[derive(Clone, Debug)]
pub(super) struct MemoryObject {
    bytes: ObjectOwner,
    kind: ObjectKind,
    alive: bool,
}

impl MemoryObject {
    pub(super) fn new(bytes: Vec<u8>, kind: ObjectKind) -> Self {
        Self { bytes: ObjectOwner::Owned(bytes), kind, alive: true }
    }

    pub(super) fn constant(bytes: Arc<[u8]>) -> Self {
        Self { bytes: ObjectOwner::Shared(bytes), kind: ObjectKind::Global, alive: true }
    }

    /// A place that never holds anything.
    pub(super) fn reserved() -> Self {
        Self { bytes: ObjectOwner::Owned(Vec::new()), kind: ObjectKind::Host, alive: false }
    }

    /// The bytes; none if some of them are marked, so that the common way needs no check of its
    /// own.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.bytes {
            ObjectOwner::Owned(bytes) => bytes,
            ObjectOwner::Shared(bytes) => bytes,
            ObjectOwner::Forked(bytes) => bytes,
            ObjectOwner::Marked(_) => &[],
        }
    }

    /// The bytes, and what those that are marked were before.
    pub(super) fn bytes_anyway(&self) -> &[u8] {
        match &self.bytes {
            ObjectOwner::Marked(marked) => &marked.bytes,
            _ => self.bytes(),
        }
    }

    /// The bytes, to write.
    ///
    /// # Panics
    /// If the object is not writable at once: callers ask `is_writable` first.
    #[inline]
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        match &mut self.bytes {
            ObjectOwner::Owned(bytes) => bytes,
            _ => panic!("an object was about to be written that is constant or shared"),
        }
    }

    /// The bytes of a range inside of the object, to write; whatever was marked there no longer is.
    /// `None` if the object is constant.
    pub(super) fn overwrite(&mut self, range: Range<usize>) -> Option<&mut [u8]> {
        match &mut self.bytes {
            ObjectOwner::Shared(_) => return None,
            ObjectOwner::Owned(_) => {}
            ObjectOwner::Forked(bytes) => {
                self.bytes = ObjectOwner::Owned(std::mem::take(Arc::make_mut(bytes)));
            }
            ObjectOwner::Marked(marked) => {
                let marked = Arc::make_mut(marked);
                for mark in &mut marked.marks[range.clone()] {
                    marked.marked -= usize::from(std::mem::take(mark));
                }
                if marked.marked == 0 {
                    self.bytes = ObjectOwner::Owned(std::mem::take(&mut marked.bytes));
                }
            }
        }
        match &mut self.bytes {
            ObjectOwner::Owned(bytes) => bytes.get_mut(range),
            ObjectOwner::Marked(marked) => Arc::make_mut(marked).bytes.get_mut(range),
            _ => None,
        }
    }

    /// Marks the bytes of a range inside of the object; `false` if it is constant.
    pub(super) fn mark(&mut self, range: Range<usize>) -> bool {
        if self.overwrite(range.clone()).is_none() {
            return false;
        }
        if let ObjectOwner::Owned(bytes) = &mut self.bytes {
            let bytes = std::mem::take(bytes);
            let marks = vec![false; bytes.len()];
            self.bytes = ObjectOwner::Marked(Arc::new(MarkedBytes { bytes, marks, marked: 0 }));
        }
        if let ObjectOwner::Marked(marked) = &mut self.bytes {
            let marked = Arc::make_mut(marked);
            marked.marked += range.len();
            marked.marks[range].fill(true);
        }
        true
    }

    /// Whether a byte of the range is marked.
    pub(super) fn is_marked(&self, mut range: Range<usize>) -> bool {
        matches!(&self.bytes, ObjectOwner::Marked(marked) if range.any(|at| marked.marks[at]))
    }

    /// Makes copies of the object share its bytes until one of them writes.
    pub(super) fn share(&mut self) {
        if let ObjectOwner::Owned(bytes) = &mut self.bytes {
            self.bytes = ObjectOwner::Forked(Arc::new(std::mem::take(bytes)));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.bytes_anyway().len()
    }

    pub(super) fn kind(&self) -> ObjectKind {
        self.kind
    }

    pub(super) fn is_alive(&self) -> bool {
        self.alive
    }

    /// Whether the bytes can be written at once.
    #[inline]
    pub(super) fn is_writable(&self) -> bool {
        matches!(self.bytes, ObjectOwner::Owned(_))
    }

    /// Whether the bytes can be written, perhaps after they were copied.
    pub(super) fn can_be_written(&self) -> bool {
        !matches!(self.bytes, ObjectOwner::Shared(_))
    }

    /// Ends the object's life. Its bytes go, so that every later access is out of bounds and costs
    /// living objects no check of their own.
    pub(super) fn kill(&mut self) {
        self.alive = false;
        self.bytes = ObjectOwner::Owned(Vec::new());
    }
}
