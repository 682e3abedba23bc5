//! The table of sites against the instructions.

use super::error::{Property, VerifyError};
use crate::body::InstId;
use crate::inst::Inst;
use crate::module::{FunctionId, Library, Module};
use crate::site::{Site, SiteId, SiteKind};

/// Checks the table of a module whose bodies are sound; reports the first disagreement.
pub(super) fn check_sites(module: &Module, errors: &mut Vec<VerifyError>) {
    let mut next = SiteId::new(0);
    for (function, data) in module.functions.iter_enumerated() {
        let Some(body) = &data.body else { continue };
        let mut ordinal = 0;
        for (inst_id, inst) in body.insts.iter_enumerated() {
            let kind = expected_kind(module, inst);
            let expected = kind.map(|kind| {
                let location = body.locations[inst_id];
                Site { function, ordinal, inst: inst_id, kind, location }
            });
            if let Some(message) = disagreement(module, inst, next, expected) {
                return errors.push(error(module, function, inst_id, &message));
            }
            if expected.is_some() {
                next = SiteId::new(next.as_u32() + 1);
                ordinal += 1;
            }
        }
    }
    if module.sites.get(next).is_some() {
        let message = format!("{next} and what follows belong to no instruction");
        errors.push(VerifyError { property: Property::SiteTable, function: None, inst: None, message });
    }
}

/// The kind of site that an instruction must be, whether it says so or not.
fn expected_kind(module: &Module, inst: &Inst) -> Option<SiteKind> {
    match *inst {
        Inst::Call { callee, .. } => {
            (module.functions[callee].library == Library::Math).then_some(SiteKind::Libm(callee))
        }
        _ => inst.site_kind(),
    }
}

fn disagreement(module: &Module, inst: &Inst, next: SiteId, expected: Option<Site>) -> Option<String> {
    let Some(expected) = expected else {
        return inst.site().map(|site| format!("it is no site and has {site}"));
    };
    if inst.site() != Some(next) {
        return Some(format!("it should be {next}"));
    }
    match module.sites.get(next) {
        None => Some(format!("{next} is not in the table")),
        Some(found) if *found != expected => {
            Some(format!("the table has {next} as {found:?}, it should be {expected:?}"))
        }
        Some(_) => None,
    }
}

fn error(module: &Module, function: FunctionId, inst: InstId, message: &str) -> VerifyError {
    let data = &module.functions[function];
    let text =
        data.body.as_ref().map(|body| crate::text::inst_text(body, &body.insts[inst])).unwrap_or_default();
    VerifyError {
        property: Property::SiteTable,
        function: Some(function),
        inst: Some(inst),
        message: format!("{function} {:?} {inst} `{text}`: {message}", data.name),
    }
}
