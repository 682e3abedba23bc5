//! Memory that is used for two kinds of values: what functions write and read there, and the functions
//! that they call with its address.

use crate::places::{Place, Root, places};
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_ir::{Body, FunctionId, Inst, Module, Slot, Type};

/// What memory is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum AccessKind {
    /// An address is written.
    WritesAddress,
    /// A float is written or read.
    UsesFloat,
    /// An integer is written.
    WritesNumber,
    /// An integer is read.
    ReadsNumber,
}

/// So many bytes of memory, and what they are used for.
type Access = (Place, u64, AccessKind);

/// How often what functions do is carried over to their callers.
const MOST_ROUNDS: usize = 64;

/// Whether some bytes may be used in one way and in one of others, in these functions. Without an
/// answer after many rounds: yes.
pub(crate) fn meet(
    module: &Module,
    functions: &BTreeSet<FunctionId>,
    one: AccessKind,
    others: &[AccessKind],
) -> bool {
    let mut accesses = Accesses::new(module, functions);
    for _ in 0..MOST_ROUNDS {
        if accesses.meet(one, others) {
            return true;
        }
        if !accesses.carry_over() {
            return false;
        }
    }
    true
}

/// What functions do with memory.
struct Accesses<'a> {
    bodies: BTreeMap<FunctionId, (&'a Body, BTreeMap<Slot, Place>)>,
    known: BTreeMap<FunctionId, BTreeSet<Access>>,
    /// Addresses that variables hold when the program begins.
    initial: Vec<Access>,
}

impl<'a> Accesses<'a> {
    fn new(module: &'a Module, functions: &BTreeSet<FunctionId>) -> Self {
        let bodies: BTreeMap<FunctionId, (&Body, BTreeMap<Slot, Place>)> = functions
            .iter()
            .filter_map(|&function| Some((function, module.functions[function].body.as_ref()?)))
            .map(|(function, body)| (function, (body, places(body))))
            .collect();
        let own = |(&function, (body, places)): (&FunctionId, &(&Body, BTreeMap<Slot, Place>))| {
            (function, body.insts.iter().filter_map(|inst| access(places, inst)).collect())
        };
        let known = bodies.iter().map(own).collect();
        let initial = module.globals.iter_enumerated().flat_map(|(variable, global)| {
            global.relocations.iter().map(move |relocation| {
                let offset = relocation.offset.cast_signed();
                let place = Place { root: Root::Variable(variable), offset, stride: 0 };
                (place, 8, AccessKind::WritesAddress)
            })
        });
        Self { bodies, known, initial: initial.collect() }
    }

    fn meet(&self, one: AccessKind, others: &[AccessKind]) -> bool {
        self.known.values().any(|accesses| {
            let all = || accesses.iter().chain(&self.initial);
            let ones: Vec<&Access> = all().filter(|access| access.2 == one).collect();
            let mut others = all().filter(|access| others.contains(&access.2));
            others.any(|other| ones.iter().any(|one| one.0.overlaps(one.1, other.0, other.1)))
        })
    }

    /// Carries what copies and calls do over to the memory that they are given. Returns whether
    /// something is new.
    fn carry_over(&mut self) -> bool {
        let mut more: Vec<(FunctionId, Access)> = Vec::new();
        for (&function, (body, places)) in &self.bodies {
            for inst in &body.insts {
                match *inst {
                    Inst::MemCopy { to, from, .. } => {
                        let Some((&to, &from)) = places.get(&to).zip(places.get(&from)) else { continue };
                        let copied = self.known[&function].iter().filter(|access| {
                            access.2 != AccessKind::ReadsNumber && access.0.root == from.root
                        });
                        more.extend(copied.map(|&(place, size, kind)| {
                            let shift = place.offset.wrapping_sub(from.offset);
                            let moved = to.shifted(shift, from.stride).shifted(0, place.stride);
                            (function, (moved, size, kind))
                        }));
                    }
                    Inst::Call { callee, arguments, .. } => {
                        let Some(inside) = self.known.get(&callee) else { continue };
                        let given = body.list(arguments);
                        let carried = inside.iter().filter_map(|&access| carried(access, given, places));
                        more.extend(carried.map(|access| (function, access)));
                    }
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

/// What an instruction does with memory.
fn access(places: &BTreeMap<Slot, Place>, inst: &Inst) -> Option<Access> {
    let (ty, address, number) = match *inst {
        Inst::Store { ty, address, .. } => (ty, address, AccessKind::WritesNumber),
        Inst::Load { ty, address, .. } => (ty, address, AccessKind::ReadsNumber),
        _ => return None,
    };
    let kind = match (ty, number) {
        (Type::Float(_), _) => AccessKind::UsesFloat,
        (Type::Int(_), number) => number,
        (Type::Pointer, AccessKind::WritesNumber) => AccessKind::WritesAddress,
        (Type::Pointer, _) => return None,
    };
    Some((*places.get(&address)?, u64::from(ty.bits()).div_ceil(8), kind))
}

/// What a function that is called does, as its caller's.
fn carried((place, size, kind): Access, given: &[Slot], places: &BTreeMap<Slot, Place>) -> Option<Access> {
    match place.root {
        Root::Parameter(number) => {
            let base = places.get(given.get(number as usize)?)?;
            Some((base.shifted(place.offset, place.stride), size, kind))
        }
        // A variable is the same one in the caller.
        Root::Variable(_) => Some((place, size, kind)),
        Root::Local(_) | Root::Other(_) => None,
    }
}
