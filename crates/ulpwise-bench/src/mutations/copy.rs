//! A copy of the tree with all faults in it, each behind its question.

use super::{DeliberateFault, VARIABLE};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::path::Path;
use xtask::process::capture;

/// Copies what git keeps of a tree, as it is now, with the faults. Files that are the same already are
/// left alone, so that a second build is a small one.
pub(super) fn make(from: &Path, to: &Path, faults: &[&DeliberateFault]) -> Result<()> {
    let listed = capture(from, "git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
    let mut faulty: BTreeMap<&str, Vec<&DeliberateFault>> = BTreeMap::new();
    for fault in faults {
        faulty.entry(fault.file).or_default().push(fault);
    }
    for name in listed.split_terminator('\0').filter(|name| from.join(name).is_file()) {
        let source = from.join(name);
        let mut bytes = std::fs::read(&source).with_context(|| format!("{name} cannot be read"))?;
        if let Some(faults) = faulty.remove(name) {
            let mut text = String::from_utf8(bytes).with_context(|| format!("{name} is no text"))?;
            for fault in faults {
                text = with_fault(&text, fault).with_context(|| format!("the fault {}", fault.id))?;
            }
            bytes = text.into_bytes();
        }
        let target = to.join(name);
        if std::fs::read(&target).is_ok_and(|old| old == bytes) {
            continue;
        }
        std::fs::create_dir_all(target.parent().context("a file lies in a folder")?)?;
        std::fs::write(&target, bytes).with_context(|| format!("{name} cannot be written"))?;
        std::fs::set_permissions(&target, std::fs::metadata(&source)?.permissions())?;
    }
    ensure!(faulty.is_empty(), "files that are not there: {:?}", faulty.keys());
    Ok(())
}

/// The text of a file with a fault.
pub(super) fn with_fault(text: &str, fault: &DeliberateFault) -> Result<String> {
    let count = text.matches(fault.find).count();
    ensure!(count == 1, "{} has what it takes the place of {count} times: change the fault", fault.file);
    ensure!(fault.replace.contains("MUTATED"), "nothing asks whether the fault is made");
    Ok(text.replacen(fault.find, &fault.replace.replace("MUTATED", &question(fault.id)), 1))
}

/// Whether a fault is made, as an expression that needs nothing of the crate around it.
fn question(id: &str) -> String {
    format!(
        "{{ static MADE: std::sync::OnceLock<bool> = std::sync::OnceLock::new(); \
         *MADE.get_or_init(|| std::env::var_os(\"{VARIABLE}\").is_some_and(|name| name == \"{id}\")) }}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAULT: DeliberateFault =
        DeliberateFault { id: "sign", what: "", file: "a.rs", find: "x > 0", replace: "(x > 0) != MUTATED" };

    #[test]
    fn a_fault_stands_behind_its_question() {
        let text = with_fault("if x > 0 {}", &FAULT).unwrap();
        assert!(text.starts_with("if (x > 0) != { static MADE") && text.contains("\"sign\""), "{text}");
    }

    #[test]
    fn what_stands_there_no_more_or_twice_is_an_error() {
        assert!(with_fault("if x < 0 {}", &FAULT).is_err());
        assert!(with_fault("x > 0 && x > 0", &FAULT).is_err());
    }

    #[test]
    fn a_copy_has_the_files_of_the_tree_and_only_the_faults_differ() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let git = |arguments: &[&str]| capture(from.path(), "git", arguments).unwrap();
        git(&["init", "-q"]);
        for (name, text) in [("a.rs", "x > 0"), ("b/c.rs", "y"), ("left", "out"), (".gitignore", "left\n")] {
            let file = from.path().join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        make(from.path(), to.path(), &[&FAULT]).unwrap();
        let read = |name: &str| std::fs::read_to_string(to.path().join(name));
        assert!(read("a.rs").unwrap().contains("OnceLock"));
        assert_eq!(read("b/c.rs").unwrap(), "y");
        assert!(read("left").is_err());
        std::fs::remove_file(from.path().join("a.rs")).unwrap();
        assert!(make(from.path(), to.path(), &[&FAULT]).is_err());
    }
}
