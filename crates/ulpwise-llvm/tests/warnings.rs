//! What loads but should be known to the user comes as a warning, one sentence each.

mod support;

use support::{TestFolder, load};
use ulpwise_llvm::{LoadOptions, ProgramInput, load_in_process};

const FUNCTION: &str = "define double @f(double %x) {\n  ret double %x\n}\n";

fn warnings(content: &str) -> Vec<String> {
    let folder = TestFolder::new();
    load(&[&folder.file("a.ll", content)]).unwrap().warnings
}

#[test]
fn a_file_without_debug_information() {
    let warnings = warnings(FUNCTION);
    assert_eq!(warnings.len(), 1);
    assert!(
        warnings[0]
            .ends_with("a.ll has no debug information, so no source lines can be shown: compile it with -g")
    );
}

#[test]
fn debug_information_of_another_version_is_ignored_and_said() {
    let content = format!(
        "{FUNCTION}!llvm.module.flags = !{{!0}}\n!llvm.dbg.cu = !{{!1}}\n!0 = !{{i32 2, !\"Debug Info Version\", i32 1}}\n\
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2)\n!2 = !DIFile(filename: \"a.c\", directory: \"/\")\n"
    );
    let warnings = warnings(&content);
    assert!(warnings[0].contains("ignoring debug info with an invalid version (1)"), "{}", warnings[0]);
    assert!(warnings[1].contains("has no debug information"), "{}", warnings[1]);
}

#[test]
fn broken_debug_information_is_ignored_and_said() {
    // A location in a function that has no subprogram of its own is sound IR with broken debug
    // information.
    let content = "define double @f(double %x) !dbg !2 {\n  ret double %x, !dbg !4\n}\n\
         !llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3)\n\
         !2 = distinct !DISubprogram(name: \"f\", scope: !3, file: !3, unit: !1)\n\
         !3 = !DIFile(filename: \"a.c\", directory: \"/\")\n\
         !4 = !DILocation(line: 1, scope: !5)\n!5 = distinct !DISubprogram(name: \"g\", scope: !3, file: !3, unit: !1)\n";
    let warnings = warnings(content);
    assert!(warnings[0].contains("ignoring invalid debug info"), "{warnings:?}");
}

#[test]
fn modules_of_another_linux_are_joined_without_a_word() {
    let folder = TestFolder::new();
    let musl = folder.file("a.ll", format!("target triple = \"x86_64-unknown-linux-musl\"\n{FUNCTION}"));
    let c = folder.file("b.c", "double g(double x) { return x; }");
    let loaded = load(&[&c, &musl]).unwrap();
    assert_eq!(loaded.warnings.len(), 1, "{:?}", loaded.warnings);
    assert!(loaded.warnings[0].contains("a.ll has no debug information"));
}

#[test]
fn fast_math_flags_that_the_code_generator_may_still_use() {
    let folder = TestFolder::new();
    let source = folder.file("a.c", "double f(double x, double y) { return x * y + x / y; }");
    let warnings = |flags: &str| {
        let input =
            ProgramInput { files: vec![source.clone()], cflags: flags.to_owned(), ..ProgramInput::default() };
        load_in_process(&input, &LoadOptions::default()).unwrap().warnings
    };
    assert!(warnings("-ffast-math").iter().any(|warning| warning.contains("(reassoc, arcp, afn)")));
    assert!(warnings("-mfma -ffp-contract=fast").iter().any(|warning| warning.contains("(contract)")));
    assert_eq!(
        warnings("-ffp-contract=fast"),
        [""; 0],
        "without fused instructions there is nothing to contract to"
    );
    assert_eq!(warnings("-O2 -mfma"), [""; 0]);
}
