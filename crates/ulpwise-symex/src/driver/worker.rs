//! One thread's part of an exploration: paths of its own, and those that others give away.

use super::exchange::Exchange;
use super::frontier::Frontier;
use crate::decision::Prefix;
use crate::entry::EntryPoint;
use crate::executor::Executor;
use crate::goals::GoalCandidate;
use crate::inaccuracy::Combination;
use crate::path::{CallStack, End, Limit, Path, Summary};
use crate::reachability::Reachability;
use crate::state::PathState;
use crate::step::Next;
use std::time::Duration;
use ulpwise_interp::PathEnd;
use ulpwise_solver::Reason;

/// The least that a question may take while paths are open, and the most.
const LEAST_LIMIT: Duration = Duration::from_millis(500);
const MOST_LIMIT: Duration = Duration::from_secs(10);

/// Which part of the time that is left one question may take while paths are open.
const SHARE: u32 = 32;

/// How often a path is asked about that was put aside.
const MOST_QUESTIONS: u32 = 4;

/// How many conditions a path may have: every question is about all of them, and beyond this the
/// solver gets nowhere.
const MOST_CONDITIONS: usize = 100_000;

/// How often memory is looked at, in forks.
const FORKS_BETWEEN_LOOKS: u64 = 256;

/// A path of which it is unknown whether it can be taken.
struct Parked<'p> {
    state: PathState<'p>,
    /// How it ended, if it did.
    end: Option<End>,
    /// How often it was asked about since.
    asked: u32,
}

/// One thread's part of an exploration.
pub(crate) struct Worker<'w, 'p, 's> {
    executor: &'w mut Executor<'p, 's>,
    exchange: &'w Exchange,
    frontier: Frontier<'p>,
    /// From where what is looked for can be come to, if only that is of interest.
    reachability: Option<Reachability<'p>>,
    parked: Vec<Parked<'p>>,
    summary: Summary,
    /// Which of the workers this is.
    number: usize,
    tell: &'w mut dyn FnMut(WorkerEvent),
}

/// What a worker has to say.
pub(crate) enum WorkerEvent {
    /// A path ended.
    Path(Path),
    /// Something was seen that is looked for.
    Candidate(GoalCandidate),
    /// Inaccuracy was found that is looked for.
    Inaccurate(Combination),
    /// It is still there.
    Alive,
}

