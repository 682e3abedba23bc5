//! A line about how far the work is, for people who wait: on a terminal, after two seconds, and gone when the work is done. Whoever works tells; a thread of its own shows.

use std::io::{IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Work that takes no longer needs no line.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often the line is drawn.
const EVERY: Duration = Duration::from_millis(200);

/// How wide a terminal is whose width nobody knows.
const WIDTH: usize = 80;

/// What is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    /// How many parts of the work there are, and the number of the one at work, from 1.
    parts: (usize, usize),
    /// What is worked on.
    name: String,
    /// What is done with it.
    phase: String,
    /// How many questions are decided, of how many, and how many of them by a witness.
    decided: Option<(usize, usize, usize)>,
    /// How much longer it may take at most.
    left: Option<Duration>,
    is_over: bool,
}

impl State {
    /// The line.
    fn line(&self, elapsed: Duration) -> String {
        let mut line = String::new();
        if self.parts.0 > 1 {
            line.push_str(&format!("{}/{} ", self.parts.1, self.parts.0));
        }
        if !self.name.is_empty() {
            line.push_str(&format!("{}: ", self.name));
        }
        line.push_str(&self.phase);
        if let Some((decided, all, found)) = self.decided {
            line.push_str(&format!(", {decided} of {all} decided, {found} found"));
        }
        line.push_str(&format!(", {} s", elapsed.as_secs()));
        if let Some(left) = self.left {
            line.push_str(&format!(", at most {} s left", left.as_secs()));
        }
        line
    }
}

/// The state, and who waits for it to be over.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    over: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows how far work is until it is dropped.
pub(crate) struct Progress {
    shared: Arc<Shared>,
    /// When all of it is over at the latest, and when it began.
    start: Instant,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// The work begins, with this.
    pub(crate) fn new(phase: &str) -> Progress {
        let shared = Arc::new(Shared::default());
        phase.clone_into(&mut shared.state().phase);
        let start = Instant::now();
        let thread = std::io::stderr().is_terminal().then(|| {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || show(&shared, start))
        });
        Progress { shared, start, thread }
    }

    /// Work that nobody watches.
    pub(crate) fn silent(_: &str) -> Progress {
        Progress { shared: Arc::default(), start: Instant::now(), thread: None }
    }

    /// A part of the work begins, which is one of so many.
    pub(crate) fn part(&self, number: usize, all: usize, name: &str) {
        let mut state = self.shared.state();
        state.parts = (all, number);
        state.name = crate::render::printable(name);
        state.decided = None;
    }

    /// What is done now.
    pub(crate) fn phase(&self, phase: &str) {
        phase.clone_into(&mut self.shared.state().phase);
    }

    /// How many questions of the part are decided, of how many, and how many of them by a witness.
    pub(crate) fn decided(&self, decided: usize, all: usize, found: usize) {
        self.shared.state().decided = Some((decided, all, found));
    }

    /// How much longer it may take at most, from now.
    pub(crate) fn at_most(&self, left: Duration) {
        self.shared.state().left = Some(self.start.elapsed() + left);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.shared.state().is_over = true;
        self.shared.over.notify_all();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }
}

/// Draws the line until the work is over.
fn show(shared: &Shared, start: Instant) {
    let mut wait = PATIENCE;
    let mut drawn = false;
    loop {
        let (state, _) = shared
            .over
            .wait_timeout_while(shared.state(), wait, |state| !state.is_over)
            .unwrap_or_else(PoisonError::into_inner);
        let mut error = std::io::stderr();
        let width = terminal_size::terminal_size_of(&error).map_or(WIDTH, |(width, _)| width.0.into());
        if state.is_over {
            if drawn {
                // Nobody is told when it cannot be written.
                let _ = write!(error, "\r{:1$}\r", "", width.saturating_sub(1));
            }
            return;
        }
        let elapsed = start.elapsed();
        let mut shown = state.clone();
        drop(state);
        shown.left = shown.left.map(|end| end.saturating_sub(elapsed));
        let line: String = shown.line(elapsed).chars().take(width.saturating_sub(1)).collect();
        let _ = write!(error, "\r{line:0$}", width.saturating_sub(1));
        drawn = true;
        wait = EVERY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_is_known() {
        let mut state = State { phase: "compiling".to_owned(), ..State::default() };
        assert_eq!(state.line(Duration::from_secs(3)), "compiling, 3 s");
        state.parts = (20, 4);
        state.name = "norm".to_owned();
        state.phase = "native search".to_owned();
        state.decided = Some((12, 40, 5));
        state.left = Some(Duration::from_secs(160));
        assert_eq!(
            state.line(Duration::from_secs(14)),
            "4/20 norm: native search, 12 of 40 decided, 5 found, 14 s, at most 160 s left"
        );
    }

    #[test]
    fn it_ends_when_it_is_dropped() {
        let progress = Progress::new("compiling");
        progress.part(1, 2, "f");
        progress.decided(0, 1, 0);
        drop(progress);
    }
}
