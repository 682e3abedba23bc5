//! How far places of a program are from targets, in blocks: along the ways of a function, into the
//! functions it calls, and back to where it was called.

use std::collections::VecDeque;
use std::sync::Arc;
use ulpwise_base::Id;
use ulpwise_interp::Program;
use ulpwise_ir::{BlockId, Body, EdgeId, FunctionId, Inst, InstId};

/// The distance of what no target can be reached from.
const FAR: u32 = u32::MAX;

/// What returning from a call costs: a target in the caller is farther than it looks.
const RETURN: u32 = 8;

/// How often distances are computed anew, in choices.
const PATIENCE: u32 = 32;

/// What a search goes for. Targets may go with time, never come.
pub trait Targets: Send + Sync {
    /// Whether a block is a target.
    fn is_target(&self, function: FunctionId, block: BlockId) -> bool;

    /// A number that is another whenever targets went.
    fn version(&self) -> u64;
}

/// Blocks with a way out that was not taken yet.
pub(super) struct Untaken<'p>(pub(super) &'p Program<'p>);

impl Targets for Untaken<'_> {
    fn is_target(&self, function: FunctionId, block: BlockId) -> bool {
        let Some(body) = &self.0.module().functions[function].body else { return false };
        let ways = body.ways_out(block);
        ways.len() > 1 && ways.iter().any(|&edge| !self.0.is_taken(function, edge))
    }

    fn version(&self) -> u64 {
        self.0.taken_edges()
    }
}

/// Whether a way out of a block can lead back to an instruction: whether it stays in a loop.
pub(crate) fn leads_back(body: &Body, way: EdgeId, inst: InstId) -> bool {
    let mut seen = vec![false; body.blocks.len()];
    let mut open = vec![body.edges[way].target];
    while let Some(block) = open.pop() {
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        if (body.blocks[block].start..body.blocks[block].end).contains(&inst) {
            return true;
        }
        open.extend(body.ways_out(block).into_iter().map(|edge| body.edges[edge].target));
    }
    false
}

/// The functions that a block calls.
fn callees(body: &Body, block: BlockId) -> impl Iterator<Item = FunctionId> + '_ {
    let block = &body.blocks[block];
    let insts = &body.insts.as_slice()[block.start.index()..block.end.index()];
    insts.iter().filter_map(|inst| match inst {
        Inst::Call { callee, .. } => Some(*callee),
        _ => None,
    })
}

/// Distances to targets.
pub(super) struct Distances<'p> {
    program: &'p Program<'p>,
    targets: Arc<dyn Targets + 'p>,
    /// By function and block; empty for functions without a body.
    of_block: Vec<Vec<u32>>,
    version: Option<u64>,
    patience: u32,
}

impl<'p> Distances<'p> {
    pub(super) fn new(program: &'p Program<'p>, targets: Arc<dyn Targets + 'p>) -> Distances<'p> {
        let mut distances = Distances { program, targets, of_block: Vec::new(), version: None, patience: 0 };
        distances.refresh();
        distances
    }

    /// Computes distances anew, if targets went and it has not been done for a while.
    pub(super) fn refresh(&mut self) {
        self.patience = self.patience.saturating_sub(1);
        let version = self.targets.version();
        if self.version == Some(version) || self.patience > 0 {
            return;
        }
        (self.version, self.patience) = (Some(version), PATIENCE);
        self.compute();
    }

    /// The distance of a path from its nearest target.
    pub(super) fn nearest_target(&self, calls: &[(FunctionId, InstId)]) -> u32 {
        let mut nearest = FAR;
        for (depth, &(function, inst)) in calls.iter().enumerate() {
            let Some(body) = &self.program.module().functions[function].body else { continue };
            let Some(&here) = self.of_block[function.index()].get(body.block_of(inst).index()) else {
                continue;
            };
            nearest = nearest.min(here.saturating_add(RETURN * depth as u32));
        }
        nearest
    }

    fn compute(&mut self) {
        let module = self.program.module();
        let mut entries: Vec<u32> = vec![FAR; module.functions.len()];
        // Distances through calls settle in as many rounds as calls are nested; more than a few
        // rounds change little.
        for _ in 0..4 {
            self.of_block = module
                .functions
                .iter_enumerated()
                .map(|(id, function)| {
                    function.body.as_ref().map_or_else(Vec::new, |body| self.within(id, body, &entries))
                })
                .collect();
            let settled: Vec<u32> =
                self.of_block.iter().map(|blocks| blocks.first().copied().unwrap_or(FAR)).collect();
            if settled == entries {
                break;
            }
            entries = settled;
        }
    }

    /// The distances of the blocks of a function, given those of the functions it calls.
    fn within(&self, function: FunctionId, body: &Body, entries: &[u32]) -> Vec<u32> {
        let mut distances: Vec<u32> = vec![FAR; body.blocks.len()];
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); body.blocks.len()];
        for block in body.blocks.ids() {
            for edge in body.ways_out(block) {
                before[body.edges[edge].target.index()].push(block.index());
            }
            let called = callees(body, block).map(|callee| entries[callee.index()].saturating_add(1)).min();
            let own = if self.targets.is_target(function, block) { 0 } else { FAR };
            distances[block.index()] = own.min(called.unwrap_or(FAR));
        }
        let mut queue: VecDeque<usize> =
            (0..distances.len()).filter(|&block| distances[block] < FAR).collect();
        while let Some(block) = queue.pop_front() {
            for &earlier in &before[block] {
                let through = distances[block].saturating_add(1);
                if through < distances[earlier] {
                    distances[earlier] = through;
                    queue.push_back(earlier);
                }
            }
        }
        distances
    }
}
