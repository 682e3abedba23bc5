//! Values that the interpreter does not know, of any domain: one executor for terms, for nodes of a
//! graph, and for whatever comes next.
//!
//! The interpreter carries out what it knows. What it does not know is marked in its slots and
//! bytes; a [`MarkedRun`] holds the value behind each mark, and moves values where the program
//! moves them: along edges, into calls and out of them, through memory. What a value is, and what
//! operations make of it, is a [`ValueDomain`]'s to say. Branches stay with each analysis: one asks
//! a solver, another looks at bounds.
//!
//! What holds: the marks decide. A value that is left behind under a mark that is gone is never
//! read.

use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::memory::MemoryFault;
use crate::path_end::PathEnd;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use ulpwise_base::Id;
use ulpwise_ir::{Body, Constant, EdgeId, FunctionId, InstId, Slot, SlotList, SlotType, Type};

/// The values of an analysis.
pub trait ValueDomain {
    /// A value.
    type Value: Copy + PartialEq;

    /// The value of known bits.
    fn constant(&mut self, ty: Type, bits: u128) -> Self::Value;

    /// The bits of a value, if they are known.
    fn known_bits(&mut self, value: Self::Value) -> Option<u128>;

    /// A value, read as one of a type with as many bits.
    fn retyped(&mut self, value: Self::Value, ty: Type) -> Self::Value;

    /// The value of a slot of the innermost call that lowering found undefined.
    fn undefined_slot(&mut self, interpreter: &Interpreter<'_>, slot: Slot) -> Self::Value;

    /// The value of a marked byte that nothing was written to.
    fn uninitialised_byte(&mut self, address: u64) -> Self::Value;
}

/// A byte of a value: which value, and which of its bytes, the lowest being the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteOf<V> {
    /// The value.
    pub value: V,
    /// The number of the byte.
    pub index: u8,
}

/// Bytes in memory.
#[derive(Clone, Debug)]
pub struct MemoryBytes<V> {
    /// Their bits; without meaning where a byte is marked.
    pub known: Vec<u8>,
    /// What the marked ones are.
    pub pieces: Vec<Option<ByteOf<V>>>,
}

impl<V: Copy + PartialEq> MemoryBytes<V> {
    /// The value whose first bytes these are, in order.
    pub fn leading_value(&self) -> Option<V> {
        let value = self.pieces.first().copied().flatten()?.value;
        let in_order =
            |(at, piece): (usize, &Option<ByteOf<V>>)| *piece == Some(ByteOf { value, index: at as u8 });
        self.pieces.iter().enumerate().all(in_order).then_some(value)
    }
}

/// A run, and the values of its marked slots and bytes.
#[derive(Clone, Debug)]
pub struct MarkedRun<'p, V> {
    /// The run.
    pub interpreter: Interpreter<'p>,
    /// The values of the marked slots of each call under way, outermost first.
    slots: Vec<HashMap<Slot, V>>,
    /// What marked bytes are, by the address of their object and their offset in it.
    bytes: HashMap<u64, Arc<BTreeMap<u64, ByteOf<V>>>>,
    /// How often the run forked at a branch: the depth of its call and the branch.
    forks: HashMap<(usize, InstId), u32>,
}

impl<'p, V: Copy + PartialEq> MarkedRun<'p, V> {
    /// A run without values of its own.
    pub fn new(interpreter: Interpreter<'p>) -> Self {
        Self { interpreter, slots: Vec::new(), bytes: HashMap::new(), forks: HashMap::new() }
    }

    /// A copy that goes its own way.
    #[must_use]
    pub fn fork(&mut self) -> Self {
        let interpreter = self.interpreter.fork();
        Self { interpreter, slots: self.slots.clone(), bytes: self.bytes.clone(), forks: self.forks.clone() }
    }

    /// Counts that the run forked at the branch it stands at: how often it did so in this call.
    pub fn count_fork(&mut self) -> u32 {
        let Some((_, branch)) = self.interpreter.calls().next() else { return 0 };
        let times = self.forks.entry((self.interpreter.depth(), branch)).or_default();
        *times += 1;
        *times
    }

