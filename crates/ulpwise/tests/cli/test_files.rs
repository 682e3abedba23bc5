//! `ulpwise test` on programs that read files and standard input, and on what `scanf` makes of
//! text.

use crate::common::ulpwise;
use crate::test::{failures, json, tested};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

/// Sums the numbers of a file.
const READER: &str = "#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *file = fopen(\"in/numbers.csv\", \"r\");
    int number, sum = 0;
    if (!file) return 2;
    while (fscanf(file, \"%d\", &number) == 1) {
        sum += number;
        int next = fgetc(file);
        if (next != ',' && next != EOF) break;
    }
    assert(feof(file) || ftell(file) > 0 || sum == 0);
    assert(sum != 95);
    fclose(file);
    return 0;
}";

/// Compiles a program and a test of it, and runs that; delivers its exit code.
fn exit_code(folder: &Path, program: &Path, test: &Path) -> Option<i32> {
    let built = folder.join("built");
    let compiled = Command::new("cc").arg(program).arg(test).arg("-o").arg(&built).status().unwrap();
    assert!(compiled.success());
    let mut run = Command::new(&built);
    run.current_dir(folder).stdin(Stdio::null()).stderr(Stdio::null()).status().unwrap().code()
}

#[test]
fn bytes_of_files_are_inputs_in_every_form_of_a_test() {
    let folder = tempfile::tempdir().unwrap();
    let (program, tests) = (folder.path().join("program.c"), folder.path().join("tests"));
    std::fs::write(&program, READER).unwrap();
    let finished = ulpwise(&[
        "test",
        program.to_str().unwrap(),
        "--file",
        "in/numbers.csv=4",
        "--json",
        "-o",
        tests.to_str().unwrap(),
    ]);
    let document = json(&finished);
    assert_eq!(failures(&document), [("assert".to_owned(), 13)], "{finished:?}");
    assert_eq!(document["exhaustive"], true, "{finished:?}");
    let finding = &document["findings"][0];
    assert_eq!((&finding["confirmed"], &finding["inputs"][0]["source"]), (&true.into(), &"file".into()));
    assert_eq!(finding["inputs"][0]["name"], "in/numbers.csv");
    let mut failed = 0;
    for number in 1..=document["tests"].as_u64().unwrap() {
        let text = std::fs::read_to_string(tests.join(format!("test{number:06}.json"))).unwrap();
        let case: Value = serde_json::from_str(&text).unwrap();
        if case["end"] != "assert" {
            continue;
        }
        failed += 1;
        let ktest = std::fs::read(tests.join(format!("test{number:06}.ktest"))).unwrap();
        let name = b"in/numbers.csv\0\0\0\x04";
        assert!(ktest.windows(name.len()).any(|bytes| bytes == name), "{ktest:?}");
        let test = tests.join(format!("test{number:06}.c"));
        // A failed assertion aborts, which is a signal.
        assert_eq!(exit_code(folder.path(), &program, &test), None);
    }
    assert!(failed > 0, "{finished:?}");
    assert!(!folder.path().join("in").exists(), "no file of the user's is written");
}

#[test]
fn standard_input_and_arguments_reach_the_program_natively() {
    let source = "#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    char line[8];
    int n = argc > 1 ? atoi(argv[1]) : 0, got = getchar();
    ungetc(got, stdin);
    while (fgets(line, sizeof line, stdin)) n += line[0] == 'x';
    assert(n != 3 || got != 'x');
    return 0;
}";
    let options = ["--argv", "1", "--argv-length", "1", "--stdin", "3"];
    let document = json(&tested("program.c", source, &[&options[..], &["--json"]].concat()));
    assert_eq!(failures(&document), [("assert".to_owned(), 9)], "{document}");
    assert_eq!(
        (&document["findings"][0]["confirmed"], &document["exhaustive"]),
        (&true.into(), &true.into()),
        "{document}"
    );
    let folder = tempfile::tempdir().unwrap();
    let (program, tests) = (folder.path().join("program.c"), folder.path().join("tests"));
    std::fs::write(&program, source).unwrap();
    ulpwise(&[&["test", program.to_str().unwrap(), "-o", tests.to_str().unwrap()], &options[..]].concat());
    let cases = (1..).map(|number| tests.join(format!("test{number:06}.json")));
    let ends = cases.map_while(|file| std::fs::read_to_string(file).ok());
    let failing = ends.into_iter().position(|text| text.contains("\"end\": \"assert\"")).unwrap() + 1;
    let test = tests.join(format!("test{failing:06}.c"));
    assert_eq!(exit_code(folder.path(), &program, &test), None);
}

