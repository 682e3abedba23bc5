//! Whole scripts and what they answer.

use crate::EVERYTHING;
use ulpwise_base::Budget;
use ulpwise_expr::{Model, Term, TermStore};
use ulpwise_smtlib::{CheckSatAnswer, Flow, ScriptSource, Session, fold};

/// What a script answers with folding alone.
fn run(text: &str) -> String {
    let mut engine = fold;
    run_with(&mut Session::new(&mut engine, Budget::unlimited()), text)
}

fn run_with(session: &mut Session<'_>, text: &str) -> String {
    let mut output = Vec::new();
    session.run(&mut ScriptSource::new(text.as_bytes()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn every_command() {
    let expected = r#""constants and ""strings"""
unknown
unknown
sat
(
  (define-fun c () (_ BitVec 8) #x2a)
  (define-fun p () Bool true)
)
((c #x2a)
 ((bvadd c #x01) #x2b)
 (p true))
((answer true)
 (truth true))
((= #x2a c)
 p)
(:name "ulpwise")
(:reason-unknown "")
false
unsat
(answer truth)
()
unsupported
"#;
    let output = run(EVERYTHING);
    let output = output.replace("(= c #x2a)", "(= #x2a c)");
    assert_eq!(output, expected);
}

#[test]
fn levels_take_back_assertions_and_declarations() {
    let text = "(declare-const p Bool)(push)(assert (not p))(declare-const q Bool)(assert q)(check-sat)(push 2)\
                (assert p)(check-sat)(pop 2)(check-sat)(pop 1)(declare-const q Bool)(assert (and p (not q)))(check-sat)\
                (get-value (p q))(get-info :assertion-stack-levels)";
    assert_eq!(run(text), "sat\nunsat\nsat\nsat\n((p true)\n (q false))\n(:assertion-stack-levels 0)\n");
    let global = "(set-option :global-declarations true)(push)(declare-const p Bool)(assert p)(pop)(assert (not p))\
                  (check-sat)(get-model)";
    assert_eq!(run(global), "sat\n(\n  (define-fun p () Bool false)\n)\n");
    let reset = "(declare-const p Bool)(assert p)(reset-assertions)(declare-const p Bool)(assert (not p))(check-sat)\
                 (reset)(declare-const p Bool)(assert p)(check-sat)";
    assert_eq!(run(reset), "sat\nsat\n");
}

#[test]
fn assumptions_hold_for_one_question_only() {
    let text = "(declare-const p Bool)(declare-const q Bool)(assert (= p (not q)))(assert p)\
                (check-sat-assuming (q))(get-unsat-assumptions)(check-sat)(check-sat-assuming ((not q)))(get-value (q))";
    assert_eq!(run(text), "unsat\n(q)\nsat\nsat\n((q false))\n");
}

#[test]
fn values_of_every_sort() {
    let text = "(declare-const a (Array (_ BitVec 8) (_ BitVec 4)))(declare-const r RoundingMode)(declare-const s Real)\
        (declare-const x Float16)(declare-const |b c| (_ BitVec 5))(check-sat)\
        (get-value (a r s x |b c| (store a #x01 #xf) (/ 1 3) (- 2.5) ((_ to_fp 5 11) RNE 1.5) (_ NaN 5 11) (_ -oo 5 11)))";
    let expected = "sat
((a ((as const (Array (_ BitVec 8) (_ BitVec 4))) #x0))
 (r RNE)
 (s 0.0)
 (x (_ +zero 5 11))
 (|b c| #b00000)
 ((store a #x01 #xf) (store ((as const (Array (_ BitVec 8) (_ BitVec 4))) #x0) #x01 #xf))
 ((/ 1 3) (/ 1.0 3.0))
 ((- 2.5) (- (/ 5.0 2.0)))
 (((_ to_fp 5 11) RNE 1.5) (fp #b0 #b01111 #b1000000000))
 ((_ NaN 5 11) (_ NaN 5 11))
 ((_ -oo 5 11) (_ -oo 5 11)))
";
    assert_eq!(run(text), expected);
}

#[test]
fn options_and_information() {
    let text = "(set-option :print-success true)(set-logic QF_BV)(set-option :unknown 3)(set-option :verbosity 2)\
                (get-option :verbosity)(get-option :unknown)(get-info :unknown)(get-info :error-behavior)\
                (set-option :print-success maybe)(push)(exit)";
    let expected = "success\nsuccess\nunsupported\nsuccess\n2\nunsupported\nunsupported\n\
                    (:error-behavior immediate-exit)\nunsupported\nsuccess\nsuccess\n";
    assert_eq!(run(text), expected);
}

#[test]
fn exit_ends_the_script() {
    let mut engine = fold;
    let mut session = Session::new(&mut engine, Budget::unlimited());
    let mut output = Vec::new();
    let mut source = ScriptSource::new(b"(check-sat)(exit)(check-sat)");
    assert_eq!(session.run(&mut source, &mut output).unwrap(), Flow::Stop);
    assert_eq!(output, b"sat\n");
    assert_eq!(session.statistics().checks, 1);
}

#[test]
fn a_script_may_come_in_pieces() {
    let mut engine = fold;
    let mut session = Session::new(&mut engine, Budget::unlimited()).writing_models();
    assert_eq!(run_with(&mut session, "(declare-const p Bool)"), "");
    assert_eq!(
        run_with(&mut session, "(assert p) (check-sat)"),
        "sat\n(\n  (define-fun p () Bool true)\n)\n"
    );
    let mut output = Vec::new();
    let mut source = ScriptSource::starting_on_line(b"\n(assert q)", 12);
    assert_eq!(session.run(&mut source, &mut output).unwrap(), Flow::Stop);
    assert_eq!(String::from_utf8(output).unwrap(), "(error \"line 13 column 9: unknown symbol q\")\n");
}

#[test]
fn a_wrong_model_is_not_believed() {
    let mut liar = |_: &mut TermStore, _: &[Term], _: &Budget| CheckSatAnswer::Sat(Model::new());
    let mut session = Session::new(&mut liar, Budget::unlimited());
    let output =
        run_with(&mut session, "(declare-const p Bool)(assert p)(check-sat)(get-info :reason-unknown)");
    assert_eq!(output, "unknown\n(:reason-unknown \"the model found does not satisfy the assertions\")\n");
    let libm =
        "(declare-const x Float32)(assert (fp.lt (libm.sin RNE x) x))(check-sat)(get-info :reason-unknown)";
    assert!(
        run_with(&mut session, &format!("(reset){libm}")).contains("cannot be checked: no value is known")
    );
}

#[test]
fn no_time_is_left() {
    let mut engine = fold;
    let mut session = Session::new(&mut engine, Budget::unlimited().with_time(std::time::Duration::ZERO));
    let output = run_with(&mut session, "(assert true)(check-sat)(get-info :reason-unknown)");
    assert_eq!(output, "unknown\n(:reason-unknown \"time limit reached\")\n");
}

#[test]
fn what_smtlib_leaves_open_is_not_folded() {
    let zeros = "(declare-const x Float32)(declare-const y Float32)(assert (= x (_ +zero 8 24)))(assert (= y (_ -zero 8 24)))";
    // Whichever zero it is, some choice allows it: never unsat.
    for zero in ["x", "y"] {
        let answer = run(&format!("{zeros}(assert (= (fp.min x y) {zero}))(check-sat)"));
        assert!(answer == "sat\n" || answer == "unknown\n", "{answer}");
    }
    let unequal = format!("{zeros}(assert (not (= (fp.min x y) (fp.min x y))))(check-sat)");
    assert_eq!(run(&unequal), "unsat\n");
}

/// Sixty squarings in a line of text are a number that fits no machine.
#[test]
fn numbers_that_would_outgrow_memory_are_unknown() {
    let squares: String =
        (0..60).map(|number| format!("(let ((x{} (* x{number} x{number}))) ", number + 1)).collect();
    let brackets = ")".repeat(60);
    for start in ["3.5", "(/ 1.0 3.0)", "(+ q 1.5)"] {
        let text = format!(
            "(declare-const q Real)(assert (let ((x0 {start})) {squares}(< 1.0 x60){brackets}))(check-sat)(get-info :reason-unknown)"
        );
        assert!(run(&text).starts_with("unknown\n(:reason-unknown \"folding leaves"), "{}", run(&text));
    }
    let conversion = "(assert (fp.isInfinite ((_ to_fp 8 24) RNE (fp.to_real (fp #b0 #b11111111111111111111111110 #b01)))))(check-sat)";
    assert_eq!(run(conversion), "unknown\n");
}

#[test]
fn a_reset_forgets_global_declarations_too() {
    let text = "(set-option :global-declarations true)(declare-const p Bool)(assert (! p :named n))(reset)\
                (declare-const p (_ BitVec 8))(assert (= p #x01))(check-sat)(get-model)(get-assignment)";
    assert_eq!(run(text), "sat\n(\n  (define-fun p () (_ BitVec 8) #x01)\n)\n()\n");
    let kept = "(set-option :global-declarations true)(declare-const p Bool)(assert p)(reset-assertions)\
                (assert (not p))(check-sat)(get-model)";
    assert_eq!(run(kept), "sat\n(\n  (define-fun p () Bool false)\n)\n");
}

#[test]
fn a_reason_is_that_of_the_last_answer() {
    let text = "(declare-const x Float32)(push)(assert (fp.gt (fp.mul RNE x x) x))(check-sat)(pop)(check-sat)\
                (get-info :reason-unknown)";
    assert_eq!(run(text), "unknown\nsat\n(:reason-unknown \"\")\n");
}
