//! Rules of the checker that damage at random seldom hits: for each a certificate that is refused because
//! of that rule alone, and one nearby that is verified.

use ulpwise_verify::{Judgement, Program, judge, parse};

/// What the checker says of a section about a program whose only function is number 0.
fn judged(body: &str, arguments: &[&str], section: &[&str]) -> Judgement {
    let text = format!("f0 = function \"f\" (r0: f64, r1: f64) -> (f64) exported\n{{\n{body}}}\n");
    let module = ulpwise_ir::text::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut lines = vec!["ulpwise certificate 1", "version 0", "program 0", "build ", "function 0"];
    lines.push("rounding nearest");
    lines.extend(arguments);
    lines.push("section");
    lines.extend(section);
    lines.push("end");
    let certificate = parse(&(lines.join("\n") + "\n")).unwrap_or_else(|error| panic!("{error}"));
    judge(&Program::new(&module, certificate.rounding), &certificate)
}

/// Whether all that is claimed is verified; what is not verified is refused.
fn is_verified(body: &str, arguments: &[&str], section: &[&str]) -> bool {
    let judgement = judged(body, arguments, section);
    assert_ne!(judgement.verified.is_empty(), judgement.refused.is_empty(), "{judgement:?}");
    judgement.refused.is_empty()
}

/// Both arguments are from 1 to 2.
const ARGUMENTS: [&str; 2] =
    ["argument f64:3ff0000000000000..4000000000000000", "argument f64:3ff0000000000000..4000000000000000"];

const EXIT: [&str; 2] = ["exit", "result f64:fff0000000000000..7ff0000000000000,q"];

/// A section with one goal, that this site never divides by zero, and one context with these nodes.
fn section(goal: &'static str, nodes: &[&'static str]) -> Vec<&'static str> {
    [&[goal, "part 0", "context 0"], &ARGUMENTS[..], &EXIT, nodes].concat()
}

#[test]
fn what_comes_back_to_a_block_is_held_against_its_claim() {
    let body = |step: &str| {
        format!(
            "  const r6: f64 = 0x3ff0000000000000\n\
             b0:\n  jump b1(r6)\n\
             b1(r2: f64):\n  r3: f64 = fdiv r6, r2 !site0\n  r4: f64 = {step} !site1\n  \
             r5: i1 = fcmp olt f64 r0, r1 !site2\n  branch r5, b1(r4), b2\n\
             b2:\n  return r3\n"
        )
    };
    let nodes = [
        "node 0",
        "edge 0 1",
        "node 1",
        "edge 1 1",
        "edge 2 2",
        "claim",
        "value 0 f64:3ff0000000000000..4000000000000000",
        "value 1 f64:3ff0000000000000..4000000000000000",
        "value 2 f64:3ff0000000000000..3ff0000000000000",
        "node 2",
    ];
    let section = section("goal 0 divide-by-zero", &nodes);
    assert!(is_verified(&body("fmul r2, r6"), &ARGUMENTS, &section));
    assert!(!is_verified(&body("fsub r2, r6"), &ARGUMENTS, &section));
}

#[test]
fn the_order_of_values_ends_with_them() {
    // The second time that block 1 is entered, r2 is another value than the one that was greater than r1.
    let body = |passed: &str| {
        format!(
            "  const r7: f64 = 0x3ff0000000000000\n  const r8: i1 = 1\n  const r9: i1 = 0\n\
             b0:\n  jump b1(r0, r8)\n\
             b1(r2: f64, r3: i1):\n  branch r3, b2, b3\n\
             b2:\n  r4: i1 = fcmp ogt f64 r2, r1 !site0\n  branch r4, b4, b5\n\
             b3:\n  r5: f64 = fsub r2, r1 !site1\n  r6: f64 = fdiv r7, r5 !site2\n  return r6\n\
             b4:\n  jump b1({passed}, r9)\n\
             b5:\n  return r7\n"
        )
    };
    let nodes = [
        "node 0", "edge 0 1", "node 1", "edge 1 2", "node 2", "edge 3 3", "edge 4 6", "node 4", "edge 5 4",
        "node 1", "edge 2 5", "node 3", "node 5",
    ];
    let section = section("goal 2 divide-by-zero", &nodes);
    assert!(!is_verified(&body("r1"), &ARGUMENTS, &section));
    // The same comparison, of the values that are subtracted.
    let compared = "  const r5: f64 = 0x3ff0000000000000\n\
         b0:\n  r2: i1 = fcmp ogt f64 r0, r1 !site0\n  branch r2, b1, b2\n\
         b1:\n  r3: f64 = fsub r0, r1 !site1\n  r4: f64 = fdiv r5, r3 !site2\n  return r4\n\
         b2:\n  return r5\n";
    let nodes = ["node 0", "edge 0 1", "edge 1 2", "node 1", "node 2"];
    assert!(is_verified(compared, &ARGUMENTS, &self::section("goal 2 divide-by-zero", &nodes)));
}

#[test]
fn objects_that_one_instruction_makes_are_told_apart() {
    // Each turn makes an object. Zero is written to the first one, one to the second; that the second one
    // holds a positive number says nothing of the first.
    let body = "  const r10: f64 = 0x3ff0000000000000\n  const r11: i1 = 1\n  const r12: i1 = 0\n  \
         const r13: f64 = 0x0000000000000000\n  const r14: i64 = 1\n  const r15: ptr = 0\n\
         b0:\n  jump b1(r15, r13, r11)\n\
         b1(r2: ptr, r3: f64, r4: i1):\n  r5: ptr = alloca r14 * 8 align 8\n  store f64 r3 to r5\n  \
         branch r4, b2, b3\n\
         b2:\n  jump b1(r5, r10, r12)\n\
         b3:\n  r6: f64 = load r5\n  r7: i1 = fcmp ogt f64 r6, r13 !site0\n  branch r7, b4, b5\n\
         b4:\n  r8: f64 = load r2\n  r9: f64 = fdiv r10, r8 !site1\n  return r9\n\
         b5:\n  return r10\n";
    let nodes = [
        "node 0", "edge 0 1", "node 1", "edge 1 2", "node 2", "edge 3 3", "node 1", "edge 2 4", "node 3",
        "edge 4 5", "edge 5 6", "node 4", "node 5",
    ];
    assert!(!is_verified(body, &ARGUMENTS, &section("goal 1 divide-by-zero", &nodes)));
    // The same of one object.
    let once = "  const r7: f64 = 0x3ff0000000000000\n  const r8: f64 = 0x0000000000000000\n  \
         const r9: i64 = 1\n\
         b0:\n  r2: ptr = alloca r9 * 8 align 8\n  store f64 r0 to r2\n  r3: f64 = load r2\n  \
         r4: i1 = fcmp ogt f64 r3, r8 !site0\n  branch r4, b1, b2\n\
         b1:\n  r5: f64 = load r2\n  r6: f64 = fdiv r7, r5 !site1\n  return r6\n\
         b2:\n  return r7\n";
    let nodes = ["node 0", "edge 0 1", "edge 1 2", "node 1", "node 2"];
    assert!(is_verified(once, &ARGUMENTS, &section("goal 1 divide-by-zero", &nodes)));
}
