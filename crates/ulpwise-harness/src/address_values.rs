//! Whether something that a function computes depends on where objects lie.
//!
//! They lie elsewhere in the next process, so a proof along paths with one layout says nothing about
//! others. An address becomes a number when it is converted, compared by order with one of another
//! object, printed into memory, or written to memory and read from there as an integer. The distance
//! of two addresses and whether they are the same are no such numbers.

use crate::accesses::{AccessKind, meet};
use crate::places::{Place, Root, places};
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_ir::{Body, FunctionId, GlobalId, Inst, IntBinaryOp, IntPredicate, Module, Slot, SlotType, Type};

/// Functions that print into memory, from where the program can read an address that `%p` left.
const PRINTING: &[&str] = &[
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "asprintf",
    "vasprintf",
    "swprintf",
    "vswprintf",
    "__sprintf_chk",
    "__snprintf_chk",
    "__vsprintf_chk",
    "__vsnprintf_chk",
    "__asprintf_chk",
];

/// Whether an address is used as a number in these functions.
pub(crate) fn uses_addresses_as_values(module: &Module, reached: &BTreeSet<FunctionId>) -> bool {
    let bodies = reached.iter().filter_map(|&function| module.functions[function].body.as_ref());
    bodies.into_iter().any(|body| {
        let places = places(body);
        converts(body) || compares_order(body, &places) || prints(module, body, &places)
    }) || meet(module, reached, AccessKind::WritesAddress, &[AccessKind::ReadsNumber])
}

fn is_pointer(body: &Body, slot: Slot) -> bool {
    body.slots[slot] == SlotType::Value(Type::Pointer)
}

/// Whether an address that was converted to an integer is used for more than distance and equality.
fn converts(body: &Body) -> bool {
    let numbers: BTreeSet<Slot> = body
        .insts
        .iter()
        .filter_map(|inst| match *inst {
            Inst::Copy { dst, a, .. } if is_pointer(body, a) && !is_pointer(body, dst) => Some(dst),
            // fail-closed: the verifier refuses a pointer as a number everywhere else.
            _ => None,
        })
        .collect();
    if numbers.is_empty() {
        return false;
    }
    let is_zero = |slot: Slot| body.constant_bits(slot) == Some(0);
    let is_used = |inst: &Inst| {
        let mut is_used = false;
        body.for_each_use(inst, |slot| is_used |= numbers.contains(&slot));
        is_used
    };
    let passed = body.edges.iter().flat_map(|edge| body.list(edge.arguments));
    passed.into_iter().any(|slot| numbers.contains(slot))
        || body.insts.iter().any(|inst| match *inst {
            Inst::Int { op: IntBinaryOp::Sub, a, b, .. } if numbers.contains(&a) => !numbers.contains(&b),
            Inst::IntCompare { predicate: IntPredicate::Eq | IntPredicate::Ne, a, b, .. } => {
                let is_number = |slot| numbers.contains(&slot);
                (is_number(a) && !is_number(b) && !is_zero(b))
                    || (is_number(b) && !is_number(a) && !is_zero(a))
            }
            // fail-closed: any other use counts.
            _ => is_used(inst),
        })
}

/// Whether addresses are compared whose order, or whose equality beyond the end of an object, is a
/// matter of where objects lie.
fn compares_order(body: &Body, places: &BTreeMap<Slot, Place>) -> bool {
    body.insts.iter().any(|inst| match *inst {
        Inst::IntCompare { predicate, a, b, .. } if is_pointer(body, a) || is_pointer(body, b) => {
            let both = places.get(&a).zip(places.get(&b));
            // fail-closed: every other predicate is one of order.
            if matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) {
                // fail-closed: what is not known to be another root counts as an object.
                let is_object = |place: &Place| !matches!(place.root, Root::Other(_));
                let is_moved = |place: &Place| place.offset != 0 || place.stride != 0;
                return both.is_some_and(|(a, b)| {
                    a.root != b.root && is_object(a) && is_object(b) && (is_moved(a) || is_moved(b))
                });
            }
            both.is_none_or(|(a, b)| a.root != b.root)
        }
        // fail-closed: nothing else compares addresses.
        _ => false,
    })
}

/// Whether an address may be printed into memory.
fn prints(module: &Module, body: &Body, places: &BTreeMap<Slot, Place>) -> bool {
    body.insts.iter().any(|inst| match *inst {
        Inst::Call { callee, arguments, .. }
            if PRINTING.contains(&module.functions[callee].name.as_str()) =>
        {
            let text = |slot: &Slot| match places.get(slot)?.root {
                Root::Variable(variable) => constant_text(module, variable),
                // fail-closed: without a text the format may print an address.
                _ => None,
            };
            let formats: Vec<&[u8]> = body.list(arguments).iter().filter_map(text).collect();
            // A format that is not known may print anything.
            formats.is_empty() || formats.into_iter().any(prints_address)
        }
        // fail-closed: what else is called is judged by its effects.
        _ => false,
    })
}

fn constant_text(module: &Module, variable: GlobalId) -> Option<&[u8]> {
    let variable = &module.globals[variable];
    variable.initializer.as_deref().filter(|_| variable.constant)
}

/// Whether a format has a conversion `%p`.
fn prints_address(format: &[u8]) -> bool {
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        rest = &rest[at + 1..];
        let end = rest.iter().position(|byte| byte.is_ascii_alphabetic() && !b"hlLqjzt".contains(byte));
        let percent = rest.iter().position(|&byte| byte == b'%');
        match (end, percent) {
            (_, Some(0)) => rest = &rest[1..],
            (Some(end), _) if rest[end] == b'p' => return true,
            (Some(end), _) => rest = &rest[end..],
            (None, _) => return false,
        }
    }
    false
}
