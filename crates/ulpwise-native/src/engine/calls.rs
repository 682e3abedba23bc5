//! Calls of the program, in all the ways there are: each with all that it raised, with the errors
//! of its shadow values, only with what is new, with distances from goals, or made from a counter.

use super::Engine;
use super::batch::BatchEvent;
use crate::error::NativeError;
use crate::goal::{Goal, MAX_GOALS, UNREACHED};
use crate::message::{Batch, mode};
use crate::options::Counted;
use crate::outcome::{
    CallEnd, Detail, MeasuredCalls, NativeCall, NovelEvents, ShadowedCall, TracedCall, TracedOperation,
};
use crate::region::{
    DISTANCE_WORDS, Header, INPUT_WORDS, MOST_TRACED, OUTPUT_WORDS, TICK_WORDS, TRACE_WORDS, TRACED_OUTPUT,
    detail,
};
use ulpwise_host::RoundingMode;
use ulpwise_ir::SiteId;
use ulpwise_llvm::{Instrumentation, TargetLayout};

impl Engine {
    /// Calls a target on each of the inputs, which stand one after another.
    ///
    /// # Errors
    /// When the words are not a whole number of calls, or the child fails in a way that is not the
    /// program's.
    pub fn run(&mut self, target: usize, inputs: &[u64]) -> Result<Vec<NativeCall>, NativeError> {
        let layout = self.layout(target)?;
        let width = layout.input_words as usize;
        if !inputs.len().is_multiple_of(width.max(1)) {
            return Err(NativeError::Arguments { given: inputs.len(), expected: width });
        }
        let total = inputs.len().checked_div(width).unwrap_or(1);
        let room = self.batch_size(target)?;
        let mut calls = Vec::with_capacity(total);
        for start in (0..total).step_by(room) {
            let count = room.min(total - start);
            self.region.write_inputs(&inputs[start * width..(start + count) * width]);
            let mut part: Vec<NativeCall> = Vec::with_capacity(count);
            part.resize_with(count, || NativeCall {
                end: CallEnd::Returned,
                output: Vec::new(),
                events: Vec::new(),
            });
            self.batch(Batch::new(target, mode::EACH, count as u64), &mut |event| match event {
                BatchEvent::Event(call, site, exception) => {
                    part[call as usize].events.push((site, exception));
                }
                BatchEvent::Ended(call, end) => part[call as usize].end = end,
                BatchEvent::Error(..)
                | BatchEvent::Undone(..)
                | BatchEvent::Exhausted(..)
                | BatchEvent::Absorbed(..)
                | BatchEvent::Right(..)
                | BatchEvent::OutputError(..)
                | BatchEvent::Reached(..)
                | BatchEvent::Extended(..)
                | BatchEvent::Cut(..) => {}
            })?;
            let words = layout.output_words as usize;
            for (index, call) in part.iter_mut().enumerate() {
                let first = index * layout.output_stride() + layout.output_start();
                let word = |word| {
                    if call.end == CallEnd::Returned { self.region.output(first + word) } else { 0 }
                };
                call.output = (0..words).map(word).collect();
            }
            calls.append(&mut part);
        }
        Ok(calls)
    }

    /// Calls a target of shadowed code on each of the inputs, which stand one after another and fit
    /// into one batch.
    ///
    /// # Errors
    /// As [`Engine::run`]; and when the engine was started with another instrumentation, or the
    /// inputs are more than one batch.
    pub fn run_shadowed(&mut self, target: usize, inputs: &[u64]) -> Result<Vec<ShadowedCall>, NativeError> {
        if !matches!(self.request.options.instrumentation, Instrumentation::Shadow(_)) {
            return Err(NativeError::Child("the code was compiled without shadow values".into()));
        }
        let layout = self.layout(target)?;
        let width = (layout.input_words as usize).max(1);
        let count = (inputs.len() / width).max(1);
        if !inputs.len().is_multiple_of(width) || count > self.batch_size(target)? {
            return Err(NativeError::Arguments { given: inputs.len(), expected: width });
        }
        self.region.write_inputs(inputs);
        let mut calls: Vec<ShadowedCall> = Vec::with_capacity(count);
        let empty = || ShadowedCall {
            end: CallEnd::Returned,
            output: Vec::new(),
            errors: Vec::new(),
            right: Vec::new(),
            undone: Vec::new(),
            is_exhausted: false,
            is_absorbed: false,
        };
        calls.resize_with(count, empty);
        self.batch(Batch::new(target, mode::EACH, count as u64), &mut |event| match event {
            BatchEvent::Error(call, error) => calls[call as usize].errors.push(error),
            BatchEvent::Right(call, right) => calls[call as usize].right.push(right),
            BatchEvent::OutputError(call, half, error) => {
                let position = (half as usize / 2, 32 * (half % 2));
                let right = calls[call as usize].right.iter_mut().rev();
                if let Some(right) = right.into_iter().find(|right| (right.word, right.shift) == position) {
                    right.error = error;
                }
            }
            BatchEvent::Undone(call, site) => calls[call as usize].undone.push(site),
            BatchEvent::Exhausted(call) => calls[call as usize].is_exhausted = true,
            BatchEvent::Absorbed(call) => calls[call as usize].is_absorbed = true,
            BatchEvent::Ended(call, end) => calls[call as usize].end = end,
            BatchEvent::Event(..)
            | BatchEvent::Reached(..)
            | BatchEvent::Extended(..)
            | BatchEvent::Cut(..) => {}
        })?;
        let words = layout.output_words as usize;
        for (index, call) in calls.iter_mut().enumerate() {
            let returned = call.end == CallEnd::Returned;
            let first = index * layout.output_stride() + layout.output_start();
            let word = |at| if returned { self.region.output(first + at) } else { 0 };
            call.output = (0..words).map(word).collect();
        }
        Ok(calls)
    }

