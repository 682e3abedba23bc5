//! Which compiler flags a file may give: those that only say how the program's own text is
//! compiled.
//!
//! A compiler runs other code when a flag asks for it: plugins, other linkers and assemblers,
//! response and configuration files, a folder in which tools are looked for. Flags that the user
//! gives on the command line are the user's. Flags that come out of a file (`ulpwise.toml`,
//! `compile_commands.json`) came with the sources, so that only flags of these lists pass unless
//! the user trusts the file. What is not listed is refused, so that a flag that a later compiler
//! learns is refused as well.

use super::flags::{kept, split};
use crate::error::LlvmError;

/// The first flag for clang or flang that is on no list, of those that reach the compiler.
///
/// # Errors
/// The flags have an open quote.
pub fn refused_compiler_flag(flags: &str) -> Result<Option<String>, LlvmError> {
    Ok(refused(&kept(&split(flags)?)))
}

/// Of the words of a recorded command those that are on a list, and those that are on none.
pub fn permitted_flags(words: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut permitted, mut others) = (Vec::new(), Vec::new());
    let words = kept(words);
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut flag = vec![word.clone()];
        if VALUE_FOLLOWS.contains(&word.as_str()) {
            flag.extend(rest.next().cloned());
        }
        match refused(&flag) {
            None => permitted.extend(flag),
            Some(shown) => others.push(shown),
        }
    }
    (permitted, others)
}

/// The first flag for rustc that is on no list.
///
/// # Errors
/// The flags have an open quote.
pub fn refused_rustc_flag(flags: &str) -> Result<Option<String>, LlvmError> {
    let flags = split(flags)?;
    let mut rest = flags.iter().map(String::as_str);
    while let Some(flag) = rest.next() {
        let (name, attached) = rustc_parts(flag);
        let value = if takes_value(name) { attached.or_else(|| rest.next()) } else { None };
        if !is_permitted_rustc(name, value) {
            return Ok(Some(
                value
                    .filter(|_| attached.is_none())
                    .map_or_else(|| flag.to_owned(), |value| format!("{flag} {value}")),
            ));
        }
    }
    Ok(None)
}

/// The first of the words for clang or flang that is on no list.
pub(super) fn refused(words: &[String]) -> Option<String> {
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if !VALUE_FOLLOWS.contains(&word.as_str()) {
            if !is_permitted(word) {
                return Some(word.clone());
            }
            continue;
        }
        let Some(value) = rest.next() else { return Some(word.clone()) };
        // Compilers replace a word that begins with @ by the words of a file before they look at
        // any of them.
        let is_language = word != "-x" || LANGUAGES.contains(&value.as_str());
        if value.starts_with('@') || !is_language {
            return Some(format!("{word} {value}"));
        }
    }
    None
}

/// Flags with a value as the next word: definitions, and folders and files of program text.
const VALUE_FOLLOWS: [&str; 14] = [
    "-D",
    "-U",
    "-I",
    "-F",
    "-J",
    "-L",
    "-l",
    "-x",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-module-dir",
];

/// Languages that `-x` may name.
const LANGUAGES: [&str; 5] = ["c", "c++", "none", "f95", "f77"];

/// Flags with the value attached. Libraries are not linked where a file is compiled.
const VALUE_ATTACHED: [&str; 11] =
    ["-D", "-U", "-I", "-F", "-J", "-L", "-l", "-isystem", "-iquote", "-std=", "--std="];

/// Flags that stand by themselves.
const ALONE: [&str; 33] = [
    "-O",
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-O4",
    "-Os",
    "-Oz",
    "-Og",
    "-Ofast",
    "-g",
    "-g0",
    "-g1",
    "-g2",
    "-g3",
    "-ggdb",
    "-ggdb3",
    "-gdwarf-4",
    "-gdwarf-5",
    "-w",
    "-W",
    "-ansi",
    "-pedantic",
    "-pedantic-errors",
    "-pthread",
    "-pipe",
    "-undef",
    "-nostdinc",
    "-nostdinc++",
    "-trigraphs",
    "-C",
    "-cpp",
    "-nocpp",
];

