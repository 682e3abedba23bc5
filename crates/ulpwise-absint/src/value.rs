//! Abstract values: what a scalar can be.
//!
//! Sets of floats and integers are the interval engine's domains. To a set of floats comes whether
//! a NaN in it can be signalling, because only such a NaN raises an exception where it is used.

use crate::affine::{AffineForm, are_doubles, as_double};
use crate::pointer::{Object, OffsetRange, Pointer};
use std::rc::Rc;
use ulpwise_domain::Interval;
use ulpwise_float::{Float, Format};
use ulpwise_interval::domain::{BitVecDomain, Change, FloatDomain};
use ulpwise_interval::project::float::{from_bits_direct, to_bits_direct};
use ulpwise_ir::{Constant, FloatFormat, Type};

/// A set of floats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FloatValue {
    pub(crate) domain: FloatDomain,
    /// Whether a NaN among them can be signalling.
    pub(crate) signaling: bool,
    /// How it hangs together with other values, if it is finite.
    pub(crate) form: Option<Rc<AffineForm>>,
}

impl FloatValue {
    /// Any bits.
    pub(crate) fn any(format: Format) -> FloatValue {
        FloatValue::new(FloatDomain::full(format), true)
    }

    /// What an operation delivers: no NaN that signals.
    pub(crate) fn computed(domain: FloatDomain) -> FloatValue {
        FloatValue::new(domain, false)
    }

    /// Floats of which nothing else is known.
    pub(crate) fn new(domain: FloatDomain, signaling: bool) -> FloatValue {
        FloatValue { domain, signaling, form: None }
    }

    /// Its form; a number that is the only one is its own.
    pub(crate) fn form(&self) -> Option<Rc<AffineForm>> {
        let constant = || {
            let only = self.domain.singleton_value()?;
            let is_number = are_doubles(only.format()) && !only.is_nan() && !only.is_infinite();
            is_number.then(|| Rc::new(AffineForm::constant(Interval::point(as_double(only)))))
        };
        self.form.clone().or_else(constant)
    }

    pub(crate) fn can_signal(&self) -> bool {
        self.signaling && self.domain.can_be_nan()
    }

    fn union(&self, other: &FloatValue) -> FloatValue {
        FloatValue {
            domain: self.domain.union(&other.domain),
            signaling: self.can_signal() || other.can_signal(),
            form: match (&self.form, &other.form) {
                (Some(a), Some(b)) if a == b => Some(a.clone()),
                (Some(a), Some(b)) => a.joined(b).map(Rc::new),
                _ => None,
            },
        }
    }
}

/// What a scalar can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AbstractValue {
    /// A float of a format that has domains.
    Float(FloatValue),
    /// An integer.
    Int(BitVecDomain),
    /// An address.
    Pointer(Pointer),
    /// Any bits: of an x87 number, whose encodings have no order.
    Opaque,
}

/// The format of domains. Of x87 those are sets of numbers: encodings that the processor rejects
/// count as signalling NaN, which it treats alike.
pub(crate) fn modelled(format: FloatFormat) -> Option<Format> {
    Some(match format {
        FloatFormat::X87 => Format::X87_NUMBERS,
        FloatFormat::F16 | FloatFormat::BF16 | FloatFormat::F32 | FloatFormat::F64 | FloatFormat::F128 => {
            format.exact_format()
        }
    })
}

/// The number that 80 bits encode, its leading bit left out; `None` for what the processor rejects.
fn x87_number(bits: u128) -> Option<Float> {
    const FRACTION: u128 = (1 << 63) - 1;
    let (sign, field) = (bits >> 79 & 1, bits >> 64 & 0x7fff);
    let (leading, fraction) = (bits >> 63 & 1, bits & FRACTION);
    let field = match (field, leading) {
        // A pseudo-denormal is the normal number of the same significand.
        (0, 1) => 1,
        (0, 0) | (_, 1) => field,
        _ => return None,
    };
    Some(Float::from_bits(Format::X87_NUMBERS, sign << 78 | field << 63 | fraction))
}

