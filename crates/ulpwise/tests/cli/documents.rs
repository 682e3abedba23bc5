//! What the documents show at a prompt is what the program prints.
//!
//! A document that gives files, as `<!-- file: NAME -->` before a block, is followed word by word
//! in a folder of its own: its files are written and all of its commands are run, in their order,
//! in one shell. Of the others, commands that are shown with their output are run in the root of
//! the repository. A line `...` in an output stands for any lines, and `...` within a line for any
//! text.

use crate::common::{command, normal, root, ulpwise};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Printed before each command, so that outputs do not run together.
const MARK: char = '\u{1e}';

/// How many seconds a check has that a document gives none. What is shown was found in a moment; on
/// a machine that is busy with other things a moment may be long.
const PATIENCE: &str = "300";

/// The arguments of a command with that time.
fn patient<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let own: &[&str] = match words {
        ["check", rest @ ..] if !rest.contains(&"--timeout") => &["--timeout", PATIENCE],
        _ => &[],
    };
    [words, own].concat()
}

/// The same for a shell.
fn patient_shell() -> String {
    format!(
        "ulpwise() {{ case \" $* \" in *' --timeout '*) ;; ' check '*) set -- \"$@\" --timeout {PATIENCE} ;; esac; command ulpwise \"$@\"; }}\n"
    )
}

/// Folders whose pages show what was measured or decided once.
const HISTORY: [&str; 3] = ["docs/adr", "docs/results", "docs/howto"];

/// The documents that users read.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![PathBuf::from("README.md")];
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if HISTORY.iter().any(|history| Path::new(history) == path) {
                continue;
            }
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}

/// A step of a document: a file to write, or a command with the output that is shown.
#[derive(Debug, PartialEq, Eq)]
enum Step<'t> {
    File(&'t str, String),
    Command(&'t str, String),
}

/// The steps of a document, in their order.
fn steps(text: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let mut file = None;
    let mut block: Option<&str> = None;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("<!-- file: ").and_then(|rest| rest.strip_suffix(" -->")) {
            file = Some(name);
        } else if let Some(language) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language) };
            if let Some(name) = file.take_if(|_| block.is_some()) {
                steps.push(Step::File(name, String::new()));
                block = Some("file");
            }
        } else {
            match (block, steps.last_mut()) {
                (Some("file"), Some(Step::File(_, content))) => {
                    content.push_str(line);
                    content.push('\n');
                }
                (Some("console"), last) => match (line.strip_prefix("$ "), last) {
                    (Some(command), _) => steps.push(Step::Command(command, String::new())),
                    (None, Some(Step::Command(_, output))) => {
                        output.push_str(line);
                        output.push('\n');
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }
    steps
}

/// Whether a command shows how it is called, with words in capitals that stand for others.
fn is_usage(command: &str) -> bool {
    let stands_for = |word: &str| {
        let word = word.trim_start_matches('[');
        word.len() > 1 && word.chars().take(2).all(char::is_uppercase)
    };
    command.split_whitespace().any(stands_for)
}

/// Whether an output is what a document shows, with `...` for anything.
fn matches(shown: &[&str], found: &[&str]) -> bool {
    match shown.split_first() {
        None => found.is_empty(),
        Some((&"...", rest)) => (0..=found.len()).any(|skipped| matches(rest, &found[skipped..])),
        Some((first, rest)) => found
            .split_first()
            .is_some_and(|(line, others)| line_matches(first, line) && matches(rest, others)),
    }
}

fn line_matches(shown: &str, found: &str) -> bool {
    match shown.split_once("...") {
        None => shown == found,
        Some((before, after)) => found.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| line_matches(after, &rest[at..]))
        }),
    }
}

fn assert_matches(document: &Path, command: &str, shown: &str, found: &str) {
    let (shown, found) = (normal(shown), normal(found));
    assert!(
        matches(&shown.lines().collect::<Vec<_>>(), &found.lines().collect::<Vec<_>>()),
        "{}: `{command}` is shown with\n{shown}\nand prints\n{found}",
        document.display()
    );
}

