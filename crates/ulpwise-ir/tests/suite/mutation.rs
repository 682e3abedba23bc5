//! Broken texts: a few bytes changed, taken out or put in. Parsing gives a module or an error with
//! its place, and the verifier copes with whatever parses.

use crate::everything::everything;
use crate::sound::SOUND;
use ulpwise_base::SplitMix64;
use ulpwise_ir::text::{canonicalize, parse, print};
use ulpwise_ir::verify::verify;

/// Pieces that are more likely to be understood than random bytes.
const PIECES: [&str; 16] = [
    "r1",
    "b2",
    "f0",
    "g0",
    "!",
    "(",
    ")",
    ",",
    ":",
    "=",
    "\n",
    "\"",
    "i128",
    "x87",
    "18446744073709551615",
    "r4294967295",
];

/// The text after one random change.
fn mutate(text: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    let at = random.below(text.len() as u64 + 1) as usize;
    let (before, after) = text.split_at(at);
    let removed = random.below(4).min(after.len() as u64) as usize;
    let inserted: Vec<u8> = match random.below(4) {
        0 => Vec::new(),
        1 => vec![random.next_u64() as u8],
        2 => random.choose(&PIECES).as_bytes().to_vec(),
        // A piece of the text itself, from elsewhere.
        _ => {
            let from = random.below(text.len() as u64) as usize;
            text[from..].iter().take(random.below(40) as usize).copied().collect()
        }
    };
    [before, &inserted, &after[removed..]].concat()
}

/// Parses and verifies a text that may be anything; says how far it came.
fn try_text(text: &str) -> (bool, bool) {
    match parse(text) {
        Err(error) => {
            let line = text.split('\n').nth(error.line as usize - 1).expect("the line exists");
            assert!(error.column as usize <= line.len() + 1, "{error}");
            (false, false)
        }
        Ok(mut module) => {
            let printed = print(&module);
            let sound = verify(&module).is_ok();
            if sound {
                canonicalize(&mut module);
                assert!(parse(&printed).as_ref() == Ok(&module), "{printed}");
            }
            (true, sound)
        }
    }
}

fn try_mutations(text: &str, count: usize, seed: u64) -> (usize, usize) {
    let mut random = SplitMix64::new(seed);
    let (mut parsed, mut verified) = (0, 0);
    for _ in 0..count {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            bytes = mutate(&bytes, &mut random);
        }
        let (parses, verifies) = try_text(&String::from_utf8_lossy(&bytes));
        parsed += usize::from(parses);
        verified += usize::from(verifies);
    }
    (parsed, verified)
}

#[test]
fn mutated_texts_never_panic() {
    let (parsed, verified) = try_mutations(SOUND, 20_000, 1);
    // The mutations must be mild enough to reach the verifier, and rough enough to be refused.
    assert!(parsed > 1000 && verified > 100 && verified < parsed, "{parsed} parsed, {verified} verified");
    try_mutations(&print(&everything()), 200, 2);
}

#[test]
fn truncated_texts_never_panic() {
    for end in (0..SOUND.len()).filter(|&end| SOUND.is_char_boundary(end)) {
        try_text(&SOUND[..end]);
    }
}
