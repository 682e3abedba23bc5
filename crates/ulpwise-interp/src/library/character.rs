//! Characters, in the C locale.
//!
//! glibc's `isdigit` and its kin are macros over a table of 384 entries, for characters from -128
//! to 255.

use super::{Models, ReturnedSlots, int_argument};
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::path_end::PathEnd;

pub(super) const MODELS: Models = &[
    ("__ctype_b_loc", ctype_b_loc),
    ("__ctype_tolower_loc", ctype_tolower_loc),
    ("__ctype_toupper_loc", ctype_toupper_loc),
    ("tolower", tolower),
    ("toupper", toupper),
    ("isalpha", |_, a| test(a, "isalpha", |c| c.is_ascii_alphabetic())),
    ("isdigit", |_, a| test(a, "isdigit", |c| c.is_ascii_digit())),
    ("isalnum", |_, a| test(a, "isalnum", |c| c.is_ascii_alphanumeric())),
    ("isspace", |_, a| test(a, "isspace", is_space)),
    ("isupper", |_, a| test(a, "isupper", |c| c.is_ascii_uppercase())),
    ("islower", |_, a| test(a, "islower", |c| c.is_ascii_lowercase())),
    ("ispunct", |_, a| test(a, "ispunct", |c| c.is_ascii_punctuation())),
    ("isprint", |_, a| test(a, "isprint", |c| c.is_ascii_graphic() || c == b' ')),
    ("isgraph", |_, a| test(a, "isgraph", |c| c.is_ascii_graphic())),
    ("iscntrl", |_, a| test(a, "iscntrl", |c| c.is_ascii_control())),
    ("isxdigit", |_, a| test(a, "isxdigit", |c| c.is_ascii_hexdigit())),
];

/// C's white space; Rust's leaves the vertical tab out.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

fn test(arguments: &[Argument], function: &str, class: fn(u8) -> bool) -> Result<ReturnedSlots, PathEnd> {
    let character = int_argument(arguments, 0)?;
    let belongs = u8::try_from(character).is_ok_and(class);
    Ok(ReturnedSlots::int(if belongs { class_bit(function) } else { 0 }))
}

/// What `isdigit` or one of its kin returns of a character of its class: glibc's bit of the class.
pub fn class_bit(function: &str) -> i32 {
    let place = CLASSES.iter().position(|&class| class == function).expect("a class of characters");
    if place < 8 { 1 << (place + 8) } else { 1 << (place - 8) }
}

/// glibc's classes, in the order of its bits: the first eight are the upper byte of a little-endian
/// number.
const CLASSES: [&str; 12] = [
    "isupper", "islower", "isalpha", "isdigit", "isxdigit", "isspace", "isprint", "isgraph", "isblank",
    "iscntrl", "ispunct", "isalnum",
];

fn map(arguments: &[Argument], change: fn(&u8) -> u8) -> Result<ReturnedSlots, PathEnd> {
    Ok(ReturnedSlots::int(changed(int_argument(arguments, 0)?, change)))
}

/// A character in the other case. glibc's tables have entries from -128 on, so that a `char` with
/// its sign is taken for the byte that it is; -1 is `EOF`.
fn changed(character: i32, change: fn(&u8) -> u8) -> i32 {
    match character {
        -128..=-2 => change(&(character as u8)).into(),
        _ => u8::try_from(character).map_or(character, |byte| change(&byte).into()),
    }
}

fn tolower(_: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    map(arguments, u8::to_ascii_lowercase)
}

fn toupper(_: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    map(arguments, u8::to_ascii_uppercase)
}

/// The class bits of a character, as glibc's `ctype.h` numbers them on a little-endian machine.
fn class_bits(byte: u8) -> u16 {
    let classes: [(u16, bool); 12] = [
        (1 << 8, byte.is_ascii_uppercase()),
        (1 << 9, byte.is_ascii_lowercase()),
        (1 << 10, byte.is_ascii_alphabetic()),
        (1 << 11, byte.is_ascii_digit()),
        (1 << 12, byte.is_ascii_hexdigit()),
        (1 << 13, is_space(byte)),
        (1 << 14, byte.is_ascii_graphic() || byte == b' '),
        (1 << 15, byte.is_ascii_graphic()),
        (1, byte == b' ' || byte == b'\t'),
        (1 << 1, byte.is_ascii_control()),
        (1 << 2, byte.is_ascii_punctuation()),
        (1 << 3, byte.is_ascii_alphanumeric()),
    ];
    classes.into_iter().filter(|&(_, belongs)| belongs).fold(0, |bits, (bit, _)| bits | bit)
}

/// The address of a pointer to the entry of character 0 in a table.
fn table_location<const N: usize>(
    interpreter: &mut Interpreter<'_>,
    name: &str,
    entry: impl Fn(i32) -> [u8; N],
) -> Result<ReturnedSlots, PathEnd> {
    let machine = &mut interpreter.machine;
    let table: Vec<u8> = (-128..256).flat_map(entry).collect();
    let address = machine.library.hand_out(&mut machine.memory, name, &table).ok_or(PathEnd::OutOfMemory)?;
    let zero = address + 128 * N as u64;
    let location =
        machine.library.hand_out(&mut machine.memory, &format!("{name} location"), &zero.to_le_bytes());
    location.map(ReturnedSlots::one).ok_or(PathEnd::OutOfMemory)
}

fn ctype_b_loc(interpreter: &mut Interpreter<'_>, _: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    table_location(interpreter, "ctype", |c| u8::try_from(c).map_or(0, class_bits).to_le_bytes())
}

fn ctype_tolower_loc(interpreter: &mut Interpreter<'_>, _: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    table_location(interpreter, "tolower", |c| changed(c, u8::to_ascii_lowercase).to_le_bytes())
}

fn ctype_toupper_loc(interpreter: &mut Interpreter<'_>, _: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    table_location(interpreter, "toupper", |c| changed(c, u8::to_ascii_uppercase).to_le_bytes())
}
