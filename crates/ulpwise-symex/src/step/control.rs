//! Branches, calls and returns.

use super::{Next, Nexts};
use crate::executor::Executor;
use crate::merge::Joined;
use crate::models::{self, ModelCall};
use crate::path::{End, Limit};
use crate::search::leads_back;
use crate::state::PathState;
use ulpwise_expr::Term;
use ulpwise_interp::memory::Memory;
use ulpwise_interp::{Argument, CalleeKind, PathEnd};
use ulpwise_ir::{EdgeId, FunctionId, Inst, Slot, SlotList, SwitchId, Type};

impl<'p> Executor<'p, '_> {
    pub(super) fn control(&mut self, state: PathState<'p>) -> Nexts<'p> {
        match state.interpreter.next_inst() {
            Inst::Jump { edge } => vec![self.follow(state, edge)],
            Inst::Branch { condition, then_edge, else_edge } => {
                let condition = state.get(&mut self.terms, condition);
                let (left, mut nexts) = self.decides(state, condition);
                let Some(state) = left else { return nexts };
                let condition = self.terms.truth(condition);
                let state = match self.join(state, condition, [then_edge, else_edge]) {
                    Joined::Yes(next) => {
                        nexts.push(next);
                        return nexts;
                    }
                    Joined::No(state) => state,
                };
                let split = self.questions.split(&mut self.terms, state, condition);
                let forks = split.holds.is_some() && split.fails.is_some();
                for (state, edge) in [(split.holds, then_edge), (split.fails, else_edge)] {
                    let Some(mut state) = state else { continue };
                    nexts.push(if forks && self.is_past_loop_bound(&mut state, edge) {
                        Next::Ends(state, End::CutOff(Limit::LoopBound))
                    } else {
                        self.follow(state, edge)
                    });
                }
                nexts
            }
            Inst::Switch { value, table, .. } => self.switch(state, value, table),
            Inst::Return { values } => self.leave(state, values),
            Inst::Landing { exception, returned_edge, unwound_edge } => {
                vec![self.land(state, exception, returned_edge, unwound_edge)]
            }
            Inst::Unwind { exception } => self.unwind(state, exception),
            Inst::Call { callee, arguments, results, .. } => self.call(state, callee, arguments, results),
            Inst::CallIndirect { callee, arguments, results } => {
                self.call_indirect(state, callee, arguments, results)
            }
            inst => unreachable!("{inst:?} is neither a branch nor a call"),
        }
    }

    /// Counts that a path forked at the branch it stands at, and says whether it did so too often
    /// in this call and comes back on this way.
    fn is_past_loop_bound(&self, state: &mut PathState<'p>, way: EdgeId) -> bool {
        let Some(bound) = self.options.loop_bound else { return false };
        let Some((_, inst)) = state.interpreter.calls().next() else { return false };
        state.count_fork() > bound && leads_back(state.interpreter.body(), way, inst)
    }

    /// Takes an edge, with the values that it carries.
    fn follow(&mut self, mut state: PathState<'p>, edge: EdgeId) -> Next<'p> {
        match state.take_edge(&mut self.terms, edge) {
            Ok(()) => Next::Goes(state),
            Err(end) => Next::stops(state, end),
        }
    }

    fn switch(&mut self, state: PathState<'p>, value: Slot, table: SwitchId) -> Nexts<'p> {
        let table = &state.interpreter.body().switches[table];
        let value = state.get(&mut self.terms, value);
        let value = self.terms.bits(value);
        let width = self.terms.store.width(value);
        let (mut left, mut nexts) = self.decides(state, value);
        // Cases that lead to the same place are one way.
        let mut targets: Vec<EdgeId> = Vec::new();
        for &(_, edge) in &table.cases {
            if edge != table.default && !targets.contains(&edge) {
                targets.push(edge);
            }
        }
        for target in targets {
            let Some(state) = left else { break };
            let cases: Vec<Term> = table
                .cases
                .iter()
                .filter(|&&(_, edge)| edge == target)
                .map(|&(case, _)| {
                    let case = self.terms.store.bv(width, case);
                    self.terms.store.eq(value, case)
                })
                .collect();
            let condition = self.terms.store.or(&cases);
            let split = self.questions.split(&mut self.terms, state, condition);
            nexts.extend(split.holds.map(|state| self.follow(state, target)));
            left = split.fails;
        }
        nexts.extend(left.map(|state| self.follow(state, table.default)));
        nexts
    }

    /// Goes on after a call that returned or left with an exception.
    fn land(
        &mut self,
        mut state: PathState<'p>,
        exception: Slot,
        returned_edge: EdgeId,
        unwound_edge: EdgeId,
    ) -> Next<'p> {
        match state.interpreter.take_thrown() {
            Some(address) => {
                state.interpreter.set_register(exception, address);
                self.follow(state, unwound_edge)
            }
            None => self.follow(state, returned_edge),
        }
    }

    /// Leaves the innermost call with an exception.
    fn unwind(&mut self, mut state: PathState<'p>, exception: Slot) -> Nexts<'p> {
        let Some(address) = state.known(exception) else { return self.enumerate(state, exception) };
        let floor = state.floor();
        match state.interpreter.unwind_call(floor, address as u64) {
            Ok(()) => vec![Next::Goes(state)],
            Err(end) => vec![Next::stops(state, end)],
        }
    }

    /// Returns from the innermost call.
    fn leave(&mut self, mut state: PathState<'p>, values: SlotList) -> Nexts<'p> {
        let body = state.interpreter.body();
        let returned: Vec<Term> =
            body.values(values).map(|(slot, _)| slot).map(|slot| state.get(&mut self.terms, slot)).collect();
        if state.is_comparison() {
            state.interpreter.drop_call();
            return self.compared(state, &returned);
        }
        if !state.leave(&mut self.terms, &returned) {
            return self.finished(state, &returned);
        }
        vec![Next::Goes(state)]
    }

    fn call_indirect(
        &mut self,
        state: PathState<'p>,
        callee: Slot,
        arguments: SlotList,
        results: SlotList,
    ) -> Nexts<'p> {
        let Some(address) = state.known(callee) else {
            return self.enumerate(state, callee);
        };
        let functions = state.interpreter.program().module().functions.len();
        let function =
            Memory::function_at(address as u64).filter(|function| (function.as_u32() as usize) < functions);
        match function {
            Some(function) => self.call(state, function, arguments, results),
            None => {
                let end = PathEnd::BadIndirectCall(format!("no function is at address {address:#x}"));
                vec![Next::stops(state, end)]
            }
        }
    }

    /// Makes a call of which an argument is a term, or that only the executor knows.
    fn call(
        &mut self,
        state: PathState<'p>,
        callee: FunctionId,
        arguments: SlotList,
        results: SlotList,
    ) -> Nexts<'p> {
        let body = state.interpreter.body();
        let given: Vec<(Term, Type)> = body
            .values(arguments)
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(slot, ty)| (state.get(&mut self.terms, slot), ty))
            .collect();
        match state.interpreter.callee(callee) {
            CalleeKind::Program => vec![self.enter(state, callee, &given, results)],
            kind => models::call(self, state, &ModelCall { callee, kind, given, arguments, results }),
        }
    }

    /// Enters a function of the program.
    pub(crate) fn enter(
        &mut self,
        mut state: PathState<'p>,
        callee: FunctionId,
        given: &[(Term, Type)],
        results: SlotList,
    ) -> Next<'p> {
        let function = &state.interpreter.program().module().functions[callee];
        let parameters = function.parameters.len();
        if given.len() < parameters {
            let name = function.name.clone();
            return Next::stops(state, PathEnd::BadIndirectCall(format!("'{name}' has other parameters")));
        }
        let more = &given[parameters..];
        let known = |&(value, ty): &(Term, Type)| Argument { ty, bits: self.terms.known(value).unwrap_or(0) };
        let variadic = more.iter().map(known).collect();
        state.interpreter.expect_results(results);
        let values: Vec<Term> = given.iter().map(|&(value, _)| value).collect();
        let (values, more) = values.split_at(parameters);
        if let Err(end) = state.enter(&mut self.terms, callee, values, variadic) {
            return Next::stops(state, end);
        }
        state.entered();
        state.set_variadic(&mut self.terms, more);
        Next::Goes(state)
    }

    /// Puts the results of a call that was carried out where they go, and goes on after it.
    pub(crate) fn returned(
        &mut self,
        mut state: PathState<'p>,
        results: SlotList,
        values: &[Term],
    ) -> Nexts<'p> {
        state.place_results(&mut self.terms, results, values);
        vec![Next::Goes(state)]
    }
}
