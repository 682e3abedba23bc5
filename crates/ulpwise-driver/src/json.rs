//! JSON, without types of its own: values are built with `serde_json::json!`, so that no `derive` ties a format that
//! must stay stable to structures that need not.

use serde_json::Value;

/// The document as text, indented, with a final line end.
pub fn document(value: &Value) -> String {
    // The alternate form of a value is indented and cannot fail.
    format!("{value:#}\n")
}
