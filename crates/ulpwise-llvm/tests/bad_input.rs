//! Every kind of bad input gives one sentence that says what is wrong, and exit code 2.

mod support;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::{SAMPLE, TestFolder, bitcode_of, input, load, load_input, loader, refusal, refusal_of};
use ulpwise_llvm::{LlvmError, LoadOptions, Loader, ProgramInput};

#[test]
fn no_file_at_all() {
    assert!(refusal(&[]).contains("no file was named"));
}

#[test]
fn a_missing_file() {
    assert_eq!(refusal(&[Path::new("no/such/file.c")]), "no/such/file.c does not exist");
}

#[test]
fn a_directory() {
    let folder = TestFolder::new();
    folder.file("sub.c/a.c", "int x;");
    assert!(refusal(&[&folder.path().join("sub.c")]).contains("is a directory"));
}

#[test]
fn an_empty_file() {
    let folder = TestFolder::new();
    for name in ["a.c", "a.bc", "a.ll", "a.rs", "a.f90"] {
        assert!(refusal(&[&folder.file(name, "")]).ends_with("is empty"), "{name}");
    }
}

#[test]
fn a_kind_of_file_that_is_not_known() {
    let folder = TestFolder::new();
    for name in ["a.txt", "a", "a.h", "a.o"] {
        assert!(refusal(&[&folder.file(name, "x")]).contains("of no kind that can be loaded"), "{name}");
    }
}

#[test]
fn something_that_is_no_regular_file() {
    let folder = TestFolder::new();
    let link = folder.path().join("zero.c");
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    assert!(refusal(&[&link]).contains("not a regular file"));
    let looped = folder.path().join("loop.c");
    std::os::unix::fs::symlink("loop.c", &looped).unwrap();
    assert!(refusal(&[&looped]).contains("cannot be read"));
}

#[test]
fn names_with_spaces_and_bytes_that_are_no_text() {
    let folder = TestFolder::new();
    for name in [&b"my file.c"[..], b"-O9.c", b"\xff\xfe.c", b"quote\".c", b"new\nline.c"] {
        let good = folder.file(OsStr::from_bytes(name), SAMPLE);
        load(&[&good]).unwrap();
        let bad = folder.file(OsStr::from_bytes(name), "double f(");
        assert!(refusal(&[&bad]).contains("does not compile"));
    }
    let bad = folder.file("my file.rs", "fn f(");
    assert!(refusal(&[&bad]).contains("my file.rs\" does not compile"));
}

#[test]
fn a_syntax_error_carries_the_compilers_own_message() {
    let folder = TestFolder::new();
    for (name, content, message) in [
        ("a.c", "double f(double x) { return x +; }", "error: expected expression"),
        ("a.cpp", "template<class T> T f(T x) { return x", "error: expected"),
        ("a.f90", "program p\n x = = 1\nend program\n", "error"),
        ("a.rs", "pub fn f(x: f64) -> f64 { x + }", "error: expected expression"),
    ] {
        let path = folder.file(name, content);
        let error = load(&[&path]).unwrap_err();
        let output = error.compiler_output().unwrap();
        assert!(output.contains(message) && output.contains(name), "{output}");
        assert!(refusal_of(Err(error)).contains("does not compile"));
    }
}

#[test]
fn the_first_failing_file_is_the_one_reported() {
    let folder = TestFolder::new();
    let files: Vec<_> = (0..6)
        .map(|i| {
            let content =
                if i >= 2 { "double f(".into() } else { format!("double f{i}(double x) {{ return x; }}") };
            folder.file(format!("f{i}.c"), content)
        })
        .collect();
    let files: Vec<&Path> = files.iter().map(AsRef::as_ref).collect();
    for _ in 0..3 {
        assert!(refusal(&files).contains("f2.c does not compile"));
    }
}

#[test]
fn flags_that_cannot_be_split_or_lead_elsewhere() {
    let folder = TestFolder::new();
    let path = folder.file("a.c", SAMPLE);
    let with =
        |cflags: &str| refusal_of(load_input(&ProgramInput { cflags: cflags.into(), ..input(&[&path]) }));
    assert!(with("-DX='1").contains("open quote"));
    assert!(with("--version").contains("wrote no bitcode"));
    assert!(with("-std=c1").contains("does not compile"));
}

#[test]
fn a_bitcode_file_that_is_something_else() {
    let folder = TestFolder::new();
    assert!(refusal(&[&folder.file("a.bc", "hello")]).contains("not LLVM bitcode but text"));
    assert!(refusal(&[&folder.file("b.bc", b"\x7fELF\0\0")]).contains("but machine code"));
    assert!(refusal(&[&folder.file("c.bc", b"\0\x01\x02")]).contains("but something else"));
    assert!(refusal(&[&folder.file("d.bc", b"BC\xC0\xDE")]).contains("malformed or of another LLVM version"));
}

#[test]
fn textual_ir_with_an_error_names_the_position() {
    let folder = TestFolder::new();
    let path = folder.file("a.ll", "define double @f(double %x) {\n  ret flout %x\n}\n");
    assert!(refusal(&[&path]).ends_with("another LLVM version: 2:7: expected type"));
    let path = folder.file("b.ll", "hello");
    assert!(refusal(&[&path]).contains("1:1: expected top-level entity"));
}

