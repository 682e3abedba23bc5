//! `ulpwise solve --certificates` and `ulpwise verify` on what it wrote.

use crate::common::{Finished, ulpwise};
use std::path::Path;

/// Two queries without solution: the first is refuted in the query itself, the second has
/// bit-vectors, and by clauses.
const SCRIPT: &str = "(declare-fun x () (_ FloatingPoint 8 24))\n\
    (declare-fun b () (_ BitVec 4))\n\
    (push 1)\n(assert (fp.lt x (fp.add RNE x ((_ to_fp 8 24) RNE (- 1.0)))))\n\
    (assert (fp.lt x ((_ to_fp 8 24) RNE 100.0)))\n(assert (fp.lt ((_ to_fp 8 24) RNE 1.0) x))\n(check-sat)\n(pop 1)\n\
    (assert (= (bvmul b b) #x3))\n(assert (bvult b #x9))\n(check-sat)\n";

fn certified(folder: &Path) -> String {
    let script = folder.join("script.smt2");
    std::fs::write(&script, SCRIPT).unwrap();
    let certificates = folder.join("certificates");
    let Finished { stdout, stderr, .. } =
        ulpwise(&["solve", script.to_str().unwrap(), "--certificates", certificates.to_str().unwrap()]);
    let answers = "unsat\nunsat\n; unsat 1: certified by steps in the query\n\
                   ; unsat 2: certified by clauses with an LRAT proof\n";
    assert_eq!((stdout.as_str(), stderr.as_str()), (answers, ""));
    certificates.to_str().unwrap().to_owned()
}

#[test]
fn certificates_are_verified_again() {
    let folder = tempfile::tempdir().unwrap();
    let certificates = certified(folder.path());
    let Finished { stdout, code, .. } = ulpwise(&["verify", &certificates]);
    assert_eq!(code, Some(0), "{stdout}");
    assert!(stdout.ends_with("2 certificates: 2 proofs verified, 0 certificates refused\n"), "{stdout}");
}

#[test]
fn damaged_certificates_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let certificates = certified(folder.path());
    let change = |file: &str, change: &dyn Fn(&str) -> String| {
        let path = Path::new(&certificates).join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, change(&text)).unwrap();
    };
    // The steps lose their end, and the query of the clauses becomes another one.
    change("query-000001.steps", &|text| text.lines().take(2).collect::<Vec<_>>().join("\n"));
    change("query-000002.smt2", &|text| text.replace("bvmul", "bvadd"));
    let Finished { stdout, code, .. } = ulpwise(&["verify", &certificates]);
    assert_ne!(code, Some(0), "{stdout}");
    assert!(stdout.contains("query-000001.steps: 0 proofs verified\n  refused: "), "{stdout}");
    let other = "query-000002.lrat: 0 proofs verified\n  refused: its clauses were made of another query\n";
    assert!(stdout.contains(other), "{stdout}");
}
