//! What surrounds a run: the flag that ends it early, and where its progress is shown.

use std::sync::Arc;
use std::time::Duration;
use ulpwise_base::{CancelFlag, ProgressSink};

/// Shows how far a run is. All methods do nothing unless they are implemented.
pub trait ProgressView: Send + Sync {
    /// A part of the work begins, which is one of so many.
    fn part(&self, _number: usize, _all: usize, _name: &str) {}

    /// What is done now, and for how long at most before something else is.
    fn phase(&self, _phase: &str, _limit: Option<Duration>) {}

    /// What is done now, as far from its end as before.
    fn phase_going_on(&self, _phase: &str) {}

    /// How far that is.
    fn detail(&self, _detail: String) {}

    /// How much longer all of it may take at most, from now.
    fn at_most(&self, _left: Duration) {}

    /// The program is loaded: from now on the cancel flag ends the work, and the run still gives
    /// what it has.
    fn cancellable(&self) {}

    /// Something else is written until [`ProgressView::resume`]: nothing may be in its way.
    fn pause(&self) {}

    /// The progress may be shown again.
    fn resume(&self) {}

    /// A remark for the user, at once.
    fn remark(&self, _text: &str) {}

    /// What is done for the user, at once.
    fn note(&self, _text: &str) {}

    /// Whether the progress is shown at all.
    fn is_shown(&self) -> bool {
        false
    }
}

/// Shows nothing.
struct Silent;

impl ProgressView for Silent {}

/// A handle on the view of a run's progress.
#[derive(Clone)]
pub struct Progress(Arc<dyn ProgressView>);

impl Progress {
    /// Shown by a view.
    pub fn new(view: impl ProgressView + 'static) -> Progress {
        Progress(Arc::new(view))
    }

    /// A part of the work begins, which is one of so many.
    pub fn part(&self, number: usize, all: usize, name: &str) {
        self.0.part(number, all, name);
    }

    /// What is done now.
    pub fn phase(&self, phase: &str) {
        self.0.phase(phase, None);
    }

    /// What is done now, and for how long at most before something else is.
    pub fn phase_within(&self, phase: &str, limit: Option<Duration>) {
        self.0.phase(phase, limit);
    }

    /// What is done now, as far from its end as before.
    pub fn phase_going_on(&self, phase: &str) {
        self.0.phase_going_on(phase);
    }

    /// How far that is.
    pub fn detail(&self, detail: String) {
        self.0.detail(detail);
    }

    /// How many questions are decided, of how many, and how many of them by a witness.
    pub fn decided(&self, decided: usize, all: usize, found: usize) {
        self.detail(format!("{decided} of {all} decided, {found} found"));
    }

    /// How much longer all of it may take at most, from now.
    pub fn at_most(&self, left: Duration) {
        self.0.at_most(left);
    }

    /// From now on the cancel flag ends the work, and the run still gives what it has.
    pub fn cancellable(&self) {
        self.0.cancellable();
    }

    /// Something else is written until [`Progress::resume`].
    pub fn pause(&self) {
        self.0.pause();
    }

    /// The progress may be shown again.
    pub fn resume(&self) {
        self.0.resume();
    }

    /// A remark for the user, at once.
    pub fn remark(&self, text: &str) {
        self.0.remark(text);
    }

    /// What is done for the user, at once.
    pub fn note(&self, text: &str) {
        self.0.note(text);
    }

    /// Whether the progress is shown at all.
    pub fn is_shown(&self) -> bool {
        self.0.is_shown()
    }

    /// A sink that hands events to this function, if the progress is shown.
    pub fn sink<Event>(&self, callback: impl Fn(Event) + Send + Sync + 'static) -> ProgressSink<Event> {
        if self.is_shown() { ProgressSink::new(callback) } else { ProgressSink::default() }
    }
}

/// What surrounds a run.
#[derive(Clone)]
pub struct RunContext {
    /// Ends the run early; it gives what it has.
    pub cancel: CancelFlag,
    /// Where its progress is shown.
    pub progress: Progress,
}

impl Default for RunContext {
    /// Nothing ends the run, and nothing is shown.
    fn default() -> RunContext {
        RunContext { cancel: CancelFlag::default(), progress: Progress::new(Silent) }
    }
}

/// Keeps what is shown, for tests.
#[cfg(test)]
#[derive(Clone, Default)]
pub(crate) struct Shown(Arc<std::sync::Mutex<[String; 3]>>);

#[cfg(test)]
impl Shown {
    /// The part, the phase and the detail as one line.
    pub(crate) fn line(&self) -> String {
        let [part, phase, detail] = self.0.lock().unwrap().clone();
        let part = if part.is_empty() { part } else { part + ": " };
        let detail = if detail.is_empty() { detail } else { format!(", {detail}") };
        format!("{part}{phase}{detail}")
    }
}

#[cfg(test)]
impl ProgressView for Shown {
    fn part(&self, _number: usize, _all: usize, name: &str) {
        *self.0.lock().unwrap() = [name.to_owned(), String::new(), String::new()];
    }

    fn phase(&self, phase: &str, _limit: Option<Duration>) {
        let mut shown = self.0.lock().unwrap();
        shown[1] = phase.to_owned();
        shown[2].clear();
    }

    fn phase_going_on(&self, phase: &str) {
        self.0.lock().unwrap()[1] = phase.to_owned();
    }

    fn detail(&self, detail: String) {
        self.0.lock().unwrap()[2] = detail;
    }

    fn is_shown(&self) -> bool {
        true
    }
}
