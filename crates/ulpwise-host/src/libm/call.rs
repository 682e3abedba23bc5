//! Calling a function: arguments in, results with flags and `errno` out.

use super::signature::Type;
use super::table::{LibmFunction, TableRow};
use crate::{Flags, RoundingMode};
use std::ffi::c_void;
use std::ops::Deref;

/// An argument or result, as its bits.
#[derive(Clone, Copy, Debug)]
pub enum LibmValue {
    /// `double`.
    F64(f64),
    /// `float`.
    F32(f32),
    /// `long double` in the low 80 bits.
    X87(u128),
    /// A 32-bit integer.
    Int(i32),
    /// A 64-bit integer.
    Long(i64),
}

impl LibmValue {
    /// The value's type.
    #[inline]
    pub fn ty(self) -> Type {
        match self {
            Self::F64(_) => Type::F64,
            Self::F32(_) => Type::F32,
            Self::X87(_) => Type::X87,
            Self::Int(_) => Type::Int,
            Self::Long(_) => Type::Long,
        }
    }

    /// The value's bits as they lie in memory, zero above its size.
    #[inline]
    pub fn bits(self) -> u128 {
        match self {
            Self::F64(value) => value.to_bits().into(),
            Self::F32(value) => value.to_bits().into(),
            Self::X87(bits) => bits & ((1 << 80) - 1),
            Self::Int(value) => value.cast_unsigned().into(),
            Self::Long(value) => value.cast_unsigned().into(),
        }
    }

    /// The value of that type whose bits are the low ones of `bits`.
    #[inline]
    pub fn from_bits(ty: Type, bits: u128) -> Self {
        match ty {
            Type::F64 => Self::F64(f64::from_bits(bits as u64)),
            Type::F32 => Self::F32(f32::from_bits(bits as u32)),
            Type::X87 => Self::X87(bits & ((1 << 80) - 1)),
            Type::Int => Self::Int(bits as i32),
            Type::Long => Self::Long(bits as i64),
        }
    }
}

/// Equal when of one type and bit by bit the same: NaNs equal themselves, and the two zeros differ.
impl PartialEq for LibmValue {
    fn eq(&self, other: &Self) -> bool {
        self.ty() == other.ty() && self.bits() == other.bits()
    }
}

impl Eq for LibmValue {}

/// The one or two results of a call; derefs to a slice.
#[derive(Clone, Copy)]
pub struct Results {
    values: [LibmValue; 2],
    count: usize,
}

impl Deref for Results {
    type Target = [LibmValue];
    #[inline]
    fn deref(&self) -> &[LibmValue] {
        &self.values[..self.count]
    }
}

impl std::fmt::Debug for Results {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.deref().fmt(formatter)
    }
}

/// What a call did.
#[derive(Clone, Copy, Debug)]
pub struct CallResult {
    /// The results in the order that [`super::Signature`] describes.
    pub results: Results,
    /// The exception flags it raised.
    pub flags: Flags,
    /// The value it gave `errno`, zero if none.
    pub errno: i32,
}

/// `struct outcome` of the shim.
#[repr(C)]
struct ShimOutcome {
    results: [u128; 2],
    flags: u32,
    error: i32,
}

unsafe extern "C" {
    fn ulpwise_host_libm_call(
        entry: *const TableRow,
        address: *const c_void,
        mode: u32,
        arguments: *const [u128; 4],
        outcome: *mut ShimOutcome,
    );
}

impl LibmFunction {
    /// Calls the function in the given rounding mode.
    ///
    /// # Panics
    /// When the arguments are not those of the function's signature: the caller marshals by that
    /// signature.
    pub fn call(&self, mode: RoundingMode, arguments: &[LibmValue]) -> CallResult {
        let expected = self.arguments.as_slice();
        let fits = expected.len() == arguments.len()
            && expected.iter().zip(arguments).all(|(ty, argument)| *ty == argument.ty());
        assert!(fits, "{} is called with {arguments:?}", self.name());
        let mut bits = [0; 4];
        for (slot, argument) in bits.iter_mut().zip(arguments) {
            *slot = argument.bits();
        }
        let mut outcome = ShimOutcome { results: [0; 2], flags: 0, error: 0 };
        // SAFETY: the entry is a row of the shim's own table and the address its function's; the
        // arguments match the row's signature and number at most four; the shim writes only
        // `outcome` and restores the environment.
        unsafe {
            let address = self.address.as_ptr();
            ulpwise_host_libm_call(self.entry, address, mode as u32, &raw const bits, &raw mut outcome);
        }
        let types = self.results.as_slice();
        let mut results = Results { values: [LibmValue::Int(0); 2], count: types.len() };
        for ((slot, ty), bits) in results.values.iter_mut().zip(types).zip(outcome.results) {
            *slot = LibmValue::from_bits(*ty, bits);
        }
        CallResult { results, flags: Flags::from_bits(outcome.flags), errno: outcome.error }
    }
}
