//! The constants that a function and all that it calls mention: where a program changes its ways,
//! it names a number.

use std::collections::BTreeSet;
use ulpwise_ir::{Body, Constant, FloatFormat, FunctionId, Inst, Module, Slot, SlotType, Type};

/// The constants of a program, each once, in the order of their bits.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Constants {
    /// Floats that something is compared with.
    pub(super) compared: Vec<f64>,
    /// All other floats.
    pub(super) floats: Vec<f64>,
    /// Integers.
    pub(super) ints: Vec<i64>,
}

/// The functions that a function may call, itself included. Calls through pointers are not
/// followed.
pub(super) fn reachable(module: &Module, function: FunctionId) -> BTreeSet<FunctionId> {
    let mut seen = BTreeSet::from([function]);
    let mut open = vec![function];
    while let Some(function) = open.pop() {
        let Some(body) = &module.functions[function].body else { continue };
        for inst in &body.insts {
            if let Inst::Call { callee, .. } = *inst
                && seen.insert(callee)
            {
                open.push(callee);
            }
        }
    }
    seen
}

impl Constants {
    /// Those of a function and of what it calls.
    pub(super) fn collect(module: &Module, function: FunctionId) -> Self {
        let mut compared = BTreeSet::new();
        let mut floats = BTreeSet::new();
        let mut ints = BTreeSet::new();
        for function in reachable(module, function) {
            let Some(body) = &module.functions[function].body else { continue };
            let in_comparisons = slots_of_comparisons(body);
            for &(slot, constant) in &body.constants {
                let Constant::Bits(bits) = constant else { continue };
                match body.slots[slot] {
                    SlotType::Value(Type::Float(format)) => {
                        let Some(number) = number(format, bits) else { continue };
                        match in_comparisons.contains(&slot) {
                            true => compared.insert(number.to_bits()),
                            false => floats.insert(number.to_bits()),
                        };
                    }
                    SlotType::Value(Type::Int(width)) if (8..=64).contains(&width) => {
                        let unused = 64 - u32::from(width);
                        ints.insert(((bits as u64) << unused).cast_signed() >> unused);
                    }
                    _ => {}
                }
            }
        }
        let numbers = |bits: &BTreeSet<u64>| bits.iter().map(|&bits| f64::from_bits(bits)).collect();
        let floats = numbers(&floats.difference(&compared).copied().collect());
        Self { compared: numbers(&compared), floats, ints: ints.into_iter().collect() }
    }
}

fn slots_of_comparisons(body: &Body) -> BTreeSet<Slot> {
    let operands = body.insts.iter().filter_map(|inst| match *inst {
        Inst::FloatCompare { a, b, .. } => Some([a, b]),
        _ => None,
    });
    operands.flatten().collect()
}

fn number(format: FloatFormat, bits: u128) -> Option<f64> {
    let number = match format {
        FloatFormat::F64 => f64::from_bits(bits as u64),
        FloatFormat::F32 => f32::from_bits(bits as u32).into(),
        _ => return None,
    };
    number.is_finite().then_some(number)
}
