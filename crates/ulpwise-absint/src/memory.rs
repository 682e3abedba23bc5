//! Abstract memory: objects with typed cells at known offsets.
//!
//! What holds: a byte that no cell covers can be anything (or is zero, where the object says so).
//! Objects whose address was stored in memory or given to outside code have *escaped*: a write
//! through an unknown pointer forgets what they hold. Globals that can change are not kept at all,
//! they hold anything at any time; those that cannot are read from their initialisers.
//!
//! An access outside of an object, through null or to an object that is gone ends the path, as it
//! does in the interpreter. Objects of arguments are the exception: how long the array is that a
//! caller passes is assumed, so an access beyond reads anything, and the path goes on.

use crate::contents::{Cell, Contents, comparable};
use crate::globals::FrozenGlobals;
use crate::pointer::{Object, OffsetRange, Pointer};
use crate::value::AbstractValue;
use crate::widening::Thresholds;
use std::collections::BTreeMap;
use std::rc::Rc;
use ulpwise_ir::{Slot, Type};

/// More elements than this are not looked at one by one.
const MAX_ELEMENTS: u64 = 4096;

/// The objects of an activation and those that its caller handed in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct AbstractMemory {
    objects: BTreeMap<Object, Rc<Contents>>,
    ties: Vec<Tie>,
    /// Whether something was written that outside code may know.
    wrote_outside: bool,
}

/// A cell that holds the same as a slot of the activation, until either is given another value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tie {
    slot: Slot,
    object: Object,
    offset: u64,
    bytes: u64,
}

impl Tie {
    fn overlaps(self, object: Object, offset: u64, bytes: u64) -> bool {
        self.object == object
            && self.offset < offset.saturating_add(bytes)
            && offset < self.offset.saturating_add(self.bytes)
    }
}

/// More ties than this are not remembered.
const MAX_TIES: usize = 64;

/// What a pointer lets an access reach.
struct Reach {
    places: Vec<(Object, Offsets)>,
    /// Whether memory that is not modelled is among it.
    outside: bool,
    /// Whether bytes before an argument's address are among it.
    before: bool,
}

/// The offsets of an access within an object.
#[derive(Clone, Copy)]
struct Offsets {
    low: u64,
    high: u64,
    stride: u64,
}

impl Offsets {
    fn iter(self) -> impl Iterator<Item = u64> {
        let stride = self.stride.max(1);
        (0..=(self.high - self.low) / stride).map(move |step| self.low + step * stride)
    }

    fn count(self) -> u64 {
        (self.high - self.low) / self.stride.max(1) + 1
    }
}

impl AbstractMemory {
    /// Whether something was written that outside code may know.
    pub(crate) fn wrote_outside(&self) -> bool {
        self.wrote_outside
    }

    /// Gives an object these contents.
    pub(crate) fn insert(&mut self, object: Object, contents: Rc<Contents>) {
        self.ties.retain(|tie| tie.object != object);
        self.objects.insert(object, contents);
    }

    /// An object is gone.
    pub(crate) fn remove(&mut self, object: Object) {
        self.ties.retain(|tie| tie.object != object);
        self.objects.remove(&object);
    }

