//! How many elements pointers point at where neither the user nor the declaration says it: as many as
//! calls use. Integers that say how far a call goes are limited for that.
//!
//! Calls are tried in the interpreter with small integers. An object grows when a call goes beyond it;
//! an integer with which calls go beyond the grown objects is limited to the small values. What is
//! found is an assumption that is stated, never a proof: whatever leaves the objects later is noticed
//! as any access beyond an assumed length is.

mod call;
mod values;

use crate::lengths::DEFAULT_LENGTH;
use call::{Arrays, Called, TrialCall};
use std::cell::Cell;
use std::sync::OnceLock;
use ulpwise_interp::{InterpOptions, Interpreter, Program};
use ulpwise_ir::Module;
use ulpwise_symex::{EntryPoint, LengthLimit};
use values::{Assignment, Variable, seeds, variables};

pub(crate) use values::{family, is_same_family};

/// How many elements an array gets at most.
const MOST_ELEMENTS: u64 = 64;

/// Of more integers it is not found out how they are tied to arrays.
const MOST_VARIABLES: usize = 24;

/// How many calls are tried for a function.
const MOST_CALLS: u32 = 6000;

/// How many bytes the program may hold in a trial.
const MEMORY: u64 = 1 << 28;

/// Tries calls of a program's functions.
#[derive(Debug)]
pub struct SizeProber<'m> {
    module: &'m Module,
    /// Made when the first function needs it; nothing if its variables do not fit.
    program: OnceLock<Option<Program<'m>>>,
}

/// Lengths and limits that calls showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sizes {
    /// Pointers, as `--len` names them, and how many elements they point at.
    pub(crate) lengths: Vec<(String, u64)>,
    /// Integers by their families.
    pub(crate) limits: Vec<LengthLimit>,
}

impl<'m> SizeProber<'m> {
    /// For the functions of a module.
    pub fn new(module: &'m Module) -> Self {
        Self { module, program: OnceLock::new() }
    }

    /// The module.
    pub(crate) fn module(&self) -> &'m Module {
        self.module
    }

    /// What calls show about a function whose arguments are made so: `open` are the lengths that
    /// nothing said, `given` the most that the user says of any.
    pub(crate) fn sizes(
        &self,
        entry: &EntryPoint,
        is_array: &[bool],
        open: &[usize],
        given: Option<u64>,
    ) -> Option<Sizes> {
        let variables = variables(entry);
        // Without an integer and an array that nothing was said about there is nothing to tie.
        let is_assumed = entry.lengths.iter().any(|length| !length.is_guaranteed)
            || variables.iter().any(|variable| variable.declared.is_some());
        if (open.is_empty() && variables.is_empty()) || !is_assumed || variables.len() > MOST_VARIABLES {
            return None;
        }
        let program = self.program.get_or_init(|| Program::new(self.module, MEMORY).ok()).as_ref()?;
        let options = InterpOptions { memory_limit: MEMORY, output_limit: 0, ..InterpOptions::default() };
        let mut ready = Interpreter::new(program, options);
        ready.run_constructors().ok()?;
        let arrays = Arrays::new(entry, is_array, open)?;
        let call = TrialCall { ready, entry, arrays };
        let search = SizeSearch { call, seeds: seeds(entry), variables, left: Cell::new(MOST_CALLS) };
        let first = given.unwrap_or(DEFAULT_LENGTH).clamp(1, MOST_ELEMENTS);
        (1..=first).rev().take(8).find_map(|top| search.at_most(top))
    }
}

/// The search for the lengths of a function's arrays.
struct SizeSearch<'e> {
    call: TrialCall<'e>,
    variables: Vec<Variable>,
    /// What the other inputs are made of.
    seeds: Vec<u64>,
    left: Cell<u32>,
}

