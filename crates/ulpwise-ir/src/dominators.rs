//! Which blocks lie on every way to which: the dominator tree of a body.
//!
//! The Semi-NCA algorithm (Georgiadis, Tarjan and Werneck, *Finding dominators in practice*, 2006):
//! semidominators with path compression, then each immediate dominator is the nearest ancestor in
//! the tree so far that is not below the semidominator. The simpler iteration by Cooper, Harvey and
//! Kennedy is quadratic where a long chain of blocks branches to one exit, as checked code does.
//!
//! Nothing here recurses; a function may have any number of blocks.

use crate::body::{BlockId, Body, InstId};
use ulpwise_base::{Id, IdVec};

/// No number, in a table of numbers.
const NONE: u32 = u32::MAX;

/// The dominator tree of a body. Blocks that cannot be reached from the entry are not in it.
pub struct Dominators {
    /// The number of each block in depth-first order, `NONE` when unreachable.
    number: IdVec<BlockId, u32>,
    /// The block of each number.
    block: Vec<BlockId>,
    /// The number of each number's immediate dominator; the entry's is itself.
    idom: Vec<u32>,
    /// The blocks that a number dominates are those with `start` in `start[n]..end[n]`.
    start: Vec<u32>,
    end: Vec<u32>,
}

impl Dominators {
    /// The dominator tree of a body whose ids are in range.
    pub fn new(body: &Body) -> Self {
        let successors = Successors::new(body);
        let (number, block, parent) = depth_first(body.blocks.len(), &successors);
        let predecessors = predecessors(&number, &block, &successors);
        let idom = immediate_dominators(&parent, &predecessors);
        let (start, end) = intervals(&idom);
        Self { number, block, idom, start, end }
    }

    /// Whether a block can be reached from the entry.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.number[block] != NONE
    }

    /// The nearest other block on every way to this one; `None` for the entry and for blocks that
    /// cannot be reached.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        match self.number[block] {
            0 | NONE => None,
            number => Some(self.block[self.idom[number as usize] as usize]),
        }
    }

    /// Whether every way to `block` goes through `dominator`; every reachable block dominates
    /// itself. A block that cannot be reached neither dominates nor is dominated.
    pub fn dominates(&self, dominator: BlockId, block: BlockId) -> bool {
        let (outer, inner) = (self.number[dominator], self.number[block]);
        if outer == NONE || inner == NONE {
            return false;
        }
        let position = self.start[inner as usize];
        self.start[outer as usize] <= position && position < self.end[outer as usize]
    }
}

/// The targets of each block's edges, one after the other.
struct Successors {
    first: Vec<u32>,
    targets: Vec<BlockId>,
}

impl Successors {
    fn new(body: &Body) -> Self {
        let mut successors = Self { first: Vec::with_capacity(body.blocks.len() + 1), targets: Vec::new() };
        for block in &body.blocks {
            successors.first.push(successors.targets.len() as u32);
            if block.start < block.end {
                let last = InstId::new(block.end.as_u32() - 1);
                body.for_each_edge(&body.insts[last], |edge| {
                    successors.targets.push(body.edges[edge].target);
                });
            }
        }
        successors.first.push(successors.targets.len() as u32);
        successors
    }

    fn range(&self, block: BlockId) -> std::ops::Range<usize> {
        self.first[block.index()] as usize..self.first[block.index() + 1] as usize
    }
}

/// Numbers the reachable blocks in depth-first order: the number of each block, the block of each
/// number, the number of each number's parent in the tree of the search.
fn depth_first(blocks: usize, successors: &Successors) -> (IdVec<BlockId, u32>, Vec<BlockId>, Vec<u32>) {
    let mut number: IdVec<BlockId, u32> = (0..blocks).map(|_| NONE).collect();
    let (mut block, mut parent) = (Vec::new(), Vec::new());
    // Blocks to visit, with the number of the block they are reached from.
    let mut stack: Vec<(BlockId, u32)> = Vec::new();
    if blocks > 0 {
        stack.push((BlockId::new(0), 0));
    }
    while let Some((next, from)) = stack.pop() {
        if number[next] != NONE {
            continue;
        }
        number[next] = block.len() as u32;
        block.push(next);
        parent.push(from);
        let targets = &successors.targets[successors.range(next)];
        stack.extend(targets.iter().rev().map(|&target| (target, number[next])));
    }
    (number, block, parent)
}

