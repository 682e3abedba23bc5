//! The cycles of a function's blocks.

use crate::{BlockId, Body};
use ulpwise_base::{Id, IdVec};

impl Body {
    /// The blocks that each block's edges lead to.
    pub fn successors(&self) -> IdVec<BlockId, Vec<BlockId>> {
        let targets = |block| self.ways_out(block).into_iter().map(|edge| self.edges[edge].target).collect();
        self.blocks.ids().map(targets).collect()
    }
}

/// Tarjan's strongly connected components of what can be reached from some roots without leaving `inside`, in reverse topological order; in each the block that was
/// met first comes last.
pub fn strong_components(
    successors: &IdVec<BlockId, Vec<BlockId>>,
    roots: &[BlockId],
    inside: &[bool],
) -> Vec<Vec<BlockId>> {
    const UNSEEN: usize = usize::MAX;
    let mut number = vec![UNSEEN; inside.len()];
    let mut low = vec![0; inside.len()];
    let mut is_open = vec![false; inside.len()];
    let (mut open, mut count, mut found) = (Vec::new(), 0, Vec::new());
    for &root in roots {
        if !inside[root.index()] || number[root.index()] != UNSEEN {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some(&mut (block, ref mut next)) = path.last_mut() {
            let at = block.index();
            if *next == 0 {
                number[at] = count;
                low[at] = count;
                count += 1;
                open.push(block);
                is_open[at] = true;
            }
            if let Some(&target) = successors[block].get(*next) {
                *next += 1;
                let to = target.index();
                if !inside[to] {
                    continue;
                }
                if number[to] == UNSEEN {
                    path.push((target, 0));
                } else if is_open[to] {
                    low[at] = low[at].min(number[to]);
                }
                // A block without successors, or back at its first one, must not be numbered again.
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent.index()] = low[parent.index()].min(low[at]);
            }
            if low[at] == number[at] {
                let start = open.iter().rposition(|&member| member == block).expect("it is open");
                let mut members = open.split_off(start);
                members.iter().for_each(|member| is_open[member.index()] = false);
                members.reverse();
                found.push(members);
            }
        }
    }
    found
}
