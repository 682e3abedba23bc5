//! One call in the interpreter, with objects of given lengths.

use super::values::{Assignment, Variable, bits_of};
use crate::lengths::DEFAULT_LENGTH;
use std::collections::BTreeMap;
use ulpwise_base::Budget;
use ulpwise_interp::memory::{Memory, MemoryFault, ObjectKind};
use ulpwise_interp::{Interpreter, PathEnd};
use ulpwise_symex::{Content, EntryObject, EntryPoint, Given};

/// How many instructions a call may take.
const STEPS: u64 = 40_000;

/// The objects of an entry that are arrays, in the order in which the entry has them: an object, then
/// those that it points at.
pub(super) struct Arrays {
    /// Which of the entry's own objects are arrays themselves.
    is_array: Vec<bool>,
    /// For each array how many bytes an element has, how many elements the entry says, and whether
    /// there may be more.
    all: Vec<(u64, u64, Extension)>,
}

/// Whether an array may have another length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extension {
    /// Nothing was said of it.
    Open,
    /// Its length is an assumption.
    Assumed,
    /// The language guarantees its length.
    Guaranteed,
}

/// What came of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Called {
    /// It needs so many elements of an array.
    Beyond { array: usize, needed: u64 },
    /// It looks before an array.
    Before,
    /// Anything else.
    Otherwise,
}

impl Arrays {
    /// Those of an entry, of which nothing was said of the `open` ones. `None` if the entry has other
    /// pointers than lengths.
    pub(super) fn new(entry: &EntryPoint, is_array: &[bool], open: &[usize]) -> Option<Self> {
        let numbers = entry
            .objects
            .iter()
            .enumerate()
            .map(|(at, object)| usize::from(is_array.get(at) == Some(&true)) + count_pointers(object));
        if numbers.sum::<usize>() != entry.lengths.len() {
            return None;
        }
        let all = entry.lengths.iter().enumerate().map(|(at, length)| {
            let extension = match (open.contains(&at), length.is_guaranteed) {
                (_, true) => Extension::Guaranteed,
                (true, false) => Extension::Open,
                (false, false) => Extension::Assumed,
            };
            (length.bytes / length.elements.max(1), length.elements, extension)
        });
        Some(Self { is_array: is_array.to_vec(), all: all.collect() })
    }

    /// No elements where the length is open.
    pub(super) fn least(&self) -> Vec<u64> {
        let least = |&(_, elements, extension): &(u64, u64, Extension)| {
            if extension == Extension::Open { 0 } else { elements }
        };
        self.all.iter().map(least).collect()
    }

    pub(super) fn is_open(&self, array: usize) -> bool {
        self.all[array].2 == Extension::Open
    }

    /// The lengths that are to be others than the entry has: of numbers never fewer than by default.
    pub(super) fn lengths(&self, entry: &EntryPoint, elements: &[u64]) -> Vec<(String, u64)> {
        let all = self.all.iter().zip(elements).zip(&entry.lengths);
        let longer = all.filter(|((array, needed), _)| array.2 == Extension::Open && **needed > array.1);
        longer.map(|((_, needed), length)| (length.name.clone(), *needed)).collect()
    }
}

fn count_pointers(object: &EntryObject) -> usize {
    let inner = object.contents.iter().filter_map(|(_, content)| match content {
        Content::Address(inner) => Some(inner),
        _ => None,
    });
    inner.map(|inner| 1 + count_pointers(inner)).sum()
}

/// What calls have in common.
pub(super) struct TrialCall<'e> {
    /// The program, after its constructors.
    pub(super) ready: Interpreter<'e>,
    pub(super) entry: &'e EntryPoint,
    pub(super) arrays: Arrays,
}

impl TrialCall<'_> {
    /// Makes a call with so many elements in each array.
    pub(super) fn call(
        &self,
        variables: &[Variable],
        values: &Assignment,
        seed: u64,
        elements: &[u64],
    ) -> Called {
        let mut interpreter = self.ready.clone();
        let steps = interpreter.machine.steps + STEPS;
        interpreter.limit(Budget::unlimited().with_steps(steps));
        let mut objects = ObjectMaker {
            call: self,
            memory: &mut interpreter.machine.memory,
            elements,
            inputs: (variables, values),
            seed,
            next: 0,
            starts: BTreeMap::new(),
        };
        let Some(slots) = objects.arguments() else { return Called::Otherwise };
        let starts = objects.starts;
        let Err(stop) = interpreter.call(self.entry.function, &slots) else { return Called::Otherwise };
        let PathEnd::Memory(MemoryFault::OutOfBounds { kind: ObjectKind::Host, start, offset, len, .. }) =
            stop.end
        else {
            return Called::Otherwise;
        };
        let Some(&array) = starts.get(&start) else { return Called::Otherwise };
        let (size, _, extension) = self.arrays.all[array];
        match u64::try_from(offset) {
            Err(_) => Called::Before,
            Ok(_) if extension == Extension::Guaranteed => Called::Otherwise,
            Ok(offset) => Called::Beyond { array, needed: offset.saturating_add(len).div_ceil(size.max(1)) },
        }
    }
}

