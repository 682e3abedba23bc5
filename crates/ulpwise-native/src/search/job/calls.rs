//! Calls of a search: what they reach is kept, with what they cost.

use super::super::{Found, KEPT_ENDS};
use super::{CHUNK, Kept, LIMITS, MAX_STOPS, MAX_TIME, STOP_COST, SearchJob, UNIT, UNTRIED};
use crate::error::NativeError;
use crate::goal::{Gap, Goal};
use crate::outcome::{CallEnd, MeasuredCalls, NovelEvents};
use std::collections::BTreeSet;
use ulpwise_interp::Exception;
use ulpwise_ir::SiteId;

/// The calls of a batch.
struct Batch<'b> {
    /// All inputs.
    inputs: &'b [Vec<u64>],
    /// The input of each call.
    meant: &'b [usize],
    /// The cost of each call.
    costs: &'b [f64],
}

impl Batch<'_> {
    /// The index of the input of a call.
    fn input(&self, call: u64) -> Option<usize> {
        self.meant.get(call as usize).copied()
    }
}

impl SearchJob<'_> {
    /// Makes calls, keeps what is new, and returns the gaps of each input to each goal.
    pub(in crate::search) fn call(
        &mut self,
        inputs: &[Vec<u64>],
        goals: &[Goal],
    ) -> Result<Vec<Option<Gap>>, NativeError> {
        let mut gaps = vec![None; inputs.len() * goals.len()];
        self.with_finds.clear();
        let room = self.engine.measured_batch_size(self.target, goals.len())?.min(4 * UNIT);
        let (mut start, mut stops, called) = (0, 0, self.called);
        let mut is_over = false;
        while start < inputs.len() && stops <= MAX_STOPS && !is_over {
            // As long as little is known about slow inputs, and once there are some, knowledge is
            // brought up to date often.
            let careful = self.stops > 0 || self.calls < UNTRIED;
            let end = inputs.len().min(start + if careful { room.min(CHUNK) } else { room });
            let mut words = Vec::with_capacity((end - start) * self.space.template.len());
            let mut meant = Vec::with_capacity(end - start);
            for (at, values) in inputs.iter().enumerate().take(end).skip(start) {
                // Without inputs one call is like the other.
                let is_repeated = self.space.template.is_empty() && !meant.is_empty();
                if !is_repeated
                    && !self.slowness[self.level].refuses(values, &mut self.random)
                    && self.space.push(values, &mut words)
                {
                    meant.push(at);
                }
            }
            start = end;
            let measured = self.engine.measure(self.target, &words, goals, LIMITS[self.level])?;
            self.calls += meant.len() as u64;
            let timed_out = measured.explored.ends.iter().filter(|(_, end)| *end == CallEnd::TimedOut);
            let timed_out: BTreeSet<u64> = timed_out.map(|&(call, _)| call).collect();
            self.called += self.engine.last_batch_cpu();
            self.stops += timed_out.len() as u64;
            stops += timed_out.len();
            self.ticks += measured.ticks.iter().sum::<u64>();
            let costs: Vec<f64> = (0..meant.len() as u64)
                .map(|call| if timed_out.contains(&call) { STOP_COST } else { self.cost_of(&measured, call) })
                .collect();
            for (&at, &cost) in meant.iter().zip(&costs) {
                self.slowness[self.level].learn(&inputs[at], cost);
            }
            for (row, &at) in meant.iter().enumerate() {
                let to = at * goals.len();
                let from = row * goals.len();
                gaps[to..to + goals.len()].copy_from_slice(&measured.gaps[from..from + goals.len()]);
            }
            self.record_events(&measured.explored, &Batch { inputs, meant: &meant, costs: &costs });
            is_over = self.options.budget.check(self.calls).is_err();
            let limit = self.options.cpu.is_some().then_some(MAX_TIME);
            if limit.is_some_and(|limit| self.called - called > limit) {
                break;
            }
        }
        Ok(gaps)
    }

    /// Keeps the new events of a batch, and the inputs that reached them.
    fn record_events(&mut self, events: &NovelEvents, batch: &Batch<'_>) {
        for &(call, end) in &events.ends {
            if self.ends.len() < KEPT_ENDS {
                self.ends.extend(batch.input(call).map(|at| (self.words(&batch.inputs[at]), end)));
            }
        }
        for &(call, site, exception) in &events.events {
            if let Some(at) = batch.input(call)
                && self.raised(site, exception, &batch.inputs[at], batch.costs[call as usize])
            {
                self.with_finds.push(at);
            }
        }
        for &(call, site, way) in &events.reached {
            let Some(at) = batch.input(call) else { continue };
            let (values, cost) = (&batch.inputs[at], batch.costs[call as usize]);
            let found = |site, exception| self.found.contains_key(&(site, exception));
            if self.goals.reach(site, way, values, cost, &found) {
                self.keep(values, cost);
                self.with_finds.push(at);
            }
        }
        let mut farther = None;
        for &(call, site, band) in &events.extended {
            // An input that goes farther at many sites counts once.
            if let Some(at) = batch.input(call)
                && self.extents.insert((site, band))
                && farther.replace(call) != Some(call)
            {
                let (cost, level) = (batch.costs[call as usize], self.level);
                self.kept[Kept::Farther as usize].keep(&batch.inputs[at], cost, level);
                self.with_finds.push(at);
            }
        }
    }

    /// What a call cost that returned: microseconds if time is what counts.
    fn cost_of(&self, measured: &MeasuredCalls, call: u64) -> f64 {
        match self.options.cpu {
            Some(_) => {
                let tick = self.called.as_secs_f64() * 1e6 / self.ticks.max(1) as f64;
                measured.ticks[call as usize] as f64 * tick
            }
            None => 1.0,
        }
    }

    pub(super) fn words(&self, values: &[u64]) -> Vec<u64> {
        let mut words = Vec::new();
        self.space.push(values, &mut words);
        words
    }

    /// An exception was raised. Returns whether that is new.
    fn raised(&mut self, site: SiteId, exception: Exception, values: &[u64], cost: f64) -> bool {
        if !self.goals.wants(site, exception) || self.found.contains_key(&(site, exception)) {
            return false;
        }
        let found = Found { input: self.words(values), effort: self.effort() };
        self.found.insert((site, exception), found);
        self.goals.close(site, exception);
        self.keep(values, cost);
        true
    }

    /// An input reached something new. It is kept once, however much that was.
    fn keep(&mut self, values: &[u64], cost: f64) {
        self.seed_count += 1;
        let level = self.level;
        self.seeds().keep(values, cost, level);
    }
}
