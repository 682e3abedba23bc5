//! What would decide open entries: narrower ranges of inputs are tried in abstract interpretation, and
//! those are named with which the most entries would be proven.
//!
//! Every trial is a proof for the narrower inputs, limited by steps and not by time, so that a run says the
//! same whatever else the machine does. Nothing is proven for the inputs as they are.

use super::abstraction::proven_coarsely;
use crate::ledger::Ledger;
use std::cmp::Reverse;
use ulpwise_base::Budget;
use ulpwise_float::{Float, Rounding};
use ulpwise_ir::{FloatFormat, Module, Type};
use ulpwise_symex::{Bounds, Content, EntryObject, EntryPoint};

/// A way to have open entries decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// An option, as it is written on the command line.
    pub option: String,
    /// How many of the unknown would be proven with it.
    pub decides: usize,
}

/// After so many steps a trial is given up.
const STEPS: u64 = 20_000;

/// So many inputs are looked at one by one.
const MOST_INPUTS: usize = 6;

/// How many are named.
const NAMED: usize = 3;

/// The ranges that are tried for numbers.
const FLOATS: [(&str, f64, f64); 2] = [("-1e6..1e6", -1e6, 1e6), ("1e-6..1e6", 1e-6, 1e6)];

/// The range that is tried for integers.
const INTEGERS: (&str, u128) = ("1..100", 100);

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemedyScope {
    /// Ranges for all inputs, and for each of the first ones.
    EachInput,
    /// Ranges for all inputs.
    AllInputs,
}

/// The ranges that would decide the most, the best first; of equals the one about fewer inputs.
pub fn remedies(
    module: &Module,
    entry: &EntryPoint,
    rounding: Rounding,
    ledger: &Ledger,
    scope: RemedyScope,
    cancelled: &Budget,
) -> Vec<Remedy> {
    if ledger.open().next().is_none() {
        return Vec::new();
    }
    let mut found: Vec<(usize, Remedy)> = Vec::new();
    for trial in trials(entry, scope) {
        let mut narrower = entry.clone();
        let mut narrowed = 0;
        narrower.objects.iter_mut().for_each(|object| narrowed += trial.narrow(object));
        let budget = cancelled.clone().with_steps(STEPS);
        let decides = match proven_coarsely(module, &narrower, rounding, &budget, ledger) {
            Ok(proven) => proven.len(),
            Err(_) => 0,
        };
        if decides > 0 {
            found.push((narrowed, Remedy { option: trial.option(), decides }));
        }
    }
    found.sort_by_key(|(narrowed, remedy)| (Reverse(remedy.decides), *narrowed));
    // One about more inputs that decides no more is no help.
    let mut named: Vec<Remedy> = Vec::new();
    for (_, remedy) in found {
        if named.len() < NAMED && named.iter().all(|known| known.decides != remedy.decides) {
            named.push(remedy);
        }
    }
    named
}

/// A range for an input, or for all of a kind.
struct NarrowerRange {
    /// The input by the name that `--range` knows it by; all if there is none.
    name: Option<String>,
    range: NarrowerValues,
}

#[derive(Clone, Copy)]
enum NarrowerValues {
    Floats(&'static str, f64, f64),
    Integers,
}

fn trials(entry: &EntryPoint, scope: RemedyScope) -> Vec<NarrowerRange> {
    let ranges = || {
        let floats = FLOATS.into_iter().map(|(text, low, high)| NarrowerValues::Floats(text, low, high));
        floats.chain([NarrowerValues::Integers])
    };
    let mut names: Vec<String> = Vec::new();
    if scope == RemedyScope::EachInput {
        entry.objects.iter().for_each(|object| collect_names(object, &mut names));
    }
    let all = ranges().map(|range| NarrowerRange { name: None, range });
    let of_one = names
        .iter()
        .take(MOST_INPUTS)
        .flat_map(|name| ranges().map(|range| NarrowerRange { name: Some(name.clone()), range }));
    all.chain(of_one).filter(|trial| entry.objects.iter().any(|object| trial.is_about(object))).collect()
}

/// The inputs that are not restricted, by the names of their arrays.
fn collect_names(object: &EntryObject, names: &mut Vec<String>) {
    for (_, content) in &object.contents {
        match content {
            Content::Any(name, ..) => {
                let name = plain(name);
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
            Content::Address(inner) => collect_names(inner, names),
            Content::Bytes(_) | Content::Behind(..) => {}
        }
    }
}

/// The name of the array that an input is an element of, or its own.
fn plain(name: &str) -> &str {
    let name = name.trim_start_matches('*');
    name.split(['[', '(']).next().unwrap_or(name)
}

impl NarrowerRange {
    fn option(&self) -> String {
        let (kind, range) = match self.range {
            NarrowerValues::Floats(text, ..) => ("", text),
            NarrowerValues::Integers => ("int:", INTEGERS.0),
        };
        match &self.name {
            Some(name) => format!("--range {name}={range}"),
            None => format!("--range '{kind}*={range}'"),
        }
    }

    fn is_about(&self, object: &EntryObject) -> bool {
        object.contents.iter().any(|(_, content)| match content {
            Content::Any(name, ty, bounds) => self.narrowed(name, *ty, bounds).is_some(),
            Content::Address(inner) => self.is_about(inner),
            Content::Bytes(_) | Content::Behind(..) => false,
        })
    }

    /// Narrows what it is about; returns how many inputs that are.
    fn narrow(&self, object: &mut EntryObject) -> usize {
        let mut narrowed = 0;
        for (_, content) in &mut object.contents {
            match content {
                Content::Any(name, ty, bounds) => {
                    if let Some(narrower) = self.narrowed(name, *ty, bounds) {
                        *bounds = narrower;
                        narrowed += 1;
                    }
                }
                Content::Address(inner) => narrowed += self.narrow(inner),
                Content::Bytes(_) | Content::Behind(..) => {}
            }
        }
        narrowed
    }

    /// The bounds that an input of which nothing was said has then.
    fn narrowed(&self, name: &str, ty: Type, bounds: &Bounds) -> Option<Bounds> {
        if self.name.as_deref().is_some_and(|of| of != plain(name)) {
            return None;
        }
        match (self.range, ty, bounds) {
            (
                NarrowerValues::Floats(_, low, high),
                Type::Float(format @ (FloatFormat::F32 | FloatFormat::F64)),
                Bounds::All | Bounds::Finite(_),
            ) => {
                let bits = |number: f64| {
                    Float::from_f64(number).convert(format.exact_format(), Rounding::NearestEven).0.to_bits()
                };
                Some(Bounds::Float(format, bits(low), bits(high)))
            }
            (NarrowerValues::Integers, Type::Int(16..=64), Bounds::All) => {
                Some(Bounds::Signed(1, INTEGERS.1))
            }
            (NarrowerValues::Integers, Type::Int(bits @ 16..=64), Bounds::Unsigned(0, most))
                if *most == u128::MAX >> (128 - u32::from(bits)) =>
            {
                Some(Bounds::Unsigned(1, INTEGERS.1))
            }
            // fail-closed: other inputs keep their bounds.
            _ => None,
        }
    }
}
