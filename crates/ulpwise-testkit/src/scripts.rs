//! Damaged scripts: texts of brackets and words after a few changes that a reader may get past the
//! first check.
//!
//! Most changes are to whole tokens, because a script with a stray byte is refused at once.

use ulpwise_base::SplitMix64;

/// Tokens that a script may not have, or not there.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "((",
    "))",
    "()",
    "_",
    "!",
    "as",
    "let",
    "forall",
    "|a b|",
    "||",
    "\"s\"",
    ":named",
    ":x",
    "0",
    "1",
    "2",
    "7",
    "30",
    "31",
    "64",
    "240",
    "1000",
    "1048576",
    "1048577",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "1.5",
    "0.0",
    "#b0",
    "#b1",
    "#xff",
    "#b101",
    "RNE",
    "RTZ",
    "true",
    "false",
    "x",
    "y",
    "z",
    "b",
    "r",
    "a",
    "Bool",
    "Real",
    "Float16",
    "(_ BitVec 8)",
    "(_ FloatingPoint 3 5)",
    "(_ +oo 3 5)",
    "(_ NaN 8 24)",
    "(_ bv3 8)",
    "and",
    "or",
    "not",
    "=",
    "distinct",
    "ite",
    "=>",
    "xor",
    "concat",
    "bvadd",
    "bvmul",
    "bvudiv",
    "bvsmod",
    "bvashr",
    "bvult",
    "(_ extract 3 1)",
    "(_ repeat 3)",
    "(_ rotate_left 3)",
    "(_ sign_extend 0)",
    "fp",
    "fp.add",
    "fp.fma",
    "fp.rem",
    "fp.sqrt",
    "fp.min",
    "fp.eq",
    "fp.isNaN",
    "(_ to_fp 3 5)",
    "(_ to_fp_unsigned 30 240)",
    "(_ fp.to_ubv 8)",
    "fp.to_real",
    "fp.to_ieee_bv",
    "fp.fmod",
    "libm.sin",
    "select",
    "store",
    "+",
    "-",
    "*",
    "/",
    "<",
    ">=",
    "push",
    "pop",
    "assert",
    "check-sat",
    "get-model",
    "get-value",
    "define-fun",
    "declare-const",
    "exit",
    ";",
    "#|",
];

/// One of `texts` after one to four changes.
pub fn damaged_script(texts: &[&[u8]], random: &mut SplitMix64) -> Vec<u8> {
    let mut text = random.choose(texts).to_vec();
    for _ in 0..1 + random.below(4) {
        let donor = *random.choose(texts);
        change(&mut text, donor, random);
    }
    text
}

fn change(text: &mut Vec<u8>, donor: &[u8], random: &mut SplitMix64) {
    let span = token(text, random);
    match random.below(12) {
        0..=3 => replace(text, span, random.choose(TOKENS).as_bytes()),
        4 => replace(text, span, b""),
        5 | 6 => {
            let other = token(donor, random);
            replace(text, span, &donor[other.0..other.1]);
        }
        7 => {
            let token = text[span.0..span.1].to_vec();
            replace(text, (span.0, span.0), &[&token[..], b" "].concat());
        }
        8 => {
            let start = random.below(donor.len() as u64 + 1) as usize;
            let length = random.below(200) as usize;
            let piece: Vec<u8> = donor[start..].iter().take(length).copied().collect();
            replace(text, (span.0, span.0), &piece);
        }
        9 => {
            let end = (span.0 + random.below(100) as usize).min(text.len());
            replace(text, (span.0, end), b"");
        }
        10 => text.truncate(span.0),
        _ => {
            if let Some(byte) = text.get_mut(span.0) {
                *byte ^= 1 << random.below(8);
            }
        }
    }
}

fn replace(text: &mut Vec<u8>, (start, end): (usize, usize), by: &[u8]) {
    text.splice(start..end, by.iter().copied());
}

/// The bytes of a random token, from the first to before the last: a bracket, or all up to the next
/// bracket or blank.
fn token(text: &[u8], random: &mut SplitMix64) -> (usize, usize) {
    let is_bracket = |byte: u8| matches!(byte, b'(' | b')');
    let ends = |byte: u8| is_bracket(byte) || byte.is_ascii_whitespace();
    let mut start = random.below(text.len() as u64 + 1) as usize;
    while start > 0 && text.get(start).is_none_or(|&byte| !is_bracket(byte)) && !ends(text[start - 1]) {
        start -= 1;
    }
    let rest = &text[start..];
    let length = match rest.first() {
        Some(&byte) if is_bracket(byte) => 1,
        _ => rest.iter().position(|&byte| ends(byte)).unwrap_or(rest.len()),
    };
    (start, start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides_and_nothing_is_out_of_bounds() {
        let texts: [&[u8]; 3] = [b"(assert (= x y))", b"", b"(check-sat)\n(exit)\n"];
        let script = |seed| damaged_script(&texts, &mut SplitMix64::new(seed));
        for seed in 0..2000 {
            assert_eq!(script(seed), script(seed));
        }
        let unchanged = (0..2000).filter(|&seed| texts.contains(&&script(seed)[..])).count();
        assert!(unchanged < 400, "{unchanged} of 2000 are unchanged");
    }
}
