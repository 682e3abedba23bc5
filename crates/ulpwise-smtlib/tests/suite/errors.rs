//! Bad scripts: each error names what is wrong and where.

use ulpwise_base::Budget;
use ulpwise_expr::TermStore;
use ulpwise_smtlib::{ScriptSource, Session, fold, read_script};

/// Declarations that the scripts below start with; they are all on line 1.
const DECLARATIONS: &str = "(declare-const x Float32)(declare-const y Float64)(declare-const b (_ BitVec 8))\
                            (declare-const p Bool)(declare-const r RoundingMode)(declare-const q Real)\
                            (define-fun f ((v Float32)) Bool (fp.isNaN v))\n";

#[track_caller]
fn assert_error(script: &str, line: u32, column: u32, message: &str) {
    let text = format!("{DECLARATIONS}{script}");
    let error = read_script(&mut TermStore::new(), text.as_bytes()).expect_err(script);
    assert_eq!((error.position.line, error.position.column), (line + 1, column), "{script}: {error}");
    assert!(error.kind.to_string().contains(message), "{script}: {error}");
}

#[test]
fn what_is_no_script() {
    assert_error("assert", 1, 1, "expected a command, found assert");
    assert_error(")", 1, 1, "expected a command, found )");
    assert_error("(asert p)", 1, 2, "unknown command asert");
    assert_error("(assert p", 1, 10, "expected ), but the script ends");
    assert_error("(assert (and p\n  (or p p)", 2, 11, "expected a term, but the script ends");
    assert_error("(assert p p)", 1, 11, "expected ), found p");
    assert_error("(assert)", 1, 8, "expected a term, found )");
    assert_error("(assert (and))", 1, 13, "expected a term, found )");
    assert_error("(assert ())", 1, 10, "expected an operator, found )");
    assert_error("(assert (12 p))", 1, 10, "expected an operator, found 12");
    assert_error("(assert ((fp.isNaN) x))", 1, 11, "expected _ or as, found fp.isNaN");
    assert_error("(assert :p)", 1, 9, "expected a term, found :p");
    assert_error("(assert \"p\")", 1, 9, "strings as terms");
    assert_error("(assert p{)", 1, 10, "no token starts with {");
    assert_error("(assert |p", 1, 9, "no end");
    assert_error("(assert (let (p) p))", 1, 15, "expected a binding or ), found p");
    assert_error("(assert (let ((p)) p))", 1, 17, "expected a term, found )");
    assert_error("(assert (let ((k p) (k p)) k))", 1, 26, "k is bound twice");
    assert_error("(assert (! p p))", 1, 14, "expected an annotation or ), found p");
    assert_error("(set-info)", 1, 10, "expected a keyword, found )");
    assert_error("(set-info :a :b)", 1, 14, "expected a value, found :b");
    assert_error("(echo 1)", 1, 7, "expected a string, found 1");
    assert_error("(push x)", 1, 7, "expected a numeral, found x");
    assert_error("(pop 1)", 1, 2, "there are 0 levels");
    assert_error("(push 2)(pop 3)", 1, 10, "there are 2 levels");
    assert_error("(push 4000000000)", 1, 2, "at most");
    assert_error("(get-value ())", 1, 13, "expected a term, found )");
}

#[test]
fn names_without_meaning_and_names_with_two() {
    assert_error("(assert foo)", 1, 9, "unknown symbol foo");
    assert_error("(assert (foo p))", 1, 10, "unknown symbol foo");
    assert_error("(assert\n\n ((_ foo 1) p))", 3, 6, "unknown indexed operator foo");
    assert_error("(assert (_ foo 1))", 1, 12, "unknown indexed constant foo");
    assert_error("(declare-const k Foo)", 1, 18, "unknown sort Foo");
    assert_error("(declare-const k (_ Foo 1))", 1, 21, "unknown indexed sort Foo");
    assert_error("(assert (let ((k p)) k))(assert k)", 1, 33, "unknown symbol k");
    assert_error("(push)(declare-const k Bool)(pop)(assert k)", 1, 42, "unknown symbol k");
    assert_error("(declare-const p Bool)", 1, 16, "p is already declared");
    assert_error("(declare-const fp.add Bool)", 1, 16, "fp.add is already declared");
    assert_error("(declare-const let Bool)", 1, 16, "let is already declared");
    assert_error("(define-fun f () Bool p)", 1, 13, "f is already declared");
    assert_error("(define-sort Bool () Real)", 1, 14, "Bool is already declared");
    assert_error("(assert (! p :named q))", 1, 21, "q is already declared");
    assert_error("(define-fun g ((v Bool) (v Bool)) Bool v)", 1, 26, "v is already declared");
    assert_error("(assert (p p))", 1, 10, "expected an operator or a function with arguments, found p");
    assert_error("(assert and)", 1, 9, "expected a term, found and");
}