    /// The objects with what they hold.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Object, &Rc<Contents>)> {
        self.objects.iter()
    }

    pub(crate) fn get(&self, object: Object) -> Option<&Rc<Contents>> {
        self.objects.get(&object)
    }

    fn contents_mut(&mut self, object: Object) -> Option<&mut Contents> {
        self.objects.get_mut(&object).map(Rc::make_mut)
    }

    /// Where an access of some bytes can go; `None` if nowhere, which ends the path.
    fn reach(&self, pointer: &Pointer, bytes: u64, globals: &FrozenGlobals<'_>) -> Option<Reach> {
        let mut reach = Reach { places: Vec::new(), outside: pointer.is_unknown, before: false };
        for place in pointer.places() {
            let size = match place.object {
                Object::Global(global) => globals.size(global),
                Object::Function(_) => Some(0),
                Object::Heap => None,
                object => match self.objects.get(&object) {
                    Some(contents) => {
                        reach.before |= contents.assumed.is_some() && place.low < 0;
                        contents.size
                    }
                    None => {
                        reach.outside = true;
                        continue;
                    }
                },
            };
            if let Some(offsets) = clipped(place, size, bytes) {
                reach.places.push((place.object, offsets));
            }
        }
        (reach.outside || reach.before || !reach.places.is_empty()).then_some(reach)
    }

    /// The argument whose object an access of some bytes may leave, beyond what is assumed of it.
    pub(crate) fn leaves_argument(&self, pointer: &Pointer, bytes: u64) -> Option<u32> {
        pointer.places().iter().find_map(|place| {
            let assumed = self.objects.get(&place.object)?.assumed?;
            let end = i128::from(place.high) + i128::from(bytes);
            (place.low < 0 || end > i128::from(assumed.bytes)).then_some(assumed.argument)
        })
    }

    /// What a load reads; `None` if it ends the path.
    pub(crate) fn load(
        &self,
        pointer: &Pointer,
        ty: Type,
        globals: &FrozenGlobals<'_>,
    ) -> Option<AbstractValue> {
        let reach = self.reach(pointer, ty.store_bytes() as u64, globals)?;
        if reach.outside || reach.before {
            return Some(AbstractValue::any(ty));
        }
        let mut loaded: Option<AbstractValue> = None;
        for (object, offsets) in reach.places {
            if offsets.count() > MAX_ELEMENTS {
                return Some(AbstractValue::any(ty));
            }
            for offset in offsets.iter() {
                let value = match object {
                    Object::Global(global) => globals.read(global, offset, ty),
                    object => match self.objects.get(&object) {
                        Some(contents) => contents.read(offset, ty),
                        None => AbstractValue::any(ty),
                    },
                };
                loaded = Some(loaded.map_or(value.clone(), |known| known.union(&value)));
            }
        }
        loaded
    }

    /// The one cell that a pointer leads to: its object and offset.
    pub(crate) fn single_place(&self, pointer: &Pointer) -> Option<(Object, u64)> {
        let [place] = pointer.places() else { return None };
        // Null is none of its places: an access through it ends the path.
        if pointer.is_unknown || !self.objects.get(&place.object)?.is_single {
            return None;
        }
        u64::try_from(place.single_offset()?).ok().map(|offset| (place.object, offset))
    }

    /// Remembers that a cell holds the same as a slot, which has this value.
    pub(crate) fn tie(
        &mut self,
        (object, offset): (Object, u64),
        bytes: u64,
        value: &AbstractValue,
        slot: Slot,
    ) {
        let Some(contents) = self.contents_mut(object) else { return };
        if !contents.cells.contains_key(&offset) {
            let first = offset.saturating_sub(15);
            let mut near = contents.cells.range(first..offset + bytes);
            if contents.rest_is_zero || near.any(|(at, cell)| *at + cell.bytes > offset) {
                return;
            }
            contents.cells.insert(offset, Cell { bytes, value: value.clone() });
        }
        let Some(cell) = contents.cells.get_mut(&offset).filter(|cell| cell.bytes == bytes) else { return };
        // What is loaded again is the same number.
        if let (AbstractValue::Float(held), AbstractValue::Float(known)) = (&mut cell.value, value)
            && held.form.is_none()
            && held.domain.format() == known.domain.format()
        {
            held.form.clone_from(&known.form);
        }
        if self.ties.len() < MAX_TIES {
            self.ties.push(Tie { slot, object, offset, bytes });
        }
    }

    /// A slot has another value from now on: no cell is the same any more.
    pub(crate) fn untie(&mut self, slot: Slot) {
        self.ties.retain(|tie| tie.slot != slot);
    }

    fn untie_cells(&mut self, object: Object, offset: u64, bytes: u64) {
        self.ties.retain(|tie| !tie.overlaps(object, offset, bytes));
    }

    /// Narrows the cells that are the same as a slot.
    pub(crate) fn narrow_tied(&mut self, slot: Slot, value: &AbstractValue) {
        let tied: Vec<Tie> = self.ties.iter().copied().filter(|tie| tie.slot == slot).collect();
        for tie in tied {
            let cell = self.contents_mut(tie.object).and_then(|contents| contents.cells.get_mut(&tie.offset));
            if let Some(cell) = cell.filter(|cell| comparable(&cell.value, value).is_some()) {
                cell.value.intersect(value);
            }
        }
    }

    /// Stores a value. Returns whether the path goes on.
    pub(crate) fn store(
        &mut self,
        pointer: &Pointer,
        ty: Type,
        value: &AbstractValue,
        from: Option<Slot>,
        globals: &FrozenGlobals<'_>,
    ) -> bool {
        let bytes = ty.store_bytes() as u64;
        let Some(reach) = self.reach(pointer, bytes, globals) else { return false };
        self.spread(value);
        if reach.outside {
            self.forget_escaped();
        }
        let is_certain = !reach.outside && !reach.before && reach.places.len() == 1;
        for (object, offsets) in reach.places {
            self.untie_cells(object, offsets.low, offsets.high - offsets.low + bytes);
            let Some(contents) = self.contents_mut(object) else { continue };
            if is_certain && contents.is_single && offsets.count() == 1 {
                contents.write(offsets.low, Cell { bytes, value: value.clone() });
                if let Some(slot) = from {
                    self.tie((object, offsets.low), bytes, value, slot);
                }
            } else if offsets.count() > MAX_ELEMENTS {
                contents.forget();
            } else {
                for offset in offsets.iter() {
                    contents.write_weakly(offset, bytes, ty, value);
                }
            }
        }
        true
    }

    /// An address that is stored anywhere has escaped: from then on an unknown pointer may be it.
    fn spread(&mut self, value: &AbstractValue) {
        if let AbstractValue::Pointer(stored) = value {
            self.escape(stored);
        }
    }

    /// Makes the targets of a pointer, and all that can be reached from them, known to outside
    /// code.
    pub(crate) fn escape(&mut self, pointer: &Pointer) {
        let mut open: Vec<Object> = pointer.places().iter().map(|place| place.object).collect();
        while let Some(object) = open.pop() {
            let Some(contents) = self.objects.get_mut(&object) else { continue };
            if contents.has_escaped {
                continue;
            }
            let contents = Rc::make_mut(contents);
            contents.has_escaped = true;
            for cell in contents.cells.values() {
                if let AbstractValue::Pointer(pointer) = &cell.value {
                    open.extend(pointer.places().iter().map(|place| place.object));
                }
            }
        }
    }

    /// Outside code may have written wherever it could.
    pub(crate) fn forget_escaped(&mut self) {
        self.wrote_outside = true;
        for (&object, contents) in &mut self.objects {
            if contents.has_escaped && (contents.rest_is_zero || !contents.cells.is_empty()) {
                Rc::make_mut(contents).forget();
                self.ties.retain(|tie| tie.object != object);
            }
        }
    }

    /// Forgets what an object holds.
    fn forget_object(&mut self, object: Object) {
        self.ties.retain(|tie| tie.object != object);
        if let Some(contents) = self.contents_mut(object) {
            contents.forget();
        }
    }

    /// Forgets what the targets of a pointer hold.
    pub(crate) fn forget_targets(&mut self, pointer: &Pointer) {
        if pointer.is_unknown {
            self.forget_escaped();
        }
        for place in pointer.places() {
            self.forget_object(place.object);
        }
    }

    /// Fills the first bytes at a pointer with zeros.
    pub(crate) fn fill_with_zeros(&mut self, pointer: &Pointer, len: u64) {
        let place = self.single_place(pointer);
        let Some((object, 0)) = place else { return self.forget_targets(pointer) };
        self.forget_object(object);
        let contents = self.contents_mut(object).expect("it has a place");
        contents.rest_is_zero = contents.size.is_some_and(|size| size <= len);
    }

    /// Copies bytes between two places.
    pub(crate) fn copy(&mut self, to: &Pointer, from: &Pointer, len: u64, globals: &FrozenGlobals<'_>) {
        let (Some((object, start)), [source]) = (self.single_place(to), from.places()) else {
            return self.forget_targets(to);
        };
        let first = source.single_offset().and_then(|offset| u64::try_from(offset).ok());
        let (Some(first), false) = (first, from.is_unknown) else { return self.forget_targets(to) };
        let cells = match source.object {
            Object::Global(global) => globals.cells(global, first, len),
            source => self.objects.get(&source).map(|contents| {
                let within = contents.cells.range(first..first.saturating_add(len));
                let whole = within.filter(|(at, cell)| *at + cell.bytes <= first.saturating_add(len));
                whole.map(|(at, cell)| (at - first, cell.clone())).collect()
            }),
        };
        let Some(cells) = cells else { return self.forget_targets(to) };
        self.untie_cells(object, start, len);
        let contents = self.contents_mut(object).expect("it has a place");
        contents.remove_overlapping(start, len);
        contents.rest_is_zero = false;
        for (at, cell) in cells {
            contents.write(start + at, cell);
        }
    }

    /// What memory can be after either.
    pub(crate) fn union(&self, other: &AbstractMemory) -> AbstractMemory {
        self.combined(other, AbstractValue::union)
    }

    /// The same, with values widened.
    pub(crate) fn widened(&self, other: &AbstractMemory, thresholds: &Thresholds) -> AbstractMemory {
        self.combined(other, |before, after| thresholds.widened(before, after))
    }

    /// Forgets what objects hold that are not as they were.
    pub(crate) fn forget_changes(&mut self, before: &AbstractMemory) {
        let changed: Vec<Object> = self
            .objects
            .iter()
            .filter(|(object, contents)| before.objects.get(object) != Some(contents))
            .map(|(&object, _)| object)
            .collect();
        for object in changed {
            self.forget_object(object);
        }
        self.ties.clear();
    }

    fn combined(
        &self,
        other: &AbstractMemory,
        combine: impl Fn(&AbstractValue, &AbstractValue) -> AbstractValue,
    ) -> AbstractMemory {
        let mut objects = self.objects.clone();
        for (object, contents) in &other.objects {
            match objects.get_mut(object) {
                Some(own) if Rc::ptr_eq(own, contents) => {}
                Some(own) => {
                    let union = own.union(contents, &combine);
                    if union != **own {
                        *own = Rc::new(union);
                    }
                }
                // It is not there yet on the other way: every holder of its address came this way.
                None => {
                    objects.insert(*object, contents.clone());
                }
            }
        }
        let ties = self.ties.iter().copied().filter(|tie| other.ties.contains(tie)).collect();
        AbstractMemory { objects, ties, wrote_outside: self.wrote_outside || other.wrote_outside }
    }
}

/// The offsets at which an access of some bytes lies within the object.
fn clipped(place: &OffsetRange, size: Option<u64>, bytes: u64) -> Option<Offsets> {
    let last = match size {
        Some(size) => i64::try_from(size.checked_sub(bytes)?).unwrap_or(i64::MAX),
        None => i64::MAX,
    };
    let stride = place.stride.max(1);
    let mut low = place.low;
    if low < 0 {
        let steps = low.unsigned_abs().div_ceil(stride);
        low = i64::try_from(i128::from(low) + i128::from(steps) * i128::from(stride)).ok()?;
    }
    let high = place.high.min(last);
    if low > high {
        return None;
    }
    let high = low + ((high - low) as u64 / stride * stride) as i64;
    Some(Offsets { low: low as u64, high: high as u64, stride: place.stride })
}