    /// What shadowed code reports of calls from now on.
    pub fn set_detail(&mut self, detail: Detail) {
        let number = match detail {
            Detail::Sites => detail::SITES,
            Detail::Outputs => detail::OUTPUTS,
            Detail::Operations => detail::OPERATIONS,
            Detail::MovedConstants => detail::MOVED_CONSTANTS,
        };
        self.region.set(Header::Detail, number);
    }

    /// How many bits exact shadow values have from now on, at least 64: the same code serves for all
    /// precisions.
    pub fn set_shadow_bits(&mut self, bits: u32) {
        self.region.set(Header::ShadowBits, bits.into());
    }

    /// Makes one call of code with exact shadow values, and reports every operation.
    ///
    /// # Errors
    /// As [`Engine::run_shadowed`].
    pub fn traced(
        &mut self,
        target: usize,
        input: &[u64],
    ) -> Result<(ShadowedCall, TracedCall), NativeError> {
        self.set_detail(Detail::Operations);
        let call = self.run_shadowed(target, input);
        self.set_detail(Detail::Sites);
        let call = call?.pop().ok_or_else(|| NativeError::Child("it made no call".into()))?;
        let count = (self.region.get(Header::Traced) as usize).min(MOST_TRACED);
        let operation = |index: usize| {
            let word = |offset: usize| self.region.trace(TRACE_WORDS * index + offset);
            let number = |offset: usize| f64::from_bits(word(offset));
            let site = u32::try_from(word(0)).ok().filter(|&site| site < self.ready.site_count);
            TracedOperation {
                site: site.map(SiteId::new),
                number: word(1),
                value: number(2),
                right: number(3),
                rounding: number(4),
                operands: [5, 7, 9].map(|at| (word(at), number(at + 1))),
            }
        };
        let is_output = |index: &usize| self.region.trace(TRACE_WORDS * index) & TRACED_OUTPUT != 0;
        let output = |index: usize| {
            let half = self.region.trace(TRACE_WORDS * index) as u32;
            (half as usize / 2, 32 * (half % 2), self.region.trace(TRACE_WORDS * index + 1))
        };
        let (outputs, operations): (Vec<usize>, Vec<usize>) = (0..count).partition(is_output);
        let cut = self.region.get(Header::TraceCut) != 0;
        let operations = operations.into_iter().map(operation).collect();
        Ok((call, TracedCall { operations, cut, outputs: outputs.into_iter().map(output).collect() }))
    }

    /// Calls a target on each of the inputs, as many as fit into one batch, and reports only what
    /// is new.
    ///
    /// # Errors
    /// As [`Engine::run`]; and when the inputs are more than one batch.
    pub fn explore(&mut self, target: usize, inputs: &[u64]) -> Result<NovelEvents, NativeError> {
        let calls = self.number_of_calls(target, inputs)?;
        if calls > self.batch_size(target)? {
            return Err(NativeError::Arguments {
                given: inputs.len(),
                expected: inputs.len() / calls.max(1),
            });
        }
        self.region.write_inputs(inputs);
        self.run_for_novelty(Batch::new(target, mode::NOVEL, calls as u64))
    }

    /// From now on everything is new again to [`Engine::explore`] and [`Engine::measure`].
    pub fn forget(&mut self) {
        self.region.set(Header::Forget, 1);
    }

    /// In which rounding mode calls begin from now on.
    pub fn set_rounding(&mut self, mode: RoundingMode) {
        self.region.set(Header::Rounding, mode as u64);
    }

    /// Whether calls begin with flush-to-zero and denormals-are-zero from now on.
    pub fn set_flushing(&mut self, flushes: bool) {
        self.region.set(Header::Flushing, flushes.into());
    }

    /// Whether from now on nothing that a call does after its first exception counts, as if it
    /// stopped there, to [`Engine::explore`] and [`Engine::measure`].
    pub fn stop_at_exception(&mut self, stop: bool) {
        self.region.set(Header::StopAtException, stop.into());
    }

