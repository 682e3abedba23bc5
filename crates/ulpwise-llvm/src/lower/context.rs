//! What the lowering of all functions of one module shares.

use super::debug_info::Locations;
use super::origins::Origins;
use super::raw::RawModule;
use super::symbols::Symbols;
use super::types::Shapes;
use std::collections::HashMap;
use ulpwise_base::IdVec;
use ulpwise_ir::MessageId;

/// The tables of a module.
pub(super) struct Context<'m> {
    /// LLVM's module.
    pub(super) module: RawModule<'m>,
    /// Its types as lists of scalars.
    pub(super) shapes: Shapes<'m>,
    /// Its functions and globals.
    pub(super) symbols: Symbols<'m>,
    /// The source locations.
    pub(super) locations: Locations<'m>,
    /// The names of what is unsupported.
    pub(super) messages: Messages,
    /// Which of LLVM's instructions became which of ours.
    pub(super) origins: Origins<'m>,
}

impl<'m> Context<'m> {
    pub(super) fn new(module: RawModule<'m>) -> Self {
        Self {
            module,
            shapes: Shapes::new(module),
            symbols: Symbols::default(),
            locations: Locations::new(module),
            messages: Messages::default(),
            origins: Origins::default(),
        }
    }
}

/// Texts, each kept once.
#[derive(Default)]
pub(super) struct Messages {
    pub(super) texts: IdVec<MessageId, String>,
    ids: HashMap<String, MessageId>,
}

impl Messages {
    /// The number of a text.
    pub(super) fn id(&mut self, text: &str) -> MessageId {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = self.texts.push(text.to_owned());
        self.ids.insert(text.to_owned(), id);
        id
    }
}
