//! Adds checks to LLVM's module: after every site a look at what came out of it.
//!
//! What holds: the program computes what it computed before; a site that raises an exception
//! (`ulpwise_interp` says which these are) calls one of [`RUNTIME_FUNCTIONS`]; site numbers are
//! those of `ulpwise-ir`, from the same lowering. A site that cannot be looked at is named in the
//! answer, so that silence is never taken for a proof.
//!
//! The screening tier (`screening`, `strict`) reports less and costs less: only whether any site
//! may have raised something.
//!
//! Deliberately absent: what is done with an event, which is the run time's business.

mod checks;
mod editor;
mod insert;
mod math_call;
mod measure;
mod screening;
mod steps;
mod strict;

pub(crate) use checks::{HIT, KNOWN, Tier};
pub use checks::{RUNTIME_FUNCTIONS, known};
pub(crate) use editor::{Editor, Value};
pub(crate) use measure::{EXTENTS, WATCHED};
pub use measure::{Extent, MEASURE_FUNCTIONS};
pub(crate) use screening::{ScreeningEntry, leaving_text};
pub use steps::OUT_OF_STEPS;
pub(crate) use steps::STEPS;
pub(crate) use strict::predicate_name;

use crate::compile::Unit;
use crate::error::LlvmError;
use crate::jit::Instrumentation;
use crate::load::{Session, link_text};
use crate::lower::SiteOrigin;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::llvm_sys::debuginfo::LLVMStripModuleDebugInfo;
use inkwell::module::Module as LlvmModule;
use insert::Inserter;
use ulpwise_ir::{Module, SiteId};

/// Whether a screening tier can be made of a module.
pub(crate) fn can_be_screened(module: &LlvmModule<'_>, origins: &[SiteOrigin]) -> bool {
    screening::can_be_screened(&Editor::new(module.as_mut_ptr()), origins)
}

/// The result of adding checks.
#[derive(Default)]
pub(crate) struct Added {
    /// The sites that cannot be looked at.
    pub(crate) unobserved: Vec<SiteId>,
    /// Whether the code leaves the screening tier somewhere: its drivers must be prepared for that.
    pub(crate) leaves: bool,
}

/// Adds a check to every site, of any result if rounding counts too, and, at the level of
/// distances, the reports of its operands, and what counts steps. `lowered` and `origins` are what
/// lowering made of this very module.
pub(crate) fn instrument(
    session: &Session,
    module: &LlvmModule<'_>,
    lowered: &Module,
    origins: &[SiteOrigin],
    tier: Tier,
    level: Instrumentation,
) -> Result<Added, LlvmError> {
    let measures = level == Instrumentation::Distances;
    let every = matches!(level, Instrumentation::EveryOperation(_));
    // Sites know their locations in the source; the machine code need not.
    // SAFETY: the module is alive, and nothing refers to its debug information any more.
    unsafe { LLVMStripModuleDebugInfo(module.as_mut_ptr()) };
    make_effects_visible(module);
    let preserves = !uses_wide_registers(module);
    link_text(session, module, &checks::text(tier, lowered.sites.len(), preserves, every))?;
    if measures {
        link_text(session, module, &measure::text(preserves, lowered.sites.len()))?;
        link_text(session, module, &steps::text())?;
    }
    let editor = Editor::new(module.as_mut_ptr());
    let mut inserter = Inserter::new(editor, lowered, tier, measures);
    let mut texts = inserter.math_wrappers(origins);
    if tier == Tier::Screening {
        texts.extend(inserter.strict_operations(origins));
    }
    for text in texts {
        link_text(session, module, &text)?;
    }
    inserter.insert(origins);
    if measures {
        steps::insert(&inserter.editor);
    }
    let mut leaves = false;
    if tier == Tier::Screening {
        add_strictness(session, module);
        leaves = screening::leave_before_effects(&inserter.editor);
    }
    Ok(Added { unobserved: inserter.unobserved, leaves })
}

/// A function that was declared to have no effects (`__attribute__((const))`) has some now: LLVM
/// must not drop calls of it.
fn make_effects_visible(module: &LlvmModule<'_>) {
    let kinds = ["memory", "speculatable"].map(Attribute::get_named_enum_kind_id);
    let is_ours = |name: &[u8]| !name.starts_with(b"llvm.");
    for function in module.get_functions().filter(|function| is_ours(function.get_name().to_bytes())) {
        for kind in kinds {
            function.remove_enum_attribute(AttributeLoc::Function, kind);
        }
    }
    let editor = Editor::new(module.as_mut_ptr());
    for call in editor.instructions().into_iter().filter(|&instruction| editor.is_call(instruction)) {
        if editor.called_function(call).is_none_or(|(name, _)| is_ours(name.as_bytes())) {
            kinds.iter().for_each(|&kind| editor.remove_attribute(call, kind));
        }
    }
}

/// Says of all functions that flags matter in them, without which constrained operations may not be
/// inlined.
fn add_strictness(session: &Session, module: &LlvmModule<'_>) {
    let strict = session.enum_attribute("strictfp");
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        function.add_attribute(AttributeLoc::Function, strict);
    }
}

/// Whether a function of the program may hold values in registers that plain SSE2 code does not
/// know.
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
