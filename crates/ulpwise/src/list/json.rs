//! The list as JSON; `docs/commands/list.md` describes it.

use super::inventory::{Inventory, ListedFunction, SiteCounts};
use serde_json::{Map, Value, json};
use ulpwise_driver::json::document;

/// Raised when a field changes its meaning or goes; new fields may come at any time.
const FORMAT: u32 = 1;

/// The list as JSON.
pub(super) fn write(inventory: &Inventory, warnings: &[String]) -> String {
    let functions: Vec<Value> = inventory.functions.iter().map(function).collect();
    document(&json!({
        "format": FORMAT,
        "functions": functions,
        "left_out": inventory.left_out,
        "sites": sites(inventory.sites()),
        "warnings": warnings,
    }))
}

fn function(function: &ListedFunction) -> Value {
    let parameters: Vec<Value> = function
        .parameters
        .iter()
        .map(|parameter| {
            json!({
                "name": parameter.name,
                "type": parameter.ty,
                "input": parameter.kind.id,
                "input_text": parameter.kind.text,
            })
        })
        .collect();
    let unsupported: Vec<Value> =
        function.unsupported.iter().map(|(what, times)| json!({ "what": what, "count": times })).collect();
    let mut object = json!({
        "name": function.name,
        "linker_name": function.linker_name,
        "language": function.language.name(),
        "exported": function.exported,
        "file": function.file,
        "line": function.line,
        "signature": function.signature,
        "parameters": parameters,
        "variadic": function.variadic,
        "result": function.result,
        "sites": sites(function.sites),
        "unsupported": unsupported,
    });
    match &function.inputs {
        None => {}
        Some(Ok(names)) => object["test_inputs"] = json!(names),
        Some(Err(why)) => object["not_testable"] = json!(why.to_string()),
    }
    object
}

fn sites(counts: SiteCounts) -> Value {
    let mut object: Map<String, Value> =
        counts.by_name().into_iter().map(|(name, number)| (name.to_owned(), Value::from(number))).collect();
    object.insert("total".to_owned(), counts.total().into());
    Value::Object(object)
}
