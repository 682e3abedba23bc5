//! Branches, calls and returns.

use super::state::{PathState, values_of};
use super::{Explorer, StepResult};
use crate::evaluate::Knowledge;
use crate::graph::{NodeId, Op, cone};
use ulpwise_externals::{FloatType, MemoryAccess, effects, lookup};
use ulpwise_interp::{Argument, CalleeKind, PathEnd, stores_counts};
use ulpwise_ir::{
    EdgeId, FloatBinaryOp, FloatFormat, FloatUnaryOp, FunctionId, Inst, IntPredicate, SiteId, SlotList, Type,
};

impl<'p> Explorer<'p> {
    /// An instruction that says what comes next.
    pub(super) fn control(&mut self, state: &mut PathState<'p>, inst: Inst) -> StepResult {
        match inst {
            Inst::Jump { edge } => self.take(state, edge),
            Inst::Branch { condition, then_edge, else_edge } => {
                let condition = state.get(&mut self.found.graph, condition);
                self.branch(state, condition, then_edge, else_edge)
            }
            Inst::Switch { value, table, .. } => {
                let value = state.get(&mut self.found.graph, value);
                let table = state.interpreter.body().switches[table].clone();
                // One case after the other, each a comparison.
                self.switch(state, value, &table.cases, table.default)
            }
            Inst::Return { values } => {
                let slots: Vec<_> = state.interpreter.body().values(values).map(|(slot, _)| slot).collect();
                let returned: Vec<NodeId> =
                    slots.into_iter().map(|slot| state.get(&mut self.found.graph, slot)).collect();
                self.leave(state, returned)
            }
            Inst::Landing { exception, returned_edge, unwound_edge } => {
                match state.interpreter.take_thrown() {
                    Some(address) => {
                        state.interpreter.set_register(exception, address);
                        self.take(state, unwound_edge)
                    }
                    None => self.take(state, returned_edge),
                }
            }
            Inst::Call { callee, arguments, results, site } => {
                self.call(state, callee, arguments, results, site)
            }
            // fail-closed: a path that ends here is not followed.
            _ => StepResult::Ended(PathEnd::Unsupported(
                "a call through a pointer that depends on inputs".to_owned(),
            )),
        }
    }

    /// Takes an edge, with the values that it carries.
    fn take(&mut self, state: &mut PathState<'p>, edge: EdgeId) -> StepResult {
        match state.take_edge(&mut self.found.graph, edge) {
            Ok(()) => StepResult::Goes,
            Err(end) => StepResult::Ended(end),
        }
    }

    /// Whether a bit is known on a path.
    fn truth(&self, state: &PathState<'p>, condition: NodeId) -> Option<bool> {
        let mut knowledge = Knowledge::default();
        let nodes = cone(&self.found.graph, [condition]);
        if !knowledge.look(&self.found.graph, &nodes, &state.region, &self.model) {
            // No input comes here: whatever is said of it holds.
            return Some(true);
        }
        knowledge.get(condition).truth()
    }

    /// Follows a bit both ways, as far as inputs go there. The way that is not taken at once waits.
    fn branch(
        &mut self,
        state: &mut PathState<'p>,
        condition: NodeId,
        yes: EdgeId,
        no: EdgeId,
    ) -> StepResult {
        let known = match self.found.graph.constant_bits(condition) {
            Some(bits) => Some(bits & 1 == 1),
            None => self.truth(state, condition),
        };
        if let Some(holds) = known {
            return self.take(state, if holds { yes } else { no });
        }
        let mut open = Vec::new();
        for (holds, edge) in [(true, yes), (false, no)] {
            let mut region = state.region.clone();
            if region.assume(&self.found.graph, condition, holds, &self.model) {
                open.push((holds, edge, region));
            }
        }
        let forks = open.len() == 2;
        if forks && state.count_fork() > self.options.loop_bound {
            return StepResult::CutOff;
        }
        // The last one goes on here, the other ones later.
        let Some((holds, edge, region)) = open.pop() else { return StepResult::Gone };
        for (holds, edge, region) in open {
            let mut other = state.fork();
            other.decide(condition, holds, region);
            match self.take(&mut other, edge) {
                StepResult::Ended(end) => self.ended(other, end),
                _ => self.open.push(other), // fail-closed: it is followed.
            }
        }
        state.decide(condition, holds, region);
        self.take(state, edge)
    }

