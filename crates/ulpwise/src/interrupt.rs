//! What Ctrl-C and `kill` do: the work is asked to stop, so that it tells what it has and ends what it started.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;
use ulpwise_base::CancelFlag;

/// How long work may take to stop. Engines need less than a tenth of a second; this is for what asks nobody, like input that
/// does not come.
const GRACE: Duration = Duration::from_millis(500);

/// Tells when somebody wants the program to stop.
pub(crate) struct Interrupt {
    flag: CancelFlag,
    /// Zero until one came.
    signal: Arc<AtomicI32>,
}

impl Interrupt {
    /// Watches for signals from now on. If the work does not stop soon after one, the program is ended.
    pub(crate) fn watch() -> Interrupt {
        Self::watch_with(GRACE)
    }

    /// The same for work that has something to do after it was stopped, and may take so long for it; a second signal ends the program at once.
    pub(crate) fn watch_with(grace: Duration) -> Interrupt {
        let interrupt = Interrupt { flag: CancelFlag::default(), signal: Arc::default() };
        let (flag, number) = (interrupt.flag.clone(), Arc::clone(&interrupt.signal));
        // Where there can be no handlers, signals end the program as they always do.
        if let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
            std::thread::spawn(move || {
                let mut signals = signals.forever();
                if let Some(signal) = signals.next() {
                    number.store(signal, Ordering::Relaxed);
                    flag.cancel();
                    std::thread::spawn(move || {
                        std::thread::sleep(grace);
                        std::process::exit(exit_code(signal));
                    });
                }
                if let Some(signal) = signals.next() {
                    std::process::exit(exit_code(signal));
                }
            });
        }
        interrupt
    }

    /// The flag that a signal raises.
    pub(crate) fn flag(&self) -> CancelFlag {
        self.flag.clone()
    }

    /// Ends the program if a signal came; to be asked once the work has stopped and what it found is written.
    pub(crate) fn end_if_raised(&self) {
        match self.signal.load(Ordering::Relaxed) {
            0 => {}
            signal => std::process::exit(exit_code(signal)),
        }
    }
}

/// What shells say of a program that the signal killed.
fn exit_code(signal: i32) -> i32 {
    128 + signal
}
