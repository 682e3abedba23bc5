//! Formats and the rounding mode that the processor lacks, against MPFR: result bits and flags, for
//! operands that are no NaNs.

use ulpwise_float::Format;
use ulpwise_testkit::{Campaign, Operation, mpfr};

const OPERATIONS: [Operation; 9] = [
    Operation::Add,
    Operation::Sub,
    Operation::Mul,
    Operation::Div,
    Operation::Fma,
    Operation::Sqrt,
    Operation::Remainder,
    Operation::Fmod,
    Operation::RoundToIntegralExact,
];

fn check(format: Format, operations: &[Operation], cases: u64) {
    for (index, &operation) in operations.iter().enumerate() {
        let campaign = Campaign { format, operation, cases, seed: index as u64 };
        match campaign.run(mpfr::evaluate) {
            Ok(answered) => assert_eq!(answered, cases, "{format} {operation:?}: too few answers"),
            Err(mismatch) => panic!("{format} {mismatch}"),
        }
    }
}

#[test]
fn f16_and_bf16_are_mpfrs() {
    for format in [Format::F16, Format::BF16] {
        check(format, &OPERATIONS, 100_000);
        check(format, &[Format::F64, Format::F128].map(Operation::Convert), 100_000);
    }
    check(Format::F16, &[Operation::Convert(Format::BF16)], 100_000);
    check(Format::BF16, &[Operation::Convert(Format::F16)], 100_000);
}

#[test]
fn f32_and_f64_are_mpfrs_too_when_ties_go_away() {
    for format in [Format::F32, Format::F64] {
        check(format, &OPERATIONS, 50_000);
        check(format, &[Operation::Convert(Format::F16)], 50_000);
    }
}

#[test]
fn f128_is_mpfrs() {
    check(Format::F128, &OPERATIONS, 100_000);
    check(Format::F128, &[Format::F16, Format::F32, Format::F64].map(Operation::Convert), 100_000);
}

#[test]
fn formats_of_every_width_are_mpfrs() {
    // Around the limits of each width in which significands are computed, and the largest formats.
    let sizes = [
        (2, 60),
        (2, 61),
        (2, 62),
        (11, 62),
        (11, 63),
        (8, 64),
        (30, 64),
        (3, 124),
        (3, 125),
        (3, 126),
        (15, 126),
        (15, 127),
        (2, 128),
        (30, 240),
        (19, 256),
    ];
    for (exponent_bits, significand_bits) in sizes {
        let format = Format::new(exponent_bits, significand_bits).expect("a valid format");
        check(format, &OPERATIONS, 10_000);
        check(format, &[Operation::Convert(Format::F64), Operation::Convert(Format::F16)], 10_000);
    }
    for format in [Format::F16, Format::F64, Format::F128] {
        check(format, &[Operation::Convert(Format::new(30, 256).expect("a valid format"))], 10_000);
    }
}