    fn switch(
        &mut self,
        state: &mut PathState<'p>,
        value: NodeId,
        cases: &[(u64, EdgeId)],
        default: EdgeId,
    ) -> StepResult {
        let ty = self.found.graph.node(value).ty;
        for &(case, edge) in cases {
            let case = self.found.graph.constant(ty, case.into());
            let compare = Op::IntCompare(IntPredicate::Eq, ty.bits());
            let is_it = self.found.graph.apply(compare, Type::BOOL, &[value, case]);
            let known = match self.found.graph.constant_bits(is_it) {
                Some(bits) => Some(bits == 1),
                None => self.truth(state, is_it),
            };
            match known {
                Some(true) => return self.take(state, edge),
                Some(false) => continue,
                None => {}
            }
            let (mut with, mut without) = (state.region.clone(), state.region.clone());
            if with.assume(&self.found.graph, is_it, true, &self.model) {
                let mut other = state.fork();
                other.decide(is_it, true, with);
                match self.take(&mut other, edge) {
                    StepResult::Ended(end) => self.ended(other, end),
                    _ => self.open.push(other), // fail-closed: it is followed.
                }
            }
            if !without.assume(&self.found.graph, is_it, false, &self.model) {
                return StepResult::Gone;
            }
            state.decide(is_it, false, without);
        }
        self.take(state, default)
    }

    /// Returns from the innermost call.
    fn leave(&mut self, state: &mut PathState<'p>, returned: Vec<NodeId>) -> StepResult {
        if !state.leave(&mut self.found.graph, &returned) {
            return StepResult::Returned(returned);
        }
        StepResult::Goes
    }

    fn call(
        &mut self,
        state: &mut PathState<'p>,
        callee: FunctionId,
        arguments: SlotList,
        results: SlotList,
        site: Option<SiteId>,
    ) -> StepResult {
        let body = state.interpreter.body();
        let given: Vec<_> = body.values(arguments).collect();
        let values: Vec<NodeId> =
            given.iter().map(|&(slot, _)| state.get(&mut self.found.graph, slot)).collect();
        let name = state.interpreter.program().module().functions[callee].name.clone();
        match state.interpreter.callee(callee) {
            CalleeKind::Program => {
                let parameters = state.interpreter.program().module().functions[callee].parameters.len();
                if values.len() != parameters {
                    return StepResult::Ended(PathEnd::Unsupported(format!(
                        "a call of '{name}' with other arguments"
                    )));
                }
                state.interpreter.expect_results(results);
                match state.enter(&mut self.found.graph, callee, &values) {
                    Ok(()) => StepResult::Goes,
                    Err(end) => StepResult::Ended(end),
                }
            }
            CalleeKind::Math(_) => self.mathematics(state, &name, &values, results, site),
            CalleeKind::Library if self.only_prints(state, &name, &values) => {
                self.returned(state, results, None)
            }
            CalleeKind::Library | CalleeKind::Unknown => {
                self.outside(state, callee, &name, &given, &values, results)
            }
        }
    }

    /// Whether a function only prints: what it is given changes nothing that is computed. A format
    /// with `%n` has it write to memory, and one that is not known may be such.
    fn only_prints(&self, state: &PathState<'p>, name: &str, values: &[NodeId]) -> bool {
        let Some(effects) = effects(name).filter(|effects| effects.is_output_only()) else { return false };
        let MemoryAccess::ByFormat(position) = effects.writes else { return true };
        let format =
            values.get(usize::from(position)).and_then(|&value| self.found.graph.constant_bits(value));
        let memory = &state.interpreter.machine.memory;
        format
            .is_some_and(|address| memory.c_string(address as u64).is_ok_and(|format| !stores_counts(format)))
    }

