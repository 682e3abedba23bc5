//! The line that says how far it is: on a terminal, real, and gone in the end. Waits are for what
//! is bound to come; nothing here is measured by the clock.

use crate::common::command;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program on a terminal, which `script` makes.
struct OnTerminal {
    child: Child,
    keyboard: ChildStdin,
    screen: ChildStdout,
    /// All that was written to the terminal so far.
    written: Vec<u8>,
}

impl OnTerminal {
    fn start(arguments: &[&str]) -> OnTerminal {
        let meant = command(arguments);
        let words = std::iter::once(meant.get_program()).chain(meant.get_args());
        let line = shlex::try_join(words.map(|word| word.to_str().expect("it is text"))).unwrap();
        let mut child = Command::new("script")
            .args(["--quiet", "--return", "--flush", "--command", &line, "/dev/null"])
            .current_dir(crate::common::root())
            .env("SHELL", "/bin/sh")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`script` of bsdutils starts");
        let (keyboard, screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        OnTerminal { child, keyboard, screen, written: Vec::new() }
    }

    /// Reads until this was written.
    fn wait_for(&mut self, text: &str) {
        let mut some = [0; 4096];
        while !String::from_utf8_lossy(&self.written).contains(text) {
            let length = self.screen.read(&mut some).expect("the terminal can be read");
            assert!(length > 0, "it ended without {text}: {}", String::from_utf8_lossy(&self.written));
            self.written.extend_from_slice(&some[..length]);
        }
    }

    fn press_ctrl_c(&mut self) {
        self.keyboard.write_all(b"\x03").unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Its exit code, all that was written, and what can be seen in the end.
    fn end(mut self) -> (Option<i32>, String, String) {
        self.screen.read_to_end(&mut self.written).expect("the terminal can be read");
        let code = self.child.wait().unwrap().code();
        let written = String::from_utf8_lossy(&self.written).into_owned();
        let seen = written.split('\n').map(seen).collect::<Vec<_>>().join("\n");
        (code, written, seen)
    }
}

/// What can be seen of a line after all that was written over it.
fn seen(line: &str) -> String {
    let mut cells: Vec<char> = Vec::new();
    let mut at = 0;
    for character in line.chars() {
        match character {
            '\r' => at = 0,
            _ if at < cells.len() => {
                cells[at] = character;
                at += 1;
            }
            _ => {
                cells.push(character);
                at += 1;
            }
        }
    }
    cells.into_iter().collect::<String>().trim_end().to_owned()
}

#[test]
fn what_is_written_over_is_not_seen() {
    assert_eq!(seen("abc\rxy"), "xyc");
    assert_eq!(seen("compiling, 3 s\r              \rdone\r"), "done");
}

/// A solver that never answers.
const SOLVER: &str = "exec sleep 1000000\n";

fn solver(folder: &Path) -> String {
    let file = folder.join("solver");
    std::fs::write(&file, SOLVER).unwrap();
    format!("sh {}", file.display())
}

#[test]
fn an_accuracy_search_shows_calls_and_errors_and_ctrl_c_takes_them_away() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("far.c");
    std::fs::write(&file, "double far(double x) { return (x + 1e8) - (1e8 - x); }\n").unwrap();
    let file = file.to_str().unwrap();
    let mut terminal = OnTerminal::start(&[
        "accuracy",
        file,
        "--range",
        "x=1..2",
        "--timeout",
        "1000",
        "--symbolic",
        "0",
        "--color",
        "never",
    ]);
    terminal.wait_for(" s more), largest relative error so far ");
    terminal.press_ctrl_c();
    let (code, written, seen) = terminal.end();
    assert_eq!(code, Some(130), "{written}");
    assert!(seen.contains("inaccurate: relative error"), "{seen}");
    assert!(!seen.contains(" s more") && !seen.contains("so far"), "{seen}");
}

/// Its relative error is far below what is tolerated, and no analysis here proves that.
const OPEN: &str = "double open(double x, double y) { return x * x - 2 * x * y + y * y + 1e-9; }\n";

#[test]
fn stability_shows_how_much_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("open.c");
    std::fs::write(&file, OPEN).unwrap();
    let (file, solver) = (file.to_str().unwrap(), solver(folder.path()));
    let mut terminal = OnTerminal::start(&[
        "stability",
        file,
        "--range",
        "x=1..2",
        "--range",
        "y=1..2",
        "--at",
        "return",
        "--timeout",
        "1000000",
        "--solver-nra",
        &solver,
        "--color",
        "never",
    ]);
    terminal.wait_for("asking a solver of the reals, 0 of 1 decided, 0 found, ");
    terminal.press_ctrl_c();
    let (code, written, seen) = terminal.end();
    assert_eq!(code, Some(130), "{written}");
    assert!(seen.contains("1 unknown"), "{seen}");
    assert!(!seen.contains(" decided, ") && !seen.contains(" s left"), "{seen}");
}

#[test]
fn solve_shows_the_query_and_not_while_answers_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("two.smt2");
    std::fs::write(&script, "(check-sat)\n(declare-const x Float64)\n(assert (fp.lt x x))\n(check-sat)\n")
        .unwrap();
    let engine = format!("process:{}", solver(folder.path()));
    let mut terminal = OnTerminal::start(&["solve", script.to_str().unwrap(), "--engine", &engine]);
    terminal.wait_for("query 1 of 2: process:sh ");
    terminal.press_ctrl_c();
    let (code, written, seen) = terminal.end();
    assert_eq!(code, Some(130), "{written}");
    assert!(seen.starts_with("unknown"), "{seen}");
    assert!(!seen.contains("query "), "{seen}");
}

#[test]
fn who_is_no_terminal_is_shown_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("process:{}", solver(folder.path()));
    let arguments = ["solve", "examples/tenth.smt2", "--engine", &engine, "--timeout", "3"];
    let output = command(&arguments).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("unknown"), "{output:?}");
}

#[test]
fn who_wants_quiet_is_shown_nothing() {
    let file = "double half(double x) { return x / 2; }\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("half.c");
    std::fs::write(&path, file).unwrap();
    let path = path.to_str().unwrap();
    // No input overflows it, so that the native search takes all its time.
    let terminal = OnTerminal::start(&[
        "check",
        path,
        "--quiet",
        "--property",
        "overflow",
        "--analysis",
        "native",
        "--timeout",
        "3",
    ]);
    let (code, written, _) = terminal.end();
    assert_eq!(code, Some(0), "{written}");
    assert!(!written.contains("native search"), "{written}");
}
