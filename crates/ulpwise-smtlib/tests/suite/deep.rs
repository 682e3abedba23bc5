//! Nesting without limit: a small stack must do.

use std::fmt::Write;
use ulpwise_base::Budget;
use ulpwise_expr::{Sort, TermStore};
use ulpwise_smtlib::{ScriptSource, Session, fold, print_query, read_script, term_text};

const DEPTH: usize = 100_000;

/// Runs on a stack that recursion along the text would overflow at once.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(128 << 10).spawn(work).unwrap().join().unwrap();
}

fn answer(text: &str) -> String {
    let mut output = Vec::new();
    let mut engine = fold;
    let mut session = Session::new(&mut engine, Budget::unlimited());
    session.run(&mut ScriptSource::new(text.as_bytes()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_hundred_thousand_nested_lets() {
    on_a_small_stack(|| {
        let mut text = "(declare-const x0 (_ BitVec 8))(assert (= x0 #x00))(assert ".to_owned();
        for number in 0..DEPTH {
            write!(text, "(let ((x{} (bvadd x{number} #x01)) (y x{number})) ", number + 1).unwrap();
        }
        // 100000 is 160 modulo 256, and y is one behind x.
        write!(text, "(and (= x{DEPTH} #xa0) (= y #x9f))").unwrap();
        text.push_str(&")".repeat(DEPTH));
        text.push_str(")(check-sat)");
        assert_eq!(answer(&text), "sat\n");
    });
}

#[test]
fn deep_applications_sorts_attributes_and_annotations() {
    on_a_small_stack(|| {
        let nested =
            |open: &str, inside: &str| format!("{}{inside}{}", open.repeat(DEPTH), ")".repeat(DEPTH));
        let declared = "(declare-const p Bool)";
        assert_eq!(answer(&format!("{declared}(assert {})(check-sat)", nested("(not ", "p"))), "sat\n");
        assert_eq!(
            answer(&format!("{declared}(assert {})(check-sat)", nested("(! ", "p"))).lines().count(),
            1
        );
        assert_eq!(answer(&format!("(set-info :x {})(echo \"a\")", nested("(a ", "b"))), "\"a\"\n");
        let sort = nested("(I ", "Bool");
        let text = format!("(define-sort I (X) X)(declare-const p {sort})(assert p)(check-sat)");
        assert_eq!(answer(&text), "sat\n");
        let unclosed = answer(&format!("(assert {}", "(and ".repeat(DEPTH)));
        assert!(unclosed.contains("the script ends"), "{unclosed}");
    });
}

#[test]
fn deep_terms_are_printed_and_read_back() {
    on_a_small_stack(|| {
        let mut store = TermStore::without_rewrites();
        let mut term = store.variable("x", Sort::BitVec(16));
        let one = store.bv(16, 1);
        for _ in 0..DEPTH {
            term = store.bv_add(one, term);
        }
        let goal = store.eq(term, one);
        let query = print_query(&store, &[goal], Default::default());
        let length = query.text.len();
        assert!(length < 100 * DEPTH, "{length} bytes");
        let nesting = query.text.lines().map(|line| line.matches('(').count()).max().unwrap();
        assert!(nesting < 500, "another solver may recurse {nesting} times");
        read_script(&mut TermStore::new(), query.text.as_bytes()).unwrap();
        let text = format!("(declare-const x (_ BitVec 16))(assert {})", term_text(&store, goal));
        let commands = read_script(&mut store, text.as_bytes()).unwrap();
        assert_eq!(commands[1], ulpwise_smtlib::Command::Assert { term: goal, name: None });
    });
}

#[test]
fn sharing_keeps_the_text_linear() {
    let mut store = TermStore::without_rewrites();
    let mut term = store.variable("x", Sort::BitVec(16));
    for _ in 0..1000 {
        term = store.bv_mul(term, term);
    }
    let goal = store.eq(term, term);
    assert_eq!(store.tree_size(goal), u64::MAX, "written out it would have 2^1001 nodes");
    assert!(print_query(&store, &[goal], Default::default()).text.len() < 100_000);
    assert!(term_text(&store, goal).len() < 100_000);
}
