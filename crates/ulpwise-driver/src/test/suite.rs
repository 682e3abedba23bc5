//! Tests as files: each as JSON, as a `.ktest` of KLEE's and as a file in C, and the coverage of
//! all in lcov's form.

use super::Exploration;
use super::inputs::{padded_bits, test_inputs};
use super::native::{ArgvShape, ReplayInputs, bytes_of, embedded};
use crate::error::DriverError;
use serde::Serialize;
use std::borrow::Cow;
use std::path::Path;
use ulpwise_finding::TestInput;
use ulpwise_harness::names::source_name;
use ulpwise_report::json::{VERSION, document};
use ulpwise_symex::{InputValue, SymbolicOutput};

/// A test: the inputs of a path.
#[derive(Clone, Debug)]
pub(super) struct PathTest {
    /// How the path ended.
    pub(super) end: &'static str,
    pub(super) inputs: Vec<InputValue>,
    /// What the program prints.
    pub(super) output: Vec<SymbolicOutput>,
}

/// A test as JSON.
#[derive(Serialize)]
struct TestCaseDocument<'a> {
    format: &'static str,
    version: u32,
    function: &'a str,
    end: &'static str,
    inputs: Vec<TestInput>,
    output: Vec<PrintedPiece<'a>>,
}

/// What a path printed: text, or a value that depends on inputs.
#[derive(Serialize)]
#[serde(untagged)]
enum PrintedPiece<'a> {
    Text {
        text: Cow<'a, str>,
    },
    Value {
        conversion: &'a str,
        #[serde(rename = "type")]
        ty: String,
        bits: String,
        expression: &'a str,
    },
}

fn printed_piece(piece: &SymbolicOutput) -> PrintedPiece<'_> {
    match piece {
        SymbolicOutput::Text(bytes) => PrintedPiece::Text { text: String::from_utf8_lossy(bytes) },
        SymbolicOutput::Value { conversion, ty, bits, expression } => {
            PrintedPiece::Value { conversion, ty: ty.to_string(), bits: padded_bits(*ty, *bits), expression }
        }
    }
}

/// The version of KLEE's format that is written.
const KTEST_VERSION: u32 = 3;

/// Writes all tests into a folder. `caller` is a `main` for tests in C, if the program's own is not
/// what is tested; that one gets arguments of the shape `argv`.
pub(super) fn write(
    folder: &Path,
    explored: &Exploration<'_>,
    caller: &str,
    argv: ArgvShape,
) -> Result<(), DriverError> {
    let unwritable = |error: std::io::Error| DriverError::Unwritable { path: folder.to_owned(), error };
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    let function = source_name(&explored.module.functions[explored.function]);
    for (at, test) in explored.tests.iter().enumerate() {
        let number = at + 1;
        let file = |extension: &str| folder.join(format!("test{number:06}.{extension}"));
        let text = document(&TestCaseDocument {
            format: "ulpwise-test-case",
            version: VERSION,
            function: &function,
            end: test.end,
            inputs: test_inputs(&test.inputs),
            output: test.output.iter().map(printed_piece).collect(),
        });
        std::fs::write(file("json"), text).map_err(unwritable)?;
        std::fs::write(file("ktest"), ktest(&function, &test.inputs)).map_err(unwritable)?;
        let test = ReplayInputs::new(&test.inputs, argv);
        std::fs::write(file("c"), embedded(explored.module, &test, caller)).map_err(unwritable)?;
    }
    if let Some(coverage) = &explored.coverage {
        std::fs::write(folder.join("coverage.info"), coverage.to_lcov()).map_err(unwritable)?;
    }
    Ok(())
}

/// A test in KLEE's format: a magic word, a version, the arguments of the program, and objects with
/// name and bytes; numbers in four bytes, the highest first.
fn ktest(program: &str, inputs: &[InputValue]) -> Vec<u8> {
    let mut file = b"KTEST".to_vec();
    let number = |file: &mut Vec<u8>, number: usize| file.extend((number as u32).to_be_bytes());
    let text = |file: &mut Vec<u8>, bytes: &[u8]| {
        number(file, bytes.len());
        file.extend(bytes);
    };
    file.extend(KTEST_VERSION.to_be_bytes());
    number(&mut file, 1);
    text(&mut file, program.as_bytes());
    // The number and length of symbolic arguments of the program.
    number(&mut file, 0);
    number(&mut file, 0);
    number(&mut file, inputs.len());
    for input in inputs {
        text(&mut file, input.name.as_bytes());
        text(&mut file, &bytes_of(input));
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_ir::Type;

    #[test]
    fn a_ktest_has_the_bytes_that_klee_reads() {
        let inputs = [InputValue {
            name: "x".into(),
            ty: Type::Int(16),
            is_typed: true,
            elements: vec![0x0102, 0x0304],
            file: None,
        }];
        let expected = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x04main\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x04\x02\x01\x04\x03";
        assert_eq!(ktest("main", &inputs), expected);
    }
}
