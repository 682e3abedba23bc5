//! Sources of every language, several at once, with flags and from a compilation database.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use support::{SAMPLE, TestFolder, bitcode_of, input, load, load_input, refusal_of};
use ulpwise_llvm::{DatabaseInput, LoadOptions, Loaded, ProgramInput, load_in_process};

/// The names of all functions with a body, as far as `wanted` mentions them.
fn defined(loaded: &Loaded, wanted: &[&str]) -> Vec<String> {
    let functions = loaded.module.functions.iter().filter(|function| function.body.is_some());
    let names: BTreeSet<&str> = functions.map(|function| function.name.as_str()).collect();
    wanted.iter().filter(|name| names.contains(**name)).map(|name| (*name).to_owned()).collect()
}

/// Whether some function with a body has a linker's name that contains `part`.
fn defines_like(loaded: &Loaded, part: &str) -> bool {
    loaded.module.functions.iter().any(|function| function.body.is_some() && function.name.contains(part))
}

/// The paths of all source files that some location mentions.
fn source_files(loaded: &Loaded) -> Vec<PathBuf> {
    loaded.module.locations.iter().map(|location| loaded.module.files[location.file].path()).collect()
}

#[test]
fn each_language_loads() {
    let folder = TestFolder::new();
    let c = load(&[&folder.file("a.c", SAMPLE)]).unwrap();
    assert_eq!(defined(&c, &["norm", "sum", "narrow", "main"]).len(), 4);
    assert_eq!(c.warnings, Vec::<String>::new());
    for name in ["a.cc", "a.cpp", "a.cxx", "a.C"] {
        let source =
            "template<class T> T twice(T x) { return x + x; }\ndouble g(double x) { return twice(x); }";
        let cxx = load(&[&folder.file(name, source)]).unwrap();
        assert_eq!(defined(&cxx, &["_Z1gd", "_Z5twiceIdET_S0_"]).len(), 2, "{name}");
    }
    let fixed = "      double precision function f(x)\n      double precision x\n      f = x*x\n      end\n";
    let free = "real(8) function f(x)\n real(8), intent(in) :: x\n f = x*x\nend function\n";
    for (name, source) in
        [("a.f", fixed), ("a.for", fixed), ("a.f90", free), ("a.f95", free), ("a.F90", free)]
    {
        let fortran = load(&[&folder.file(name, source)]).unwrap();
        assert_eq!(defined(&fortran, &["f_"]).len(), 1, "{name}");
    }
}

#[test]
fn every_function_of_a_rust_file_is_there() {
    let folder = TestFolder::new();
    let source = "pub fn public(x: f64) -> f64 { x * x }\nfn private(x: f64) -> f64 { x / 3.0 }\n\
                  #[inline] pub fn inlined(x: f32) -> f32 { x.sqrt() }\nfn main() { println!(\"{}\", public(2.0)); }\n";
    let rust = load(&[&folder.file("2nd file.rs", source)]).unwrap();
    for name in ["6public", "7private", "7inlined", "4main"] {
        assert!(defines_like(&rust, name), "{name}");
    }
    let newer = "pub fn f(x: f64) -> f64 { if let Some(y) = Some(x) && y > 1.0 { y } else { 0.0 } }";
    let path = folder.file("b.rs", newer);
    assert!(load(&[&path]).is_err(), "let chains are of edition 2024");
    let input = ProgramInput { rustflags: "--edition 2024 -C opt-level=1".into(), ..input(&[&path]) };
    assert!(defines_like(&load_input(&input).unwrap(), "1f"));
}

#[test]
fn files_of_all_kinds_are_linked_into_one_program() {
    let folder = TestFolder::new();
    let c = folder.file("x/part.c", "double square(double); double f(double x) { return square(x) + 1; }");
    let cxx = folder.file("y/part.cpp", "extern \"C\" double square(double x) { return x * x; }");
    let fortran =
        folder.file("part.f90", "real(8) function third(x)\n real(8) :: x\n third = x/3\nend function\n");
    let rust =
        folder.file("part.rs", "#[unsafe(no_mangle)] pub extern \"C\" fn fourth(x: f64) -> f64 { x / 4.0 }");
    let text = folder.file("part.ll", "define double @fifth(double %x) {\n  ret double %x\n}\n");
    let bitcode =
        folder.file("part.bc", bitcode_of(&folder.file("z.c", "double sixth(double x) { return x; }")));
    let all = load(&[&c, &cxx, &fortran, &rust, &text, &bitcode]).unwrap();
    let names = ["f", "square", "third_", "fourth", "fifth", "sixth"];
    assert_eq!(defined(&all, &names), names);
    assert_eq!(all.warnings.len(), 1);
    assert!(all.warnings[0].contains("part.ll has no debug information"), "{}", all.warnings[0]);
}

#[test]
fn two_rust_files_of_the_same_name_do_not_clash() {
    let folder = TestFolder::new();
    let (a, b) = (
        folder.file("x/a.rs", "pub fn f() -> f64 { 1.0 }"),
        folder.file("y/a.rs", "pub fn f() -> f64 { 2.0 }"),
    );
    let both = load(&[&a, &b]).unwrap();
    assert_eq!(both.module.functions.iter().filter(|function| function.name.contains("1f")).count(), 2);
}

