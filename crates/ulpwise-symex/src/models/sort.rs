//! `qsort` and `bsearch`, which call back into the program.
//!
//! Each is a small machine that rests in the path while the program compares two elements: it
//! stands above the frame that called it, and goes on when the comparison returns there. What the
//! comparison says may be a term: then both ways are followed. The sequence of comparisons is that
//! of the interpreter's models, which is glibc's.

use super::{ModelCall, Models};
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use crate::terms::Terms;
use ulpwise_expr::Term;
use ulpwise_interp::memory::{Memory, MemoryFault, ObjectKind};
use ulpwise_interp::{CalleeKind, PathEnd};
use ulpwise_ir::{FunctionId, SlotList, Type};

pub(super) const MODELS: Models = &[("bsearch", bsearch), ("qsort", qsort)];

/// A library function that waits for a comparison.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    /// How many calls are under way below the comparison.
    pub(crate) depth: usize,
    /// Where the results of the library function go.
    results: SlotList,
    comparison: FunctionId,
    size: u64,
    work: Work,
}

#[derive(Clone, Debug)]
enum Work {
    Sort(Sorting),
    Search(Searching),
}

/// A merge sort under way: what is left to do, the next one last.
#[derive(Clone, Debug)]
struct Sorting {
    scratch: u64,
    tasks: Vec<SortTask>,
}

#[derive(Clone, Debug)]
enum SortTask {
    /// Sort so many elements from an address on.
    Sort { base: u64, count: u64 },
    /// Merge two neighbouring ranges that are sorted.
    Merge(Merge),
}

#[derive(Clone, Debug)]
struct Merge {
    /// Where the first range began, and how many elements both have.
    base: u64,
    count: u64,
    /// The next element of each, and how many are left.
    next: [u64; 2],
    left: [u64; 2],
    /// Where the next one goes.
    to: u64,
}

/// A binary search under way: the elements that it may still be.
#[derive(Clone, Debug)]
struct Searching {
    key: u64,
    base: u64,
    low: u64,
    high: u64,
}

/// What a machine does next.
enum SortStep {
    /// It wants two elements compared.
    Compare(u64, u64),
    /// It is done, and returns this.
    Done(Option<u64>),
}

impl Waiting {
    fn step(&mut self, terms: &mut Terms, state: &mut PathState<'_>) -> Result<SortStep, MemoryFault> {
        let size = self.size;
        match &mut self.work {
            Work::Sort(sorting) => sorting.step(terms, state, size),
            Work::Search(search) if search.low < search.high => {
                Ok(SortStep::Compare(search.key, search.element(size)))
            }
            Work::Search(_) => Ok(SortStep::Done(Some(0))),
        }
    }
}

impl Searching {
    fn element(&self, size: u64) -> u64 {
        self.base.wrapping_add(self.low.midpoint(self.high).wrapping_mul(size))
    }
}

impl Sorting {
    /// Goes on to the next comparison.
    fn step(
        &mut self,
        terms: &mut Terms,
        state: &mut PathState<'_>,
        size: u64,
    ) -> Result<SortStep, MemoryFault> {
        while let Some(task) = self.tasks.pop() {
            match task {
                SortTask::Sort { count: 0 | 1, .. } => {}
                SortTask::Sort { base, count } => {
                    let left = count / 2;
                    let middle = base + left * size;
                    self.tasks.push(SortTask::Merge(Merge {
                        base,
                        count,
                        next: [base, middle],
                        left: [left, count - left],
                        to: self.scratch,
                    }));
                    self.tasks.push(SortTask::Sort { base: middle, count: count - left });
                    self.tasks.push(SortTask::Sort { base, count: left });
                }
                SortTask::Merge(merge) if merge.left.contains(&0) => {
                    // What is left of the second half already stands where it belongs.
                    state.copy_bytes(terms, merge.to, merge.next[0], (merge.left[0] * size) as usize)?;
                    let merged = (merge.count - merge.left[1]) * size;
                    state.copy_bytes(terms, merge.base, self.scratch, merged as usize)?;
                }
                SortTask::Merge(merge) => {
                    let [a, b] = merge.next;
                    self.tasks.push(SortTask::Merge(merge));
                    return Ok(SortStep::Compare(a, b));
                }
            }
        }
        state.interpreter.machine.memory.free(self.scratch, ObjectKind::Host)?;
        Ok(SortStep::Done(None))
    }

    /// Takes the next element from the first range or the second.
    fn take(
        &mut self,
        terms: &mut Terms,
        state: &mut PathState<'_>,
        size: u64,
        second: bool,
    ) -> Result<(), MemoryFault> {
        let Some(SortTask::Merge(merge)) = self.tasks.last_mut() else {
            unreachable!("a comparison is wanted by a merge");
        };
        let which = usize::from(second);
        state.copy_bytes(terms, merge.to, merge.next[which], size as usize)?;
        merge.next[which] += size;
        merge.left[which] -= 1;
        merge.to += size;
        Ok(())
    }
}

