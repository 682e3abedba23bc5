//! One function: its head, then its body check by check.

use super::control::check_control;
use super::error::{Property, VerifyError};
use super::operand_types::check_operand_types;
use super::single_assignment::check_single_assignment;
use super::structure::check_structure;
use crate::body::{Body, InstId, Slot};
use crate::module::{Function, FunctionId, Library, Module};
use crate::text::inst_text;
use crate::types::Type;

/// What the checks of a body share.
pub(super) struct BodyCheck<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) body: &'a Body,
    id: FunctionId,
    errors: &'a mut Vec<VerifyError>,
}

/// Checks one function; says whether its ids and structure are sound.
pub(super) fn check_function(module: &Module, id: FunctionId, errors: &mut Vec<VerifyError>) -> bool {
    let function = &module.functions[id];
    check_head(module, id, errors);
    let Some(body) = &function.body else {
        return true;
    };
    let mut check = BodyCheck { module, function, body, id, errors };
    if function.library != Library::None {
        check.report(Property::Library, "it has a body and belongs to a library");
    }
    if !check_structure(&mut check) {
        return false;
    }
    for block in body.blocks.ids() {
        for (inst_id, inst) in body.block_insts(block) {
            check_operand_types(&mut check, inst_id, inst);
            check_control(&mut check, inst_id, inst);
        }
    }
    check_single_assignment(&mut check);
    true
}

fn check_head(module: &Module, id: FunctionId, errors: &mut Vec<VerifyError>) {
    let function = &module.functions[id];
    let mut report = |property, message: String| {
        let message = format!("{id} {:?}: {message}", function.name);
        errors.push(VerifyError { property, function: Some(id), inst: None, message });
    };
    for ty in function.parameters.iter().chain(&function.results) {
        if !is_sound_type(*ty) {
            report(Property::IntegerWidth, format!("the signature has the type {ty}"));
        }
    }
    let Some(declaration) = &function.declaration else { return };
    if let Some(location) = declaration.location.filter(|id| module.locations.get(*id).is_none()) {
        report(Property::IdRange, format!("it is declared at {location}, which does not exist"));
    }
    let types = declaration.parameters.iter().map(|parameter| parameter.ty);
    for ty in types.chain([declaration.result]).filter(|ty| module.source_types.get(*ty).is_none()) {
        report(Property::IdRange, format!("its declaration mentions {ty}, which does not exist"));
    }
}

pub(super) fn is_sound_type(ty: Type) -> bool {
    !matches!(ty, Type::Int(bits) if bits == 0 || bits > Type::MAX_INT_BITS)
}

impl BodyCheck<'_> {
    /// A complaint about the function.
    pub(super) fn report(&mut self, property: Property, message: impl AsRef<str>) {
        let message = format!("{} {:?}: {}", self.id, self.function.name, message.as_ref());
        self.errors.push(VerifyError { property, function: Some(self.id), inst: None, message });
    }

    /// A complaint about an instruction.
    pub(super) fn report_inst(&mut self, property: Property, inst: InstId, message: impl AsRef<str>) {
        let text = inst_text(self.body, &self.body.insts[inst]);
        let message = format!("{} {:?} {inst} `{text}`: {}", self.id, self.function.name, message.as_ref());
        self.errors.push(VerifyError { property, function: Some(self.id), inst: Some(inst), message });
    }

    /// How many complaints there are so far, in all functions.
    pub(super) fn error_count(&self) -> usize {
        self.errors.len()
    }

    /// The type of a value in a body whose structure is sound.
    pub(super) fn type_of(&self, slot: Slot) -> Type {
        self.body.type_of(slot)
    }
}
