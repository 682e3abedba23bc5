//! The HTML report in a real browser: Chromium, driven by `tests/browser/check.mjs`.
//!
//! `./x test` installs Chromium and the packages of `tests/browser/package.json`. Where they are
//! missing the tests say that they skip.

use std::path::{Path, PathBuf};
use std::process::Command;
use ulpwise_finding::{Run, sample_of_all, sample_of_library};
use ulpwise_report::html::html;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser")
}

/// Why there is no browser to test with.
#[expect(clippy::print_stderr, reason = "the user should know what was not tested")]
fn is_missing() -> bool {
    let node = Command::new("node").arg("--version").output().ok();
    let version = node.and_then(|output| String::from_utf8(output.stdout).ok());
    let major = version.and_then(|text| text.trim_start_matches('v').split('.').next()?.parse().ok());
    let missing = if major.is_none_or(|major: u32| major < 20) {
        Some("node of version 20 or newer")
    } else if !Path::new("/usr/bin/chromium").exists() && std::env::var_os("CHROMIUM").is_none() {
        Some("chromium")
    } else if !folder().join("node_modules/playwright-core").exists() {
        Some("the packages of tests/browser (npm ci)")
    } else {
        None
    };
    if let Some(missing) = missing {
        eprintln!("SKIPPED: the report was not opened in a browser, for there is no {missing}");
    }
    missing.is_some()
}

/// Runs a task of `check.mjs` on the page of a run.
fn assert_fine(task: &str, run: &Run, more: &[&Path]) {
    let page = tempfile::Builder::new().suffix(".html").tempfile().unwrap();
    std::fs::write(page.path(), html(run)).unwrap();
    let output = Command::new("node")
        .arg(folder().join("check.mjs"))
        .arg(task)
        .arg(page.path())
        .args(more)
        .output()
        .expect("node starts");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
}

#[test]
fn a_reader_can_filter_sort_and_follow_links() {
    if !is_missing() {
        assert_fine("small", &sample_of_all(), &[]);
    }
}

/// Thousands of findings, as a library has them: most of them are not in the page at first.
#[test]
fn thousands_of_findings_can_be_filtered_and_sorted() {
    if !is_missing() {
        assert_fine("large", &sample_of_library(1500), &[]);
    }
}

/// What a printer gets has the findings in it: their inputs, the source, and what the words mean.
#[test]
fn a_printed_page_has_the_findings_in_it() {
    if is_missing() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let paper = folder.path().join("paper.pdf");
    // More findings than are in the page at first.
    let run = sample_of_library(120);
    assert_fine("print", &run, &[&paper]);
    let output = Command::new("pdftotext").arg("-layout").arg(&paper).arg("-").output();
    let output = output.expect("pdftotext is there: ./x test installs poppler-utils");
    let text = String::from_utf8_lossy(&output.stdout);
    for (words, times) in [("1e308 + 1e308 = inf", 40), ("0x1.1ccf385ebc8ap+1023", 80), ("To fix it:", 1)] {
        assert!(text.matches(words).count() >= times, "{words}: {} times", text.matches(words).count());
    }
    assert!(text.contains("return (x + y) / 2; // fine"), "the source is printed");
    assert!(!text.contains("Show more"), "nothing is printed that can only be pressed");
}
