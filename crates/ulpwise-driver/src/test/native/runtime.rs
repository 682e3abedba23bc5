//! The C that answers a program's wishes for inputs with recorded ones.

use super::inputs::ReplayInputs;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;
use ulpwise_ir::{FloatFormat, Module, Type};
use ulpwise_symex::{FileName, InputValue};

const INTERFACE: &str = include_str!("../runtime/interface.c");
const REPLAY: &str = include_str!("../runtime/replay.c");
const EMBEDDED: &str = include_str!("../runtime/embedded.c");

/// The names of functions that deliver an input of the type they return.
const NONDETERMINISTIC: &str = "__VERIFIER_nondet_";

/// The run time of a program that is replayed, in C. With `counters`, it counts.
pub(super) fn replaying(module: &Module, signals: bool, counters: Option<usize>) -> String {
    let mut source = String::new();
    if signals {
        source.push_str("#define ULPWISE_SIGNALS\n");
    }
    if let Some(counters) = counters {
        writeln!(source, "#define ULPWISE_COUNTERS {counters}").expect("writing to a string");
    }
    source + REPLAY + INTERFACE + &nondeterministic(module)
}

/// A test as a file in C that is compiled together with the program.
pub(in crate::test) fn embedded(module: &Module, test: &ReplayInputs<'_>, caller: &str) -> String {
    let mut text = "#define _GNU_SOURCE\n#include <stddef.h>\n".to_owned();
    let mut table = |what: &str, kind: &str, rows: &mut dyn Iterator<Item = (String, Vec<u8>)>| {
        let mut all = String::new();
        for (number, (name, bytes)) in rows.enumerate() {
            let elements: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
            // C has no array without elements.
            let elements = if bytes.is_empty() { "0".to_owned() } else { elements.join(", ") };
            writeln!(text, "static const unsigned char {what}{number}[] = {{{elements}}};")
                .expect("writing to a string");
            write!(all, "{{{name}, {what}{number}, {}}}, ", bytes.len()).expect("writing to a string");
        }
        writeln!(
            text,
            "static const struct {{ const char *name; const unsigned char *bytes; size_t length; }} {kind}[] = {{{all}{{0, 0, 0}}}};"
        )
        .expect("writing to a string");
    };
    let mut asked = test.asked.iter().map(|input| (c_string(input.name.as_bytes()), bytes_of(input)));
    table("input", "inputs", &mut asked);
    let mut files = test.files.iter().map(|(file, bytes)| {
        let name = match file {
            FileName::StandardInput => "0".to_owned(),
            FileName::Named(name) => c_string(name.as_bytes()),
        };
        (name, bytes.clone())
    });
    table("file", "files", &mut files);
    let arguments: String =
        test.arguments.iter().map(|argument| c_string(argument.as_bytes()) + ", ").collect();
    writeln!(text, "static const char *const arguments[] = {{{arguments}0}};").expect("writing to a string");
    text + EMBEDDED + INTERFACE + &nondeterministic(module) + caller
}

/// Bytes as a string in C.
fn c_string(bytes: &[u8]) -> String {
    let mut text = "\"".to_owned();
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' if byte != b'?' => text.push(char::from(byte)),
            _ => write!(text, "\\{byte:03o}").expect("writing to a string"),
        }
    }
    text + "\""
}

/// The functions `__VERIFIER_nondet_…` that the program calls and does not define.
fn nondeterministic(module: &Module) -> String {
    let mut text = String::new();
    for function in module.functions.iter().filter(|function| function.body.is_none()) {
        let Some(kind) = function.name.strip_prefix(NONDETERMINISTIC) else { continue };
        let Some(ty) = function.results.first().and_then(|&ty| c_type(kind, ty)) else { continue };
        let bytes = function.results[0].store_bytes();
        writeln!(
            text,
            "WEAK {ty} {}(void) {{ {ty} value; memset(&value, 0, sizeof value); ulpwise_input(&value, {bytes}); return value; }}",
            function.name
        )
        .expect("writing to a string");
    }
    text
}

/// The type in C of a value that a function of SV-COMP's delivers.
fn c_type(kind: &str, ty: Type) -> Option<String> {
    Some(match ty {
        Type::Int(1) => "_Bool".to_owned(),
        Type::Int(bits @ (8 | 16 | 32 | 64)) => {
            let unsigned = kind.starts_with('u') || matches!(kind, "bool" | "_Bool" | "size_t");
            format!("{}int{bits}_t", if unsigned { "u" } else { "" })
        }
        Type::Int(128) => "__int128".to_owned(),
        Type::Float(FloatFormat::F32) => "float".to_owned(),
        Type::Float(FloatFormat::F64) => "double".to_owned(),
        Type::Float(FloatFormat::X87) => "long double".to_owned(),
        Type::Float(FloatFormat::F16) => "_Float16".to_owned(),
        Type::Pointer => "void *".to_owned(),
        Type::Int(_) | Type::Float(_) => return None,
    })
}

/// The bytes of an input as they stand in memory.
pub(in crate::test) fn bytes_of(input: &InputValue) -> Vec<u8> {
    let size = input.ty.store_bytes();
    input.elements.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(size)).collect()
}

/// Inputs as the run time reads them.
pub(super) fn recorded(inputs: &[&InputValue]) -> Vec<u8> {
    let mut file = Vec::new();
    for input in inputs {
        let bytes = bytes_of(input);
        file.extend((bytes.len() as u32).to_le_bytes());
        file.extend(bytes);
    }
    file
}
