//! The HTML report in a real browser: Chromium, driven by `tests/browser/check.mjs`.
//!
//! `./x test` installs Chromium and the packages of `tests/browser/package.json`. Where they are missing the tests say that they skip.

use std::path::{Path, PathBuf};
use std::process::Command;
use ulpwise_finding::{Entry, Function, Property, Run, Site, Verdict, sample};
use ulpwise_report::html::html;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser")
}

/// Why there is no browser to test with.
#[expect(clippy::print_stderr, reason = "whoever runs the tests should know what was not tested")]
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

fn assert_fine(task: &str, run: &Run) {
    let page = tempfile::Builder::new().suffix(".html").tempfile().unwrap();
    std::fs::write(page.path(), html(run)).unwrap();
    let output = Command::new("node")
        .arg(folder().join("check.mjs"))
        .arg(task)
        .arg(page.path())
        .output()
        .expect("node starts");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
}

#[test]
fn a_reader_can_filter_sort_and_follow_links() {
    if !is_missing() {
        assert_fine("small", &sample());
    }
}

/// Thousands of findings, as a library has them.
#[test]
fn thousands_of_findings_can_be_filtered_and_sorted() {
    if !is_missing() {
        assert_fine("large", &large(1500));
    }
}

/// So many copies of each function, with operations of their own.
fn large(copies: usize) -> Run {
    let mut run = sample();
    let (sites, functions) = (run.sites.clone(), run.functions.clone());
    for copy in 1..copies {
        let first = run.sites.len();
        run.sites.extend(sites.iter().map(|site| Site {
            id: format!("function_{copy}_{}", site.id),
            name: format!("function_{copy}_{}", site.name),
            ..site.clone()
        }));
        let moved = |entry: &Entry| {
            let mut entry = Entry { site: entry.site + first, ..entry.clone() };
            if let Verdict::Witness(finding) = &mut entry.verdict {
                finding.trace.root.0 += first;
                finding.trace.propagated.iter_mut().for_each(|site| *site += first);
            }
            entry
        };
        let one = &functions[copy % functions.len()];
        run.functions.push(Function {
            name: format!("function_{copy}"),
            ledger: one.ledger.iter().map(moved).collect(),
            refuted: Vec::new(),
            ..one.clone()
        });
    }
    assert!(run.by_property()[&Property::Overflow].witnesses > copies / 2);
    run
}
