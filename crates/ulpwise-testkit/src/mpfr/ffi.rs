//! The few functions of libmpfr that the oracle calls.

use std::os::raw::{c_char, c_int, c_long};

/// `__mpfr_struct` of `mpfr.h`.
#[derive(Debug)]
#[repr(C)]
pub(super) struct MpfrStruct {
    pub(super) precision: c_long,
    pub(super) sign: c_int,
    pub(super) exponent: c_long,
    pub(super) limbs: *mut u64,
}

type Out = *mut MpfrStruct;
type In = *const MpfrStruct;

#[link(name = "mpfr")]
unsafe extern "C" {
    pub(super) fn mpfr_custom_init_set(
        x: Out,
        kind: c_int,
        exponent: c_long,
        precision: c_long,
        limbs: *mut u64,
    );
    pub(super) fn mpfr_custom_get_kind(x: In) -> c_int;
    pub(super) fn mpfr_add(out: Out, a: In, b: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_sub(out: Out, a: In, b: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_mul(out: Out, a: In, b: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_div(out: Out, a: In, b: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_fma(out: Out, a: In, b: In, c: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_sqrt(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_remainder(out: Out, a: In, b: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_fmod(out: Out, a: In, b: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_round(out: Out, a: In) -> c_int;
    pub(super) fn mpfr_rint(out: Out, a: In, mode: c_int) -> c_int;
    #[link_name = "mpfr_set4"]
    fn mpfr_set_with_sign(out: Out, a: In, mode: c_int, sign: c_int) -> c_int;
    pub(super) fn mpfr_strtofr(
        out: Out,
        text: *const c_char,
        end: *mut *mut c_char,
        base: c_int,
        mode: c_int,
    ) -> c_int;
    pub(super) fn mpfr_check_range(x: Out, ternary: c_int, mode: c_int) -> c_int;
    pub(super) fn mpfr_subnormalize(x: Out, ternary: c_int, mode: c_int) -> c_int;
    pub(super) fn mpfr_get_emin_min() -> c_long;
    pub(super) fn mpfr_get_emax_max() -> c_long;
    pub(super) fn mpfr_set_emin(exponent: c_long) -> c_int;
    pub(super) fn mpfr_set_emax(exponent: c_long) -> c_int;
    pub(super) fn mpfr_clear_flags();
    pub(super) fn mpfr_divby0_p() -> c_int;
    pub(super) fn mpfr_abs(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_acos(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_asin(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_atan(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_cbrt(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_cos(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_cosh(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_erf(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_exp(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_log(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_log2(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_neg(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_sin(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_sinh(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_tan(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_tanh(out: Out, a: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_atan2(out: Out, a: In, b: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_hypot(out: Out, a: In, b: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_max(out: Out, a: In, b: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_min(out: Out, a: In, b: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_pow(out: Out, a: In, b: In, mode: c_int) -> c_int;
    pub(super) fn mpfr_const_pi(out: Out, mode: c_int) -> c_int;
    pub(super) fn mpfr_init2(x: Out, precision: c_long);
    pub(super) fn mpfr_clear(x: Out);
    pub(super) fn mpfr_set_d(out: Out, value: f64, mode: c_int) -> c_int;
    pub(super) fn mpfr_get_d(x: In, mode: c_int) -> f64;
    pub(super) fn mpfr_zero_p(x: In) -> c_int;
}

/// `mpfr_set`, which `mpfr.h` defines as a macro over `mpfr_set4`.
///
/// # Safety
/// Both are initialised numbers.
pub(super) unsafe fn mpfr_set(out: Out, a: In, mode: c_int) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { mpfr_set_with_sign(out, a, mode, (*a).sign) }
}
