//! x87 is the format (15, 64) with its leading bit stored; and the encodings that only x87 has.

use ulpwise_float::{Class, Env, Flags, Float, Format, NanRule, Rounding};
use ulpwise_testkit::{Operands, Operation, ReferenceAnswer};

const RNE: Rounding = Rounding::NearestEven;

fn plain() -> Format {
    Format::new(15, 64).expect("a valid format")
}

/// The same datum in x87 if it is one of (15, 64).
fn stored(answer: ReferenceAnswer) -> ReferenceAnswer {
    match answer {
        ReferenceAnswer::Float(float) if float.format() == plain() => {
            ReferenceAnswer::Float(float.convert(Format::X87, RNE).0)
        }
        other => other,
    }
}

#[test]
fn every_operation_is_that_of_the_format_without_the_stored_bit() {
    let with_parameter = [
        Operation::Scalbn(-16_400),
        Operation::Scalbn(70),
        Operation::Convert(Format::F16),
        Operation::Convert(Format::F128),
        Operation::ToSigned(77),
        Operation::ToUnsigned(64),
    ];
    let operations = Operation::UNARY.into_iter().chain(Operation::BINARY).chain(with_parameter);
    let operations: Vec<Operation> = operations.chain([Operation::Fma]).collect();
    let mut source = Operands::new(plain(), 1);
    for case in 0..20_000 {
        let env = Env::from(Rounding::ALL[case % 5]).with_nan(NanRule::Canonical);
        // One NaN in both formats, and the second of two zeros wherever a function has the choice.
        let operands = source.triple().map(|operand| operand.convert(plain(), env).0);
        let extended = operands.map(|operand| operand.convert(Format::X87, env).0);
        for &operation in &operations {
            if operation == Operation::Fmin && operands[0].is_zero() && operands[1].is_zero() {
                continue;
            }
            let (answer, flags) = operation.evaluate(operands, env);
            let ours = operation.evaluate(extended, env);
            assert_eq!(ours, (stored(answer), flags), "{operation:?} {env:?} {operands:?}");
        }
    }
}

#[test]
fn irregular_encodings_are_classified_as_the_processor_does() {
    let class = |bits: u128| Float::from_bits(Format::X87, bits).class();
    assert_eq!(class(0x3fff_4000_0000_0000_0000), Class::Unsupported, "unnormal");
    assert_eq!(class(0x7fff_0000_0000_0000_0000), Class::Unsupported, "pseudo-infinity");
    assert_eq!(class(0x7fff_4000_0000_0000_0000), Class::Unsupported, "pseudo-NaN");
    assert_eq!(class(0x0000_8000_0000_0000_0000), Class::Subnormal, "pseudo-denormal");
    assert_eq!(class(0x7fff_8000_0000_0000_0000), Class::Infinity);
    assert_eq!(class(0x7fff_8000_0000_0000_0001), Class::SignalingNan);
    assert_eq!(class(0x7fff_c000_0000_0000_0000), Class::QuietNan);
}

#[test]
fn a_pseudo_denormal_has_the_value_and_neighbours_of_a_normal_number() {
    let pseudo = Float::from_bits(Format::X87, 0x0000_8000_0000_0000_0005);
    let regular = Float::from_bits(Format::X87, 0x0001_8000_0000_0000_0005);
    assert!(pseudo.compares_equal(regular));
    assert_eq!(pseudo.to_rational(), regular.to_rational());
    assert_eq!(pseudo.ilogb(), regular.ilogb());
    assert_eq!(pseudo.next_up(RNE), regular.next_up(RNE));
    assert_eq!(pseudo.next_down(RNE), regular.next_down(RNE));
    assert_eq!(pseudo.convert(Format::X87, RNE), (regular, Flags::NONE));
    assert_eq!(pseudo.to_hex_text(), regular.to_hex_text());
    assert_eq!(pseudo.to_string(), regular.to_string());
}

#[test]
fn unsupported_encodings_are_invalid_everywhere_but_in_sign_operations() {
    let one = Float::one(Format::X87, false);
    let invalid = (Float::quiet_nan(Format::X87, true), Flags::INVALID);
    for bits in [0x3fff_4000_0000_0000_0000, 0x7fff_0000_0000_0000_0000, 0x7fff_4000_0000_0000_0000] {
        let x = Float::from_bits(Format::X87, bits);
        assert_eq!(x.next_up(RNE), invalid);
        assert_eq!(x.logb(RNE), invalid);
        assert_eq!(x.scalbn(1, RNE), invalid);
        assert_eq!(x.fma(one, one, RNE), invalid);
        assert_eq!(x.minimum(one, RNE), invalid);
        assert_eq!(x.fmax(one, RNE), invalid);
        assert_eq!(x.maximum_number(one, RNE), (one, Flags::INVALID));
        assert_eq!(x.to_i128(64, RNE), (None, Flags::INVALID));
        assert_eq!(x.to_rational(), None);
        assert_eq!(x.negate().to_bits(), bits | 1 << 79);
        assert_eq!(x.negate().abs(), x);
    }
}
