//! What Ctrl-C and `kill` do: the work is asked to stop, so that it reports what it has and ends
//! what it started. A second signal ends the program at once.

use crate::output::ExitStatus;
use crate::progress;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;
use ulpwise_base::CancelFlag;

/// How long work may take to stop that asks for it often: engines need less than a tenth of a
/// second.
pub(crate) const GRACE: Duration = Duration::from_millis(500);

/// How long work may take to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// So long. This is for work that may wait for what never comes, like input.
    Limited(Duration),
    /// As long as it takes, or until the next signal.
    Unlimited,
}

/// Knows whether a signal asked the program to stop.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    flag: CancelFlag,
    /// Zero until one came.
    signal: Arc<AtomicI32>,
}

impl Interrupt {
    /// Listens for signals from now on.
    pub(crate) fn listen(&self, patience: Patience) {
        let (flag, number) = (self.flag.clone(), Arc::clone(&self.signal));
        also(move |signal| {
            if number.swap(signal, Ordering::Relaxed) != 0 {
                end(signal);
            }
            flag.cancel();
            if let Patience::Limited(limit) = patience {
                std::thread::spawn(move || {
                    std::thread::sleep(limit);
                    end(signal);
                });
            }
        });
    }

    /// The flag that a signal raises.
    pub(crate) fn flag(&self) -> CancelFlag {
        self.flag.clone()
    }

    /// How the command ended if a signal came; to be asked once the work has stopped.
    pub(crate) fn status(&self) -> Option<ExitStatus> {
        match self.signal.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(ExitStatus::Interrupted(signal)),
        }
    }
}

/// Has something done at each signal, besides what is done already. Where there can be no handlers,
/// signals end the program as they always do.
pub(crate) fn also(mut act: impl FnMut(i32) + Send + 'static) {
    if let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
        std::thread::spawn(move || signals.forever().for_each(&mut act));
    }
}

/// Ends the program, and nothing is left on the terminal.
pub(crate) fn end(signal: i32) -> ! {
    let _last = progress::cleared();
    std::process::exit(ExitStatus::Interrupted(signal).code().into())
}
