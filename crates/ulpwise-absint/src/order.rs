//! The order in which the blocks of a function are looked at: a weak topological order (Bourdoncle
//! 1993).
//!
//! Blocks that lie on no cycle stand alone; a cycle is a [`Loop`] with a head and, in the same
//! order again, what is left of it without the head. Every cycle goes through the head of some
//! loop, so widening there is enough.

use ulpwise_base::{Id, IdVec};
use ulpwise_ir::{BlockId, Body, strong_components};

/// An element of the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    Block(BlockId),
    Loop(Loop),
}

/// A cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Loop {
    pub(crate) head: BlockId,
    pub(crate) body: Vec<Component>,
    /// The blocks outside that an edge from inside leads to.
    pub(crate) exits: Vec<BlockId>,
}

/// The order of a function's blocks, those that cannot be reached left out.
pub(crate) fn order(body: &Body) -> Vec<Component> {
    let successors = body.successors();
    let mut inside = vec![true; body.blocks.len()];
    components(&successors, &[BlockId::new(0)], &mut inside)
}

/// The order of what can be reached from some roots without leaving `inside`. Depth is that of
/// nested loops.
fn components(
    successors: &IdVec<BlockId, Vec<BlockId>>,
    roots: &[BlockId],
    inside: &mut [bool],
) -> Vec<Component> {
    let mut found = Vec::new();
    for members in strong_components(successors, roots, inside).into_iter().rev() {
        let is_cycle = members.len() > 1 || successors[members[0]].contains(&members[0]);
        if !is_cycle {
            found.push(Component::Block(members[0]));
            continue;
        }
        // The first member that the search met is where control enters.
        let head = *members.last().expect("a component has members");
        let mut within = vec![false; inside.len()];
        members.iter().for_each(|member| within[member.index()] = true);
        let mut exits: Vec<BlockId> = members
            .iter()
            .flat_map(|&member| successors[member].iter().copied())
            .filter(|target| !within[target.index()])
            .collect();
        exits.sort_unstable();
        exits.dedup();
        within[head.index()] = false;
        let body = components(successors, &successors[head], &mut within);
        found.push(Component::Loop(Loop { head, body, exits }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order_of(edges: &[&[u32]]) -> Vec<Component> {
        let successors: IdVec<BlockId, Vec<BlockId>> =
            edges.iter().map(|targets| targets.iter().map(|&at| BlockId::new(at)).collect()).collect();
        let mut inside = vec![true; edges.len()];
        components(&successors, &[BlockId::new(0)], &mut inside)
    }

    fn shown(components: &[Component]) -> String {
        let one = |component: &Component| match component {
            Component::Block(block) => block.as_u32().to_string(),
            Component::Loop(cycle) => format!("({} {})", cycle.head.as_u32(), shown(&cycle.body)),
        };
        components.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn loops_nest_and_their_heads_come_first() {
        // 0 -> 1; 1 -> 2 | 5; 2 -> 3; 3 -> 2 | 4; 4 -> 1.
        let order = order_of(&[&[1], &[2, 5], &[3], &[2, 4], &[1], &[]]);
        assert_eq!(shown(&order), "0 (1 (2 3) 4) 5");
        let Component::Loop(outer) = &order[1] else { panic!("a loop") };
        assert_eq!(outer.exits, [BlockId::new(5)]);
    }

    #[test]
    fn a_loop_of_one_block_and_one_with_two_entries() {
        assert_eq!(shown(&order_of(&[&[0, 1], &[]])), "(0 ) 1");
        // 1 and 2 form a cycle that can be entered at both.
        let order = shown(&order_of(&[&[1, 2], &[2, 3], &[1], &[]]));
        assert!(order == "0 (1 2) 3" || order == "0 (2 1) 3", "{order}");
        // Nothing leads to 2.
        assert_eq!(shown(&order_of(&[&[1], &[], &[1]])), "0 1");
    }
}
