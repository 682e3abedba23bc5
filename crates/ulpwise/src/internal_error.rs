//! A bug of ours: one sentence that asks to report it, no backtrace unless `RUST_BACKTRACE` asks
//! for one.

use crate::output::ExitStatus;
use crate::progress;
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
    // Without a standard error the sentence is lost; the exit code still says it.
    let _ = writeln!(progress::cleared(), "{}", sentence(what));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Set for the process in which the hook is tried.
    const PANIC_HERE: &str = "ULPWISE_TEST_PANIC_HERE";

    #[test]
    fn a_panic_is_one_sentence() {
        if std::env::var_os(PANIC_HERE).is_some() {
            install_hook();
            panic!("something\nodd");
        }
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "internal_error::tests::a_panic_is_one_sentence", "--nocapture"])
            .env(PANIC_HERE, "1")
            .env_remove("RUST_BACKTRACE")
            .env_remove("RUST_LIB_BACKTRACE")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let expected = "internal error: something odd (";
        assert!(said.starts_with(expected) && said.ends_with("please report it\n"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
