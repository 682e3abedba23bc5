//! Blocks: the arguments of a call, drawn so that models are led to their edges.

use super::source::LibraryCall;
use super::templates::Texts;
use ulpwise_base::SplitMix64;
use ulpwise_host::libm::Type;

/// How many bytes a block has.
pub(super) const BLOCK: usize = 336;

/// The parts of a block: the name and the offset of its first byte.
const PARTS: [(&str, usize); 9] = [
    ("S", 0),
    ("T", 32),
    ("D", 64),
    ("W", 128),
    ("numbers", 160),
    ("R", 224),
    ("values", 256),
    ("errno", 320),
    ("flags", 328),
];

const LETTERS: &[u8] = b"aabbABc ,.0-%\xff\x80\x01";
const PIECES: [&str; 34] = [
    "1",
    "0",
    "9",
    "12345678",
    "1e",
    "e5",
    "E-3",
    "e+308",
    "e-320",
    ".",
    ".5",
    "5.",
    "-",
    "+",
    " ",
    "\t",
    "0x",
    "0X1",
    "p4",
    "p-1074",
    "inf",
    "INFINITY",
    "nan",
    "NaN(12)",
    "nan(",
    "f",
    "z",
    "0b1",
    "017",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "2147483648",
    "\n",
];

/// The block of a call.
pub(super) fn draw(call: &LibraryCall, random: &mut SplitMix64) -> Vec<u8> {
    let mut block = vec![0_u8; BLOCK];
    for (at, length) in [(0, 31), (32, 31), (64, 30)] {
        for byte in &mut block[at..at + length + 1] {
            *byte = random.below(256) as u8;
        }
        let text = text(call.texts, length, random);
        block[at..at + text.len()].copy_from_slice(&text);
        block[at + text.len()] = 0;
        block[at + length] = 0;
    }
    for byte in &mut block[95..128] {
        *byte = if random.below(3) == 0 { 0 } else { random.below(256) as u8 };
    }
    for at in 0..4 {
        block[128 + 8 * at..][..8].copy_from_slice(&integer(random).to_le_bytes());
    }
    for (at, ty) in call.operands.iter().enumerate() {
        let mut bits = operand(*ty, random);
        // The time of Bessel functions grows with their order.
        if *ty == Type::Int && ["jn", "yn"].iter().any(|prefix| call.name.starts_with(prefix)) {
            bits = u128::from((bits as i32 % 50).cast_unsigned());
        }
        block[160 + 16 * at..][..16].copy_from_slice(&bits.to_le_bytes());
    }
    block[320] = random.below(4) as u8;
    block
}

fn text(texts: Texts, longest: usize, random: &mut SplitMix64) -> Vec<u8> {
    let length = if random.below(3) == 0 { random.below(longest as u64) } else { random.below(6) } as usize;
    match texts {
        Texts::Letters => (0..length).map(|_| *random.choose(LETTERS)).collect(),
        Texts::Numbers => {
            let mut text = Vec::new();
            for _ in 0..1 + random.below(5) {
                text.extend(random.choose(&PIECES).as_bytes());
            }
            text.truncate(longest);
            text
        }
    }
}

fn integer(random: &mut SplitMix64) -> u64 {
    match random.below(6) {
        0 => random.next_u64(),
        1 => u64::from(*random.choose(LETTERS)),
        2 => *random.choose(&[0, 1, u64::MAX, 1 << 63, 1 << 31, u64::MAX - 1, 255, 256, i32::MAX as u64]),
        3 => random.next_u64() >> random.below(64),
        _ => random.below(80),
    }
}

/// The bits of a number: those at which functions change, and any.
fn operand(ty: Type, random: &mut SplitMix64) -> u128 {
    const SPECIALS: [f64; 24] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        2.0,
        3.0,
        1e-310,
        5e-324,
        -5e-324,
        1e308,
        -1e308,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        709.78,
        -745.13,
        std::f64::consts::FRAC_PI_2,
        0.1,
        -2.5,
        170.6,
        1e15,
        4_503_599_627_370_495.5,
        1e-17,
    ];
    let number = match random.below(4) {
        0 => *random.choose(&SPECIALS),
        1 => f64::from_bits(random.next_u64()),
        2 => (random.below(2001) as f64 - 1000.0) / 16.0,
        _ => f64::from_bits(random.next_u64() & !(0x7ff << 52) | (1000 + random.below(50)) << 52),
    };
    match ty {
        Type::F64 => number.to_bits().into(),
        Type::F32 => match random.below(2) {
            0 => u128::from(random.next_u64() as u32),
            _ => (number as f32).to_bits().into(),
        },
        Type::X87 => x87(number, random),
        Type::Int => (integer(random) as u32).into(),
        Type::Long => integer(random).into(),
    }
}

/// An x87 number near a double: an encoding that the processor knows.
fn x87(number: f64, random: &mut SplitMix64) -> u128 {
    let bits = number.to_bits();
    let (sign, exponent) = (u128::from(bits >> 63) << 79, (bits >> 52 & 0x7ff) as i32);
    let fraction = u128::from(bits << 12 >> 1) | u128::from(random.below(2) * random.below(1 << 11));
    match exponent {
        0 if fraction == 0 => sign,
        0 => sign | fraction >> 1 & !(1 << 63),
        0x7ff => sign | 0x7fff << 64 | 1 << 63 | (fraction >> 11 << 11 | u128::from(bits << 12 != 0) << 62),
        _ => sign | ((exponent - 1023 + 16383) as u128) << 64 | 1 << 63 | fraction,
    }
}

/// The names of the words of a mask.
pub(super) fn words(mask: u128) -> String {
    let part = |at: usize| PARTS.iter().rev().find(|(_, first)| *first <= at).map_or("", |(name, _)| name);
    let names: Vec<String> = (0..BLOCK / 8)
        .filter(|word| mask >> word & 1 == 1)
        .map(|word| {
            format!(
                "{}+{}",
                part(8 * word),
                8 * word
                    - PARTS.iter().rev().find(|(_, first)| *first <= 8 * word).map_or(0, |(_, first)| *first)
            )
        })
        .collect();
    names.join(", ")
}

/// A block in a line.
pub(super) fn show(block: &[u8]) -> String {
    let text = |at: usize, length: usize| block[at..at + length].escape_ascii().to_string();
    let word = |at: usize| u64::from_le_bytes(block[at..at + 8].try_into().expect("8 bytes"));
    let hex = |at: usize, count: usize| {
        (0..count).map(|i| format!("{:x}", word(at + 8 * i))).collect::<Vec<_>>().join(" ")
    };
    format!(
        "S \"{}\" T \"{}\" D \"{}\" W {} numbers {} R {} values {} errno {} flags {:x}",
        text(0, 32),
        text(32, 32),
        text(64, 64),
        hex(128, 4),
        hex(160, 8),
        hex(224, 4),
        hex(256, 8),
        word(320),
        word(328)
    )
}