#[test]
fn what_is_given_no_bytes_is_not_followed() {
    let finished = tested("program.c", READER, &[]);
    assert!(finished.stdout.contains("reading 'in/numbers.csv', which is given no bytes"), "{finished:?}");
    assert!(finished.stdout.contains("not all paths explored"), "{finished:?}");
    let input = "#include <stdio.h>\nint main(void) { return getchar() == 'a'; }\n";
    let finished = tested("program.c", input, &[]);
    assert!(finished.stdout.contains("reading standard input, which is given no bytes"), "{finished:?}");
    for wrong in ["/etc/passwd=3", "../x=3", "x", "x=many", "=3", "x=100000"] {
        let finished = tested("program.c", READER, &["--file", wrong]);
        assert_eq!(finished.code, Some(2), "{wrong}: {finished:?}");
    }
    let twice = tested("program.c", READER, &["--file", "x=3", "--file", "x=4"]);
    assert_eq!(twice.code, Some(2), "{twice:?}");
}

#[test]
fn a_stream_that_is_closed_is_gone() {
    let source = "#include <stdio.h>
int main(void) {
    FILE *file = fopen(\"x\", \"r\");
    int c = fgetc(file);
    fclose(file);
    if (c == 'q') return fgetc(file);
    return 0;
}";
    let finished = tested("program.c", source, &["--file", "x=1", "--json"]);
    assert_eq!(failures(&json(&finished)), [("memory".to_owned(), 6)], "{finished:?}");
}

#[test]
fn lines_of_any_length_are_read_into_memory_that_grows() {
    let source = "#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *line = malloc(1);
    size_t room = 1;
    long length, lines = 0, all = 0;
    while ((length = getline(&line, &room, stdin)) >= 0) {
        assert(line[length] == 0 && room > (size_t)length);
        lines++;
        all += length;
        assert(lines < 3 || line[0] != 'z');
    }
    assert(all == 3 && feof(stdin));
    free(line);
    return 0;
}";
    let document = json(&tested("program.c", source, &["--json", "--stdin", "3"]));
    assert_eq!(failures(&document), [("assert".to_owned(), 14)], "{document}");
    assert_eq!(document["findings"][0]["confirmed"], true, "{document}");
    assert_eq!(document["exhaustive"], true, "{document}");
}

/// Tries formats on texts; with `EXPECTED`, every result is compared with what the machine's
/// library made of it.
const SCANS: &str = r#"#include <stdio.h>
#include <string.h>
#include <assert.h>
static const char *const texts[] = {"", " ", "1", "-", "+5", " 12", "\n-7z", "1e", "1e+", "1e+x", "1E5", "2e-3,", "0x", "0x1", "0X1Fg", "0xg", "0x.8",
    "0x.p1", "0x1p-2", "0x1p", ".", ".5", "5.", "1.e3", "..", "-.", "inf", "infi", "INFINITY", "in", "nan", "nan(1)", "na", "-inf", "1e400", "1e-400",
    "99999999999999999999", "-99999999999999999999", "010", "08", "0", "00x1", "1,2", "a", "12abc", "12 34", "1.5.2", "4294967296", "300", "-1", "]a", "5%6",
    "0.1", "123456789.125", "1e22", "8e-324", "+-1", "ab cd", "abcd"};
static const char *const formats[] = {"%lf%n", "%f%n", "%Lf%n", "%3lf%n", "%2lf%n", "%1lf%n", "%d%n", "%2d%n", "%i%n", "%x%n", "%2x%n", "%3i%n", "%u%n", "%o%n",
    "%hhd%n", "%hd%n", "%ld%n", "%llu%n", "%s%n", "%2s%n", "%c%n", "%3c%n", " %c%n", "%[0-9]%n", "%[^,]%n", "%[]a-c]%n", "%*d%d%n", "%*lf%n", "1%d%n", "%n"};
