//! What shells and manuals know of the command line, and what a terminal shows while people wait.

use crate::common::{command, ulpwise};
use std::process::Command;

/// The commands that `ulpwise --help` lists.
fn commands() -> Vec<String> {
    let help = ulpwise(&["--help"]).stdout;
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn shells_complete_all_commands() {
    let commands = commands();
    assert!(commands.len() >= 12, "{commands:?}");
    for shell in ["bash", "zsh", "fish"] {
        let script = ulpwise(&["completions", shell]);
        assert_eq!(script.code, Some(0), "{script:?}");
        for name in &commands {
            assert!(script.stdout.contains(name.as_str()), "{shell} does not know {name}");
        }
        assert!(script.stdout.contains("fail-on"), "{shell} knows options");
    }
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("ulpwise.bash");
    std::fs::write(&script, ulpwise(&["completions", "bash"]).stdout).unwrap();
    assert!(Command::new("bash").arg("-n").arg(&script).status().unwrap().success());
    let wrong = ulpwise(&["completions", "dos"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("pages");
    let finished = ulpwise(&["man", pages.to_str().unwrap()]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    for name in commands() {
        let page = std::fs::read_to_string(pages.join(format!("ulpwise-{name}.1"))).unwrap();
        assert!(page.contains(".TH"), "{name}");
    }
    let plain = folder.path().join("plain");
    std::fs::write(&plain, "").unwrap();
    let finished = ulpwise(&["man", plain.join("x").to_str().unwrap()]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
}

/// `script` of the system runs a command on a terminal of its own, which the command sees as any
/// other.
#[test]
fn a_terminal_of_forty_columns_gets_lines_that_fit() {
    let program = command(&[]);
    let line = format!(
        "stty cols 40 rows 20; {} check examples/average.c --fn average --color never",
        program.get_program().to_string_lossy()
    );
    let output = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(crate::common::root())
        .env_remove("NO_COLOR")
        .output()
        .expect("script is part of the system");
    let text = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    assert!(text.contains("overflow: 1e308 + 1e308 = inf"), "{text}");
    let wide: Vec<&str> = text.lines().filter(|line| line.chars().count() > 40).collect();
    assert_eq!(wide, Vec::<&str>::new(), "{text}");
}
