//! Branch and bound: boxes on which an expression's bound is largest are cut, one input at a time
//! where it matters most, until the largest bound is nearly reached at a point or the work is done.

use super::tape::{Tape, TapeBound};
use super::{BoundSubject, InputBox};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use ulpwise_base::Budget;

/// Of two bounds, the one that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    Absolute,
    Relative,
}

impl Goal {
    fn value(self, bound: Option<TapeBound>) -> f64 {
        let value = bound.and_then(|bound| match self {
            Self::Absolute => Some(bound.absolute),
            Self::Relative => bound.relative,
        });
        value.unwrap_or(f64::INFINITY)
    }
}

/// A bound that is no larger than this multiple of what is reached at a point is good enough.
const GOOD: f64 = 1.003;

/// With so many inputs all ways to cut are tried; with more, those that helped most before and one
/// other.
const ALL_TRIED: usize = 3;

/// A box is cut no more often than that.
const DEEPEST: u32 = 90;

/// A box that is still to be cut.
struct OpenBox {
    bound: f64,
    tape: usize,
    part: InputBox,
    depth: u32,
    /// The inputs, those first that helped most when they were cut.
    order: Vec<usize>,
}

impl PartialEq for OpenBox {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for OpenBox {}

impl PartialOrd for OpenBox {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OpenBox {
    fn cmp(&self, other: &Self) -> Ordering {
        let shallower = other.depth.cmp(&self.depth);
        self.bound.total_cmp(&other.bound).then(shallower).then(other.tape.cmp(&self.tape))
    }
}

/// Expressions with the boxes that they hold on.
pub(super) struct Refinement<'a> {
    pub(super) tapes: Vec<(Tape, InputBox)>,
    /// Says which boxes hold no input that is meant.
    pub(super) subject: &'a BoundSubject<'a>,
}

impl Refinement<'_> {
    /// The largest bound of all expressions, after at most so many evaluations, or one that counts
    /// anyway; infinite where there is none. How many boxes there are.
    pub(super) fn largest(
        &mut self,
        goal: Goal,
        least: f64,
        evaluations: usize,
        budget: &Budget,
    ) -> (f64, usize) {
        let mut open = BinaryHeap::new();
        let mut reached = 0.0_f64;
        for number in 0..self.tapes.len() {
            let part = self.tapes[number].1.clone();
            let bound = goal.value(self.tapes[number].0.bound(&part));
            let order = (0..part.len()).collect();
            open.push(OpenBox { bound, tape: number, part, depth: 0, order });
        }
        let mut done = least;
        let mut work = 0;
        let mut boxes = open.len();
        while let Some(worst) = open.pop() {
            let is_over = work >= evaluations || budget.check(0).is_err();
            if is_over || worst.depth >= DEEPEST || worst.bound <= GOOD * reached.max(done) {
                done = done.max(worst.bound);
                // It is the largest: all others are below.
                break;
            }
            if self.subject.excludes(&worst.part) {
                continue;
            }
            let (tape, root) = &mut self.tapes[worst.tape];
            let at: InputBox = worst.part.iter().map(|&range| point(range)).collect();
            let here = goal.value(tape.bound(&at));
            work += 1;
            if here.is_finite() && !self.subject.excludes(&at) {
                reached = reached.max(here);
            }
            match cut(tape, root, &worst, goal, &mut work) {
                Some(halves) => {
                    boxes += 1;
                    open.extend(halves);
                }
                None => done = done.max(worst.bound),
            }
        }
        (done, boxes)
    }
}

/// A way to cut a box: the larger and the smaller bound of its halves, the input, and the halves.
type CutWay = (f64, f64, usize, [(InputBox, f64); 2]);

/// The two halves of a box, cut along the input that helps most; every second time along the one
/// that was cut least, for the first cut of a range that is symmetric around zero helps nothing.
fn cut(
    tape: &mut Tape,
    root: &InputBox,
    whole: &OpenBox,
    goal: Goal,
    work: &mut usize,
) -> Option<[OpenBox; 2]> {
    let can_be_cut = |&at: &usize| middle(whole.part[at]).is_some();
    let mut tried: Vec<usize> = whole.order.iter().copied().filter(can_be_cut).collect();
    let share = |at: usize| (whole.part[at].1 - whole.part[at].0) / (root[at].1 - root[at].0);
    if whole.depth % 2 == 1 {
        let widest = tried.iter().copied().max_by(|&a, &b| share(a).total_cmp(&share(b)));
        tried = widest.into_iter().collect();
    }
    if tried.len() > ALL_TRIED {
        // Another one each time.
        let other = ALL_TRIED - 1 + whole.depth as usize / 2 % (tried.len() - ALL_TRIED + 1);
        tried.swap(ALL_TRIED - 1, other);
        // The first cuts decide the order of all.
        if whole.depth >= 2 {
            tried.truncate(ALL_TRIED);
        }
    }
    let mut ways: Vec<CutWay> = Vec::new();
    for at in tried {
        let middle = middle(whole.part[at])?;
        let [mut left, mut right] = [whole.part.clone(), whole.part.clone()];
        (left[at].1, right[at].0) = (middle, middle);
        let halves = [left, right].map(|part| {
            let bound = goal.value(tape.bound(&part)).min(whole.bound);
            (part, bound)
        });
        *work += 2;
        let (larger, smaller) = (halves[0].1.max(halves[1].1), halves[0].1.min(halves[1].1));
        ways.push((larger, smaller, at, halves));
    }
    // A cut that leaves the larger half as it was, and helps in the other, is one too; where no cut
    // shows anything, the widest input is cut.
    let width = |at: usize| whole.part[at].1 - whole.part[at].0;
    ways.sort_by(|a, b| {
        let by_larger = a.0.total_cmp(&b.0);
        by_larger.then(a.1.total_cmp(&b.1)).then(width(b.2).total_cmp(&width(a.2)))
    });
    let mut order: Vec<usize> = ways.iter().map(|way| way.2).collect();
    order.extend(whole.order.iter().copied().filter(|at| !ways.iter().any(|way| way.2 == *at)));
    let (_, _, _, halves) = ways.into_iter().next()?;
    let (tape, depth) = (whole.tape, whole.depth + 1);
    Some(halves.map(|(part, bound)| OpenBox { bound, tape, part, depth, order: order.clone() }))
}

/// The middle of a range as a range of one number.
fn point((low, high): (f64, f64)) -> (f64, f64) {
    let middle = (low / 2.0 + high / 2.0).clamp(low, high);
    (middle, middle)
}

/// Where to cut a range: at zero, by magnitude where it spans several, or in the middle.
fn middle((low, high): (f64, f64)) -> Option<f64> {
    let cut = match () {
        () if low < 0.0 && high > 0.0 && low.abs() * 64.0 > high && high * 64.0 > low.abs() => 0.0,
        () if low > 0.0 && high / low > 16.0 => low.sqrt() * high.sqrt(),
        () if high < 0.0 && low / high > 16.0 => -(low.abs().sqrt() * high.abs().sqrt()),
        () => low / 2.0 + high / 2.0,
    };
    (low < cut && cut < high).then_some(cut)
}
