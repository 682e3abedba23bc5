//! A line about how far the work is, for people who wait: on a terminal, after two seconds, and
//! gone when the work is done or the program is stopped. The work reports; a thread of its own
//! shows.

use crate::interrupt::{self, Interrupt, Patience};
use crate::output::ExitStatus;
use std::io::{IsTerminal, StderrLock, Write};
use std::ops::Deref;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use ulpwise_driver::{ProgressView, RunContext};

/// Work that takes no longer needs no line.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often the line is drawn.
const EVERY: Duration = Duration::from_millis(200);

/// What a terminal writes after the line when the user presses Ctrl-C: it must not begin another
/// line, which would stay.
const ECHO: usize = "^C".len();

/// How wide a terminal is whose width is not known.
const WIDTH: usize = 80;

/// What is reported. Times are counted from the beginning of the work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ProgressState {
    /// How many parts of the work there are, and the number of the one at work, from 1.
    parts: (usize, usize),
    /// What is worked on.
    name: String,
    /// What is done with it.
    phase: String,
    /// When that is over at the latest, if something else comes after it.
    phase_end: Option<Duration>,
    /// How far it is.
    detail: String,
    /// When all of it is over at the latest.
    end: Option<Duration>,
}

impl ProgressState {
    /// The line.
    fn line(&self, elapsed: Duration) -> String {
        let left = |end: Duration| end.saturating_sub(elapsed).as_secs();
        let mut line = String::new();
        if self.parts.0 > 1 {
            line.push_str(&format!("{}/{} ", self.parts.1, self.parts.0));
        }
        if !self.name.is_empty() {
            line.push_str(&format!("{}: ", self.name));
        }
        line.push_str(&self.phase);
        if let Some(end) = self.phase_end {
            line.push_str(&format!(" (at most {} s more)", left(end)));
        }
        if !self.detail.is_empty() {
            line.push_str(&format!(", {}", self.detail));
        }
        line.push_str(&format!(", {} s", elapsed.as_secs()));
        if let Some(end) = self.end {
            line.push_str(&format!(", at most {} s left", left(end)));
        }
        line
    }
}

/// What becomes of the line.
#[derive(Debug, Default)]
struct Screen {
    /// It stands on the terminal.
    is_drawn: bool,
    /// It is not wanted now.
    is_hidden: bool,
    /// Another handler does what signals ask for.
    leaves_signals: bool,
    is_over: bool,
}

/// What the work and the thread that draws share. The two locks are apart so that a terminal that
/// takes no text does not block the work.
#[derive(Default)]
struct Shared {
    state: Mutex<ProgressState>,
    screen: Mutex<Screen>,
    over: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, ProgressState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn screen(&self) -> MutexGuard<'_, Screen> {
        self.screen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reports how far the work is. What is reported after the work is over is not shown.
#[derive(Clone)]
pub(crate) struct ProgressHandle {
    shared: Arc<Shared>,
    /// When the work began.
    start: Instant,
}

impl ProgressHandle {
    /// A part of the work begins, which is one of so many.
    pub(crate) fn part(&self, number: usize, all: usize, name: &str) {
        let mut state = self.shared.state();
        state.parts = (all, number);
        state.name = ulpwise_report::text::printable(name);
        state.detail.clear();
    }

    /// What is done now.
    pub(crate) fn phase(&self, phase: &str) {
        self.phase_within(phase, None);
    }

    /// What is done now, and for how long at most before something else is.
    pub(crate) fn phase_within(&self, phase: &str, limit: Option<Duration>) {
        let mut state = self.shared.state();
        phase.clone_into(&mut state.phase);
        state.phase_end = limit.map(|limit| limit.saturating_add(self.start.elapsed()));
        state.detail.clear();
    }

    /// What is done now, as far from its end as before.
    pub(crate) fn phase_going_on(&self, phase: &str) {
        phase.clone_into(&mut self.shared.state().phase);
    }

