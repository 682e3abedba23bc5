//! What the lowering of all functions of one module shares.

use super::constants::Folded;
use super::debug_info::Locations;
use super::exceptions::TypeInfos;
use super::origins::Origins;
use super::raw::{LlvmBlock, RawModule, Value};
use super::symbols::Symbols;
use super::types::Shapes;
use std::collections::{HashMap, HashSet};
use ulpwise_base::IdVec;
use ulpwise_ir::{MessageId, Target};

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
    /// The types of exceptions.
    pub(super) exceptions: TypeInfos,
    formats_with_floats: Option<bool>,
    /// What code or initialisers name that could not be lowered: they may do anything with it, as
    /// code of other files may.
    pub(super) exposed: Vec<Target>,
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
            exceptions: TypeInfos::default(),
            formats_with_floats: None,
            exposed: Vec::new(),
        }
    }

    /// Whether a function that writes values as text (`core::fmt`), or one that it calls, computes
    /// with floats.
    pub(super) fn formats_with_floats(&mut self) -> bool {
        if let Some(known) = self.formats_with_floats {
            return known;
        }
        let mut open: Vec<Value<'m>> =
            self.module.functions().filter(|function| function.name().contains("3fmt")).collect();
        let mut met: HashSet<Value<'m>> = open.iter().copied().collect();
        let mut found = false;
        while let Some(function) = open.pop() {
            for inst in function.blocks().flat_map(LlvmBlock::instructions) {
                found |= inst.computes_with_floats();
                if let Some(callee) = inst.callee().filter(|callee| met.insert(*callee)) {
                    open.push(callee);
                }
            }
        }
        self.formats_with_floats = Some(found);
        found
    }

    /// Exposes what the operands of something name that could not be lowered.
    pub(super) fn expose_operands(&mut self, of: Value<'m>) {
        let mut open = vec![of];
        let mut met = HashSet::new();
        while let Some(value) = open.pop() {
            let operands = (0..value.operand_count()).filter_map(|index| value.operand(index));
            for operand in operands.filter(|operand| operand.is_constant()) {
                match self.fold(operand) {
                    Some(Folded::Address(target, _)) => self.exposed.push(target),
                    Some(Folded::Bits(_) | Folded::Undefined) => {}
                    // Of an aggregate or an expression the parts count.
                    None if met.insert(operand) => open.push(operand),
                    None => {}
                }
            }
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
