//! The program that calls every modelled function: natively, in the interpreter and along paths.

use super::templates::{LEFT_OUT, TEMPLATES, Texts};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use ulpwise_host::libm::{self, LibmParameter, Return, Type};

/// A function and how it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LibraryCall {
    pub(super) name: &'static str,
    pub(super) texts: Texts,
    /// The types of the numbers that it takes, for a mathematical function.
    pub(super) operands: Vec<Type>,
    pub(super) is_math: bool,
    declaration: String,
    body: String,
}

/// The functions of the C library that some executor models.
fn modelled() -> BTreeSet<&'static str> {
    ulpwise_interp::modelled_functions().chain(ulpwise_symex::modelled_functions()).collect()
}

/// All calls, in the order of their names; mathematical functions are those that the host has.
pub(super) fn calls() -> Vec<LibraryCall> {
    let mut calls = Vec::new();
    for template in TEMPLATES {
        for &name in template.names {
            calls.push(LibraryCall {
                name,
                texts: template.texts,
                operands: Vec::new(),
                is_math: false,
                declaration: instantiate(template.declaration, name),
                body: instantiate(template.body, name),
            });
        }
    }
    calls.extend(libm::names().filter_map(math_call));
    calls.sort_by_key(|call| call.name);
    calls
}

/// The modelled functions that nothing here calls and no list leaves out, and the names on lists
/// that no executor models.
pub(super) fn uncovered() -> (Vec<&'static str>, Vec<&'static str>) {
    let modelled = modelled();
    let called = TEMPLATES.iter().flat_map(|template| template.names);
    let listed: BTreeSet<&str> =
        called.chain(LEFT_OUT.iter().flat_map(|(names, _)| *names)).copied().collect();
    let missing = modelled.iter().copied().filter(|name| !listed.contains(name)).collect();
    (missing, listed.into_iter().filter(|name| !modelled.contains(name)).collect())
}

/// A template for one function: `F` becomes its name, `#F` its name as text, `list_F` a name made
/// from it.
fn instantiate(text: &str, name: &str) -> String {
    let text = text.replace("#F", &format!("\"{name}\""));
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut made = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if is_part(c) {
            word.push(c);
            continue;
        }
        match word.as_str() {
            "F" => made.push_str(name),
            "list_F" => made.push_str(&format!("list_{name}")),
            other => made.push_str(other),
        }
        word.clear();
        made.push(c);
    }
    made
}

fn c_type(ty: Type) -> &'static str {
    match ty {
        Type::F64 => "double",
        Type::F32 => "float",
        Type::X87 => "long double",
        Type::Int => "int",
        Type::Long => "long",
    }
}

