//! The program as the checker sees it: its functions made ready, its globals, and what is assumed
//! of the machine.

use crate::arithmetic::RoundingAssumption;
use crate::globals::Globals;
use crate::outline::Outline;
use std::cell::OnceCell;
use ulpwise_base::IdVec;
use ulpwise_externals::effects;
use ulpwise_ir::{Function, FunctionId, Library, Module};

/// A program made ready for checking.
pub struct Program<'m> {
    /// The program.
    pub module: &'m Module,
    /// In which modes it runs.
    pub rounding: RoundingAssumption,
    pub(crate) globals: Globals<'m>,
    outlines: IdVec<FunctionId, OnceCell<Outline<'m>>>,
    pub(crate) with_address: Vec<FunctionId>,
    pub(crate) may_catch: bool,
    pub(crate) has_foreign_variables: bool,
    /// Whether the library, or another file, may keep an address that it is given.
    pub(crate) may_have_kept: bool,
}

impl<'m> Program<'m> {
    /// Makes a program ready.
    pub fn new(module: &'m Module, rounding: RoundingAssumption) -> Program<'m> {
        let may_keep = |function: &Function| {
            let is_elsewhere = function.body.is_none() && function.library != Library::Math;
            is_elsewhere && effects(&function.name).is_none_or(|effects| effects.may_keep)
        };
        Program {
            module,
            rounding,
            globals: Globals::new(module),
            outlines: module.functions.iter().map(|_| OnceCell::new()).collect(),
            with_address: module.functions_with_address().into_iter().collect(),
            may_catch: module.may_catch(),
            has_foreign_variables: module.has_foreign_variables(),
            may_have_kept: module.functions.iter().any(may_keep),
        }
    }

    /// The outline of a function that has a body.
    pub(crate) fn outline(&self, function: FunctionId) -> Option<&Outline<'m>> {
        let body = self.module.functions.get(function)?.body.as_ref()?;
        Some(self.outlines[function].get_or_init(|| Outline::new(body)))
    }
}
