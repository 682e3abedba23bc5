//! GNU MPFR, found at run time as the system's library: it is not part of ulpwise, and a machine
//! without it lacks only what is computed with it.

use std::cmp::Ordering;
use std::ffi::{CString, c_int, c_long, c_void};

/// To nearest.
const NEAREST: c_int = 0;

/// `__mpfr_struct` of `mpfr.h`.
#[repr(C)]
pub(super) struct Struct {
    precision: c_long,
    sign: c_int,
    exponent: c_long,
    limbs: *mut u64,
}

type Out = *mut Struct;
type In = *const Struct;
type Unary = unsafe extern "C" fn(Out, In, c_int) -> c_int;
type Binary = unsafe extern "C" fn(Out, In, In, c_int) -> c_int;

/// The library with the functions that are always needed.
pub(super) struct MpfrLibrary {
    handle: *mut c_void,
    init: unsafe extern "C" fn(Out, c_long),
    set_double: unsafe extern "C" fn(Out, f64, c_int) -> c_int,
    get_double: unsafe extern "C" fn(In, c_int) -> f64,
    compare: unsafe extern "C" fn(In, In, c_int) -> c_int,
    compare_magnitudes: unsafe extern "C" fn(In, In) -> c_int,
    add: Binary,
    sub: Binary,
    negate: Unary,
    scale: unsafe extern "C" fn(Out, In, c_long, c_int) -> c_int,
}

/// A function of the library.
#[derive(Clone, Copy)]
pub(super) enum MpfrFunction {
    One(Unary),
    Two(Binary),
    Three(unsafe extern "C" fn(Out, In, In, In, c_int) -> c_int),
    /// The logarithm of the gamma function, which also gives a sign.
    LogGamma(unsafe extern "C" fn(Out, *mut c_int, In, c_int) -> c_int),
}

/// A number. It is never freed: numbers are used again, and end with the process. A result may be
/// one of its own operands.
#[derive(Clone, Copy)]
pub(super) struct MpfrNumber(Out);

