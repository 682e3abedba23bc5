//! Fetching GSL, or another library, as a Debian source package, without touching the system's
//! configuration.
//!
//! No address stands here: the machine's own apt sources are copied with their type changed from
//! binary to source packages, into a folder that only these apt-get calls look at. The signatures
//! are checked as for any other package, because the copied entries name the machine's own keys.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::process::capture;

/// Fetches and unpacks a package to `unpacked` in `work`, and returns its version, such as `2.7.1`.
pub fn fetch(work: &Path, package: &str) -> Result<String> {
    let sources = work.join("sources");
    for folder in [&sources, &work.join("lists/partial"), &work.join("archives/partial")] {
        fs::create_dir_all(folder)?;
    }
    let copied = copy_sources(Path::new("/etc/apt"), &sources)?;
    ensure!(copied > 0, "no apt sources on this machine: {package} comes as a Debian source package");
    // A third-party repository without source packages makes the update fail, but not for the
    // others.
    let updated = apt_get(work, &["update"]);
    apt_get(work, &["source", "--download-only", package])
        .with_context(|| updated.err().map_or_else(String::new, |error| format!("{error:#}")))?;
    let description = file_with_ending(work, ".dsc")?;
    capture(
        work,
        "dpkg-source",
        [Path::new("--no-check"), Path::new("-x"), &description, Path::new("unpacked")],
    )?;
    let fields = fs::read_to_string(&description)?;
    upstream_version(&fields).with_context(|| format!("no version in {}", description.display()))
}

fn apt_get(work: &Path, arguments: &[&str]) -> Result<String> {
    let option = |name: &str, folder: &str| format!("{name}={}", work.join(folder).display());
    let options = [
        "Dir::Etc::sourcelist=/dev/null".to_owned(),
        option("Dir::Etc::sourceparts", "sources"),
        option("Dir::State::lists", "lists"),
        option("Dir::Cache::archives", "archives"),
        "Dir::Cache::pkgcache=".to_owned(),
        "Dir::Cache::srcpkgcache=".to_owned(),
        // Root's apt-get would otherwise try to download as a user who cannot write here.
        "APT::Sandbox::User=".to_owned(),
    ];
    let options = options.iter().flat_map(|option| ["-o", option]);
    capture(work, "apt-get", ["-q"].into_iter().chain(options).chain(arguments.iter().copied()))
}

/// Copies every apt source below `from`, as a source of source packages; returns how many files.
fn copy_sources(from: &Path, to: &Path) -> Result<usize> {
    let mut files = vec![from.join("sources.list")];
    if let Ok(parts) = fs::read_dir(from.join("sources.list.d")) {
        files.extend(parts.flatten().map(|entry| entry.path()));
    }
    let mut copied = 0;
    for file in files.iter().filter(|file| file.is_file()) {
        let derive = match file.extension().and_then(|ending| ending.to_str()) {
            Some("list") => source_line,
            Some("sources") => source_field,
            _ => continue,
        };
        let text: String = fs::read_to_string(file)?.lines().map(|line| derive(line) + "\n").collect();
        fs::write(to.join(file.file_name().unwrap_or_default()), text)?;
        copied += 1;
    }
    Ok(copied)
}

/// A line of the one-line format, `deb ADDRESS SUITE SECTIONS`.
fn source_line(line: &str) -> String {
    match line.trim_start().strip_prefix("deb") {
        Some(rest) if rest.starts_with([' ', '\t']) => format!("deb-src{rest}"),
        _ => line.to_owned(),
    }
}

/// A line of the deb822 format: only the field `Types` changes.
fn source_field(line: &str) -> String {
    match line.split_once(':') {
        Some((name, _)) if name.eq_ignore_ascii_case("types") => "Types: deb-src".to_owned(),
        _ => line.to_owned(),
    }
}

fn file_with_ending(folder: &Path, ending: &str) -> Result<PathBuf> {
    let mut files = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    files
        .find(|path| path.to_string_lossy().ends_with(ending))
        .with_context(|| format!("apt-get left no {ending} file in {}", folder.display()))
}

/// `2.7.1` of `Version: 2.7.1+dfsg-5+deb12u1`.
fn upstream_version(description: &str) -> Option<String> {
    let version = description.lines().find_map(|line| line.strip_prefix("Version:"))?.trim();
    let length = version.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(version.len());
    (length > 0).then(|| version[..length].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_entries_become_source_entries() {
        assert_eq!(source_line("deb [arch=amd64] place suite main"), "deb-src [arch=amd64] place suite main");
        assert_eq!(source_line("deb-src place suite main"), "deb-src place suite main");
        assert_eq!(source_line("# deb place"), "# deb place");
    }

    #[test]
    fn deb822_entries_become_source_entries() {
        assert_eq!(source_field("Types: deb"), "Types: deb-src");
        assert_eq!(source_field("types: deb deb-src"), "Types: deb-src");
        assert_eq!(source_field("Suites: stable"), "Suites: stable");
    }

    #[test]
    fn only_files_that_apt_reads_are_copied() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir(from.path().join("sources.list.d")).unwrap();
        fs::write(from.path().join("sources.list"), "deb a b c\n").unwrap();
        fs::write(from.path().join("sources.list.d/x.sources"), "Types: deb\nSuites: s\n").unwrap();
        fs::write(from.path().join("sources.list.d/y.list.disabled"), "deb a b c\n").unwrap();
        assert_eq!(copy_sources(from.path(), to.path()).unwrap(), 2);
        assert_eq!(fs::read_to_string(to.path().join("x.sources")).unwrap(), "Types: deb-src\nSuites: s\n");
    }

    #[test]
    fn versions_lose_debians_part() {
        assert_eq!(upstream_version("Format: 3.0\nVersion: 2.7.1+dfsg-5+deb12u1\n").unwrap(), "2.7.1");
        assert_eq!(upstream_version("Format: 3.0\n"), None);
    }
}
