//! Tests in C and C++: plain programs, GoogleTest and Catch2.

use super::case::{ABOUT, GivenValue, TestCase, double_text, hexadecimal, short};
use crate::witness::IeeeFlag;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use ulpwise_host::RoundingMode;
use ulpwise_ir::{FloatFormat, Type};

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TestStyle {
    /// A program in C.
    C,
    /// A program in C++.
    Cpp,
    /// Tests of GoogleTest.
    Gtest,
    /// Tests of Catch2.
    Catch2,
}

/// The file.
pub(super) fn write(cases: &[TestCase], style: TestStyle) -> String {
    let mut text = String::new();
    for line in ABOUT {
        let _ = writeln!(text, "// {line}");
    }
    let sources = sources(cases);
    let _ = writeln!(
        text,
        "//\n//   {}\n",
        match style {
            TestStyle::C => format!("cc THIS_FILE.c {sources} -lm -o ulpwise_tests && ./ulpwise_tests"),
            TestStyle::Cpp =>
                format!("c++ THIS_FILE.cpp OBJECTS_OF {sources} -o ulpwise_tests && ./ulpwise_tests"),
            TestStyle::Gtest => {
                format!(
                    "c++ THIS_FILE.cpp OBJECTS_OF {sources} -lgtest -lgtest_main -o ulpwise_tests && ./ulpwise_tests"
                )
            }
            TestStyle::Catch2 => {
                format!(
                    "c++ THIS_FILE.cpp OBJECTS_OF {sources} -o ulpwise_tests && ./ulpwise_tests    (Catch2 3 needs -lCatch2Main -lCatch2)"
                )
            }
        }
    );
    let c = style == TestStyle::C;
    for header in if c { ["fenv.h", "math.h", "stdint.h"] } else { ["cfenv", "cmath", "cstdint"] } {
        let _ = writeln!(text, "#include <{header}>");
    }
    text.push_str(match style {
        TestStyle::C => "#include <stdio.h>\n",
        TestStyle::Cpp => "#include <cstdio>\n",
        TestStyle::Gtest => "#include <gtest/gtest.h>\n",
        TestStyle::Catch2 => "#if __has_include(<catch2/catch_test_macros.hpp>)\n#include <catch2/catch_test_macros.hpp>\n#else\n#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n#endif\n",
    });
    text.push('\n');
    let mut declared = BTreeSet::new();
    for case in cases {
        let declaration = declaration(case, c);
        if declared.insert(declaration.clone()) {
            let _ = writeln!(text, "{declaration}");
        }
    }
    for case in cases {
        write_case(&mut text, case, style);
    }
    if matches!(style, TestStyle::C | TestStyle::Cpp) {
        text.push_str(if c {
            "\nint main(void) {\n    int failed = 0;\n"
        } else {
            "\nint main() {\n    int failed = 0;\n"
        });
        for case in cases {
            let _ = writeln!(text, "    failed += {}();", case.name);
        }
        text.push_str("    return failed != 0;\n}\n");
    }
    text
}

/// The files of the program, for the line that says how to build.
pub(super) fn sources(cases: &[TestCase]) -> String {
    let files: BTreeSet<&str> = cases.iter().flat_map(|case| &case.files).map(String::as_str).collect();
    files.into_iter().collect::<Vec<_>>().join(" ")
}

/// The name by which a test calls its function.
fn callee(case: &TestCase) -> String {
    if case.has_plain_symbol() {
        case.symbol.clone()
    } else {
        format!("tested_{}", super::case::identifier(&case.symbol))
    }
}

fn declaration(case: &TestCase, c: bool) -> String {
    let types: Vec<&str> = case.parameters.iter().map(|parameter| ty(&parameter.given)).collect();
    let none = if c { "void" } else { "" };
    let types = if types.is_empty() { none.to_owned() } else { types.join(", ") };
    let result = case.result.map_or("void", result_type);
    // The name may be none that C knows.
    let label =
        if case.has_plain_symbol() { String::new() } else { format!(" __asm__(\"{}\")", case.symbol) };
    format!("{}{result} {}({types}){label};", if c { "extern " } else { "extern \"C\" " }, callee(case))
}