impl MpfrLibrary {
    /// The system's library, if there is one.
    pub(super) fn open() -> Option<Self> {
        let name = CString::new("libmpfr.so.6").ok()?;
        // SAFETY: the name is a C string; the library's constructors do nothing that concerns us.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if handle.is_null() {
            return None;
        }
        // SAFETY: the types are those of `mpfr.h`, in which these functions have kept them since
        // version 4.
        unsafe {
            Some(Self {
                handle,
                init: typed(find(handle, "mpfr_init2")?),
                set_double: typed(find(handle, "mpfr_set_d")?),
                get_double: typed(find(handle, "mpfr_get_d")?),
                compare: typed(find(handle, "mpfr_cmp3")?),
                compare_magnitudes: typed(find(handle, "mpfr_cmpabs")?),
                add: typed(find(handle, "mpfr_add")?),
                sub: typed(find(handle, "mpfr_sub")?),
                negate: typed(find(handle, "mpfr_neg")?),
                scale: typed(find(handle, "mpfr_mul_2si")?),
            })
        }
    }

    /// The function that computes what a function of the C library computes, by that one's name
    /// without the suffix of a format.
    pub(super) fn function(&self, name: &str) -> Option<MpfrFunction> {
        const ONE: [&str; 30] = [
            "sqrt", "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan",
            "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "cbrt", "erf", "erfc",
            "j0", "j1", "y0", "y1", "rint", "abs",
        ];
        const TWO: [&str; 9] = ["add", "sub", "mul", "div", "pow", "atan2", "hypot", "fmod", "remainder"];
        let (kind, symbol) = match name {
            "tgamma" => (1, "mpfr_gamma".to_owned()),
            "floor" | "ceil" | "trunc" | "round" => (1, format!("mpfr_rint_{name}")),
            "nearbyint" => (1, "mpfr_rint".to_owned()),
            "lgamma" => (4, "mpfr_lgamma".to_owned()),
            "fma" => (3, "mpfr_fma".to_owned()),
            _ if ONE.contains(&name) => (1, format!("mpfr_{name}")),
            _ if TWO.contains(&name) => (2, format!("mpfr_{name}")),
            _ => return None,
        };
        let address = find(self.handle, &symbol)?;
        // SAFETY: the functions of these names have these types in `mpfr.h`.
        Some(unsafe {
            match kind {
                1 => MpfrFunction::One(typed(address)),
                2 => MpfrFunction::Two(typed(address)),
                3 => MpfrFunction::Three(typed(address)),
                _ => MpfrFunction::LogGamma(typed(address)),
            }
        })
    }

    /// A new number of so many bits.
    pub(super) fn number(&self, bits: u32) -> MpfrNumber {
        let number = Struct { precision: 0, sign: 0, exponent: 0, limbs: std::ptr::null_mut() };
        let address: Out = Box::leak(Box::new(number));
        // SAFETY: the library fills the structure in and keeps no pointer to it.
        unsafe { (self.init)(address, bits.into()) };
        MpfrNumber(address)
    }

    pub(super) fn set(&self, number: MpfrNumber, value: f64) {
        // SAFETY: an initialised number.
        unsafe { (self.set_double)(number.0, value, NEAREST) };
    }

    pub(super) fn double(&self, number: MpfrNumber) -> f64 {
        // SAFETY: an initialised number.
        unsafe { (self.get_double)(number.0, NEAREST) }
    }

    /// The exponent of a number of which the magnitude is at least one half of a power of two and
    /// less than it; none of zero, infinities and NaN.
    pub(super) fn exponent(&self, number: MpfrNumber) -> Option<i64> {
        // SAFETY: an initialised number. Those without an exponent have one of the smallest values
        // there, as `mpfr.h` says.
        let exponent = unsafe { (*number.0).exponent };
        (exponent > c_long::MIN / 2).then_some(exponent)
    }

    /// How a number compares with another, neither being NaN.
    pub(super) fn compare(&self, one: MpfrNumber, other: MpfrNumber) -> Ordering {
        // SAFETY: initialised numbers.
        unsafe { (self.compare)(one.0, other.0, 1) }.cmp(&0)
    }

    /// The same of their magnitudes.
    pub(super) fn compare_magnitudes(&self, one: MpfrNumber, other: MpfrNumber) -> Ordering {
        // SAFETY: initialised numbers.
        unsafe { (self.compare_magnitudes)(one.0, other.0) }.cmp(&0)
    }

    pub(super) fn add(&self, result: MpfrNumber, one: MpfrNumber, other: MpfrNumber) {
        // SAFETY: initialised numbers.
        unsafe { (self.add)(result.0, one.0, other.0, NEAREST) };
    }

    pub(super) fn sub(&self, result: MpfrNumber, one: MpfrNumber, other: MpfrNumber) {
        // SAFETY: initialised numbers.
        unsafe { (self.sub)(result.0, one.0, other.0, NEAREST) };
    }

    pub(super) fn negate(&self, result: MpfrNumber, one: MpfrNumber) {
        // SAFETY: initialised numbers.
        unsafe { (self.negate)(result.0, one.0, NEAREST) };
    }

    /// The same number, rounded to the precision of the result.
    pub(super) fn copy(&self, result: MpfrNumber, one: MpfrNumber) {
        // SAFETY: initialised numbers.
        unsafe { (self.scale)(result.0, one.0, 0, NEAREST) };
    }

    /// Times 2^exponent, in place.
    pub(super) fn scale(&self, number: MpfrNumber, exponent: i64) {
        // SAFETY: an initialised number.
        unsafe { (self.scale)(number.0, number.0, exponent, NEAREST) };
    }

    /// Calls a function; operands beyond those that it takes are ignored.
    pub(super) fn call(&self, function: MpfrFunction, result: MpfrNumber, [a, b, c]: [MpfrNumber; 3]) {
        let mut sign = 0;
        // SAFETY: initialised numbers; the functions are of the library's and have these types.
        unsafe {
            match function {
                MpfrFunction::One(function) => function(result.0, a.0, NEAREST),
                MpfrFunction::Two(function) => function(result.0, a.0, b.0, NEAREST),
                MpfrFunction::Three(function) => function(result.0, a.0, b.0, c.0, NEAREST),
                MpfrFunction::LogGamma(function) => function(result.0, &raw mut sign, a.0, NEAREST),
            };
        }
    }
}

fn find(library: *mut c_void, name: &str) -> Option<*mut c_void> {
    let name = CString::new(name).ok()?;
    // SAFETY: looks a name up and changes nothing.
    let address = unsafe { libc::dlsym(library, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

/// The address of a function as a pointer of its type.
///
/// # Safety
/// The function at the address is of the type `F`, which is a pointer to a function.
unsafe fn typed<F: Copy>(address: *mut c_void) -> F {
    const { assert!(size_of::<F>() == size_of::<*mut c_void>(), "a pointer") };
    // SAFETY: as the caller promises; both are pointers, of one size.
    unsafe { std::mem::transmute_copy(&address) }
}