fn is_permitted(word: &str) -> bool {
    let attached = |prefix: &&str| word.len() > prefix.len() && word.starts_with(*prefix);
    if ALONE.contains(&word) || VALUE_ATTACHED.iter().any(attached) {
        return true;
    }
    if let Some(name) = word.strip_prefix("-W") {
        // With a comma the words are for the assembler, the linker or the preprocessor.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-+=_".contains(c);
        return name.chars().all(is_plain);
    }
    if let Some(flag) = word.strip_prefix("-f") {
        return is_named(flag, &LANGUAGE_AND_CODE);
    }
    word.strip_prefix("-m").is_some_and(|flag| is_named(flag, &MACHINE))
}

/// Whether a flag without its first two characters is one of these, or its negation, with or
/// without a value.
fn is_named(flag: &str, names: &[&str]) -> bool {
    let name = flag.split_once('=').map_or(flag, |(name, _)| name);
    names.contains(&name) || name.strip_prefix("no-").is_some_and(|name| names.contains(&name))
}

/// Flags that begin with `-f`: floating point, language and code generation. None names a file.
const LANGUAGE_AND_CODE: [&str; 130] = [
    // Floating point.
    "fast-math",
    "fp-contract",
    "fp-model",
    "fp-eval-method",
    "fp-exception-behavior",
    "fp-int-builtin-inexact",
    "float-store",
    "float16-excess-precision",
    "excess-precision",
    "rounding-math",
    "trapping-math",
    "math-errno",
    "associative-math",
    "reciprocal-math",
    "unsafe-math-optimizations",
    "finite-math-only",
    "signed-zeros",
    "signaling-nans",
    "honor-nans",
    "honor-infinities",
    "denormal-fp-math",
    "denormal-fp-math-f32",
    "approx-func",
    "cx-limited-range",
    "cx-fortran-rules",
    "complex-arithmetic",
    "protect-parens",
    "strict-float-cast-overflow",
    "veclib",
    // The language.
    "wrapv",
    "wrapv-pointer",
    "trapv",
    "strict-aliasing",
    "strict-overflow",
    "strict-enums",
    "strict-return",
    "strict-vtable-pointers",
    "strict-flex-arrays",
    "delete-null-pointer-checks",
    "signed-char",
    "unsigned-char",
    "signed-bitfields",
    "short-enums",
    "short-wchar",
    "char8_t",
    "common",
    "builtin",
    "freestanding",
    "hosted",
    "asm",
    "asm-blocks",
    "gnu-keywords",
    "gnu89-inline",
    "gnu-inline-asm",
    "ms-extensions",
    "dollars-in-identifiers",
    "declspec",
    "blocks",
    "exceptions",
    "cxx-exceptions",
    "rtti",
    "sized-deallocation",
    "aligned-allocation",
    "new-alignment",
    "threadsafe-statics",
    "access-control",
    "elide-constructors",
    "operator-names",
    "permissive",
    "coroutines",
    "concepts",
    "constexpr-depth",
    "constexpr-steps",
    "template-depth",
    "template-backtrace-limit",
    "macro-backtrace-limit",
    "max-errors",
    "error-limit",
    "lax-vector-conversions",
    "openmp",
    "openmp-simd",
    "openmp-version",
    "default-real-8",
    "default-integer-8",
    "default-double-8",
    "fixed-form",
    "free-form",
    "fixed-line-length",
    "implicit-none",
    "backslash",
    "cray-pointer",
    "xor-operator",
    "logical-abbreviations",
    "large-sizes",
    "stack-arrays",
    "underscoring",
    "realloc-lhs",
    "automatic",
    // Code generation.
    "unroll-loops",
    "vectorize",
    "slp-vectorize",
    "tree-vectorize",
    "tree-slp-vectorize",
    "inline",
    "inline-functions",
    "inline-limit",
    "omit-frame-pointer",
    "optimize-sibling-calls",
    "merge-all-constants",
    "merge-constants",
    "data-sections",
    "function-sections",
    "stack-protector",
    "stack-protector-strong",
    "stack-protector-all",
    "stack-clash-protection",
    "stack-check",
    "cf-protection",
    "plt",
    "pic",
    "PIC",
    "pie",
    "PIE",
    "semantic-interposition",
    "visibility",
    "visibility-inlines-hidden",
    "zero-initialized-in-bss",
    "unwind-tables",
    "asynchronous-unwind-tables",
    // Messages.
    "color-diagnostics",
];