fn write_case(text: &mut String, case: &TestCase, style: TestStyle) {
    let std = if style == TestStyle::C { "" } else { "std::" };
    let head = match style {
        TestStyle::C => format!("static int {}(void) {{", case.name),
        TestStyle::Cpp => format!("static int {}() {{", case.name),
        TestStyle::Gtest => format!("TEST(Ulpwise, {}) {{", case.name),
        TestStyle::Catch2 => format!("TEST_CASE(\"{}\") {{", case.name),
    };
    let _ = writeln!(text, "\n// {}\n{head}", case.about);
    for parameter in &case.parameters {
        let _ = writeln!(text, "    {}", variable(&parameter.name, &parameter.given));
    }
    if case.rounding != RoundingMode::NearestEven {
        let _ = writeln!(text, "    {std}fesetround({});", rounding(case.rounding));
    }
    let _ = writeln!(text, "    {std}feclearexcept(FE_ALL_EXCEPT);");
    let given: Vec<&str> = case.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let call = format!("{}({})", callee(case), given.join(", "));
    match case.result.filter(|_| case.result_is_checked) {
        Some(ty) => {
            let _ = writeln!(text, "    {} result = {call};", result_type(ty));
        }
        None => {
            let _ = writeln!(text, "    {call};");
        }
    }
    let flag = flag(case.flag);
    let _ = writeln!(text, "    int raised = {std}fetestexcept({flag});");
    if case.rounding != RoundingMode::NearestEven {
        let _ = writeln!(text, "    {std}fesetround(FE_TONEAREST);");
    }
    let finite = format!("{std}isfinite(result)");
    match style {
        TestStyle::C | TestStyle::Cpp => {
            let say = |what: &str| format!("{{ {std}puts(\"{}: {what}\"); return 1; }}", case.name);
            let _ = writeln!(text, "    if (raised) {}", say(&format!("the call raises {flag}")));
            if case.result_is_checked {
                let _ = writeln!(text, "    if (!{finite}) {}", say("the result is no finite number"));
            }
            text.push_str("    return 0;\n");
        }
        TestStyle::Gtest => {
            let _ = writeln!(text, "    EXPECT_EQ(raised, 0) << \"the call raises {flag}\";");
            if case.result_is_checked {
                let _ = writeln!(text, "    EXPECT_TRUE({finite});");
            }
        }
        TestStyle::Catch2 => {
            text.push_str("    CHECK(raised == 0);\n");
            if case.result_is_checked {
                let _ = writeln!(text, "    CHECK({finite});");
            }
        }
    }
    text.push_str("}\n");
}

/// A variable with the value, which the compiler may not compute with beforehand.
fn variable(name: &str, given: &GivenValue) -> String {
    match given {
        GivenValue::Words(words) => {
            let values: Vec<String> = words
                .iter()
                .map(|word| format!("UINT64_C({word:#x}) /* {} */", double_text(*word)))
                .collect();
            format!("static uint64_t {name}[] = {{{}}};", values.join(", "))
        }
        GivenValue::Int(..) => format!("volatile {} {name} = {};", ty(given), integer(given)),
        GivenValue::Float(format, bits) => {
            let suffix = if *format == FloatFormat::F32 { "f" } else { "" };
            let value = match hexadecimal(*format, *bits) {
                Some(text) => format!("{text}{suffix}"),
                None => match short(given).as_str() {
                    "inf" => "INFINITY".to_owned(),
                    "-inf" => "-INFINITY".to_owned(),
                    _ => "NAN".to_owned(),
                },
            };
            format!("volatile {} {name} = {value}; // {}", ty(given), short(given))
        }
    }
}

fn integer(given: &GivenValue) -> String {
    match given {
        // The smallest number has no literal of its own.
        GivenValue::Int(64, true, word) if *word == 1 << 63 => "INT64_MIN".to_owned(),
        GivenValue::Int(64, true, _) => format!("INT64_C({})", short(given)),
        GivenValue::Int(64, false, _) => format!("UINT64_C({})", short(given)),
        GivenValue::Int(32, true, word) if *word == 1 << 31 => "INT32_MIN".to_owned(),
        GivenValue::Int(32, false, _) => format!("UINT32_C({})", short(given)),
        other => short(other),
    }
}

fn ty(given: &GivenValue) -> &'static str {
    match given {
        GivenValue::Words(_) => "void *",
        GivenValue::Float(format, _) => float(*format),
        GivenValue::Int(1, ..) => "bool",
        GivenValue::Int(8, true, _) => "int8_t",
        GivenValue::Int(8, false, _) => "uint8_t",
        GivenValue::Int(16, true, _) => "int16_t",
        GivenValue::Int(16, false, _) => "uint16_t",
        GivenValue::Int(32, true, _) => "int32_t",
        GivenValue::Int(32, false, _) => "uint32_t",
        GivenValue::Int(_, true, _) => "int64_t",
        GivenValue::Int(_, false, _) => "uint64_t",
    }
}

fn float(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::F32 => "float",
        FloatFormat::F16 => "_Float16",
        FloatFormat::BF16 => "__bf16",
        _ => "double",
    }
}

fn result_type(ty: Type) -> &'static str {
    match ty {
        Type::Float(format) => float(format),
        Type::Pointer => "void *",
        Type::Int(bits) => self::ty(&GivenValue::Int(u32::from(bits), true, 0)),
    }
}

fn flag(flag: IeeeFlag) -> &'static str {
    match flag {
        IeeeFlag::Invalid => "FE_INVALID",
        IeeeFlag::DivideByZero => "FE_DIVBYZERO",
        IeeeFlag::Overflow => "FE_OVERFLOW",
        IeeeFlag::Underflow => "FE_UNDERFLOW",
        IeeeFlag::Inexact => "FE_INEXACT",
    }
}

fn rounding(mode: RoundingMode) -> &'static str {
    match mode {
        RoundingMode::NearestEven => "FE_TONEAREST",
        RoundingMode::TowardNegative => "FE_DOWNWARD",
        RoundingMode::TowardPositive => "FE_UPWARD",
        RoundingMode::TowardZero => "FE_TOWARDZERO",
    }
}