    /// The bits of a slot of the innermost call, if they are known.
    pub fn known(&self, slot: Slot) -> Option<u128> {
        if self.interpreter.is_marked(slot) {
            return None;
        }
        let low = u128::from(self.interpreter.register(slot));
        if !self.interpreter.body().type_of(slot).is_wide() {
            return Some(low);
        }
        Some(low | u128::from(self.interpreter.register(second_half(slot))) << 64)
    }

    /// The value of a slot of the innermost call.
    ///
    /// # Panics
    /// If the slot was marked without a value.
    pub fn get(&self, domain: &mut impl ValueDomain<Value = V>, slot: Slot) -> V {
        let ty = self.interpreter.body().type_of(slot);
        match self.known(slot) {
            Some(bits) => domain.constant(ty, bits),
            None if is_undefined(self.interpreter.body(), slot) => {
                domain.undefined_slot(&self.interpreter, slot)
            }
            None => domain.retyped(self.slots[self.interpreter.depth() - 1][&slot], ty),
        }
    }

    /// Gives a slot of the innermost call a value.
    pub fn set(&mut self, domain: &mut impl ValueDomain<Value = V>, slot: Slot, value: V) {
        if let Some(bits) = domain.known_bits(value) {
            self.interpreter.set_register(slot, bits as u64);
            if self.interpreter.body().type_of(slot).is_wide() {
                self.interpreter.set_register(second_half(slot), (bits >> 64) as u64);
            }
            return;
        }
        let depth = self.interpreter.depth();
        self.slots.resize_with(depth.max(self.slots.len()), HashMap::new);
        self.slots[depth - 1].insert(slot, value);
        self.interpreter.mark_register(slot);
    }

    /// Enters a function of the program with values for its parameters.
    ///
    /// # Errors
    /// The function has no body, or there is no room for its frame.
    pub fn enter(
        &mut self,
        domain: &mut impl ValueDomain<Value = V>,
        function: FunctionId,
        values: &[V],
        variadic: Vec<Argument>,
    ) -> Result<(), PathEnd> {
        let parameters = &self.interpreter.program().module().functions[function].parameters;
        let mut raw = Vec::new();
        for (&value, ty) in values.iter().zip(parameters) {
            let bits = domain.known_bits(value).unwrap_or(0);
            raw.push(bits as u64);
            if ty.is_wide() {
                raw.push((bits >> 64) as u64);
            }
        }
        self.interpreter.enter(function, &raw, variadic)?;
        // What stands here for an earlier call at this depth is nothing of this one's.
        let depth = self.interpreter.depth();
        self.slots.truncate(depth - 1);
        self.forks.retain(|&(at, _), _| at < depth);
        for ((slot, _), &value) in self.interpreter.body().parameters().zip(values) {
            self.set(domain, slot, value);
        }
        Ok(())
    }

    /// The values that an edge carries, and where they go. Both halves of a wide value stand in the
    /// lists, and go together.
    pub fn carried(&self, domain: &mut impl ValueDomain<Value = V>, edge: EdgeId) -> Vec<(Slot, V)> {
        let body = self.interpreter.body();
        let taken = body.edges[edge];
        let parameters = body.list(body.blocks[taken.target].parameters);
        let pairs = body.list(taken.arguments).iter().zip(parameters);
        pairs
            .filter(|&(&from, _)| matches!(body.slots[from], SlotType::Value(_)))
            .map(|(&from, &to)| (to, self.get(domain, from)))
            .collect()
    }

    /// Takes an edge, with the values that it carries.
    ///
    /// # Errors
    /// The budget ended.
    pub fn take_edge(
        &mut self,
        domain: &mut impl ValueDomain<Value = V>,
        edge: EdgeId,
    ) -> Result<(), PathEnd> {
        for (to, value) in self.carried(domain, edge) {
            self.set(domain, to, value);
        }
        self.interpreter.jump(edge)
    }

