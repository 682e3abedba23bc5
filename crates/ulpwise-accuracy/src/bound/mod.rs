//! A bound on the error that holds for all inputs in range: proven, or refused with a reason.
//!
//! The function is run on boxes of inputs (`machine`), with forms (`form`) instead of numbers.
//! Boxes are cut where that helps most, until the bound gets no better or the budget is spent; what
//! holds on every box holds on all inputs. Where the run is an expression over the inputs, that
//! expression is bounded once more (`tape`), on many more boxes (`refine`), once for the absolute and
//! once for the relative error; the smaller bounds count.
//!
//! What it takes for granted is in SOUNDNESS.md: rounding to nearest, and what glibc documents
//! about its functions.

pub mod arithmetic;
mod expression;
pub mod form;
mod functions;
mod machine;
mod memory;
mod numbers;
mod refine;
mod split;
mod subject;
mod sum;
mod tape;

pub use subject::BoundSubject;

use crate::error::{BoundRefusal, RefusalReason};
use crate::event::AccuracyEvent;
use expression::{Expression, nodes_of};
use refine::{Goal, Refinement};
use split::BoxPartition;
use std::cmp::Ordering;
use std::rc::Rc;
use tape::Tape;
use ulpwise_base::{Budget, ProgressSink};
use ulpwise_float::Format;
use ulpwise_harness::{MeansRounding, NotExact};

/// How much work a bound is worth.
#[derive(Clone, Debug)]
pub struct BoundOptions {
    /// How many boxes inputs may be cut into.
    pub boxes: usize,
    /// When to stop cutting.
    pub budget: Budget,
    /// Receives progress events.
    pub progress_sink: ProgressSink<AccuracyEvent>,
}

/// A bound that holds for all inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// No output is further from what would be right.
    pub absolute: f64,
    /// No output is further from it as a part of what would be right; nothing where that may be
    /// zero.
    pub relative: Option<f64>,
    /// How many boxes the inputs were cut into.
    pub boxes: usize,
}

/// What holds on a box.
#[derive(Clone, Debug)]
pub(crate) struct BoxBound {
    pub(crate) absolute: f64,
    pub(crate) relative: Option<f64>,
    /// What the outputs are, on each way through the program; nothing if one cannot be said.
    expressions: Option<Vec<(Rc<Expression>, Format)>>,
}

/// The bounds of each number that varies.
pub(crate) type InputBox = Vec<(f64, f64)>;

/// Proves a bound.
///
/// # Errors
/// Why none is proven.
pub fn bound(subject: &BoundSubject<'_>, options: &BoundOptions) -> Result<Bound, BoundRefusal> {
    if !subject.entry.setup.is_empty() {
        // What it leaves in the program's variables is not known here.
        return Err(RefusalReason::SetupCall.into());
    }
    if let Some(why) = ulpwise_harness::depends_on(subject.module, subject.entry.function, &[]) {
        return Err(RefusalReason::BeyondInputs(why).into());
    }
    let meaning = ulpwise_harness::means_rounding(subject.module, subject.entry.function);
    // Two constants that look like parts of one are two constants: what exact arithmetic makes of
    // them is known, and is what errors are measured against.
    if let Some(why) = meaning.filter(|why| *why != MeansRounding::SplitConstant) {
        return Err(RefusalReason::NotExact(NotExact::Meaning(why)).into());
    }
    let whole = subject.whole();
    let first = subject.run(&whole);
    let of_whole = first.as_ref().ok().map(|bound| vec![(whole.clone(), bound.clone())]);
    let mut parts = BoxPartition::new(whole, first);
    while parts.len() < options.boxes && options.budget.check(0).is_ok() {
        if !parts.cut(subject) {
            break;
        }
        options.progress_sink.emit(|| AccuracyEvent::Boxes(parts.len()));
    }
    // Where the whole cannot be followed at once, its parts are.
    let roots = of_whole.unwrap_or_else(|| parts.followed());
    Ok(refined(parts.bound()?, roots, options))
}

/// So many evaluations of expressions are worth as much as one box, and so many intervals of them.
const EVALUATIONS_PER_BOX: usize = 400;
const INTERVALS_PER_BOX: usize = 400_000;

/// The same bound, or a better one by the expressions of boxes that cover all inputs.
fn refined(bound: Bound, roots: Vec<(InputBox, BoxBound)>, options: &BoundOptions) -> Bound {
    let mut tapes = Vec::new();
    for (part, known) in roots {
        let Some(expressions) = known.expressions else { return bound };
        for (expression, format) in expressions {
            tapes.push((Tape::new(nodes_of(&expression), part.len(), format), part.clone()));
        }
    }
    if tapes.is_empty() || options.boxes < 2 {
        return bound;
    }
    let mut refinement = Refinement { tapes };
    let longest = refinement.tapes.iter().map(|(tape, _)| tape.work()).max().unwrap_or(1);
    let each = EVALUATIONS_PER_BOX.min(INTERVALS_PER_BOX / longest.max(1)).max(1);
    let evaluations = options.boxes * each;
    let half = options.budget.time_left().map(|left| left / 2);
    let budget = half.map_or_else(|| options.budget.clone(), |half| options.budget.part(half));
    let (absolute, boxes) = refinement.largest(Goal::Absolute, evaluations, &budget);
    let (relative, more) = refinement.largest(Goal::Relative, evaluations, &options.budget);
    let relative = Some(relative).filter(|relative| relative.is_finite());
    Bound {
        absolute: bound.absolute.min(absolute),
        relative: match (bound.relative, relative) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        },
        boxes: bound.boxes.max(boxes).max(more),
    }
}

/// Which of two results on boxes is the worse one: what is refused, then what has no relative
/// bound, then the larger.
fn worse(a: &Result<BoxBound, BoundRefusal>, b: &Result<BoxBound, BoundRefusal>) -> Ordering {
    let rank = |one: &Result<BoxBound, BoundRefusal>| match one {
        Err(_) => (2, 0.0),
        Ok(BoxBound { relative: None, absolute, .. }) => (1, *absolute),
        Ok(BoxBound { relative: Some(relative), .. }) => (0, *relative),
    };
    let ((kind, size), (other_kind, other_size)) = (rank(a), rank(b));
    kind.cmp(&other_kind).then(size.total_cmp(&other_size))
}
