//! All rewrite rules, by family. The order is that in which they are tried.

use super::{
    Rule, array, bitvector_arithmetic, bitvector_bitwise, bitvector_compare, bitvector_shift,
    bitvector_structure, bool, equality, float_class, float_compare, float_convert, float_integer,
    float_integer_compare, float_integral, float_nan, float_narrow, float_product, float_root, float_sum,
    float_widen, float_zero_sign, ite, lift, order, real,
};

/// The families, each the rules of one file.
pub const FAMILIES: &[(&str, &[Rule])] = &[
    ("bool", bool::RULES),
    ("ite", ite::RULES),
    ("equality", equality::RULES),
    ("bitvector-bitwise", bitvector_bitwise::RULES),
    ("bitvector-arithmetic", bitvector_arithmetic::RULES),
    ("bitvector-compare", bitvector_compare::RULES),
    ("bitvector-shift", bitvector_shift::RULES),
    ("bitvector-structure", bitvector_structure::RULES),
    ("float-sum", float_sum::RULES),
    ("float-product", float_product::RULES),
    ("float-root", float_root::RULES),
    ("float-integral", float_integral::RULES),
    ("float-class", float_class::RULES),
    ("float-nan", float_nan::RULES),
    ("float-compare", float_compare::RULES),
    ("float-zero-sign", float_zero_sign::RULES),
    ("float-convert", float_convert::RULES),
    ("float-widen", float_widen::RULES),
    ("float-integer", float_integer::RULES),
    ("float-integer-compare", float_integer_compare::RULES),
    ("float-narrow", float_narrow::RULES),
    ("order", order::RULES),
    ("array", array::RULES),
    ("real", real::RULES),
    ("lift", lift::RULES),
];

/// All rules in order.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|(_, rules)| rules.iter())
}

/// The rule with this name.
pub fn find(name: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.name == name)
}
