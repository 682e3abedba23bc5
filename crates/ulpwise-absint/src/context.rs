//! Looks at functions: with which arguments, what came out, and which were looked at before.
//!
//! A function is looked at in names of its own: the objects that its caller hands in are
//! [`Object::Outer`], in the order in which they are found from the arguments. So two calls that
//! hand in the same things are one look, wherever they are made.
//!
//! Where a call cannot be followed (recursion, too deep, an unknown target) anything may have
//! happened, and the functions that may have been called are looked at with any arguments in the
//! end.

use crate::activation::Activation;
use crate::affine::SymbolNames;
use crate::analysis::{Incomplete, Statistics};
use crate::contents::Contents;
use crate::entry::{AbsintOptions, RoundingModes};
use crate::function::Prepared;
use crate::globals::FrozenGlobals;
use crate::layout::Layout;
use crate::record::Record;
use crate::unwind::may_unwind;
use crate::value::AbstractValue;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use ulpwise_base::{Budget, IdVec};
use ulpwise_externals::effects;
use ulpwise_float::Rounding;
use ulpwise_interval::domain::RoundingDomain;
use ulpwise_ir::{Function, FunctionId, Library, Module};

/// What a function is looked at with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Input {
    pub(crate) arguments: Vec<AbstractValue>,
    /// The objects that can be reached from them: [`Object::Outer`] 0, 1, ….
    pub(crate) objects: Vec<Rc<Contents>>,
}

/// What came out of a look.
#[derive(Debug)]
pub(crate) struct Output {
    /// The results; `None` if it never returns.
    pub(crate) results: Option<Vec<AbstractValue>>,
    /// The objects that were handed in, afterwards.
    pub(crate) objects: Vec<Rc<Contents>>,
    /// Whether memory that outside code knows may have been written.
    pub(crate) wrote_outside: bool,
    /// What it hands out where it leaves with an exception; `None` if it never does.
    pub(crate) thrown: Option<Thrown>,
    pub(crate) record: Rc<Record>,
    /// What is written down for certificates.
    pub(crate) layout: Option<Rc<Layout>>,
}

/// What a function hands out where it leaves with an exception.
#[derive(Debug)]
pub(crate) struct Thrown {
    /// Its address; into [`Object::Thrown`](crate::pointer::Object::Thrown) if the function made it.
    pub(crate) exception: AbstractValue,
    /// The object of the exception, if the function made it.
    pub(crate) object: Option<Rc<Contents>>,
    /// The objects that were handed in, afterwards.
    pub(crate) objects: Vec<Rc<Contents>>,
    /// Whether memory that outside code knows may have been written.
    pub(crate) wrote_outside: bool,
}

/// A function is looked at so often with arguments as they come; then with general ones.
const MAX_LOOKS: usize = 60;
/// The same where precision has to be given up.
const FRUGAL_LOOKS: usize = 6;

impl Input {
    /// Whether another input is within this one.
    fn holds(&self, other: &Input) -> bool {
        self.union(other).is_some_and(|union| union == *self)
    }

    /// An input that holds both; `None` if they differ in which objects there are.
    fn union(&self, other: &Input) -> Option<Input> {
        (self.objects.len() == other.objects.len()).then(|| Input {
            arguments: self.arguments.iter().zip(&other.arguments).map(|(a, b)| a.union(b)).collect(),
            objects: self
                .objects
                .iter()
                .zip(&other.objects)
                .map(|(a, b)| Rc::new(a.union(b, AbstractValue::union)))
                .collect(),
        })
    }

    /// Forgets what is not the same in another input.
    fn without_changes(mut self, before: &Input) -> Input {
        for (value, before) in self.arguments.iter_mut().zip(&before.arguments) {
            if value != before {
                value.forget();
            }
        }
        for (contents, before) in self.objects.iter_mut().zip(&before.objects) {
            if contents != before {
                Rc::make_mut(contents).forget();
            }
        }
        self
    }
}