impl SizeSearch<'_> {
    /// What holds with integers that are at most so large; nothing where arrays would have to be too
    /// long.
    fn at_most(&self, top: u64) -> Option<Sizes> {
        let top = i128::from(top);
        let mut elements = self.call.arrays.least();
        let least: Vec<i128> = (0..self.variables.len()).map(|at| self.least(at, top, &elements)).collect();
        let all = Assignment::of_all(self.variables.len(), top);
        self.grow(&all, &mut elements)?;
        for (at, &least) in least.iter().enumerate() {
            for value in least..top {
                self.grow(&all.with(at, value), &mut elements)?;
            }
        }
        for mixed in Assignment::mixed(&least, top) {
            self.grow(&mixed, &mut elements)?;
        }
        let limits = self.limits(&least, top, &elements);
        // What is negative and leads into an array may need more of it.
        for (at, limit) in limits.iter().enumerate() {
            if limit.as_ref().and_then(|limit| limit.least).is_some_and(|least| least < 0) {
                for value in 1..=top {
                    self.grow(&all.with(at, -value), &mut elements)?;
                }
            }
        }
        let limits = limits.into_iter().flatten().collect();
        Some(Sizes { lengths: self.call.arrays.lengths(self.call.entry, &elements), limits })
    }

    /// A call, as long as there may be more.
    fn called(&self, values: &Assignment, seed: u64, elements: &[u64]) -> Called {
        match self.left.get().checked_sub(1) {
            Some(left) => {
                self.left.set(left);
                self.call.call(&self.variables, values, seed, elements)
            }
            None => Called::Otherwise,
        }
    }

    /// Makes arrays so long that calls with these integers stay within. Nothing if that is too long.
    fn grow(&self, values: &Assignment, elements: &mut [u64]) -> Option<()> {
        for &seed in &self.seeds {
            while let Called::Beyond { array, needed } = self.called(values, seed, elements) {
                if !self.call.arrays.is_open(array) || needed > MOST_ELEMENTS {
                    return None;
                }
                elements[array] = needed;
            }
        }
        (self.left.get() > 0).then_some(())
    }

    /// Whether a call with these integers leaves the arrays.
    fn leaves(&self, values: &Assignment, elements: &[u64]) -> bool {
        let is_outside = |&seed: &u64| {
            matches!(self.called(values, seed, elements), Called::Beyond { .. } | Called::Before)
        };
        self.seeds.iter().any(is_outside)
    }

    /// The least that an integer is: zero, unless calls look before an array then.
    fn least(&self, at: usize, top: i128, elements: &[u64]) -> i128 {
        let all = Assignment::of_all(self.variables.len(), top);
        let looks_before = |value: i128| {
            let values = all.with(at, value);
            self.seeds.iter().any(|&seed| self.called(&values, seed, elements) == Called::Before)
        };
        (0..top.min(3)).find(|&value| !looks_before(value)).unwrap_or(0)
    }

    /// The limits that integers need so that calls stay within the arrays.
    fn limits(&self, least: &[i128], top: i128, elements: &[u64]) -> Vec<Option<LengthLimit>> {
        let all = Assignment::of_all(self.variables.len(), top);
        let low = Assignment::of_each(least.iter().map(|least| least + 1));
        let variables = self.variables.iter().enumerate();
        let mut is_limited: Vec<bool> = variables
            .map(|(at, variable)| {
                let mut values = variable.beyond(least[at], top).into_iter();
                values.any(|value| {
                    [&all, &low].iter().any(|others| self.leaves(&others.with(at, value), elements))
                })
            })
            .collect();
        // Integers that are harmless alone, as the smaller of two counts, may not be together.
        for more in [top + 1, 2 * top, 1 << 14] {
            for at in (0..self.variables.len()).filter(|&at| self.variables[at].declared.is_none()) {
                let together = Assignment::of_each(is_limited.iter().zip(&self.variables).map(
                    |(is_limited, variable)| {
                        if *is_limited || variable.declared.is_some() { top } else { more }
                    },
                ));
                if !is_limited[at] && self.leaves(&together, elements) {
                    is_limited[at] = true;
                }
            }
        }
        let limit = |at: usize| {
            let variable = &self.variables[at];
            LengthLimit {
                name: variable.family.clone(),
                least: variable.is_signed.then(|| self.lower_end(at, least[at], top, elements)),
                most: variable.declared.unwrap_or(top as u64),
            }
        };
        is_limited.iter().enumerate().map(|(at, is_limited)| is_limited.then(|| limit(at))).collect()
    }

    /// The least that a limited integer is: negative where calls go through arrays backwards then, as
    /// increments do.
    fn lower_end(&self, at: usize, least: i128, top: i128, elements: &[u64]) -> i64 {
        let all = Assignment::of_all(self.variables.len(), top);
        // What calls use in any case is not used on account of a negative value.
        let mut none = self.call.arrays.least();
        if self.grow(&all.with(at, 0), &mut none).is_none() {
            return least as i64;
        }
        let goes_backwards = |value: i128| {
            let values = all.with(at, value);
            !self.leaves(&values, elements)
                && self.seeds.iter().any(|&seed| {
                    matches!(self.called(&values, seed, &none), Called::Beyond { .. } | Called::Before)
                })
        };
        if least == 0 && goes_backwards(-1) && goes_backwards(-top) { -top as i64 } else { least as i64 }
    }
}
