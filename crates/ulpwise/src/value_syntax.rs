//! How values are written on the command line: words, arrays `[1,2]`, structures `{1,2}`, repetitions `[0;8]`,
//! strings, characters, `_` and `null`.
//!
//! This reads the shape only. What a word such as `1e308` means depends on the parameter it is for, and is
//! `number_syntax`'s and `marshal`'s business.

use std::fmt;

/// How deep brackets may nest; deeper ones would only be an attempt to exhaust the stack.
const MAX_NESTING: usize = 64;

/// A value as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A number or name.
    Word(String),
    /// `'c'`.
    Character(char),
    /// `"text"`.
    Text(String),
    /// `[1,2,3]`.
    Array(Vec<Value>),
    /// `[0;8]`.
    Repeated(Box<Value>, u64),
    /// `{1,2}`.
    Struct(Vec<Value>),
    /// `_`: room for something the program writes.
    Blank,
    /// `null`.
    Null,
}

impl fmt::Display for Value {
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

/// What is wrong with the way values are written; a sentence's second half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// The argument it is about.
    pub(crate) argument: String,
    /// What is wrong with it.
    pub(crate) problem: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the arguments `{}` cannot be read: {}", self.argument, self.problem)
    }
}

/// The values of all `--args`, each of which may hold several, separated by commas.
pub(crate) fn parse_arguments(arguments: &[String]) -> Result<Vec<Value>, SyntaxError> {
    let mut values = Vec::new();
    for argument in arguments {
        let mut reader = Reader { rest: argument, nesting: 0 };
        if argument.trim().is_empty() {
            continue;
        }
        reader
            .list(None, &mut values)
            .map_err(|problem| SyntaxError { argument: argument.clone(), problem })?;
    }
    Ok(values)
}

struct Reader<'a> {
    rest: &'a str,
    nesting: usize,
}

impl Reader<'_> {
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
    fn list(&mut self, end: Option<char>, values: &mut Vec<Value>) -> Result<(), String> {
        loop {
            values.push(self.value()?);
            match self.peek() {
                Some(',') => self.rest = &self.rest[1..],
                next if next == end => {
                    self.rest = &self.rest[end.map_or(0, char::len_utf8)..];
                    return Ok(());
                }
                Some(other) => return Err(format!("a comma is expected before `{other}`")),
                None => return Err(format!("`{}` is missing", end.unwrap_or(','))),
            }
        }
    }

    fn value(&mut self) -> Result<Value, String> {
        match self.peek() {
            None => Err("a value is missing at its end".to_owned()),
            Some('[') => self.nested(Self::array),
            Some('{') => self.nested(|reader| reader.bracketed('}').map(Value::Struct)),
            Some('"') => self.quoted('"').map(Value::Text),
            Some('\'') => {
                let text = self.quoted('\'')?;
                let mut characters = text.chars();
                match (characters.next(), characters.next()) {
                    (Some(character), None) => Ok(Value::Character(character)),
                    _ => Err(format!("'{text}' is not one character")),
                }
            }
            Some(_) => self.word(),
        }
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Result<Value, String>) -> Result<Value, String> {
        if self.nesting == MAX_NESTING {
            return Err(format!("brackets are nested more than {MAX_NESTING} deep"));
        }
        self.nesting += 1;
        self.rest = &self.rest[1..];
        let value = read(self)?;
        self.nesting -= 1;
        Ok(value)
    }

    fn bracketed(&mut self, end: char) -> Result<Vec<Value>, String> {
        let mut values = Vec::new();
        if !self.take(end) {
            self.list(Some(end), &mut values)?;
        }
        Ok(values)
    }

    /// What follows `[`: a list, or a value and how often.
    fn array(&mut self) -> Result<Value, String> {
        if self.take(']') {
            return Ok(Value::Array(Vec::new()));
        }
        let first = self.value()?;
        if self.take(';') {
            let Value::Word(count) = self.word()? else {
                return Err("a count is expected after `;`".to_owned());
            };
            let count = count.parse().map_err(|_| format!("`{count}` is no count of elements"))?;
            return if self.take(']') {
                Ok(Value::Repeated(Box::new(first), count))
            } else {
                Err("`]` is missing".to_owned())
            };
        }
        let mut values = vec![first];
        if self.take(',') {
            self.list(Some(']'), &mut values)?;
        } else if !self.take(']') {
            return Err(match self.peek() {
                Some(other) => format!("a comma is expected before `{other}`"),
                None => "`]` is missing".to_owned(),
            });
        }
        Ok(Value::Array(values))
    }

    fn word(&mut self) -> Result<Value, String> {
        let _ = self.peek();
        let is_end = |character: char| character.is_whitespace() || ",;[]{}\"'".contains(character);
        let length = self.rest.find(is_end).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        match (word, rest.chars().next()) {
            ("", Some(found)) => return Err(format!("a value is expected before `{found}`")),
            ("", None) => return Err("a value is missing at its end".to_owned()),
            _ => self.rest = rest,
        }
        Ok(match word {
            "_" => Value::Blank,
            "null" | "NULL" | "nullptr" => Value::Null,
            _ => Value::Word(word.to_owned()),
        })
    }

    /// What stands between two quotes, with C's commonest escapes.
    fn quoted(&mut self, quote: char) -> Result<String, String> {
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
                    _ => return Err("a backslash stands before one of n t 0 \\ \" ' only".to_owned()),
                },
                _ => text.push(character),
            }
        }
        Err(format!("the closing {quote} is missing"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(argument: &str) -> Result<Vec<Value>, String> {
        parse_arguments(&[argument.to_owned()]).map_err(|error| error.problem)
    }

    fn word(text: &str) -> Value {
        Value::Word(text.to_owned())
    }

    #[test]
    fn values_of_every_shape() {
        assert_eq!(parse("1e308, -1.5").unwrap(), [word("1e308"), word("-1.5")]);
        assert_eq!(parse(" ").unwrap(), []);
        assert_eq!(
            parse("[1,[2],{}],{_,null},[0;8]").unwrap(),
            [
                Value::Array(vec![word("1"), Value::Array(vec![word("2")]), Value::Struct(vec![])]),
                Value::Struct(vec![Value::Blank, Value::Null]),
                Value::Repeated(Box::new(word("0")), 8),
            ]
        );
        assert_eq!(
            parse(r#""a,\"b]",'\'',[]"#).unwrap(),
            [Value::Text("a,\"b]".to_owned()), Value::Character('\''), Value::Array(vec![])]
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
            ("[0;x]", "`x` is no count of elements"),
            ("\"abc", "the closing \" is missing"),
            ("'ab'", "'ab' is not one character"),
        ] {
            assert_eq!(parse(text).unwrap_err(), problem, "{text}");
        }
        assert!(parse(&"[".repeat(100_000)).unwrap_err().contains("nested"));
    }
}
