//! The one numbering of edges, switch tables and slot lists that the text form can express: the
//! order in which they appear in it, none shared, none left over.

use crate::body::{Body, InstId};
use crate::module::Module;
use crate::renumber::{OldLists, Renumbering};
use std::mem;

/// Renumbers edges, switch tables and slot lists of all bodies in the order of the text form, so
/// that modules that print the same are equal.
///
/// # Panics
/// If an edge, table or list does not exist; a module that verifies has none of those.
pub fn canonicalize(module: &mut Module) {
    for function in module.functions.iter_mut() {
        if let Some(body) = &mut function.body {
            canonicalize_body(body);
        }
    }
}

fn canonicalize_body(body: &mut Body) {
    let old = OldLists {
        list_pool: mem::take(&mut body.list_pool),
        edges: mem::take(&mut body.edges),
        switches: mem::take(&mut body.switches),
    };
    let renumbering = Renumbering { old: &old, expand: |slot, slots: &mut Vec<_>| slots.push(slot) };
    for block in body.blocks.ids() {
        body.blocks[block].parameters = renumbering.list(body, body.blocks[block].parameters);
        let (start, end) = (body.blocks[block].start, body.blocks[block].end);
        for number in start.as_u32()..end.as_u32() {
            let id = InstId::new(number);
            body.insts[id] = renumbering.inst(body, body.insts[id]);
        }
    }
}
