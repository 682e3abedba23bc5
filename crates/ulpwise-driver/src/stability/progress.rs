//! The events of the analysis as a line of progress.

use crate::context::Progress;
use ulpwise_base::ProgressSink;
use ulpwise_stability::{StabilityEvent, Stage};

/// Shows the events of an analysis, or of a loop of so many steps.
pub(super) fn progress_sink(progress: &Progress, steps: Option<usize>) -> ProgressSink<StabilityEvent> {
    let view = progress.clone();
    progress.sink(move |event| show(&view, steps, event))
}

fn show(view: &Progress, steps: Option<usize>, event: StabilityEvent) {
    match (event, steps) {
        (StabilityEvent::Paths { done, open }, None) => view.detail(format!("{done} done, {open} open")),
        // Each step of a loop follows its own.
        (StabilityEvent::Paths { .. }, Some(_)) => {}
        (StabilityEvent::Stage(step), _) => view.phase(phase(step)),
        (StabilityEvent::Decided { decided, all, found }, _) => view.decided(decided, all, found),
        (StabilityEvent::Iterated(done), steps) => {
            view.detail(format!("{done} of {} steps", steps.unwrap_or(done)));
        }
    }
}

/// What is done before the first step.
pub(super) const FIRST: &str = "following paths";

fn phase(step: Stage) -> &'static str {
    match step {
        Stage::Forms => "bounds over all inputs",
        Stage::Runs => "a first look for runs that lose precision",
        Stage::Lines => "linear programs",
        Stage::Regions => "bounds over parts of the inputs",
        Stage::MoreRuns => "looking for runs that lose precision",
        Stage::Reals => "asking a solver of the reals",
        Stage::Exact => "asking solvers in exact float semantics",
        Stage::Infinities => "looking for runs that become infinite",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Shown;

    #[test]
    fn events_become_lines() {
        let shown = Shown::default();
        let progress = Progress::new(shown.clone());
        progress.phase(FIRST);
        let line = |steps, events: &[StabilityEvent]| {
            for &event in events {
                show(&progress, steps, event);
            }
            shown.line()
        };
        assert_eq!(
            line(None, &[StabilityEvent::Paths { done: 3, open: 2 }]),
            "following paths, 3 done, 2 open"
        );
        let step = StabilityEvent::Stage(Stage::Regions);
        let decided = StabilityEvent::Decided { decided: 7, all: 9, found: 1 };
        assert_eq!(line(None, &[step, decided]), "bounds over parts of the inputs, 7 of 9 decided, 1 found");
        progress.phase("following the loop");
        let paths = StabilityEvent::Paths { done: 3, open: 2 };
        assert_eq!(
            line(Some(50), &[StabilityEvent::Iterated(12), paths]),
            "following the loop, 12 of 50 steps"
        );
    }
}
