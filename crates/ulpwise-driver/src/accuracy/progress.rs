//! The events of the search and the proof as a line of progress.

use crate::context::RunContext;
use crate::describe::count;
use crate::options::AccuracyOptions;
use std::sync::{Mutex, PoisonError};
use ulpwise_accuracy::{AccuracyEvent, LargestErrors, Metric, SearchPhase};
use ulpwise_base::ProgressSink;

/// Shows the events of a search, and of the proof of a bound after it.
pub(super) fn progress_sink(context: &RunContext, options: &AccuracyOptions) -> ProgressSink<AccuracyEvent> {
    let (view, time, symbolic) = (context.progress.clone(), options.timeout, options.symbolic_time());
    let state = Mutex::new(SearchProgress::new(options.metric, options.boxes));
    context.progress.sink(move |event| {
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if let AccuracyEvent::PhaseBegins(phase) = event {
            let limit = if phase == SearchPhase::Paths { time.min(symbolic) } else { time };
            view.phase_within(phase_text(phase), Some(limit));
        }
        view.detail(state.update(event));
    })
}

fn phase_text(phase: SearchPhase) -> &'static str {
    match phase {
        SearchPhase::Scan => "scan of single inputs",
        SearchPhase::Scouting => "native search, a first look",
        SearchPhase::Paths => "symbolic execution",
        SearchPhase::Search => "native search",
    }
}

/// What is known so far.
struct SearchProgress {
    metric: Metric,
    boxes: usize,
    calls: u64,
    largest: LargestErrors,
    paths: usize,
    starts: usize,
}

impl SearchProgress {
    fn new(metric: Metric, boxes: usize) -> SearchProgress {
        SearchProgress { metric, boxes, calls: 0, largest: LargestErrors::default(), paths: 0, starts: 0 }
    }

    /// The line after an event.
    fn update(&mut self, event: AccuracyEvent) -> String {
        match event {
            AccuracyEvent::PhaseBegins(SearchPhase::Paths) => {}
            AccuracyEvent::PhaseBegins(SearchPhase::Scan | SearchPhase::Scouting | SearchPhase::Search) => {
                return self.searched();
            }
            AccuracyEvent::Called { calls, largest } => {
                self.calls += calls;
                self.largest = self.largest.and(largest);
                return self.searched();
            }
            AccuracyEvent::PathEnded => self.paths += 1,
            AccuracyEvent::Starts(starts) => self.starts += starts,
            AccuracyEvent::Boxes(boxes) => return format!("{boxes} of {} boxes", self.boxes),
        }
        let paths = count(self.paths, "path", "paths");
        format!("{paths}, {}", count(self.starts, "input to start from", "inputs to start from"))
    }

    /// What matters most comes first: a narrow terminal has no room for all.
    fn searched(&self) -> String {
        let mut text = String::new();
        let metric = self.metric.id();
        if let Some(error) = self.largest.inaccurate {
            text.push_str(&format!("largest {metric} error so far {error}, "));
        }
        if let Some(error) = self.largest.not_zero {
            text.push_str(&format!("{error} where zero is right, "));
        }
        text + &count(self.calls as usize, "call", "calls")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_accuracy::Magnitude;

    #[test]
    fn events_become_lines() {
        let mut state = SearchProgress::new(Metric::Ulp, 300);
        let size = |number: f64| Magnitude::new(number, 0);
        assert_eq!(state.update(AccuracyEvent::PhaseBegins(SearchPhase::Scouting)), "0 calls");
        let largest = LargestErrors { inaccurate: size(12.5), not_zero: None };
        assert_eq!(
            state.update(AccuracyEvent::Called { calls: 200, largest }),
            "largest ulp error so far 12.5, 200 calls"
        );
        assert_eq!(
            state.update(AccuracyEvent::PhaseBegins(SearchPhase::Paths)),
            "0 paths, 0 inputs to start from"
        );
        assert_eq!(state.update(AccuracyEvent::PathEnded), "1 path, 0 inputs to start from");
        assert_eq!(state.update(AccuracyEvent::Starts(3)), "1 path, 3 inputs to start from");
        // A job that knows less takes nothing away.
        let largest = LargestErrors { inaccurate: size(2.0), not_zero: size(7.0) };
        assert_eq!(
            state.update(AccuracyEvent::Called { calls: 50, largest }),
            "largest ulp error so far 12.5, 7 where zero is right, 250 calls"
        );
        assert_eq!(state.update(AccuracyEvent::Boxes(41)), "41 of 300 boxes");
    }
}
