//! One object of the memory: its bytes, what it is, whether it still lives.

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
}

#[derive(Clone, Debug)]
pub(super) struct Object {
    bytes: ObjectOwner,
    kind: ObjectKind,
    alive: bool,
}

impl Object {
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

    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.bytes {
            ObjectOwner::Owned(bytes) => bytes,
            ObjectOwner::Shared(bytes) => bytes,
        }
    }

    /// The bytes, to write.
    ///
    /// # Panics
    /// If the object is constant: callers ask `is_writable` first.
    #[inline]
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        match &mut self.bytes {
            ObjectOwner::Owned(bytes) => bytes,
            ObjectOwner::Shared(_) => panic!("a constant object was about to be written"),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.bytes().len()
    }

    pub(super) fn kind(&self) -> ObjectKind {
        self.kind
    }

    pub(super) fn is_alive(&self) -> bool {
        self.alive
    }

    #[inline]
    pub(super) fn is_writable(&self) -> bool {
        matches!(self.bytes, ObjectOwner::Owned(_))
    }

    /// Ends the object's life. Its bytes go, so that every later access is out of bounds and costs
    /// living objects no check of their own.
    pub(super) fn kill(&mut self) {
        self.alive = false;
        self.bytes = ObjectOwner::Owned(Vec::new());
    }
}