/// Flags that begin with `-m`: the processor and its features.
const MACHINE: [&str; 57] = [
    "arch",
    "tune",
    "cpu",
    "64",
    "fpmath",
    "long-double-64",
    "long-double-80",
    "long-double-128",
    "recip",
    "daz-ftz",
    "x87",
    "80387",
    "soft-float",
    "mmx",
    "sse",
    "sse2",
    "sse3",
    "ssse3",
    "sse4",
    "sse4.1",
    "sse4.2",
    "sse4a",
    "avx",
    "avx2",
    "avx512f",
    "avx512bw",
    "avx512cd",
    "avx512dq",
    "avx512vl",
    "avx512fp16",
    "avx512bf16",
    "avx512vnni",
    "avx512ifma",
    "avx512vbmi",
    "avx512vbmi2",
    "avx512bitalg",
    "avx512vpopcntdq",
    "avxvnni",
    "avx10.1",
    "avx10.2",
    "fma",
    "fma4",
    "f16c",
    "bmi",
    "bmi2",
    "lzcnt",
    "popcnt",
    "movbe",
    "aes",
    "pclmul",
    "adx",
    "cmodel",
    "red-zone",
    "omit-leaf-frame-pointer",
    "prefer-vector-width",
    "stackrealign",
    "vzeroupper",
];

/// The name of a flag for rustc and the value that is attached to it.
fn rustc_parts(flag: &str) -> (&str, Option<&str>) {
    if flag.starts_with("--") {
        return flag.split_once('=').map_or((flag, None), |(name, value)| (name, Some(value)));
    }
    match flag.char_indices().nth(2) {
        Some((at, _)) => (&flag[..at], Some(&flag[at..])),
        None => (flag, None),
    }
}

/// Whether a flag for rustc has a value.
fn takes_value(name: &str) -> bool {
    !matches!(name, "-O" | "-g")
}

/// Options of `-C` that choose no program and no file.
const CODEGEN: [&str; 15] = [
    "opt-level",
    "target-cpu",
    "target-feature",
    "overflow-checks",
    "debug-assertions",
    "debuginfo",
    "panic",
    "codegen-units",
    "force-frame-pointers",
    "relocation-model",
    "code-model",
    "no-vectorize-loops",
    "no-vectorize-slp",
    "no-prepopulate-passes",
    "metadata",
];

