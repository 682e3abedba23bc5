//! Declared functions and sorts, arrays of any sorts, datatypes: what the solver answers.

use ulpwise_script::{IncrementalSolver, SolveOptions};

/// The words answered to a script.
fn answers(script: &str) -> Vec<String> {
    let mut solver = IncrementalSolver::new(&SolveOptions::default()).unwrap();
    let executed = solver.execute(script);
    assert!(executed.is_accepted, "{script}: {}", executed.output);
    executed.output.lines().map(str::to_owned).collect()
}

#[test]
fn functions_give_equal_results_for_equal_arguments() {
    let declarations = "(declare-sort U 0) (declare-fun f (Float32) Float32) (declare-fun h (U U) U)
        (declare-const a U) (declare-const b U) (declare-const x Float32) (declare-const y Float32)
        (define-fun k ((p U)) U (h p (h p a)))";
    for (assertions, expected) in [
        ("(assert (= x y)) (assert (not (= (f x) (f y))))", "unsat"),
        ("(assert (fp.eq x y)) (assert (not (= (f x) (f y))))", "sat"),
        ("(assert (distinct a b (h a b))) (assert (= (h b a) a))", "sat"),
        ("(assert (= (k b) b)) (assert (not (= (h b (h b a)) b)))", "unsat"),
        ("(assert (= a b)) (assert (distinct (ite (= x y) a b) b))", "unsat"),
    ] {
        assert_eq!(answers(&format!("{declarations} {assertions} (check-sat)")), [expected], "{assertions}");
    }
}