    /// Has the interpreter make a call of which every argument is known.
    fn outside(
        &mut self,
        state: &mut PathState<'p>,
        callee: FunctionId,
        name: &str,
        given: &[(ulpwise_ir::Slot, Type)],
        values: &[NodeId],
        results: SlotList,
    ) -> StepResult {
        let known: Option<Vec<Argument>> = values
            .iter()
            .zip(given)
            .map(|(&value, &(_, ty))| Some(Argument { ty, bits: self.found.graph.constant_bits(value)? }))
            .collect();
        let Some(known) = known else {
            return StepResult::Ended(PathEnd::Unsupported(format!(
                "a call of '{name}' with arguments that depend on inputs"
            )));
        };
        match state.interpreter.call_outside(callee, &known) {
            Ok(raw) => {
                let types = state.interpreter.program().module().functions[callee].results.clone();
                let values = values_of(&mut self.found.graph, &types, &raw);
                self.returned(state, results, Some(values))
            }
            Err(PathEnd::Marked) => StepResult::Ended(PathEnd::Unsupported(format!(
                "a call of '{name}' on bytes that depend on inputs"
            ))),
            Err(end) => StepResult::Ended(end),
        }
    }

    /// Puts the results of a call where they go; of those without a value nothing is known.
    fn returned(
        &mut self,
        state: &mut PathState<'p>,
        results: SlotList,
        values: Option<Vec<NodeId>>,
    ) -> StepResult {
        let mut given = values.unwrap_or_default().into_iter();
        let types = state.interpreter.body().values(results).map(|(_, ty)| ty);
        let graph = &mut self.found.graph;
        let values: Vec<NodeId> = types.map(|ty| given.next().unwrap_or_else(|| graph.unknown(ty))).collect();
        state.place_results(graph, results, &values);
        StepResult::Goes
    }

    /// A call of the mathematical library: what has an operation of its own is one, of others
    /// nothing is known.
    fn mathematics(
        &mut self,
        state: &mut PathState<'p>,
        name: &str,
        values: &[NodeId],
        results: SlotList,
        site: Option<SiteId>,
    ) -> StepResult {
        let operation = values.first().and_then(|&first| {
            let Type::Float(format) = self.found.graph.node(first).ty else { return None };
            let named = lookup(name).filter(|named| named.math().is_some())?;
            let named_format = match named.float? {
                FloatType::Double => FloatFormat::F64,
                FloatType::Float => FloatFormat::F32,
                FloatType::LongDouble => FloatFormat::X87,
                FloatType::Quad => return None,
            };
            if named_format != format {
                return None;
            }
            let plain = named.external.name;
            let op = match plain {
                "fma" => Op::Fma,
                "fmin" => Op::Binary(FloatBinaryOp::MinNum),
                "fmax" => Op::Binary(FloatBinaryOp::MaxNum),
                "fmod" => Op::Binary(FloatBinaryOp::Rem),
                // fail-closed: of a function without an operation nothing is known.
                _ => Op::Unary(FloatUnaryOp::from_function_name(plain)?),
            };
            Some((op, Type::Float(format)))
        });
        // fail-closed: of other results nothing is known.
        let returns_float = |ty: Type| matches!(ty, Type::Float(_));
        let types: Vec<Type> = state.interpreter.body().values(results).map(|(_, ty)| ty).collect();
        let pointers = values.iter().any(|&value| self.found.graph.node(value).ty == Type::Pointer);
        if operation.is_none() && pointers {
            return StepResult::Ended(PathEnd::Unsupported(format!(
                "a call of '{name}', which writes to memory"
            )));
        }
        let value = match (operation, types.first()) {
            (Some((op, ty)), _) => Some(self.found.graph.apply(op, ty, values)),
            (None, Some(&ty)) => Some(self.found.graph.unknown_result(ty, name)),
            (None, None) => None,
        };
        if let (Some(site), Some(value)) = (site, value)
            && types.first().copied().is_some_and(returns_float)
        {
            state.visit(site, value);
        }
        self.returned(state, results, value.map(|value| vec![value]))
    }
}
