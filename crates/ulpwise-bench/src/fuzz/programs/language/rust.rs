//! Random Rust: panics of indices, arithmetic and `unwrap`, caught and not; `Result` and `?`,
//! enumerations, traits, closures, iterators, slices.

use super::grammar::Grammar;
use super::{Input, InputType, names};

/// Flags that programs are compiled with.
pub(super) const FLAGS: [&str; 5] =
    ["", "-C opt-level=1", "-C opt-level=2", "-C panic=abort", "-C overflow-checks=off"];

/// The program around a body.
pub(super) fn program(inputs: &[Input], body: &str) -> String {
    let declared: Vec<String> = inputs
        .iter()
        .map(|input| match input.ty {
            InputType::Double => format!("{}: f64", input.name),
            InputType::Float => format!("{}: f32", input.name),
            InputType::Int => format!("{}: i32", input.name),
        })
        .collect();
    let declared = declared.join(", ");
    format!(
        "{}#[unsafe(no_mangle)]\n#[inline(never)]\npub extern \"C-unwind\" fn f({declared}) -> f64 {{\n{OPENING}{body}{CLOSING}\
         #[unsafe(no_mangle)]\npub extern \"C-unwind\" fn drive({declared}, s: f64, t: f64, r: f32, m: i32) -> f64 {{\n    \
         poke(s, t, r, m);\n    f({})\n}}\n",
        include_str!("prelude.rs.txt"),
        names(inputs)
    )
}

const OPENING: &str =
    "    let (mut u, mut v, mut w, mut a, mut g, mut k) = (x, y, 1.0_f64, [1.0_f64, 2.0, 3.0, 4.0], z, n);
    let mut p = Pair { a: x, b: z };
";
const CLOSING: &str = "    u + v * w - p.a + f64::from(g) + f64::from(k) + a[1] + a[3]\n}\n";

/// What statements are made of.
pub(super) static GRAMMAR: Grammar = Grammar {
    atoms: &[
        "u",
        "v",
        "w",
        "x",
        "y",
        "p.a",
        "f64::from(p.b)",
        "f64::from(g)",
        "a[1]",
        "a[(k & 3) as usize]",
        "s0()",
        "s1()",
        "f64::from(n)",
        "TABLE[2]",
        "TABLE[(k & 7) as usize]",
    ],
    numbers: &[
        "0.0_f64",
        "1.0_f64",
        "(-1.0_f64)",
        "0.5_f64",
        "1e-10_f64",
        "1e10_f64",
        "1e-300_f64",
        "1e300_f64",
        "3.25_f64",
        "0.1_f64",
    ],
    targets: &["u", "v", "w", "p.a", "a[(k & 3) as usize]", "a[2]"],
    expressions: &[
        "($e + $a)",
        "($e - $a)",
        "($e * $a)",
        "($e / $a)",
        "($e % $a)",
        "($e).abs().sqrt()",
        "($e).exp()",
        "($e).ln()",
        "($e).sin()",
        "($e).floor()",
        "($e).min($a)",
        "($e).max($a)",
        "($e).hypot($a)",
        "($e).powi(k & 7)",
        "($e).powf($a)",
        "($e).mul_add($a, $a)",
        "($e).clamp(-1.0, 1.0)",
        "square($e)",
        "f64::from($e as f32)",
        "(if $c { $e } else { $a })",
        "inverse($e).unwrap_or(0.5)",
        "polynomial($e)",
        "($e).signum()",
        "($e).rem_euclid(3.0)",
    ],
    conditions: &[
        "$a < $a",
        "$a >= $a",
        "$a != $a",
        "!($a > $a)",
        "($a).is_nan() || $a < $a",
        "($a).abs() <= $k",
        "n > 3",
        "k % 2 == 0",
        "($a).is_sign_negative()",
        "$a > 0.0 && $a < $k",
        "root($a).is_some()",
    ],
    statements: &[
        "$t = $e;",
        "$t += $e;",
        "g = ($e) as f32;",
        "k = ($e) as i32;",
        "$t = root($e).unwrap();",
        "$t = inverse($e).unwrap_or(2.0);",
        "if let Ok(t) = both($e, $a) { $t = t; }",
        "$t = catch_unwind(AssertUnwindSafe(|| { if $c { panic!(\"no\") } $e })).unwrap_or(3.0);",
        "$t = catch_unwind(AssertUnwindSafe(|| root($e).expect(\"a root\"))).unwrap_or_else(|_| 1.0 / $a);",
        "{ let t: Vec<f64> = a.iter().map(|t| t * 2.0).collect(); $t = t.iter().sum::<f64>(); }",
        "$t = a.iter().zip(TABLE.iter()).map(|(s, t)| s * t).sum();",
        "$t = a.windows(2).map(|t| t[1] - t[0]).fold(0.0, f64::max);",
        "$t = TABLE[(k & 15) as usize];",
        "k += 1;",
        "k = k.wrapping_mul(3);",
        "k = k.checked_add(s3()).unwrap_or(5);",
        "k /= (s3() & 3) + 1;",
        "{ let t: Box<dyn Shape> = if $c { Box::new(Circle($a)) } else { Box::new(Ring($a, v)) }; $t = t.area(); }",
        "{ let t = if k & 1 == 0 { Form::Line($a) } else if k & 2 == 0 { Form::Oblong { a: $a, b: v } } else { Form::Point }; $t = size(&t); }",
        "{ let s = $a; let t = &mut a[1..3]; t[0] = s; t.reverse(); }",
        "{ let s = $e; if s.abs() < 100.0 { k = s as i32; } }",
        "p = p + Pair { a: $a, b: ($a) as f32 };",
        "u = f64::from_bits(u.to_bits() ^ (1 << 52));",
        "(u, v) = (v, u);",
        "{ let mut t = |x: f64| { w += x; x * 2.0 }; u = t(x); }",
        "if let [s, t, ..] = a { $t = s / t; }",
    ],
    blocks: &[
        ("if $c {", "}"),
        ("if $c {", "} else { $t = $a; }"),
        ("for i$i in 0..4 {", "}"),
        ("for i$i in 0..n.clamp(0, 20) {", "}"),
        ("for t$i in a { v += t$i;", "}"),
        ("let mut t$i = 1.0_f64; while t$i > 1e-3 { t$i /= 7.0; w += t$i;", "}"),
        ("match k & 3 { 0 => u = 1.0, 2 => {", "} _ => v = 1.0 / $a }"),
        ("for (i$i, t$i) in TABLE.iter().enumerate().skip(4) { v += t$i * i$i as f64;", "}"),
    ],
};