#[test]
fn ill_sorted_terms_say_which_operator_and_which_sorts() {
    let sorts = "fp.add cannot be applied to (RoundingMode (_ FloatingPoint 8 24) (_ FloatingPoint 11 53))";
    assert_error("(assert (fp.isNaN\n  (fp.add r x y)))", 2, 4, sorts);
    assert_error("(assert (= x y))", 1, 10, "= cannot be applied to");
    assert_error("(assert (fp.lt x x y))", 1, 10, "fp.lt cannot be applied to");
    assert_error("(assert (bvule b #x1))", 1, 10, "bvule cannot be applied to ((_ BitVec 8) (_ BitVec 4))");
    assert_error("(assert (not p p))", 1, 10, "not cannot be applied to (Bool Bool): it takes one Bool");
    assert_error(
        "(assert (f y))",
        1,
        10,
        "f cannot be applied to ((_ FloatingPoint 11 53)): it takes ((_ Fl",
    );
    assert_error("(assert (f x x))", 1, 10, "f cannot be applied to");
    assert_error(
        "(assert x)",
        1,
        9,
        "assert cannot be applied to ((_ FloatingPoint 8 24)): it takes one Bool",
    );
    assert_error("(check-sat-assuming (x))", 1, 22, "check-sat-assuming cannot be applied to");
    assert_error("(define-fun g () Bool x)", 1, 23, "it takes a body of sort Bool");
    assert_error("(assert (as p Real))", 1, 13, "(as p Real) cannot be applied to (Bool)");
    assert_error("(assert (= x ((_ to_fp 8 24) p)))", 1, 15, "(_ to_fp 8 24) cannot be applied to (Bool)");
    assert_error(
        "(assert (= x ((_ to_fp 8 24) b)))",
        1,
        15,
        "(_ to_fp 8 24) cannot be applied to ((_ BitVec 8))",
    );
    assert_error("(assert (= b ((_ extract 8 0) b)))", 1, 15, "(_ extract 8 0) cannot be applied to");
    assert_error("(assert (= x (fp #b00 #x00 #x0)))", 1, 15, "fp cannot be applied to ((_ BitVec 2)");
    let array = "((as const (Array (_ BitVec 8) (_ BitVec 8))) #x0)";
    assert_error(&format!("(assert (= {array} {array}))"), 1, 13, "(as const (Array");
}

#[test]
fn numbers_out_of_range_and_what_terms_cannot_express() {
    assert_error("(declare-const k (_ BitVec 0))", 1, 21, "out of range");
    assert_error("(declare-const k (_ BitVec 1048577))", 1, 21, "out of range");
    assert_error("(declare-const k (_ BitVec 99999999999))", 1, 28, "more than 32 bits");
    assert_error("(declare-const k (_ FloatingPoint 1 5))", 1, 21, "out of range");
    assert_error("(assert (= x (_ +oo 1 24)))", 1, 17, "no format (1,24)");
    assert_error("(assert (= x ((_ to_fp 99 24) r x)))", 1, 18, "out of range");
    assert_error("(assert (= b (_ bv256 8)))", 1, 17, "this number has more than 8 bits");
    assert_error("(assert (= b (_ bv0 0)))", 1, 17, "no sort");
    assert_error(&format!("(assert (= b #b{}))", "0".repeat((1 << 20) + 1)), 1, 14, "at most 1048576 bits");
    assert_error("(declare-sort S 1)(declare-const k S)", 1, 36, "takes 1 parameters, not 0");
    assert_error("(declare-sort S 0)(declare-const k S)(assert k)", 1, 46, "assert");
    assert_error(
        "(declare-fun g (Bool) Bool)(assert (g RNE))",
        1,
        37,
        "g cannot be applied to (RoundingMode): it takes (Bool)",
    );
    assert_error(
        "(declare-const k (Array Bool Bool))(assert (select k #b1))",
        1,
        45,
        "select cannot be applied",
    );
    assert_error("(assert (forall () true))", 1, 10, "at least one variable");
    assert_error("(assert (lambda ((k Bool)) k))", 1, 10, "(lambda …)");
    assert_error("(declare-datatypes ((L 0)) (((c (tail L)))))", 1, 20, "contain themselves");
    assert_error("(declare-datatypes ((L 1)) ((par (X) ((c)))))", 1, 22, "datatypes with parameters");
    assert_error("(define-fun g ((v Bool)) Bool (! v :named k))", 1, 43, ":named in the body");
}

