//! What surrounds a run: the flag that ends it early, and where its progress is shown.

#[cfg(test)]
use std::{sync::Arc, time::Duration};
pub use ulpwise_script::{Progress, ProgressView, RunContext};

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
