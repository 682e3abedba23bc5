//! `ulpwise test` on programs whose paths depend on what no input is: the system's answers, what runs
//! later, where objects lie, how many characters a value prints as.

use crate::test::tested;

/// Whether a `main` with this body is said to be safe: all paths explored, and none fails.
fn is_safe(body: &str) -> bool {
    let source = format!(
        "#define _GNU_SOURCE\n#include <ctype.h>\n#include <locale.h>\n#include <signal.h>\n#include <stdarg.h>\n#include <stdint.h>\n\
         #include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n#include <unistd.h>\n\
         #include <wchar.h>\nextern int __VERIFIER_nondet_int(void);\nstatic int number = 1;\n\
         static volatile int device;\nstatic void late(void) {{ if (number == 2) abort(); }}\n\
         static int (*ask)(void) = rand;\nstatic int object;\n\
         static int counted(char *to, size_t size, const char *format, ...) {{\n  va_list list;\n  \
         va_start(list, format);\n  int n = vsnprintf(to, size, format, list);\n  va_end(list);\n  return n;\n}}\n\
         int main(void) {{ char text[64] = {{0}}; int n = 0; (void)text, (void)n, (void)ask, (void)late, (void)counted;\n\
         {body}\nreturn 0; }}\n"
    );
    let finished = tested("program.c", &source, &["--timeout=20"]);
    assert!(finished.stdout.contains("paths explored"), "{body}: {finished:?}");
    finished.stdout.ends_with("\nall paths explored; no failure found\n")
}

#[test]
fn answers_of_the_system_are_not_one_path() {
    for body in [
        "if (getenv(\"NOWHERE\")) abort();",
        "if (secure_getenv(\"NOWHERE\")) abort();",
        "if (setlocale(LC_ALL, \"\")) abort();",
        "if (time(0) % 7 == 3) abort();",
        "if (clock() % 7 == 3) abort();",
        "if (getpid() == 77) abort();",
        "if (access(\"/nowhere\", 0) == 0) abort();",
        "if (isatty(0)) abort();",
        "if (sysconf(_SC_NPROCESSORS_ONLN) == 5) abort();",
        "if ((__builtin_ia32_rdtsc() & 7) == 3) abort();",
        "if ((__builtin_readcyclecounter() & 7) == 3) abort();",
        "if (getchar() == 'a') abort();",
        "if (fopen(\"/nowhere\", \"r\")) abort();",
        "if (device == 3) abort();",
        "if (((intptr_t)&object & 0xff0) == 0x30) abort();",
        "if (((intptr_t)&n & 0xff0) == 0x30) abort();",
    ] {
        assert!(!is_safe(body), "{body}");
    }
}

#[test]
fn what_runs_later_or_writes_later_is_not_followed() {
    for body in [
        "atexit(late); number = 2;",
        "signal(SIGFPE, SIG_IGN);",
        "setvbuf(stdout, text, _IOFBF, sizeof text); text[0] = 1; putchar(0); if (text[0] == 0) abort();",
        "setbuf(stdout, text); putchar('a'); if (text[0] == 'a') abort();",
        "FILE *file = fmemopen(text, sizeof text, \"w\"); if (file) fputc('a', file), fflush(file); if (text[0] == 'a') abort();",
        "putenv(text);",
    ] {
        assert!(!is_safe(body), "{body}");
    }
}

#[test]
fn counts_of_printed_characters_depend_on_what_is_printed() {
    for body in [
        "int k = __VERIFIER_nondet_int(); printf(\"%d%n\", k, &n); if (n == 3) abort();",
        "int k = __VERIFIER_nondet_int(); fprintf(stderr, \"%d%n\", k, &n); if (n == 3) abort();",
        "int k = __VERIFIER_nondet_int(); if (printf(\"%d\", k) == 3) abort();",
        "int k = __VERIFIER_nondet_int(); if (fprintf(stdout, \"%d\", k) == 3) abort();",
        "int k = __VERIFIER_nondet_int(); if (snprintf(text, sizeof text, \"%d\", k) == 3) abort();",
        "int k = __VERIFIER_nondet_int(); sprintf(text, \"%d\", k); if (strlen(text) == 3) abort();",
        "int k = __VERIFIER_nondet_int(); sprintf(text, \"%d%n\", k, &n); if (n == 3) abort();",
        "int k = __VERIFIER_nondet_int(); if (counted(text, sizeof text, \"%d\", k) == 3) abort();",
        "int k = __VERIFIER_nondet_int(); if (printf(\"%*d\", k & 15, 1) == 9) abort();",
        "text[0] = (char)__VERIFIER_nondet_int(); if (printf(\"%s\", text) == 1) abort();",
        "text[0] = (char)__VERIFIER_nondet_int(); sscanf(text, \"%*c%n\", &n); if (n == 1) abort();",
        "wchar_t wide[16]; int k = __VERIFIER_nondet_int(); if (swprintf(wide, 16, L\"%d\", k) == 3) abort();",
        "int k = __VERIFIER_nondet_int(); if (wprintf(L\"%d\", k) == 3) abort();",
    ] {
        assert!(!is_safe(body), "{body}");
    }
}

#[test]
fn what_a_program_begins_with_is_known() {
    for body in [
        "if (ask() == 3) abort();",
        "srand(7); if (rand() == 3) abort();",
        "if (strtok(0, \" \")) abort();",
        "setvbuf(stdout, 0, _IONBF, 0); putchar('a');",
        "if (!isdigit('7') || isalpha('7')) abort();",
        "if (snprintf(text, sizeof text, \"%d\", 77) != 2) abort();",
    ] {
        assert!(is_safe(body), "{body}");
    }
}

#[test]
fn a_function_is_called_with_other_values_of_variables() {
    let source = |set: &str| {
        format!(
            "#include <stdlib.h>\nstatic int n = 1;\n{set}\nvoid f(int k) {{ if (n == 3 && k == 3) abort(); }}\n"
        )
    };
    let set = tested("function.c", &source("void set(int k) { n = k; }"), &["--fn=f"]);
    assert!(set.stdout.contains("not all paths explored"), "{set:?}");
    assert!(set.stdout.contains("it depends on the variable 'n'"), "{set:?}");
    let constant = tested("function.c", &source(""), &["--fn=f"]);
    assert!(constant.stdout.ends_with("\nall paths explored; no failure found\n"), "{constant:?}");
}