impl AbstractValue {
    /// Any bits of a type.
    pub(crate) fn any(ty: Type) -> AbstractValue {
        match ty {
            Type::Int(bits) => AbstractValue::Int(BitVecDomain::full(bits.into())),
            Type::Float(format) => modelled(format)
                .map_or(AbstractValue::Opaque, |format| AbstractValue::Float(FloatValue::any(format))),
            Type::Pointer => AbstractValue::Pointer(Pointer::any()),
        }
    }

    /// The value of these bits.
    pub(crate) fn of_bits(ty: Type, bits: u128) -> AbstractValue {
        match ty {
            Type::Int(width) => AbstractValue::Int(BitVecDomain::of_bits(width.into(), bits)),
            Type::Float(FloatFormat::X87) => {
                let domain = x87_number(bits).map(FloatDomain::singleton);
                let domain = domain.unwrap_or_else(|| FloatDomain::only_nan(Format::X87_NUMBERS));
                let may_signal = domain.can_be_nan();
                AbstractValue::Float(FloatValue::new(domain, may_signal))
            }
            Type::Float(format) => match modelled(format) {
                None => AbstractValue::Opaque,
                Some(format) => {
                    let float = Float::from_bits(format, bits);
                    let domain = FloatDomain::singleton(float);
                    AbstractValue::Float(FloatValue::new(domain, float.is_signaling_nan()))
                }
            },
            Type::Pointer if bits == 0 => AbstractValue::Pointer(Pointer::null()),
            Type::Pointer => AbstractValue::Pointer(Pointer::any()),
        }
    }

    /// The value of a constant.
    pub(crate) fn of_constant(ty: Type, constant: Constant) -> AbstractValue {
        match constant {
            Constant::Bits(bits) => AbstractValue::of_bits(ty, bits),
            Constant::Undefined => AbstractValue::any(ty),
            Constant::GlobalAddress(global, offset) if ty == Type::Pointer => {
                let start = OffsetRange::start(Object::Global(global));
                AbstractValue::Pointer(Pointer::to(OffsetRange { low: offset, high: offset, ..start }))
            }
            Constant::FunctionAddress(function) if ty == Type::Pointer => {
                AbstractValue::Pointer(Pointer::to(OffsetRange::start(Object::Function(function))))
            }
            Constant::GlobalAddress(..) | Constant::FunctionAddress(_) => AbstractValue::any(ty),
        }
    }

    /// A truth value.
    pub(crate) fn of_bool(can_be_false: bool, can_be_true: bool) -> AbstractValue {
        let (low, high) = (u128::from(!can_be_false), u128::from(can_be_true));
        AbstractValue::Int(BitVecDomain::unsigned_between(1, low, high))
    }