    /// How far that is.
    pub(crate) fn detail(&self, detail: String) {
        self.shared.state().detail = detail;
    }

    /// How much longer all of it may take at most, from now.
    pub(crate) fn at_most(&self, left: Duration) {
        self.shared.state().end = Some(left.saturating_add(self.start.elapsed()));
    }

    /// Takes the line away until it is wanted again: something else is written.
    pub(crate) fn hide(&self) {
        let mut screen = self.shared.screen();
        screen.is_hidden = true;
        if std::mem::take(&mut screen.is_drawn) {
            erase(&mut std::io::stderr().lock());
        }
    }

    /// The line is wanted again.
    pub(crate) fn unhide(&self) {
        self.shared.screen().is_hidden = false;
    }

    /// From now on another handler ends the work when a signal asks for it. Before, the program
    /// ends at once.
    pub(crate) fn leave_signals(&self) {
        self.shared.screen().leaves_signals = true;
    }
}

/// Shows how far work is until it is dropped.
pub(crate) struct Progress {
    handle: ProgressHandle,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// The work begins, with this.
    pub(crate) fn new(phase: &str) -> Progress {
        let mut progress = Progress::silent(phase);
        if std::io::stderr().is_terminal() {
            let ProgressHandle { shared, start } = progress.handle.clone();
            progress.thread = Some(std::thread::spawn(move || show(&shared, start)));
        }
        progress
    }

    /// Work that is not shown.
    pub(crate) fn silent(phase: &str) -> Progress {
        let handle = ProgressHandle { shared: Arc::default(), start: Instant::now() };
        handle.phase(phase);
        Progress { handle, thread: None }
    }

    /// A handle for work that reports from elsewhere.
    pub(crate) fn handle(&self) -> ProgressHandle {
        self.handle.clone()
    }

    /// Whether the progress is shown.
    pub(crate) fn is_shown(&self) -> bool {
        self.thread.is_some()
    }
}

impl Deref for Progress {
    type Target = ProgressHandle;

    fn deref(&self) -> &ProgressHandle {
        &self.handle
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.shared.screen().is_over = true;
        self.shared.over.notify_all();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }
}

/// Work of the driver that is shown on the terminal, and that signals end.
pub(crate) struct Watched {
    context: RunContext,
    interrupt: Interrupt,
    /// Draws until it is dropped.
    _progress: Progress,
}

impl Watched {
    /// Work that is shown.
    pub(crate) fn new(patience: Patience) -> Watched {
        Watched::with(Progress::new("compiling"), patience)
    }

    /// Work that is not shown.
    pub(crate) fn silent() -> Watched {
        Watched::with(Progress::silent("compiling"), Patience::Unlimited)
    }

    fn with(progress: Progress, patience: Patience) -> Watched {
        let interrupt = Interrupt::default();
        let is_shown = progress.is_shown();
        let view =
            TerminalView { handle: progress.handle(), is_shown, interrupt: interrupt.clone(), patience };
        let context = RunContext { cancel: interrupt.flag(), progress: ulpwise_driver::Progress::new(view) };
        Watched { context, interrupt, _progress: progress }
    }

    /// What the driver is given.
    pub(crate) fn context(&self) -> &RunContext {
        &self.context
    }

    /// How the command ended if a signal came.
    pub(crate) fn interrupted(&self) -> Option<ExitStatus> {
        self.interrupt.status()
    }
}

/// Shows the driver's progress.
struct TerminalView {
    handle: ProgressHandle,
    is_shown: bool,
    interrupt: Interrupt,
    patience: Patience,
}

impl ProgressView for TerminalView {
    fn part(&self, number: usize, all: usize, name: &str) {
        self.handle.part(number, all, name);
    }

    fn phase(&self, phase: &str, limit: Option<Duration>) {
        self.handle.phase_within(phase, limit);
    }

    fn phase_going_on(&self, phase: &str) {
        self.handle.phase_going_on(phase);
    }

    fn detail(&self, detail: String) {
        self.handle.detail(detail);
    }

