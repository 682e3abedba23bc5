//! Which flags a compiler gets: our defaults, the user's own, and what makes it write bitcode.
//!
//! * Our defaults (`-O0`, `-ffp-contract=off`) stand first, so that the user's flags win:
//!   `-O2 -ffast-math -march=native` is a different program, and it is the one that was asked for.
//! * What makes the compiler write bitcode with debug information to standard output stands last.
//! * Of the user's flags only those are dropped that say where output goes, make more of it, add
//!   instrumentation, or hide where the sources lie.

use crate::error::LlvmError;

/// What a compiler writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Product {
    /// Bitcode, to standard output.
    Bitcode,
    /// Bitcode, to this file.
    BitcodeFile(String),
    /// Machine code that can be linked, to this file.
    Object(String),
    /// What clang understood of the declarations whose names contain this, as text to standard
    /// output.
    TypeDump(String),
}

impl Product {
    /// What makes clang and flang write it, with debug information.
    fn flags(&self) -> Vec<String> {
        match self {
            Self::Bitcode => owned(["-g", "-emit-llvm", "-c", "-o", "-"]),
            Self::BitcodeFile(file) => owned(["-g", "-emit-llvm", "-c", "-o", file]),
            Self::Object(file) => owned(["-g", "-c", "-o", file]),
            Self::TypeDump(name) => {
                let mut flags = owned(["-w", "-fno-color-diagnostics", "-fsyntax-only"]);
                for option in ["-ast-dump", "-ast-dump-decl-types", "-ast-dump-filter", name] {
                    flags.extend(owned(["-Xclang", option]));
                }
                flags
            }
        }
    }
}

/// Splits a string of flags as a shell does.
pub(crate) fn split(flags: &str) -> Result<Vec<String>, LlvmError> {
    shlex::split(flags).ok_or_else(|| LlvmError::BadFlags { flags: flags.to_owned() })
}

/// What clang and clang++ get before the name of the source file.
pub(crate) fn for_clang(user: &[String], product: &Product) -> Vec<String> {
    let mut flags = defaults(user);
    flags.extend(kept(user));
    // The members of a class are wanted also where no constructor of it is compiled.
    flags.extend(owned(["-Xclang", "-fno-use-ctor-homing"]));
    // A crash report would be left in the temporary directory.
    flags.push("-fno-crash-diagnostics".into());
    flags.extend(product.flags());
    flags
}

/// What flang gets before the name of the source file; `modules` is where its `.mod` files go.
pub(crate) fn for_flang(user: &[String], modules: &str, product: &Product) -> Vec<String> {
    let mut flags = defaults(user);
    flags.extend(module_directories_only_read(kept(user)));
    flags.extend(owned(["-J", modules]));
    flags.extend(product.flags());
    flags
}

/// What rustc gets before the name of the source file.
pub(crate) fn for_rustc(
    user: &[String],
    crate_name: &str,
    position: usize,
    product: &Product,
) -> Vec<String> {
    let says = |flag: &str| user.iter().any(|given| given == flag || given.starts_with(&format!("{flag}=")));
    let mut flags = owned(["-C", "opt-level=0", "-C", "codegen-units=1"]);
    // Every function is wanted, not only those that others can call.
    flags.extend(owned(["-C", "link-dead-code", "--cap-lints", "allow"]));
    // rustc refuses these when they are given twice.
    if !says("--edition") {
        flags.push("--edition=2021".into());
    }
    if !says("--crate-type") {
        // A library that a program in C can be linked with brings Rust's own along.
        let is_bitcode = matches!(product, Product::Bitcode | Product::BitcodeFile(_));
        let kind = if is_bitcode { "lib" } else { "staticlib" };
        flags.push(format!("--crate-type={kind}"));
    }
    if !says("--crate-name") {
        flags.push(format!("--crate-name={crate_name}"));
    }
    if position > 0 {
        // Keeps two files of the same name apart; the first keeps its plain symbols.
        flags.push(format!("-Cmetadata={position}"));
    }
    flags.extend_from_slice(user);
    flags.extend(owned(["-C", "debuginfo=2"]));
    if matches!(product, Product::Bitcode | Product::BitcodeFile(_)) {
        // Else instances of generics that Rust's own library has already, such as those that allocate for a
        // `Vec`, are calls of functions that no file defines.
        flags.push("-Zshare-generics=no".into());
    }
    match product {
        Product::Bitcode => flags.extend(owned(["--emit=llvm-bc", "-o", "-"])),
        Product::BitcodeFile(file) => flags.extend(owned(["--emit=llvm-bc", "-o", file])),
        Product::Object(file) => flags.extend(owned(["--emit=link", "-o", file])),
        // rustc has no such dump; nothing asks it for one.
        Product::TypeDump(_) => flags.push("--emit=metadata=/dev/null".into()),
    }
    flags
}

