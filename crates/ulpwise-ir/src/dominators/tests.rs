//! The dominator tree against its definition, and on graphs that break naive algorithms.

use super::*;
use crate::builder::{BodyBuilder, I1, I64, ModuleBuilder};
use ulpwise_base::SplitMix64;

/// A body of so many blocks, where `add` ends each one.
fn body(blocks: usize, mut end: impl FnMut(&mut BodyBuilder<'_>, usize)) -> Body {
    let mut module = ModuleBuilder::new();
    let id = module.function("f", &[I1, I64], &[], |b| {
        for _ in 1..blocks {
            b.block(&[]);
        }
        for block in 0..blocks {
            b.switch_to(BlockId::from_index(block));
            end(b, block);
        }
    });
    module.finish().functions[id].body.take().unwrap()
}

/// Which blocks can be reached from the entry without going through `without`.
fn reachable(successors: &Successors, blocks: usize, without: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; blocks];
    let mut stack = vec![0];
    while let Some(block) = stack.pop() {
        if Some(block) != without && !seen[block] {
            seen[block] = true;
            let targets = &successors.targets[successors.range(BlockId::from_index(block))];
            stack.extend(targets.iter().map(|target| target.index()));
        }
    }
    seen
}

fn check_by_definition(body: &Body) {
    let blocks = body.blocks.len();
    let successors = Successors::new(body);
    let dominators = Dominators::new(body);
    let reached = reachable(&successors, blocks, None);
    for a in 0..blocks {
        let (avoiding, dominator) = (reachable(&successors, blocks, Some(a)), BlockId::from_index(a));
        assert_eq!(dominators.is_reachable(dominator), reached[a]);
        for b in 0..blocks {
            let expected = reached[a] && reached[b] && !avoiding[b];
            assert_eq!(dominators.dominates(dominator, BlockId::from_index(b)), expected, "b{a} b{b}");
        }
        if let Some(immediate) = dominators.immediate(dominator) {
            // Every other strict dominator dominates the immediate one.
            let strict = |c: BlockId| c != dominator && dominators.dominates(c, dominator);
            assert!(strict(immediate));
            assert!(body.blocks.ids().filter(|&c| strict(c)).all(|c| dominators.dominates(c, immediate)));
        } else {
            assert!(a == 0 || !reached[a]);
        }
    }
}

#[test]
fn random_graphs_agree_with_the_definition() {
    let mut random = SplitMix64::new(17);
    for _ in 0..3000 {
        let blocks = 1 + random.below(12) as usize;
        let body = body(blocks, |b, _| {
            let mut target = || BlockId::from_index(random.below(blocks as u64) as usize);
            let targets = [target(), target(), target()];
            let (truth, number) = (b.param(0), b.param(1));
            match random.below(5) {
                0 => b.ret(&[]),
                1 => b.jump(targets[0], &[]),
                2 => b.switch(number, &[(0, targets[0], &[]), (1, targets[1], &[])], (targets[2], &[])),
                _ => b.branch(truth, (targets[0], &[]), (targets[1], &[])),
            }
        });
        check_by_definition(&body);
    }
}

#[test]
fn long_ladders_are_no_problem() {
    // Each block branches to the next and to the one exit; then the same with edges back.
    const BLOCKS: usize = 200_000;
    let exit = BlockId::from_index(BLOCKS - 1);
    for back in [false, true] {
        let body = body(BLOCKS, |b, block| {
            let truth = b.param(0);
            let next = BlockId::from_index(block + 1);
            let other = if back { BlockId::from_index(block / 2) } else { exit };
            match block + 1 {
                BLOCKS => b.ret(&[]),
                _ => b.branch(truth, (next, &[]), (other, &[])),
            }
        });
        let dominators = Dominators::new(&body);
        assert!(dominators.dominates(BlockId::new(0), exit));
        let before_exit = BlockId::from_index(BLOCKS - 2);
        assert_eq!(dominators.dominates(before_exit, exit), back);
        assert_eq!(dominators.immediate(exit), Some(if back { before_exit } else { BlockId::new(0) }));
    }
}
