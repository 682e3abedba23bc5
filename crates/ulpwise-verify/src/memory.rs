//! Memory: regions with scalars at known offsets.
//!
//! What holds: bytes that no cell covers can be anything, or are zero where the region says so. A
//! region whose address was stored anywhere or given to outside code has *escaped*: a write through
//! an unknown pointer forgets what it holds. An access outside of a region of known size, or through
//! null, ends the path, as it ends the program. Regions of arguments have no known size: what lies
//! outside of what is described can be anything.

use crate::globals::Globals;
use crate::value::{PointerSet, Region, RegionOffsets, ScalarSet};
use std::collections::BTreeMap;
use std::sync::Arc;
use ulpwise_ir::{Slot, Type};

/// No scalar has more bytes than this.
const MAX_BYTES: u64 = 16;
/// More elements than this are not looked at one by one.
const MAX_ELEMENTS: u64 = 4096;

/// What a region holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RegionContents {
    /// Its size, if it is known.
    pub size: Option<u64>,
    /// Whether it is an argument's: it may begin before its address.
    pub argument: bool,
    /// By their offsets, the numbers of bytes and the values; they do not overlap.
    pub cells: BTreeMap<u64, (u64, ScalarSet)>,
    /// Whether bytes without a cell are zero; else they can be anything.
    pub zero: bool,
    /// Whether it is one object, so that a store replaces what was there.
    pub single: bool,
    /// Whether outside code may know its address.
    pub escaped: bool,
}

impl RegionContents {
    fn forget(&mut self) {
        self.cells.clear();
        self.zero = false;
    }

    fn covers(&self, offset: u64, bytes: u64) -> bool {
        let near = self.cells.range(offset.saturating_sub(MAX_BYTES - 1)..offset.saturating_add(bytes));
        near.into_iter().any(|(at, (len, _))| at.saturating_add(*len) > offset)
    }

    fn clear(&mut self, offset: u64, bytes: u64) {
        let near = self.cells.range(offset.saturating_sub(MAX_BYTES - 1)..offset.saturating_add(bytes));
        let gone: Vec<u64> =
            near.filter(|(at, (len, _))| at.saturating_add(*len) > offset).map(|(&at, _)| at).collect();
        // What is left of a cell that is cut is not zero.
        self.zero &= gone.is_empty();
        gone.iter().for_each(|at| {
            self.cells.remove(at);
        });
    }

    fn write(&mut self, offset: u64, bytes: u64, value: ScalarSet) {
        if self.cells.get(&offset).is_none_or(|(old, _)| *old != bytes) {
            self.clear(offset, bytes);
        }
        self.cells.insert(offset, (bytes, value));
    }

    /// Writes a value that may be written or not.
    fn write_weakly(&mut self, offset: u64, ty: Type, value: &ScalarSet) {
        let bytes = ty.store_bytes() as u64;
        let is_exact = self.cells.get(&offset).is_some_and(|(old, _)| *old == bytes);
        let is_zero = self.zero && !self.covers(offset, bytes);
        if is_exact || is_zero {
            let union = self.read(offset, ty).union(value);
            self.write(offset, bytes, union.unwrap_or_else(|| ScalarSet::any(ty)));
        } else {
            self.clear(offset, bytes);
        }
    }

    /// The value of a type at an offset.
    pub(crate) fn read(&self, offset: u64, ty: Type) -> ScalarSet {
        let bytes = ty.store_bytes() as u64;
        if let Some((len, value)) = self.cells.get(&offset)
            && *len == bytes
        {
            return value.reinterpreted(ty);
        }
        if let Some((&at, (len, ScalarSet::Int(set)))) = self.cells.range(..=offset).next_back()
            && let Some(whole) = set.single_bits()
            && offset - at + bytes <= *len
        {
            let unused = 128 - u32::from(ty.bits());
            return ScalarSet::of_bits(ty, whole >> (8 * (offset - at)) << unused >> unused);
        }
        if self.zero && !self.covers(offset, bytes) { ScalarSet::of_bits(ty, 0) } else { ScalarSet::any(ty) }
    }

    /// Whether it allows all that the other one allows.
    pub(crate) fn includes(&self, other: &RegionContents) -> bool {
        let cell = |(&offset, (bytes, value)): (&u64, &(u64, ScalarSet))| {
            let ty = value.ty().filter(|ty| ty.store_bytes() as u64 == *bytes);
            ty.is_some_and(|ty| value.includes(&other.read(offset, ty)))
        };
        let has_cell = |(at, (bytes, _)): (&u64, &(u64, ScalarSet))| {
            self.cells.get(at).is_some_and(|(own, _)| own == bytes)
        };
        (self.size.is_none() || self.size == other.size)
            && (self.argument || !other.argument)
            && (self.escaped || !other.escaped)
            && (!self.single || other.single)
            && (!self.zero || (other.zero && other.cells.iter().all(has_cell)))
            && self.cells.iter().all(cell)
    }

