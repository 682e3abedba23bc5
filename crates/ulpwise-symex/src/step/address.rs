//! Loads and stores, at known addresses and at others.
//!
//! An address that is a term is followed into the object that the path's model has it point into,
//! or to nowhere between two objects; paths on which it points elsewhere are paths of their own.
//! Inside of the object, all places that the address can stand for are read or written together, as
//! long as they are few; otherwise one after the other, each on its own path.

use super::{Next, Nexts};
use crate::executor::Executor;
use crate::state::PathState;
use crate::terms::to_u128;
use crate::undefined::Checked;
use std::collections::HashMap;
use ulpwise_expr::{Term, Value};
use ulpwise_interp::PathEnd;
use ulpwise_interp::memory::MemoryFault;
use ulpwise_ir::{Inst, Slot, Type};

/// In how many places of an object an access is followed at once.
const MAX_PLACES: u64 = 512;

/// Where an access goes.
enum AccessAddress {
    /// To one address.
    At(u64),
    /// To one of these addresses, whichever the term is.
    OneOf(Term, Vec<u64>),
}

impl<'p> Executor<'p, '_> {
    pub(super) fn access(&mut self, mut state: PathState<'p>) -> Nexts<'p> {
        match state.interpreter.next_inst() {
            Inst::Load { ty, dst, address, .. } => {
                self.at_address(state, address, ty.store_bytes(), &mut |executor, mut state, place| {
                    match executor.load_from(&state, &place, ty) {
                        Ok(value) => {
                            state.set(&mut executor.terms, dst, value);
                            Self::done(state)
                        }
                        Err(fault) => vec![Next::stops(state, fault)],
                    }
                })
            }
            Inst::Store { ty, address, value } => {
                let value = state.get(&mut self.terms, value);
                self.at_address(state, address, ty.store_bytes(), &mut |executor, mut state, place| {
                    match executor.store_to(&mut state, &place, ty, value) {
                        Ok(()) => Self::done(state),
                        Err(fault) => vec![Next::stops(state, fault)],
                    }
                })
            }
            Inst::MemCopy { to, from, len, .. } => {
                if let Some(open) = [to, from, len].into_iter().find(|&slot| state.known(slot).is_none()) {
                    return self.enumerate(state, open);
                }
                let [to, from, len] = [to, from, len].map(|slot| state.known(slot).unwrap_or(0) as u64);
                match state.copy_bytes(&mut self.terms, to, from, len as usize) {
                    Ok(()) => Self::done(state),
                    Err(fault) => vec![Next::stops(state, fault)],
                }
            }
            Inst::MemSet { to, byte, len } => {
                if let Some(open) = [to, len].into_iter().find(|&slot| state.known(slot).is_none()) {
                    return self.enumerate(state, open);
                }
                let [to, len] = [to, len].map(|slot| state.known(slot).unwrap_or(0) as u64);
                let byte = state.get(&mut self.terms, byte);
                match self.fill(&mut state, to, byte, len) {
                    Ok(()) => Self::done(state),
                    Err(fault) => vec![Next::stops(state, fault)],
                }
            }
            inst => unreachable!("{inst:?} accesses no memory"),
        }
    }

    /// Fills bytes with a value.
    pub(crate) fn fill(
        &mut self,
        state: &mut PathState<'p>,
        to: u64,
        byte: Term,
        len: u64,
    ) -> Result<(), MemoryFault> {
        // All of it is looked at before anything is written.
        if len > 0 {
            state.interpreter.machine.memory.read_anyway(to, len as usize)?;
        }
        (0..len).try_for_each(|at| state.store_bytes(&mut self.terms, to + at, 1, byte))
    }

    /// Carries an access out in the object that the path's model has its address point into. On the
    /// path on which it points elsewhere it is still to be carried out.
    fn at_address(
        &mut self,
        state: PathState<'p>,
        slot: Slot,
        len: usize,
        act: &mut dyn FnMut(&mut Self, PathState<'p>, AccessAddress) -> Nexts<'p>,
    ) -> Nexts<'p> {
        if let Some(address) = state.known(slot) {
            return act(self, state, AccessAddress::At(address as u64));
        }
        let (left, mut nexts) = self.decides_slot(state, slot);
        let Some(mut state) = left else { return nexts };
        let address = state.get(&mut self.terms, slot);
        let address = self.terms.bits(address);
        let Some(Value::BitVec(pointed)) = self.questions.pick(&self.terms, &mut state, address) else {
            nexts.extend(Self::unsupported(state, "an address that cannot be evaluated"));
            return nexts;
        };
        let pointed = to_u128(pointed.unsigned()) as u64;
        let memory = &state.interpreter.machine.memory;
        let object = memory.object_at(pointed).filter(|&(base, size)| {
            size.checked_sub(len as u64).is_some_and(|last| pointed.wrapping_sub(base) <= last)
        });
        let Some((base, size)) = object else {
            // What is wrong on this path is that it points between two objects; on others it may
            // point into one.
            let (first, last) = memory.gap_at(pointed, len as u64);
            let in_gap = self.is_between(address, (first, last));
            let split = self.questions.split(&mut self.terms, state, in_gap);
            nexts.extend(split.holds.map(|state| stray(state, pointed, len)));
            nexts.extend(split.fails.map(Next::Goes));
            return nexts;
        };
        let start = self.terms.constant(64, u128::from(base));
        let offset = self.terms.store.bv_sub(address, start);
        let last = self.terms.constant(64, u128::from(size - len as u64));
        let is_inside = self.terms.store.bv_ule(offset, last);
        let split = self.questions.split(&mut self.terms, state, is_inside);
        if let Some(inside) = split.holds {
            nexts.extend(self.inside(inside, slot, offset, (base, size, len), act));
        }
        // In which of the other objects, if in any, is a question of its own: there may be
        // thousands, and the time may be over before.
        nexts.extend(split.fails.map(Next::Goes));
        nexts
    }

    /// Whether an address is one of those from one to another.
    fn is_between(&mut self, address: Term, (first, last): (u64, u64)) -> Term {
        let [first, last] = [first, last].map(|end| self.terms.constant(64, u128::from(end)));
        let is_after = self.terms.store.bv_ule(first, address);
        let is_before = self.terms.store.bv_ule(address, last);
        self.terms.store.and(&[is_after, is_before])
    }

    /// Carries an access out that stays inside of an object.
    fn inside(
        &mut self,
        mut state: PathState<'p>,
        slot: Slot,
        offset: Term,
        (base, size, len): (u64, u64, usize),
        act: &mut dyn FnMut(&mut Self, PathState<'p>, AccessAddress) -> Nexts<'p>,
    ) -> Nexts<'p> {
        let mut stride = (len as u64).next_power_of_two();
        while stride > 1 {
            let mask = self.terms.constant(64, u128::from(stride - 1));
            let rest = self.terms.store.bv_and(offset, mask);
            let is_open = self.terms.is_not_zero(rest);
            let is_aligned = self.terms.store.not(is_open);
            if self.questions.always(&mut self.terms, &mut state, is_aligned) {
                break;
            }
            stride /= 2;
        }
        if (size - len as u64) / stride >= MAX_PLACES {
            return self.enumerate(state, slot);
        }
        let places: Vec<u64> = (0..=size - len as u64).step_by(stride as usize).map(|at| base + at).collect();
        let start = self.terms.constant(64, u128::from(base));
        let address = self.terms.store.bv_add(offset, start);
        act(self, state, AccessAddress::OneOf(address, places))
    }

    /// Goes on with a slot at the value that it has in the path's model, and on another path with
    /// all its other values. The instruction is still to be carried out on both.
    pub(crate) fn enumerate(&mut self, state: PathState<'p>, slot: Slot) -> Nexts<'p> {
        let (left, mut nexts) = self.decides_slot(state, slot);
        let Some(mut state) = left else { return nexts };
        let value = state.get(&mut self.terms, slot);
        let bits = self.terms.bits(value);
        let Some(Value::BitVec(constant)) = self.questions.pick(&self.terms, &mut state, bits) else {
            nexts.extend(Self::unsupported(state, "a value that cannot be evaluated"));
            return nexts;
        };
        let constant = self.terms.store.bit_vector(constant);
        let is_it = self.terms.store.eq(bits, constant);
        let split = self.questions.split(&mut self.terms, state, is_it);
        if let Some(mut state) = split.holds {
            state.set(&mut self.terms, slot, constant);
            nexts.push(Next::Goes(state));
        }
        nexts.extend(split.fails.map(Next::Goes));
        nexts
    }

    fn decides_slot(&mut self, state: PathState<'p>, slot: Slot) -> Checked<'p> {
        let value = state.get(&mut self.terms, slot);
        self.decides(state, value)
    }

    /// Goes on with a slot at each of some values that it can have; the instruction is still to be
    /// carried out there. Delivers also the path on which it has none of them.
    pub(crate) fn by_cases(
        &mut self,
        state: PathState<'p>,
        slot: Slot,
        values: &[u64],
    ) -> (Nexts<'p>, Option<PathState<'p>>) {
        let mut nexts = Vec::new();
        let mut left = Some(state);
        for &value in values {
            let Some(state) = left else { break };
            let bits = state.get(&mut self.terms, slot);
            let bits = self.terms.bits(bits);
            let width = self.terms.store.width(bits);
            let constant = self.terms.store.bv(width, value);
            let is_it = self.terms.store.eq(bits, constant);
            let split = self.questions.split(&mut self.terms, state, is_it);
            if let Some(mut state) = split.holds {
                state.set(&mut self.terms, slot, constant);
                nexts.push(Next::Goes(state));
            }
            left = split.fails;
        }
        (nexts, left)
    }

    fn load_from(
        &mut self,
        state: &PathState<'p>,
        place: &AccessAddress,
        ty: Type,
    ) -> Result<Term, MemoryFault> {
        match place {
            AccessAddress::At(address) => state.load(&mut self.terms, *address, ty),
            AccessAddress::OneOf(address, places) => self.load_one_of(state, *address, places, ty),
        }
    }

    /// What stands at one of several places. Places with the same value are one case, and the value
    /// that most places have needs none.
    fn load_one_of(
        &mut self,
        state: &PathState<'p>,
        address: Term,
        places: &[u64],
        ty: Type,
    ) -> Result<Term, MemoryFault> {
        let mut values: Vec<(Term, Vec<u64>)> = Vec::new();
        let mut position: HashMap<Term, usize> = HashMap::new();
        for &at in places {
            let here = state.load(&mut self.terms, at, ty)?;
            let group = *position.entry(here).or_insert(values.len());
            if group == values.len() {
                values.push((here, Vec::new()));
            }
            values[group].1.push(at);
        }
        values.sort_by_key(|(_, places)| places.len());
        let (mut value, _) = values.pop().expect("there is at least one place");
        for (here, places) in values.into_iter().rev() {
            let cases: Vec<Term> = places.into_iter().map(|at| self.is_at(address, at)).collect();
            let is_here = self.terms.store.or(&cases);
            value = self.terms.choose(is_here, here, value);
        }
        Ok(value)
    }

    fn store_to(
        &mut self,
        state: &mut PathState<'p>,
        place: &AccessAddress,
        ty: Type,
        value: Term,
    ) -> Result<(), MemoryFault> {
        match place {
            AccessAddress::At(address) => state.store(&mut self.terms, *address, ty, value),
            AccessAddress::OneOf(address, places) => {
                for &at in places {
                    let old = state.load(&mut self.terms, at, ty)?;
                    let is_here = self.is_at(*address, at);
                    let new = self.terms.choose(is_here, value, old);
                    state.store(&mut self.terms, at, ty, new)?;
                }
                Ok(())
            }
        }
    }

    fn is_at(&mut self, address: Term, at: u64) -> Term {
        let at = self.terms.constant(64, u128::from(at));
        self.terms.store.eq(address, at)
    }
}

/// A path on which an address points to where nothing can be accessed.
fn stray(state: PathState<'_>, pointed: u64, len: usize) -> Next<'_> {
    let fault = state.interpreter.machine.memory.read_anyway(pointed, len).err();
    let end = fault.map_or_else(|| PathEnd::Unsupported("an address in no object".into()), Into::into);
    Next::stops(state, end)
}
