//! Joins of two ways that do nothing but compute: instead of two paths, one on which what they
//! computed is a choice.
//!
//! A branch is joined where both its ways lead to the same block, each directly or through one
//! block of harmless instructions, and both have been taken before: the first time, a branch is
//! followed both ways, so that tests reach every way. No solver is asked, because instructions that
//! cannot fail may as well be carried out for inputs that never come there.

use crate::decision::Decision;
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::Next;
use ulpwise_base::Id;
use ulpwise_expr::Term;
use ulpwise_ir::{Body, Dominators, EdgeId, Inst, InstId, IntBinaryOp, Slot};

/// How many instructions a way may have.
const MAX_LENGTH: usize = 40;

/// A way from a branch to the block where it meets the other.
struct Arm {
    /// The edge out of the branch.
    first: EdgeId,
    /// The instructions on the way, and the edge out of them.
    through: Option<(Vec<InstId>, EdgeId)>,
}

impl Arm {
    /// The edge that leads to the meeting point.
    fn last(&self) -> EdgeId {
        self.through.as_ref().map_or(self.first, |&(_, last)| last)
    }
}

/// What became of a path at a branch.
pub(crate) enum Joined<'p> {
    /// It went on, past the meeting point of the two ways.
    Yes(Next<'p>),
    /// It stands where it stood.
    No(PathState<'p>),
}

/// Two ways that can be joined.
struct Diamond {
    arms: [Arm; 2],
}

impl<'p> Executor<'p, '_> {
    /// Carries a branch out as a choice, if it can be one. The path stands at the meeting point
    /// then.
    pub(crate) fn join(
        &mut self,
        mut state: PathState<'p>,
        condition: Term,
        edges: [EdgeId; 2],
    ) -> Joined<'p> {
        if !self.options.merge || self.terms.store.bool_constant(condition).is_some() {
            return Joined::No(state);
        }
        let Some(diamond) = diamond(state.interpreter.body(), edges, state.flags.is_read())
            .filter(|diamond| self.is_left_behind(&state, diamond))
        else {
            return Joined::No(state);
        };
        let joins = match state.scripted_way() {
            Some((joins, _)) => joins,
            None => self.are_taken(&state, edges),
        };
        state.decisions.push(Decision::Way { holds: joins, assumed: false });
        if !joins {
            return Joined::No(state);
        }
        let mut carried = [Vec::new(), Vec::new()];
        let guards = [condition, self.terms.store.not(condition)];
        for ((arm, guard), carried) in diamond.arms.iter().zip(guards).zip(&mut carried) {
            self.lookout.guard = Some(guard);
            let along = self.along(&mut state, arm);
            self.lookout.guard = None;
            match along {
                Some(values) => *carried = values,
                // What was computed on the way stands in slots that are not read elsewhere
                // (`is_left_behind`).
                None => return Joined::No(state),
            }
        }
        let [then, other] = carried;
        for ((slot, first), (_, second)) in then.into_iter().zip(other) {
            let value = self.terms.choose(condition, first, second);
            state.set(&mut self.terms, slot, value);
        }
        state.joins += 1;
        match state.interpreter.jump(diamond.arms[0].last()) {
            Ok(()) => Joined::Yes(Next::Goes(state)),
            Err(end) => Joined::Yes(Next::stops(state, end)),
        }
    }

    /// Whether some path went along each of these edges before.
    fn are_taken(&self, state: &PathState<'p>, edges: [EdgeId; 2]) -> bool {
        let function = state.interpreter.calls().next().map(|(function, _)| function);
        function.is_some_and(|function| edges.iter().all(|&edge| self.program.is_taken(function, edge)))
    }

    /// Whether what is computed on the ways is not read after they meet, but as what their edges
    /// carry. A block that lies on every way to where it leads, as one that begins an outer loop
    /// does, computes what may be read from there on, and the other way keeps what it computed when
    /// it was last taken.
    fn is_left_behind(&mut self, state: &PathState<'p>, diamond: &Diamond) -> bool {
        let body = state.interpreter.body();
        let Some((function, _)) = state.interpreter.calls().next() else { return false };
        let dominators = self.dominators.entry(function).or_insert_with(|| Dominators::new(body));
        diamond.arms.iter().filter(|arm| arm.through.is_some()).all(|arm| {
            let [through, meeting] = [arm.first, arm.last()].map(|edge| body.edges[edge].target);
            !dominators.dominates(through, meeting)
        })
    }

    /// Carries out what is on a way; the values that arrive at its end.
    fn along(&mut self, state: &mut PathState<'p>, arm: &Arm) -> Option<Vec<(Slot, Term)>> {
        let Some((insts, last)) = &arm.through else {
            return Some(state.carried(&mut self.terms, arm.first));
        };
        for (slot, value) in state.carried(&mut self.terms, arm.first) {
            state.set(&mut self.terms, slot, value);
        }
        let body = state.interpreter.body();
        for &inst in insts {
            let inst = body.insts[inst];
            // A shift is harmless by a number of bits that is known to be small enough.
            if let Inst::Int { op, bits, b, .. } = inst
                && is_shift(op)
                && state.known(b).is_none_or(|by| by >= u128::from(bits))
            {
                return None;
            }
            let (slot, value) = self.computed(state, inst)?;
            state.set(&mut self.terms, slot, value);
        }
        Some(state.carried(&mut self.terms, *last))
    }
}

