//! What lowering could not express: a value, not a failure of the whole module.

use super::raw::LlvmType;

/// The name of something that ulpwise-ir cannot express; it becomes an `Unsupported` instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unsupported(pub(super) String);

impl Unsupported {
    /// A type that has no counterpart.
    pub(super) fn ty(ty: LlvmType<'_>) -> Self {
        Self(format!("the type {}", ty.print()))
    }

    /// Bitcode that LLVM's verifier should have refused.
    pub(super) fn malformed(what: &str) -> Self {
        Self(format!("malformed {what}"))
    }
}

/// The outcome of lowering one thing.
pub(super) type Lowered<T> = Result<T, Unsupported>;

/// The outcome for something unsupported.
pub(super) fn unsupported<T>(what: impl Into<String>) -> Lowered<T> {
    Err(Unsupported(what.into()))
}
