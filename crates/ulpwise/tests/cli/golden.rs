//! File tests: each file in `tests/golden` is a session at a terminal. A line that begins with `$ `
//! is a command, what follows is what it must print: its standard output, then `[stderr]` and its
//! standard error, then `[exit N]` where N is not 0.
//!
//! `UPDATE_EXPECT=1 cargo test -p ulpwise --test cli golden` rewrites the files; look at the
//! difference before it is kept.

use crate::common::{normal, root, ulpwise};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[test]
fn sessions_print_what_their_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("the folder is there").map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no sessions in {}", folder.display());
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    for file in files {
        let expected = std::fs::read_to_string(&file).unwrap();
        let found = replay(&expected);
        if found == expected {
            continue;
        }
        if update {
            std::fs::write(&file, found).unwrap();
        } else {
            wrong.push(format!("{}\n{}", file.display(), first_difference(&expected, &found)));
        }
    }
    assert!(wrong.is_empty(), "UPDATE_EXPECT=1 rewrites the files.\n{}", wrong.join("\n"));
}

/// The session as it is now.
fn replay(session: &str) -> String {
    let mut found = String::new();
    let mut commands = 0;
    for line in session.lines() {
        if line.starts_with("# ") {
            let _ = writeln!(found, "{line}");
        }
        let Some(command) = line.strip_prefix("$ ulpwise ") else { continue };
        if commands > 0 {
            found.push('\n');
        }
        commands += 1;
        let words = shlex::split(command).expect("the quotes are closed");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let finished = ulpwise(&words);
        let _ = writeln!(found, "{line}");
        found.push_str(&normal(&finished.stdout));
        if !finished.stderr.is_empty() {
            let _ = write!(found, "[stderr]\n{}", normal(&finished.stderr));
        }
        if finished.code != Some(0) {
            let code = finished.code.map_or_else(|| "signal".to_owned(), |code| code.to_string());
            let _ = writeln!(found, "[exit {code}]");
        }
    }
    assert!(commands > 0, "no command in:\n{session}");
    found
}

/// The first lines that differ.
fn first_difference(expected: &str, found: &str) -> String {
    let (expected, found): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    let at = expected.iter().zip(&found).take_while(|(a, b)| a == b).count();
    let show = |lines: &[&str]| {
        lines.iter().skip(at).take(6).fold(String::new(), |text, line| text + "    " + line + "\n")
    };
    format!("  line {}, expected:\n{}  found:\n{}", at + 1, show(&expected), show(&found))
}

#[test]
fn counts_and_folders_do_not_matter() {
    let root = root();
    let text = format!("no exceptions raised (1 instruction run; f)\nat {}/x.c:3\n", root.display());
    assert_eq!(normal(&text), "no exceptions raised (N instructions run; f)\nat $ROOT/x.c:3\n");
    assert_eq!(normal("  \"instructions\": 12,\n"), "  \"instructions\": N,\n");
}

#[test]
fn a_difference_is_found_where_it_is() {
    assert!(first_difference("a\nb\nc", "a\nx\nc").starts_with("  line 2, expected:\n    b"));
    assert!(first_difference("a\n", "a\nb\n").starts_with("  line 2"));
}
