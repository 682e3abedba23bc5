//! What is written down for certificates while a function is looked at: which blocks were followed
//! with which states, where their edges led, and which looks their calls used.
//!
//! Only what is recorded is written down, so each round of a loop that is followed by itself is a
//! node, and so is the last round, whose head holds for all that come after.

use crate::contents::Contents;
use crate::context::{Input, Output};
use crate::state::AbstractState;
use crate::value::AbstractValue;
use std::rc::Rc;
use ulpwise_base::IdVec;
use ulpwise_ir::{BlockId, Body, EdgeId, FunctionId, InstId};

/// A look at a function, laid out.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) function: FunctionId,
    pub(crate) input: Input,
    pub(crate) results: Option<Vec<AbstractValue>>,
    pub(crate) objects: Vec<Rc<Contents>>,
    pub(crate) wrote_outside: bool,
    pub(crate) nodes: Vec<LayoutNode>,
}

/// A block that was followed.
#[derive(Debug)]
pub(crate) struct LayoutNode {
    pub(crate) block: BlockId,
    /// What is known at its head, if ways come back to it.
    pub(crate) state: Option<AbstractState>,
    pub(crate) edges: Vec<(EdgeId, usize)>,
    pub(crate) calls: Vec<(InstId, Rc<Layout>)>,
}

impl Layout {
    pub(crate) fn new(
        function: FunctionId,
        input: &Input,
        builder: LayoutBuilder,
        output: &Output,
    ) -> Layout {
        Layout {
            function,
            input: input.clone(),
            results: output.results.clone(),
            objects: output.objects.clone(),
            wrote_outside: output.wrote_outside,
            nodes: builder.nodes,
        }
    }
}

/// Writes a layout down.
#[derive(Debug)]
pub(crate) struct LayoutBuilder {
    nodes: Vec<LayoutNode>,
    /// Edges that were taken to a block that was not followed since.
    pending: IdVec<BlockId, Vec<(usize, EdgeId)>>,
    /// The instruction that is being looked at.
    pub(crate) inst: InstId,
}

impl LayoutBuilder {
    pub(crate) fn new(body: &Body) -> LayoutBuilder {
        LayoutBuilder {
            nodes: Vec::new(),
            pending: body.blocks.iter().map(|_| Vec::new()).collect(),
            inst: InstId::new(0),
        }
    }

    /// The number of the next node.
    pub(crate) fn next(&self) -> usize {
        self.nodes.len()
    }

    /// A block is followed from here on.
    pub(crate) fn enter(&mut self, block: BlockId, state: &AbstractState) {
        let number = self.nodes.len();
        for (from, edge) in std::mem::take(&mut self.pending[block]) {
            self.nodes[from].edges.push((edge, number));
        }
        // Which nodes ways come back to is known only later.
        let state = Some(state.clone());
        self.nodes.push(LayoutNode { block, state, edges: Vec::new(), calls: Vec::new() });
    }

    /// The block that is followed takes an edge.
    pub(crate) fn take(&mut self, edge: EdgeId, target: BlockId) {
        if let Some(from) = self.nodes.len().checked_sub(1) {
            self.pending[target].push((from, edge));
        }
    }

    /// Ways that lead to the head of a loop come back to the node that holds for all rounds; the
    /// nodes before it need no state.
    pub(crate) fn come_back(&mut self, block: BlockId, head: usize) {
        for (from, edge) in std::mem::take(&mut self.pending[block]) {
            self.nodes[from].edges.push((edge, head));
        }
    }

    /// The block that is followed makes a call.
    pub(crate) fn call(&mut self, called: &Rc<Layout>) {
        if let Some(node) = self.nodes.last_mut() {
            node.calls.push((self.inst, called.clone()));
        }
    }
}
