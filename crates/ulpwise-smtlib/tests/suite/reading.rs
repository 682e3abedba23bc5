//! What the reader makes of every form of a term that the printer does not write.

use ulpwise_expr::{Model, Sort, Term, TermStore, Value, evaluate};
use ulpwise_float::{Float, Format, Rational};
use ulpwise_smtlib::{Command, read_script};

/// Declarations for the terms below.
const DECLARATIONS: &str = "(declare-const p Bool)(declare-const o Bool)(declare-const n Bool)\
    (declare-const a (_ BitVec 8))(declare-const b (_ BitVec 8))(declare-const c (_ BitVec 8))\
    (declare-const x Float32)(declare-const y Float32)(declare-const z Float32)\
    (declare-const r RoundingMode)(declare-const s Real)(declare-const t Real)\
    (define-fun half ((v Float32)) Float32 (fp.mul RNE v ((_ to_fp 8 24) #x3f000000)))";

/// Reads a proposition.
#[track_caller]
fn read(store: &mut TermStore, text: &str) -> Term {
    let script = format!("{DECLARATIONS}(assert {text})");
    let commands = read_script(store, script.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    match commands.last() {
        Some(Command::Assert { term, .. }) => *term,
        other => panic!("{text}: {other:?}"),
    }
}

/// That two texts are one term, even without rewriting.
#[track_caller]
fn assert_same(text: &str, other: &str) {
    let mut store = TermStore::without_rewrites();
    let (first, second) = (read(&mut store, text), read(&mut store, other));
    assert_eq!(first, second, "{} is not {}", store.display(first), store.display(second));
}

#[test]
fn more_operands_than_an_operator_takes() {
    assert_same("(= a b c)", "(and (= a b) (= b c))");
    assert_same("(fp.lt x y z)", "(and (fp.lt x y) (fp.lt y z))");
    assert_same("(fp.geq x y z)", "(and (fp.leq y x) (fp.leq z y))");
    assert_same("(<= s t 1)", "(and (<= s t) (<= t 1))");
    assert_same("(=> p o n)", "(=> p (=> o n))");
    assert_same("(xor p o n)", "(xor (xor p o) n)");
    assert_same("(= a (bvadd a b c))", "(= a (bvadd (bvadd a b) c))");
    assert_same(
        "(= (concat a b c) (concat a (concat b c)))",
        "(= (concat (concat a b) c) (concat a (concat b c)))",
    );
    assert_same("(= s (- s t 1))", "(= s (- (- s t) 1))");
    assert_same("(= s (/ s t 2))", "(= s (/ (/ s t) 2))");
    assert_same("(distinct a b c)", "(and (not (= a b)) (not (= a c)) (not (= b c)))");
}

#[test]
fn names_of_the_same_thing() {
    for (short, long) in [
        ("RNE", "roundNearestTiesToEven"),
        ("RNA", "roundNearestTiesToAway"),
        ("RTP", "roundTowardPositive"),
        ("RTN", "roundTowardNegative"),
        ("RTZ", "roundTowardZero"),
    ] {
        assert_same(&format!("(= r {short})"), &format!("(= r {long})"));
    }
    assert_same("(= a #xfe)", "(= a (_ bv254 8))");
    assert_same("(= a #b11111110)", "(= |a| #xFE)");
    assert_same("(= x (fp #b0 #xff #b00000000000000000000000))", "(= x (_ +oo 8 24))");
    assert_same("(= x (fp #b1 #x00 #b00000000000000000000000))", "(= x (_ -zero 8 24))");
    assert_same("(= x (fp #b1 #xff #b01000000000000000000001))", "(= x (_ NaN 8 24))");
    assert_same(
        "(= x ((_ to_fp 8 24) ((_ extract 0 0) a) a (concat ((_ extract 6 0) a) a a)))",
        "(= x (fp ((_ extract 0 0) a) a (concat ((_ extract 6 0) a) a a)))",
    );
    assert_same("(= x ((_ to_fp_fp 8 24) r y))", "(= x ((_ to_fp 8 24) r y))");
    assert_same("(= x ((_ to_fp_signed 8 24) r a))", "(= x ((_ to_fp 8 24) r a))");
    assert_same("(= x ((_ to_fp_real 8 24) r s))", "(= x ((_ to_fp 8 24) r s))");
    assert_same("(= x ((_ to_fp_bv 8 24) (concat a a a a)))", "(= x ((_ to_fp 8 24) (concat a a a a)))");
    assert_same("(= a (as b (_ BitVec 8)))", "(= a b)");
    assert_same("(= a ((_ zero_extend 0) b))", "(= a b)");
    assert_same("(= s 0.50)", "(= s (/ 1 2))");
    assert_same("(= s (- 2))", "(= s (- 2.0))");
    assert_same("(= s (/ (- 2) 4))", "(= s (- 0.5))");
}

#[test]
fn literals_are_constants_even_without_rewriting() {
    let mut store = TermStore::without_rewrites();
    let goal = read(&mut store, "(= x (fp #b1 #b01111111 #b10000000000000000000000))");
    assert_eq!(store.float_constant(store.child(goal, 1)), Some(Float::from_f32(-1.5)));
    let goal = read(&mut store, "(= s (- (/ 1 3)))");
    let third = Rational::from_parts((-1).into(), 3u8.into());
    assert_eq!(store.real_constant(store.child(goal, 1)), Some(third));
    for not_literal in ["(= s (/ 1 0))", "(= s (let ((one 1)) (- one)))", "(= s (- s))"] {
        let goal = read(&mut store, not_literal);
        assert!(!store.is_constant(store.child(goal, 1)), "{not_literal}");
    }
}

#[test]
fn let_binds_in_parallel_and_shadows() {
    assert_same("(let ((a b) (b a)) (= a (bvnot b)))", "(= b (bvnot a))");
    assert_same("(let ((a b)) (let ((a (bvnot a)) (c a)) (= a c)))", "(= (bvnot b) b)");
    assert_same("(and (let ((p o)) p) p)", "(and o p)");
    assert_same("(let () p)", "p");
    assert_same("(let ((and p)) and)", "p");
}

#[test]
fn functions_are_expanded_where_they_are_applied() {
    assert_same(
        "(fp.lt (half (half x)) y)",
        "(fp.lt (fp.mul RNE (fp.mul RNE x ((_ to_fp 8 24) #x3f000000)) ((_ to_fp 8 24) #x3f000000)) y)",
    );
    // The parameter hides the variable of the same name, and a variable put in is not taken for a
    // parameter.
    let script = "(declare-const a Bool)(declare-const b Bool)(define-fun f ((b Bool) (a Bool)) Bool (and b (not a)))\
                  (assert (f a b))(assert (and a (not b)))";
    let mut store = TermStore::without_rewrites();
    let commands = read_script(&mut store, script.as_bytes()).unwrap();
    assert_eq!(commands[3], commands[4]);
}

#[test]
fn names_of_terms() {
    let mut store = TermStore::new();
    let script = "(declare-const p Bool)(assert (! (not (! p :named inner)) :named |outer name|))(assert (or inner p))\
                  (assert |outer name|)(assert (not (! p :named last)))";
    let commands = read_script(&mut store, script.as_bytes()).unwrap();
    let named = |position: usize| match &commands[position] {
        Command::Assert { term, name } => (*term, name.as_deref()),
        other => panic!("{other:?}"),
    };
    let (outer, name) = named(1);
    assert_eq!(name, Some("outer name"));
    assert_eq!(named(3), (outer, None));
    assert_eq!(named(4), (outer, None));
}

#[test]
fn sorts_by_their_names() {
    let script = "(define-sort Byte () (_ BitVec 8))(define-sort Map (I) (Array I Byte))(define-sort Same (X) X)\
        (declare-const a Float16)(declare-const b Float32)(declare-const c Float64)(declare-const d Float128)\
        (declare-const e (Map (_ BitVec 32)))(declare-const f (Same (Same Real)))(declare-const g (Same RoundingMode))";
    let mut store = TermStore::new();
    let commands = read_script(&mut store, script.as_bytes()).unwrap();
    let sorts: Vec<Sort> = commands
        .iter()
        .filter_map(|command| match command {
            Command::Declare { variable } => Some(store.sort(*variable)),
            _ => None,
        })
        .collect();
    let float = |format| Sort::Float(format);
    let formats = [Format::F16, Format::F32, Format::F64, Format::F128].map(float);
    let others = [Sort::Array { index: 32, element: 8 }, Sort::Real, Sort::RoundingMode];
    assert_eq!(sorts, [&formats[..], &others[..]].concat());
}

#[test]
fn a_symbol_of_a_theory_is_free_where_the_logic_lacks_it() {
    let mut store = TermStore::new();
    read_script(&mut store, b"(set-logic QF_FP)(declare-const select Bool)(assert select)").unwrap();
    read_script(&mut store, b"(set-logic QF_BV)(push)(declare-const fp.add Bool)(pop)(assert (= #b1 #b0))")
        .unwrap();
    let refused = ["(set-logic QF_ABVFP)(declare-const select Bool)", "(declare-const select Bool)"];
    for script in refused {
        read_script(&mut store, script.as_bytes()).expect_err(script);
    }
}

/// Reals with many digits are exact.
#[test]
fn long_numbers() {
    let mut store = TermStore::new();
    let goal = read(&mut store, &format!("(= (* 0.{}1 1{}.0) 1)", "0".repeat(400), "0".repeat(401)));
    assert_eq!(evaluate(&store, goal, &Model::new()), Ok(Value::Bool(true)));
    let goal = read(&mut store, &format!("(= ((_ extract 7 0) #x{}2a) #x2a)", "f".repeat(1000)));
    assert_eq!(store.bool_constant(goal), Some(true));
    let goal = read(&mut store, "(= (_ bv340282366920938463463374607431768211455 128) (bvnot (_ bv0 128)))");
    assert_eq!(store.bool_constant(goal), Some(true));
}
