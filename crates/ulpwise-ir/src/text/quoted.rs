//! Names and bytes between quotes, both ways.
//!
//! A name is `"…"`: UTF-8 as it is, with `\"`, `\\`, `\n`, `\r`, `\t`, and `\xNN` for the other
//! control characters. Bytes are `b"…"` with the same escapes when most of them are readable text,
//! and `x"…"`, two hexadecimal digits each, otherwise.

use super::cursor::{Cursor, Parsed};
use super::writer::TextWriter;

/// Writes a name.
pub(super) fn write_name(name: &str, writer: &mut TextWriter) {
    writer.ascii(b'"');
    let mut plain_from = 0;
    // Control characters are single bytes below 0x80, never part of a longer character.
    for (at, byte) in name.bytes().enumerate() {
        if needs_escape(byte) {
            writer.text(&name[plain_from..at]);
            write_escape(byte, writer);
            plain_from = at + 1;
        }
    }
    writer.text(&name[plain_from..]);
    writer.ascii(b'"');
}

/// Writes bytes.
pub(super) fn write_bytes(bytes: &[u8], writer: &mut TextWriter) {
    let readable = bytes.iter().filter(|byte| byte.is_ascii_graphic() || **byte == b' ').count();
    if readable * 4 < bytes.len() * 3 {
        writer.text("x\"");
        for byte in bytes {
            writer.hex_digit(byte >> 4);
            writer.hex_digit(byte & 15);
        }
    } else {
        writer.text("b\"");
        for &byte in bytes {
            if needs_escape(byte) || !byte.is_ascii() {
                write_escape(byte, writer);
            } else {
                writer.ascii(byte);
            }
        }
    }
    writer.ascii(b'"');
}

const fn needs_escape(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\' || byte == 0x7f
}

fn write_escape(byte: u8, writer: &mut TextWriter) {
    writer.ascii(b'\\');
    match byte {
        b'"' | b'\\' => writer.ascii(byte),
        b'\n' => writer.ascii(b'n'),
        b'\r' => writer.ascii(b'r'),
        b'\t' => writer.ascii(b't'),
        _ => {
            writer.ascii(b'x');
            writer.hex_digit(byte >> 4);
            writer.hex_digit(byte & 15);
        }
    }
}

/// Reads a name.
pub(super) fn read_name(cursor: &mut Cursor<'_>) -> Parsed<String> {
    cursor.skip_space();
    let start = cursor.position();
    let bytes = read_escaped(cursor)?;
    // Only an escape of half a character can make it invalid.
    String::from_utf8(bytes).map_err(|_| cursor.failure_at(start, "a name must be UTF-8"))
}

/// Reads bytes in either form.
pub(super) fn read_bytes(cursor: &mut Cursor<'_>) -> Parsed<Vec<u8>> {
    if cursor.eat(b'b') {
        return read_escaped(cursor);
    }
    if !cursor.eat(b'x') || cursor.next_raw() != Some(b'"') {
        return cursor.fail("expected bytes, as b\"…\" or x\"…\"");
    }
    let mut bytes = Vec::new();
    loop {
        match cursor.next_raw() {
            Some(b'"') => return Ok(bytes),
            Some(high) => {
                let low = cursor.next_raw().unwrap_or(b'"');
                bytes.push(hex_byte(cursor, high, low)?);
            }
            None => return cursor.fail("the bytes have no closing quote"),
        }
    }
}

fn read_escaped(cursor: &mut Cursor<'_>) -> Parsed<Vec<u8>> {
    if !cursor.eat(b'"') {
        return cursor.fail("expected a quoted text");
    }
    let mut bytes = Vec::new();
    loop {
        match cursor.next_raw() {
            Some(b'"') => return Ok(bytes),
            Some(b'\\') => bytes.push(read_escape(cursor)?),
            Some(byte) => bytes.push(byte),
            None => return cursor.fail("the text has no closing quote"),
        }
    }
}

fn read_escape(cursor: &mut Cursor<'_>) -> Parsed<u8> {
    match cursor.next_raw() {
        Some(byte @ (b'"' | b'\\')) => Ok(byte),
        Some(b'n') => Ok(b'\n'),
        Some(b'r') => Ok(b'\r'),
        Some(b't') => Ok(b'\t'),
        Some(b'x') => {
            let high = cursor.next_raw().unwrap_or(b'"');
            let low = cursor.next_raw().unwrap_or(b'"');
            hex_byte(cursor, high, low)
        }
        _ => cursor.fail("unknown escape; known are \\\" \\\\ \\n \\r \\t \\xNN"),
    }
}

fn hex_byte(cursor: &Cursor<'_>, high: u8, low: u8) -> Parsed<u8> {
    match (char::from(high).to_digit(16), char::from(low).to_digit(16)) {
        (Some(high), Some(low)) => Ok((high * 16 + low) as u8),
        _ => cursor.fail("expected two hexadecimal digits"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_and_many_characters_survive() {
        let bytes: Vec<u8> = (0..=255).collect();
        let mut writer = TextWriter::with_capacity(0);
        write_bytes(&bytes, &mut writer);
        write_bytes(b"hello \"you\"\0", &mut writer);
        write_name("größe \\ \"∞\"\n\0\u{7f}\u{80}\u{10ffff}", &mut writer);
        let text = writer.finish();
        assert!(text.contains("b\"hello \\\"you\\\"\\x00\""), "{text}");
        let mut cursor = Cursor::new(&text);
        assert_eq!(read_bytes(&mut cursor).unwrap(), bytes);
        assert_eq!(read_bytes(&mut cursor).unwrap(), b"hello \"you\"\0");
        assert_eq!(read_name(&mut cursor).unwrap(), "größe \\ \"∞\"\n\0\u{7f}\u{80}\u{10ffff}");
        assert!(cursor.at_end());
    }

    #[test]
    fn broken_quotes_are_refused() {
        for text in ["", "x", "\"abc", "\"\\q\"", "\"\\x4", "\"\\xff\""] {
            assert!(read_name(&mut Cursor::new(text)).is_err(), "{text}");
        }
        for text in ["", "\"abc\"", "b", "x\"0", "x\"0\"", "x\"0g\"", "x 00", "b\"\\"] {
            assert!(read_bytes(&mut Cursor::new(text)).is_err(), "{text}");
        }
    }
}
