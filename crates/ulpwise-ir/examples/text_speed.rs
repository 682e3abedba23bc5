//! How fast the text form is: a module of 200,000 instructions, parsed, verified and printed.
//!
//! `cargo run --release -p ulpwise-ir --example text_speed`

#![allow(clippy::print_stdout, reason = "a measurement is for the terminal")]

use std::fmt::Write as _;
use std::time::Instant;
use ulpwise_ir::text;
use ulpwise_ir::verify::verify;

const FUNCTIONS: usize = 1000;
const BLOCKS: usize = 20;

fn main() {
    let text = generate();
    let insts = FUNCTIONS * BLOCKS * 10;
    println!("{insts} instructions, {:.1} MB", text.len() as f64 / 1e6);
    for _ in 0..3 {
        let start = Instant::now();
        let module = text::parse(&text).expect("the generated text is well-formed");
        let parsed = start.elapsed();
        let start = Instant::now();
        verify(&module).expect("the generated module is sound");
        let verified = start.elapsed();
        let start = Instant::now();
        let printed = text::print(&module);
        println!("parse {parsed:.2?}, verify {verified:.2?}, print {:.2?}", start.elapsed());
        assert!(printed == text, "printing gives the text that was parsed");
    }
}

/// Functions of a few loops each, as lowering a numerical program gives them.
fn generate() -> String {
    let mut text = String::from("file0 = file \"/home/ada/project\" \"source.c\"\n");
    for location in 0..1000 {
        writeln!(text, "loc{location} = file0 {}:{}", location + 1, location % 80).expect("a string grows");
    }
    let mut site = 0;
    for function in 0..FUNCTIONS {
        add_function(&mut text, function, &mut site).expect("a string grows");
    }
    text
}

fn add_function(text: &mut String, function: usize, site: &mut usize) -> std::fmt::Result {
    writeln!(text, "f{function} = function \"function_{function}\" (r0: ptr, r1: f64) -> (f64) exported")?;
    let constant = 2 + BLOCKS * 8;
    writeln!(text, "{{\n  const r{constant}: i64 = -1")?;
    writeln!(text, "  const r{}: f64 = 0x3ff0000000000000 ; 1.0", constant + 1)?;
    writeln!(text, "  const r{}: i32 = 1", constant + 2)?;
    for block in 0..BLOCKS {
        let r = 2 + block * 8;
        let mut note = || {
            *site += 1;
            format!("!site{} !loc{}", *site - 1, *site % 1000)
        };
        if block == 0 {
            writeln!(text, "b0:\n  r{r}: f64 = copy r1 !loc3")?;
        } else {
            writeln!(text, "b{block}(r{r}: f64):\n  set_rounding r{} !loc7", constant + 2)?;
        }
        writeln!(text, "  r{}: ptr = ptradd r0 + r{constant} * 8 !loc5", r + 1)?;
        writeln!(text, "  r{}: f64 = load r{} !loc5", r + 2, r + 1)?;
        writeln!(text, "  r{}: f64 = fmul r{}, r{r} {}", r + 3, r + 2, note())?;
        writeln!(text, "  r{}: f64 = fadd r{}, r{} {}", r + 4, r + 3, constant + 1, note())?;
        writeln!(text, "  r{}: i64 = add r{constant}, r{constant} !loc9", r + 5)?;
        writeln!(text, "  r{}: i1 = icmp ult i64 r{}, r{constant} !loc9", r + 6, r + 5)?;
        writeln!(text, "  r{}: i1 = fcmp olt f64 r{}, r1 {}", r + 7, r + 4, note())?;
        writeln!(text, "  store f64 r{} to r{} !loc11", r + 4, r + 1)?;
        if block + 1 < BLOCKS {
            let next = block + 1;
            writeln!(text, "  branch r{}, b{next}(r{}), b{next}(r{r}) !loc12", r + 7, r + 4)?;
        } else {
            writeln!(text, "  return r{} !loc12", r + 4)?;
        }
    }
    writeln!(text, "}}")
}
