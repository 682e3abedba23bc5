//! Propositional operators, equality, `ite`, and arrays.

use super::ill_sorted;
use crate::op::Op;
use crate::value::{ArrayValue, Value};

pub(super) fn apply(op: Op, arguments: &[&Value]) -> Value {
    let is = |expected: bool| move |value: &&Value| **value == Value::Bool(expected);
    match (op, arguments) {
        (Op::Not, [Value::Bool(value)]) => Value::Bool(!value),
        (Op::And, _) => Value::Bool(arguments.iter().all(is(true))),
        (Op::Or, _) => Value::Bool(arguments.iter().any(is(true))),
        (Op::Eq, [first, second]) => Value::Bool(first == second),
        (Op::Ite, [Value::Bool(condition), then, otherwise]) => {
            Value::clone(if *condition { then } else { otherwise })
        }
        _ => ill_sorted(op, arguments),
    }
}

pub(super) fn apply_array(op: Op, arguments: &[&Value]) -> Value {
    match (op, arguments) {
        (Op::ArraySelect, [Value::Array(array), Value::BitVec(index)]) => {
            Value::BitVec(array.select(index).clone())
        }
        (Op::ArrayStore, [Value::Array(array), Value::BitVec(index), Value::BitVec(element)]) => {
            Value::Array(array.store(index, element))
        }
        (Op::ArrayConstant { index }, [Value::BitVec(element)]) => {
            Value::Array(ArrayValue::constant(index, element.clone()))
        }
        _ => ill_sorted(op, arguments),
    }
}
