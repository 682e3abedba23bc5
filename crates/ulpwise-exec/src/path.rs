//! What became of a path.

use crate::inputs::InputValue;
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
    /// The path could not be followed further; nobody knows what comes then.
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
            Self::Stopped(end) => end,
        };
        match end {
            PathEnd::Exit(_) => Meaning::Completed,
            PathEnd::Exhausted(_) | PathEnd::StackOverflow | PathEnd::OutOfMemory => Meaning::CutOff,
            PathEnd::UnknownFunction(_)
            | PathEnd::UnknownVariable(_)
            | PathEnd::Unsupported(_)
            | PathEnd::Marked => Meaning::Unsupported,
            _ => Meaning::Failed,
        }
    }

    /// The stable id of this kind of end.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Returned(_) => "returned",
            Self::Dropped => "dropped",
            Self::Stopped(end) => end.id(),
        }
    }
}

/// A path that was followed to its end.
#[derive(Clone, Debug)]
pub struct Path {
    /// How it ended.
    pub end: End,
    /// The calls under way when it ended, innermost first: the function and the instruction it was at.
    pub calls: Vec<(FunctionId, InstId)>,
    /// Inputs that take it.
    pub inputs: Vec<InputValue>,
    /// How many instructions it ran, those on symbolic values left out.
    pub instructions: u64,
}

/// What an exploration came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// How many paths were followed to their end.
    pub paths: u64,
    /// How many were left when a limit was reached.
    pub left: u64,
    /// How many questions the solver was asked.
    pub questions: u64,
    /// Why some paths may have been missed; none means that all were followed.
    pub missed: Vec<String>,
}
