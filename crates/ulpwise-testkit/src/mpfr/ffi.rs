//! The few functions of libmpfr that the oracle calls.

use std::os::raw::{c_char, c_int, c_long};

/// `__mpfr_struct` of `mpfr.h`.
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
}

/// `mpfr_set`, which `mpfr.h` defines as a macro over `mpfr_set4`.
///
/// # Safety
/// Both are initialised numbers.
pub(super) unsafe fn mpfr_set(out: Out, a: In, mode: c_int) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { mpfr_set_with_sign(out, a, mode, (*a).sign) }
}
