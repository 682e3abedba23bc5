//! What a scalar can be: a set of floats, of integers, of addresses, or any bits.

use crate::float_set::FloatSet;
use crate::int_set::IntSet;
use crate::spans::{Span, Spans};
use ulpwise_float::{Float, order};
use ulpwise_ir::{Constant, FloatFormat, FunctionId, GlobalId, InstId, Type};

/// Something that has an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Region {
    /// A global.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// An object that the caller handed in, by its number.
    Outer(u32),
    /// The objects that an instruction of this context allocated.
    Local(InstId),
    /// Something on the heap, of which nothing is known but that it is none of the others.
    Heap,
}

/// Addresses in a region: `low`, `low + stride`, … up to `high`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RegionOffsets {
    /// The region.
    pub region: Region,
    /// The least offset.
    pub low: i64,
    /// The greatest offset.
    pub high: i64,
    /// The distance between offsets; zero if there is only one.
    pub stride: u64,
}

/// Offsets are kept between these. That no object is so large, and that no pointer walks so far in
/// small steps while a program runs, is assumed of every machine.
const FIRST: i64 = i64::MIN / 2;
const LAST: i64 = i64::MAX / 2;
/// The size of a small step.
const SMALL: i128 = 1 << 11;

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl RegionOffsets {
    /// The start of a region.
    pub fn start(region: Region) -> RegionOffsets {
        RegionOffsets { region, low: 0, high: 0, stride: 0 }
    }

    fn anywhere(region: Region) -> RegionOffsets {
        RegionOffsets { region, low: FIRST, high: LAST, stride: 1 }
    }

    /// The steps between neighbouring offsets, never zero.
    pub fn step(self) -> u64 {
        self.stride.max(1)
    }

    fn moved(self, low: i128, high: i128, stride: u64) -> RegionOffsets {
        let stride = if low == high { self.stride } else { common_divisor(self.stride, stride) };
        let is_small = -SMALL <= low && high <= SMALL;
        let (low, high) = (low.saturating_add(self.low.into()), high.saturating_add(self.high.into()));
        let [first, last] = [FIRST, LAST].map(i128::from);
        if self == RegionOffsets::anywhere(self.region) {
            self
        } else if first <= low && high <= last {
            RegionOffsets { low: low as i64, high: high as i64, stride, ..self }
        } else if is_small && first <= low && low <= last {
            RegionOffsets { low: low as i64, high: LAST, stride: stride.max(1), ..self }
        } else {
            RegionOffsets::anywhere(self.region)
        }
    }

    fn union(self, other: RegionOffsets) -> RegionOffsets {
        let apart = self.low.abs_diff(other.low);
        RegionOffsets {
            region: self.region,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            stride: common_divisor(common_divisor(self.stride, other.stride), apart),
        }
    }

    fn includes(self, other: RegionOffsets) -> bool {
        let is_between = self.low <= other.low && other.high <= self.high;
        let is_in_step = |distance: u64| distance.is_multiple_of(self.step());
        let other_step = if other.low == other.high { 0 } else { other.step() };
        is_between && is_in_step(other.low.abs_diff(self.low)) && is_in_step(other_step)
    }
}

/// A set of addresses. One that is `unknown` may also lead to all memory that is not modelled and
/// to every region whose address is known outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointerSet {
    /// One for each region, in their order.
    pub places: Vec<RegionOffsets>,
    /// Whether it can be null.
    pub null: bool,
    /// Whether it can be an address that is not known here.
    pub unknown: bool,
}

impl PointerSet {
    pub(crate) fn any() -> PointerSet {
        PointerSet { places: Vec::new(), null: true, unknown: true }
    }

    pub(crate) fn null() -> PointerSet {
        PointerSet { places: Vec::new(), null: true, unknown: false }
    }

    pub(crate) fn to(place: RegionOffsets) -> PointerSet {
        PointerSet { places: vec![place], null: false, unknown: false }
    }

    pub(crate) fn is_null(&self) -> bool {
        self.null && !self.unknown && self.places.is_empty()
    }

    /// Adds addresses.
    pub fn add(&mut self, place: RegionOffsets) {
        match self.places.binary_search_by_key(&place.region, |known| known.region) {
            Ok(at) => self.places[at] = self.places[at].union(place),
            Err(at) => self.places.insert(at, place),
        }
    }

    fn union(&self, other: &PointerSet) -> PointerSet {
        let mut union = self.clone();
        other.places.iter().for_each(|&place| union.add(place));
        union.null |= other.null;
        union.unknown |= other.unknown;
        union
    }