/// What a function was looked at with, and what came out.
#[derive(Default)]
struct Looks {
    known: Vec<(Input, Rc<Output>)>,
    /// The last general input, and how often it grew.
    general: Option<(Input, usize)>,
}

impl Looks {
    fn find(&self, fits: impl Fn(&Input) -> bool) -> Option<Rc<Output>> {
        self.known.iter().find(|(known, _)| fits(known)).map(|(_, output)| output.clone())
    }

    /// An input that holds this one and most that will come: after the first few it keeps only what
    /// never changes.
    fn generalised(&mut self, input: Input) -> Input {
        let general = match &self.general {
            None => Some((input.clone(), 0)),
            Some((before, growths)) => before.union(&input).map(|union| {
                let union = if *growths < 2 { union } else { union.without_changes(before) };
                (union, growths + 1)
            }),
        };
        match general {
            Some(general) => {
                let input = general.0.clone();
                self.general = Some(general);
                input
            }
            // Other objects were handed in: it has to be looked at as it is.
            None => input,
        }
    }
}

/// Everything that all looks share.
pub(crate) struct Context<'a> {
    pub(crate) module: &'a Module,
    pub(crate) options: &'a AbsintOptions,
    pub(crate) modes: RoundingDomain,
    pub(crate) globals: FrozenGlobals<'a>,
    /// Of the symbols of all looks.
    pub(crate) names: SymbolNames,
    pub(crate) statistics: Statistics,
    pub(crate) incomplete: Option<Incomplete>,
    /// The arguments whose objects are accessed beyond what is assumed of them.
    pub(crate) left_arguments: BTreeSet<u32>,
    budget: &'a Budget,
    prepared: IdVec<FunctionId, Option<Rc<Prepared<'a>>>>,
    looks: HashMap<FunctionId, Looks>,
    /// The steps that were done before this level of parts.
    level_start: u64,
    /// The functions that are being looked at, outermost first.
    active: Vec<FunctionId>,
    /// Functions that may be called with anything, and those of them that are still to be looked
    /// at.
    open_calls: BTreeSet<FunctionId>,
    waiting: Vec<FunctionId>,
    /// Functions whose address is taken somewhere.
    with_address: Vec<FunctionId>,
    /// Whether a call of each function may leave with an exception.
    pub(crate) may_unwind: IdVec<FunctionId, bool>,
    /// Whether the library, or another file, may keep an address that the program gives it.
    pub(crate) may_have_kept: bool,
}

/// Whether a function is defined elsewhere and may keep an address that it is given.
fn may_keep(function: &Function) -> bool {
    let is_elsewhere = function.body.is_none() && function.library != Library::Math;
    is_elsewhere && effects(&function.name).is_none_or(|effects| effects.may_keep)
}

impl<'a> Context<'a> {
    pub(crate) fn new(module: &'a Module, options: &'a AbsintOptions, budget: &'a Budget) -> Context<'a> {
        Context {
            module,
            options,
            modes: match options.rounding {
                RoundingModes::Nearest => RoundingDomain::singleton(Rounding::NearestEven),
                RoundingModes::Any => {
                    let mut modes = RoundingDomain::FULL;
                    modes.remove(Rounding::NearestAway);
                    modes
                }
            },
            globals: FrozenGlobals::new(module),
            names: SymbolNames::default(),
            statistics: Statistics::default(),
            incomplete: None,
            left_arguments: BTreeSet::new(),
            budget,
            prepared: module.functions.iter().map(|_| None).collect(),
            looks: HashMap::new(),
            level_start: 0,
            active: Vec::new(),
            open_calls: BTreeSet::new(),
            waiting: Vec::new(),
            with_address: module.functions_with_address().into_iter().collect(),
            may_unwind: may_unwind(module),
            may_have_kept: module.functions.iter().any(may_keep),
        }
    }

    /// Counts work; afterwards `incomplete` says whether there may be more of it.
    pub(crate) fn spend(&mut self, steps: u64) {
        let before = self.statistics.steps;
        self.statistics.steps += steps;
        // The clock is looked at once in some hundred steps: one step of a large function may take
        // long.
        if before >> 8 != self.statistics.steps >> 8
            && let Err(limit) = self.budget.check(self.statistics.steps)
        {
            self.give_up(Incomplete::Exhausted(limit));
        }
    }

    pub(crate) fn give_up(&mut self, why: Incomplete) {
        self.incomplete.get_or_insert(why);
    }

    pub(crate) fn prepared(&mut self, function: FunctionId) -> Option<Rc<Prepared<'a>>> {
        let body = self.module.functions[function].body.as_ref()?;
        Some(self.prepared[function].get_or_insert_with(|| Rc::new(Prepared::new(body))).clone())
    }