/// What the compilers of most builds take in C, and clang refuses unless a flag allows it.
pub(crate) fn as_before() -> Vec<String> {
    owned([
        "-w",
        "-Wno-implicit-function-declaration",
        "-Wno-implicit-int",
        "-Wno-int-conversion",
        "-Wno-incompatible-function-pointer-types",
        "-Wno-return-mismatch",
    ])
}

fn owned<const N: usize>(flags: [&str; N]) -> Vec<String> {
    flags.map(String::from).to_vec()
}

/// Our defaults for clang and flang.
fn defaults(user: &[String]) -> Vec<String> {
    let mut flags = vec!["-O0".to_owned()];
    if !user.iter().any(|flag| decides_contraction(flag)) {
        flags.push("-ffp-contract=off".into());
    }
    flags
}

/// Whether the user's flag says how `a*b+c` is computed. One that chooses the processor does: where
/// there is an FMA instruction the compiler's own default uses it, and without one it makes no
/// difference.
fn decides_contraction(flag: &str) -> bool {
    ["-ffp-contract", "-ffast-math", "-Ofast", "-ffp-model", "-march", "-mcpu", "-mfma", "-mavx512"]
        .iter()
        .any(|prefix| flag.starts_with(prefix))
}

/// What becomes of one flag of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Keep,
    KeepWithValue,
    Drop,
    DropWithValue,
}

/// The user's flags without those that are dropped (see the module's description).
pub(crate) fn kept(user: &[String]) -> Vec<String> {
    let mut result = Vec::new();
    let mut flags = user.iter();
    while let Some(flag) = flags.next() {
        let fate = fate(flag);
        if matches!(fate, Fate::Keep | Fate::KeepWithValue) {
            result.push(flag.clone());
        }
        match fate {
            Fate::KeepWithValue => result.extend(flags.next().cloned()),
            Fate::DropWithValue => drop(flags.next()),
            Fate::Keep | Fate::Drop => {}
        }
    }
    result
}

/// Flags that are kept, with the value that follows.
const VALUE_FOLLOWS: [&str; 18] = [
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-x",
    "-F",
    "-J",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-target",
    "-Xclang",
    "-Xflang",
    "-mllvm",
    "-module-dir",
];

/// Flags that are dropped, with the value that follows.
const DROP_WITH_VALUE: [&str; 10] = [
    "-o",
    "--output",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "--serialize-diagnostics",
    "-serialize-diagnostics",
    "-dependency-file",
    "-dumpdir",
];

/// Flags that are dropped.
const DROP: [&str; 16] = [
    "-c",
    "-S",
    "-E",
    "-M",
    "-MM",
    "-MD",
    "-MMD",
    "-MP",
    "-MG",
    "-MV",
    "-emit-llvm",
    "-fsyntax-only",
    "-pg",
    "--coverage",
    "-Werror",
    "--",
];

/// Beginnings of flags that are dropped.
const DROP_PREFIX: [&str; 23] = [
    // Output and dependency files.
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Wp,-M",
    "--output=",
    "-save-temps",
    "--save-temps",
    "-gsplit-dwarf",
    "-ftime-trace",
    "-fdump-",
    "-dump",
    // Not the program but instrumentation of it.
    "-fsanitize",
    "-fprofile-",
    "-ftest-coverage",
    "-fcoverage-",
    // Bitcode is what we ask for anyway.
    "-flto",
    "-ffat-lto-objects",
    // These hide where the sources lie.
    "-ffile-prefix-map",
    "-fdebug-prefix-map",
    "-fmacro-prefix-map",
    "-fdebug-compilation-dir",
    // Clang's warnings are not those the program was written under.
    "-Werror=",
];

/// What becomes of a flag.
fn fate(flag: &str) -> Fate {
    if VALUE_FOLLOWS.contains(&flag) {
        Fate::KeepWithValue
    } else if DROP_WITH_VALUE.contains(&flag) {
        Fate::DropWithValue
    } else if DROP.contains(&flag)
        || DROP_PREFIX.iter().any(|prefix| flag.starts_with(prefix))
        || (flag.starts_with("-o") && !flag.starts_with("-objc"))
    {
        Fate::Drop
    } else {
        Fate::Keep
    }
}

