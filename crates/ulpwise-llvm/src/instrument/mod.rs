//! Adds checks to LLVM's module: after every site a look at what came out of it.
//!
//! What holds: the program computes what it computed before; a site that raises an exception (`ulpwise_interp` says
//! which these are) calls one of [`RUNTIME_FUNCTIONS`]; site numbers are those of `ulpwise-ir`, from the same lowering. A
//! site that cannot be looked at is named in the answer, so that nobody takes silence for a proof.
//!
//! Deliberately absent: what is done with an event, which is the run time's business.

mod checks;
mod editor;
mod insert;
mod math_call;

pub use checks::RUNTIME_FUNCTIONS;

use crate::compile::Unit;
use crate::error::Error;
use crate::load::{Session, link_text};
use crate::lower::SiteOrigin;
use editor::Editor;
use inkwell::attributes::AttributeLoc;
use inkwell::llvm_sys::debuginfo::LLVMStripModuleDebugInfo;
use inkwell::module::Module as LlvmModule;
use insert::Inserter;
use ulpwise_ir::{Module, SiteId};

/// Adds a check to every site. `lowered` and `origins` are what lowering made of this very module.
pub(crate) fn instrument(
    session: &Session,
    module: &LlvmModule<'_>,
    lowered: &Module,
    origins: &[SiteOrigin],
) -> Result<Vec<SiteId>, Error> {
    // Sites know their places in the source; the machine code need not.
    // SAFETY: the module is alive, and nothing refers to its debug information any more.
    unsafe { LLVMStripModuleDebugInfo(module.as_mut_ptr()) };
    link_text(session, module, &checks::text(!uses_wide_registers(module)))?;
    let editor = Editor::new(module.as_mut_ptr());
    let mut inserter = Inserter::new(editor, lowered);
    let wrappers = inserter.math_wrappers(origins);
    for text in wrappers {
        link_text(session, module, &text)?;
    }
    inserter.insert(origins);
    Ok(inserter.unobserved)
}

/// Whether a function of the program may hold values in registers that plain SSE2 code does not know.
fn uses_wide_registers(module: &LlvmModule<'_>) -> bool {
    module.get_functions().any(|function| {
        let features = function.get_string_attribute(AttributeLoc::Function, "target-features");
        features.is_some_and(|features| features.get_string_value().to_string_lossy().contains("+avx"))
    })
}

/// A text of LLVM IR of our own, as a unit.
pub(crate) fn own_unit(text: &str) -> Unit {
    Unit { path: "ulpwise's own code".into(), bytes: text.as_bytes().to_vec() }
}
