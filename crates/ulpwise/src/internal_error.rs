//! A bug of ours: one sentence that asks to report it, no backtrace unless `RUST_BACKTRACE` asks for one.

use crate::output::ExitStatus;
use std::io::Write;
use std::panic::PanicHookInfo;

/// Makes a panic print one sentence.
pub(crate) fn install_hook() {
    std::panic::set_hook(Box::new(|info| {
        say(&describe(info));
        // `Backtrace::capture` looks at RUST_BACKTRACE itself.
        let backtrace = std::backtrace::Backtrace::capture();
        if backtrace.status() == std::backtrace::BacktraceStatus::Captured {
            let _ = writeln!(std::io::stderr(), "{backtrace}");
        }
    }));
}

/// The system did not give us the thread that does the work.
pub(crate) fn cannot_start_thread(error: &std::io::Error) -> ExitStatus {
    say(&format!("the system refused a thread: {error}"));
    ExitStatus::InternalError
}

/// The sentence for a bug.
pub(crate) fn sentence(what: &str) -> String {
    format!("internal error: {what}; this is a bug of ulpwise, please report it")
}

fn say(what: &str) {
    // Without a standard error there is nobody to tell; the exit code still says it.
    let _ = writeln!(std::io::stderr(), "{}", sentence(what));
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let message = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned());
    // A message of several lines would not be one sentence.
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    match info.location() {
        Some(location) => format!("{message} ({}:{})", location.file(), location.line()),
        None => message,
    }
}
