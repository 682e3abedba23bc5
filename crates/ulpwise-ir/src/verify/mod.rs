//! The verifier: what must hold in every module, checked before anything runs it.
//!
//! In the whole module:
//!
//!  1. `id-range`: every id leads somewhere: files, locations, source types, messages, globals and
//!     functions; in a body slots, blocks, edges, tables, instructions and lists.
//!  2. `unique-name`: no two functions or globals have the same linker's name.
//!  3. `inlining-ends`: no location is inlined, through whatever chain, at itself.
//!  4. `global-layout`: the alignment is a power of two; the initialiser fits the size; relocations
//!     lie inside the initialiser, in order, at least 8 bytes apart.
//!  5. `integer-width`: integers have 1 to 128 bits, in signatures and slots.
//!
//! In each function:
//!
//!  6. `library`: a function that has a body belongs to no library.
//!  7. `slot-order`: the first slots are the parameters of the signature, the last ones the
//!     constants in order, without gaps.
//!  8. `wide-pair`: a wide value is followed by its high half and nothing else is; a list has both
//!     or none; an operand is named by its first slot.
//!  9. `constant-type`: constant bits fit the width, addresses are pointers.
//! 10. `block-structure`: there is an entry; the blocks cut the instructions into runs without gap
//!     or overlap; each ends in a terminator and has no other.
//! 11. `entry-parameters`: the entry has none.
//! 12. `location-table`: there are as many locations as instructions.
//! 13. `single-definition`: every local is defined by exactly one instruction or block parameter;
//!     parameters and constants by none.
//! 14. `dominance`: every use in a block that can be reached lies behind the definition on every
//!     way from the entry. In a block that cannot be reached anything goes, as in LLVM.
//! 15. `operand-type`: operands and results have the types that the instruction asks for.
//! 16. `immediate`: a truncation narrows, an extension widens, a conversion changes the format;
//!     `wide` says what the type says; `bswap` has whole pairs of bytes; class masks have 10 bits;
//!     alignments are powers of two; `va_start` stands in a variadic function.
//! 17. `edge-arguments`: an edge brings as many values as its target has parameters, of their
//!     types.
//! 18. `switch-cases`: at most 64 bits; the cases are strictly increasing and fit the width.
//! 19. `call-signature`: arguments and results are those of the callee; a variadic callee takes at
//!     least its parameters.
//! 20. `return-types`: a function returns values of the types in its signature.
//! 21. `site-table`: sites are numbered function after function, in the order of instructions, with
//!     ordinals from 0; each entry names the instruction that names it, its kind and its location.
//!     Every floating-point instruction has one, and a call has one if and only if its callee
//!     belongs to the mathematical library. Only the first disagreement is reported, since all
//!     numbers behind it are off as well.
//! 22. `landing-after-call`: a landing stands directly after a call, which is the one that it is
//!     about.
//!
//! A body whose ids or structure are broken (1, 7, 8, 10, 12) is not examined further. All checks
//! together take nearly linear time and do not recurse.
//!
//! Deliberately not checked: whether source types and declarations fit the signature (compilers
//! change it), and anything about values, such as division by zero or addresses.

mod control;
mod error;
mod function;
mod module;
mod operand_types;
mod single_assignment;
mod sites;
mod structure;

pub use error::{Property, VerifyError};

use crate::module::Module;

/// After so many errors the verifier stops: a mistake of lowering tends to be everywhere.
pub const MAX_ERRORS: usize = 100;

/// Checks all properties.
///
/// # Errors
/// What was found violated, with its place: at least one error, at most [`MAX_ERRORS`].
pub fn verify(module: &Module) -> Result<(), Vec<VerifyError>> {
    let mut errors = Vec::new();
    module::check_module(module, &mut errors);
    let mut all_sound = true;
    for function in module.functions.ids() {
        all_sound &= function::check_function(module, function, &mut errors);
        if errors.len() >= MAX_ERRORS {
            errors.truncate(MAX_ERRORS);
            return Err(errors);
        }
    }
    if all_sound {
        sites::check_sites(module, &mut errors);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
