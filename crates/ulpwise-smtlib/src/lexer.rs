//! Tokens of SMT-LIB 2 (section 3.1 of the standard, version 2.7).
//!
//! The lexer works on bytes, because almost all of a script is ASCII. Bytes above 127 may stand in
//! comments, strings and quoted symbols; only of the symbols it is checked that they are UTF-8,
//! because only those become names.
//!
//! Taken more generously than the standard has it: numerals may have leading zeros. Block comments
//! `#| … |#` are those of version 2.7.

use crate::error::{Fault, Reading, SmtlibErrorKind};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    Open,
    Close,
    /// A symbol without bars.
    Symbol,
    /// A symbol between bars.
    QuotedSymbol,
    /// A symbol after a colon.
    Keyword,
    Numeral,
    Decimal,
    Hexadecimal,
    Binary,
    /// A string literal.
    Text,
    End,
}

/// A token: what it is and where, from the first byte to before the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// What a byte can start or continue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharacterClass {
    Space,
    Digit,
    /// A letter or one of `~ ! @ $ % ^ & * _ - + = < > . ? /`.
    Letter,
    Open,
    Close,
    Semicolon,
    Colon,
    Bar,
    Quote,
    Hash,
    Other,
}

const CLASSES: [CharacterClass; 256] = {
    let mut classes = [CharacterClass::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' => CharacterClass::Space,
            b'0'..=b'9' => CharacterClass::Digit,
            b'a'..=b'z' | b'A'..=b'Z' => CharacterClass::Letter,
            b'~' | b'!' | b'@' | b'$' | b'%' | b'^' | b'&' | b'*' | b'_' => CharacterClass::Letter,
            b'-' | b'+' | b'=' | b'<' | b'>' | b'.' | b'?' | b'/' => CharacterClass::Letter,
            b'(' => CharacterClass::Open,
            b')' => CharacterClass::Close,
            b';' => CharacterClass::Semicolon,
            b':' => CharacterClass::Colon,
            b'|' => CharacterClass::Bar,
            b'"' => CharacterClass::Quote,
            b'#' => CharacterClass::Hash,
            _ => CharacterClass::Other,
        };
        byte += 1;
    }
    classes
};

/// Whether the byte may stand in a symbol without bars.
pub(crate) fn is_symbol_byte(byte: u8) -> bool {
    matches!(CLASSES[byte as usize], CharacterClass::Letter | CharacterClass::Digit)
}

/// A text cut into tokens one by one.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Lexer<'t> {
        Lexer { text, at: 0 }
    }

    /// The bytes from `start` to before `end`.
    pub(crate) fn slice(&self, start: u32, end: u32) -> &'t [u8] {
        &self.text[start as usize..(end as usize).min(self.text.len())]
    }

    /// The bytes of a token.
    pub(crate) fn bytes(&self, token: Token) -> &'t [u8] {
        self.slice(token.start, token.end)
    }

    /// Where the next token is looked for.
    pub(crate) fn offset(&self) -> u32 {
        self.at as u32
    }

    /// The next token.
    #[inline]
    pub(crate) fn next(&mut self) -> Reading<Token> {
        loop {
            let Some(&byte) = self.text.get(self.at) else {
                return Ok(self.token(TokenKind::End, self.at));
            };
            let start = self.at;
            self.at += 1;
            return match CLASSES[byte as usize] {
                CharacterClass::Space => continue,
                CharacterClass::Semicolon => {
                    self.skip_while(|byte| byte != b'\n');
                    continue;
                }
                CharacterClass::Letter => {
                    self.skip_while(is_symbol_byte);
                    match self.text.get(self.at) {
                        Some(&next) if !next.is_ascii() => Err(bad(self.at, describe(next))),
                        _ => Ok(self.token(TokenKind::Symbol, start)),
                    }
                }
                CharacterClass::Open => Ok(self.token(TokenKind::Open, start)),
                CharacterClass::Close => Ok(self.token(TokenKind::Close, start)),
                CharacterClass::Digit => self.number(start),
                CharacterClass::Hash if self.text.get(self.at) == Some(&b'|') => {
                    self.block_comment(start)?;
                    continue;
                }
                CharacterClass::Hash => self.bit_pattern(start),
                CharacterClass::Colon => self.keyword(start),
                CharacterClass::Bar => self.quoted_symbol(start),
                CharacterClass::Quote => self.string(start),
                CharacterClass::Other => Err(bad(start, describe(byte))),
            };
        }
    }

    fn token(&self, kind: TokenKind, start: usize) -> Token {
        Token { kind, start: start as u32, end: self.at as u32 }
    }

    #[inline]
    fn skip_while(&mut self, belongs: impl Fn(u8) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len());
    }

    /// That a token ends here: the next byte cannot continue a symbol or number.
    fn delimited(&self, kind: TokenKind, start: usize) -> Reading<Token> {
        match self.text.get(self.at) {
            Some(&byte) if is_symbol_byte(byte) => {
                let wrong = byte as char;
                Err(bad(self.at, format!("{wrong} cannot follow a number")))
            }
            _ => Ok(self.token(kind, start)),
        }
    }

    fn number(&mut self, start: usize) -> Reading<Token> {
        self.skip_while(|byte| byte.is_ascii_digit());
        if self.text.get(self.at) != Some(&b'.') {
            return self.delimited(TokenKind::Numeral, start);
        }
        self.at += 1;
        let fraction = self.at;
        self.skip_while(|byte| byte.is_ascii_digit());
        if self.at == fraction {
            return Err(bad(start, "a decimal needs digits after its point"));
        }
        self.delimited(TokenKind::Decimal, start)
    }

    fn bit_pattern(&mut self, start: usize) -> Reading<Token> {
        let kind = match self.text.get(self.at) {
            Some(b'x') => TokenKind::Hexadecimal,
            Some(b'b') => TokenKind::Binary,
            _ => return Err(bad(start, "# must be followed by x or b and digits")),
        };
        self.at += 1;
        let digits = self.at;
        if kind == TokenKind::Hexadecimal {
            self.skip_while(|byte| byte.is_ascii_hexdigit());
        } else {
            self.skip_while(|byte| matches!(byte, b'0' | b'1'));
        }
        if self.at == digits {
            return Err(bad(start, "# must be followed by x or b and digits"));
        }
        self.delimited(kind, start)
    }

    fn keyword(&mut self, start: usize) -> Reading<Token> {
        self.skip_while(is_symbol_byte);
        if self.at == start + 1 {
            return Err(bad(start, "a keyword needs a name after its colon"));
        }
        Ok(self.token(TokenKind::Keyword, start))
    }

    fn quoted_symbol(&mut self, start: usize) -> Reading<Token> {
        self.skip_while(|byte| byte != b'|' && byte != b'\\');
        match self.text.get(self.at) {
            Some(b'|') => {
                self.at += 1;
                Ok(self.token(TokenKind::QuotedSymbol, start))
            }
            Some(_) => Err(bad(self.at, "a quoted symbol cannot contain a backslash")),
            None => Err(bad(start, "this quoted symbol has no end")),
        }
    }

    /// A string; a doubled quotation mark stands for one in it.
    fn string(&mut self, start: usize) -> Reading<Token> {
        loop {
            self.skip_while(|byte| byte != b'"');
            if self.at == self.text.len() {
                return Err(bad(start, "this string has no end"));
            }
            self.at += 1;
            if self.text.get(self.at) != Some(&b'"') {
                return Ok(self.token(TokenKind::Text, start));
            }
            self.at += 1;
        }
    }

    fn block_comment(&mut self, start: usize) -> Reading<()> {
        let inside = &self.text[self.at + 1..];
        match inside.windows(2).position(|pair| pair == b"|#") {
            Some(length) => {
                self.at += 1 + length + 2;
                Ok(())
            }
            None => Err(bad(start, "this block comment has no end")),
        }
    }
}