/// A mathematical function by its signature: numbers from `g`, results to `v`.
fn math_call(name: &'static str) -> Option<LibraryCall> {
    let function = libm::lookup(name)?;
    let signature = function.signature();
    let (mut parameters, mut arguments) = (Vec::new(), Vec::new());
    let (mut before, mut after) = (String::new(), String::new());
    let (mut taken, mut given) = (0, 0);
    let mut results = |ty: Type, expression: &str, after: &mut String| {
        let canonical = if matches!(ty, Type::Int | Type::Long) { "" } else { "QUIET" };
        let size = if ty == Type::X87 { "10".to_owned() } else { format!("sizeof({})", c_type(ty)) };
        let _ = write!(
            after,
            " {{ {} t = {canonical}({expression}); memcpy(b->v[{given}], &t, {size}); }}",
            c_type(ty)
        );
        given += 1;
    };
    let (returned, is_complex) = match signature.returns {
        Return::Nothing => (None, false),
        Return::Value(ty) => (Some(ty), false),
        Return::Complex(ty) => (Some(ty), true),
    };
    if let Some(ty) = returned {
        if is_complex {
            results(ty, "__real__ result", &mut after);
            results(ty, "__imag__ result", &mut after);
        } else {
            results(ty, "result", &mut after);
        }
    }
    for (at, parameter) in signature.parameters.iter().enumerate() {
        match *parameter {
            LibmParameter::Value(ty) | LibmParameter::Reference(ty) => {
                let is_reference = matches!(parameter, LibmParameter::Reference(_));
                let (star, address) = if is_reference { (" *", "&") } else { ("", "") };
                let _ = write!(before, "{} x{at}; memcpy(&x{at}, b->g[{taken}], sizeof x{at}); ", c_type(ty));
                taken += 1;
                parameters.push(format!("{}{star}", c_type(ty)));
                arguments.push(format!("{address}x{at}"));
            }
            LibmParameter::Complex(ty) => {
                let c = c_type(ty);
                let _ = write!(
                    before,
                    "{c} _Complex x{at}; {{ {c} re, im; memcpy(&re, b->g[{taken}], sizeof re); memcpy(&im, b->g[{}], sizeof im); __real__ x{at} = re; __imag__ x{at} = im; }} ",
                    taken + 1
                );
                taken += 2;
                parameters.push(format!("{c} _Complex"));
                arguments.push(format!("x{at}"));
            }
            LibmParameter::Output(ty) => {
                let _ = write!(before, "{} x{at} = 0; ", c_type(ty));
                parameters.push(format!("{} *", c_type(ty)));
                arguments.push(format!("&x{at}"));
                results(ty, &format!("x{at}"), &mut after);
            }
        }
    }
    let ty = returned.map_or_else(
        || "void".to_owned(),
        |ty| if is_complex { format!("{} _Complex", c_type(ty)) } else { c_type(ty).to_owned() },
    );
    // Whether a function raises inexact is its own affair (ISO C, F.10), and these two were seen to
    // raise it in one process and not in another, on the same number.
    let flags = if ["gammal", "lgammal"].contains(&name) { "0x1d" } else { "0x3d" };
    let call = format!("{name}({})", arguments.join(", "));
    let call = if returned.is_some() { format!("{ty} result = {call};") } else { format!("{call};") };
    Some(LibraryCall {
        name,
        texts: Texts::Letters,
        operands: signature.argument_types().collect(),
        is_math: true,
        declaration: format!("{ty} {name}({});", parameters.join(", ")),
        body: format!(
            "{before}fesetround((int[]){{0, 0x400, 0x800, 0xc00}}[W(3) % 4]); feclearexcept(0x3d); {call} \
             b->f = fetestexcept({flags}); fesetround(0);{after}"
        ),
    })
}

/// The program: `call_N` makes the call of number N on a block, `compare_N` makes it and tells which
/// words of the block are not those of another, `main` reads blocks and writes them again.
pub(super) fn program(calls: &[LibraryCall]) -> String {
    let mut text = PRELUDE.to_owned();
    let mut table = String::new();
    for (number, call) in calls.iter().enumerate() {
        let flags = if call.is_math { "" } else { " b->f = fetestexcept(0x3d);" };
        let _ = writeln!(
            text,
            "{}\nvoid call_{number}(struct block *b)\n{{\n    errno = (int)b->e; feclearexcept(0x3d);\n    {}\n    b->e = errno;{flags}\n}}",
            call.declaration, call.body
        );
        let _ = writeln!(
            text,
            "uint64_t compare_{number}(struct block *b, const struct block *known, const struct block *after)\n{{\n    assume(b, known); call_{number}(b); return difference(b, after);\n}}"
        );
        let _ = write!(table, "call_{number}, ");
    }
    text.push_str(&format!("static void (*const table[])(struct block *) = {{{table}}};\n"));
    text.push_str(MAIN);
    text
}

