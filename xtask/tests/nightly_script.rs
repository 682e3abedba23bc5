//! The script `.ci/nightly` in a made-up repository: every campaign runs, and one that fails is
//! named in the end.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A repository whose `./x`, scripts and cargo write down what they are called with, and fail if that
/// contains a word.
struct Repository {
    folder: TempDir,
}

impl Repository {
    fn new(failing: &str) -> Repository {
        let repository = Repository { folder: tempfile::tempdir().unwrap() };
        let script =
            fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.ci/nightly")).unwrap();
        repository.write(".ci/nightly", &script);
        let scripts = ["scripts/python-test", "scripts/projects", "scripts/slurm-test"];
        let scripts = scripts.map(|name| (name, name));
        for (file, name) in [("x", "./x"), ("bin/cargo", "cargo")].into_iter().chain(scripts) {
            let body = format!("echo \"{name} $*\" >>log\ncase \"{name} $*\" in *{failing}*) exit 1;; esac");
            repository.write(file, &format!("#!/usr/bin/env bash\n{body}\n"));
        }
        repository
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.path(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the script with this seed.
    fn nightly(&self, seed: &str) -> Output {
        let path = std::env::var("PATH").unwrap();
        Command::new(self.path(".ci/nightly"))
            .arg(seed)
            .env("PATH", format!("{}:{path}", self.path("bin").display()))
            .output()
            .unwrap()
    }

    fn log(&self) -> Vec<String> {
        fs::read_to_string(self.path("log")).unwrap().lines().map(str::to_owned).collect()
    }
}

#[test]
fn every_campaign_runs_from_the_given_seed() {
    let repository = Repository::new("nothing-fails");
    let output = repository.nightly("77");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let log = repository.log();
    assert_eq!(log[0], "./x test");
    for wanted in ["cargo xtask fuzz smtlib --seconds 600 --seed 77", "cargo xtask bench floats"] {
        assert!(log.iter().any(|line| line == wanted), "{wanted}: {log:?}");
    }
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.ends_with(&format!("nightly: all {} passed\n", log.len())), "{said}");
}

#[test]
fn what_fails_is_named_and_the_rest_still_runs() {
    let all = Repository::new("nothing-fails");
    all.nightly("77");
    let repository = Repository::new("fuzz");
    let output = repository.nightly("77");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(repository.log(), all.log());
    let said = String::from_utf8(output.stdout).unwrap();
    let failures: Vec<&str> = said.lines().filter(|line| line.contains("FAILED")).collect();
    let fuzzed: Vec<String> = repository
        .log()
        .iter()
        .filter(|line| line.starts_with("cargo xtask fuzz"))
        .map(|line| format!("nightly: FAILED: {line}"))
        .collect();
    assert!(fuzzed.len() > 1, "{said}");
    assert_eq!(failures, fuzzed);
}
