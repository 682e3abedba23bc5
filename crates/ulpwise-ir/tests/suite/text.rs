//! The text form: what is printed parses back, and what is wrong is refused with its place.

use crate::everything::everything;
use std::collections::HashSet;
use ulpwise_ir::text::{canonicalize, parse, print, print_function};
use ulpwise_ir::verify::verify;
use ulpwise_ir::{
    EdgeId, FloatBinaryOp, FloatUnaryOp, Inst, IntBinaryOp, IntCastOp, IntUnaryOp, Module, OverflowOp,
    SignOp, SwitchId, SwitchTable,
};

const EXAMPLE: &str = r#"file0 = file "/home/ada" "norm.c"
loc0 = file0 12:5
loc1 = file0 30:9 inlined loc0
t0 = float f64
t1 = signed 32 "int"
msg0 = "inline assembly"
g0 = global "table" size 16 align 8 const init x"000000000000f03f" reloc 8 &g0+8
f0 = function "sin" (f64) -> (f64) math
f1 = function "norm" (r0: f64, r1: i32) -> (f64) exported
  declared c "norm" (t0 "x", t1 "n") -> t0 at loc0
{
  const r6: f64 = 0x3ff0000000000000 ; 1.0
  const r7: i32 = -3
b0:
  r2: f64 = fadd r0, r6 !site0 !loc0
  r3: i1 = fcmp olt f64 r2, r6 !site1 !loc1
  branch r3, b1(r2), b2
b1(r4: f64):
  r5: f64 = call f0(r4) !site2
  return r5 !loc1
b2:
  unsupported msg0
  switch i32 r1, 3: b1(r0), 7: b2, else: b1(r6)
}
"#;

#[test]
fn printing_gives_back_the_text() {
    let module = parse(EXAMPLE).unwrap();
    assert_eq!(print(&module), EXAMPLE);
    let mut canonical = module.clone();
    canonicalize(&mut canonical);
    assert_eq!(canonical, module);
    assert_eq!(module.sites.len(), 3);
}

#[test]
fn white_space_and_comments_do_not_matter() {
    let spread = EXAMPLE.replace("; 1.0", "").replace(' ', "\n\t ; a comment\n ");
    // Inside quotes a space is a space.
    let spread = spread.replace("inline\n\t ; a comment\n assembly", "inline assembly");
    assert_eq!(parse(&spread).unwrap(), parse(EXAMPLE).unwrap());
}

#[test]
fn errors_tell_the_place() {
    let cases = [
        ("fadd r0, r6", "fadd r0 r6", "line 15, column 21: expected `,`"),
        ("fadd", "fad", "line 15, column 13: there is no instruction `fad`"),
        ("!site1", "!site2", "line 16, column 33: expected site1, the next of its kind"),
        ("r3: i1", "r2: i1", "line 16, column 3: r2 is defined twice"),
        ("r6: f64", "r9: f64", "line 12, column 9: a slot before r9 is never defined"),
        ("r6: f64", "r6: f65", "line 12, column 13: there is no type `f65`"),
        ("loc1 =", "loc2 =", "line 3, column 1: expected loc1, the next of its kind"),
        ("-3", "0xg", "line 13, column 19: expected a hexadecimal number of at most 128 bits"),
        ("b2:\n", "b2\n", "line 22, column 3: expected `:`"),
        ("float f64", "float i64", "line 4, column 12: expected a floating-point format, not i64"),
    ];
    for (good, bad, message) in cases {
        let text = EXAMPLE.replacen(good, bad, 1);
        let error = parse(&text).unwrap_err();
        assert_eq!(error.to_string(), message, "{good} became {bad}");
    }
}

#[test]
fn everything_survives() {
    let module = everything();
    let text = print(&module);
    let parsed = parse(&text).unwrap();
    // The builder numbers lists and edges as the text does, so nothing differs at all.
    assert!(parsed == module, "{text}");
    assert_eq!(print(&parsed), text);
    let mut canonical = module.clone();
    canonicalize(&mut canonical);
    assert!(canonical == module);
}

