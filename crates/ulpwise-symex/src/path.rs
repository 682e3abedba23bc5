//! What became of a path.

use crate::goals::UndecidedQueries;
use crate::inputs::InputValue;
use crate::output::SymbolicOutput;
use std::collections::BTreeSet;
use ulpwise_interp::PathEnd;
use ulpwise_ir::{FunctionId, InstId};

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The function returned; the bits of its results for the inputs of the path.
    Returned(Vec<u128>),
    /// The program assumed something that does not hold, or said that it has seen enough.
    Dropped,
    /// The run stopped.
    Stopped(PathEnd),
    /// A limit of the exploration was reached on it.
    CutOff(Limit),
}

/// A limit of one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// It forked too often at one branch of one call.
    LoopBound,
    /// It forked too often.
    Forks,
    /// It depends on too many conditions.
    Conditions,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::LoopBound => "the loop bound was reached",
            Self::Forks => "the path forked as often as it may",
            Self::Conditions => "the path depends on more conditions than a solver can be asked about",
        })
    }
}

/// What the end of a path means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// The program ran to its end.
    Completed,
    /// The program said that it has seen enough.
    Dropped,
    /// The program does what it must not.
    Failed,
    /// The path could not be followed further; what comes then is unknown.
    Unsupported,
    /// A limit was reached.
    CutOff,
}

impl End {
    /// What it means.
    pub fn meaning(&self) -> Meaning {
        let end = match self {
            Self::Returned(_) => return Meaning::Completed,
            Self::Dropped => return Meaning::Dropped,
            Self::CutOff(_) => return Meaning::CutOff,
            Self::Stopped(end) => end,
        };
        match end {
            PathEnd::Exit(_) => Meaning::Completed,
            PathEnd::Exhausted(_) | PathEnd::StackOverflow | PathEnd::OutOfMemory => Meaning::CutOff,
            PathEnd::UnknownFunction(_)
            | PathEnd::UnknownVariable(_)
            | PathEnd::Unsupported(_)
            | PathEnd::Marked => Meaning::Unsupported,
            PathEnd::Abort
            | PathEnd::AssertionFailed(_)
            | PathEnd::Raised(_)
            | PathEnd::Memory(_)
            | PathEnd::IntDivideByZero
            | PathEnd::IntDivisionOverflow
            | PathEnd::OverflowingShift
            | PathEnd::SignedOverflow
            | PathEnd::IntConversion
            | PathEnd::UninitialisedRead
            | PathEnd::Unreachable
            | PathEnd::BadIndirectCall(_) => Meaning::Failed,
        }
    }

    /// The stable id of this kind of end.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Returned(_) => "returned",
            Self::Dropped => "dropped",
            Self::CutOff(Limit::LoopBound) => "loop-bound",
            Self::CutOff(Limit::Forks) => "fork-limit",
            Self::CutOff(Limit::Conditions) => "condition-limit",
            Self::Stopped(end) => end.id(),
        }
    }
}

/// A path that was followed to its end.
#[derive(Clone, Debug)]
pub struct Path {
    /// How it ended.
    pub end: End,
    /// The calls under way when it ended, innermost first: the function and the instruction it was
    /// at.
    pub calls: Vec<(FunctionId, InstId)>,
    /// Inputs that take it.
    pub inputs: Vec<InputValue>,
    /// What it printed, for these inputs.
    pub output: Vec<SymbolicOutput>,
    /// How many instructions it ran, those on symbolic values left out.
    pub instructions: u64,
    /// How many branches on it were joined: it stands for up to two to the power of this many
    /// paths.
    pub joins: u32,
}

/// How often a solver said what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Some inputs do it.
    pub sat: u64,
    /// None does.
    pub unsat: u64,
    /// It did not say.
    pub unknown: u64,
}

impl Answers {
    /// Adds what another solver said.
    pub fn add(&mut self, other: Answers) {
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
    }
}

/// The calls under way somewhere, the innermost first: functions and the instructions that they are at.
pub type CallStack = Vec<(FunctionId, InstId)>;

/// Where paths were not followed further.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftPlaces {
    places: BTreeSet<CallStack>,
    is_anywhere: bool,
}

/// More places are not kept apart.
const MOST_PLACES: usize = 4096;

impl LeftPlaces {
    /// A path was left there; anywhere, if that is not known.
    pub fn add(&mut self, calls: Option<CallStack>) {
        match calls.filter(|calls| !calls.is_empty() && !self.is_anywhere) {
            Some(calls) if self.places.len() < MOST_PLACES || self.places.contains(&calls) => {
                self.places.insert(calls);
            }
            // fail-closed: anywhere is the most general.
            _ => {
                self.is_anywhere = true;
                self.places.clear();
            }
        }
    }

    /// Adds other places.
    pub fn extend(&mut self, others: &LeftPlaces) {
        if others.is_anywhere {
            self.add(None);
        }
        others.places.iter().for_each(|calls| self.add(Some(calls.clone())));
    }

    /// The places; `None` if it may be anywhere.
    pub(crate) fn known(&self) -> Option<&BTreeSet<CallStack>> {
        (!self.is_anywhere).then_some(&self.places)
    }
}

/// What an exploration came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// How many paths were followed to their end.
    pub paths: u64,
    /// How many paths these stand for, at most: each branch that was joined doubles them.
    pub stand_for: f64,
    /// How many were left when a limit was reached.
    pub left: u64,
    /// How many were not followed on because nothing that is looked for lies before them. They are
    /// not missed: what they do is of no interest.
    pub given_up: u64,
    /// How many times a path forked.
    pub forks: u64,
    /// How many questions the solver was asked.
    pub questions: u64,
    /// What the solver said to them.
    pub answers: Answers,
    /// Why some paths may have been missed, each reason once; none means that all were followed.
    pub missed: Vec<String>,
    /// Where the paths were that were left or missed.
    pub places: LeftPlaces,
    /// Exceptions that were looked for, not seen, and cannot be ruled out even if no path was
    /// missed.
    pub undecided: UndecidedQueries,
}

impl Summary {
    /// Adds a reason why paths may have been missed, wherever they lie.
    pub fn miss(&mut self, reason: &str) {
        self.miss_at(reason, None);
    }

    /// Adds a reason why paths may have been missed that go on from a place.
    pub(crate) fn miss_at(&mut self, reason: &str, calls: Option<CallStack>) {
        self.places.add(calls);
        self.note(reason);
    }

    /// Counts a path that is not followed further.
    pub(crate) fn leave(&mut self, calls: Option<CallStack>) {
        self.left += 1;
        self.places.add(calls);
    }

    /// Adds a reason why paths were missed whose places are noted besides.
    pub(crate) fn note(&mut self, reason: &str) {
        if !self.missed.iter().any(|known| known == reason) {
            self.missed.push(reason.to_owned());
        }
    }

    /// Adds what another part of the exploration came to.
    pub(crate) fn add(&mut self, other: &Summary) {
        self.paths += other.paths;
        self.stand_for += other.stand_for;
        self.left += other.left;
        self.given_up += other.given_up;
        self.forks += other.forks;
        self.questions += other.questions;
        self.answers.add(other.answers);
        other.missed.iter().for_each(|reason| self.note(reason));
        self.places.extend(&other.places);
        for (goal, why) in &other.undecided {
            self.undecided.entry(*goal).or_insert_with(|| why.clone());
        }
    }
}