    /// Ends the innermost call, and gives its caller these values; `false` if it was the last call.
    pub fn leave(&mut self, domain: &mut impl ValueDomain<Value = V>, returned: &[V]) -> bool {
        let Some(results) = self.interpreter.leave() else { return false };
        let body = self.interpreter.body();
        let firsts = results.iter().filter(|&&slot| matches!(body.slots[slot], SlotType::Value(_)));
        for (&slot, &value) in firsts.zip(returned) {
            self.set(domain, slot, value);
        }
        true
    }

    /// Puts the results of a call that was carried out where they go, and goes past the call.
    pub fn place_results(
        &mut self,
        domain: &mut impl ValueDomain<Value = V>,
        results: SlotList,
        values: &[V],
    ) {
        for ((slot, _), &value) in self.interpreter.body().values(results).zip(values) {
            self.set(domain, slot, value);
        }
        self.interpreter.advance();
    }

    /// Bytes at an address.
    ///
    /// # Errors
    /// They are not all there.
    pub fn bytes_at(
        &self,
        domain: &mut impl ValueDomain<Value = V>,
        address: u64,
        len: usize,
    ) -> Result<MemoryBytes<V>, MemoryFault> {
        let known = self.interpreter.machine.memory.read_anyway(address, len)?.to_vec();
        let pieces = (0..len as u64).map(|at| self.byte_at(domain, address + at)).collect();
        Ok(MemoryBytes { known, pieces })
    }

    fn byte_at(&self, domain: &mut impl ValueDomain<Value = V>, address: u64) -> Option<ByteOf<V>> {
        let memory = &self.interpreter.machine.memory;
        if !memory.is_marked(address) {
            return None;
        }
        let (base, _) = memory.object_at(address)?;
        let written = self.bytes.get(&base).and_then(|bytes| bytes.get(&(address - base)));
        let fresh = || ByteOf { value: domain.uninitialised_byte(address), index: 0 };
        Some(written.copied().unwrap_or_else(fresh))
    }

    /// Writes the bytes of a value to an address, the lowest first.
    ///
    /// # Errors
    /// They may not all be written there.
    pub fn store_bytes(
        &mut self,
        domain: &mut impl ValueDomain<Value = V>,
        address: u64,
        len: usize,
        value: V,
    ) -> Result<(), MemoryFault> {
        if let Some(bits) = domain.known_bits(value) {
            let written = self.interpreter.machine.memory.write(address, len)?;
            written.copy_from_slice(&bits.to_le_bytes()[..len]);
            return Ok(());
        }
        self.interpreter.machine.memory.mark(address, len)?;
        for index in 0..len as u8 {
            self.put_byte(address + u64::from(index), ByteOf { value, index });
        }
        Ok(())
    }

    /// Copies bytes as `memmove` does.
    ///
    /// # Errors
    /// They are not all there, or may not all be written.
    pub fn copy_bytes(
        &mut self,
        domain: &mut impl ValueDomain<Value = V>,
        to: u64,
        from: u64,
        len: usize,
    ) -> Result<(), MemoryFault> {
        if len == 0 {
            return Ok(());
        }
        let MemoryBytes { known, pieces } = self.bytes_at(domain, from, len)?;
        self.interpreter.machine.memory.write(to, len)?.copy_from_slice(&known);
        for (address, byte) in (to..).zip(pieces) {
            if let Some(byte) = byte {
                self.interpreter.machine.memory.mark(address, 1)?;
                self.put_byte(address, byte);
            }
        }
        Ok(())
    }

    /// Says what a marked byte is.
    fn put_byte(&mut self, address: u64, byte: ByteOf<V>) {
        if let Some((base, _)) = self.interpreter.machine.memory.object_at(address) {
            Arc::make_mut(self.bytes.entry(base).or_default()).insert(address - base, byte);
        }
    }
}

/// Whether a slot is a constant that lowering found undefined.
fn is_undefined(body: &Body, slot: Slot) -> bool {
    let found = body.constants.binary_search_by_key(&slot, |&(slot, _)| slot);
    found.is_ok_and(|at| body.constants[at].1 == Constant::Undefined)
}

/// The slot of the upper 64 bits of a wide value.
fn second_half(slot: Slot) -> Slot {
    Slot::from_index(slot.index() + 1)
}
