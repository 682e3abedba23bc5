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
mod gappa;
mod machine;
mod memory;
mod numbers;
mod refine;
mod split;
mod subject;
mod sum;
mod tape;
mod variables;

pub use gappa::gappa_script;
pub use subject::BoundSubject;
pub use variables::EntryVariables;

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
    refuse_unclear(subject)?;
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
    // Where the whole cannot be followed at once, or is no expression, its parts are.
    let is_expressed =
        |roots: &Vec<(InputBox, BoxBound)>| roots.iter().all(|(_, known)| known.expressions.is_some());
    let roots = of_whole.filter(is_expressed).unwrap_or_else(|| parts.followed());
    Ok(refined(subject, parts.bound()?, roots, options))
}

/// Refuses functions whose exact results are not known, or that are called after others. What depends
/// on more than the inputs is refused where a run meets it.
fn refuse_unclear(subject: &BoundSubject<'_>) -> Result<(), BoundRefusal> {
    if !subject.entry.setup.is_empty() {
        // What it leaves in the program's variables is not known here.
        return Err(RefusalReason::SetupCall.into());
    }
    let meaning = ulpwise_harness::means_rounding(subject.module, subject.entry.function);
    // Two constants that look like parts of one are two constants: what exact arithmetic makes of
    // them is known, and is what errors are measured against. Where floats become integers or decide
    // when a loop ends, exact arithmetic may take other steps, and what it gives on these counts, too.
    use MeansRounding as Why;
    // fail-closed: every other reason refuses.
    let is_followed = |why: &Why| matches!(why, Why::SplitConstant | Why::ToInteger | Why::Iterates);
    if let Some(why) = meaning.filter(|why| !is_followed(why)) {
        return Err(RefusalReason::NotExact(NotExact::Meaning(why)).into());
    }
    Ok(())
}

/// So many evaluations of expressions are worth as much as one box, and so many intervals of them.
const EVALUATIONS_PER_BOX: usize = 400;
const INTERVALS_PER_BOX: usize = 400_000;

/// The same bound, or a better one by the expressions of boxes that cover all inputs. Of boxes without
/// expressions what is known counts.
fn refined(
    subject: &BoundSubject<'_>,
    bound: Bound,
    roots: Vec<(InputBox, BoxBound)>,
    options: &BoundOptions,
) -> Bound {
    let mut tapes = Vec::new();
    let (mut least, mut least_relative) = (0.0_f64, Some(0.0_f64));
    for (part, known) in roots {
        let Some(expressions) = known.expressions else {
            least = least.max(known.absolute);
            least_relative = least_relative.zip(known.relative).map(|(one, other)| one.max(other));
            continue;
        };
        for (expression, format) in expressions {
            let tape = Tape::new(nodes_of(&expression), subject.errors_of_varied(), format);
            tapes.push((tape, part.clone()));
        }
    }
    if tapes.is_empty() || options.boxes < 2 {
        return bound;
    }
    let mut refinement = Refinement { tapes, subject };
    let longest = refinement.tapes.iter().map(|(tape, _)| tape.work()).max().unwrap_or(1);
    let each = EVALUATIONS_PER_BOX.min(INTERVALS_PER_BOX / longest.max(1)).max(1);
    let evaluations = options.boxes * each;
    let half = options.budget.cpu_time_left().map(|left| left / 2);
    let half = half.map_or_else(|| options.budget.clone(), |half| options.budget.clone().with_cpu_time(half));
    let mut largest = |goal: Goal, least: Option<f64>, budget: &Budget| {
        let least = least?;
        let (found, boxes) = refinement.largest(goal, least, evaluations, budget);
        found.is_finite().then_some((found.max(least), boxes))
    };
    let absolute = largest(Goal::Absolute, Some(least), &half);
    let relative = largest(Goal::Relative, least_relative, &options.budget);
    let boxes = [absolute, relative].into_iter().flatten().map(|(_, boxes)| boxes);
    Bound {
        absolute: absolute.map_or(bound.absolute, |(absolute, _)| bound.absolute.min(absolute)),
        relative: match (bound.relative, relative.map(|(relative, _)| relative)) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        },
        boxes: boxes.fold(bound.boxes, usize::max),
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