fn is_permitted_rustc(name: &str, value: Option<&str>) -> bool {
    if value.is_some_and(|value| value.starts_with('@')) {
        return false;
    }
    match (name, value) {
        ("-O" | "-g", None) => true,
        ("-C" | "--codegen", Some(value)) => {
            CODEGEN.contains(&value.split_once('=').map_or(value, |(name, _)| name))
        }
        ("--edition" | "--cfg" | "--check-cfg" | "--crate-name" | "--cap-lints", Some(_)) => true,
        ("-A" | "-W" | "-D" | "-F" | "--allow" | "--warn" | "--deny" | "--forbid", Some(_)) => true,
        ("--crate-type", Some(kind)) => matches!(kind, "lib" | "rlib"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_real_builds_pass() {
        for flags in [
            "",
            "-O2 -g -DNDEBUG -Iinclude -I include -isystem /usr/include/x -std=c11 -Wall -Wextra -Wno-unused",
            "-D NAME='a b' -UX -include config.h -x c++ -fno-exceptions -fPIC -pthread -march=native -mfma",
            "-Ofast -ffast-math -ffp-contract=off -fno-math-errno -frounding-math -mno-avx512f -mfpmath=sse",
            "-fopenmp -J mod -Jmod -fdefault-real-8 -ffixed-line-length=132 -Werror -Wformat=2 -lm -Llib",
            // These do not reach the compiler.
            "-o a.o -MF a.d -fsanitize=address -flto -Wp,-MD,a.d -fprofile-generate",
        ] {
            assert_eq!(refused_compiler_flag(flags), Ok(None), "{flags}");
        }
    }

    #[test]
    fn flags_that_run_code_or_are_unknown_are_refused_by_name() {
        for (flags, refused) in [
            ("-O2 -fplugin=./x.so", "-fplugin=./x.so"),
            ("-fplugin-arg-x-y", "-fplugin-arg-x-y"),
            ("-fpass-plugin=x.so", "-fpass-plugin=x.so"),
            ("-Xclang -load -Xclang x.so", "-Xclang"),
            ("-Xflang -load", "-Xflang"),
            ("-mllvm -load=x.so", "-mllvm"),
            ("-B.", "-B."),
            ("-B tools", "-B"),
            ("@flags", "@flags"),
            ("-D @flags", "-D @flags"),
            ("-I @flags", "-I @flags"),
            ("-wrapper ./x", "-wrapper"),
            ("-fuse-ld=./x", "-fuse-ld=./x"),
            ("--ld-path=./x", "--ld-path=./x"),
            ("--config=x.cfg", "--config=x.cfg"),
            ("--config x.cfg", "--config"),
            ("-specs=x", "-specs=x"),
            ("--specs=x", "--specs=x"),
            ("-Wl,-plugin,x.so", "-Wl,-plugin,x.so"),
            ("-Wa,@x", "-Wa,@x"),
            ("-Xlinker x", "-Xlinker"),
            ("-Xassembler x", "-Xassembler"),
            ("-no-integrated-as", "-no-integrated-as"),
            ("-fno-integrated-as", "-fno-integrated-as"),
            ("-fno-integrated-cc1", "-fno-integrated-cc1"),
            ("--gcc-toolchain=.", "--gcc-toolchain=."),
            ("--sysroot=.", "--sysroot=."),
            ("-resource-dir=.", "-resource-dir=."),
            ("-target generic", "-target"),
            ("--target=x", "--target=x"),
            ("-ccc-gcc-name x", "-ccc-gcc-name"),
            ("-fmodules-cache-path=x", "-fmodules-cache-path=x"),
            ("-fsave-optimization-record", "-fsave-optimization-record"),
            ("-fcrash-diagnostics-dir=x", "-fcrash-diagnostics-dir=x"),
            ("-x ir", "-x ir"),
            ("other.c", "other.c"),
            ("-I", "-I"),
            ("-", "-"),
            ("-fno-such-flag", "-fno-such-flag"),
            ("-mlinker-version=1", "-mlinker-version=1"),
        ] {
            assert_eq!(refused_compiler_flag(flags), Ok(Some(refused.to_owned())), "{flags}");
        }
        assert!(refused_compiler_flag("-D'x").is_err());
    }

    #[test]
    fn flags_for_rustc_name_no_program_and_no_library() {
        for flags in [
            "-O -g --edition 2024 --edition=2021 --cfg fast --cfg=x -C opt-level=3 -Copt-level=3 --crate-type=lib",
            "--codegen target-cpu=native -C target-feature=+fma -A dead_code -Adead_code --cap-lints allow",
        ] {
            assert_eq!(refused_rustc_flag(flags), Ok(None), "{flags}");
        }
        for (flags, refused) in [
            ("-O -C linker=./x", "-C linker=./x"),
            ("-Clinker=./x", "-Clinker=./x"),
            ("-C link-arg=-fuse-ld=x", "-C link-arg=-fuse-ld=x"),
            ("-C llvm-args=-load=x", "-C llvm-args=-load=x"),
            ("--codegen=link-args=x", "--codegen=link-args=x"),
            ("-Z threads=2", "-Z threads=2"),
            ("-Zunpretty=x", "-Zunpretty=x"),
            ("-L .", "-L ."),
            ("--extern m=m.so", "--extern m=m.so"),
            ("--sysroot=x", "--sysroot=x"),
            ("--crate-type=proc-macro", "--crate-type=proc-macro"),
            ("@x", "@x"),
            ("--cfg @x", "--cfg @x"),
            ("-C", "-C"),
            ("other.rs", "other.rs"),
        ] {
            assert_eq!(refused_rustc_flag(flags), Ok(Some(refused.to_owned())), "{flags}");
        }
    }
}
