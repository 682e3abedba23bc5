//! Says when the code generator still has leave to change results.
//!
//! Lowering takes the operations as they stand in the IR. An operation with the flags of
//! `-ffp-contract=fast` or `-ffast-math` may afterwards be fused, reassociated or approximated when
//! machine code is made, so that a native run gives other bits.

use inkwell::attributes::AttributeLoc;
use inkwell::module::Module;
use inkwell::values::{FastMathFlags, FunctionValue};

/// The flags that let the code generator change results, with their names.
const LEAVES: [(FastMathFlags, &str); 4] = [
    (FastMathFlags::AllowContract, "contract"),
    (FastMathFlags::AllowReassoc, "reassoc"),
    (FastMathFlags::AllowReciprocal, "arcp"),
    (FastMathFlags::ApproxFunc, "afn"),
];

/// A warning, if an operation of the module has such a flag.
pub(super) fn warning(module: &Module<'_>) -> Option<String> {
    let mut seen = FastMathFlags::empty();
    let mut operations = 0;
    for function in module.get_functions() {
        // Without a fused instruction there is nothing to contract to; flang sets the flag on
        // everything.
        let harmless = if can_fuse(function) { FastMathFlags::empty() } else { FastMathFlags::AllowContract };
        for block in function.get_basic_block_iter() {
            for instruction in block.get_instructions() {
                let flags = instruction.get_fast_math_flags().unwrap_or(FastMathFlags::empty()) - harmless;
                if LEAVES.iter().any(|(leave, _)| flags.contains(*leave)) {
                    seen |= flags;
                    operations += 1;
                }
            }
        }
    }
    let names: Vec<&str> =
        LEAVES.iter().filter(|(leave, _)| seen.contains(*leave)).map(|(_, name)| *name).collect();
    (operations > 0).then(|| {
        format!(
            "{operations} operations are compiled with fast-math flags ({}), so the code generator may still fuse, reorder or \
             approximate them: a native run can give other bits",
            names.join(", ")
        )
    })
}

/// Whether the processor that the function is compiled for has fused multiply-add.
fn can_fuse(function: FunctionValue<'_>) -> bool {
    let features = function.get_string_attribute(AttributeLoc::Function, "target-features");
    features.is_some_and(|features| {
        features.get_string_value().to_string_lossy().split(',').any(|feature| feature == "+fma")
    })
}