/// The function of the program that an argument points to.
fn comparison<'p>(
    executor: &mut Executor<'p, '_>,
    state: &PathState<'p>,
    call: &ModelCall,
    at: usize,
) -> Result<FunctionId, PathEnd> {
    let address = call.known(executor, at).unwrap_or(0);
    let functions = state.interpreter.program().module().functions.len();
    let function = Memory::function_at(address).filter(|function| (function.as_u32() as usize) < functions);
    let function = function
        .ok_or_else(|| PathEnd::BadIndirectCall(format!("no function is at address {address:#x}")))?;
    match state.interpreter.callee(function) {
        CalleeKind::Program => Ok(function),
        _ => Err(PathEnd::Unsupported("a comparison that the program does not define".to_owned())),
    }
}

fn qsort<'p>(executor: &mut Executor<'p, '_>, mut state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1, 2, 3]) {
        return executor.enumerate(state, open);
    }
    let [base, count, size] = [0, 1, 2].map(|at| call.known(executor, at).unwrap_or(0));
    let comparison = match comparison(executor, &state, call, 3) {
        Ok(comparison) => comparison,
        Err(end) => return vec![Next::stops(state, end)],
    };
    let room = count.checked_mul(size);
    let scratch = room.and_then(|bytes| state.interpreter.machine.memory.allocate(bytes, ObjectKind::Host));
    let Some(scratch) = scratch else { return vec![Next::stops(state, PathEnd::OutOfMemory)] };
    let work = Work::Sort(Sorting { scratch, tasks: vec![SortTask::Sort { base, count }] });
    let depth = state.interpreter.depth();
    executor.go_on(state, Waiting { depth, results: call.results, comparison, size, work })
}

fn bsearch<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1, 2, 3, 4]) {
        return executor.enumerate(state, open);
    }
    let [key, base, high, size] = [0, 1, 2, 3].map(|at| call.known(executor, at).unwrap_or(0));
    let comparison = match comparison(executor, &state, call, 4) {
        Ok(comparison) => comparison,
        Err(end) => return vec![Next::stops(state, end)],
    };
    let work = Work::Search(Searching { key, base, low: 0, high });
    let depth = state.interpreter.depth();
    executor.go_on(state, Waiting { depth, results: call.results, comparison, size, work })
}

impl<'p> Executor<'p, '_> {
    /// Runs a machine to its next comparison, or to its end.
    fn go_on(&mut self, mut state: PathState<'p>, mut waiting: Waiting) -> Nexts<'p> {
        match waiting.step(&mut self.terms, &mut state) {
            Err(fault) => vec![Next::stops(state, fault)],
            Ok(SortStep::Done(result)) => {
                let values: Vec<Term> =
                    result.map(|value| self.terms.constant(64, value.into())).into_iter().collect();
                self.returned(state, waiting.results, &values)
            }
            Ok(SortStep::Compare(a, b)) => {
                let comparison = waiting.comparison;
                let given = [a, b].map(|address| (self.terms.constant(64, address.into()), Type::Pointer));
                state.waiting.push(waiting);
                vec![self.enter(state, comparison, &given, SlotList::default())]
            }
        }
    }

    /// Goes on after a comparison, with what it returned.
    pub(crate) fn compared(&mut self, mut state: PathState<'p>, returned: &[Term]) -> Nexts<'p> {
        let waiting = state.waiting.pop().expect("a model waits for the comparison");
        let Some(&order) = returned.first() else {
            let end = PathEnd::BadIndirectCall("the comparison returns nothing".to_owned());
            return vec![Next::stops(state, end)];
        };
        let order = self.terms.bits(order);
        let zero = self.terms.constant(32, 0);
        match waiting.work.clone() {
            Work::Sort(sorting) => {
                let is_not_above = self.terms.store.bv_sle(order, zero);
                let split = self.questions.split(&mut self.terms, state, is_not_above);
                let mut nexts = Vec::new();
                for (way, second) in [(split.holds, false), (split.fails, true)] {
                    let (Some(mut state), mut sorting) = (way, sorting.clone()) else { continue };
                    match sorting.take(&mut self.terms, &mut state, waiting.size, second) {
                        Err(fault) => nexts.push(Next::stops(state, fault)),
                        Ok(()) => {
                            let work = Work::Sort(sorting);
                            nexts.extend(self.go_on(state, Waiting { work, ..waiting.clone() }));
                        }
                    }
                }
                nexts
            }
            Work::Search(search) => {
                let middle = search.low.midpoint(search.high);
                let is_equal = self.terms.store.eq(order, zero);
                let split = self.questions.split(&mut self.terms, state, is_equal);
                let mut nexts = Vec::new();
                if let Some(state) = split.holds {
                    let found = self.terms.constant(64, search.element(waiting.size).into());
                    nexts.extend(self.returned(state, waiting.results, &[found]));
                }
                let Some(state) = split.fails else { return nexts };
                let is_below = self.terms.store.bv_slt(order, zero);
                let split = self.questions.split(&mut self.terms, state, is_below);
                let halves = [(split.holds, search.low, middle), (split.fails, middle + 1, search.high)];
                for (way, low, high) in halves {
                    let Some(state) = way else { continue };
                    let work = Work::Search(Searching { low, high, ..search.clone() });
                    nexts.extend(self.go_on(state, Waiting { work, ..waiting.clone() }));
                }
                nexts
            }
        }
    }
}
