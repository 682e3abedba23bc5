//! How values are written on the command line: words, arrays `[1,2]`, structures `{1,2}`,
//! repetitions `[0;8]`, strings, characters, `_` and `null`.
//!
//! This reads the shape only. What a word such as `1e308` means depends on the parameter it is for,
//! and is `number_syntax`'s and `marshal`'s business.

use crate::error::HarnessError;
use std::fmt;

/// How deep brackets may nest; deeper ones would only be an attempt to exhaust the stack.
const MAX_NESTING: usize = 64;

/// A value as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenValue {
    /// A number or name.
    Word(String),
    /// `'c'`.
    Character(char),
    /// `"text"`.
    Text(String),
    /// `[1,2,3]`.
    Array(Vec<WrittenValue>),
    /// `[0;8]`.
    Repeated(Box<WrittenValue>, u64),
    /// `{1,2}`.
    Struct(Vec<WrittenValue>),
    /// `_`: room for something the program writes.
    Blank,
    /// `null`.
    Null,
}

impl WrittenValue {
    /// How many elements it has as an array.
    pub(crate) fn elements(&self) -> u64 {
        match self {
            Self::Text(text) => text.len() as u64,
            Self::Array(elements) => elements.len() as u64,
            Self::Repeated(_, count) => *count,
            Self::Word(_) | Self::Character(_) | Self::Struct(_) | Self::Blank => 1,
            Self::Null => 0,
        }
    }
}

impl fmt::Display for WrittenValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, values: &[Self]| {
            for (index, value) in values.iter().enumerate() {
                write!(f, "{}{value}", if index > 0 { "," } else { "" })?;
            }
            Ok(())
        };
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Character(character) => write!(f, "{character:?}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Array(values) => {
                f.write_str("[")?;
                list(f, values)?;
                f.write_str("]")
            }
            Self::Repeated(value, count) => write!(f, "[{value};{count}]"),
            Self::Struct(values) => {
                f.write_str("{")?;
                list(f, values)?;
                f.write_str("}")
            }
            Self::Blank => f.write_str("_"),
            Self::Null => f.write_str("null"),
        }
    }
}

/// The values of all `--args`, each of which may hold several, separated by commas.
pub fn parse_arguments(arguments: &[String]) -> Result<Vec<WrittenValue>, HarnessError> {
    let mut values = Vec::new();
    for argument in arguments {
        let mut reader = ValueReader { rest: argument, nesting: 0 };
        if argument.trim().is_empty() {
            continue;
        }
        reader.list(None, &mut values).map_err(|problem| HarnessError::Arguments {
            argument: argument.clone(),
            problem: Box::new(problem),
        })?;
    }
    Ok(values)
}

struct ValueReader<'a> {
    rest: &'a str,
    nesting: usize,
}

