//! Which calls are guarded: a guard is called with the same arguments before.
//!
//! The names travel as a unit of their own beside the program's, so that the loading process and
//! native workers see the same program.

use crate::compile::Unit;

/// The metadata that lists the names.
pub(crate) const GUARDED: &str = "ulpwise.guarded";

/// A call that is guarded, by linker's names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guarded<'n> {
    /// The function that is called.
    pub callee: &'n str,
    /// The function that calls it.
    pub caller: &'n str,
    /// The guard. Those of the same two functions are for one call after the other.
    pub guard: &'n str,
}

/// A unit that says which calls are guarded.
pub fn guarding_unit(calls: &[Guarded<'_>]) -> Unit {
    let escaped = |name: &str| -> String { name.bytes().map(|byte| format!("\\{byte:02X}")).collect() };
    let nodes: Vec<String> = (0..calls.len()).map(|number| format!("!{number}")).collect();
    let mut text = format!("!{GUARDED} = !{{{}}}\n", nodes.join(", "));
    for (number, call) in calls.iter().enumerate() {
        let names = [call.callee, call.caller, call.guard].map(|name| format!("!\"{}\"", escaped(name)));
        text.push_str(&format!("!{number} = !{{{}}}\n", names.join(", ")));
    }
    Unit { path: "contracts".into(), bytes: text.into_bytes() }
}