    /// Whether nothing is in it.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            AbstractValue::Float(value) => value.domain.is_empty(),
            AbstractValue::Int(value) => value.is_empty(),
            AbstractValue::Pointer(pointer) => pointer.is_empty(),
            AbstractValue::Opaque => false,
        }
    }

    /// The values of either.
    pub(crate) fn union(&self, other: &AbstractValue) -> AbstractValue {
        match (self, other) {
            (AbstractValue::Float(a), AbstractValue::Float(b)) if a.domain.format() == b.domain.format() => {
                AbstractValue::Float(a.union(b))
            }
            (AbstractValue::Int(a), AbstractValue::Int(b)) if a.width() == b.width() => {
                AbstractValue::Int(a.union(b))
            }
            (AbstractValue::Pointer(a), AbstractValue::Pointer(b)) => AbstractValue::Pointer(a.union(b)),
            (AbstractValue::Opaque, _) | (_, AbstractValue::Opaque) => AbstractValue::Opaque,
            (a, b) => panic!("{a:?} and {b:?} are of different types"),
        }
    }

    /// Becomes any value of its type. An address stays one of what it was the address of.
    pub(crate) fn forget(&mut self) {
        match self {
            AbstractValue::Float(value) => *value = FloatValue::any(value.domain.format()),
            AbstractValue::Int(value) => *value = BitVecDomain::full(value.width()),
            AbstractValue::Pointer(_) | AbstractValue::Opaque => {}
        }
    }

    /// Keeps the values that are in `other` too.
    pub(crate) fn intersect(&mut self, other: &AbstractValue) -> Change {
        match (self, other) {
            (AbstractValue::Float(a), AbstractValue::Float(b)) => {
                let signaling = a.can_signal() && b.can_signal();
                let changed = signaling != a.signaling;
                a.signaling = signaling;
                let change = a.domain.intersect(&b.domain);
                if changed { change.then(Change::Narrowed) } else { change }
            }
            (AbstractValue::Int(a), AbstractValue::Int(b)) => a.intersect(b),
            (AbstractValue::Pointer(a), AbstractValue::Pointer(b)) => intersect_pointers(a, b),
            _ => Change::Same,
        }
    }

    /// The same bits as a value of another type. An address that becomes a number belongs to no
    /// object: the caller makes its targets known to outside code.
    pub(crate) fn reinterpreted(&self, ty: Type) -> AbstractValue {
        match (self, ty) {
            (AbstractValue::Int(bits), Type::Int(width)) if bits.width() == u32::from(width) => self.clone(),
            (AbstractValue::Pointer(_), Type::Pointer) => self.clone(),
            (AbstractValue::Float(value), Type::Float(format))
                if Some(value.domain.format()) == modelled(format) =>
            {
                self.clone()
            }
            (AbstractValue::Float(value), Type::Int(width))
                if value.domain.format().width() == u32::from(width) && !value.domain.can_be_nan() =>
            {
                AbstractValue::Int(to_bits_direct(&value.domain))
            }
            (AbstractValue::Int(bits), Type::Float(FloatFormat::X87)) if bits.width() == 80 => bits
                .singleton_bits()
                .map_or_else(|| AbstractValue::any(ty), |bits| AbstractValue::of_bits(ty, bits)),
            (AbstractValue::Int(bits), Type::Float(format)) if bits.width() == u32::from(format.bits()) => {
                modelled(format).map_or(AbstractValue::Opaque, |format| {
                    AbstractValue::Float(FloatValue::new(from_bits_direct(bits, format), true))
                })
            }
            (AbstractValue::Int(bits), Type::Pointer) if bits.singleton_bits() == Some(0) => {
                AbstractValue::Pointer(Pointer::null())
            }
            _ => AbstractValue::any(ty),
        }
    }

    /// Forgets how it hangs together with other values.
    pub(crate) fn forget_form(&mut self) {
        if let AbstractValue::Float(value) = self {
            value.form = None;
        }
    }

    pub(crate) fn as_float(&self) -> Option<&FloatValue> {
        if let AbstractValue::Float(value) = self { Some(value) } else { None }
    }

    pub(crate) fn as_int(&self) -> Option<&BitVecDomain> {
        if let AbstractValue::Int(value) = self { Some(value) } else { None }
    }

    pub(crate) fn as_pointer(&self) -> Option<&Pointer> {
        if let AbstractValue::Pointer(pointer) = self { Some(pointer) } else { None }
    }
}

/// Only what comparisons with null tell is used: whether it is null.
fn intersect_pointers(a: &mut Pointer, b: &Pointer) -> Change {
    if b.is_null() {
        let was_null = a.is_null();
        let can_be = a.can_be_null || a.is_unknown;
        *a = if can_be { Pointer::null() } else { Pointer::none() };
        return if !can_be {
            Change::Empty
        } else if was_null {
            Change::Same
        } else {
            Change::Narrowed
        };
    }
    Change::Same
}
