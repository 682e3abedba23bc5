//! What the documents show at a prompt is what the program prints.

use crate::common::{normal, root, ulpwise};

#[test]
fn examples_in_documents_are_true() {
    let mut shown = 0;
    let documents = [
        "README.md",
        "docs/commands/coverage.md",
        "docs/commands/list.md",
        "docs/commands/run.md",
        "docs/commands/solve.md",
    ];
    for document in documents {
        let text = std::fs::read_to_string(root().join(document)).unwrap();
        for (command, expected) in sessions(&text) {
            let words = shlex::split(command).unwrap();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let finished = ulpwise(&words);
            assert_eq!(normal(&finished.stdout), normal(&expected), "{document}: {command}");
            shown += 1;
        }
    }
    assert!(shown >= 3, "only {shown} examples were found");
}

/// The arguments of each command in a `console` block that is shown with its output, and that output.
fn sessions(text: &str) -> Vec<(&str, String)> {
    let mut sessions: Vec<(&str, String)> = Vec::new();
    let mut inside = false;
    let mut current: Option<(&str, String)> = None;
    for line in text.lines() {
        let prompt = line.strip_prefix("$ ");
        if line.starts_with("```") || prompt.is_some() {
            sessions.extend(current.take().filter(|(_, output)| !output.is_empty()));
        }
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = prompt.filter(|_| inside) {
            let arguments = command.strip_prefix("./x ").or_else(|| command.strip_prefix("ulpwise "));
            current = arguments.map(|arguments| (arguments, String::new()));
        } else if let Some((_, output)) = &mut current {
            output.push_str(line);
            output.push('\n');
        }
    }
    sessions
}

#[test]
fn only_commands_with_output_are_sessions() {
    let text = "```console\n$ ./x run a\nout\n$ ./x test\n$ ls\nx\n```\n```\n$ ulpwise b\nout\n```\n";
    assert_eq!(sessions(text), [("run a", "out\n".to_owned())]);
}