#[test]
fn arrays_of_any_sorts_are_extensional() {
    for (script, expected) in [
        (
            "(declare-const m (Array Float32 Float64)) (declare-const n (Array Float32 Float64))
          (declare-const x Float32) (declare-const v Float64)
          (assert (= n (store m x v))) (assert (not (= (select n x) v)))",
            "unsat",
        ),
        (
            "(declare-const m (Array Float32 Float64)) (declare-const n (Array Float32 Float64))
          (declare-const x Float32) (declare-const v Float64)
          (assert (= n (store m x v))) (assert (distinct n m)) (assert (fp.isNaN v))",
            "sat",
        ),
        (
            "(declare-const a (Array Bool Bool)) (declare-const b (Array Bool Bool))
          (assert (= (select a true) (select b true))) (assert (= (select a false) (select b false)))
          (assert (distinct a b))",
            "unsat",
        ),
        (
            "(declare-const a (Array Bool Float16))
          (assert (= ((as const (Array Bool Float16)) (_ NaN 5 11))
                     (store (store a true (_ +oo 5 11)) false (_ +oo 5 11))))",
            "unsat",
        ),
        (
            "(declare-const n (Array (_ BitVec 8) (Array Bool Float16))) (declare-const i (_ BitVec 8))
          (assert (= (select (select n i) true) (_ +oo 5 11))) (assert (= i #x01))
          (assert (= n (store n #x01 ((as const (Array Bool Float16)) (_ NaN 5 11)))))",
            "unsat",
        ),
        (
            "(declare-sort U 0) (declare-const i U) (declare-const a (Array U (Array U Float16)))
          (declare-const b (Array U (Array U Float16)))
          (assert (not (= a b))) (assert (= (select a i) (select b i)))",
            "sat",
        ),
        (
            "(declare-sort S 1) (declare-sort T 0) (define-sort M (X) (Array X (S X)))
          (declare-const m (M T)) (declare-const t T) (declare-const u T)
          (assert (distinct (select m t) (select m u))) (assert (= t u))",
            "unsat",
        ),
    ] {
        assert_eq!(answers(&format!("{script} (check-sat)")), [expected], "{script}");
    }
}

#[test]
fn datatypes_have_their_constructors_and_no_other_values() {
    let declarations = "(declare-datatypes ((Color 0)) (((red) (green) (blue))))
        (declare-datatype Pair ((pair (first Float32) (second Color))))
        (declare-datatypes ((Opt 0)) (((none) (some (val Float16)))))
        (declare-const c Color) (declare-const d Color) (declare-const p Pair)
        (declare-const o Opt) (declare-const q Opt)";
    for (assertions, expected) in [
        ("(assert (distinct c d red green))", "unsat"),
        ("(assert (and (not (= c red)) (not (= c green)) (not ((_ is blue) c))))", "unsat"),
        ("(assert (= (second p) green)) (assert (fp.isNaN (first p)))", "sat"),
        ("(assert (= p (pair (_ NaN 8 24) red))) (assert (not (fp.isNaN (first p))))", "unsat"),
        ("(assert (= o q none)) (assert (distinct (val o) (val q)))", "unsat"),
        ("(assert (distinct o q)) (assert (= (val o) (val q)))", "sat"),
        (
            "(assert (distinct o q)) (assert (= (val o) (val q))) (assert (is-some o)) (assert (is-some q))",
            "unsat",
        ),
    ] {
        assert_eq!(answers(&format!("{declarations} {assertions} (check-sat)")), [expected], "{assertions}");
    }
}

#[test]
fn models_say_what_functions_and_datatypes_are() {
    let script = "(declare-datatypes ((Color 0)) (((red) (green))))
        (declare-fun f (Color) Float16) (declare-const c Color) (declare-fun g () Color)
        (assert (= (f c) (_ +oo 5 11))) (assert (= c green)) (assert (= (f red) (_ NaN 5 11)))
        (check-sat) (get-value (c (f c) (f g))) (get-model)";
    let answer = answers(script).join("\n");
    assert!(answer.starts_with("sat\n((c green)\n ((f c) (_ +oo 5 11))\n ((f g) "), "{answer}");
    assert!(answer.contains("(define-fun c () Color green)"), "{answer}");
    assert!(answer.contains("(define-fun f ((x!0 Color)) (_ FloatingPoint 5 11) (ite (= x!0 "), "{answer}");
}

#[test]
fn levels_take_back_declared_functions() {
    let script = "(push 1) (declare-fun f (Bool) Bool) (assert (distinct (f true) (f false))) (check-sat)
        (assert (not (f true))) (assert (not (f false))) (check-sat) (pop 1)
        (declare-fun f (Float16) Bool) (assert (f (_ NaN 5 11))) (check-sat)";
    assert_eq!(answers(script), ["sat", "unsat", "sat"]);
}

#[test]
fn quantifiers_over_few_values_are_decided() {
    let tiny = "(_ FloatingPoint 2 3)";
    for (assertions, expected) in [
        (format!("(assert (forall ((x {tiny})) (or (fp.isNaN x) (fp.leq x (_ +oo 2 3)))))"), "sat"),
        (format!("(assert (forall ((x {tiny})) (fp.leq x (_ +oo 2 3))))"), "unsat"),
        (
            format!(
                "(declare-fun f ({tiny}) Bool) (assert (forall ((x {tiny})) (= (f x) (fp.isNegative x))))
                 (assert (f ((_ to_fp 2 3) RNE 1.0)))"
            ),
            "unsat",
        ),
        ("(assert (forall ((a Bool) (b Bool)) (exists ((c Bool)) (= c (xor a b)))))".to_owned(), "sat"),
        ("(assert (exists ((c Bool)) (forall ((a Bool)) (= c a))))".to_owned(), "unsat"),
    ] {
        assert_eq!(answers(&format!("{assertions} (check-sat)")), [expected], "{assertions}");
    }
}

#[test]
fn quantifiers_over_many_values_are_refuted_or_unknown() {
    for (assertion, expected) in [
        ("(exists ((x Float32)) (fp.lt (fp.add RNE x x) x))", "sat"),
        ("(exists ((x Float32)) (fp.lt x x))", "unsat"),
        ("(forall ((x Float32)) (fp.leq x x))", "unsat"),
        ("(forall ((x Float32)) (or (fp.isNaN x) (fp.leq x x)))", "unknown"),
        ("(forall ((x Float32)) (exists ((y Float32)) (= x y)))", "unknown"),
    ] {
        assert_eq!(answers(&format!("(assert {assertion}) (check-sat)")), [expected], "{assertion}");
    }
}
