//! Which function gets another time slice when each has had its time and some is left for all of
//! them together: the one most likely to find what the whole library has no witness of.
//!
//! Functions of a library share code, and an operation that one of them makes fail needs no second
//! witness as much as one that no function did. What to expect of a time slice is what the last one
//! brought, or a small part of what is open; of an exception that searches have looked for in vain,
//! less.

use std::collections::{HashMap, HashSet};
use ulpwise_exceptions::{Goal, GoalVerdict, Ledger, Wanted};
use ulpwise_ir::SiteId;

/// Which part of what is open a time slice may be expected to bring.
const PRIOR_YIELD: f64 = 0.02;

/// All functions, by their numbers.
pub(super) struct TimeSlices {
    functions: Vec<SliceCandidate>,
    /// What some function has a witness of.
    witnessed: HashSet<Goal>,
    /// Where some call of some function raises its root exception.
    roots: HashSet<SiteId>,
    /// How many time slices looked for an exception in vain.
    in_vain: HashMap<Goal, i32>,
}

/// How a function stands.
#[derive(Default)]
pub(super) struct Standing {
    /// What it has a witness of.
    witnessed: Vec<Goal>,
    /// Where a call of it raises its root exception.
    roots: Vec<SiteId>,
    /// What is not decided.
    open: Vec<Goal>,
    /// The sites that may raise something.
    sites: HashSet<SiteId>,
}

impl From<&Ledger> for Standing {
    fn from(ledger: &Ledger) -> Standing {
        let are = |is: fn(&GoalVerdict) -> bool| {
            ledger.entries().filter(move |(_, verdict)| is(verdict)).map(|(goal, _)| goal)
        };
        Standing {
            witnessed: are(|verdict| matches!(verdict, GoalVerdict::Witness(_))).collect(),
            roots: ledger.root_witnesses().map(|(site, _)| site).collect(),
            open: ledger.open().collect(),
            sites: are(|verdict| !matches!(verdict, GoalVerdict::Proven(_))).map(|(site, _)| site).collect(),
        }
    }
}

/// What a function may have a time slice for.
#[derive(Default)]
struct SliceCandidate {
    /// Nothing is known of it, it cannot be called, or it is being worked on.
    is_away: bool,
    standing: Standing,
    slices: u64,
    /// How many exceptions and sites the last time slice brought that the library did not know.
    gain: usize,
}

/// A time slice of a function.
pub(super) struct TimeSlice {
    /// The number of the function.
    pub(super) number: usize,
    /// How many it has had.
    pub(super) before: u64,
    pub(super) wanted: Wanted,
}

impl TimeSlices {
    /// So many functions, of which nothing is known yet.
    pub(super) fn new(functions: usize) -> TimeSlices {
        let away = || SliceCandidate { is_away: true, ..SliceCandidate::default() };
        TimeSlices {
            functions: (0..functions).map(|_| away()).collect(),
            witnessed: HashSet::new(),
            roots: HashSet::new(),
            in_vain: HashMap::new(),
        }
    }

    /// A function has had its time, and so many time slices besides.
    pub(super) fn enter(&mut self, number: usize, standing: Standing, slices: u64) {
        self.learn(&standing);
        self.functions[number] = SliceCandidate { is_away: false, standing, slices, gain: 0 };
    }

    /// The function that should have the next time slice, if there is one; it is away until it
    /// comes back.
    pub(super) fn next(&mut self) -> Option<TimeSlice> {
        let here = self.functions.iter().enumerate().filter(|(_, function)| !function.is_away);
        let yields = here.map(|(number, function)| (number, self.expected_yield(function)));
        let (number, best) = yields.max_by(|(_, one), (_, other)| one.total_cmp(other))?;
        if best <= 0.0 {
            return None;
        }
        let function = &self.functions[number];
        let wanted = Wanted {
            goals: function
                .standing
                .open
                .iter()
                .copied()
                .filter(|goal| !self.witnessed.contains(goal))
                .collect(),
            roots: function.standing.sites.difference(&self.roots).copied().collect(),
        };
        let before = function.slices;
        self.functions[number].is_away = true;
        Some(TimeSlice { number, before, wanted })
    }