#[test]
fn the_example_in_the_documentation_is_a_sound_module() {
    let source = include_str!("../../src/text/mod.rs");
    let example = source.split("//! ```text\n").nth(1).unwrap().split("//! ```").next().unwrap();
    let text = example.replace("//! ", "");
    let module = parse(&text).unwrap();
    assert_eq!(verify(&module), Ok(()));
    assert_eq!(print(&module), text);
}

#[test]
fn no_two_operators_share_a_name() {
    let mut names: Vec<&str> = Vec::new();
    names.extend(IntBinaryOp::ALL.iter().map(|op| op.name()));
    names.extend(OverflowOp::ALL.iter().map(|op| op.name()));
    names.extend(IntUnaryOp::ALL.iter().map(|op| op.name()));
    names.extend(IntCastOp::ALL.iter().map(|op| op.name()));
    names.extend(FloatBinaryOp::ALL.iter().map(|op| op.name()));
    names.extend(FloatUnaryOp::ALL.iter().map(|op| op.name()));
    names.extend(SignOp::ALL.iter().map(|op| op.name()));
    let unique: HashSet<_> = names.iter().collect();
    assert_eq!(unique.len(), names.len());
}

/// The names of all variants; the match fails to compile when one is missing here.
macro_rules! variants {
    ($($variant:ident)+) => {
        const VARIANTS: &[&str] = &[$(stringify!($variant)),+];
        fn variant(inst: &Inst) -> &'static str {
            match inst { $(Inst::$variant { .. } => stringify!($variant)),+ }
        }
    };
}

variants! {
    Int IntOverflow IntUnary FunnelShift IntCast IntCompare Select Copy
    Float FloatUnary FloatFma FloatSign FloatCopySign FloatCompare FloatClass FloatConvert FloatToInt IntToFloat
    Load Store PointerAdd Alloca StackSave StackRestore MemCopy MemSet
    Call CallIndirect VaStart VaCopy GetRounding SetRounding Unsupported
    Jump Branch Switch Return Landing Unwind Unreachable
}

#[test]
fn everything_has_every_instruction() {
    let module = everything();
    let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
    let found: HashSet<_> = bodies.flat_map(|body| &body.insts).map(variant).collect();
    let missing: Vec<_> = VARIANTS.iter().filter(|name| !found.contains(*name)).collect();
    assert!(missing.is_empty(), "add to `everything`: {missing:?}");
}

#[test]
fn an_empty_module_is_an_empty_text() {
    assert_eq!(print(&Module::default()), "");
    assert_eq!(parse(" \n; nothing\n").unwrap(), Module::default());
}

#[test]
fn shared_and_scattered_lists_become_canonical() {
    let module = parse(EXAMPLE).unwrap();
    let mut other = module.clone();
    let body = other.functions.iter_mut().find_map(|function| function.body.as_mut()).unwrap();
    // All cases of the switch take one edge, whose arguments stand behind unused ones.
    let shared = body.edges.push(body.edges[EdgeId::new(2)]);
    let unused = body.list_pool.clone();
    body.make_list(&unused);
    body.switches[SwitchId::new(0)] = SwitchTable { cases: vec![(3, shared), (7, shared)], default: shared };
    let text = print(&other);
    assert_ne!(parse(&text).unwrap(), other);
    canonicalize(&mut other);
    assert_eq!(print(&other), text);
    assert_eq!(parse(&text).unwrap(), other);
}

#[test]
fn one_function_can_be_printed_alone() {
    let module = parse(EXAMPLE).unwrap();
    let printed = print_function(&module, module.function_named("norm").unwrap());
    assert!(EXAMPLE.ends_with(&printed));
    assert!(printed.starts_with("f1 = function \"norm\""));
}