    /// As [`Engine::explore`], and reports the distance of each call from each of the goals. A call
    /// that has taken so many steps (each iteration of a loop is one) is cut short there, and what
    /// it has reached until then counts.
    ///
    /// # Errors
    /// As there; and when there are too many goals, or goals times calls are more than
    /// [`Engine::measured_batch_size`] admits.
    pub fn measure(
        &mut self,
        target: usize,
        inputs: &[u64],
        goals: &[Goal],
        steps: u64,
    ) -> Result<MeasuredCalls, NativeError> {
        let calls = self.number_of_calls(target, inputs)?;
        if calls > self.measured_batch_size(target, goals.len())? {
            return Err(NativeError::Arguments {
                given: inputs.len(),
                expected: inputs.len() / calls.max(1),
            });
        }
        self.region.write_inputs(inputs);
        self.region.write_goals(goals);
        let explored =
            self.run_for_novelty(Batch { steps, ..Batch::new(target, mode::MEASURE, calls as u64) })?;
        let stopped: std::collections::BTreeSet<u64> = explored.ends.iter().map(|&(call, _)| call).collect();
        let gap = |index: usize| {
            let gap = self.region.distance(index);
            let returned = !stopped.contains(&((index / goals.len()) as u64));
            (gap != UNREACHED && returned).then_some(gap)
        };
        let gaps = (0..calls * goals.len()).map(gap).collect();
        let ticks = (0..calls).map(|call| self.region.ticks(call)).collect();
        Ok(MeasuredCalls { explored, gaps, ticks })
    }

    /// How many calls of a target fit into one batch that measures distances from so many goals.
    ///
    /// # Errors
    /// When there is no such target, or there are more than [`MAX_GOALS`] goals.
    pub fn measured_batch_size(&self, target: usize, goals: usize) -> Result<usize, NativeError> {
        if goals > MAX_GOALS {
            return Err(NativeError::Arguments { given: goals, expected: MAX_GOALS });
        }
        Ok(self.batch_size(target)?.min(DISTANCE_WORDS / goals.max(1)).min(TICK_WORDS))
    }

    /// How many calls of a target words are; those of a target without inputs are one.
    fn number_of_calls(&self, target: usize, inputs: &[u64]) -> Result<usize, NativeError> {
        let width = self.layout(target)?.input_words as usize;
        if !inputs.len().is_multiple_of(width.max(1)) {
            return Err(NativeError::Arguments { given: inputs.len(), expected: width });
        }
        Ok(inputs.len().checked_div(width).unwrap_or(1))
    }

    /// How many calls of a target fit into one batch.
    ///
    /// # Errors
    /// When there is no such target.
    pub fn batch_size(&self, target: usize) -> Result<usize, NativeError> {
        let layout = self.layout(target)?;
        let room = |total: usize, words: usize| total / words.max(1);
        Ok(room(INPUT_WORDS, layout.input_words as usize).min(room(OUTPUT_WORDS, layout.output_stride())))
    }

    /// Calls a target on `count` inputs that are made from a counter, and reports only what is new.
    ///
    /// # Errors
    /// When the target has another number of words of input.
    pub fn count_up(
        &mut self,
        target: usize,
        digits: &[Counted],
        start: u64,
        count: u32,
    ) -> Result<NovelEvents, NativeError> {
        let expected = self.layout(target)?.input_words as usize;
        if digits.len() != expected {
            return Err(NativeError::Arguments { given: digits.len(), expected });
        }
        let row = |digit: &Counted| [digit.first.cast_unsigned(), digit.count, digit.sign_bit];
        self.region.write_inputs(&digits.iter().flat_map(row).collect::<Vec<u64>>());
        self.run_for_novelty(Batch { start, ..Batch::new(target, mode::COUNTER, count.into()) })
    }

    fn run_for_novelty(&mut self, batch: Batch) -> Result<NovelEvents, NativeError> {
        let mut explored = NovelEvents::default();
        self.batch(batch, &mut |event| match event {
            BatchEvent::Event(call, site, exception) => explored.events.push((call, site, exception)),
            BatchEvent::Reached(call, site, way) => explored.reached.push((call, site, way)),
            BatchEvent::Extended(call, site, band) => explored.extended.push((call, site, band)),
            BatchEvent::Ended(call, end) => explored.ends.push((call, end)),
            BatchEvent::Cut(call) => explored.cut.push(call),
            BatchEvent::Error(..)
            | BatchEvent::Right(..)
            | BatchEvent::OutputError(..)
            | BatchEvent::Undone(..)
            | BatchEvent::Exhausted(..)
            | BatchEvent::Absorbed(..) => {}
        })?;
        Ok(explored)
    }

    fn layout(&self, target: usize) -> Result<TargetLayout, NativeError> {
        let layout = self.ready.layouts.get(target).copied();
        layout.ok_or_else(|| NativeError::Child(format!("there is no target {target}")))
    }
}
