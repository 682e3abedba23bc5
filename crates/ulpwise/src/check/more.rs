//! The time that is left for all functions together when each has had its own: turns of single functions, one after the other on each thread.

use super::clock::Clock;
use super::turns::{Turn, Turns};
use super::work::{Checked, Work};
use crate::failure::Failure;
use crate::solvers::with_tools;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use ulpwise_engines::SolverOptions;
use ulpwise_exceptions::{Options, Rerun, Session, Subject, search_on};
use ulpwise_harness::names::source_name;

/// How many times its own time a function gets in a turn: a search that has begun should come somewhere.
const LENGTH: u32 = 3;

/// The least that a turn is worth.
const LEAST: Duration = Duration::from_secs(1);

/// What a panic of another thread left is still good: whoever panicked is told of.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Work<'_> {
    /// Gives turns until the time is over. A function is taken out of those that are done while it has one.
    pub(super) fn more_turns(
        &self,
        done: &Mutex<Vec<Option<Checked>>>,
        turns: &Mutex<Turns>,
        clock: &Clock,
        session: &mut Session<'_>,
        rerun: Rerun<'_>,
        jobs: usize,
    ) -> Result<(), Failure> {
        while !self.interrupt.flag().is_cancelled()
            && let Some(left) = clock.left().filter(|&left| left > LEAST)
        {
            let Some(turn) = locked(turns).next() else { break };
            let Some(mut checked) = locked(done)[turn.number].take() else { continue };
            self.progress
                .phase(&format!("another turn of {}", source_name(&self.module.functions[checked.function])));
            self.progress.at_most(left);
            let had = self.turn(&turn, &mut checked, session, rerun, (jobs, left));
            locked(turns).back(&turn, (&checked.known.outcome.ledger).into());
            locked(done)[turn.number] = Some(checked);
            had?;
        }
        Ok(())
    }

    /// One turn of a function; what it brings is written down.
    fn turn(
        &self,
        turn: &Turn,
        checked: &mut Checked,
        session: &mut Session<'_>,
        rerun: Rerun<'_>,
        (jobs, left): (usize, Duration),
    ) -> Result<(), Failure> {
        let start = Instant::now();
        let options = self.options(checked.function, jobs);
        let arguments = self.arguments(checked.function);
        let modes = arguments.rounding.modes();
        let time = (arguments.timeout * LENGTH).min(left);
        let options = Options {
            budget: self.budget().with_time(time),
            rounding: modes[turn.before as usize % modes.len()],
            ..options
        };
        let subject = Subject { module: self.module, inputs: &checked.inputs, function: checked.function };
        let known = (&mut checked.known.outcome, &mut checked.known.findings);
        let wanted = (turn.before, &turn.wanted);
        with_tools(&self.arguments.solver()?, &SolverOptions::default(), |tools| {
            Ok(search_on(&subject, session, rerun, tools, &options, wanted, known)?)
        })?;
        checked.known.seconds += start.elapsed().as_secs_f64();
        checked.known.turns += 1;
        match &self.store {
            Some(store) => store.save(self.module, checked.function, &checked.known),
            None => Ok(()),
        }
    }
}