    /// What it holds if it is one or the other.
    pub fn union(&self, other: &RegionContents) -> RegionContents {
        let mut cells = BTreeMap::new();
        for (&offset, (bytes, value)) in &self.cells {
            let ty = value.ty().filter(|ty| ty.store_bytes() as u64 == *bytes);
            let Some(union) = ty.and_then(|ty| value.union(&other.read(offset, ty))) else { continue };
            cells.insert(offset, (*bytes, union));
        }
        let is_kept =
            |(at, (bytes, _)): (&u64, &(u64, ScalarSet))| cells.get(at).is_some_and(|(own, _)| own == bytes);
        let zero =
            self.zero && other.zero && self.cells.iter().all(is_kept) && other.cells.iter().all(is_kept);
        RegionContents {
            size: self.size.filter(|size| other.size == Some(*size)),
            argument: self.argument || other.argument,
            zero,
            cells,
            single: self.single && other.single,
            escaped: self.escaped || other.escaped,
        }
    }

    fn pointers(&self) -> impl Iterator<Item = &PointerSet> {
        self.cells.values().filter_map(|(_, value)| match value {
            ScalarSet::Pointer(pointer) => Some(pointer),
            ScalarSet::Float(_) | ScalarSet::Int(_) | ScalarSet::Opaque => None,
        })
    }

    /// The same with regions renamed.
    pub(crate) fn renamed(&self, name: impl Fn(Region) -> Option<Region>) -> RegionContents {
        let mut renamed = self.clone();
        for (_, value) in renamed.cells.values_mut() {
            if let ScalarSet::Pointer(pointer) = value {
                *pointer = pointer.renamed(&name);
            }
        }
        renamed
    }
}

/// A cell that holds the same bits as a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SameAsSlot {
    /// The slot.
    pub slot: Slot,
    /// The region.
    pub region: Region,
    /// The cell's offset.
    pub offset: u64,
    /// The bytes of the cell.
    pub bytes: u64,
}

/// More of them are not remembered.
const MAX_SAME: usize = 64;

/// The regions of a context and those that its caller handed in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MemoryState {
    /// What they hold.
    pub regions: BTreeMap<Region, Arc<RegionContents>>,
    /// Cells that hold the same as slots.
    pub same: Vec<SameAsSlot>,
    /// Whether something was written that outside code may know.
    pub wrote_outside: bool,
}

/// What a pointer lets an access reach: regions with offsets, and whether more.
struct Reach {
    places: Vec<RegionOffsets>,
    elsewhere: bool,
}

impl MemoryState {
    fn region_mut(&mut self, region: Region) -> Option<&mut RegionContents> {
        self.regions.get_mut(&region).map(Arc::make_mut)
    }

    pub(crate) fn insert(&mut self, region: Region, contents: RegionContents) {
        self.same.retain(|same| same.region != region);
        self.regions.insert(region, Arc::new(contents));
    }

    /// Where an access can go; `None` if nowhere, which ends the path.
    fn reach(&self, pointer: &PointerSet, bytes: u64, globals: &Globals<'_>) -> Option<Reach> {
        let mut reach = Reach { places: Vec::new(), elsewhere: pointer.unknown };
        for place in &pointer.places {
            let size = match place.region {
                Region::Global(global) => globals.size(global),
                Region::Function(_) => Some(0),
                Region::Heap => None,
                Region::Outer(_) | Region::Local(_) => match self.regions.get(&place.region) {
                    Some(contents) => {
                        reach.elsewhere |= contents.argument && place.low < 0;
                        contents.size
                    }
                    None => {
                        reach.elsewhere = true;
                        continue;
                    }
                },
            };
            reach.places.extend(clipped(*place, size, bytes));
        }
        (reach.elsewhere || !reach.places.is_empty()).then_some(reach)
    }

    /// What a load reads; `None` if it ends the path.
    pub(crate) fn load(&self, pointer: &PointerSet, ty: Type, globals: &Globals<'_>) -> Option<ScalarSet> {
        let reach = self.reach(pointer, ty.store_bytes() as u64, globals)?;
        let any = Some(ScalarSet::any(ty));
        if reach.elsewhere || reach.places.iter().any(|place| count(*place) > MAX_ELEMENTS) {
            return any;
        }
        let mut loaded: Option<ScalarSet> = None;
        for place in reach.places {
            for offset in offsets(place) {
                let value = match place.region {
                    Region::Global(global) => globals.read(global, offset, ty),
                    region => {
                        self.regions.get(&region).map_or(ScalarSet::any(ty), |held| held.read(offset, ty))
                    }
                };
                loaded = Some(match loaded {
                    None => value,
                    Some(known) => known.union(&value).unwrap_or_else(|| ScalarSet::any(ty)),
                });
            }
        }
        loaded
    }

