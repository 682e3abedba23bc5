//! The functions of a program, as `ulpwise list` shows them.

use super::heading;
use crate::text::{count, printable};
use std::collections::HashMap;
use std::fmt::Write as _;
use ulpwise_finding::{Inventory, ListedFunction, ListedParameter, SiteCounts, UnsupportedUse};

/// How many different unsupported things of a function are named.
const NAMED_UNSUPPORTED: usize = 3;

/// How many inputs of a test are named.
const NAMED_INPUTS: usize = 8;

/// The list as text.
pub fn list_text(inventory: &Inventory) -> String {
    let mut text = String::new();
    let mut file = None;
    let mut names: HashMap<&str, usize> = HashMap::new();
    for function in &inventory.functions {
        *names.entry(&function.name).or_default() += 1;
    }
    for function in &inventory.functions {
        if file != Some(&function.file) {
            let name = function.file.as_deref().unwrap_or("(no debug information)");
            text.push_str(&format!("{}\n", heading(&printable(name))));
            file = Some(&function.file);
        }
        write_function(&mut text, function);
        if names[function.name.as_str()] > 1 {
            // Only the linker's name tells them apart.
            let _ = writeln!(text, "         linked as {}", printable(&function.linker_name));
        }
    }
    if !inventory.functions.is_empty() {
        text.push('\n');
    }
    text.push_str(&total(inventory));
    text
}

fn write_function(text: &mut String, function: &ListedFunction) {
    let line = function.line.map_or(String::new(), |line| line.to_string());
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{line:>5}  {}", heading(&printable(&function.signature)));
    for (names, kind) in together(&function.parameters) {
        let _ = writeln!(text, "         {}: {}", printable(&names), printable(kind));
    }
    if function.variadic {
        let _ = writeln!(text, "         ...: not yet an input: further arguments");
    }
    let _ = writeln!(text, "         {}", sites_text(function.sites));
    if let Some(names) = &function.test_inputs {
        let _ = writeln!(text, "         tested with {}", printable(&inputs_text(names)));
    }
    if let Some(why) = &function.not_testable {
        let _ = writeln!(text, "         not testable: {}", printable(why));
    }
    if !function.unsupported.is_empty() {
        let what: Vec<String> = function
            .unsupported
            .iter()
            .take(NAMED_UNSUPPORTED)
            .map(|UnsupportedUse { what, count }| match count {
                1 => what.clone(),
                times => format!("{what} ({times}×)"),
            })
            .collect();
        let more = function.unsupported.len().saturating_sub(NAMED_UNSUPPORTED);
        let more = if more > 0 { format!(", … {more} more") } else { String::new() };
        let _ = writeln!(text, "         unsupported: {}{more}", printable(&what.join(", ")));
    }
}

/// The inputs of a test by name, as many as fit.
fn inputs_text(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(NAMED_INPUTS).map(String::as_str).collect();
    let more = if names.len() > NAMED_INPUTS { ", …" } else { "" };
    let list = if names.is_empty() { String::new() } else { format!(": {}{more}", shown.join(", ")) };
    format!("{}{list}", count(names.len(), "input", "inputs"))
}

/// Neighbours of the same kind in one line: `x, y: a number`.
fn together(parameters: &[ListedParameter]) -> Vec<(String, &str)> {
    let mut lines: Vec<(String, &str)> = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let name = match parameter.name.as_str() {
            "" => format!("argument {}", index + 1),
            name => name.to_owned(),
        };
        match lines.last_mut() {
            Some((names, kind)) if *kind == parameter.input_text => {
                names.push_str(", ");
                names.push_str(&name);
            }
            _ => lines.push((name, &parameter.input_text)),
        }
    }
    lines
}

fn sites_text(sites: SiteCounts) -> String {
    let kinds: Vec<String> = [
        (sites.arithmetic, "arithmetic", "arithmetic"),
        (sites.libm_calls, "libm call", "libm calls"),
        (sites.conversions, "conversion", "conversions"),
        (sites.comparisons, "comparison", "comparisons"),
    ]
    .into_iter()
    .filter(|(number, ..)| *number > 0)
    .map(|(number, one, many)| format!("{number} {}", if number == 1 { one } else { many }))
    .collect();
    match kinds.is_empty() {
        true => "no sites".to_owned(),
        false => format!("{}: {}", count(sites.total, "site", "sites"), kinds.join(", ")),
    }
}

fn total(inventory: &Inventory) -> String {
    let functions = count(inventory.functions.len(), "function", "functions");
    let mut text = format!("{functions}, {}\n", sites_text(inventory.sites));
    match inventory.left_out {
        0 => {}
        hidden => {
            let functions = count(hidden, "function", "functions");
            let _ = writeln!(
                text,
                "{functions} left out (see --all): not for other files to call, or from a library"
            );
        }
    }
    text
}