const PRELUDE: &str = r#"
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct block {
    char a[32], b[32], c[64];
    uint64_t w[4];
    unsigned char g[4][16];
    uint64_t r[4];
    unsigned char v[4][16];
    uint64_t e, f;
};
#ifdef NATIVE
static void klee_assume(uint64_t condition) { if (!condition) abort(); }
#else
void klee_assume(uint64_t);
#endif
#define S (b->a)
#define T (b->b)
#define D (b->c)
#define W(i) (b->w[i])
#define R(i) (b->r[i])
#define P(p) offset(b, p)
#define QUIET(x) ((x) != (x) ? (__typeof__(x))__builtin_nan("") : (x))

static uint64_t offset(struct block *b, const void *p) { return p ? (uint64_t)((const char *)p - (char *)b) : ~0UL; }
static int sign(int order) { return (order > 0) - (order < 0); }
static int base(uint64_t w) { return (int[]){0, 10, 16, 8, 2, 36, 1, 37, -3, 10}[w % 10]; }
static char *short_number(char *s) { s[9] = 0; return s; }
static double number(uint64_t w) { return (double[]){0, -0.0, 1.5, -3.25e10, 1e-5, 123456.789}[w % 6]; }
static const char *format(uint64_t w)
{
    return (const char *[]){"%d %g %s", "%5d|%-12.3f|%.4s", "%x %e %10s", "%+i %a %s", "%% %u %.0f", "%ld %G", "%08d %5.1f %.1s",
        "%o %#g %-8s|", "text", "", "%c %f", "%hhd %hd"}[w % 9];
}
static const char *short_format(uint64_t w)
{
    return (const char *[]){"%d %g %.9s", "%5d|%-12.3e|%.4s", "%x %e %10.10s", "%+i %a", "%% %u %.0e", "text", ""}[w % 7];
}
static int by_long(const void *x, const void *y)
{
    long a = *(const long *)x, b = *(const long *)y;
    return (a > b) - (a < b);
}
static int by_int(const void *x, const void *y)
{
    signed char a = *(const signed char *)x, b = *(const signed char *)y;
    return a - b;
}
static void assume(struct block *b, const struct block *known)
{
    for (int i = 0; i < 128; i++) klee_assume(((unsigned char *)b)[i] == ((const unsigned char *)known)[i]);
    for (int i = 0; i < 4; i++) klee_assume(b->w[i] == known->w[i]);
    for (int i = 0; i < 4; i++) for (int j = 0; j < 2; j++) {
        uint64_t x, y;
        memcpy(&x, b->g[i] + 8 * j, 8); memcpy(&y, known->g[i] + 8 * j, 8);
        klee_assume(x == y);
    }
}
static uint64_t difference(const struct block *b, const struct block *after)
{
    uint64_t words = 0;
    for (int i = 0; i < (int)sizeof *b / 8; i++) {
        uint64_t x, y;
        memcpy(&x, (const char *)b + 8 * i, 8); memcpy(&y, (const char *)after + 8 * i, 8);
        words |= (uint64_t)(x != y) << i;
    }
    return words;
}
"#;

const MAIN: &str = r#"
int main(int count, char **arguments)
{
    FILE *in = fopen(arguments[1], "rb"), *out = fopen(arguments[2], "wb");
    static struct { uint64_t number; struct block block; } request;
    if (!in || !out || !freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) return 2;
    while (fread(&request, sizeof request, 1, in) == 1) {
        table[request.number](&request.block);
        if (fwrite(&request.block, sizeof request.block, 1, out) != 1) return 2;
    }
    return fclose(out) ? 2 : 0;
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_modelled_function_is_called_or_left_out_with_a_reason() {
        assert_eq!(uncovered(), (Vec::new(), Vec::new()));
    }

    #[test]
    fn no_function_is_called_in_two_ways() {
        let names: Vec<&str> = calls().iter().map(|call| call.name).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }

    #[test]
    fn only_whole_words_are_replaced() {
        assert_eq!(instantiate("F(FILE, #F, list_F)", "puts"), "puts(FILE, \"puts\", list_puts) ");
    }
}