/// Makes the objects of one call.
struct ObjectMaker<'a> {
    call: &'a TrialCall<'a>,
    memory: &'a mut Memory,
    elements: &'a [u64],
    inputs: (&'a [Variable], &'a Assignment),
    seed: u64,
    /// The array that is made next.
    next: usize,
    /// Where arrays begin.
    starts: BTreeMap<u64, usize>,
}

impl ObjectMaker<'_> {
    /// All objects, and the arguments of the call.
    fn arguments(&mut self) -> Option<Vec<u64>> {
        let entry = self.call.entry;
        let mut addresses = Vec::new();
        for (at, object) in entry.objects.iter().enumerate() {
            let is_array = self.call.arrays.is_array.get(at) == Some(&true);
            addresses.push(if is_array { self.array(object)? } else { self.object(object)? });
        }
        let parameters = &self.call.ready.program().module().functions[entry.function].parameters;
        let mut slots = Vec::new();
        for (given, ty) in entry.given.iter().zip(parameters) {
            let bits = match *given {
                Given::Bits(bits) => bits,
                Given::AddressOf(object) => (*addresses.get(object)?).into(),
                Given::Part(object, offset) => {
                    let bytes = self.memory.read(addresses[object] + offset, ty.store_bytes()).ok()?;
                    little_endian(bytes)
                }
                Given::Any | Given::Array(..) => return None,
            };
            slots.push(bits as u64);
            if ty.is_wide() {
                slots.push((bits >> 64) as u64);
            }
        }
        Some(slots)
    }

    /// An object that is no array.
    fn object(&mut self, object: &EntryObject) -> Option<u64> {
        let inner = self.inner(object)?;
        let address = self.memory.allocate_zeroed(object.size, ObjectKind::Host)?;
        self.fill(address, object, 0..object.size, (0, 1), &inner)?;
        Some(address)
    }

    /// An array of as many elements as it has in this call; further ones are like the last.
    fn array(&mut self, object: &EntryObject) -> Option<u64> {
        let number = self.next;
        self.next += 1;
        let inner = self.inner(object)?;
        let (size, made, _) = *self.call.arrays.all.get(number)?;
        let elements = *self.elements.get(number)?;
        let address = self.memory.allocate_zeroed(size * elements, ObjectKind::Host)?;
        self.starts.insert(address, number);
        for element in 0..elements {
            let like = element.min(made - 1) * size;
            self.fill(address, object, like..like + size, (element, elements), &inner)?;
        }
        Some(address)
    }

    /// What an object points at, by the offsets of the pointers.
    fn inner(&mut self, object: &EntryObject) -> Option<BTreeMap<u64, u64>> {
        let mut inner = BTreeMap::new();
        for (offset, content) in &object.contents {
            if let Content::Address(pointed) = content {
                inner.insert(*offset, self.array(pointed)?);
            }
        }
        Some(inner)
    }

    /// Fills an element, or a whole object, with what stands in a range of the entry's object.
    fn fill(
        &mut self,
        address: u64,
        object: &EntryObject,
        range: std::ops::Range<u64>,
        (element, elements): (u64, u64),
        inner: &BTreeMap<u64, u64>,
    ) -> Option<()> {
        let size = range.end - range.start;
        let number = (elements > 1).then_some(element);
        for (offset, content) in object.contents.iter().filter(|(offset, _)| range.contains(offset)) {
            let place = address + element * size + offset - range.start;
            let bytes = match content {
                Content::Any(name, ty, bounds) => {
                    let seed = self.seed.wrapping_add(element << 8 & !0xff);
                    let seed = if element < DEFAULT_LENGTH { self.seed } else { seed };
                    let bits = bits_of(name, *ty, bounds, seed, number, self.inputs);
                    bits.to_le_bytes()[..ty.store_bytes().min(16)].to_vec()
                }
                Content::Bytes(bytes) => bytes.clone(),
                Content::Address(_) => inner.get(offset)?.to_le_bytes().to_vec(),
                Content::Behind(pointer, bytes) => (inner.get(pointer)? + bytes).to_le_bytes().to_vec(),
            };
            self.memory.write(place, bytes.len()).ok()?.copy_from_slice(&bytes);
        }
        Some(())
    }
}

fn little_endian(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte))
}
