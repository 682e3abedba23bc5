//! f32, f64 and x87 against the processor: result bits, NaN payloads included, and flags.

use ulpwise_float::Format;
use ulpwise_testkit::{Campaign, Operation, hardware};

const CASES: u64 = 100_000;

fn check(format: Format, operations: &[Operation], least_answered: u64) {
    for (index, &operation) in operations.iter().enumerate() {
        let campaign = Campaign { format, operation, cases: CASES, seed: index as u64 };
        match campaign.run(hardware::evaluate) {
            Ok(answered) => assert!(answered >= least_answered, "{operation:?}: only {answered} answers"),
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
    check(Format::F64, &BASIC, CASES);
    check(Format::F64, &[Operation::Fma], CASES);
    check(Format::F64, &COMPARISONS, CASES);
    check(Format::F64, &INTEGERS, CASES);
    check(Format::F64, &[Operation::Convert(Format::F32), Operation::Convert(Format::X87)], CASES);
    check(Format::F64, &THROUGH_X87, CASES / 2);
}

#[test]
fn f32_is_the_processors() {
    check(Format::F32, &BASIC, CASES);
    check(Format::F32, &[Operation::Fma], CASES);
    check(Format::F32, &COMPARISONS, CASES);
    check(Format::F32, &INTEGERS, CASES);
    check(Format::F32, &[Operation::Convert(Format::F64), Operation::Convert(Format::X87)], CASES);
    check(Format::F32, &THROUGH_X87, CASES / 2);
}

#[test]
fn x87_is_the_processors() {
    check(Format::X87, &BASIC, CASES);
    check(Format::X87, &COMPARISONS, CASES);
    check(Format::X87, &THROUGH_X87, CASES);
    check(Format::X87, &INTEGERS, CASES);
    check(Format::X87, &[Operation::ToSigned(16)], CASES);
    check(Format::X87, &[Operation::Convert(Format::F32), Operation::Convert(Format::F64)], CASES);
}
