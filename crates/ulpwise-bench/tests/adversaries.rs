//! The adversaries of proofs, on a few seeds: nothing that is proven happens, and what is only said
//! to be proven is seen to happen.

use std::process::{Command, Output};

fn fuzz(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_ulpwise-bench");
    Command::new(program).arg("fuzz").args(arguments).output().expect("the program starts")
}

#[test]
fn no_proof_of_a_random_program_is_wrong() {
    let found = fuzz(&["programs", "--cases", "6", "--seed", "8", "--calls", "20000", "--timeout-ms", "500"]);
    let text = String::from_utf8_lossy(&found.stdout);
    assert!(found.status.success(), "{text}");
    let languages = r#"6 programs {"c": 3, "cpp": 1, "f90": 1, "rs": 1}"#;
    assert!(text.starts_with(languages), "{text}");
    assert!(!text.contains(", 0 facts proven"), "{text}");
}

#[test]
fn a_wrong_claim_is_seen_to_be_wrong() {
    let found = fuzz(&[
        "programs",
        "--cases",
        "1",
        "--seed",
        "3",
        "--calls",
        "20000",
        "--timeout-ms",
        "500",
        "--pretend",
    ]);
    let text = String::from_utf8_lossy(&found.stdout);
    assert!(!found.status.success(), "{text}");
    assert!(text.contains("was called proven (pretended) and happens"), "{text}");
}

#[test]
fn models_of_the_library_do_what_it_does() {
    let all = fuzz(&["libc", "--cases", "40", "--symbolic", "0"]);
    assert!(all.status.success(), "{}", String::from_utf8_lossy(&all.stdout));
    let found = fuzz(&["libc", "--cases", "60", "--symbolic", "1", "--only", "str"]);
    let text = String::from_utf8_lossy(&found.stdout);
    assert!(found.status.success(), "{text}");
    assert!(!text.contains(", 0 along paths"), "{text}");
}

#[test]
fn a_byte_that_a_model_does_not_write_is_seen() {
    let found = fuzz(&["libc", "--cases", "5", "--symbolic", "5", "--only", "strncpy", "--pretend"]);
    let text = String::from_utf8_lossy(&found.stdout);
    assert!(!found.status.success(), "{text}");
    assert!(text.contains("strncpy: the interpreter differs in D+56"), "{text}");
    assert!(text.contains("strncpy along paths: differs in D+56"), "{text}");
}

#[test]
fn no_bound_of_a_random_function_is_exceeded() {
    let found = fuzz(&["bounds", "--cases", "12", "--seed", "1", "--calls", "2000", "--timeout-ms", "400"]);
    let text = String::from_utf8_lossy(&found.stdout);
    assert!(found.status.success(), "{text}");
    assert!(text.starts_with("12 functions, ") && !text.contains(", 0 bounds"), "{text}");
}

#[test]
fn an_error_above_its_bound_is_seen() {
    let found = fuzz(&[
        "bounds",
        "--cases",
        "6",
        "--seed",
        "1",
        "--calls",
        "500",
        "--timeout-ms",
        "400",
        "--pretend",
    ]);
    let text = String::from_utf8_lossy(&found.stdout);
    assert!(!found.status.success() && text.contains("above its bound: "), "{text}");
}