/// Replaces directories that `.mod` files would be written to by ones they are only read from: what
/// lies there is the work of the user's own compiler.
fn module_directories_only_read(flags: Vec<String>) -> Vec<String> {
    flags
        .into_iter()
        .map(|flag| match flag.as_str() {
            "-J" | "-module-dir" => "-I".to_owned(),
            joined => match joined.strip_prefix("-J") {
                Some(directory) => format!("-I{directory}"),
                None => flag,
            },
        })
        .collect()
}

/// A name rustc accepts for a crate, from the name of its file.
pub(crate) fn crate_name(stem: &str) -> String {
    let name: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    if name.chars().next().is_none_or(char::is_numeric) { format!("_{name}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(flags: &str) -> Vec<String> {
        split(flags).unwrap()
    }

    fn joined(flags: &[String]) -> String {
        flags.join(" ")
    }

    #[test]
    fn flags_are_split_as_in_a_shell() {
        assert_eq!(words(r#"-DNAME="a b" '-I my dir' -O2"#), ["-DNAME=a b", "-I my dir", "-O2"]);
        assert_eq!(split("-D'x"), Err(LlvmError::BadFlags { flags: "-D'x".into() }));
    }

    #[test]
    fn defaults_come_first_and_bitcode_last() {
        assert_eq!(
            joined(&for_clang(&words("-O2 -DX"), &Product::Bitcode)),
            "-O0 -ffp-contract=off -O2 -DX -Xclang -fno-use-ctor-homing -fno-crash-diagnostics -g -emit-llvm -c -o -"
        );
    }

    #[test]
    fn contraction_is_left_to_flags_that_speak_of_it() {
        for flags in ["-ffp-contract=fast", "-Ofast", "-O2 -march=native", "-mfma", "-ffast-math"] {
            assert!(
                !joined(&for_clang(&words(flags), &Product::Bitcode)).contains("-ffp-contract=off"),
                "{flags}"
            );
        }
        for flags in ["", "-O3", "-funroll-loops", "-mtune=native"] {
            assert!(
                joined(&for_clang(&words(flags), &Product::Bitcode)).contains("-ffp-contract=off"),
                "{flags}"
            );
        }
    }

    #[test]
    fn output_instrumentation_and_path_maps_are_dropped_and_the_rest_is_kept() {
        let given = "-c -o out/a.o -oa.o -MD -MF a.d -MFa.d -MT x -MMD -MP -Wp,-MD,a.d -fsanitize=address --coverage \
             -save-temps=obj -flto=thin -ffile-prefix-map=/a=. -Werror -Werror=format -gsplit-dwarf \
             -Iinc -I inc -DA=1 -D -c -std=c11 -O2 -march=native -fno-math-errno -Wall -isystem -o -x c++";
        assert_eq!(
            joined(&kept(&words(given))),
            "-Iinc -I inc -DA=1 -D -c -std=c11 -O2 -march=native -fno-math-errno -Wall -isystem -o -x c++"
        );
        assert_eq!(kept(&words("-o")), Vec::<String>::new());
    }

    #[test]
    fn fortran_modules_of_the_user_are_only_read() {
        let flags = joined(&for_flang(&words("-J build/mod -Jother -O1"), "/private", &Product::Bitcode));
        assert_eq!(flags, "-O0 -ffp-contract=off -I build/mod -Iother -O1 -J /private -g -emit-llvm -c -o -");
    }

    #[test]
    fn rustc_gets_no_flag_twice() {
        let flags = joined(&for_rustc(
            &words("--edition 2024 --crate-name=mine -C opt-level=3"),
            "a",
            1,
            &Product::Bitcode,
        ));
        assert!(!flags.contains("2021") && !flags.contains("crate-name=a"));
        assert!(flags.contains("--crate-type=lib") && flags.contains("-Cmetadata=1"));
        assert!(flags.find("opt-level=0") < flags.find("opt-level=3"));
    }

    #[test]
    fn crate_names_are_identifiers() {
        assert_eq!(crate_name("my file-2"), "my_file_2");
        assert_eq!(crate_name("2nd"), "_2nd");
        assert_eq!(crate_name(""), "_");
    }
}
