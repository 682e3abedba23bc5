//! `ulpwise test` on programs that print symbolic values, to the terminal or into memory.

use crate::common::ulpwise;
use crate::test::{failures, json, tested};
use serde_json::{Value, json as object};
use std::process::Command;

/// Prints values, each of which is a symbolic one that is known to be it; with `EXPECTED`, every
/// text is compared with what the machine's library made of it.
const PRINTS: &str = r#"#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#ifdef EXPECTED
extern unsigned long __VERIFIER_nondet_ulong(void);
static const char *const expected[] = {
#include "expected.h"
};
#endif
static const double floats[] = {0.0, -0.0, 1.0, -1.5, 0.125, 2.5, 1.005, 99.995, 0.1, 1e-300, 123456.789, 9.9999999, 1e18, __builtin_inf(), -__builtin_nan("")};
static const int integers[] = {0, 1, -1, 9, 10, -99, 12345, 255, 2147483647, -2147483647 - 1};
static const char *const float_formats[] = {"%f", "%.2f", "%.0f", "%9.3f", "%-9.1f|", "%+.1f", "%010.2f", "% f", "%F", "%.10f"};
static const char *const integer_formats[] = {"%d", "%5d", "%-5d|", "%05d", "%+d", "% d", "%.3d", "%8.3d", "%x", "%X", "%o", "%u", "%hhd", "%hu", "%.0d", "%i and %%", "%08x"};
#define COUNT(x) (int)(sizeof x / sizeof x[0])
static void tell(int at, const char *text, int length) {
    assert(length == (int)strlen(text));
#ifdef EXPECTED
    assert(strcmp(text, expected[at]) == 0);
#else
    printf("\"%s\",\n", text);
#endif
}
static void one(int index, uint64_t bits) {
    char text[64];
    double x;
    memcpy(&x, &bits, 8);
    for (int i = 0; i < COUNT(float_formats) && index < COUNT(floats); i++)
        tell(index * COUNT(float_formats) + i, text, snprintf(text, sizeof text, float_formats[i], x));
    for (int i = 0; i < COUNT(integer_formats) && index >= COUNT(floats); i++)
        tell(COUNT(floats) * COUNT(float_formats) + (index - COUNT(floats)) * COUNT(integer_formats) + i, text, sprintf(text, integer_formats[i], (int)bits));
}
int main(void) {
    uint64_t bits[COUNT(floats) + COUNT(integers)];
    for (int i = 0; i < COUNT(bits); i++) {
        bits[i] = i < COUNT(floats) ? 0 : (uint64_t)(int64_t)integers[i - COUNT(floats)];
        if (i < COUNT(floats)) memcpy(&bits[i], &floats[i], 8);
    }
#ifdef EXPECTED
    unsigned long value = __VERIFIER_nondet_ulong();
    for (int i = 0; i < COUNT(bits); i++) if (value == bits[i] && FIRST <= i && i < LAST) { one(i, value); return 0; }
#else
    for (int i = 0; i < COUNT(bits); i++) one(i, bits[i]);
#endif
    return 0;
}
"#;

#[test]
fn symbolic_values_are_printed_as_the_machines_library_does() {
    let folder = tempfile::tempdir().unwrap();
    let (program, built) = (folder.path().join("prints.c"), folder.path().join("prints"));
    std::fs::write(&program, PRINTS).unwrap();
    let compiled = Command::new("cc").arg("-w").arg(&program).arg("-o").arg(&built).status().unwrap();
    assert!(compiled.success());
    let native = Command::new(&built).output().unwrap();
    std::fs::write(folder.path().join("expected.h"), native.stdout).unwrap();
    // Zero is the first float and the first integer.
    for (first, last) in [(0, 15), (15, 25)] {
        let flags = format!("-DEXPECTED -DFIRST={first} -DLAST={last} -w -I'{}'", folder.path().display());
        let finished = ulpwise(&["test", program.to_str().unwrap(), "--cflags", &flags]);
        assert!(finished.stdout.contains("all paths explored; no failure found"), "{finished:?}");
    }
}

#[test]
fn what_is_printed_stands_in_the_test() {
    let folder = tempfile::tempdir().unwrap();
    let (program, tests) = (folder.path().join("program.c"), folder.path().join("tests"));
    let source = "#include <stdio.h>
#include <ulpwise.h>
int main(void) {
    double x = __VERIFIER_nondet_double();
    char text[3] = {0};
    klee_make_symbolic(text, 2, \"text\");
    klee_assume(x == 0.75 && text[0] == 'o' && text[1] == 'k');
    printf(\"%d: %g, %s\\n\", 3, x + 1, text);
    putchar(text[0]);
    puts(\"!\");
    return 0;
}";
    std::fs::write(&program, source).unwrap();
    ulpwise(&["test", program.to_str().unwrap(), "-o", tests.to_str().unwrap()]);
    let text = std::fs::read_to_string(tests.join("test000001.json")).unwrap();
    let case: Value = serde_json::from_str(&text).unwrap();
    let pieces = case["output"].as_array().unwrap();
    assert_eq!(pieces[0], object!({ "text": "3: " }));
    assert_eq!((&pieces[1]["conversion"], &pieces[1]["bits"]), (&"%g".into(), &"0x3ffc000000000000".into()));
    assert!(pieces[1]["expression"].as_str().unwrap().contains("fp.add"), "{case}");
    let texts: Vec<&str> = pieces[2..].iter().map(|piece| piece["text"].as_str().unwrap()).collect();
    assert_eq!(texts.concat(), ", ok\no!\n", "{case}");
}

#[test]
fn texts_that_are_followed_for_some_values_only_leave_the_rest_open() {
    let source = "#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
#include <ulpwise.h>
int main(void) {
    double x = __VERIFIER_nondet_double();
    char text[32];
    klee_assume(x > 0 && x < 1000);
    sprintf(text, \"%g\", x);
    assert(text[0] != '-');
    return 0;
}";
    let finished = tested("program.c", source, &["--json"]);
    let document = json(&finished);
    assert_eq!(failures(&document), [], "{finished:?}");
    assert_eq!((&document["verdict"], &document["exhaustive"]), (&"unknown".into(), &false.into()));
    assert_eq!(document["paths"]["completed"], 3, "{finished:?}");
    assert!(finished.stdout.contains("of which 3 values are followed"), "{finished:?}");
}

#[test]
fn a_buffer_too_small_for_a_number_is_found() {
    let source = "#include <stdio.h>
#include <ulpwise.h>
int main(void) {
    double x = __VERIFIER_nondet_double();
    char text[8];
    klee_assume(x >= 0 && x < 100000);
    sprintf(text, \"%.2f\", x);
    return 0;
}";
    let document = json(&tested("program.c", source, &["--json"]));
    assert_eq!(failures(&document), [("memory".to_owned(), 7)], "{document}");
    assert_eq!(document["findings"][0]["confirmed"], true, "{document}");
}
