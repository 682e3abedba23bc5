//! The way towards goals: lines through the inputs that came nearest, and equations solved along
//! them.

use super::job::SearchJob;
use super::line::{Bracket, changes, probes};
use super::tied::{TIES, tied};
use crate::error::NativeError;
use crate::goal::{Aim, Gap, Goal};
use ulpwise_interp::Exception;

/// How many inputs are moved towards their goals at once.
const BASES: usize = 6;

/// How many goals are looked at because of each of them.
const GOALS_OF_A_BASE: usize = 10;

/// Along how many lines two variables of an input move together.
const TIED_LINES: usize = 2;

/// How many equations are solved at once.
const BRACKETS_AT_ONCE: usize = 48;

/// How many are begun for a goal at once.
const BRACKETS_OF_A_GOAL: usize = 4;

/// Inputs that differ in one variable.
struct MeasuredLine {
    /// The input that all others come from.
    base: usize,
    variable: usize,
    /// Ordinals of the variable, in order, with the input that has it.
    points: Vec<(i128, usize)>,
}

impl SearchJob<'_> {
    /// Moves each variable of the inputs that are nearest to some goals, and looks at other goals
    /// on the way.
    pub(super) fn drive(&mut self) -> Result<(), NativeError> {
        let mut goals: Vec<Goal> = Vec::new();
        let mut lines = Vec::new();
        let mut inputs = Vec::new();
        for _ in 0..BASES {
            let group = self.goals.next(GOALS_OF_A_BASE);
            let Some(open) = group.first().and_then(|goal| self.goals.open.get(goal)) else { break };
            let base = open.values.clone();
            goals.extend(group);
            self.lines_through(&base, &mut inputs, &mut lines);
        }
        if goals.is_empty() {
            return self.fresh();
        }
        goals.sort();
        goals.dedup();
        let gaps = self.call(&inputs, &goals)?;
        for (number, &goal) in goals.iter().enumerate() {
            let gap = |input: usize| gaps[input * goals.len() + number];
            let measured = (0..inputs.len()).filter_map(|input| Some((gap(input)?, input)));
            let nearest = measured.min_by_key(|(gap, _)| gap.unsigned_abs());
            let gained = nearest.is_some_and(|(gap, input)| self.goals.measured(goal, gap, &inputs[input]));
            self.goals.gained(goal, gained);
            if !is_two_sided(goal) || !self.goals.open.contains_key(&goal) {
                continue;
            }
            // Each goal needs one root, and all are alike.
            let mut brackets = 0;
            for MeasuredLine { base, variable, points } in &lines {
                let points: Vec<(i128, Gap)> =
                    points.iter().filter_map(|&(ordinal, input)| Some((ordinal, gap(input)?))).collect();
                for [low, high] in changes(&points).take(BRACKETS_OF_A_GOAL - brackets) {
                    let values = inputs[*base].clone();
                    self.brackets.push(Bracket { goal, values, variable: *variable, low, high });
                    brackets += 1;
                }
            }
        }
        Ok(())
    }

    /// Adds inputs that differ from one in one variable, as lines; and some that differ in any way.
    fn lines_through(&mut self, base: &[u64], inputs: &mut Vec<Vec<u64>>, lines: &mut Vec<MeasuredLine>) {
        let start = inputs.len();
        inputs.push(base.to_vec());
        for (at, variable) in self.space.variables.iter().enumerate() {
            let Some(ordinal) = variable.kind.ordinal(base[at]) else { continue };
            let mut points = vec![(ordinal, start)];
            let others = self.sampler.landmarks(at, &mut self.random);
            let others = others.into_iter().map(|value| (variable.kind.ordinal(value), value));
            let probes = probes(variable, ordinal)
                .into_iter()
                .map(|ordinal| (Some(ordinal), variable.kind.value_at(ordinal)));
            for (ordinal, value) in probes.chain(others) {
                let mut values = base.to_vec();
                values[at] = value;
                points.extend(ordinal.map(|ordinal| (ordinal, inputs.len())));
                inputs.push(values);
            }
            points.sort_unstable();
            points.dedup_by_key(|(ordinal, _)| *ordinal);
            lines.push(MeasuredLine { base: start, variable: at, points });
        }
        for _ in 0..TIED_LINES {
            self.tied_line(base, inputs);
        }
        for _ in 0..8 {
            inputs.push(self.sampler.changed(base, base, &mut self.random));
        }
    }

    /// Adds inputs that differ from one in two variables that move together, any two.
    fn tied_line(&mut self, base: &[u64], inputs: &mut Vec<Vec<u64>>) {
        let count = self.space.variables.len() as u64;
        if count < 2 {
            return;
        }
        let one = self.random.below(count);
        let other = (one + 1 + self.random.below(count - 1)) % count;
        let tie = *self.random.choose(&TIES);
        inputs.extend(tied(&self.space.variables, base, (one as usize, other as usize), tie));
    }

    /// Narrows brackets, some at once.
    pub(super) fn divide(&mut self) -> Result<(), NativeError> {
        let rest = self.brackets.len().saturating_sub(BRACKETS_AT_ONCE);
        let brackets = self.brackets.split_off(rest);
        let mut goals: Vec<Goal> = brackets.iter().map(|bracket| bracket.goal).collect();
        goals.sort();
        goals.dedup();
        let mut inputs = Vec::new();
        let mut parts = Vec::new();
        for bracket in &brackets {
            let ordinals = bracket.ordinals();
            let kind = self.space.variables[bracket.variable].kind;
            let first = inputs.len();
            for &ordinal in &ordinals {
                let mut values = bracket.values.clone();
                values[bracket.variable] = kind.value_at(ordinal);
                inputs.push(values);
            }
            parts.push((first, ordinals));
        }
        let gaps = self.call(&inputs, &goals)?;
        for (bracket, (first, ordinals)) in brackets.into_iter().zip(parts) {
            let number = goals.binary_search(&bracket.goal).expect("a goal of the list");
            let of_goal: Vec<Option<Gap>> =
                (0..ordinals.len()).map(|at| gaps[(first + at) * goals.len() + number]).collect();
            if self.goals.open.contains_key(&bracket.goal) {
                self.brackets.extend(bracket.narrowed(&ordinals, &of_goal));
            }
        }
        Ok(())
    }
}

/// Whether the sign of a gap says on which side of the goal an input is.
fn is_two_sided(goal: Goal) -> bool {
    use Exception::{DivideByZero, Overflow, Underflow};
    matches!(goal.aim, Aim::Flip | Aim::Exception(DivideByZero | Overflow | Underflow))
}
