//! Preprocessing changes no answer, and its way back gives models.

use ulpwise_base::{Budget, CancelFlag, Exhausted};
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Format, Rounding};
use ulpwise_smtlib::{Command, read_script};
use ulpwise_solver::{Folding, Preprocessed, Query, Simplified, check_model, preprocess};
use ulpwise_testkit::conformance::{Powers, check_engine};
use ulpwise_testkit::queries::{Decision, Palette, RandomQuery, decide};

fn simplify(store: &mut TermStore, assertions: &[Term]) -> Simplified {
    preprocess(store, assertions, &Budget::unlimited()).expect("there is no limit")
}

/// The assertions of a script.
fn read(store: &mut TermStore, text: &str) -> Vec<Term> {
    let commands = read_script(store, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let asserted = commands.into_iter().filter_map(|command| match command {
        Command::Assert { term, .. } => Some(term),
        _ => None,
    });
    asserted.collect()
}

const DECLARATIONS: &str = "
(declare-const p Bool) (declare-const q Bool) (declare-const r RoundingMode) (declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8)) (declare-const c (_ BitVec 8)) (declare-const u (_ BitVec 4)) (declare-const v (_ BitVec 4))
(declare-const x Float32) (declare-const y Float32) (declare-const z Float32) (declare-const d Float64)
(declare-const w (_ BitVec 32)) (declare-const m (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const n (Array (_ BitVec 8) (_ BitVec 8)))
";

/// What is left of some assertions, as text.
fn left(assertions: &str) -> Vec<String> {
    let mut store = TermStore::new();
    let assertions = read(&mut store, &format!("{DECLARATIONS}{assertions}"));
    let simplified = simplify(&mut store, &assertions);
    simplified.assertions.iter().map(|&term| store.display(term).to_string()).collect()
}

fn is_decided_sat(assertions: &str) {
    assert_eq!(left(assertions), Vec::<String>::new(), "{assertions}");
}

fn is_decided_unsat(assertions: &str) {
    assert_eq!(left(assertions), ["false"], "{assertions}");
}

#[test]
fn equations_are_substituted() {
    is_decided_sat("(assert (= x (fp.add RNE y z))) (assert (= y z))");
    is_decided_sat("(assert (= (bvadd a b) c)) (assert (= (bvxor a #x0f) (bvnot b)))");
    is_decided_unsat("(assert (= a (bvadd b #x01))) (assert (= (bvsub a #x01) c)) (assert (not (= b c)))");
    is_decided_unsat("(assert (= (bvmul a #x03) #x09)) (assert (not (= a #x03)))");
    is_decided_unsat("(assert (= (concat u v) #xa5)) (assert (not (= u #xa)))");
    is_decided_unsat(
        "(assert (= x ((_ to_fp 8 24) w))) (assert (not (= (fp.neg x) (fp.neg ((_ to_fp 8 24) w)))))",
    );
    is_decided_unsat("(assert (fp.isNaN x)) (assert (fp.lt x y))");
    // A zero is equal to the other one, and x occurs on both sides.
    assert_eq!(left("(assert (fp.eq x y)) (assert (fp.isNegative (fp.add r x y)))").len(), 2);
    assert_eq!(left("(assert (= a (bvmul a a)))").len(), 1);
}

#[test]
fn facts_are_used_elsewhere() {
    is_decided_unsat("(assert (or p q)) (assert (not p)) (assert (not q))");
    is_decided_unsat("(assert (fp.lt x y)) (assert (fp.lt y x))");
    is_decided_unsat("(assert (fp.lt x y)) (assert (= x y))");
    is_decided_unsat("(assert (bvult a b)) (assert (or (bvult b a) (= a b)))");
    let some = "(assert (fp.leq x y)) (assert (or (fp.leq (fp.add r x z) y) (fp.lt y x))) (assert (fp.lt z (fp.mul r x y)))";
    assert!(left(some).iter().all(|goal| !goal.starts_with("(or")), "{:?}", left(some));
    // NaN: not less does not mean greater or equal.
    let nan = "(assert (not (fp.lt x y))) (assert (not (fp.leq y x))) (assert (fp.lt (fp.add r x y) z)) (assert (fp.leq z x))";
    assert_ne!(left(nan), ["false"]);
}

#[test]
fn what_can_take_any_value_becomes_a_variable() {
    is_decided_sat("(assert (= (bvmul b c) (bvadd a (bvudiv b c))))");
    is_decided_sat("(assert (= ((_ to_fp 8 24) w) (fp.sqrt RNE (fp.abs y)))) (assert (fp.isSubnormal y))");
    is_decided_sat(
        "(assert (not (fp.lt ((_ to_fp 8 24) w) (fp.sqrt RNE (fp.abs y))))) (assert (fp.isSubnormal y))",
    );
    is_decided_sat("(assert (fp.isInfinite ((_ to_fp 8 24) r d)))");
    is_decided_sat("(assert (= (ite p x (fp.sqrt r y)) (fp.mul r y y)))");
    is_decided_sat("(assert (= (select m a) (bvmul a b)))");
    is_decided_unsat("(assert (bvult a #x00))");
    // Addition of floats has no inverse.
    assert_eq!(left("(assert (= (fp.add r x y) (fp.mul r y y)))").len(), 1);
    assert_eq!(left("(assert (= (fp.to_ieee_bv x) (bvmul w w)))").len(), 1);
}

#[test]
fn exact_arithmetic_on_small_integers_is_that_of_integers() {
    let within =
        |name: &str| format!("(assert (not (bvslt {name} #xf1))) (assert (not (bvslt #x0f {name})))");
    let small: String = ["a", "b", "c"].map(within).concat();
    let float = |name: &str| format!("((_ to_fp 8 24) RNE {name})");
    let [x, y, z] = ["a", "b", "c"].map(float);
    let wide = |name: &str| format!("((_ sign_extend 24) {name})");
    let [i, j, k] = ["a", "b", "c"].map(wide);
    // In another order, in integers, with halves, and multiplied out.
    is_decided_unsat(&format!(
        "{small} (assert (not (fp.eq (fp.add RNE (fp.add RNE {x} {y}) {z}) (fp.add RNE {x} (fp.add RNE {y} {z})))))"
    ));
    is_decided_unsat(&format!(
        "{small} (assert (not (fp.eq (fp.sub RNE (fp.mul RNE {x} {y}) {z}) ((_ to_fp 8 24) RNE (bvsub (bvmul {i} {j}) {k})))))"
    ));
    let half = "((_ to_fp 8 24) RNE (/ 1.0 2.0))";
    is_decided_unsat(&format!(
        "{small} (assert (fp.lt (fp.mul RNE {half} {x}) (fp.mul RNE {half} {y}))) (assert (bvslt {j} {i}))"
    ));
    let square = format!("(fp.mul RTP (fp.sub r {x} {y}) (fp.add r {x} {y}))");
    let squares = format!("(fp.sub RTZ (fp.mul r {x} {x}) (fp.mul r {y} {y}))");
    is_decided_unsat(&format!("{small} (assert (fp.lt {square} {squares}))"));
    // Without ranges a product of two such sums need not be exact; and the signs of zeros are not
    // those of integers.
    let big = "(assert (not (fp.eq (fp.mul RNE ((_ to_fp 5 11) RNE w) x16) x16)))"
        .replace("x16", "((_ to_fp 5 11) RNE (bvmul w w))");
    assert_ne!(left(&big), ["false"]);
    let zeros = format!("{small} (assert (fp.isNegative (fp.mul RNE {x} {y}))) (assert (= a #x00))");
    assert_ne!(left(&zeros), ["false"]);
}

#[test]
fn arrays_go_away() {
    let queries = [
        "(assert (= (select m a) (bvmul (select m b) (select m c)))) (assert (bvult a b))",
        "(assert (= (select (store m a b) c) (bvmul a c))) (assert (= (select m b) (bvmul a a)))",
        "(assert (not (= (store m a b) (store n b c)))) (assert (= (select m a) (bvmul (select n a) a)))",
    ];
    for query in queries {
        let mut store = TermStore::new();
        let assertions = read(&mut store, &format!("{DECLARATIONS}{query}"));
        let simplified = simplify(&mut store, &assertions);
        let order = store.topological_order(&simplified.assertions);
        let has_arrays = order.iter().any(|&term| matches!(store.sort(term), Sort::Array { .. }));
        assert!(!has_arrays, "{query}");
    }
    is_decided_unsat("(assert (= (select m #x00) #x01)) (assert (= (select (store m #x01 a) #x00) #x02))");
}

/// Enumerates the original and what is left of it.
fn check_random(seed: u64, palette: &Palette, is_rewriting: bool) -> Option<(usize, usize)> {
    let random = RandomQuery::new(seed, palette);
    let (mut store, assertions) =
        if is_rewriting { random.rewritten() } else { (random.store, random.assertions) };
    let expected = match decide(&store, &assertions, 4000) {
        Decision::Sat(_) => true,
        Decision::Unsat => false,
        Decision::TooMany => return None,
    };
    let simplified = simplify(&mut store, &assertions);
    let sizes = (store.dag_size(&assertions), store.dag_size(&simplified.assertions));
    match decide(&store, &simplified.assertions, 100_000) {
        Decision::TooMany => return None,
        Decision::Unsat => assert!(!expected, "seed {seed}: preprocessing loses all models"),
        Decision::Sat(mut model) => {
            assert!(expected, "seed {seed}: preprocessing invents models");
            let extended = simplified.reconstruction.extend(&store, &mut model, None);
            assert_eq!(extended, Ok(()), "seed {seed}");
            let checked = check_model(&store, &Query::new(&assertions), &mut model);
            assert_eq!(checked, Ok(()), "seed {seed}");
        }
    }
    Some(sizes)
}

#[test]
fn random_queries_keep_their_answers() {
    let (mut decided, mut before, mut after) = (0, 0, 0);
    for seed in 0..4000 {
        let palette = match seed % 3 {
            0 => Palette::toy(),
            1 => Palette { assertions: 6, fuel: 4, ..Palette::toy() },
            _ => Palette {
                formats: vec![Format::new(2, 2).expect("a format")],
                assertions: 5,
                ..Palette::toy()
            },
        };
        if let Some((old, new)) = check_random(seed, &palette, seed % 4 != 3) {
            (decided, before, after) = (decided + 1, before + old, after + new);
        }
    }
    assert!(decided > 3000, "only {decided} were small enough");
    assert!(after * 4 < before * 3, "{before} terms became {after}");
}

#[test]
fn behind_preprocessing_an_engine_is_still_one() {
    check_engine(&|| Box::new(Preprocessed::new(Folding)), &Powers::modest());
}

#[test]
fn long_chains_of_definitions_are_cheap() {
    const LENGTH: u32 = 50_000;
    let mut store = TermStore::new();
    let nearest = store.rounding(Rounding::NearestEven);
    let sort = Sort::Float(Format::F32);
    let mut assertions = Vec::new();
    let step = store.variable("step", sort);
    let mut last = store.variable("x", sort);
    for number in 0..LENGTH {
        let next = store.variable(&format!("x{number}"), sort);
        let sum = store.fp_add(nearest, last, step);
        assertions.push(store.eq(next, sum));
        last = next;
    }
    assertions.push(store.fp_is_infinite(last));
    let simplified = simplify(&mut store, &assertions);
    assert_eq!(simplified.assertions.len(), 1);
    assert_eq!(simplified.reconstruction.len(), LENGTH as usize);
}

#[test]
fn a_raised_flag_stops_it() {
    let flag = CancelFlag::default();
    flag.cancel();
    let mut store = TermStore::new();
    let p = store.variable("p", Sort::Bool);
    let result = preprocess(&mut store, &[p], &Budget::unlimited().with_cancel(flag));
    assert_eq!(result.err(), Some(Exhausted::Cancelled));
}

/// Written out, the conjunction of this script has 2^60 conjuncts; it has 121 different ones.
#[test]
fn shared_conjunctions_are_flattened_once() {
    use std::fmt::Write as _;
    let mut text = String::from("(declare-const c0 Bool)\n(define-fun d0 () Bool c0)\n");
    for level in 0..60 {
        let next = level + 1;
        let (p, q) = (format!("p{level}"), format!("q{level}"));
        writeln!(text, "(declare-const {p} Bool) (declare-const {q} Bool)").expect("strings take text");
        writeln!(text, "(define-fun d{next} () Bool (and (and d{level} {p}) (and d{level} {q})))")
            .expect("strings take text");
    }
    let mut store = TermStore::new();
    let assertions = read(&mut store, &format!("{text}(assert d60)"));
    let conjuncts = store.conjuncts(&assertions).expect("no conjunct is false");
    assert_eq!(conjuncts.len(), 121);
    assert!(simplify(&mut store, &assertions).assertions.is_empty(), "every variable can be true");
}
