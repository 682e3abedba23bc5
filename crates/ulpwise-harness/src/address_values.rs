//! Whether something that a function computes depends on where objects lie.
//!
//! They lie elsewhere in the next process, so a proof along paths with one layout says nothing about
//! others. An address becomes a number when it is converted, compared by order with one of another
//! object, printed into memory, or written to memory and read from there as an integer. The distance
//! of two addresses and whether they are the same are no such numbers.

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
    let bodies: BTreeMap<FunctionId, &Body> = reached
        .iter()
        .filter_map(|&function| Some((function, module.functions[function].body.as_ref()?)))
        .collect();
    let all_places: BTreeMap<FunctionId, BTreeMap<Slot, Place>> =
        bodies.iter().map(|(&function, body)| (function, places(body))).collect();
    bodies.iter().any(|(function, body)| {
        let places = &all_places[function];
        converts(body) || compares_order(body, places) || prints(module, body, places)
    }) || Accesses::new(module, &bodies, &all_places).reads_address()
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

/// What memory is used for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AccessKind {
    /// An address is written.
    WritesAddress,
    /// An integer is read.
    ReadsNumber,
}

/// So many bytes of memory, and what they are used for.
type Access = (Place, u64, AccessKind);

/// How often what functions do is carried over to their callers.
const MOST_ROUNDS: usize = 64;

/// What functions do with memory, their own and that of functions that they call with its address.
struct Accesses<'a> {
    module: &'a Module,
    bodies: &'a BTreeMap<FunctionId, &'a Body>,
    places: &'a BTreeMap<FunctionId, BTreeMap<Slot, Place>>,
    known: BTreeMap<FunctionId, BTreeSet<Access>>,
}

impl<'a> Accesses<'a> {
    fn new(
        module: &'a Module,
        bodies: &'a BTreeMap<FunctionId, &'a Body>,
        places: &'a BTreeMap<FunctionId, BTreeMap<Slot, Place>>,
    ) -> Self {
        let own = |(&function, body): (&FunctionId, &&Body)| {
            let places = &places[&function];
            let access = |inst: &Inst| match *inst {
                Inst::Store { ty: Type::Pointer, address, .. } => {
                    Some((*places.get(&address)?, 8, AccessKind::WritesAddress))
                }
                Inst::Load { ty: Type::Int(bits), address, .. } => {
                    Some((*places.get(&address)?, u64::from(bits).div_ceil(8), AccessKind::ReadsNumber))
                }
                // fail-closed: copies and calls are carried over below.
                _ => None,
            };
            (function, body.insts.iter().filter_map(access).collect())
        };
        Self { module, bodies, places, known: bodies.iter().map(own).collect() }
    }

    /// Whether bytes of an address are read as an integer. Without an answer after many rounds: yes.
    fn reads_address(mut self) -> bool {
        for _ in 0..MOST_ROUNDS {
            if self.is_met() {
                return true;
            }
            if !self.carry_over() {
                return false;
            }
        }
        true
    }

    fn is_met(&self) -> bool {
        let variables = self.module.globals.iter_enumerated().flat_map(|(variable, global)| {
            global.relocations.iter().map(move |relocation| Place {
                root: Root::Variable(variable),
                offset: relocation.offset.cast_signed(),
                stride: 0,
            })
        });
        let initial: Vec<Place> = variables.collect();
        self.known.values().any(|accesses| {
            let reads = accesses.iter().filter(|access| access.2 == AccessKind::ReadsNumber);
            let writes = accesses.iter().filter(|access| access.2 == AccessKind::WritesAddress);
            let writes: Vec<Place> = writes.map(|access| access.0).chain(initial.iter().copied()).collect();
            reads
                .into_iter()
                .any(|&(read, size, _)| writes.iter().any(|&write| read.overlaps(size, write, 8)))
        })
    }

    /// Carries what copies and calls do over to the memory that they are given. Returns whether
    /// something is new.
    fn carry_over(&mut self) -> bool {
        let mut more: Vec<(FunctionId, Access)> = Vec::new();
        for (&function, body) in self.bodies {
            let places = &self.places[&function];
            for inst in &body.insts {
                match *inst {
                    Inst::MemCopy { to, from, .. } => {
                        let Some((&to, &from)) = places.get(&to).zip(places.get(&from)) else { continue };
                        let copied = self.known[&function].iter().filter(|access| {
                            access.2 == AccessKind::WritesAddress && access.0.root == from.root
                        });
                        more.extend(copied.map(|&(place, size, kind)| {
                            let shift = place.offset.wrapping_sub(from.offset);
                            let moved = to.shifted(shift, from.stride).shifted(0, place.stride);
                            (function, (moved, size, kind))
                        }));
                    }
                    Inst::Call { callee, arguments, .. } => {
                        let Some(inside) = self.known.get(&callee) else { continue };
                        for &(place, size, kind) in inside {
                            let Root::Parameter(number) = place.root else {
                                // fail-closed: a variable is the same one in the caller; an object of
                                // the callee's frame is gone.
                                if matches!(place.root, Root::Variable(_)) {
                                    more.push((function, (place, size, kind)));
                                }
                                continue;
                            };
                            let given = body.list(arguments).get(number as usize);
                            if let Some(base) = given.and_then(|slot| places.get(slot)) {
                                more.push((function, (base.shifted(place.offset, place.stride), size, kind)));
                            }
                        }
                    }
                    // fail-closed: no other instruction moves addresses within memory.
                    _ => {}
                }
            }
        }
        let mut is_new = false;
        for (function, access) in more {
            is_new |= self.known.entry(function).or_default().insert(access);
        }
        is_new
    }
}