/// The two ways of a branch, if they can be joined.
fn diamond(body: &Body, [first, second]: [EdgeId; 2], looks_at_flags: bool) -> Option<Diamond> {
    let direct = |edge| Arm { first: edge, through: None };
    let target = |edge: EdgeId| body.edges[edge].target;
    let through = |edge| arm(body, edge, looks_at_flags);
    if target(first) == target(second) {
        return Some(Diamond { arms: [direct(first), direct(second)] });
    }
    let (left, right) = (through(first), through(second));
    if let Some(left) = &left
        && target(left.last()) == target(second)
    {
        let arms = [Arm { first, through: left.through.clone() }, direct(second)];
        return Some(Diamond { arms });
    }
    if let Some(right) = &right
        && target(right.last()) == target(first)
    {
        let arms = [direct(first), Arm { first: second, through: right.through.clone() }];
        return Some(Diamond { arms });
    }
    let (left, right) = (left?, right?);
    (target(left.last()) == target(right.last())).then_some(Diamond { arms: [left, right] })
}

/// The way through the block that an edge leads to, if that has only harmless instructions and one
/// way out.
fn arm(body: &Body, first: EdgeId, looks_at_flags: bool) -> Option<Arm> {
    let block = &body.blocks[body.edges[first].target];
    let length = block.end.index() - block.start.index();
    if length > MAX_LENGTH {
        return None;
    }
    let insts: Vec<InstId> = (block.start.index()..block.end.index()).map(InstId::from_index).collect();
    let (&last, before) = insts.split_last()?;
    let Inst::Jump { edge } = body.insts[last] else { return None };
    let harmless = |&inst: &InstId| {
        let inst = body.insts[inst];
        is_harmless(inst) && !(looks_at_flags && inst.site().is_some())
    };
    before.iter().all(harmless).then(|| Arm { first, through: Some((before.to_vec(), edge)) })
}

fn is_shift(op: IntBinaryOp) -> bool {
    matches!(op, IntBinaryOp::Shl | IntBinaryOp::LShr | IntBinaryOp::AShr)
}

/// Whether an instruction only computes a value, and never fails: those that the executor looks at
/// for errors are none.
fn is_harmless(inst: Inst) -> bool {
    match inst {
        Inst::Int { op, .. } => {
            is_shift(op)
                || matches!(
                    op,
                    IntBinaryOp::Add
                        | IntBinaryOp::Sub
                        | IntBinaryOp::Mul
                        | IntBinaryOp::And
                        | IntBinaryOp::Or
                        | IntBinaryOp::Xor
                )
        }
        Inst::IntCast { .. }
        | Inst::IntCompare { .. }
        | Inst::Select { .. }
        | Inst::Copy { .. }
        | Inst::PointerAdd { .. }
        | Inst::Float { .. }
        | Inst::FloatUnary { .. }
        | Inst::FloatFma { .. }
        | Inst::FloatSign { .. }
        | Inst::FloatCopySign { .. }
        | Inst::FloatCompare { .. }
        | Inst::FloatClass { .. }
        | Inst::FloatConvert { .. }
        | Inst::IntToFloat { .. } => true,
        _ => false,
    }
}