    fn includes(&self, other: &PointerSet) -> bool {
        let known = |place: &RegionOffsets| {
            self.places.iter().any(|own| own.region == place.region && own.includes(*place))
        };
        (self.null || !other.null) && (self.unknown || !other.unknown) && other.places.iter().all(known)
    }

    /// The addresses moved by `low` to `high` bytes in steps. Null moved by an unknown number, which
    /// may be an address, is anything.
    pub(crate) fn moved(&self, low: i128, high: i128, stride: u64) -> PointerSet {
        PointerSet {
            places: self.places.iter().map(|place| place.moved(low, high, stride)).collect(),
            null: self.null,
            unknown: self.unknown || (self.null && low != high),
        }
    }

    /// The addresses with regions renamed; those without a new name become unknown.
    pub(crate) fn renamed(&self, name: impl Fn(Region) -> Option<Region>) -> PointerSet {
        let mut renamed = PointerSet { places: Vec::new(), ..self.clone() };
        for place in &self.places {
            match name(place.region) {
                Some(region) => renamed.add(RegionOffsets { region, ..*place }),
                None => renamed.unknown = true,
            }
        }
        renamed
    }
}

/// What a scalar can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScalarSet {
    /// A float of a format whose numbers have an order.
    Float(FloatSet),
    /// An integer.
    Int(IntSet),
    /// An address.
    Pointer(PointerSet),
    /// Any bits of an x87 number.
    Opaque,
}

impl ScalarSet {
    /// Any bits of a type. Of addresses: any that is known outside.
    pub fn any(ty: Type) -> ScalarSet {
        match ty {
            Type::Int(bits) => ScalarSet::Int(IntSet::any(bits)),
            Type::Float(FloatFormat::X87) => ScalarSet::Opaque,
            Type::Float(format) => ScalarSet::Float(FloatSet::any(format.exact_format())),
            Type::Pointer => ScalarSet::Pointer(PointerSet::any()),
        }
    }

    /// The value of these bits.
    pub fn of_bits(ty: Type, bits: u128) -> ScalarSet {
        match ty {
            Type::Int(width) => ScalarSet::Int(IntSet::of_bits(width, bits)),
            Type::Float(FloatFormat::X87) => ScalarSet::Opaque,
            Type::Float(format) => {
                ScalarSet::Float(FloatSet::singleton(Float::from_bits(format.exact_format(), bits)))
            }
            Type::Pointer if bits == 0 => ScalarSet::Pointer(PointerSet::null()),
            Type::Pointer => ScalarSet::any(ty),
        }
    }

    pub(crate) fn of_constant(ty: Type, constant: Constant) -> ScalarSet {
        match (constant, ty) {
            (Constant::Bits(bits), ty) => ScalarSet::of_bits(ty, bits),
            (Constant::GlobalAddress(global, offset), Type::Pointer) => {
                let start = RegionOffsets::start(Region::Global(global));
                ScalarSet::Pointer(PointerSet::to(RegionOffsets { low: offset, high: offset, ..start }))
            }
            (Constant::FunctionAddress(function), Type::Pointer) => {
                ScalarSet::Pointer(PointerSet::to(RegionOffsets::start(Region::Function(function))))
            }
            (Constant::Undefined | Constant::GlobalAddress(..) | Constant::FunctionAddress(_), ty) => {
                ScalarSet::any(ty)
            }
        }
    }

