//! A place in the text that moves forward: skips white space and comments, reads words, numbers
//! and ids straight from the bytes, and knows how to complain.

use std::fmt;
use ulpwise_base::Id;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// A complaint that still counts in bytes; the line is looked up once, at the end.
#[derive(Debug)]
pub(super) struct ParseFailure {
    at: usize,
    message: String,
}

impl ParseFailure {
    pub(super) fn into_error(self, text: &str) -> ParseError {
        let before = &text.as_bytes()[..self.at.min(text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let column = 1 + before.len() - line_start;
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        ParseError { line: count(line), column: count(column), message: self.message }
    }
}

pub(super) type Parsed<T> = Result<T, Box<ParseFailure>>;

/// A place in the text.
pub(super) struct Cursor<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes(), at: 0 }
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn failure_at(&self, at: usize, message: impl Into<String>) -> Box<ParseFailure> {
        Box::new(ParseFailure { at, message: message.into() })
    }

    /// A complaint about the place where the cursor is.
    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(self.failure_at(self.at, message))
    }

    /// A complaint about something that began earlier.
    pub(super) fn fail_at<T>(&self, at: usize, message: impl Into<String>) -> Parsed<T> {
        Err(self.failure_at(at, message))
    }

    /// The next byte, white space or not.
    pub(super) fn next_raw(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte
    }

    pub(super) fn skip_space(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                b';' => self.at += self.bytes[self.at..].iter().take_while(|&&byte| byte != b'\n').count(),
                _ => break,
            }
        }
    }

    pub(super) fn at_end(&mut self) -> bool {
        self.skip_space();
        self.at == self.bytes.len()
    }

    /// Whether this byte comes next.
    pub(super) fn at_byte(&mut self, byte: u8) -> bool {
        self.skip_space();
        self.bytes.get(self.at) == Some(&byte)
    }

    /// Whether the text goes on like this.
    pub(super) fn at_text(&mut self, text: &str) -> bool {
        self.skip_space();
        self.bytes[self.at..].starts_with(text.as_bytes())
    }

    /// Passes this byte if it comes next.
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.at_byte(byte);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, byte: u8) -> Parsed<()> {
        if self.eat(byte) { Ok(()) } else { self.fail(format!("expected `{}`", char::from(byte))) }
    }

    /// Passes `->`.
    pub(super) fn expect_arrow(&mut self) -> Parsed<()> {
        if self.eat(b'-') && self.next_raw() == Some(b'>') { Ok(()) } else { self.fail("expected `->`") }
    }

    /// The word at the cursor, not passed yet; empty if there is none.
    fn peek_word(&mut self) -> &'a str {
        self.skip_space();
        let rest = &self.bytes[self.at..];
        let starts = rest.first().is_some_and(u8::is_ascii_alphabetic);
        let len = if starts { rest.iter().take_while(|byte| is_word_byte(**byte)).count() } else { 0 };
        &self.text[self.at..self.at + len]
    }

    /// Passes a word of letters, digits and underscores.
    pub(super) fn word(&mut self) -> Parsed<&'a str> {
        let word = self.peek_word();
        if word.is_empty() {
            return self.fail("expected a word");
        }
        self.at += word.len();
        Ok(word)
    }

    /// Passes this word if it comes next.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == word;
        self.at += if found { word.len() } else { 0 };
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.fail(format!("expected `{word}`")) }
    }

    /// Whether an id of this kind comes next: its prefix and a digit.
    pub(super) fn at_id<I: Id>(&mut self) -> bool {
        self.skip_space();
        let rest = &self.bytes[self.at..];
        rest.starts_with(I::PREFIX.as_bytes()) && rest.get(I::PREFIX.len()).is_some_and(u8::is_ascii_digit)
    }

    pub(super) fn id<I: Id>(&mut self) -> Parsed<I> {
        if !self.at_id::<I>() {
            return self.fail(format!("expected {}N", I::PREFIX));
        }
        let start = self.at;
        self.at += I::PREFIX.len();
        let number = self.decimal_u64()?;
        match u32::try_from(number) {
            Ok(number) => Ok(I::from_index(number as usize)),
            Err(_) => self.fail_at(start, "the number of this id is too large"),
        }
    }

    /// An id that can only be this one, because ids are numbered in order.
    pub(super) fn expect_id<I: Id + fmt::Display>(&mut self, expected: I) -> Parsed<()> {
        self.skip_space();
        let start = self.at;
        if self.id::<I>()? == expected {
            Ok(())
        } else {
            self.fail_at(start, format!("expected {expected}, the next of its kind"))
        }
    }

    fn decimal_u64(&mut self) -> Parsed<u64> {
        let start = self.at;
        let mut number: u64 = 0;
        while let Some(digit) = self.bytes.get(self.at).filter(|byte| byte.is_ascii_digit()) {
            let next = number.checked_mul(10).and_then(|tens| tens.checked_add(u64::from(digit - b'0')));
            let Some(next) = next else {
                return self.fail_at(start, "the number is too large");
            };
            number = next;
            self.at += 1;
        }
        if self.at == start || self.bytes.get(self.at).is_some_and(|byte| is_word_byte(*byte)) {
            return self.fail_at(start, "expected a number");
        }
        Ok(number)
    }

    /// A decimal number.
    pub(super) fn number(&mut self) -> Parsed<u64> {
        self.skip_space();
        self.decimal_u64()
    }

    /// A decimal number that fits the type.
    pub(super) fn number_as<T: TryFrom<u64>>(&mut self) -> Parsed<T> {
        self.skip_space();
        let start = self.at;
        let number = self.decimal_u64()?;
        T::try_from(number).or_else(|_| self.fail_at(start, "the number is too large here"))
    }

    /// A decimal number, perhaps negative.
    pub(super) fn signed(&mut self) -> Parsed<i64> {
        self.skip_space();
        let start = self.at;
        let negative = self.eat(b'-');
        let magnitude = i128::from(self.decimal_u64()?);
        let value = if negative { -magnitude } else { magnitude };
        i64::try_from(value).or_else(|_| self.fail_at(start, "the number is too large here"))
    }

    /// An offset after an address: `+8`, `-8`, or nothing.
    pub(super) fn offset(&mut self) -> Parsed<i64> {
        if self.at_byte(b'-') || self.eat(b'+') { self.signed() } else { Ok(0) }
    }

    /// Whether a hexadecimal number comes next.
    pub(super) fn at_hex(&mut self) -> bool {
        self.at_text("0x")
    }

    /// A number written `0x…`.
    pub(super) fn hex(&mut self) -> Parsed<u128> {
        if !self.at_hex() {
            return self.fail("expected a hexadecimal number");
        }
        let start = self.at;
        self.at += 2;
        let digits = self.bytes[self.at..].iter().take_while(|byte| is_word_byte(**byte)).count();
        let number = u128::from_str_radix(&self.text[self.at..self.at + digits], 16);
        self.at += digits;
        number.or_else(|_| self.fail_at(start, "expected a hexadecimal number of at most 128 bits"))
    }

    /// Reads items until the closing byte, with commas between them.
    pub(super) fn comma_separated(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.eat(b',') {
                return self.expect(close);
            }
        }
    }
}

const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