    fn at_most(&self, left: Duration) {
        self.handle.at_most(left);
    }

    fn cancellable(&self) {
        self.interrupt.listen(self.patience);
        self.handle.leave_signals();
    }

    fn pause(&self) {
        self.handle.hide();
    }

    fn resume(&self) {
        self.handle.unhide();
    }

    fn remark(&self, text: &str) {
        // A closed standard error loses the remark, not the answer.
        let _ = writeln!(std::io::stderr(), "warning: {text}");
    }

    fn note(&self, text: &str) {
        let _ = writeln!(std::io::stderr(), "note: {text}");
    }

    fn is_shown(&self) -> bool {
        self.is_shown
    }
}

/// Draws the line until the work is over.
fn show(shared: &Arc<Shared>, start: Instant) {
    let mut wait = PATIENCE;
    loop {
        let (mut screen, _) = shared
            .over
            .wait_timeout_while(shared.screen(), wait, |screen| !screen.is_over)
            .unwrap_or_else(PoisonError::into_inner);
        if screen.is_over {
            if screen.is_drawn {
                erase(&mut std::io::stderr().lock());
            }
            return;
        }
        if wait == PATIENCE {
            let shared = Arc::clone(shared);
            interrupt::also(move |signal| {
                if !shared.screen().leaves_signals {
                    interrupt::end(signal);
                }
            });
        }
        wait = EVERY;
        if screen.is_hidden {
            continue;
        }
        let room = width().saturating_sub(1 + ECHO);
        let line: String = shared.state().line(start.elapsed()).chars().take(room).collect();
        // What cannot be written is lost.
        let _ = write!(std::io::stderr().lock(), "\r{line:room$}");
        screen.is_drawn = true;
    }
}

fn width() -> usize {
    terminal_size::terminal_size_of(std::io::stderr()).map_or(WIDTH, |(width, _)| width.0.into())
}

fn erase(error: &mut StderrLock<'_>) {
    let _ = write!(error, "\r{:1$}\r", "", width().saturating_sub(1));
}

/// Standard error without a line that may stand there, for the last words of a program that ends
/// without finishing its work. As long as it is kept, nothing is drawn.
pub(crate) fn cleared() -> StderrLock<'static> {
    let mut error = std::io::stderr().lock();
    if error.is_terminal() {
        erase(&mut error);
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECONDS: fn(u64) -> Duration = Duration::from_secs;

    #[test]
    fn the_line_says_what_is_known() {
        let progress = Progress::silent("compiling");
        assert_eq!(progress.shared.state().line(SECONDS(3)), "compiling, 3 s");
        progress.part(4, 20, "norm");
        progress.phase("native search");
        progress.detail("12 of 40 decided, 5 found".to_owned());
        progress.shared.state().end = Some(SECONDS(174));
        assert_eq!(
            progress.shared.state().line(SECONDS(14)),
            "4/20 norm: native search, 12 of 40 decided, 5 found, 14 s, at most 160 s left"
        );
    }

    #[test]
    fn a_phase_may_have_an_end_of_its_own() {
        let progress = Progress::silent("compiling");
        progress.phase_within("native search", Some(SECONDS(10)));
        progress.shared.state().phase_end = Some(SECONDS(10));
        progress.detail("7 calls".to_owned());
        assert_eq!(
            progress.shared.state().line(SECONDS(4)),
            "native search (at most 6 s more), 7 calls, 4 s"
        );
        assert_eq!(
            progress.shared.state().line(SECONDS(40)),
            "native search (at most 0 s more), 7 calls, 40 s"
        );
        progress.phase("writing reports");
        assert_eq!(progress.shared.state().line(SECONDS(41)), "writing reports, 41 s");
    }

    #[test]
    fn it_ends_when_it_is_dropped() {
        let progress = Progress::new("compiling");
        progress.part(1, 2, "f");
        progress.detail("0 of 1 decided, 0 found".to_owned());
        progress.hide();
        drop(progress);
    }
}
