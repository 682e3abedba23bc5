//! All rewrite rules, by family. The order is that in which they are tried.

use super::Rule;

/// The families, each the rules of one file.
pub const FAMILIES: &[(&str, &[Rule])] = &[];

/// All rules in order.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|(_, rules)| rules.iter())
}

/// The rule with this name.
pub fn find(name: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.name == name)
}
