//! `--link`: libraries and object files that the program needs, made here from C.

use crate::common::ulpwise;
use std::path::{Path, PathBuf};
use std::process::Command;

const LIBRARY: &str = "double offset = 3; double shifted(double x) { return x - offset; }";

const PROGRAM: &str = "double shifted(double x);\ndouble f(double x) { return 1 / shifted(x); }\n";

fn succeed(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The library as an object file, as an archive and as a shared library.
fn libraries(folder: &Path) -> [PathBuf; 3] {
    let source = folder.join("library.c");
    std::fs::write(&source, LIBRARY).unwrap();
    let [object, archive, shared] = ["library.o", "library.a", "library.so"].map(|name| folder.join(name));
    succeed(Command::new("clang-22").args(["-c", "-fPIC", "-o"]).args([&object, &source]));
    succeed(Command::new("llvm-ar-22").arg("rcs").args([&archive, &object]));
    succeed(Command::new("clang-22").args(["-shared", "-o"]).args([&shared, &object]));
    [object, archive, shared]
}

#[test]
fn a_search_links_and_replays_with_every_kind_of_library() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, PROGRAM).unwrap();
    let file = file.to_str().unwrap();
    for library in libraries(folder.path()) {
        let (library, found) = (library.to_str().unwrap(), format!("{}.found", library.display()));
        let searched = ulpwise(&[
            "search",
            file,
            "--fn",
            "f",
            "--calls",
            "20000",
            "--link",
            library,
            "--witnesses",
            &found,
        ]);
        assert_eq!(searched.code, Some(0), "{library}: {searched:?}");
        assert!(searched.stdout.contains("divide-by-zero: f#"), "{library}: {searched:?}");
        assert!(searched.stdout.contains("f(x = 3.0)"), "{library}: {searched:?}");
        let witness = format!("{found}/f-0-divide-by-zero.json");
        let replayed = ulpwise(&["replay", &witness]);
        assert_eq!(replayed.code, Some(0), "{library}: {replayed:?}");
    }
}

#[test]
fn native_calls_end_at_what_no_file_defines() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    let text = "double shifted(double x);\ndouble f(double x) { return x > 3 ? shifted(x) : 1 / x; }\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let witnesses = folder.path().join("witnesses");
    let kept = ["--witnesses", witnesses.to_str().unwrap()];
    let zero = ["--property", "divide-by-zero"];
    let checked = ulpwise(&[&["check", file, "--fn", "f"], &kept[..], &zero].concat());
    assert_eq!(checked.code, Some(1), "{checked:?}");
    assert!(checked.stdout.contains("f(x = 0.0)"), "{checked:?}");
    assert!(checked.stderr.contains("no given file defines shifted"), "{checked:?}");
    let witness = witnesses.join("f-f-1-divide-by-zero.json");
    let replayed = ulpwise(&["replay", witness.to_str().unwrap()]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
}

#[test]
fn what_is_missing_is_named_with_the_way_to_provide_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, PROGRAM).unwrap();
    let search = |more: &[&str]| {
        let limits = ["search", file.to_str().unwrap(), "--fn", "f", "--calls", "200"];
        ulpwise(&[&limits[..], more].concat())
    };
    let said = |finished: &crate::common::Finished| {
        finished.stderr.contains("shifted") && finished.stderr.contains("--link")
    };
    let searched = search(&[]);
    assert!(said(&searched), "{searched:?}");

    let wrong = folder.path().join("other.c");
    std::fs::write(&wrong, "int other;").unwrap();
    let object = folder.path().join("other.o");
    succeed(Command::new("clang-22").args(["-c", "-o"]).args([&object, &wrong]));
    let searched = search(&["--link", object.to_str().unwrap()]);
    assert!(said(&searched), "{searched:?}");
    for library in libraries(folder.path()) {
        let searched = search(&["--link", library.to_str().unwrap()]);
        assert!(!said(&searched), "{library:?}: {searched:?}");
    }

    // A variable has no way out.
    std::fs::write(&file, "extern double offset; double f(double x) { return 1 / (x - offset); }").unwrap();
    let refused = search(&[]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("offset") && refused.stderr.contains("--link FILE"), "{refused:?}");
}
