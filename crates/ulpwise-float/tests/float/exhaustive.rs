//! Small formats: every operation on every operand in every environment, against the model.

use crate::small_formats;
use ulpwise_float::{Env, Float, Format, NanRule, Rounding, Tininess};
use ulpwise_testkit::{Operation, Reference};

/// Five rounding modes, tininess detected after and before rounding.
fn environments() -> impl Iterator<Item = Env> {
    let modes = Rounding::ALL.into_iter();
    modes.flat_map(|mode| {
        [Tininess::AfterRounding, Tininess::BeforeRounding]
            .map(|tininess| Env::from(mode).with_tininess(tininess))
    })
}

fn check(model: &Reference, operation: Operation, operands: [Float; 3], env: Env) {
    let ours = operation.evaluate(operands, env);
    let expected = model.evaluate(operation, operands, env);
    let used = &operands[..operation.arity()];
    assert_eq!(ours, expected, "{operation:?} {env:?} on {used:?}: delivered, expected");
}

fn check_binary(format: Format) {
    let model = Reference::new(format);
    for env in environments() {
        for operation in Operation::BINARY {
            for x in model.all() {
                for y in model.all() {
                    check(&model, operation, [x, y, y], env);
                }
            }
        }
    }
}

#[test]
fn unary_operations_are_right_on_every_operand() {
    let scalings = (-40..=40).map(Operation::Scalbn);
    let operations: Vec<Operation> = Operation::UNARY.into_iter().chain(scalings).collect();
    for format in small_formats() {
        let model = Reference::new(format);
        for env in environments() {
            for &operation in &operations {
                for x in model.all() {
                    check(&model, operation, [x; 3], env);
                }
            }
        }
    }
}

#[test]
fn binary_operations_are_right_on_every_pair_of_the_formats_up_to_seven_bits() {
    for format in &small_formats()[..4] {
        check_binary(*format);
    }
}

#[test]
fn binary_operations_are_right_on_every_pair_of_4_4() {
    check_binary(small_formats()[4]);
}

#[test]
fn fma_is_right_on_every_triple_of_2_3() {
    let model = Reference::new(small_formats()[1]);
    for env in environments() {
        for x in model.all() {
            for y in model.all() {
                for z in model.all() {
                    check(&model, Operation::Fma, [x, y, z], env);
                }
            }
        }
    }
}

#[test]
fn the_canonical_rule_gives_one_nan() {
    let env = Env::default().with_nan(NanRule::Canonical);
    for format in small_formats() {
        let model = Reference::new(format);
        for operation in
            [Operation::Add, Operation::Mul, Operation::Div, Operation::Remainder, Operation::Minimum]
        {
            for x in model.all() {
                for y in model.all() {
                    check(&model, operation, [x, y, y], env);
                }
            }
        }
    }
}