/// Follows a document word by word in a folder of its own.
fn follow(document: &Path, steps: &[Step<'_>]) -> usize {
    let folder = tempfile::tempdir().unwrap();
    // Every clone has the examples.
    std::os::unix::fs::symlink(root().join("examples"), folder.path().join("examples")).unwrap();
    let mut script = patient_shell();
    for (number, step) in steps.iter().enumerate() {
        match step {
            Step::File(name, content) => {
                let kept = folder.path().join(format!(".step-{number}"));
                std::fs::write(kept, content).unwrap();
                script.push_str(&format!("cp .step-{number} '{name}'\n"));
            }
            // The exit code of the command before is what `$?` says.
            Step::Command(command, _) => {
                script.push_str(&format!("status=$?; printf '{MARK}'; (exit $status); {command}\n"));
            }
        }
    }
    // The same environment as that of other tests.
    let program = command(&[]);
    let own = Path::new(program.get_program()).parent().unwrap().to_owned();
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("bash");
    shell.arg("-c").arg(format!("exec 2>&1\n{script}")).current_dir(folder.path()).stdin(Stdio::null());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let output = shell.env("PATH", path).output().expect("bash starts");
    let said = String::from_utf8_lossy(&output.stdout);
    let outputs: Vec<&str> = said.split(MARK).skip(1).collect();
    let commands = steps.iter().filter_map(|step| match step {
        Step::Command(command, shown) => Some((command, shown)),
        Step::File(..) => None,
    });
    let mut followed = 0;
    for ((command, shown), found) in commands.zip(outputs) {
        assert_matches(document, command, shown, found);
        followed += 1;
    }
    followed
}

#[test]
fn documents_that_give_files_can_be_followed_word_by_word() {
    let mut followed = 0;
    for document in documents() {
        let text = std::fs::read_to_string(root().join(&document)).unwrap();
        let steps = steps(&text);
        let commands = steps.iter().filter(|step| matches!(step, Step::Command(..))).count();
        let is_usage = |step: &Step<'_>| matches!(step, Step::Command(command, _) if is_usage(command));
        let usages = steps.iter().filter(|step| is_usage(step)).count();
        if steps.iter().any(|step| matches!(step, Step::File(..))) {
            let steps: Vec<Step<'_>> = steps.into_iter().filter(|step| !is_usage(step)).collect();
            assert_eq!(follow(&document, &steps), commands - usages, "{}", document.display());
            followed += 1;
        }
    }
    assert!(followed >= 7, "only {followed} documents give files");
}

/// Documents about projects that are not here, which `scripts/projects` checks.
const PROJECTS: [&str; 4] =
    ["docs/projects.md", "docs/found.md", "commands/capture.md", "commands/suggest.md"];

#[test]
fn examples_in_documents_are_true() {
    let mut shown = 0;
    let mut not_run = Vec::new();
    for document in documents() {
        let text = std::fs::read_to_string(root().join(&document)).unwrap();
        let steps = steps(&text);
        let is_about_projects = PROJECTS.iter().any(|name| document.ends_with(name));
        if is_about_projects || steps.iter().any(|step| matches!(step, Step::File(..))) {
            continue;
        }
        for step in steps {
            let Step::Command(command, output) = step else { continue };
            let arguments = command.strip_prefix("./x ").or_else(|| command.strip_prefix("ulpwise "));
            let Some(arguments) = arguments.filter(|_| !output.is_empty()) else {
                if !is_usage(command) {
                    not_run.push(command.to_owned());
                }
                continue;
            };
            let words = shlex::split(arguments).unwrap();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            assert_matches(&document, command, &output, &ulpwise(&patient(&words)).stdout);
            shown += 1;
        }
    }
    assert!(shown >= 3, "only {shown} examples were found");
    // What runs this test, and an hour of GSL, which `cargo xtask bench gsl` runs.
    let known = [
        "./x test",
        "ulpwise check lib.bc --fn 'gsl_sf_*_e' --setup gsl_set_error_handler_off --timeout 10 --jobs 2 -o verdicts",
    ];
    assert_eq!(not_run, known, "commands of documents that are not run");
}

#[test]
fn checks_without_a_time_get_one() {
    assert_eq!(patient(&["check", "a.c"]), ["check", "a.c", "--timeout", PATIENCE]);
    for other in [&["check", "a.c", "--timeout", "1"][..], &["accuracy", "a.c"]] {
        assert_eq!(patient(other), other);
    }
    let script = patient_shell().replace("command ulpwise", "echo")
        + "ulpwise check 'a b'\nulpwise check a --timeout 1\nulpwise list check\n";
    let output = Command::new("bash").arg("-c").arg(script).output().expect("bash starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said, format!("check a b --timeout {PATIENCE}\ncheck a --timeout 1\nlist check\n"));
}

#[test]
fn steps_are_files_and_commands_in_their_order() {
    let text = "<!-- file: a.c -->\n```c\nint x;\n```\nwords\n```console\n$ ulpwise a\nout\n$ ls\n```\n```c\n$ no\n```\n";
    assert_eq!(
        steps(text),
        [
            Step::File("a.c", "int x;\n".to_owned()),
            Step::Command("ulpwise a", "out\n".to_owned()),
            Step::Command("ls", String::new())
        ]
    );
}

#[test]
fn dots_stand_for_anything_and_nothing_else_does() {
    let matches = |shown: &str, found: &str| {
        matches(&shown.lines().collect::<Vec<_>>(), &found.lines().collect::<Vec<_>>())
    };
    assert!(matches("a\n...\nd", "a\nb\nc\nd") && matches("a\n...\nd", "a\nd"));
    assert!(!matches("a\n...\nd", "a\nb") && !matches("a", "a\nb") && !matches("a\nb", "a"));
    assert!(matches("x = ... (y)", "x = 1 (y)") && !matches("x = ... (y)", "x = 1 (z)"));
}
