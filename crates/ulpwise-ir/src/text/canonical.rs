//! The one numbering of edges, switch tables and slot lists that the text form can express: the
//! order in which they appear in it, none shared, none left over.

use crate::body::{Body, Edge, EdgeId, InstId, Slot, SlotList, SwitchId, SwitchTable};
use crate::inst::Inst;
use crate::module::Module;
use std::mem;
use ulpwise_base::IdVec;

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
    let renumbering = Renumbering {
        list_pool: mem::take(&mut body.list_pool),
        edges: mem::take(&mut body.edges),
        switches: mem::take(&mut body.switches),
    };
    for block in body.blocks.ids() {
        body.blocks[block].parameters = renumbering.list(body, body.blocks[block].parameters);
        let (start, end) = (body.blocks[block].start, body.blocks[block].end);
        for number in start.as_u32()..end.as_u32() {
            let id = InstId::new(number);
            body.insts[id] = renumbering.inst(body, body.insts[id]);
        }
    }
}

/// What the ids of the old numbering lead to; the new numbering grows in the body.
struct Renumbering {
    list_pool: Vec<Slot>,
    edges: IdVec<EdgeId, Edge>,
    switches: IdVec<SwitchId, SwitchTable>,
}

impl Renumbering {
    fn list(&self, body: &mut Body, list: SlotList) -> SlotList {
        body.make_list(&self.list_pool[list.range()])
    }

    fn edge(&self, body: &mut Body, edge: EdgeId) -> EdgeId {
        let mut edge = self.edges[edge];
        edge.arguments = self.list(body, edge.arguments);
        body.edges.push(edge)
    }

    /// The instruction with its lists and edges renumbered in the order they are printed.
    fn inst(&self, body: &mut Body, mut inst: Inst) -> Inst {
        match &mut inst {
            Inst::Call { arguments, results, .. } | Inst::CallIndirect { arguments, results, .. } => {
                *results = self.list(body, *results);
                *arguments = self.list(body, *arguments);
            }
            Inst::Return { values } => *values = self.list(body, *values),
            Inst::Jump { edge } => *edge = self.edge(body, *edge),
            Inst::Branch { then_edge, else_edge, .. } => {
                *then_edge = self.edge(body, *then_edge);
                *else_edge = self.edge(body, *else_edge);
            }
            Inst::Switch { table, .. } => {
                let mut renumbered = self.switches[*table].clone();
                for (_, edge) in &mut renumbered.cases {
                    *edge = self.edge(body, *edge);
                }
                renumbered.default = self.edge(body, renumbered.default);
                *table = body.switches.push(renumbered);
            }
            _ => {}
        }
        inst
    }
}
