//! What became of a path.

use crate::goals::UndecidedQueries;
use crate::inputs::InputValue;
use crate::output::SymbolicOutput;
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
    /// Exceptions that were looked for, not seen, and cannot be ruled out even if no path was
    /// missed.
    pub undecided: UndecidedQueries,
}

impl Summary {
    /// Adds a reason why paths may have been missed.
    pub fn miss(&mut self, reason: &str) {
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
        other.missed.iter().for_each(|reason| self.miss(reason));
        for (goal, why) in &other.undecided {
            self.undecided.entry(*goal).or_insert_with(|| why.clone());
        }
    }
}
