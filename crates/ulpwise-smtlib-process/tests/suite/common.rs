//! Programs to ask: real solvers, and made-up ones.

use std::path::Path;
use ulpwise_smtlib_process::SmtlibProcess;

/// A program in the language of the shell that says the given commands when it is asked to check.
/// While there is something on its stack, the variable `pushed` is set.
pub(crate) fn fake(on_check: &str, on_values: &str) -> SmtlibProcess {
    fake_with_log(on_check, on_values, Path::new("/dev/null"))
}

/// The same, with all its input written to a file.
pub(crate) fn fake_with_log(on_check: &str, on_values: &str, log: &Path) -> SmtlibProcess {
    let script = format!(
        r#"while read -r line; do printf '%s\n' "$line" >> '{}'; case "$line" in
             "(check-sat)") {on_check};;
             "(get-value "*) {on_values};;
             "(echo "*) mark=${{line#*\"}}; echo "${{mark%\"*}}";;
             "(push 1)") pushed=yes;;
             "(reset)") pushed=;;
           esac; done"#,
        log.display()
    );
    SmtlibProcess::new(&format!("sh -c {}", shlex_quoted(&script))).unwrap()
}

fn shlex_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
