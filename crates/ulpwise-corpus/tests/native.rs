//! The specifications of the corpus are right: stated inputs fail natively where they should, and
//! correct programs survive random inputs.

use ulpwise_corpus::{Bench, CorpusProgram, for_each, programs_in};

/// Random inputs of each correct program.
const RUNS: u64 = 500;
const SEED: u64 = 8;

fn check_all(folder: &str) {
    let programs = programs_in(folder).unwrap_or_else(|error| panic!("{error}"));
    let bench = Bench::new().unwrap_or_else(|error| panic!("{error}"));
    let check = |program: &CorpusProgram| {
        bench.check(program, RUNS, SEED).err().map(|error| format!("{}: {error}", program.name))
    };
    let wrong: Vec<String> = for_each(&programs, check).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}

#[test]
fn specifications_of_semantics_are_right() {
    check_all("semantics");
}

#[test]
fn specifications_of_algorithms_are_right() {
    check_all("algorithms");
}

#[test]
fn specifications_of_shapes_are_right() {
    check_all("shapes");
}

#[test]
fn both_angles_have_their_half_and_about_half_of_the_programs_fail() {
    let angles = ["semantics", "algorithms"].map(|folder| programs_in(folder).expect("they can be read"));
    for programs in &angles {
        let failing = programs.iter().filter(|program| !program.failures().is_empty()).count();
        assert!(programs.len() >= 46, "only {}", programs.len());
        assert!(failing * 3 >= programs.len() && failing * 3 <= programs.len() * 2, "{failing} fail");
    }
}

#[test]
fn a_wrong_specification_is_seen() {
    let programs = programs_in("semantics").expect("they can be read");
    let bench = Bench::new().expect("inputs.c compiles");
    let named =
        |name: &str| programs.iter().find(|program| program.name.ends_with(name)).expect("it is there");
    let mut failing = named("signed_zero_identity").clone();
    let ulpwise_corpus::Expectation::Fails(failures) = &mut failing.expectation else { panic!("it fails") };
    failures[0].line += 1;
    assert!(bench.check(&failing, RUNS, SEED).unwrap_err().to_string().contains("fails instead of"));
    let ulpwise_corpus::Expectation::Fails(failures) = &mut failing.expectation else { panic!("it fails") };
    failures[0].input = vec!["float 1".into()];
    assert!(bench.check(&failing, RUNS, SEED).unwrap_err().to_string().contains("does not lead to"));
    failing.expectation = ulpwise_corpus::Expectation::Correct;
    assert!(bench.check(&failing, RUNS, SEED).unwrap_err().to_string().contains("failed"));
}
