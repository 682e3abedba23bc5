//! Ends the command when a run outlasts its time in a place where the interpreter cannot look at the clock: inside one call
//! of the host's library, such as `jn` of a huge order.

use crate::args::RunArguments;
use crate::output::ExitStatus;
use crate::progress;
use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How much longer the interpreter may take to notice by itself; it then says where the program was.
const GRACE: Duration = Duration::from_secs(2);

/// Watches until it is dropped.
pub(super) struct Watchdog {
    _alive: Sender<()>,
}

/// Starts to watch a run with these arguments. Where the system refuses a thread, nobody watches.
pub(super) fn start(arguments: &RunArguments) -> Watchdog {
    let (alive, ended) = channel();
    let limit = arguments.timeout;
    let watch = move || {
        let patience = limit.checked_add(GRACE).unwrap_or(Duration::MAX);
        // Dropping the sender ends the wait in another way than time.
        if ended.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
            let mut last = progress::cleared();
            let _ = writeln!(
                last,
                "error[budget]: the program did not end within {} s, and was inside one long library call \
                 (--timeout sets how long it may run)",
                limit.as_secs_f64()
            );
            std::process::exit(ExitStatus::ProgramFailed.code().into());
        }
    };
    let _ = std::thread::Builder::new().spawn(watch);
    Watchdog { _alive: alive }
}