    /// Whether a call can be followed.
    pub(crate) fn may_follow(&self, function: FunctionId) -> bool {
        self.active.len() < self.options.max_call_depth && !self.active.contains(&function)
    }

    /// Whether so much was done already that precision has to be given up for an end.
    pub(crate) fn is_frugal(&self) -> bool {
        self.statistics.steps - self.level_start > self.options.precise_steps
    }

    /// From here on precision may be afforded again.
    pub(crate) fn begin_level(&mut self) {
        self.level_start = self.statistics.steps;
    }

    /// Looks at a function, or remembers what came out before.
    pub(crate) fn look(&mut self, function: FunctionId, input: Input) -> Rc<Output> {
        let is_frugal = self.is_frugal();
        let looks = self.looks.entry(function).or_default();
        if let Some(output) = looks.find(|known| *known == input) {
            self.statistics.repeated_calls += 1;
            return output;
        }
        let limit = if is_frugal { FRUGAL_LOOKS } else { MAX_LOOKS };
        let input = if looks.known.len() < limit {
            input
        } else if let Some(output) = looks.find(|known| known.holds(&input)) {
            self.statistics.repeated_calls += 1;
            return output;
        } else {
            looks.generalised(input)
        };
        self.statistics.contexts += 1;
        self.active.push(function);
        let prepared = self.prepared(function).expect("only functions with a body are looked at");
        let output = Rc::new(Activation::new(self, function, prepared).run(&input));
        self.active.pop();
        if self.incomplete.is_none() {
            self.looks.entry(function).or_default().known.push((input, output.clone()));
        }
        output
    }

    /// The function may be called with anything: it is looked at in the end.
    pub(crate) fn expect_any_call(&mut self, function: FunctionId) {
        if self.module.functions[function].body.is_some() && self.open_calls.insert(function) {
            self.waiting.push(function);
        }
    }

    /// Some function whose address is taken may be called with anything; if a signature is given,
    /// one that has it.
    pub(crate) fn expect_unknown_call(&mut self, fits: impl Fn(&Function) -> bool) {
        for function in self.with_address(fits) {
            self.expect_any_call(function);
        }
    }

    /// The functions whose address is taken and that fit.
    pub(crate) fn with_address(&self, fits: impl Fn(&Function) -> bool) -> Vec<FunctionId> {
        let functions = self.with_address.iter().copied();
        functions.filter(|&function| fits(&self.module.functions[function])).collect()
    }

    /// Looks at what may have been called with anything, until there is no more of it.
    pub(crate) fn finish_open_calls(&mut self, record: &mut Record, layouts: &mut Vec<Rc<Layout>>) {
        // A call that was only remembered this time may have asked for them before.
        self.waiting = self.open_calls.iter().copied().collect();
        while let Some(function) = self.waiting.pop() {
            if self.incomplete.is_some() {
                return;
            }
            let arguments =
                self.module.functions[function].parameters.iter().map(|&ty| AbstractValue::any(ty)).collect();
            let output = self.look(function, Input { arguments, objects: Vec::new() });
            record.include(&output.record);
            layouts.extend(output.layout.clone());
        }
    }
}