#[test]
fn short_texts_that_would_grow_without_limit() {
    assert_error(&format!("(assert (distinct {}))", "b ".repeat(2049)), 1, 10, "at most 2048 operands");
    let mut doubling =
        "(define-fun f0 ((v (_ BitVec 8)) (w (_ BitVec 8))) (_ BitVec 8) (bvmul (bvadd v w) w))".to_owned();
    for number in 1..60 {
        let inner = number - 1;
        doubling.push_str(&format!(
            "\n(define-fun f{number} ((v (_ BitVec 8)) (w (_ BitVec 8))) (_ BitVec 8) (f{inner} (f{inner} v w) (f{inner} w v)))"
        ));
    }
    let error = read_script(&mut TermStore::new(), doubling.as_bytes()).unwrap_err();
    assert!(error.kind.to_string().contains("functions expand to more than"), "{error}");
}

#[test]
fn an_exhausted_store_is_an_error_of_the_script() {
    let mut text = String::new();
    for width in 1..40_000 {
        text.push_str(&format!(
            "(declare-const x{width} (_ BitVec {width}))(assert (= x{width} x{width}))\n"
        ));
    }
    let error = read_script(&mut TermStore::new(), text.as_bytes()).unwrap_err();
    assert!(error.kind.to_string().contains("at most 32768 different sorts"), "{error}");
}

/// What a script answers, and how many errors there were.
fn run(text: &[u8]) -> (String, u64) {
    let mut output = Vec::new();
    let mut engine = fold;
    let mut session = Session::new(&mut engine, Budget::unlimited());
    session.run(&mut ScriptSource::new(text), &mut output).unwrap();
    (String::from_utf8(output).unwrap(), session.statistics().errors)
}

#[test]
fn errors_are_written_as_solvers_do_and_end_the_script() {
    let (output, errors) = run(b"(check-sat)\n(assert |a \" b|)\n(check-sat)\n");
    assert_eq!(output, "sat\n(error \"line 2 column 9: unknown symbol a \"\" b\")\n");
    assert_eq!(errors, 1);
}

#[test]
fn a_question_at_the_wrong_time_does_not_end_the_script() {
    let (output, errors) = run(b"(get-model)(assert false)(check-sat)(get-value (true))(echo \"on\")");
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[0], "(error \"line 1 column 1: there is a model only after sat\")");
    assert_eq!(lines[1], "unsat");
    assert!(lines[2].starts_with("(error \"line 1 column 37: "), "{output}");
    assert_eq!(lines[3], "\"on\"");
    assert_eq!(errors, 2);
}

#[test]
fn bytes_beyond_ascii() {
    let (output, _) = run("(echo \"grüße\") ; größer\n(declare-const |größe| Bool)(assert größe)".as_bytes());
    let message = "byte 0xc3 can only stand in |quoted symbols|, strings and comments";
    assert_eq!(output, format!("\"grüße\"\n(error \"line 2 column 39: {message}\")\n"));
    let (output, errors) = run(b"; \xff\n(set-info :source |\xff|)(declare-const |\xff| Bool)");
    assert_eq!(
        (output.contains("line 2 column 39: this symbol is not valid UTF-8"), errors),
        (true, 1),
        "{output}"
    );
}

#[test]
fn numbers_beyond_all_use_are_refused_before_they_are_made() {
    let digits = "9".repeat(1_000_000);
    assert_error(&format!("(assert (= q {digits}))"), 1, 14, "more than 524288 bits");
    assert_error(&format!("(assert (= q {digits}.5))"), 1, 14, "more than 524288 bits");
    assert_error(&format!("(assert (= q 0.{digits}))"), 1, 14, "more than 524288 bits");
    assert_error(&format!("(assert (= q 0.{}))", &digits[..150_000]), 1, 14, "more than 524288 bits");
    assert_error(&format!("(assert (= b (_ bv{digits} 8)))"), 1, 17, "more than 8 bits");
    assert_error(&format!("(assert (= b ((_ extract {digits} 0) b)))"), 1, 26, "more than 32 bits");
    assert_error(&format!("(push {digits})"), 1, 7, "more than 32 bits");
    // Zeros at the ends do not count.
    let zeros = "0".repeat(1_000_000);
    let text = format!(
        "{DECLARATIONS}(assert (= q {zeros}1.5{zeros}))(assert (= b (_ bv{zeros}255 8)))(push {zeros}1)"
    );
    assert_eq!(read_script(&mut TermStore::new(), text.as_bytes()).unwrap().len(), 10);
}
