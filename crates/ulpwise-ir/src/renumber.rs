//! Numbers edges, switch tables and slot lists anew, in the order in which the text form shows
//! them: block by block, parameters first, results of an instruction before its operands.

use crate::body::{Body, Edge, EdgeId, Slot, SlotList, SwitchId, SwitchTable};
use crate::inst::Inst;
use ulpwise_base::IdVec;

/// What the ids of an old numbering lead to.
#[derive(Default)]
pub(crate) struct OldLists {
    pub(crate) list_pool: Vec<Slot>,
    pub(crate) edges: IdVec<EdgeId, Edge>,
    pub(crate) switches: IdVec<SwitchId, SwitchTable>,
}

/// Moves lists and edges from an old numbering into a body.
pub(crate) struct Renumbering<'o, F> {
    pub(crate) old: &'o OldLists,
    /// Appends what stands in the new lists for a slot of the old ones.
    pub(crate) expand: F,
}

impl<F: Fn(Slot, &mut Vec<Slot>)> Renumbering<'_, F> {
    pub(crate) fn list(&self, body: &mut Body, list: SlotList) -> SlotList {
        let mut slots = Vec::with_capacity(list.len());
        for &slot in &self.old.list_pool[list.range()] {
            (self.expand)(slot, &mut slots);
        }
        body.make_list(&slots)
    }

    fn edge(&self, body: &mut Body, edge: EdgeId) -> EdgeId {
        let Edge { target, arguments } = self.old.edges[edge];
        let arguments = self.list(body, arguments);
        body.edges.push(Edge { target, arguments })
    }

    /// The instruction with its lists, edges and table in the new numbering.
    pub(crate) fn inst(&self, body: &mut Body, mut inst: Inst) -> Inst {
        match &mut inst {
            Inst::Call { arguments, results, .. } | Inst::CallIndirect { arguments, results, .. } => {
                *results = self.list(body, *results);
                *arguments = self.list(body, *arguments);
            }
            Inst::Return { values } => *values = self.list(body, *values),
            Inst::Jump { edge } => *edge = self.edge(body, *edge),
            Inst::Branch { then_edge: first, else_edge: second, .. }
            | Inst::Landing { returned_edge: first, unwound_edge: second, .. } => {
                *first = self.edge(body, *first);
                *second = self.edge(body, *second);
            }
            Inst::Switch { table, .. } => {
                let SwitchTable { mut cases, default } = self.old.switches[*table].clone();
                for (_, edge) in &mut cases {
                    *edge = self.edge(body, *edge);
                }
                let default = self.edge(body, default);
                *table = body.switches.push(SwitchTable { cases, default });
            }
            _ => {}
        }
        inst
    }
}