    /// A function comes back from its time slice.
    pub(super) fn back(&mut self, slice: &TimeSlice, standing: Standing) {
        let gain = self.learn(&standing);
        for goal in slice.wanted.goals.iter().filter(|goal| !self.witnessed.contains(goal)) {
            *self.in_vain.entry(*goal).or_default() += 1;
        }
        self.functions[slice.number] =
            SliceCandidate { is_away: false, standing, slices: slice.before + 1, gain };
    }

    /// Takes over what a function has witnesses of; how much of it is new.
    fn learn(&mut self, standing: &Standing) -> usize {
        let before = self.witnessed.len() + self.roots.len();
        self.witnessed.extend(&standing.witnessed);
        self.roots.extend(&standing.roots);
        self.witnessed.len() + self.roots.len() - before
    }

    /// How much a time slice may be expected to bring.
    fn expected_yield(&self, function: &SliceCandidate) -> f64 {
        let weight = |goal: &Goal| match self.in_vain.get(goal) {
            _ if self.witnessed.contains(goal) => 0.0,
            vain => f64::from(1 + vain.unwrap_or(&0)).powi(-2),
        };
        let open: f64 = function.standing.open.iter().map(weight).sum();
        // Where nothing is wanted that the library lacks, the last gain says nothing.
        if open > 0.0 { (function.gain as f64).max(PRIOR_YIELD * open) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_interp::Exception::Overflow;

    fn goals(sites: std::ops::Range<u32>) -> Vec<Goal> {
        sites.map(|site| (SiteId::new(site), Overflow)).collect()
    }

    fn open(sites: std::ops::Range<u32>) -> Standing {
        let open = goals(sites);
        Standing { sites: open.iter().map(|(site, _)| *site).collect(), open, ..Standing::default() }
    }

    fn found(witnessed: std::ops::Range<u32>, rest: std::ops::Range<u32>) -> Standing {
        Standing { witnessed: goals(witnessed), ..open(rest) }
    }

    #[test]
    fn the_function_that_can_reach_most_that_is_open_comes_first() {
        let mut slices = TimeSlices::new(3);
        slices.enter(0, open(0..10), 0);
        slices.enter(1, open(0..40), 5);
        slices.enter(2, found(0..38, 38..39), 0);
        let slice = slices.next().unwrap();
        assert_eq!((slice.number, slice.before, slice.wanted.goals.len()), (1, 5, 2));
        // The others share what is open with it, or have nothing; while it is away no other has
        // less.
        assert_eq!(slices.next().map(|slice| slice.number), Some(2));
        assert!(slices.next().is_none(), "all that the first one could raise was raised by another");
    }

    #[test]
    fn a_search_in_vain_counts_for_all_that_could_make_it() {
        let mut slices = TimeSlices::new(3);
        slices.enter(0, open(0..100), 0);
        slices.enter(1, open(0..100), 0);
        slices.enter(2, open(100..150), 0);
        let first = slices.next().unwrap();
        assert_ne!(first.number, 2);
        slices.back(&first, open(0..100));
        assert_eq!(slices.next().unwrap().number, 2, "a quarter of a hundred is less than fifty");
    }

    #[test]
    fn the_function_that_found_something_goes_on() {
        let mut slices = TimeSlices::new(2);
        slices.enter(0, open(0..100), 0);
        slices.enter(1, open(200..290), 0);
        let slice = slices.next().unwrap();
        assert_eq!(slice.number, 0);
        slices.back(&slice, found(0..20, 20..100));
        let slice = slices.next().unwrap();
        assert_eq!((slice.number, slice.before, slice.wanted.goals.len()), (0, 1, 80));
        slices.back(&slice, found(0..20, 20..100));
        assert_eq!(slices.next().unwrap().number, 1, "the second slice brought nothing");
    }
}
