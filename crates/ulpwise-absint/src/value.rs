//! Abstract values: what a scalar can be.
//!
//! Sets of floats and integers are the interval engine's domains. To a set of floats comes whether a NaN in it can be
//! signalling, because only such a NaN raises an exception where it is used.

use crate::affine::{Form, are_doubles, as_double};
use crate::pointer::{Object, Place, Pointer};
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
    pub(crate) form: Option<Rc<Form>>,
}

impl FloatValue {
    /// Any bits.
    pub(crate) fn any(format: Format) -> FloatValue {
        FloatValue::of(FloatDomain::full(format), true)
    }

    /// What an operation delivers: no NaN that signals.
    pub(crate) fn computed(domain: FloatDomain) -> FloatValue {
        FloatValue::of(domain, false)
    }

    /// Floats of which nothing else is known.
    pub(crate) fn of(domain: FloatDomain, signaling: bool) -> FloatValue {
        FloatValue { domain, signaling, form: None }
    }

    /// Its form; a number that is the only one is its own.
    pub(crate) fn form(&self) -> Option<Rc<Form>> {
        let constant = || {
            let only = self.domain.singleton_value()?;
            let is_number = are_doubles(only.format()) && !only.is_nan() && !only.is_infinite();
            is_number.then(|| Rc::new(Form::constant(Interval::point(as_double(only)))))
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
pub(crate) enum Value {
    /// A float of a format that has domains.
    Float(FloatValue),
    /// An integer.
    Int(BitVecDomain),
    /// An address.
    Pointer(Pointer),
    /// Any bits: of an x87 number, whose encodings have no order.
    Opaque,
}

/// The format of domains; `None` for x87.
pub(crate) fn modelled(format: FloatFormat) -> Option<Format> {
    (format != FloatFormat::X87).then(|| format.exact_format())
}

impl Value {
    /// Any bits of a type.
    pub(crate) fn any(ty: Type) -> Value {
        match ty {
            Type::Int(bits) => Value::Int(BitVecDomain::full(bits.into())),
            Type::Float(format) => {
                modelled(format).map_or(Value::Opaque, |format| Value::Float(FloatValue::any(format)))
            }
            Type::Pointer => Value::Pointer(Pointer::any()),
        }
    }

    /// The value of these bits.
    pub(crate) fn of_bits(ty: Type, bits: u128) -> Value {
        match ty {
            Type::Int(width) => Value::Int(BitVecDomain::of_bits(width.into(), bits)),
            Type::Float(format) => match modelled(format) {
                None => Value::Opaque,
                Some(format) => {
                    let float = Float::from_bits(format, bits);
                    let domain = FloatDomain::singleton(float);
                    Value::Float(FloatValue::of(domain, float.is_signaling_nan()))
                }
            },
            Type::Pointer if bits == 0 => Value::Pointer(Pointer::null()),
            Type::Pointer => Value::Pointer(Pointer::any()),
        }
    }

    /// The value of a constant.
    pub(crate) fn of_constant(ty: Type, constant: Constant) -> Value {
        match constant {
            Constant::Bits(bits) => Value::of_bits(ty, bits),
            Constant::Undefined => Value::any(ty),
            Constant::GlobalAddress(global, offset) if ty == Type::Pointer => {
                let start = Place::start(Object::Global(global));
                Value::Pointer(Pointer::to(Place { low: offset, high: offset, ..start }))
            }
            Constant::FunctionAddress(function) if ty == Type::Pointer => {
                Value::Pointer(Pointer::to(Place::start(Object::Function(function))))
            }
            Constant::GlobalAddress(..) | Constant::FunctionAddress(_) => Value::any(ty),
        }
    }

    /// A truth value.
    pub(crate) fn of_bool(can_be_false: bool, can_be_true: bool) -> Value {
        let (low, high) = (u128::from(!can_be_false), u128::from(can_be_true));
        Value::Int(BitVecDomain::unsigned_between(1, low, high))
    }

    /// Whether nothing is in it.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Value::Float(value) => value.domain.is_empty(),
            Value::Int(value) => value.is_empty(),
            Value::Pointer(pointer) => pointer.is_empty(),
            Value::Opaque => false,
        }
    }

    /// The values of either.
    pub(crate) fn union(&self, other: &Value) -> Value {
        match (self, other) {
            (Value::Float(a), Value::Float(b)) if a.domain.format() == b.domain.format() => {
                Value::Float(a.union(b))
            }
            (Value::Int(a), Value::Int(b)) if a.width() == b.width() => Value::Int(a.union(b)),
            (Value::Pointer(a), Value::Pointer(b)) => Value::Pointer(a.union(b)),
            (Value::Opaque, _) | (_, Value::Opaque) => Value::Opaque,
            (a, b) => panic!("{a:?} and {b:?} are of different types"),
        }
    }

    /// Becomes any value of its type. An address stays one of what it was the address of.
    pub(crate) fn forget(&mut self) {
        match self {
            Value::Float(value) => *value = FloatValue::any(value.domain.format()),
            Value::Int(value) => *value = BitVecDomain::full(value.width()),
            Value::Pointer(_) | Value::Opaque => {}
        }
    }

    /// Keeps the values that are in `other` too.
    pub(crate) fn intersect(&mut self, other: &Value) -> Change {
        match (self, other) {
            (Value::Float(a), Value::Float(b)) => {
                let signaling = a.can_signal() && b.can_signal();
                let changed = signaling != a.signaling;
                a.signaling = signaling;
                let change = a.domain.intersect(&b.domain);
                if changed { change.then(Change::Narrowed) } else { change }
            }
            (Value::Int(a), Value::Int(b)) => a.intersect(b),
            (Value::Pointer(a), Value::Pointer(b)) => intersect_pointers(a, b),
            _ => Change::Same,
        }
    }

    /// The same bits as a value of another type. An address that becomes a number is nobody's any more: the caller makes its
    /// targets known to outside code.
    pub(crate) fn reinterpreted(&self, ty: Type) -> Value {
        match (self, ty) {
            (Value::Int(bits), Type::Int(width)) if bits.width() == u32::from(width) => self.clone(),
            (Value::Pointer(_), Type::Pointer) => self.clone(),
            (Value::Float(value), Type::Float(format)) if Some(value.domain.format()) == modelled(format) => {
                self.clone()
            }
            (Value::Float(value), Type::Int(width))
                if value.domain.format().width() == u32::from(width) && !value.domain.can_be_nan() =>
            {
                Value::Int(to_bits_direct(&value.domain))
            }
            (Value::Int(bits), Type::Float(format)) if bits.width() == u32::from(format.bits()) => {
                modelled(format).map_or(Value::Opaque, |format| {
                    Value::Float(FloatValue::of(from_bits_direct(bits, format), true))
                })
            }
            (Value::Int(bits), Type::Pointer) if bits.singleton_bits() == Some(0) => {
                Value::Pointer(Pointer::null())
            }
            _ => Value::any(ty),
        }
    }

    /// Forgets how it hangs together with other values.
    pub(crate) fn forget_form(&mut self) {
        if let Value::Float(value) = self {
            value.form = None;
        }
    }

    pub(crate) fn as_float(&self) -> Option<&FloatValue> {
        if let Value::Float(value) = self { Some(value) } else { None }
    }

    pub(crate) fn as_int(&self) -> Option<&BitVecDomain> {
        if let Value::Int(value) = self { Some(value) } else { None }
    }

    pub(crate) fn as_pointer(&self) -> Option<&Pointer> {
        if let Value::Pointer(pointer) = self { Some(pointer) } else { None }
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
