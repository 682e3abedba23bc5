//! The time that is left for all functions together when each has had its own: time slices of
//! single functions, one after the other on each thread.

use super::clock::Clock;
use super::store::FunctionRecord;
use super::time_slices::{TimeSlice, TimeSlices};
use super::work::{Allotment, Checked, Work};
use crate::error::DriverError;
use crate::solvers::with_tools;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use ulpwise_base::WorkInstant;
use ulpwise_exceptions::{
    AnalysisOptions, CheckSubject, KnownVerdicts, Rerun, SearchSlice, Session, search_on,
};
use ulpwise_harness::names::source_name;

/// How many times its own time a function gets in a time slice: a search that has begun should find
/// something.
const LENGTH: u32 = 3;

/// The least that a time slice is worth.
const LEAST: Duration = Duration::from_secs(1);

/// What a panic of another thread left is still good: the panic itself is reported.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Work<'_> {
    /// Gives time slices until the time is over. A function is taken out of those that are done
    /// while it has one.
    pub(super) fn more_slices(
        &self,
        done: &Mutex<Vec<Option<Checked>>>,
        slices: &Mutex<TimeSlices>,
        clock: &Clock,
        session: &mut Session<'_>,
        rerun: Rerun<'_>,
        jobs: usize,
    ) -> Result<(), DriverError> {
        while !self.context.cancel.is_cancelled()
            && let Some(left) = clock.left().filter(|&left| left > LEAST)
        {
            let Some(slice) = locked(slices).next() else { break };
            let Some(mut checked) = locked(done)[slice.number].take() else { continue };
            self.context.progress.phase(&format!(
                "another time slice of {}",
                source_name(&self.module.functions[checked.function])
            ));
            self.context.progress.at_most(left);
            let had = self.slice(&slice, &mut checked, session, rerun, Allotment { jobs, time: left });
            locked(slices).back(&slice, (&checked.known.outcome.ledger).into());
            locked(done)[slice.number] = Some(checked);
            had?;
        }
        Ok(())
    }

    /// One time slice of a function; what it brings is written down.
    fn slice(
        &self,
        slice: &TimeSlice,
        checked: &mut Checked,
        session: &mut Session<'_>,
        rerun: Rerun<'_>,
        allotment: Allotment,
    ) -> Result<(), DriverError> {
        let start = WorkInstant::now();
        let options = self.analysis_options(checked.function, allotment.jobs);
        let arguments = self.arguments(checked.function);
        let modes = arguments.rounding.modes();
        let time = (arguments.timeout * LENGTH).min(allotment.time);
        let options = AnalysisOptions {
            budget: self.budget().with_cpu_time(time),
            rounding: modes[slice.before as usize % modes.len()],
            ..options
        };
        let subject =
            CheckSubject { module: self.module, inputs: &checked.inputs, function: checked.function };
        let FunctionRecord { outcome, findings, .. } = &mut checked.known;
        let known = KnownVerdicts { outcome, findings };
        let search = SearchSlice { number: slice.before, wanted: &slice.wanted };
        with_tools(&self.options.solver()?, &self.solver_options(), |tools| {
            Ok::<_, DriverError>(search_on(&subject, session, rerun, tools, &options, search, known)?)
        })?;
        checked.known.seconds += start.elapsed().as_secs_f64();
        checked.known.slices += 1;
        match &self.store {
            Some(store) => store.save(self.module, checked.function, &checked.known),
            None => Ok(()),
        }
    }
}