#[test]
fn weak_and_local_symbols_may_stand_in_several_files() {
    let folder = TestFolder::new();
    let source = |name: &str| {
        format!(
            "static double local(double x) {{ return x; }}\n__attribute__((weak)) double weak(double x) {{ return x; }}\n\
             double {name}(double x) {{ return local(x) + weak(x); }}\n"
        )
    };
    let (a, b) = (folder.file("a.c", source("f")), folder.file("b.c", source("g")));
    let both = load(&[&a, &b]).unwrap();
    assert_eq!(defined(&both, &["f", "g", "weak"]).len(), 3);
}

#[test]
fn fortran_modules_are_found_in_any_order_and_not_left_behind() {
    let folder = TestFolder::new();
    let user = folder
        .file("a.f90", "real(8) function f(x)\n use constants\n real(8) :: x\n f = x*ratio\nend function\n");
    let used = folder.file("b.f90", "module constants\n real(8), parameter :: ratio = 0.5d0\nend module\n");
    let before: BTreeSet<_> =
        std::fs::read_dir(".").unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(defined(&load(&[&user, &used]).unwrap(), &["f_"]).len(), 1);
    let after: BTreeSet<_> =
        std::fs::read_dir(".").unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(before, after);
    let sentence = refusal_of(load(&[&user]));
    assert!(sentence.contains("a.f90 does not compile"), "{sentence}");
}

#[test]
fn flags_reach_the_compiler_with_their_quotes() {
    let folder = TestFolder::new();
    folder.file("my include/h.h", "#define SCALE 2.0\n");
    let path = folder.file("a.c", "#include <h.h>\ndouble NAME(double x) { return x * SCALE; }\n");
    let include = folder.path().join("my include");
    let cflags = format!("-I\"{}\" -DNAME='scaled' -O2 -c -o ignored.o", include.display());
    let loaded = load_input(&ProgramInput { cflags, ..input(&[&path]) }).unwrap();
    assert_eq!(defined(&loaded, &["scaled"]).len(), 1);
    assert!(!Path::new("ignored.o").exists());
}

#[test]
fn many_files_are_compiled_at_once_and_keep_their_order() {
    let folder = TestFolder::new();
    let files: Vec<PathBuf> = (0..9)
        .map(|i| folder.file(format!("d{i}/a.c"), format!("double f{i}(double x) {{ return x + {i}; }}")))
        .collect();
    let input = ProgramInput { files, ..ProgramInput::default() };
    let alone = load_in_process(&input, &LoadOptions { compile_jobs: 1, ..LoadOptions::default() }).unwrap();
    let together =
        load_in_process(&input, &LoadOptions { compile_jobs: 4, ..LoadOptions::default() }).unwrap();
    let child = load_input(&input).unwrap();
    assert_eq!(alone, together);
    assert_eq!(alone, child);
    let names: Vec<&str> = alone.module.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"]);
}

#[test]
fn a_compilation_database_gives_flags_and_directory() {
    let folder = TestFolder::new();
    folder.file("src/inc/scale.h", "#define SCALE 3.0\n");
    let source =
        folder.file("src/a.c", "#include \"scale.h\"\ndouble NAME(double x) { return x * SCALE; }\n");
    folder.file("build/keep", "");
    folder.file(
        "build/compile_commands.json",
        format!(
            r#"[{{"directory": "{0}/build", "file": "../src/a.c",
                 "command": "gcc -I../src/inc -DNAME=from_build -Werror -MD -MF a.d -o a.o -c ../src/a.c"}}]"#,
            folder.path().display()
        ),
    );
    let database = |source: PathBuf| ProgramInput {
        database: Some(DatabaseInput {
            location: folder.path().join("build"),
            sources: vec![source],
            trusted: false,
        }),
        ..ProgramInput::default()
    };
    let loaded = load_input(&database(source.clone())).unwrap();
    assert_eq!(defined(&loaded, &["from_build"]).len(), 1);
    let files = source_files(&loaded);
    assert!(!files.is_empty());
    for file in files {
        assert_eq!(file.canonicalize().unwrap(), source.canonicalize().unwrap());
    }
    let other = folder.file("other/a.c", "int x;");
    assert!(refusal_of(load_input(&database(other))).ends_with("did you mean ../src/a.c?"));
    assert!(refusal_of(load_input(&database(folder.path().join("none.c")))).ends_with("does not exist"));
}

#[test]
fn a_cxx_compiler_in_the_database_makes_a_c_file_cxx() {
    let folder = TestFolder::new();
    let source = folder.file("a.c", "double f(double x) { return x; }");
    let json = r#"[{"directory": ".", "file": "a.c", "arguments": ["g++", "-c", "a.c", "-o", "a.o"]}]"#;
    let location = folder.file("compile_commands.json", json);
    let input = ProgramInput {
        database: Some(DatabaseInput { location, sources: vec![source], trusted: false }),
        ..ProgramInput::default()
    };
    assert_eq!(defined(&load_input(&input).unwrap(), &["_Z1fd"]).len(), 1);
}
