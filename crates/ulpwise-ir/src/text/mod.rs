//! The text form of a module: for people who look into lowering, and the wire format between the
//! process that loads a program and the tool.
//!
//! ```text
//! file0 = file "/home/ada" "norm.c"
//! loc0 = file0 12:5
//! loc1 = file0 30:9 inlined loc0
//! t0 = float f64
//! t1 = signed 32 "int"
//! msg0 = "inline assembly"
//! g0 = global "table" size 16 align 8 const init x"000000000000f03f0000000000000000" reloc 8 &g0+8
//! f0 = function "sin" (f64) -> (f64) math
//! f1 = function "norm" (r0: f64, r1: i32) -> (f64) exported
//!   declared c "norm" (t0 "x", t1 "n") -> t0 at loc0
//! {
//!   const r6: f64 = 0x3ff0000000000000 ; 1.0
//! b0:
//!   r2: f64 = fadd r0, r6 !site0 !loc0
//!   r3: i1 = fcmp olt f64 r2, r6 !site1 !loc0
//!   branch r3, b1(r2), b2
//! b1(r4: f64):
//!   r5: f64 = call f0(r4) !site2 !loc1
//!   return r5
//! b2:
//!   unsupported msg0
//!   unreachable
//! }
//! ```
//!
//! What holds:
//!
//! * **Lossless.** For a module that verifies, `parse(print(m))` is `m` after [`canonicalize`]: the
//!   same ids, slots, types, constants, sites and locations. Edges, switch tables and slot lists
//!   have no names in the text, they stand where they are used; parsing numbers them in the order
//!   of appearance, and an edge that two instructions share becomes two. `print(parse(text))` is
//!   `text` whenever `text` was printed.
//! * **Numbers are explicit and dense.** Every id stands at its definition and must be the next of
//!   its kind (slots: each exactly once, in any order), so a lost line is noticed.
//! * **A site is a note.** `!site7` after a floating-point instruction is its whole entry in the
//!   site table; function, ordinal, kind and location follow from where it stands.
//! * A definition shows its type; an instruction repeats a width or format only where the result
//!   does not tell it. A wide value in a list shows both its slots, as in `call f0(r4:r5, r6)`.
//! * White space separates and is otherwise free; `;` begins a comment that ends with the line.
//!
//! What it deliberately does not do: check that the module makes sense, which is the verifier's
//! part. Printing a module that does not verify never panics, and shows `?` where an id leads
//! nowhere; such text may not parse.

mod canonical;
mod content;
mod cursor;
mod parse_body;
mod parse_global;
mod parse_inst;
mod parse_module;
mod parse_source_type;
mod print_body;
mod print_inst;
mod print_module;
mod print_source_type;
mod quoted;
mod writer;

pub use canonical::canonicalize;
pub use content::{MentionedText, content, whole_content};
pub use cursor::ParseError;

use crate::body::Body;
use crate::inst::Inst;
use crate::module::{FunctionId, Module};
use writer::TextWriter;

/// The text of a module.
pub fn print(module: &Module) -> String {
    let insts: usize = module
        .functions
        .iter()
        .filter_map(|function| function.body.as_ref())
        .map(|body| body.insts.len())
        .sum();
    let mut writer = TextWriter::with_capacity(insts * 64 + 4096);
    print_module::print_module(module, &mut writer);
    writer.finish()
}

/// The text of one function of a module, for people and messages.
///
/// # Panics
/// If the module has no such function.
pub fn print_function(module: &Module, function: FunctionId) -> String {
    let mut writer = TextWriter::with_capacity(4096);
    print_module::print_function(function, &module.functions[function], &mut writer);
    writer.finish()
}

/// The text of one instruction, without its notes.
pub(crate) fn inst_text(body: &Body, inst: &Inst) -> String {
    let mut writer = TextWriter::with_capacity(64);
    print_inst::print_inst(body, inst, &mut writer);
    writer.finish()
}

/// The module that a text describes.
///
/// # Errors
/// The first thing in the text that is not as the format has it, with its place.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    parse_module::parse_module(text)
}
