//! The calls agree with a plain C program: same results, flags and errno in every rounding mode.

use std::path::Path;
use std::process::Command;
use ulpwise_host::libm::{self, LibmValue, Type};
use ulpwise_host::{Flags, RoundingMode, x87};

/// Ordinary numbers, the edges of several functions, subnormals and specials.
const ARGUMENTS: [f64; 30] = [
    0.0,
    -0.0,
    0.1,
    1.0,
    -1.0,
    2.5,
    -3.7,
    10.0,
    100.25,
    -0.75,
    700.5,
    -745.0,
    1e-310,
    1e10,
    -1e22,
    1e300,
    3.0e-5,
    170.6,
    -171.5,
    0.999,
    1e-17,
    5e-324,
    1.5e308,
    0.52,
    1.6,
    3.2,
    f64::NEG_INFINITY,
    f64::INFINITY,
    f64::NAN,
    -2.0,
];

/// Compiles and runs `native.c`; its output.
fn native_lines() -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/host/native.c");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("native");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let compiled = Command::new(compiler)
        .args(["-std=gnu11", "-O1", "-fno-builtin", "-frounding-math", "-ffp-contract=off"])
        .arg("-o")
        .arg(&program)
        .arg(source)
        .arg("-lm")
        .output()
        .expect("a C compiler is needed to build this crate");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(program)
        .args(ARGUMENTS.map(|x| format!("{:x}", x.to_bits())))
        .output()
        .expect("the compiled program runs");
    String::from_utf8(output.stdout).expect("the program prints ASCII").lines().map(str::to_owned).collect()
}

fn argument(ty: Type, value: f64) -> LibmValue {
    match ty {
        Type::F64 => LibmValue::F64(value),
        Type::F32 => LibmValue::F32(value as f32),
        Type::X87 => LibmValue::X87(x87::from_f64(value).0),
        Type::Int | Type::Long => panic!("no function of native.c takes an integer"),
    }
}

/// The line that `native.c` prints for a call with these two numbers. C has no name for the
/// denormal flag.
fn line(name: &str, mode: RoundingMode, x: f64, y: f64) -> String {
    let function = libm::lookup(name).unwrap_or_else(|| panic!("{name} is not in the table"));
    let numbers = if name == "__divdc3" { [x, 1.0, y, x] } else { [x, y, 0.0, 0.0] };
    let signature = function.signature();
    let arguments: Vec<_> = signature.argument_types().zip(numbers).map(|(ty, x)| argument(ty, x)).collect();
    let outcome = function.call(mode, &arguments);
    // The sign of lgamma, which the program leaves in signgam, is not printed.
    let shown = if signature.sets_signgam { 1 } else { outcome.results.len() };
    let digits = |value: &LibmValue| match *value {
        LibmValue::F64(value) => format!("{:016x}", value.to_bits()),
        LibmValue::F32(value) => format!("{:08x}", value.to_bits()),
        LibmValue::X87(bits) => format!("{bits:020x}"),
        LibmValue::Int(value) => format!("{value:08x}"),
        LibmValue::Long(value) => format!("{value:016x}"),
    };
    let digits: Vec<_> = outcome.results[..shown].iter().rev().map(digits).collect();
    format!("{name} {} {} {}", digits.concat(), (outcome.flags & Flags::IEEE).bits(), outcome.errno)
}

#[test]
fn results_flags_and_errno_are_those_of_a_c_program() {
    let native = native_lines();
    let per_call = native.len() / (RoundingMode::ALL.len() * ARGUMENTS.len());
    assert!(per_call > 150, "the program printed only {} lines", native.len());
    let mut lines = native.iter();
    for mode in RoundingMode::ALL {
        for (index, x) in ARGUMENTS.into_iter().enumerate() {
            let y = ARGUMENTS[(index * 7 + 3) % ARGUMENTS.len()];
            for expected in lines.by_ref().take(per_call) {
                let name = expected.split(' ').next().expect("a line starts with a name");
                assert_eq!(&line(name, mode, x, y), expected, "{mode:?} x={x:e} y={y:e}");
            }
        }
    }
    assert!(lines.next().is_none());
}
