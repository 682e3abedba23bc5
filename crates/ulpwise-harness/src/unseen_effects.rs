//! What calls of a function may leave behind that native calls do not show.
//!
//! The rule is by permission: an outside function may change `errno` and IEEE flags and end the process
//! in a way that its caller sees, and nothing else. Variables of the program are looked at by
//! [`HiddenState`](crate::HiddenState).

use crate::reach::reached_functions;
use ulpwise_externals::{Environment, MemoryAccess, Returns, effects};
use ulpwise_ir::{FunctionId, Inst, Module};

/// Functions that do not return, and whose end a native call sees as it is.
const ENDS: [&str; 5] = ["abort", "exit", "_exit", "_Exit", "__assert_fail"];

/// Why two calls that give the same back may still leave something different behind, or end differently,
/// if they may.
pub fn unseen_effect(module: &Module, function: FunctionId) -> Option<String> {
    reached_functions(module, function).into_iter().find_map(|reached| {
        let reached = &module.functions[reached];
        match &reached.body {
            Some(body) => {
                // fail-closed: other instructions neither throw nor catch.
                let throws = |inst: &Inst| matches!(inst, Inst::Unwind { .. } | Inst::Landing { .. });
                body.insts.iter().any(throws).then(|| "it throws or catches exceptions".to_owned())
            }
            None if ENDS.contains(&reached.name.as_str()) => None,
            None => unseen_call(&reached.name),
        }
    })
}

fn unseen_call(name: &str) -> Option<String> {
    let Some(effects) = effects(name) else {
        return Some(format!("it calls '{name}', of which nothing is known"));
    };
    let permitted = Environment::ERRNO.with(Environment::FLAGS).with(Environment::SIGNGAM);
    // fail-closed: variables that are written are looked at elsewhere, other memory is not.
    let writes_targets = matches!(effects.writes, MemoryAccess::Nothing | MemoryAccess::Targets(_));
    // fail-closed: what may not return is listed above.
    let returns = matches!(effects.returns, Returns::Always);
    let is_seen = effects.changes.is_within(permitted) && writes_targets && returns && !effects.may_throw;
    (!is_seen).then(|| format!("it calls '{name}', and what that leaves behind is not compared"))
}
