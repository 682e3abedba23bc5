//! Sines, cosines, tangents and their inverses.

use super::Identity as I;

pub(super) const IDENTITIES: &[I] = &[
    I::new("half-angle", "(- 1.0 (cos ?a))", "(* 2.0 (* (sin (* 0.5 ?a)) (sin (* 0.5 ?a))))"),
    I::new("one and cosine", "(+ 1.0 (cos ?a))", "(* 2.0 (* (cos (* 0.5 ?a)) (cos (* 0.5 ?a))))"),
    I::new("one less cosine by sine", "(- 1.0 (cos ?a))", "(/ (* (sin ?a) (sin ?a)) (+ 1.0 (cos ?a)))")
        .not_zero(&["(+ 1.0 (cos ?a))"]),
    I::new("tangent of the half", "(/ (- 1.0 (cos ?a)) (sin ?a))", "(tan (* 0.5 ?a))"),
    I::new("tangent of the half by sine", "(/ (sin ?a) (+ 1.0 (cos ?a)))", "(tan (* 0.5 ?a))"),
    I::new("one less the square of sine", "(- 1.0 (* (sin ?a) (sin ?a)))", "(* (cos ?a) (cos ?a))"),
    I::new("one less the square of cosine", "(- 1.0 (* (cos ?a) (cos ?a)))", "(* (sin ?a) (sin ?a))"),
    I::new("double angle", "(- (* (cos ?a) (cos ?a)) (* (sin ?a) (sin ?a)))", "(cos (* 2.0 ?a))"),
    I::new(
        "a difference of sines",
        "(- (sin ?a) (sin ?b))",
        "(* 2.0 (* (sin (* 0.5 (- ?a ?b))) (cos (* 0.5 (+ ?a ?b)))))",
    ),
    I::new(
        "a difference of cosines",
        "(- (cos ?a) (cos ?b))",
        "(* -2.0 (* (sin (* 0.5 (- ?a ?b))) (sin (* 0.5 (+ ?a ?b)))))",
    ),
    I::new("a difference of tangents", "(- (tan ?a) (tan ?b))", "(/ (sin (- ?a ?b)) (* (cos ?a) (cos ?b)))"),
    I::new("tangent", "(/ (sin ?a) (cos ?a))", "(tan ?a)"),
    I::new("cosine by sine", "(/ (cos ?a) (sin ?a))", "(/ 1.0 (tan ?a))").not_zero(&["(sin ?a)", "(cos ?a)"]),
    I::new("a difference of arctangents", "(- (atan ?a) (atan ?b))", "(atan2 (- ?a ?b) (+ 1.0 (* ?a ?b)))")
        .positive(&["(+ 1.0 (* ?a ?b))"]),
    I::new("arcsine of a root by arctangent", "(asin (sqrt ?a))", "(atan2 (sqrt ?a) (sqrt (- 1.0 ?a)))"),
    I::new("arccosine by arctangent", "(acos ?a)", "(* 2.0 (atan2 (sqrt (- 1.0 ?a)) (sqrt (+ 1.0 ?a))))"),
    I::new("arccosine of one less", "(acos (- 1.0 ?a))", "(* 2.0 (asin (sqrt (* 0.5 ?a))))"),
];