fn bad(at: usize, what: impl Into<String>) -> Box<Fault> {
    Fault::new(at as u32, SmtlibErrorKind::BadToken(what.into()))
}

fn describe(byte: u8) -> String {
    match byte {
        b'!'..=b'~' => format!("no token starts with {}", byte as char),
        _ => format!("byte 0x{byte:02x} can only stand in |quoted symbols|, strings and comments"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, String)> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next().unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
            if token.kind == TokenKind::End {
                return tokens;
            }
            tokens.push((token.kind, String::from_utf8_lossy(lexer.bytes(token)).into_owned()));
        }
    }

    #[test]
    fn every_kind_of_token() {
        use TokenKind::*;
        let text = "(fp.add +oo |a b| :k 12 1.50 #xfF #b01 \"a\"\"b\") ; comment ) \n#| block ( |# !";
        let expected = [
            (Open, "("),
            (Symbol, "fp.add"),
            (Symbol, "+oo"),
            (QuotedSymbol, "|a b|"),
            (Keyword, ":k"),
            (Numeral, "12"),
            (Decimal, "1.50"),
            (Hexadecimal, "#xfF"),
            (Binary, "#b01"),
            (Text, "\"a\"\"b\""),
            (Close, ")"),
            (Symbol, "!"),
        ];
        assert_eq!(kinds(text), expected.map(|(kind, text)| (kind, text.to_owned())));
    }

    #[test]
    fn a_bad_token_is_found_at_its_position() {
        let cases = [
            ("a |b", 2, "no end"),
            ("|a\\b|", 2, "backslash"),
            ("\"a\"\"", 0, "no end"),
            ("12a", 2, "cannot follow"),
            ("1.", 0, "digits after"),
            ("#b012", 4, "cannot follow"),
            ("#x", 0, "followed by x or b"),
            ("#q", 0, "followed by x or b"),
            ("#| a", 0, "no end"),
            (": a", 0, "colon"),
            ("  ä", 2, "0xc3"),
            (" aä", 2, "0xc3"),
            ("{", 0, "{"),
        ];
        for (text, at, part) in cases {
            let mut lexer = Lexer::new(text.as_bytes());
            let fault = loop {
                match lexer.next() {
                    Ok(token) => assert_ne!(token.kind, TokenKind::End, "{text}"),
                    Err(fault) => break fault,
                }
            };
            assert_eq!(fault.at, at, "{text}");
            assert!(fault.kind.to_string().contains(part), "{text}: {}", fault.kind);
        }
    }
}