    /// The type whose bits it is a set of.
    pub fn ty(&self) -> Option<Type> {
        match self {
            ScalarSet::Float(set) => {
                let is_it =
                    |format: &FloatFormat| *format != FloatFormat::X87 && format.exact_format() == set.format;
                FloatFormat::ALL.into_iter().find(is_it).map(Type::Float)
            }
            ScalarSet::Int(set) => Some(Type::Int(set.bits)),
            ScalarSet::Pointer(_) => Some(Type::Pointer),
            ScalarSet::Opaque => Some(Type::Float(FloatFormat::X87)),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        match self {
            ScalarSet::Float(set) => set.is_empty(),
            ScalarSet::Int(set) => set.is_empty(),
            ScalarSet::Pointer(set) => set.places.is_empty() && !set.null && !set.unknown,
            ScalarSet::Opaque => false,
        }
    }

    /// Whether all values of the other set are in this one.
    pub fn includes(&self, other: &ScalarSet) -> bool {
        match (self, other) {
            (ScalarSet::Float(a), ScalarSet::Float(b)) => a.includes(b),
            (ScalarSet::Int(a), ScalarSet::Int(b)) => a.bits == b.bits && a.numbers.includes(&b.numbers),
            (ScalarSet::Pointer(a), ScalarSet::Pointer(b)) => a.includes(b),
            (ScalarSet::Opaque, ScalarSet::Opaque) => true,
            // fail-closed: sets of different types are not compared.
            _ => false,
        }
    }

    /// The values of either; `None` if they are of different types.
    pub fn union(&self, other: &ScalarSet) -> Option<ScalarSet> {
        match (self, other) {
            (ScalarSet::Float(a), ScalarSet::Float(b)) if a.format == b.format => {
                Some(ScalarSet::Float(a.union(b)))
            }
            (ScalarSet::Int(a), ScalarSet::Int(b)) if a.bits == b.bits => {
                Some(ScalarSet::Int(IntSet { bits: a.bits, numbers: a.numbers.union(&b.numbers) }))
            }
            (ScalarSet::Pointer(a), ScalarSet::Pointer(b)) => Some(ScalarSet::Pointer(a.union(b))),
            (ScalarSet::Opaque, ScalarSet::Opaque) => Some(ScalarSet::Opaque),
            // fail-closed: sets of different types have no union.
            _ => None,
        }
    }

    /// The values that are in both, where that is known; of addresses only null is known apart.
    pub(crate) fn narrowed(&self, to: &ScalarSet) -> ScalarSet {
        match (self, to) {
            (ScalarSet::Float(a), ScalarSet::Float(b)) if a.format == b.format => {
                ScalarSet::Float(a.intersection(b))
            }
            (ScalarSet::Int(a), ScalarSet::Int(b)) if a.bits == b.bits => {
                ScalarSet::Int(IntSet { bits: a.bits, numbers: a.numbers.intersection(&b.numbers) })
            }
            (ScalarSet::Pointer(a), ScalarSet::Pointer(b)) if b.is_null() => {
                let null = a.null || a.unknown;
                ScalarSet::Pointer(PointerSet { places: Vec::new(), null, unknown: false })
            }
            _ => self.clone(), // fail-closed: nothing is taken away.
        }
    }

    /// The same bits under another type. An address that becomes a number belongs to no region: who
    /// calls this makes its targets known outside.
    pub(crate) fn reinterpreted(&self, ty: Type) -> ScalarSet {
        match (self, ty) {
            _ if self.ty() == Some(ty) => self.clone(),
            (ScalarSet::Float(set), Type::Int(bits))
                if set.format.width() == u32::from(bits) && !set.can_be_nan() =>
            {
                ScalarSet::Int(float_bits(set, bits))
            }
            (ScalarSet::Int(set), Type::Float(format))
                if set.bits == format.bits() && format != FloatFormat::X87 =>
            {
                ScalarSet::Float(bits_float(set, format))
            }
            (ScalarSet::Int(set), Type::Pointer) if set.single_bits() == Some(0) => {
                ScalarSet::Pointer(PointerSet::null())
            }
            _ => ScalarSet::any(ty), // fail-closed: anything.
        }
    }
}

/// The encodings of numbers.
fn float_bits(set: &FloatSet, bits: u8) -> IntSet {
    let encoded = |at: i128| order::from_ordinal(set.format, at);
    let parts = set.numbers.iter().flat_map(|span| {
        let below = span.meet(Span::new(i128::MIN, -1));
        let above = span.meet(Span::new(0, i128::MAX));
        let below = (!below.is_empty()).then(|| (encoded(below.high), encoded(below.low)));
        let above = (!above.is_empty()).then(|| (encoded(above.low), encoded(above.high)));
        below.into_iter().chain(above)
    });
    let union = parts.map(|(low, high)| IntSet::unsigned(bits, low, high).numbers);
    IntSet::of_spans(bits, union.fold(Spans::default(), |all, part| all.union(&part)))
}

/// The floats with some encodings: known only of few, of which none is a NaN.
fn bits_float(set: &IntSet, format: FloatFormat) -> FloatSet {
    let exact = format.exact_format();
    let any = FloatSet::any(exact);
    let mut floats = FloatSet::empty(exact);
    for (low, high) in set.unsigned_spans() {
        if low == high {
            floats = floats.union(&FloatSet::singleton(Float::from_bits(exact, low)));
            continue;
        }
        let same_sign = low & order::sign_bit(exact) == high & order::sign_bit(exact);
        if !same_sign || order::is_nan(exact, high) {
            return any;
        }
        let ends = [low, high].map(|bits| order::ordinal(exact, bits));
        let span = Span::new(ends[0].min(ends[1]), ends[0].max(ends[1]));
        floats = floats.union(&FloatSet::of_spans(exact, Spans::new([span])));
    }
    floats
}
