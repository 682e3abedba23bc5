//! The query as a program over slots: every term a step, children before parents.
//!
//! Steps know which variables they depend on only through [`EvaluationProgram::dependents`]: what
//! has to be computed again when one variable changes, in order.

use crate::shape::{Slot, ValueShape, slot_of};
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{Op, OpKind, Term, TermStore, Value};
use ulpwise_solver::Reason;

/// How many dependents all variables may have together: beyond that a change is computed by
/// scanning all steps.
const MAX_DEPENDENTS: usize = 50_000_000;

/// One operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProgramStep {
    pub(crate) op: Op,
    pub(crate) shape: ValueShape,
    /// Where its operands start among [`EvaluationProgram::operands`].
    first: u32,
    count: u32,
    /// Whether a variable is below.
    pub(crate) varies: bool,
}

/// A variable of the query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProgramVariable {
    pub(crate) term: Term,
    pub(crate) step: u32,
}

/// The query, compiled.
#[derive(Debug)]
pub(crate) struct EvaluationProgram {
    pub(crate) steps: Vec<ProgramStep>,
    operands: Vec<u32>,
    pub(crate) variables: Vec<ProgramVariable>,
    /// Of each step that is a variable, its number; others have none.
    pub(crate) variable_of: Vec<Option<u32>>,
    dependents: Vec<u32>,
    /// Where the dependents of each variable end.
    dependents_end: Vec<usize>,
    /// The steps that are to be true, each once.
    pub(crate) roots: Vec<u32>,
    /// The values of constants; of other steps nothing.
    pub(crate) initial: Vec<Slot>,
    /// The constants that occur, with their shapes.
    pub(crate) constants: Vec<(ValueShape, Slot)>,
}

impl EvaluationProgram {
    /// Compiles the conjunction of some terms.
    ///
    /// # Errors
    /// If a term has a sort or operator that this engine cannot evaluate, or the budget ends.
    pub(crate) fn compile(
        store: &TermStore,
        goals: &[Term],
        budget: &Budget,
    ) -> Result<EvaluationProgram, Reason> {
        let order = store.topological_order(goals);
        // Children have smaller numbers than their parents, so the order is that of the numbers.
        let index_of = |term: Term| order.binary_search(&term).expect("children are in the order") as u32;
        let mut program = EvaluationProgram {
            steps: Vec::with_capacity(order.len()),
            operands: Vec::new(),
            variables: Vec::new(),
            variable_of: Vec::with_capacity(order.len()),
            dependents: Vec::new(),
            dependents_end: Vec::new(),
            roots: Vec::new(),
            initial: Vec::with_capacity(order.len()),
            constants: Vec::new(),
        };
        for (number, &term) in order.iter().enumerate() {
            if number % 4096 == 0 {
                budget.check(0)?;
            }
            program.add(store, term, &index_of)?;
        }
        program.roots = goals.iter().map(|&goal| index_of(goal)).collect();
        program.roots.sort_unstable();
        program.roots.dedup();
        program.find_dependents(budget)?;
        Ok(program)
    }

    fn add(&mut self, store: &TermStore, term: Term, index_of: &dyn Fn(Term) -> u32) -> Result<(), Reason> {
        let sort = store.sort(term);
        let shape = ValueShape::for_sort(sort)
            .ok_or_else(|| Reason::Unsupported(format!("search over sort {sort}")))?;
        let first = self.operands.len() as u32;
        self.operands.extend(store.children(term).iter().map(|&child| index_of(child)));
        let count = self.operands.len() as u32 - first;
        let is_variable = store.kind(term) == OpKind::Variable;
        let constant = store.constant(term).as_ref().and_then(slot_of);
        let varies = is_variable
            || self.operands[first as usize..].iter().any(|&operand| self.steps[operand as usize].varies);
        self.variable_of.push(is_variable.then_some(self.variables.len() as u32));
        if is_variable {
            self.variables.push(ProgramVariable { term, step: self.steps.len() as u32 });
        }
        if let Some(slot) = constant
            && shape != ValueShape::Bool
        {
            self.constants.push((shape, slot));
        }
        self.initial.push(constant.unwrap_or(0));
        self.steps.push(ProgramStep { op: store.op(term), shape, first, count, varies });
        Ok(())
    }

    /// For each variable the steps above it, in order.
    fn find_dependents(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        let mut parents: Vec<Vec<u32>> = vec![Vec::new(); self.steps.len()];
        for (number, step) in self.steps.iter().enumerate() {
            for &operand in self.operands_of(*step) {
                if self.steps[operand as usize].varies {
                    parents[operand as usize].push(number as u32);
                }
            }
        }
        let mut seen = vec![u32::MAX; self.steps.len()];
        for (number, variable) in self.variables.iter().enumerate() {
            budget.check(0)?;
            let start = self.dependents.len();
            let mut open = vec![variable.step];
            while let Some(step) = open.pop() {
                for &parent in &parents[step as usize] {
                    if seen[parent as usize] != number as u32 {
                        seen[parent as usize] = number as u32;
                        self.dependents.push(parent);
                        open.push(parent);
                    }
                }
            }
            if self.dependents.len() > MAX_DEPENDENTS {
                // Too many to keep: all varying steps serve every variable.
                return self.share_dependents();
            }
            self.dependents[start..].sort_unstable();
            self.dependents_end.push(self.dependents.len());
        }
        Ok(())
    }

    fn share_dependents(&mut self) -> Result<(), Exhausted> {
        self.dependents =
            (0..self.steps.len() as u32).filter(|&step| self.steps[step as usize].varies).collect();
        self.dependents.retain(|&step| self.variable_of[step as usize].is_none());
        self.dependents_end.clear();
        Ok(())
    }

    /// What may change with a variable, in the order of computation.
    pub(crate) fn dependents(&self, variable: u32) -> &[u32] {
        let variable = variable as usize;
        match self.dependents_end.get(variable) {
            None => &self.dependents,
            Some(&end) => {
                let start = if variable == 0 { 0 } else { self.dependents_end[variable - 1] };
                &self.dependents[start..end]
            }
        }
    }

    /// The operands of a step.
    #[inline]
    pub(crate) fn operands_of(&self, step: ProgramStep) -> &[u32] {
        &self.operands[step.first as usize..(step.first + step.count) as usize]
    }

    pub(crate) fn shape_of(&self, variable: u32) -> ValueShape {
        self.steps[self.variables[variable as usize].step as usize].shape
    }

    /// The value of a slot of a step.
    pub(crate) fn value(&self, step: u32, slots: &[Slot]) -> Value {
        self.steps[step as usize].shape.value(slots[step as usize])
    }
}