impl ValueReader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.rest = &self.rest[wanted.len_utf8()..];
        }
        found
    }

    /// Values separated by commas, until `end` (or the end of the argument).
    fn list(&mut self, end: Option<char>, values: &mut Vec<WrittenValue>) -> Result<(), HarnessError> {
        loop {
            values.push(self.value()?);
            match self.peek() {
                Some(',') => self.rest = &self.rest[1..],
                next if next == end => {
                    self.rest = &self.rest[end.map_or(0, char::len_utf8)..];
                    return Ok(());
                }
                Some(found) => return Err(HarnessError::CommaExpected { found }),
                None => return Err(HarnessError::Unclosed { expected: end.unwrap_or(',') }),
            }
        }
    }

    fn value(&mut self) -> Result<WrittenValue, HarnessError> {
        match self.peek() {
            None => Err(HarnessError::ValueMissing),
            Some('[') => self.nested(Self::array),
            Some('{') => self.nested(|reader| reader.bracketed('}').map(WrittenValue::Struct)),
            Some('"') => self.quoted('"').map(WrittenValue::Text),
            Some('\'') => {
                let text = self.quoted('\'')?;
                let mut characters = text.chars();
                match (characters.next(), characters.next()) {
                    (Some(character), None) => Ok(WrittenValue::Character(character)),
                    _ => Err(HarnessError::NotOneCharacter { text }),
                }
            }
            Some(_) => self.word(),
        }
    }

    fn nested(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<WrittenValue, HarnessError>,
    ) -> Result<WrittenValue, HarnessError> {
        if self.nesting == MAX_NESTING {
            return Err(HarnessError::BracketsTooDeep { limit: MAX_NESTING });
        }
        self.nesting += 1;
        self.rest = &self.rest[1..];
        let value = read(self)?;
        self.nesting -= 1;
        Ok(value)
    }

    fn bracketed(&mut self, end: char) -> Result<Vec<WrittenValue>, HarnessError> {
        let mut values = Vec::new();
        if !self.take(end) {
            self.list(Some(end), &mut values)?;
        }
        Ok(values)
    }

    /// What follows `[`: a list, or a value and how often.
    fn array(&mut self) -> Result<WrittenValue, HarnessError> {
        if self.take(']') {
            return Ok(WrittenValue::Array(Vec::new()));
        }
        let first = self.value()?;
        if self.take(';') {
            let WrittenValue::Word(count) = self.word()? else {
                return Err(HarnessError::CountExpected);
            };
            let count = count.parse().map_err(|_| HarnessError::NotACount { word: count })?;
            return if self.take(']') {
                Ok(WrittenValue::Repeated(Box::new(first), count))
            } else {
                Err(HarnessError::Unclosed { expected: ']' })
            };
        }
        let mut values = vec![first];
        if self.take(',') {
            self.list(Some(']'), &mut values)?;
        } else if !self.take(']') {
            return Err(match self.peek() {
                Some(found) => HarnessError::CommaExpected { found },
                None => HarnessError::Unclosed { expected: ']' },
            });
        }
        Ok(WrittenValue::Array(values))
    }

    fn word(&mut self) -> Result<WrittenValue, HarnessError> {
        let _ = self.peek();
        let is_end = |character: char| character.is_whitespace() || ",;[]{}\"'".contains(character);
        let length = self.rest.find(is_end).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        match (word, rest.chars().next()) {
            ("", Some(found)) => return Err(HarnessError::ValueExpected { found }),
            ("", None) => return Err(HarnessError::ValueMissing),
            _ => self.rest = rest,
        }
        Ok(match word {
            "_" => WrittenValue::Blank,
            "null" | "NULL" | "nullptr" => WrittenValue::Null,
            _ => WrittenValue::Word(word.to_owned()),
        })
    }

    /// What stands between two quotes, with C's commonest escapes.
    fn quoted(&mut self, quote: char) -> Result<String, HarnessError> {
        let mut text = String::new();
        let mut characters = self.rest[1..].char_indices();
        while let Some((offset, character)) = characters.next() {
            match character {
                _ if character == quote => {
                    self.rest = &self.rest[1 + offset + 1..];
                    return Ok(text);
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, '0')) => text.push('\0'),
                    Some((_, escaped @ ('\\' | '"' | '\''))) => text.push(escaped),
                    _ => return Err(HarnessError::BadEscape),
                },
                _ => text.push(character),
            }
        }
        Err(HarnessError::UnclosedQuote { quote })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(argument: &str) -> Result<Vec<WrittenValue>, Box<HarnessError>> {
        parse_arguments(&[argument.to_owned()]).map_err(|error| match error {
            HarnessError::Arguments { problem, .. } => problem,
            other => panic!("{other}"),
        })
    }

    fn word(text: &str) -> WrittenValue {
        WrittenValue::Word(text.to_owned())
    }

    #[test]
    fn values_of_every_shape() {
        assert_eq!(parse("1e308, -1.5").unwrap(), [word("1e308"), word("-1.5")]);
        assert_eq!(parse(" ").unwrap(), []);
        assert_eq!(
            parse("[1,[2],{}],{_,null},[0;8]").unwrap(),
            [
                WrittenValue::Array(vec![
                    word("1"),
                    WrittenValue::Array(vec![word("2")]),
                    WrittenValue::Struct(vec![])
                ]),
                WrittenValue::Struct(vec![WrittenValue::Blank, WrittenValue::Null]),
                WrittenValue::Repeated(Box::new(word("0")), 8),
            ]
        );
        assert_eq!(
            parse(r#""a,\"b]",'\'',[]"#).unwrap(),
            [
                WrittenValue::Text("a,\"b]".to_owned()),
                WrittenValue::Character('\''),
                WrittenValue::Array(vec![])
            ]
        );
    }

    #[test]
    fn what_is_read_prints_as_it_was_written() {
        for text in ["[1,[2],{}]", "[_;4]", "{_,null}", "\"a\\\"b\"", "'c'"] {
            assert_eq!(parse(text).unwrap()[0].to_string(), text);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, problem) in [
            ("[1,2", "`]` is missing"),
            ("[1", "`]` is missing"),
            ("1,", "a value is missing at its end"),
            ("1,,2", "a value is expected before `,`"),
            ("1]", "a comma is expected before `]`"),
            ("[1 2]", "a comma is expected before `2`"),
            ("1 2", "a comma is expected before `2`"),
            ("{1;2}", "a comma is expected before `;`"),
            ("[0;x]", "`x` is not a count of elements"),
            ("\"abc", "the closing \" is missing"),
            ("'ab'", "'ab' is not one character"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), problem, "{text}");
        }
        assert!(parse(&"[".repeat(100_000)).unwrap_err().to_string().contains("nested"));
    }
}
