//! What the search and the proof tell while they work, as a line for who waits.

use crate::progress::Progress;
use crate::render::count;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use ulpwise_accuracy::{AccuracyEvent, LargestErrors, Metric, SearchPhase};
use ulpwise_base::{Budget, ProgressSink};

/// Hears of a search in some measure that has so much time, a part of which symbolic execution may take, and of a proof with so many boxes.
pub(super) fn progress_sink(
    progress: &Progress,
    metric: Metric,
    (budget, symbolic): (&Budget, Duration),
    boxes: usize,
) -> ProgressSink<AccuracyEvent> {
    let (teller, budget) = (progress.teller(), budget.clone());
    let told =
        Mutex::new(Told { metric, boxes, calls: 0, largest: LargestErrors::default(), paths: 0, starts: 0 });
    progress.progress_sink(move |news| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        if let AccuracyEvent::PhaseBegins(force) = news {
            let left = budget.time_left();
            let limit = if force == SearchPhase::Paths { left.map(|left| left.min(symbolic)) } else { left };
            teller.phase_within(phase(force), limit);
        }
        teller.detail(told.hear(news));
    })
}

fn phase(force: SearchPhase) -> &'static str {
    match force {
        SearchPhase::Scouting => "native search, a first look",
        SearchPhase::Paths => "symbolic execution",
        SearchPhase::Search => "native search",
    }
}

/// What was told so far.
struct Told {
    metric: Metric,
    boxes: usize,
    calls: u64,
    largest: LargestErrors,
    paths: usize,
    starts: usize,
}

impl Told {
    /// How far it is now.
    fn hear(&mut self, news: AccuracyEvent) -> String {
        match news {
            AccuracyEvent::PhaseBegins(SearchPhase::Paths) => {}
            AccuracyEvent::PhaseBegins(SearchPhase::Scouting | SearchPhase::Search) => {
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
    fn what_is_told_becomes_lines() {
        let mut told = Told {
            metric: Metric::Ulp,
            boxes: 300,
            calls: 0,
            largest: LargestErrors::default(),
            paths: 0,
            starts: 0,
        };
        let size = |number: f64| Magnitude::new(number, 0);
        assert_eq!(told.hear(AccuracyEvent::PhaseBegins(SearchPhase::Scouting)), "0 calls");
        let largest = LargestErrors { inaccurate: size(12.5), not_zero: None };
        assert_eq!(
            told.hear(AccuracyEvent::Called { calls: 200, largest }),
            "largest ulp error so far 12.5, 200 calls"
        );
        assert_eq!(
            told.hear(AccuracyEvent::PhaseBegins(SearchPhase::Paths)),
            "0 paths, 0 inputs to start from"
        );
        assert_eq!(told.hear(AccuracyEvent::PathEnded), "1 path, 0 inputs to start from");
        assert_eq!(told.hear(AccuracyEvent::Starts(3)), "1 path, 3 inputs to start from");
        // A job that knows less takes nothing away.
        let largest = LargestErrors { inaccurate: size(2.0), not_zero: size(7.0) };
        assert_eq!(
            told.hear(AccuracyEvent::Called { calls: 50, largest }),
            "largest ulp error so far 12.5, 7 where zero is right, 250 calls"
        );
        assert_eq!(told.hear(AccuracyEvent::Boxes(41)), "41 of 300 boxes");
    }
}
