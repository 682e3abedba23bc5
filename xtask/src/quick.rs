//! `cargo xtask quick`: the inner loop. Formatting, clippy and unit tests of the crates that were
//! changed.
//!
//! A crate was changed if a file of its folder differs from where this branch left `main`, or from
//! the last commit on `main` itself. What depends on a changed crate, and tests that are programs
//! of their own, are for `./x test`.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use xtask::process::capture;

/// Entry point of the task.
#[expect(clippy::print_stderr, reason = "what runs and how long it took is of interest")]
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "usage: cargo xtask quick");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the repository has a root")?;
    let files = changed_files(root)?;
    let metadata = capture(root, env!("CARGO"), ["metadata", "--no-deps", "--format-version", "1"])?;
    let packages = changed_packages(&serde_json::from_str(&metadata)?, root, &files);
    if packages.is_empty() {
        eprintln!("quick: no crate was changed");
        return Ok(());
    }
    let start = Instant::now();
    let names: Vec<&str> = packages.iter().flat_map(|package| ["-p", &package.name]).collect();
    cargo(root, &["fmt", "--check"], &names, &[])?;
    cargo(root, &["clippy", "-q", "--all-targets"], &names, &["--", "-D", "warnings"])?;
    // Cargo refuses `--lib` where no chosen package has a library.
    let kinds: &[&str] =
        if packages.iter().any(|one| one.has_library) { &["--lib", "--bins"] } else { &["--bins"] };
    cargo(root, &["test", "-q"], &names, kinds)?;
    eprintln!("quick: {} crates in {:.0} s", packages.len(), start.elapsed().as_secs_f64());
    Ok(())
}

#[expect(clippy::print_stderr, reason = "a command that runs for some time is named")]
fn cargo(root: &Path, command: &[&str], packages: &[&str], behind: &[&str]) -> Result<()> {
    let words = [command, packages, behind].concat();
    eprintln!("quick: cargo {}", words.join(" "));
    let status = Command::new(env!("CARGO")).args(&words).current_dir(root).status();
    if !status.context("cargo cannot be started")?.success() {
        bail!("cargo {} failed", command[0]);
    }
    Ok(())
}

/// The files that differ from where this branch left `main`, and new ones.
fn changed_files(root: &Path) -> Result<Vec<String>> {
    let base = capture(root, "git", ["merge-base", "HEAD", "main"]).unwrap_or_else(|_| "HEAD".to_owned());
    let changed = capture(root, "git", ["diff", "--name-only", base.trim()])?;
    let new = capture(root, "git", ["ls-files", "--others", "--exclude-standard"])?;
    Ok(changed.lines().chain(new.lines()).map(str::to_owned).collect())
}

/// A package of the workspace.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ChangedPackage {
    name: String,
    has_library: bool,
}

/// The packages in whose folders a file was changed.
fn changed_packages(metadata: &Value, root: &Path, files: &[String]) -> BTreeSet<ChangedPackage> {
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let changed = packages.iter().filter(|package| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let folder = manifest.parent().unwrap_or(root);
        files.iter().any(|file| root.join(file).starts_with(folder))
    });
    changed
        .map(|package| ChangedPackage {
            name: package["name"].as_str().unwrap_or_default().to_owned(),
            has_library: package["targets"].to_string().contains("\"lib\""),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_crate_is_changed_if_a_file_of_its_folder_is() {
        let package = |name: &str, kind: &str| json!({"name": name, "manifest_path": format!("/r/crates/{name}/Cargo.toml"), "targets": [{"kind": [kind]}]});
        let metadata = json!({"packages": [package("a", "lib"), package("ab", "bin"), package("c", "bin")]});
        let changed = |files: &[&str]| {
            let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
            let found = changed_packages(&metadata, Path::new("/r"), &files).into_iter();
            found.map(|package| (package.name, package.has_library)).collect::<Vec<_>>()
        };
        assert_eq!(changed(&["crates/a/src/lib.rs", "README.md"]), [("a".to_owned(), true)]);
        assert_eq!(
            changed(&["crates/ab/tests/x.rs", "crates/c/Cargo.toml"]),
            [("ab".to_owned(), false), ("c".to_owned(), false)]
        );
        assert!(changed(&["crates/d/src/lib.rs"]).is_empty());
    }
}
