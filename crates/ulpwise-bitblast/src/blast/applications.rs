//! Applications of functions that the theory leaves open.

use crate::aig::Lit;
use std::collections::HashMap;
use ulpwise_expr::{Op, Term};
use ulpwise_float::Format;

/// A function with an unknown table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum AppliedFunction {
    /// An array variable, as a function of the index.
    Array(Term),
    /// What a conversion to an integer delivers for what does not fit, as a function of mode and
    /// float.
    OutOfRange(Op, Format),
}

/// One application.
#[derive(Clone, Debug)]
pub(crate) struct Application {
    pub(crate) function: AppliedFunction,
    /// Whether the function is asked at all.
    pub(crate) guard: Lit,
    pub(crate) arguments: Vec<Lit>,
    pub(crate) results: Vec<Lit>,
}

/// All applications, each once.
#[derive(Debug, Default)]
pub(crate) struct Applications {
    list: Vec<Application>,
    numbers: HashMap<(AppliedFunction, Vec<Lit>), u32>,
}

impl Applications {
    /// The results of an application to these very literals.
    pub(crate) fn find(&self, function: AppliedFunction, arguments: &[Lit]) -> Option<&[Lit]> {
        let number = self.numbers.get(&(function, arguments.to_vec()))?;
        Some(&self.list[*number as usize].results)
    }

    /// A new application; its number.
    pub(crate) fn add(
        &mut self,
        function: AppliedFunction,
        guard: Lit,
        arguments: Vec<Lit>,
        results: Vec<Lit>,
    ) -> u32 {
        let number = self.list.len() as u32;
        self.numbers.insert((function, arguments.clone()), number);
        self.list.push(Application { function, guard, arguments, results });
        number
    }

    /// One of them.
    pub(crate) fn get(&self, number: u32) -> &Application {
        &self.list[number as usize]
    }
}