    /// The one cell that a pointer leads to, in a region that is one object.
    pub(crate) fn single_cell(&self, pointer: &PointerSet) -> Option<(Region, u64)> {
        let [place] = pointer.places[..] else { return None };
        let is_single = !pointer.unknown && place.low == place.high;
        (is_single && self.regions.get(&place.region)?.single).then_some(())?;
        u64::try_from(place.low).ok().map(|offset| (place.region, offset))
    }

    /// Remembers that a cell holds the same as a slot, whose value is given.
    pub(crate) fn remember(
        &mut self,
        (region, offset): (Region, u64),
        slot: Slot,
        ty: Type,
        value: &ScalarSet,
    ) {
        let bytes = ty.store_bytes() as u64;
        let Some(contents) = self.region_mut(region) else { return };
        if contents.covers(offset, bytes) {
            if contents.cells.get(&offset).is_none_or(|(len, _)| *len != bytes) {
                return;
            }
        } else if contents.zero {
            return;
        } else {
            contents.cells.insert(offset, (bytes, value.clone()));
        }
        if self.same.len() < MAX_SAME {
            self.same.push(SameAsSlot { slot, region, offset, bytes });
        }
    }

    /// A slot has another value from now on.
    pub(crate) fn redefine(&mut self, slot: Slot) {
        self.same.retain(|same| same.slot != slot);
    }

    fn changed(&mut self, region: Region, offset: u64, bytes: u64) {
        self.same.retain(|same| {
            same.region != region
                || same.offset >= offset.saturating_add(bytes)
                || offset >= same.offset.saturating_add(same.bytes)
        });
    }

    /// A slot is known to have one of these values: so have the cells that hold the same.
    pub(crate) fn narrow_same(&mut self, slot: Slot, value: &ScalarSet) {
        for same in self.same.clone().into_iter().filter(|same| same.slot == slot) {
            let cell = self.region_mut(same.region).and_then(|held| held.cells.get_mut(&same.offset));
            if let Some((_, held)) = cell
                && held.ty() == value.ty()
            {
                *held = held.narrowed(value);
            }
        }
    }

    /// Stores a value. Returns whether the path goes on.
    pub(crate) fn store(
        &mut self,
        pointer: &PointerSet,
        ty: Type,
        value: &ScalarSet,
        from: Option<Slot>,
        globals: &Globals<'_>,
    ) -> bool {
        let bytes = ty.store_bytes() as u64;
        let Some(reach) = self.reach(pointer, bytes, globals) else { return false };
        if let ScalarSet::Pointer(stored) = value {
            self.escape(stored);
        }
        if reach.elsewhere {
            self.forget_escaped();
        }
        let is_certain = !reach.elsewhere && reach.places.len() == 1;
        for place in reach.places {
            let (low, high) = (place.low as u64, place.high as u64);
            self.changed(place.region, low, high - low + bytes);
            let Some(contents) = self.region_mut(place.region) else { continue };
            if is_certain && contents.single && low == high {
                contents.write(low, bytes, value.clone());
                if let Some(slot) = from {
                    self.remember((place.region, low), slot, ty, value);
                }
            } else if count(place) > MAX_ELEMENTS {
                contents.forget();
            } else {
                offsets(place).for_each(|offset| contents.write_weakly(offset, ty, value));
            }
        }
        true
    }

    /// Makes the targets of a pointer, and what can be reached from them, known outside.
    pub(crate) fn escape(&mut self, pointer: &PointerSet) {
        let mut open: Vec<Region> = pointer.places.iter().map(|place| place.region).collect();
        while let Some(region) = open.pop() {
            let Some(contents) = self.regions.get_mut(&region).filter(|held| !held.escaped) else { continue };
            let contents = Arc::make_mut(contents);
            contents.escaped = true;
            open.extend(contents.pointers().flat_map(|held| &held.places).map(|place| place.region));
        }
    }

    /// Outside code may have written wherever it could.
    pub(crate) fn forget_escaped(&mut self) {
        self.wrote_outside = true;
        let escaped: Vec<Region> =
            self.regions.iter().filter(|(_, held)| held.escaped).map(|(&region, _)| region).collect();
        escaped.into_iter().for_each(|region| self.forget(region));
    }

