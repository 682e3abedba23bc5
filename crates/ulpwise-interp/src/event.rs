//! The exceptions a run raised, each with the first time it happened and how often.

use crate::flow::{FlowLog, FlowStep};
use crate::number::site::{self, ResultFacts};
use std::collections::HashMap;
use ulpwise_externals::{Exception, Exceptions};
use ulpwise_float::Flags;
use ulpwise_ir::{FunctionId, InstId, SiteId};

/// An exception at a site: the first time it happened, and how often it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Where.
    pub site: SiteId,
    /// What.
    pub exception: Exception,
    /// The IEEE flags that the operation raised the first time.
    pub flags: Flags,
    /// The bits of its operands the first time.
    pub operands: Vec<u128>,
    /// The bits of its result the first time.
    pub result: u128,
    /// How often it happened in this run.
    pub count: u64,
    /// The calls that led to it the first time, the site's own caller first, at most
    /// [`MAX_EVENT_CALLS`]: the function and the instruction that calls.
    pub calls: Vec<(FunctionId, InstId)>,
}

/// How many calls an event remembers.
pub const MAX_EVENT_CALLS: usize = 128;

/// What an operation did, as far as exceptions go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raised<'a> {
    pub(crate) site: SiteId,
    pub(crate) flags: Flags,
    /// What counts besides.
    pub(crate) facts: ResultFacts,
    pub(crate) operands: &'a [u128],
    pub(crate) result: u128,
}

/// The events of a run, in the order of their first occurrence.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    events: Vec<Event>,
    index: HashMap<(SiteId, Exception), usize>,
    /// How many events know the calls that led to them.
    traced: usize,
    /// Which of the exceptions on request are events.
    on_request: Exceptions,
    /// Whether every operation that is not known to be ordinary is to be recorded.
    wants_all: bool,
    /// The way of exceptional values, if it is recorded.
    flow: Option<Box<FlowLog>>,
}

impl EventLog {
    pub(crate) fn new(on_request: Exceptions) -> Self {
        Self { on_request, wants_all: !on_request.is_empty(), ..Self::default() }
    }

    /// Records the way of exceptional values from now on.
    pub(crate) fn record_flow(&mut self, flow: FlowLog) {
        self.flow = Some(Box::new(flow));
        self.wants_all = true;
    }

    /// Whether the way of exceptional values is recorded.
    #[inline(always)]
    pub(crate) fn records_flow(&self) -> bool {
        self.flow.is_some()
    }

    /// The way of exceptional values so far.
    pub fn flow(&self) -> &[FlowStep] {
        self.flow.as_ref().map_or(&[], |flow| &flow.steps)
    }

    /// The events so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Whether an operation that raised these flags is an event.
    pub(crate) fn wants(&self, flags: Flags) -> bool {
        self.wants_all || !flags.without(Flags::INEXACT).is_empty()
    }

    /// Whether an event was recorded since the last [`EventLog::trace`].
    #[inline(always)]
    pub(crate) fn has_untraced(&self) -> bool {
        self.traced < self.events.len()
    }

    /// Gives the events recorded since the last time the calls that led to them.
    pub(crate) fn trace(&mut self, calls: &[(FunctionId, InstId)]) {
        for event in &mut self.events[self.traced..] {
            event.calls = calls.to_vec();
        }
        self.traced = self.events.len();
    }

    /// Which of the exceptions on request are events.
    #[inline(always)]
    pub(crate) fn on_request(&self) -> Exceptions {
        self.on_request
    }

    pub(crate) fn record(&mut self, raised: &Raised<'_>) {
        for exception in site::exceptions(raised.flags, raised.facts) {
            if !exception.is_on_request() || self.on_request.contains(exception) {
                self.note(exception, raised);
            }
        }
        if let Some(flow) = &mut self.flow {
            flow.record(raised);
        }
    }

    fn note(&mut self, exception: Exception, raised: &Raised<'_>) {
        let next = self.events.len();
        let position = *self.index.entry((raised.site, exception)).or_insert(next);
        if position < next {
            self.events[position].count += 1;
            return;
        }
        self.events.push(Event {
            site: raised.site,
            exception,
            flags: raised.flags,
            operands: raised.operands.to_vec(),
            result: raised.result,
            count: 1,
            calls: Vec::new(),
        });
    }
}