impl<'w, 'p, 's> Worker<'w, 'p, 's> {
    pub(crate) fn new(
        executor: &'w mut Executor<'p, 's>,
        exchange: &'w Exchange,
        number: usize,
        tell: &'w mut dyn FnMut(WorkerEvent),
    ) -> Worker<'w, 'p, 's> {
        let seed = executor.options.seed.wrapping_add(number as u64);
        let searcher = executor.options.search.make(executor.program, seed);
        let goals = executor.options.goals.as_ref().filter(|_| executor.options.checks.is_none());
        let reachability = goals.map(|goals| Reachability::new(executor.program, goals));
        Worker {
            executor,
            exchange,
            frontier: Frontier::new(searcher),
            reachability,
            parked: Vec::new(),
            summary: Summary::default(),
            number,
            tell,
        }
    }

    /// Explores: the first worker from the beginning, the others what they are given.
    ///
    /// # Errors
    /// The function cannot be entered.
    pub(crate) fn run(mut self, entry: &EntryPoint) -> Result<Summary, PathEnd> {
        if self.number == 0 {
            match self.executor.start(entry, None)? {
                Some(start) if start.verified => self.frontier.add(start, None),
                Some(state) => self.parked.push(Parked { state, end: None, asked: 0 }),
                None => {}
            }
        }
        loop {
            if self.exchange.is_stopped() {
                break;
            }
            if let Some(limit) = self.limit_reached() {
                self.exchange.stop();
                self.summary.note(&limit);
                break;
            }
            self.executor.questions.set_limit(self.exploring_limit());
            if let Some((id, state)) = self.frontier.select() {
                if let Some(state) = self.worthwhile(state) {
                    self.follow(id, state);
                }
                self.frontier.close(id);
                self.share();
            } else if let Some(parked) = self.parked.pop() {
                self.executor.questions.set_limit(self.verifying_limit());
                self.verify(parked);
            } else if self.executor.lookout.has_deferred() {
                self.executor.ask_deferred();
            } else {
                match self.exchange.take() {
                    Some(prefix) => self.take_again(entry, prefix)?,
                    None => break,
                }
            }
            self.publish();
        }
        let parked = std::mem::take(&mut self.parked).into_iter().map(|parked| parked.state);
        for mut state in self.frontier.take_all().into_iter().chain(parked) {
            let place = self.settle(&mut state);
            self.summary.leave(place);
        }
        self.summary.undecided = self.executor.lookout.settle("the time for questions was over");
        self.publish();
        self.summary.questions = self.executor.questions.asked;
        self.summary.answers = self.executor.questions.answers;
        Ok(self.summary)
    }

    /// The limit that ends the exploration, if one does.
    fn limit_reached(&mut self) -> Option<String> {
        let options = &self.executor.options;
        if self.exchange.paths() >= options.max_paths && self.frontier.len() + self.parked.len() > 0 {
            return Some("as many paths as allowed were followed".to_owned());
        }
        if self.summary.forks % FORKS_BETWEEN_LOOKS == 1 && resident_bytes() > options.memory_limit {
            return Some("the memory limit was reached".to_owned());
        }
        options.budget.check(0).err().map(|exhausted| exhausted.to_string())
    }

    /// How long a question may take while paths are open.
    fn exploring_limit(&self) -> Duration {
        let share = self.executor.options.budget.time_left().map(|left| left / SHARE);
        share.unwrap_or(MOST_LIMIT).clamp(LEAST_LIMIT, MOST_LIMIT)
    }

    /// How long a question may take about a path that was put aside.
    fn verifying_limit(&self) -> Duration {
        let others = self.parked.len() as u32 + 1;
        match self.executor.options.budget.time_left() {
            Some(left) => left / others,
            None => self.executor.options.question_limit,
        }
    }

    /// Follows a path until it forks or ends.
    fn follow(&mut self, id: u64, state: PathState<'p>) {
        let mut current = state;
        let nexts = loop {
            let mut nexts = self.executor.advance(current);
            match nexts.pop() {
                Some(Next::Goes(state)) if nexts.is_empty() && state.verified => {
                    if self.exchange.is_stopped() || self.executor.options.budget.check(0).is_err() {
                        break vec![Next::Goes(state)];
                    }
                    current = state;
                }
                last => {
                    nexts.extend(last);
                    break nexts;
                }
            }
        };
        self.summary.forks += (nexts.len() as u64).saturating_sub(1);
        for next in nexts {
            let next = match next {
                Next::Goes(state) => match self.worthwhile(state) {
                    Some(state) => Next::Goes(state),
                    None => continue,
                },
                end => end,
            };
            match next {
                Next::Goes(state) if !state.verified => {
                    self.parked.push(Parked { state, end: None, asked: 0 });
                }
                Next::Ends(state, end) if !state.verified => {
                    self.parked.push(Parked { state, end: Some(end), asked: 0 });
                }
                Next::Goes(state) if state.conditions.len() > MOST_CONDITIONS => {
                    self.ended(state, End::CutOff(Limit::Conditions));
                }
                Next::Goes(state) if state.forks > self.executor.options.max_forks => {
                    self.ended(state, End::CutOff(Limit::Forks));
                }
                Next::Goes(state) => self.frontier.add(state, Some(id)),
                Next::Ends(state, end) => self.ended(state, end),
            }
        }
    }

    /// The path, unless nothing that is looked for lies before it.
    fn worthwhile(&mut self, mut state: PathState<'p>) -> Option<PathState<'p>> {
        let Some(reachability) = &mut self.reachability else { return Some(state) };
        let is_last = state.waiting.is_empty() && state.is_in_last_call();
        if !is_last || reachability.has_some(state.interpreter.calls()) {
            return Some(state);
        }
        // What operations on known values raised until here is reported at the end of a path.
        if state.verified {
            self.executor.look_back(&mut state);
        } else if self.executor.lookout.is_owed(&state) {
            return Some(state);
        }
        self.summary.given_up += 1;
        self.note_refusals(&state);
        None
    }

    /// A path on which an allocation failed for want of memory stands for no path of a larger
    /// machine.
    fn note_refusals(&mut self, state: &PathState<'p>) {
        if state.interpreter.machine.memory.was_refused() {
            self.summary.miss("the program asks for more memory than there is here");
        }
    }

    fn ended(&mut self, mut state: PathState<'p>, end: End) {
        self.summary.paths += 1;
        self.note_refusals(&state);
        self.summary.stand_for += f64::from(state.joins).exp2();
        self.exchange.count_path();
        self.executor.record_outcome(&mut state, &end);
        self.executor.look_back(&mut state);
        self.executor.look_for_inaccuracy(&mut state);
        (self.tell)(WorkerEvent::Path(self.executor.path(&mut state, end)));
    }

    /// Asks again about a path that was put aside.
    fn verify(&mut self, mut parked: Parked<'p>) {
        if parked.end.is_none() {
            let Some(state) = self.worthwhile(parked.state) else { return };
            parked.state = state;
        }
        match self.executor.questions.verify(&mut self.executor.terms, parked.state) {
            Ok(None) => {}
            Ok(Some(state)) => match parked.end {
                Some(end) => self.ended(state, end),
                None => self.frontier.add(state, None),
            },
            // What others did not use of their share is this one's.
            Err(unverified)
                if matches!(unverified.1, Reason::Exhausted(_))
                    && parked.asked + 1 < MOST_QUESTIONS
                    && self.executor.options.budget.time_left().is_some_and(|left| left > LEAST_LIMIT) =>
            {
                let again = Parked { state: unverified.0, end: parked.end, asked: parked.asked + 1 };
                self.parked.insert(0, again);
            }
            Err(unverified) => {
                let reason = &unverified.1;
                let place = source_line(&unverified.0).map_or_else(String::new, |line| format!(" at {line}"));
                let reason = format!("the solver does not know whether a path can be taken{place}: {reason}");
                let mut state = unverified.0;
                let place = self.settle(&mut state);
                self.summary.miss_at(&reason, place);
            }
        }
    }

    /// Reports what operations on known values raised on a path that is not followed further here, and
    /// says where it is. Anywhere, if something was raised on a path of which it is not known whether
    /// it can be taken: then its past is as open as what comes.
    fn settle(&mut self, state: &mut PathState<'p>) -> Option<CallStack> {
        if state.verified {
            self.executor.look_back(state);
        } else if self.executor.lookout.is_owed(state) {
            return None;
        }
        place_of(state)
    }

    /// Gives a path away if another thread has none.
    fn share(&mut self) {
        while self.frontier.len() > 1 && self.exchange.is_wanted() {
            let Some(mut state) = self.frontier.give_away() else { return };
            let place = self.settle(&mut state);
            self.exchange.give(Prefix::from_state(&state, place));
        }
    }

    /// Takes a path again that another worker gave away.
    fn take_again(&mut self, entry: &EntryPoint, prefix: Prefix) -> Result<(), PathEnd> {
        let Some(mut state) = self.executor.start(entry, Some(prefix.script()))? else { return Ok(()) };
        loop {
            let script = state.script.as_ref();
            if script.is_none_or(|script| script.is_over() || script.is_lost()) {
                break;
            }
            if self.exchange.is_stopped() || self.executor.options.budget.check(0).is_err() {
                // It was on its way to where it was given away.
                self.summary.leave(place_of(&state));
                return Ok(());
            }
            let mut nexts = self.executor.advance(state);
            match (nexts.pop(), nexts.is_empty()) {
                (Some(Next::Goes(next)), true) => state = next,
                (_, _) => {
                    self.summary.miss("a path could not be handed from one thread to another");
                    return Ok(());
                }
            }
        }
        let script = state.script.take();
        if script.as_ref().is_some_and(crate::decision::Script::is_lost) {
            self.summary.miss("a path could not be handed from one thread to another");
            return Ok(());
        }
        // Variables that are no inputs have other values here than where the path comes from.
        state.verified = script.is_some_and(|script| script.was_verified())
            && self.executor.questions.is_satisfied(&self.executor.terms, &mut state);
        if state.verified {
            self.frontier.add(state, None);
        } else {
            self.parked.push(Parked { state, end: None, asked: 0 });
        }
        Ok(())
    }

    /// Tells the others how far this worker is.
    fn publish(&mut self) {
        let open = self.frontier.len() + self.parked.len();
        self.exchange.publish(self.number, open as u64, self.executor.questions.asked);
        for candidate in self.executor.lookout.take_candidates() {
            (self.tell)(WorkerEvent::Candidate(candidate));
        }
        for combination in std::mem::take(&mut self.executor.combinations) {
            (self.tell)(WorkerEvent::Inaccurate(combination));
        }
        (self.tell)(WorkerEvent::Alive);
    }
}

/// Where a path is, if it is in the last of the calls that it makes one after the other.
fn place_of(state: &PathState<'_>) -> Option<CallStack> {
    let is_last = state.waiting.is_empty() && state.is_in_last_call();
    is_last.then(|| state.interpreter.calls().collect())
}

/// The file and line of the innermost call that has one.
fn source_line(state: &PathState<'_>) -> Option<String> {
    let module = state.interpreter.program().module();
    let mut locations =
        state.interpreter.calls().filter_map(|(function, inst)| module.location_of(function, inst));
    let location = locations.find(|location| location.line > 0)?;
    let path = module.files.get(location.file)?.path();
    Some(format!("{}:{}", path.file_name()?.to_string_lossy(), location.line))
}

/// How many bytes of memory the process has; zero where that is unknown.
fn resident_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}