    fn forget(&mut self, region: Region) {
        self.same.retain(|same| same.region != region);
        if self.regions.get(&region).is_some_and(|held| held.zero || !held.cells.is_empty())
            && let Some(contents) = self.region_mut(region)
        {
            contents.forget();
        }
    }

    /// Forgets what the targets of a pointer hold.
    pub(crate) fn forget_targets(&mut self, pointer: &PointerSet) {
        if pointer.unknown {
            self.forget_escaped();
        }
        for place in &pointer.places {
            if !self.regions.contains_key(&place.region) {
                // What is not modelled may be known outside.
                self.wrote_outside = true;
            }
            self.forget(place.region);
        }
    }

    /// Fills the first bytes at a pointer with zeros.
    pub(crate) fn fill_with_zeros(&mut self, pointer: &PointerSet, len: u64) {
        let target = self.single_cell(pointer);
        self.forget_targets(pointer);
        if let Some((region, 0)) = target
            && let Some(contents) = self.region_mut(region)
        {
            contents.zero = contents.size.is_some_and(|size| size <= len);
        }
    }

    /// Copies bytes.
    pub(crate) fn copy(&mut self, to: &PointerSet, from: &PointerSet, len: u64, globals: &Globals<'_>) {
        let source = match from.places[..] {
            [place] if !from.unknown && place.low == place.high => Some(place),
            _ => None, // fail-closed: nothing is known of what is copied.
        };
        let first = source.and_then(|place| u64::try_from(place.low).ok());
        let (Some((region, start)), Some(source), Some(first)) = (self.single_cell(to), source, first) else {
            return self.forget_targets(to);
        };
        let cells: Option<Vec<(u64, u64, ScalarSet)>> = match source.region {
            Region::Global(global) => globals.cells(global, first, len),
            source => self.regions.get(&source).map(|held| {
                let within = held.cells.range(first..first.saturating_add(len));
                let whole = within.filter(|(at, (bytes, _))| **at - first + bytes <= len);
                whole.map(|(at, (bytes, value))| (at - first, *bytes, value.clone())).collect()
            }),
        };
        let (Some(cells), Some(_)) = (cells, start.checked_add(len)) else { return self.forget_targets(to) };
        self.changed(region, start, len);
        let Some(contents) = self.region_mut(region) else { return };
        contents.clear(start, len);
        contents.zero = false;
        for (at, bytes, value) in cells {
            contents.write(start + at, bytes, value);
        }
    }

    /// What memory can be after either.
    pub fn union(&self, other: &MemoryState) -> MemoryState {
        let mut regions = self.regions.clone();
        for (region, contents) in &other.regions {
            match regions.get_mut(region) {
                Some(own) if Arc::ptr_eq(own, contents) => {}
                Some(own) => *own = Arc::new(own.union(contents)),
                // It does not exist on the other path: every holder of its address came this way.
                None => {
                    regions.insert(*region, contents.clone());
                }
            }
        }
        let same = self.same.iter().copied().filter(|same| other.same.contains(same)).collect();
        MemoryState { regions, same, wrote_outside: self.wrote_outside || other.wrote_outside }
    }

    /// Whether all that the other memory allows is allowed here: region by region.
    pub(crate) fn includes(&self, other: &MemoryState) -> bool {
        let held = |(region, contents): (&Region, &Arc<RegionContents>)| {
            let own = self.regions.get(region);
            own.is_some_and(|own| Arc::ptr_eq(own, contents) || own.includes(contents))
        };
        (self.wrote_outside || !other.wrote_outside)
            && other.regions.iter().all(held)
            && self.same.iter().all(|same| other.same.contains(same))
    }
}

/// The offsets at which an access of some bytes lies within a region.
fn clipped(place: RegionOffsets, size: Option<u64>, bytes: u64) -> Option<RegionOffsets> {
    let last = match size {
        Some(size) => i64::try_from(size.checked_sub(bytes)?).unwrap_or(i64::MAX),
        None => i64::MAX - MAX_BYTES as i64,
    };
    let step = i128::from(place.step());
    let missing = (-i128::from(place.low)).max(0);
    let low = i128::from(place.low) + (missing + step - 1) / step * step;
    let high = i128::from(place.high.min(last));
    (low <= high).then(|| {
        let high = low + (high - low) / step * step;
        RegionOffsets { low: low as i64, high: high as i64, ..place }
    })
}

fn count(place: RegionOffsets) -> u64 {
    place.high.abs_diff(place.low) / place.step() + 1
}

fn offsets(place: RegionOffsets) -> impl Iterator<Item = u64> {
    (0..count(place)).map(move |step| place.low as u64 + step * place.step())
}
