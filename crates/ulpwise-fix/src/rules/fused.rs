//! Fused multiply-add, and what it recovers.

use super::Identity as I;

pub(super) const IDENTITIES: &[I] = &[
    I::new("a fused sum", "(+ (* ?a ?b) ?c)", "(fma ?a ?b ?c)"),
    I::new("a fused difference", "(- (* ?a ?b) ?c)", "(fma ?a ?b (neg ?c))"),
    I::new("a fused difference of a product", "(- ?c (* ?a ?b))", "(fma (neg ?a) ?b ?c)"),
    // Kahan's difference of products: both roundings of c d are undone.
    I::new(
        "the difference of products",
        "(- (* ?a ?b) (* ?c ?d))",
        "(+ (fma ?a ?b (neg (* ?c ?d))) (fma (neg ?c) ?d (* ?c ?d)))",
    ),
    I::new(
        "the sum of products",
        "(+ (* ?a ?b) (* ?c ?d))",
        "(+ (fma ?a ?b (* ?c ?d)) (fma ?c ?d (neg (* ?c ?d))))",
    ),
    I::new("a fused square less one", "(fma ?a ?a -1.0)", "(* (+ ?a 1.0) (- ?a 1.0))"),
];
