//! Roots and powers.

use super::Identity as I;

pub(super) const IDENTITIES: &[I] = &[
    // Conjugates: what cancels is computed exactly, as a difference of the radicands.
    I::new("conjugate of two roots", "(- (sqrt ?a) (sqrt ?b))", "(/ (- ?a ?b) (+ (sqrt ?a) (sqrt ?b)))")
        .not_zero(&["(+ (sqrt ?a) (sqrt ?b))"]),
    I::new("conjugate of a root", "(- (sqrt ?a) ?b)", "(/ (- ?a (* ?b ?b)) (+ (sqrt ?a) ?b))")
        .not_zero(&["(+ (sqrt ?a) ?b)"]),
    I::new("conjugate by a root", "(- ?a (sqrt ?b))", "(/ (- (* ?a ?a) ?b) (+ ?a (sqrt ?b)))")
        .not_zero(&["(+ ?a (sqrt ?b))"]),
    I::new("conjugate of a sum with a root", "(+ ?a (sqrt ?b))", "(/ (- (* ?a ?a) ?b) (- ?a (sqrt ?b)))")
        .not_zero(&["(- ?a (sqrt ?b))"]),
    I::new(
        "conjugate of cube roots",
        "(- (cbrt ?a) (cbrt ?b))",
        "(/ (- ?a ?b) (+ (* (cbrt ?a) (cbrt ?a)) (+ (* (cbrt ?a) (cbrt ?b)) (* (cbrt ?b) (cbrt ?b)))))",
    )
    .not_zero(&["(+ (* (cbrt ?a) (cbrt ?a)) (+ (* (cbrt ?a) (cbrt ?b)) (* (cbrt ?b) (cbrt ?b))))"]),
    I::new("a root squared", "(* (sqrt ?a) (sqrt ?a))", "?a"),
    I::new("the root of a square", "(sqrt (* ?a ?a))", "(fabs ?a)"),
    I::new("a product of roots", "(* (sqrt ?a) (sqrt ?b))", "(sqrt (* ?a ?b))"),
    I::new("the root of a product", "(sqrt (* ?a ?b))", "(* (sqrt ?a) (sqrt ?b))").positive(&["?a"]),
    I::new("a quotient of roots", "(/ (sqrt ?a) (sqrt ?b))", "(sqrt (/ ?a ?b))"),
    I::new("the root of a quotient", "(sqrt (/ ?a ?b))", "(/ (sqrt ?a) (sqrt ?b))").positive(&["?b"]),
    I::new("a number by its root", "(/ ?a (sqrt ?a))", "(sqrt ?a)"),
    I::new(
        "a difference of inverse roots",
        "(- (/ 1.0 (sqrt ?a)) (/ 1.0 (sqrt ?b)))",
        "(/ (- ?b ?a) (* (* (sqrt ?a) (sqrt ?b)) (+ (sqrt ?a) (sqrt ?b))))",
    ),
    I::new("a root of squares", "(sqrt (+ (* ?a ?a) (* ?b ?b)))", "(hypot ?a ?b)"),
    I::new("a root of a square and one", "(sqrt (+ (* ?a ?a) 1.0))", "(hypot ?a 1.0)"),
    I::new("a root of one and a square", "(sqrt (+ 1.0 (* ?a ?a)))", "(hypot 1.0 ?a)"),
    I::new(
        "a root of a difference of squares",
        "(sqrt (- (* ?a ?a) (* ?b ?b)))",
        "(sqrt (* (+ ?a ?b) (- ?a ?b)))",
    ),
    I::new("the second power", "(pow ?a 2.0)", "(* ?a ?a)"),
    I::new("the third power", "(pow ?a 3.0)", "(* ?a (* ?a ?a))"),
    I::new("the inverse power", "(pow ?a -1.0)", "(/ 1.0 ?a)"),
    I::new("the power of a half", "(pow ?a 0.5)", "(sqrt ?a)"),
    I::new("a power of one and more", "(pow (+ 1.0 ?a) ?b)", "(exp (* ?b (log1p ?a)))")
        .positive(&["(+ 1.0 ?a)"]),
    I::new("a power of one and less", "(pow (- 1.0 ?a) ?b)", "(exp (* ?b (log1p (neg ?a))))")
        .positive(&["(- 1.0 ?a)"]),
    I::new("a quotient of powers", "(/ (pow ?a ?b) (pow ?a ?c))", "(pow ?a (- ?b ?c))").positive(&["?a"]),
];