/// The reachable predecessors of each number: where its run begins, and the runs.
fn predecessors(
    number: &IdVec<BlockId, u32>,
    block: &[BlockId],
    successors: &Successors,
) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0_u32; block.len() + 1];
    for &from in block {
        for target in &successors.targets[successors.range(from)] {
            first[number[*target] as usize + 1] += 1;
        }
    }
    for index in 1..first.len() {
        first[index] += first[index - 1];
    }
    let mut next = first.clone();
    let mut list = vec![0_u32; first[block.len()] as usize];
    for (from_number, &from) in block.iter().enumerate() {
        for target in &successors.targets[successors.range(from)] {
            let place = &mut next[number[*target] as usize];
            list[*place as usize] = from_number as u32;
            *place += 1;
        }
    }
    (first, list)
}

fn immediate_dominators(parent: &[u32], (first, list): &(Vec<u32>, Vec<u32>)) -> Vec<u32> {
    let count = parent.len();
    let mut forest = Forest {
        ancestor: parent.to_vec(),
        label: (0..count as u32).collect(),
        semi: (0..count as u32).collect(),
        path: Vec::new(),
    };
    for vertex in (1..count).rev() {
        let mut semi = parent[vertex];
        for &predecessor in &list[first[vertex] as usize..first[vertex + 1] as usize] {
            let best = forest.eval(predecessor, vertex as u32 + 1);
            semi = semi.min(forest.semi[best as usize]);
        }
        forest.semi[vertex] = semi;
    }
    let mut idom = parent.to_vec();
    for vertex in 1..count {
        let mut candidate = idom[vertex];
        while candidate > forest.semi[vertex] {
            candidate = idom[candidate as usize];
        }
        idom[vertex] = candidate;
    }
    idom
}

/// The vertices already treated, linked to their parents, with compressed paths.
struct Forest {
    ancestor: Vec<u32>,
    /// The vertex of least semidominator on the compressed path to the ancestor.
    label: Vec<u32>,
    semi: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    /// The vertex of least semidominator on the path from `vertex` up to the root of its tree,
    /// the root excluded unless it is `vertex`. Vertices from `linked` on have been linked.
    fn eval(&mut self, vertex: u32, linked: u32) -> u32 {
        if vertex < linked {
            return vertex;
        }
        let mut top = vertex;
        while self.ancestor[top as usize] >= linked {
            self.path.push(top);
            top = self.ancestor[top as usize];
        }
        // Each vertex of the path now hangs where its ancestor hangs, and knows the best below it.
        let mut above = top;
        while let Some(below) = self.path.pop() {
            let (best_above, best_below) = (self.label[above as usize], self.label[below as usize]);
            if self.semi[best_above as usize] < self.semi[best_below as usize] {
                self.label[below as usize] = best_above;
            }
            self.ancestor[below as usize] = self.ancestor[above as usize];
            above = below;
        }
        self.label[vertex as usize]
    }
}

/// Positions in a walk over the dominator tree: a subtree is a run of positions.
fn intervals(idom: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut size = vec![1_u32; idom.len()];
    for vertex in (1..idom.len()).rev() {
        size[idom[vertex] as usize] += size[vertex];
    }
    let mut start = vec![0_u32; idom.len()];
    // Where the next child of each vertex begins. A dominator's number is below those it dominates.
    let mut next = vec![1_u32; idom.len()];
    for vertex in 1..idom.len() {
        let place = &mut next[idom[vertex] as usize];
        start[vertex] = *place;
        *place += size[vertex];
        next[vertex] = start[vertex] + 1;
    }
    let end = start.iter().zip(&size).map(|(start, size)| start + size).collect();
    (start, end)
}

#[cfg(test)]
mod tests;
