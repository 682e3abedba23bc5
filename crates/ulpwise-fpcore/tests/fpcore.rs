//! Formulas as C: they compute what they say, at the places where they say it.

use std::process::Command;
use ulpwise_fpcore::{domain, parse, to_c};

/// What the first formula of a text returns for arguments in C.
fn value(text: &str, arguments: &str) -> String {
    let cores = parse(text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (source, program) = (folder.path().join("p.c"), folder.path().join("p"));
    let main = format!(
        "#include <stdio.h>\nint main(void) {{ printf(\"%.17g\", (double){}({arguments})); return 0; }}\n",
        cores[0].name
    );
    std::fs::write(&source, to_c(&cores, "formula.fpcore").unwrap() + &main).unwrap();
    let compiled = Command::new("clang-22")
        .args([
            "-ffp-contract=off",
            "-Wall",
            "-Werror",
            "-Wno-unused-variable",
            "-Wno-parentheses-equality",
            "-o",
        ])
        .args([&program, &source])
        .arg("-lm")
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    String::from_utf8(Command::new(program).output().unwrap().stdout).unwrap()
}

#[test]
fn formulas_compute_what_they_say() {
    for (text, arguments, wanted) in [
        ("(FPCore (x y) :name \"NMSE 3.1\" (- (sqrt (+ x 1)) y))", "8, 2", "1"),
        ("(FPCore f (x) (let ([y (* x x)] [x 3]) (+ x y)))", "2", "7"),
        ("(FPCore f (x) (let* ([y (* x x)] [x (+ y 1)]) (+ x y)))", "2", "9"),
        ("(FPCore f (x) (if (and (< 0 x 10) (not (== x 5))) (- x) 7))", "2", "-2"),
        ("(FPCore f (x) (if (and (< 0 x 10) (not (== x 5))) (- x) 7))", "5", "7"),
        ("(FPCore f (x) (if (> x 1) (let ([t (+ x 1)]) (* t t)) 0))", "2", "9"),
        ("(FPCore f (n) (while (< i n) ([i 0 (+ i 1)] [s 0 (+ s i)]) s))", "4", "6"),
        ("(FPCore f (n) (while* (< i n) ([i 0 (+ i 1)] [s 0 (+ s i)]) s))", "4", "10"),
        ("(FPCore f (x) :precision binary32 (+ x 0.1))", "0", "0.10000000149011612"),
        ("(FPCore f (x) (+ x (! :precision binary32 (* 0.1 1))))", "0", "0.10000000149011612"),
        ("(FPCore f (x) (+ x (! :precision binary32 (cast PI))))", "0", "3.1415927410125732"),
        ("(FPCore f (x) (* x 1/3))", "1", "0.33333333333333331"),
        ("(FPCore f (x) (* x (digits 3 -2 2)))", "4", "3"),
        ("(FPCore f (x) (- x -1))", "1", "2"),
        ("(FPCore f (sin) (+ (sin sin) 1))", "0", "1"),
        ("(FPCore f (a-b a*b) (- a-b a*b))", "5, 3", "2"),
        ("(FPCore f (x) (fmax (fma x x 1) (hypot 3 4)))", "3", "10"),
        ("(FPCore f (x) (if (!= x 1 x) 1 2))", "3", "2"),
        ("(FPCore f () (if TRUE E LN2))", "", "2.7182818284590451"),
        ("(FPCore f (x) :alt (whatever) :cite (book) (let ([p (< x 1)]) (if p 1 0)))", "0", "1"),
    ] {
        assert_eq!(value(text, arguments), wanted, "{text}");
    }
}

#[test]
fn operations_stand_at_their_places() {
    let text = "(FPCore f (x)\n  (+ (* x x)\n     (sqrt x)))\n";
    let c = to_c(&parse(text).unwrap(), "a.fpcore").unwrap();
    let lines: Vec<&str> = c.lines().collect();
    let behind = |what: &str| {
        let at = lines.iter().position(|line| line.trim_start().starts_with(what)).unwrap();
        (lines[at - 1], lines[at].len() - lines[at].trim_start().len() + 1)
    };
    assert_eq!(behind("* x"), ("#line 2 \"a.fpcore\"", 7));
    assert_eq!(behind("sqrt(x)"), ("#line 3 \"a.fpcore\"", 7));
    assert_eq!(behind("+"), ("#line 2 \"a.fpcore\"", 4));
}

#[test]
fn preconditions_are_ranges_and_conditions() {
    let of = |text: &str| domain(&parse(text).unwrap()[0]).unwrap();
    let both = of("(FPCore f (x y) :pre (and (<= -1 x 2) (< 0 y) (< x y)) (+ x y))");
    let least = f64::from_bits(1);
    assert_eq!(both.ranges, [("x".to_owned(), -1.0, 2.0), ("y".to_owned(), least, f64::MAX)]);
    assert_eq!(both.conditions, ["((x < y))"]);
    let thirds = of("(FPCore f (x) :pre (>= 2/3 x 1/3) x)");
    assert_eq!(thirds.ranges, [("x".to_owned(), (1.0_f64 / 3.0).next_up(), 2.0 / 3.0)]);
    let single = of("(FPCore f ((! :precision binary32 x)) :pre (> x 1) x)");
    let above = f64::from(1.0_f32.next_up());
    assert_eq!(single.ranges, [("x".to_owned(), above, f64::from(f32::MAX))]);
    assert_eq!(of("(FPCore f (x) x)"), ulpwise_fpcore::Domain::default());
    assert_eq!(of("(FPCore f (x) :pre (or (< x 1) (> x 2)) x)").conditions.len(), 1);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, wanted) in [
        ("(FPCore f (x)\n (+ x z))", "2:7: `z` is no argument, variable or constant"),
        ("(FPCore f (x) (+ x 1)", "1:1: `)` is missing to what begins here"),
        ("(FPCore f (x) (+ x 1]", "1:21: `]` where `)` ends what begins at 1:15"),
        ("(FPCore f (x) (frobnicate x))", "1:15: `frobnicate` is no operator"),
        ("(FPCore f (x) (sqrt x x))", "1:15: `sqrt` does not take 2 operands"),
        (
            "(FPCore f (x) :precision posit32 x)",
            "1:26: the precision is none of binary32, binary64 and binary80",
        ),
        ("(FPCore f (x) :round toZero x)", "1:22: the only rounding that is supported is nearestEven"),
        ("(FPCore f ((A 3)) 1)", "1:12: arrays are not supported"),
        ("(FPCore f (x x) 1)", "1:1: two arguments are called x"),
        ("", "1:1: there is no (FPCore …) in it"),
        ("(define x 1)", "1:1: this is no (FPCore …)"),
        (&"(".repeat(600), "1:501: lists lie more than 500 deep"),
    ] {
        assert_eq!(parse(text).unwrap_err().to_string(), wanted, "{text}");
    }
    for text in ["(FPCore f (x) (if x 1 2))", "(FPCore f (x) (+ (< x 1) 2))", "(FPCore f (x) (< x 1))"] {
        assert!(to_c(&parse(text).unwrap(), "p").is_err(), "{text}");
    }
}

#[test]
fn damaged_text_is_refused_and_never_a_panic() {
    let text = "(FPCore f ((! :precision binary32 x) y) :name \"n\" :pre (<= 0 x 1/3) \
                (let* ([t (* x 0x1.8p-2)]) (while (< t y) ([t t (+ t (digits 1 2 10))]) (if (== t y) t (- t)))))";
    assert!(to_c(&parse(text).unwrap(), "p").is_ok());
    for at in 0..text.len() {
        for with in ["", "(", ")", "1", "\"", "x", ":pre", "/0", "é"] {
            let damaged = format!("{}{with}{}", &text[..at], &text[at + 1..]);
            if let Ok(cores) = parse(&damaged) {
                let _ = (to_c(&cores, "p"), domain(&cores[0]));
            }
        }
    }
}
