//! Options of a script: those of the standard are taken and can be asked for; few of them change
//! anything.

use crate::command::Attribute;
use std::collections::BTreeMap;

/// The options that are known, with their values before a script sets them.
const DEFAULTS: &[(&str, &str)] = &[
    (":diagnostic-output-channel", "\"stderr\""),
    (":global-declarations", "false"),
    (":interactive-mode", "true"),
    (":print-success", "false"),
    (":produce-assertions", "true"),
    (":produce-assignments", "true"),
    (":produce-models", "true"),
    (":produce-unsat-assumptions", "true"),
    (":produce-unsat-cores", "true"),
    (":random-seed", "0"),
    (":regular-output-channel", "\"stdout\""),
    (":reproducible-resource-limit", "0"),
    (":verbosity", "0"),
];

/// The options of a script that differ from their defaults.
#[derive(Default, Debug)]
pub(super) struct Settings {
    changed: BTreeMap<String, String>,
}

impl Settings {
    /// Sets an option; says whether it is known and can have the value.
    pub(super) fn set(&mut self, attribute: Attribute) -> bool {
        let Some(value) = attribute.value else { return false };
        let Some(default) = default(&attribute.keyword) else { return false };
        let is_channel = attribute.keyword.ends_with("-channel");
        let is_switch = matches!(default, "true" | "false");
        if (is_channel && value != default) || (is_switch && !matches!(&*value, "true" | "false")) {
            return false;
        }
        self.changed.insert(attribute.keyword, value);
        true
    }

    /// The value of an option, or that it is not known.
    pub(super) fn text(&self, keyword: &str) -> String {
        let value = self.changed.get(keyword).map(String::as_str);
        value.or_else(|| default(keyword)).unwrap_or("unsupported").to_owned()
    }

    pub(super) fn print_success(&self) -> bool {
        self.text(":print-success") == "true"
    }

    pub(super) fn global_declarations(&self) -> bool {
        self.text(":global-declarations") == "true"
    }
}

fn default(keyword: &str) -> Option<&'static str> {
    DEFAULTS.iter().find(|(known, _)| *known == keyword).map(|(_, value)| *value)
}