static const char *const pairs[] = {"%d,%d%n", "%lf %lf%n", "%d%%%d%n", "%c%c%n", "%s%s%n", "%1d%1d%n", "%lf%c%n"};
#define COUNT(x) (int)(sizeof x / sizeof x[0])
#ifdef EXPECTED
static const unsigned char expected[][72] = {
#include "expected.h"
};
#endif
static int at;
static void tell(int result, int count, const unsigned char *bytes) {
    unsigned char row[72];
    memcpy(row, &result, 4);
    memcpy(row + 4, &count, 4);
    memcpy(row + 8, bytes, 64);
#ifdef EXPECTED
    assert(memcmp(row, expected[at], sizeof row) == 0);
#else
    printf("{");
    for (int i = 0; i < 72; i++) printf("%d,", row[i]);
    printf("},\n");
#endif
    at++;
}
int main(void) {
    for (int t = 0; t < COUNT(texts); t++) {
        for (int f = 0; f < COUNT(formats) + COUNT(pairs); f++) {
            unsigned char bytes[64];
            int count = -1, result;
            /* Long doubles of such exponents are not followed. */
            if (f < COUNT(formats) && strstr(formats[f], "%L") && (strstr(texts[t], "400") || strstr(texts[t], "324"))) continue;
            memset(bytes, 0xaa, sizeof bytes);
            if (f < COUNT(formats) && f + 1 == COUNT(formats)) result = sscanf(texts[t], formats[f], &count);
            else if (f < COUNT(formats) && !strncmp(formats[f], "%*lf", 4)) result = sscanf(texts[t], formats[f], &count);
            else if (f < COUNT(formats)) result = sscanf(texts[t], formats[f], bytes, &count);
            else result = sscanf(texts[t], pairs[f - COUNT(formats)], bytes, bytes + 32, &count);
            tell(result, count, bytes);
        }
    }
    return 0;
}
"#;

#[test]
fn scanf_does_what_the_machines_library_does() {
    let folder = tempfile::tempdir().unwrap();
    let (program, built) = (folder.path().join("scans.c"), folder.path().join("scans"));
    std::fs::write(&program, SCANS).unwrap();
    let compiled = Command::new("cc").arg("-w").arg(&program).arg("-o").arg(&built).status().unwrap();
    assert!(compiled.success());
    let native = Command::new(&built).output().unwrap();
    std::fs::write(folder.path().join("expected.h"), native.stdout).unwrap();
    let flags = format!("-DEXPECTED -w -I'{}'", folder.path().display());
    let finished = ulpwise(&["test", program.to_str().unwrap(), "--cflags", &flags]);
    assert!(finished.stdout.contains("all paths explored; no failure found"), "{finished:?}");
    assert!(finished.stdout.contains("1 path: 1 completed"), "{finished:?}");
}

#[test]
fn scanf_on_symbolic_text_agrees_with_strtod_and_a_reader_by_hand() {
    let source = r#"#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <ulpwise.h>
int main(void) {
    char text[4];
    klee_make_symbolic(text, 3, "text");
    text[3] = 0;
    int number = -1, end = -1, at = 0, sign = 1, value = 0, digits = 0;
    int got = sscanf(text, "%d%n", &number, &end);
    while (text[at] == ' ' || (text[at] >= 9 && text[at] <= 13)) at++;
    int is_over = !text[at];
    if (text[at] == '-' || text[at] == '+') sign = text[at++] == '-' ? -1 : 1;
    for (; text[at] >= '0' && text[at] <= '9'; at++, digits++) value = 10 * value + (text[at] - '0');
    if (digits) assert(got == 1 && number == sign * value && end == at);
    else assert(got == (is_over ? -1 : 0) && number == -1 && end == -1);
    return 0;
}"#;
    let finished = tested("program.c", source, &[]);
    assert!(finished.stdout.contains("all paths explored; no failure found"), "{finished:?}");
}
