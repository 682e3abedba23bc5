//! f32, f64 and x87 against the processor and the C library: result bits and flags, of the
//! processor NaN payloads too.

use ulpwise_float::Format;
use ulpwise_testkit::{Campaign, Operation, hardware, libm};

const CASES: u64 = 100_000;

fn check(format: Format, operations: &[Operation]) {
    for (index, &operation) in operations.iter().enumerate() {
        let campaign = Campaign { format, operation, cases: CASES, seed: index as u64 };
        match campaign.run(hardware::evaluate) {
            Ok(answered) => assert_eq!(answered, CASES, "{operation:?}: too few answers"),
            Err(mismatch) => panic!("{mismatch}"),
        }
    }
}

const BASIC: [Operation; 5] =
    [Operation::Add, Operation::Sub, Operation::Mul, Operation::Div, Operation::Sqrt];
const COMPARISONS: [Operation; 2] = [Operation::CompareQuiet, Operation::CompareSignaling];
/// Those that the processor has for x87 only; f32 and f64 NaNs are left out.
const THROUGH_X87: [Operation; 3] = [Operation::Remainder, Operation::Fmod, Operation::RoundToIntegralExact];
const INTEGERS: [Operation; 2] = [Operation::ToSigned(32), Operation::ToSigned(64)];

#[test]
fn f64_is_the_processors() {
    check(Format::F64, &BASIC);
    check(Format::F64, &[Operation::Fma]);
    check(Format::F64, &COMPARISONS);
    check(Format::F64, &INTEGERS);
    check(Format::F64, &[Operation::Convert(Format::F32), Operation::Convert(Format::X87)]);
    check(Format::F64, &THROUGH_X87);
}

#[test]
fn f32_is_the_processors() {
    check(Format::F32, &BASIC);
    check(Format::F32, &[Operation::Fma]);
    check(Format::F32, &COMPARISONS);
    check(Format::F32, &INTEGERS);
    check(Format::F32, &[Operation::Convert(Format::F64), Operation::Convert(Format::X87)]);
    check(Format::F32, &THROUGH_X87);
}

#[test]
fn x87_is_the_processors() {
    check(Format::X87, &BASIC);
    check(Format::X87, &COMPARISONS);
    check(Format::X87, &THROUGH_X87);
    check(Format::X87, &INTEGERS);
    check(Format::X87, &[Operation::ToSigned(16)]);
    check(Format::X87, &[Operation::Convert(Format::F32), Operation::Convert(Format::F64)]);
}

/// `remainder` is not among them: towards negative, glibc 2.36 delivers -0 where IEEE 754 and the
/// x87 unit have +0.
#[test]
fn exact_functions_are_the_c_librarys() {
    let scalings = [-20_000, -1100, -60, -1, 0, 1, 25, 140, 2000, 33_000].map(Operation::Scalbn);
    let functions = [
        Operation::Fmin,
        Operation::Fmax,
        Operation::Fmod,
        Operation::RoundToIntegral,
        Operation::RoundToIntegralExact,
        Operation::Logb,
    ];
    for format in [Format::F32, Format::F64, Format::X87] {
        for (index, operation) in functions.into_iter().chain(scalings).enumerate() {
            let campaign = Campaign { format, operation, cases: 20_000, seed: index as u64 };
            match campaign.run(libm::evaluate) {
                Ok(answered) => assert_eq!(answered, 20_000, "{operation:?}: too few answers"),
                Err(mismatch) => panic!("{mismatch}"),
            }
        }
    }
}
