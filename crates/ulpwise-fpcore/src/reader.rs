//! Text to nested lists, with the place of each.

use crate::error::FpCoreError;

/// A line and a column, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// How deep lists lie within lists: more is no formula, and would exhaust the stack.
const DEEPEST: usize = 500;

/// A list, a word or a text in quotation marks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Datum {
    pub(crate) place: Place,
    pub(crate) kind: DatumKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DatumKind {
    List(Vec<Datum>),
    Word(String),
    Text(String),
}

impl Datum {
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.kind {
            DatumKind::Word(word) => Some(word),
            DatumKind::List(_) | DatumKind::Text(_) => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[Datum]> {
        match &self.kind {
            DatumKind::List(items) => Some(items),
            DatumKind::Word(_) | DatumKind::Text(_) => None,
        }
    }
}

/// All data of a text.
pub(crate) fn read(text: &str) -> Result<Vec<Datum>, FpCoreError> {
    let mut open: Vec<(Place, char, Vec<Datum>)> = Vec::new();
    let mut all = Vec::new();
    let mut characters = Characters { rest: text.chars().peekable(), place: Place { line: 1, column: 1 } };
    while let Some(character) = characters.peek() {
        let place = characters.place;
        let datum = match character {
            _ if character.is_whitespace() => {
                characters.next();
                continue;
            }
            ';' => {
                while characters.peek().is_some_and(|next| next != '\n') {
                    characters.next();
                }
                continue;
            }
            '(' | '[' => {
                if open.len() == DEEPEST {
                    return Err(FpCoreError::new(place, format!("lists lie more than {DEEPEST} deep")));
                }
                characters.next();
                open.push((place, if character == '(' { ')' } else { ']' }, Vec::new()));
                continue;
            }
            ')' | ']' => {
                characters.next();
                match open.pop() {
                    Some((start, end, items)) if end == character => {
                        Datum { place: start, kind: DatumKind::List(items) }
                    }
                    Some((start, end, _)) => {
                        let Place { line, column } = start;
                        let what = format!("`{character}` where `{end}` ends what begins at {line}:{column}");
                        return Err(FpCoreError::new(place, what));
                    }
                    None => return Err(FpCoreError::new(place, format!("`{character}` ends nothing"))),
                }
            }
            '"' => Datum { place, kind: DatumKind::Text(characters.quoted()?) },
            _ => Datum { place, kind: DatumKind::Word(characters.word()) },
        };
        open.last_mut().map_or(&mut all, |(_, _, items)| items).push(datum);
    }
    match open.last() {
        Some((place, end, _)) => {
            Err(FpCoreError::new(*place, format!("`{end}` is missing to what begins here")))
        }
        None => Ok(all),
    }
}

struct Characters<'t> {
    rest: std::iter::Peekable<std::str::Chars<'t>>,
    place: Place,
}

impl Characters<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.rest.next()?;
        // Columns count bytes, as in the debug information of compilers.
        self.place.column += character.len_utf8();
        if character == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        }
        Some(character)
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(character) = self.peek() {
            if character.is_whitespace() || "()[]\";".contains(character) {
                break;
            }
            word.push(character);
            self.next();
        }
        word
    }

    fn quoted(&mut self) -> Result<String, FpCoreError> {
        let start = self.place;
        self.next();
        let mut text = String::new();
        while let Some(character) = self.next() {
            match character {
                '"' => return Ok(text),
                '\\' => text.extend(self.next()),
                _ => text.push(character),
            }
        }
        Err(FpCoreError::new(start, "the text that begins here has no end"))
    }
}