#[test]
fn ir_that_breaks_the_rules() {
    let folder = TestFolder::new();
    let path = folder.file(
        "a.ll",
        "define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  %x = add i32 1, 2\n  br label %b\nb:\n  ret i32 %x\n}\n",
    );
    assert!(
        refusal(&[&path]).contains("breaks the rules of LLVM IR: Instruction does not dominate all uses!")
    );
}

#[test]
fn another_machine() {
    let folder = TestFolder::new();
    let path = folder.file("a.c", "double f(double x) { return x; }");
    let cross = ProgramInput { cflags: "--target=aarch64-linux-gnu".into(), ..input(&[&path]) };
    assert!(refusal_of(load_input(&cross)).contains("is compiled for aarch64"));
    let small = ProgramInput { cflags: "-m32".into(), ..input(&[&path]) };
    assert!(refusal_of(load_input(&small)).contains("is compiled for i386"));
    let layout =
        folder.file("b.ll", "target datalayout = \"E-p:32:32\"\ndefine void @f() {\n  ret void\n}\n");
    assert!(refusal(&[&layout]).contains("with the data layout E-p:32:32"));
}

#[test]
fn a_symbol_that_is_defined_twice() {
    let folder = TestFolder::new();
    let (a, b) = (
        folder.file("x/a.c", "double f(void) { return 1; }"),
        folder.file("y/a.c", "double f(void) { return 2; }"),
    );
    let error = load(&[&a, &b]).unwrap_err();
    assert_eq!(error, LlvmError::DuplicateSymbol { symbol: "f".into(), first: a, second: b });
    let (a, b) = (folder.file("c.c", "double g = 1;"), folder.file("d.c", "double g = 1;"));
    assert!(refusal(&[&a, &b]).starts_with("g is defined in both "));
    let (a, b) = (folder.file("e.c", "double h = 1;"), folder.file("f.c", "double h(void) { return 1; }"));
    assert!(refusal(&[&a, &b]).starts_with("h is defined in both "));
}

#[test]
fn a_symbol_whose_name_is_no_text() {
    let folder = TestFolder::new();
    for name in ["f", "g"] {
        let path =
            folder.file(format!("{name}.ll"), format!("define void @\"{name}\\FF\"() {{\n  ret void\n}}\n"));
        assert!(refusal(&[&path]).ends_with("a symbol has a name that is not UTF-8"));
    }
}

#[test]
fn a_time_limit_that_has_passed() {
    let folder = TestFolder::new();
    let path = folder.file("a.c", SAMPLE);
    let options = LoadOptions { time_limit: Duration::ZERO, ..LoadOptions::default() };
    let sentence = refusal_of(loader().load(&input(&[&path]), &options));
    assert!(
        sentence.starts_with("compiling ") && sentence.ends_with("longer than the limit of 0 s"),
        "{sentence}"
    );
    let path = folder.file("a.bc", bitcode_of(&path));
    let sentence = refusal_of(loader().load(&input(&[&path]), &options));
    assert!(sentence.starts_with("loading "), "{sentence}");
}

#[test]
fn a_memory_limit_that_is_too_small() {
    let folder = TestFolder::new();
    let text = format!("@table = global [4000000 x i64] [{}i64 7]\n", "i64 123456789, ".repeat(3_999_999));
    let path = folder.file("a.ll", text);
    let options = LoadOptions { memory_limit: 100 << 20, ..LoadOptions::default() };
    let sentence = refusal_of(loader().load(&input(&[&path]), &options));
    assert!(sentence.contains("100 MiB of memory"), "{sentence}");
}

#[test]
fn a_loading_process_that_does_not_work_is_our_fault() {
    let folder = TestFolder::new();
    let path = folder.file("a.ll", "define void @f() {\n  ret void\n}\n");
    for program in ["/bin/false", "/bin/true", "/no/such/program"] {
        let error =
            Loader { program: program.into() }.load(&input(&[&path]), &LoadOptions::default()).unwrap_err();
        assert_eq!(error.exit_code(), 3, "{program}: {error}");
    }
}

/// gfortran packs its module files.
#[test]
fn a_module_of_another_compiler_leaves_the_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        file
    };
    write(
        "constants.mod",
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x73\xf7\x73\x0b\xca\x2f\x4a\x2d\xc9\x48",
    );
    let user = write(
        "area.f90",
        b"real(8) function area(r)\n  use constants\n  real(8) :: r\n  area = pi * r\nend function\n",
    );
    let other = write(
        "inverse.f90",
        b"real(8) function inverse(r)\n  real(8) :: r\n  inverse = 1 / r\nend function\n",
    );
    let input = |files: Vec<PathBuf>| ProgramInput {
        files,
        cflags: format!("-I{}", folder.path().display()),
        ..ProgramInput::default()
    };
    let loaded = loader().load(&input(vec![user.clone(), other]), &LoadOptions::default()).unwrap();
    assert!(loaded.module.function_named("inverse_").is_some());
    let sentence = "uses the module constants, whose .mod file another compiler wrote";
    assert!(loaded.warnings.iter().any(|warning| warning.contains(sentence)), "{:?}", loaded.warnings);
    let alone = loader().load(&input(vec![user]), &LoadOptions::default()).unwrap_err();
    assert!(alone.to_string().contains(sentence), "{alone}");
}
