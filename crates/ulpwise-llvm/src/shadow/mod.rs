//! Adds a shadow value of higher precision to every value of float and double: what the program
//! would have computed without rounding.
//!
//! A shadow value is a pair of doubles, `high` and `low`, that travels wherever its value goes:
//! through phis, selects, memory, arguments and returned values. `(value, 0.0)` always means the
//! value itself. What the pair is beyond that only the operations know: in the fast mode it is a
//! double-double number, `high + low`; in the exact mode `low` holds the number of a
//! multiple-precision number of the run time's, by its bits.
//!
//! What holds: the program computes what it computed before, and takes its own branches. At every
//! site of arithmetic the value and the shadow value are compared, in units of the last place, and
//! larger errors than known so far are reported (`ulpwise_error`). A comparison that would come out
//! otherwise on the shadow values is reported too (`ulpwise_diverge`).
//!
//! A value whose shadow value is not known (from an integer, of another format, out of a vector or
//! a structure in registers, from code that was linked in) is its own shadow value: errors are
//! counted from there. Memory knows the shadow value of a value as long as the bits at its address
//! are those that were stored with it.

mod disguise;
mod dispatch;
mod layout;
mod operations;
mod text;
mod values;

pub use layout::{CELL_COUNT, cell_of};
pub(crate) use layout::{CELLS, EPOCH, RETURNED, THRESHOLDS};

use crate::error::LlvmError;
use crate::instrument::Editor;
use crate::load::{Session, link_text};
use crate::lower::SiteOrigin;
use disguise::{WAITING, disguise};
use inkwell::attributes::AttributeLoc;
use inkwell::llvm_sys::debuginfo::LLVMStripModuleDebugInfo;
use inkwell::module::Module as LlvmModule;
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_ir::{Module, SiteId};
use values::Shadower;

/// What shadow values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Two doubles for a double, a double for a float; computed inline.
    DoubleDouble,
    /// So many bits, computed by the run time.
    Bits(u32),
}

/// The functions of the run time that shadowed code calls.
pub const SHADOW_FUNCTIONS: [&str; 7] = [
    "ulpwise_error",
    "ulpwise_diverge",
    "ulpwise_shadow",
    "ulpwise_shadow_compare",
    "ulpwise_shadow_negate",
    "ulpwise_shadow_copy",
    "ulpwise_shadow_forget",
];

/// Makes a program simpler, but for a function of that name.
pub(crate) type Simplify<'a> = &'a dyn Fn(&str) -> Result<(), LlvmError>;

/// Adds shadow values to a program. Returns the sites whose errors are not known.
///
/// What `simplify` does to the program comes before that; it cannot touch an operation that has a
/// site.
pub(crate) fn shadow(
    session: &Session,
    module: &LlvmModule<'_>,
    lowered: &Module,
    origins: &[SiteOrigin],
    precision: Precision,
    simplify: Option<Simplify<'_>>,
) -> Result<Vec<SiteId>, LlvmError> {
    // SAFETY: the module is alive, and nothing refers to its debug information any more.
    unsafe { LLVMStripModuleDebugInfo(module.as_mut_ptr()) };
    let editor = Editor::new(module.as_mut_ptr());
    let (sites, gone) = match simplify {
        Some(simplify) => {
            let disguised = disguise(session, &editor, origins);
            simplify(&WAITING.to_string_lossy())?;
            disguised.reveal(&editor)
        }
        None => (single_sites(origins), Vec::new()),
    };
    link_text(session, module, &text::text(precision, lowered.sites.len()))?;
    if text::has_fused_operations() {
        use_fused_operations(session, module);
    }
    let mut shadower = Shadower::new(editor, sites);
    shadower.run();
    let seen: BTreeSet<SiteId> = shadower.seen.into_iter().chain(gone).collect();
    let all = origins.iter().flat_map(|origin| origin.sites.iter().copied());
    Ok(all.filter(|site| !seen.contains(site)).collect())
}

/// The sites of instructions that have one.
fn single_sites(origins: &[SiteOrigin]) -> BTreeMap<usize, SiteId> {
    let single = origins.iter().filter_map(|origin| match origin.sites.as_slice() {
        &[site] => Some((origin.instruction as usize, site)),
        _ => None,
    });
    single.collect()
}

/// Lets LLVM use the processor's fused operations for shadow values. It makes none of the program's
/// own products and sums, which do not allow it.
fn use_fused_operations(session: &Session, module: &LlvmModule<'_>) {
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        let own = function.get_string_attribute(AttributeLoc::Function, "target-features");
        let own = own.map(|features| features.get_string_value().to_string_lossy().into_owned());
        let features = own.map_or_else(|| "+fma".to_owned(), |own| format!("{own},+fma"));
        function
            .add_attribute(AttributeLoc::Function, session.string_attribute("target-features", &features));
    }
}
