//! Tests in Rust: a plain program, or a file for `tests/` of a crate.

use super::NotExported;
use super::c::sources;
use super::case::{ABOUT, GivenValue, TestCase, short};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use ulpwise_harness::names::readable;
use ulpwise_host::RoundingMode;
use ulpwise_ir::{FloatFormat, Type};

/// Whether Rust can call the function, and if not, why.
pub(super) fn can_call(case: &TestCase) -> Result<(), NotExported> {
    let has_words = case.parameters.iter().any(|parameter| matches!(parameter.given, GivenValue::Words(_)));
    let half =
        |given: &GivenValue| matches!(given, GivenValue::Float(FloatFormat::F16 | FloatFormat::BF16, _));
    if is_rust(case) && has_words {
        return Err(NotExported::References);
    }
    if case.parameters.iter().any(|parameter| half(&parameter.given)) {
        return Err(NotExported::HalfFloats);
    }
    Ok(())
}

/// Whether the function is Rust's own: it is called by its path, because the linker's name changes
/// with the compiler.
fn is_rust(case: &TestCase) -> bool {
    rustc_demangle::try_demangle(&case.symbol).is_ok()
}

/// The file.
pub(super) fn write(cases: &[TestCase], cargo: bool) -> String {
    let mut text = String::new();
    for line in ABOUT {
        let _ = writeln!(text, "//! {line}");
    }
    let sources = sources(cases);
    let how = match (cargo, cases.iter().any(is_rust)) {
        (true, _) => "cargo test    (this file is one of tests/)".to_owned(),
        (false, true) => {
            format!(
                "rustc --crate-type lib {sources} && rustc -L . --extern CRATE THIS_FILE.rs -o ulpwise_tests && ./ulpwise_tests"
            )
        }
        (false, false) => {
            format!("rustc THIS_FILE.rs -C link-arg=OBJECT_OF_{sources} -o ulpwise_tests && ./ulpwise_tests")
        }
    };
    let _ = writeln!(text, "//!\n//!     {how}\n\n#[link(name = \"m\")]\nunsafe extern \"C\" {{");
    text.push_str("    fn feclearexcept(exceptions: i32) -> i32;\n    fn fetestexcept(exceptions: i32) -> i32;\n    fn fesetround(mode: i32) -> i32;\n");
    let mut declared = BTreeSet::new();
    for case in cases.iter().filter(|case| !is_rust(case)) {
        let declaration = declaration(case);
        if declared.insert(declaration.clone()) {
            text.push_str(&declaration);
        }
    }
    text.push_str("}\n");
    for case in cases {
        write_case(&mut text, case, cargo);
    }
    if !cargo {
        text.push_str("\nfn main() {\n");
        for case in cases {
            let _ = writeln!(text, "    {}();", case.name);
        }
        text.push_str("}\n");
    }
    text
}

fn callee(case: &TestCase) -> String {
    if is_rust(case) {
        readable(&case.symbol)
    } else {
        format!("tested_{}", super::case::identifier(&case.symbol))
    }
}

fn declaration(case: &TestCase) -> String {
    let parameter =
        |parameter: &super::case::TestParameter| format!("{}: {}", parameter.name, ty(&parameter.given));
    let parameters: Vec<String> = case.parameters.iter().map(parameter).collect();
    let result = case.result.map(|ty| format!(" -> {}", result_type(ty))).unwrap_or_default();
    format!(
        "    #[link_name = \"{}\"]\n    fn {}({}){result};\n",
        case.symbol,
        callee(case),
        parameters.join(", ")
    )
}

fn write_case(text: &mut String, case: &TestCase, cargo: bool) {
    let attribute = if cargo { "#[test]\n" } else { "" };
    let _ = writeln!(text, "\n/// {}\n{attribute}fn {}() {{", case.about, case.name);
    for parameter in &case.parameters {
        let _ = writeln!(text, "    {}", variable(&parameter.name, &parameter.given));
    }
    let mode = case.rounding as i32 * 0x400;
    let is_nearest = case.rounding == RoundingMode::NearestEven;
    let given: Vec<String> = case
        .parameters
        .iter()
        .map(|parameter| match parameter.given {
            GivenValue::Words(_) => format!("{}.as_mut_ptr().cast()", parameter.name),
            _ => format!("std::hint::black_box({})", parameter.name),
        })
        .collect();
    let call = format!("{}({})", callee(case), given.join(", "));
    let call = if is_rust(case) { call } else { format!("unsafe {{ {call} }}") };
    text.push_str("    // SAFETY: these only read and write the processor's state.\n");
    let _ = writeln!(
        text,
        "    unsafe {{ {}feclearexcept(0x3f) }};",
        if is_nearest { String::new() } else { format!("fesetround({mode:#x}); ") }
    );
    let _ = writeln!(text, "    let result = std::hint::black_box({call});");
    let flag = case.flag.bit();
    let _ = writeln!(text, "    let raised = unsafe {{ fetestexcept({flag:#x}) }};");
    if !is_nearest {
        text.push_str("    unsafe { fesetround(0) };\n");
    }
    let _ = writeln!(text, "    assert_eq!(raised, 0, \"the call raises {}\");", case.property.id());
    if case.result_is_checked {
        text.push_str("    assert!(result.is_finite(), \"the result is {result}\");\n");
    } else {
        text.push_str("    let _ = result;\n");
    }
    text.push_str("}\n");
}

fn variable(name: &str, given: &GivenValue) -> String {
    match given {
        GivenValue::Words(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("{word:#x}")).collect();
            format!("let mut {name} = [{}u64];", words.join("u64, "))
        }
        GivenValue::Float(FloatFormat::F32, bits) => {
            format!("let {name} = f32::from_bits({bits:#x}); // {}", short(given))
        }
        GivenValue::Float(_, bits) => format!("let {name} = f64::from_bits({bits:#x}); // {}", short(given)),
        GivenValue::Int(1, _, word) => format!("let {name} = {};", *word != 0),
        GivenValue::Int(..) => format!("let {name}: {} = {};", ty(given), short(given)),
    }
}

fn ty(given: &GivenValue) -> String {
    match given {
        GivenValue::Words(_) => "*mut u8".to_owned(),
        GivenValue::Float(FloatFormat::F32, _) => "f32".to_owned(),
        GivenValue::Float(..) => "f64".to_owned(),
        GivenValue::Int(1, ..) => "bool".to_owned(),
        GivenValue::Int(bits, signed, _) => format!("{}{bits}", if *signed { 'i' } else { 'u' }),
    }
}

fn result_type(result: Type) -> String {
    match result {
        Type::Float(FloatFormat::F32) => "f32".to_owned(),
        Type::Float(_) => "f64".to_owned(),
        Type::Pointer => "*mut u8".to_owned(),
        Type::Int(bits) => ty(&GivenValue::Int(bits.into(), true, 0)),
    }
}
