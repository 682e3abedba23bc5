//! An assignment with the values and distances of all steps, changed one variable at a time and
//! taken back at will.

use crate::distance::{Distance, distance};
use crate::evaluate::evaluate;
use crate::program::EvaluationProgram;
use crate::shape::{Slot, ValueShape};
use ulpwise_solver::{Libm, Reason};

/// What a step was before a change.
#[derive(Clone, Copy, Debug)]
struct Before {
    step: u32,
    slot: Slot,
    distance: Distance,
}

pub(crate) struct SearchState<'p> {
    pub(crate) program: &'p EvaluationProgram,
    libm: Option<&'p Libm<'p>>,
    pub(crate) slots: Vec<Slot>,
    distances: Vec<Distance>,
    /// Of roots: how much their distance counts. Of other steps nothing.
    weights: Vec<f32>,
    /// The sum over the roots of weight times distance.
    pub(crate) total: f64,
    /// When each step last changed, in numbers of changes.
    changed: Vec<u64>,
    change: u64,
    log: Vec<Before>,
    total_before: f64,
    /// How many steps were computed.
    pub(crate) evaluations: u64,
}

impl<'p> SearchState<'p> {
    /// All variables zero.
    pub(crate) fn new(
        program: &'p EvaluationProgram,
        libm: Option<&'p Libm<'p>>,
    ) -> Result<SearchState<'p>, Reason> {
        let count = program.steps.len();
        let mut weights = vec![0.0; count];
        for &root in &program.roots {
            weights[root as usize] = 1.0;
        }
        let mut state = SearchState {
            program,
            libm,
            slots: program.initial.clone(),
            distances: vec![Distance::default(); count],
            weights,
            total: 0.0,
            changed: vec![0; count],
            change: 0,
            log: Vec::new(),
            total_before: 0.0,
            evaluations: 0,
        };
        state.compute_all()?;
        Ok(state)
    }

    /// Gives every variable a value, and every root its first weight.
    pub(crate) fn restart(&mut self, values: &[Slot]) -> Result<(), Reason> {
        for (variable, &value) in self.program.variables.iter().zip(values) {
            self.slots[variable.step as usize] = value;
        }
        for &root in &self.program.roots {
            self.weights[root as usize] = 1.0;
        }
        self.compute_all()
    }

    fn compute_all(&mut self) -> Result<(), Reason> {
        for number in 0..self.program.steps.len() as u32 {
            self.slots[number as usize] = evaluate(self.program, number, &self.slots, self.libm)?;
            self.measure(number);
        }
        self.evaluations += self.program.steps.len() as u64;
        self.sum();
        self.log.clear();
        Ok(())
    }

    fn measure(&mut self, number: u32) {
        if self.program.steps[number as usize].shape == ValueShape::Bool {
            self.distances[number as usize] = distance(self.program, number, &self.slots, &self.distances);
        }
    }

    fn sum(&mut self) {
        let cost =
            |&root: &u32| f64::from(self.weights[root as usize] * self.distances[root as usize].to_true);
        self.total = self.program.roots.iter().map(cost).sum();
        self.total_before = self.total;
    }

    /// What libm functions deliver.
    pub(crate) fn libm(&self) -> Option<&'p Libm<'p>> {
        self.libm
    }

    /// The value of a variable.
    pub(crate) fn value(&self, variable: u32) -> Slot {
        self.slots[self.program.variables[variable as usize].step as usize]
    }

    /// The roots that do not hold.
    pub(crate) fn violated(&self) -> impl Iterator<Item = u32> {
        self.program.roots.iter().copied().filter(|&root| self.slots[root as usize] == 0)
    }

    /// How many roots hold before the first that does not, in the order of steps.
    pub(crate) fn leading_roots_that_hold(&self) -> usize {
        let roots = &self.program.roots;
        roots.iter().position(|&root| self.slots[root as usize] == 0).unwrap_or(roots.len())
    }

    /// How far a truth value is from being true.
    pub(crate) fn distance_of(&self, step: u32) -> f32 {
        self.distances[step as usize].to_true
    }

    /// Changes one variable and computes what depends on it. The change before this one is kept for
    /// good.
    pub(crate) fn set(&mut self, variable: u32, value: Slot) -> Result<(), Reason> {
        self.log.clear();
        self.total_before = self.total;
        self.change += 1;
        let step = self.program.variables[variable as usize].step;
        if self.slots[step as usize] == value {
            return Ok(());
        }
        self.note(step);
        self.slots[step as usize] = value;
        self.changed[step as usize] = self.change;
        self.measure(step);
        self.settle(step);
        for &number in self.program.dependents(variable) {
            let operands = self.program.operands_of(self.program.steps[number as usize]);
            if operands.iter().all(|&operand| self.changed[operand as usize] != self.change) {
                continue;
            }
            self.evaluations += 1;
            self.recompute(number)?;
        }
        Ok(())
    }

    fn recompute(&mut self, number: u32) -> Result<(), Reason> {
        let slot = evaluate(self.program, number, &self.slots, self.libm)?;
        let is_bool = self.program.steps[number as usize].shape == ValueShape::Bool;
        if slot == self.slots[number as usize] && !is_bool {
            return Ok(());
        }
        self.note(number);
        self.slots[number as usize] = slot;
        self.changed[number as usize] = self.change;
        self.measure(number);
        self.settle(number);
        Ok(())
    }

    fn note(&mut self, step: u32) {
        let (slot, distance) = (self.slots[step as usize], self.distances[step as usize]);
        self.log.push(Before { step, slot, distance });
    }

    /// Takes the new distance of a step that was noted last into the sum.
    fn settle(&mut self, step: u32) {
        let weight = self.weights[step as usize];
        if weight > 0.0
            && let Some(before) = self.log.last()
        {
            self.total += f64::from(weight)
                * f64::from(self.distances[step as usize].to_true - before.distance.to_true);
        }
    }

    /// Takes the last change back.
    pub(crate) fn undo(&mut self) {
        while let Some(Before { step, slot, distance }) = self.log.pop() {
            self.slots[step as usize] = slot;
            self.distances[step as usize] = distance;
        }
        self.total = self.total_before;
    }

    /// Makes every root that does not hold count more.
    pub(crate) fn weigh(&mut self) {
        for &root in &self.program.roots {
            if self.slots[root as usize] == 0 {
                self.weights[root as usize] += 1.0;
            }
        }
        self.sum();
    }

    /// Whether what the sum says is what the slots say: every root holds.
    pub(crate) fn is_solved(&self) -> bool {
        self.violated().next().is_none()
    }
}
