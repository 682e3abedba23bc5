//! Values, memory and control: what the language itself does with terms.

use crate::{F64, ends, explored, never_aborts};
use ulpwise_interp::PathEnd;
use ulpwise_symex::{End, Given};

#[test]
fn comparisons_of_floats_fork_and_nan_is_a_way_of_its_own() {
    let source = "int f(double x) { if (x < 1.0) return 1; if (x >= 1.0) return 2; return 3; }";
    let (paths, summary) = explored(source, &[Given::Any]);
    let mut returned: Vec<_> = paths.iter().map(|path| path.end.clone()).collect();
    returned.sort_by_key(|end| format!("{end:?}"));
    assert_eq!(returned, [1, 2, 3].map(|value| End::Returned(vec![value])));
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn exact_conditions_are_met_to_the_bit() {
    let source = "
#include <stdlib.h>
int f(double x, float y) {
    if (x + 0.1 == 0.3 && y * y == 2.25f) abort();
    return 0;
}";
    let (paths, summary) = explored(source, &[Given::Any, Given::Any]);
    assert!(ends(&paths).contains(&"abort"), "{paths:?}");
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn bits_survive_unions_and_memcpy() {
    let source = "
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int f(double x) {
    uint64_t bits;
    memcpy(&bits, &x, 8);
    union { float f; uint32_t u; } low;
    low.u = (uint32_t)bits;
    if (bits >> 52 == 0x3ff && low.f == 1.5f) abort();
    return 0;
}";
    let (paths, _) = explored(source, &[Given::Any]);
    let aborted = paths.iter().find(|path| path.end == End::Stopped(PathEnd::Abort)).expect("it can abort");
    assert_eq!(aborted.inputs[0].elements[0] & 0xfff0_0000_ffff_ffff, 0x3ff0_0000_3fc0_0000);
}

#[test]
fn arrays_are_read_and_written_at_symbolic_places() {
    let source = "
#include <stdlib.h>
double f(double *a, int i, int j) {
    if (i < 0 || i >= 4) return -1;
    a[i] = 7;
    if (a[j & 3] == 7 && (j & 3) != i && a[0] > 100) abort();
    return a[j & 3];
}";
    let (paths, summary) = explored(source, &[Given::Array(F64, 4), Given::Any, Given::Any]);
    assert!(ends(&paths).contains(&"abort"), "{paths:?}");
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn loops_switches_calls_and_divisions() {
    let source = "
static int weigh(int kind, int value) {
    switch (kind) {
    case 1: return value / 3;
    case 2: case 5: return 100 / value;
    default: return value;
    }
}
int f(unsigned n, int value) {
    int sum = 0;
    if (n > 3) return -1;
    for (unsigned i = 0; i < n; i++) sum += weigh(i, value);
    return sum;
}";
    let (paths, summary) = explored(source, &[Given::Any, Given::Any]);
    assert_eq!(
        ends(&paths).iter().filter(|end| **end == "int-divide-by-zero").count(),
        1,
        "{:?}",
        ends(&paths)
    );
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn a_call_may_return_a_term_first_and_a_known_value_next() {
    let source = "
static int smaller;
static int compare(double a, double b) {
    if (a < b) {
        smaller++;
        return -1;
    }
    return a > b;
}
int f(double a, double b, double c) {
    int below = 0;
    for (int i = 0; i < 2; i++) below += compare(i ? b : a, c) < 0;
    return 10 * smaller + below;
}";
    let (paths, summary) = explored(source, &[Given::Any, Given::Any, Given::Any]);
    for count in [0, 11, 22] {
        let returned = End::Returned(vec![count]);
        assert!(paths.iter().any(|path| path.end == returned), "{count} is missing: {paths:?}");
    }
    let wrong =
        paths.iter().find(|path| ![0, 11, 22].iter().any(|&count| path.end == End::Returned(vec![count])));
    assert!(wrong.is_none(), "{wrong:?}");
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn long_doubles_are_ten_bytes_in_memory() {
    let source = "
#include <stdlib.h>
#include <string.h>
int f(long double x) {
    unsigned char bytes[16];
    memset(bytes, 0, 16);
    memcpy(bytes, &x, 10);
    if (x == 1.5L && bytes[7] != 0xc0) abort();
    return bytes[9] == 0x3f && x > 1;
}";
    let (paths, _) = explored(source, &[Given::Any]);
    assert!(!ends(&paths).contains(&"abort"), "{paths:?}");
}

#[test]
fn encodings_that_the_x87_does_not_know_are_nan() {
    let source = "
#include <stdlib.h>
#include <string.h>
int f(unsigned long low, unsigned short high) {
    long double x = 0;
    memcpy(&x, &low, 8);
    memcpy((char *)&x + 8, &high, 2);
    int is_unnormal = (high & 0x7fff) != 0 && !(low >> 63);
    if (is_unnormal && x == x) abort();
    if ((high & 0x7fff) == 0 && low >> 63 && x != x) abort();
    long double pair[2];
    memset(pair, 0x55, sizeof pair);
    pair[0] = x;
    unsigned char *bytes = (unsigned char *)pair;
    for (int i = 10; i < 16; i++) if (bytes[i] != 0x55) abort();
    if (x == 1.0L && bytes[7] != 0x80) abort();
    return x > 1;
}";
    never_aborts(source, &[Given::Any, Given::Any]);
}

#[test]
fn half_and_bfloat_are_followed() {
    let source = "
#include <stdlib.h>
int f(unsigned short bits) {
    _Float16 h;
    __builtin_memcpy(&h, &bits, 2);
    float wide = h;
    if (h == h && (_Float16)wide != h) abort();
    if (h > 60000 && (float)(_Float16)(h + h) < 65504.0f) abort();
    __bf16 b = (__bf16)1.0f;
    __builtin_memcpy(&b, &bits, 2);
    float truncated = (float)b;
    unsigned again;
    __builtin_memcpy(&again, &truncated, 4);
    if (truncated == truncated && again != (unsigned)bits << 16) abort();
    return h > 1;
}";
    never_aborts(source, &[Given::Any]);
}
