//! Damaged or unusual debug information must not harm.

use crate::support::lower;
use ulpwise_ir::SourceType;

#[test]
fn types_that_contain_themselves_end() {
    let module = lower(
        "define void @f(ptr %p) !dbg !5 {
            ret void, !dbg !12
        }
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!2}
        !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
        !1 = !DIFile(filename: \"a.c\", directory: \"/src\")
        !2 = !{i32 2, !\"Debug Info Version\", i32 3}
        !5 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 3, type: !6, spFlags: DISPFlagDefinition, unit: !0)
        !6 = !DISubroutineType(types: !7)
        !7 = !{null, !8, !10}
        !8 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", size: 64, elements: !9)
        !9 = !{!11}
        !10 = distinct !DIDerivedType(tag: DW_TAG_typedef, name: \"t\", baseType: !10)
        !11 = !DIDerivedType(tag: DW_TAG_member, name: \"self\", baseType: !8, size: 64)
        !12 = !DILocation(line: 4, column: 5, scope: !5)",
    );
    let f = &module.functions[module.function_named("f").unwrap()];
    let parameters = &f.declaration.as_ref().expect("a declaration").parameters;
    assert_eq!(parameters.len(), 2);
    assert!(matches!(module.source_types[parameters[0].ty], SourceType::Struct { .. }));
    assert_eq!(parameters[0].name, "");
}

#[test]
fn instructions_made_up_by_the_compiler_have_line_zero_or_no_location() {
    let module = lower(
        "define double @f(double %x) !dbg !5 {
            %a = fadd double %x, %x, !dbg !7
            %b = fmul double %a, %x
            ret double %b
        }
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!2}
        !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
        !1 = !DIFile(filename: \"/abs/a.c\", directory: \"/src\")
        !2 = !{i32 2, !\"Debug Info Version\", i32 3}
        !5 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 3, type: !6, spFlags: DISPFlagDefinition, unit: !0)
        !6 = !DISubroutineType(types: !8)
        !7 = !DILocation(line: 0, scope: !5)
        !8 = !{}",
    );
    let lines: Vec<Option<u32>> =
        module.sites.iter().map(|site| site.location.map(|id| module.locations[id].line)).collect();
    assert_eq!(lines, [Some(0), None]);
    let file = module.files.iter().next().expect("a file");
    assert_eq!((file.directory.as_str(), file.name.as_str()), ("", "/abs/a.c"));
}
