//! The format of `scanf`, taken apart (C17 7.21.6.2).

use crate::models::character::is_space;
use std::fmt;
use ulpwise_ir::{FloatFormat, Type};

/// One thing that is to be matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Directive {
    /// White space, or none.
    Space,
    /// This character.
    Literal(u8),
    /// A value.
    Convert(Conversion),
}

/// A conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conversion {
    pub(super) kind: ConversionKind,
    /// The argument that says where the value goes; `None` if it goes nowhere.
    pub(super) target: Option<usize>,
    /// At most how many characters are taken.
    pub(super) width: Option<u64>,
}

/// What is converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ConversionKind {
    /// An integer of so many bits; base zero means that the text says it.
    Integer {
        base: u64,
        signed: bool,
        bits: u8,
    },
    Float(FloatFormat),
    /// Characters up to white space.
    Word,
    /// As many characters as the width says.
    Characters,
    /// Characters of a set.
    Set(Box<[bool; 256]>),
    /// Nothing: how many characters were taken so far, as an integer of so many bits.
    Count(u8),
    /// A `%`.
    Percent,
}

impl ConversionKind {
    /// Whether white space before it is skipped.
    pub(super) fn skips_space(&self) -> bool {
        !matches!(self, ConversionKind::Characters | ConversionKind::Set(_) | ConversionKind::Count(_))
    }

    /// Whether it counts among the values that were converted.
    pub(super) fn is_counted(&self) -> bool {
        !matches!(self, ConversionKind::Count(_) | ConversionKind::Percent)
    }
}

/// A conversion that is not modelled, with what stands after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnknownConversion(String);

impl fmt::Display for UnknownConversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the conversion '%{}'", self.0)
    }
}

/// Takes a format apart; `first` is the argument that the first value goes to.
pub(super) fn parse(format: &[u8], first: usize) -> Result<Vec<Directive>, UnknownConversion> {
    let mut directives = Vec::new();
    let mut target = first;
    let mut rest = format;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if is_space(&byte) {
            if directives.last() != Some(&Directive::Space) {
                directives.push(Directive::Space);
            }
        } else if byte != b'%' {
            directives.push(Directive::Literal(byte));
        } else {
            let (mut conversion, length) = conversion(rest)
                .ok_or_else(|| UnknownConversion(String::from_utf8_lossy(rest).into_owned()))?;
            rest = &rest[length..];
            if conversion.target.is_some() {
                conversion.target = Some(target);
                target += 1;
            }
            directives.push(Directive::Convert(conversion));
        }
    }
    Ok(directives)
}

/// The conversion after a `%`, and how many bytes it takes.
fn conversion(text: &[u8]) -> Option<(Conversion, usize)> {
    let is_suppressed = text.first() == Some(&b'*');
    let mut at = usize::from(is_suppressed);
    let digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let width = match digits {
        0 => None,
        _ => Some(std::str::from_utf8(&text[at..at + digits]).ok()?.parse().ok().filter(|&width| width > 0)?),
    };
    at += digits;
    let modifiers = text[at..].iter().take_while(|byte| b"hlLqjzt".contains(byte)).count();
    let modifier = &text[at..at + modifiers];
    at += modifiers;
    let letter = *text.get(at)?;
    at += 1;
    let bits = match modifier {
        b"hh" => 8,
        b"h" => 16,
        b"" => 32,
        b"l" | b"ll" | b"L" | b"q" | b"j" | b"z" | b"t" => 64,
        _ => return None,
    };
    let integer = |base: u64, signed: bool| ConversionKind::Integer { base, signed, bits };
    let kind = match letter {
        b'd' => integer(10, true),
        b'i' => integer(0, true),
        b'u' => integer(10, false),
        b'x' | b'X' => integer(16, false),
        b'o' => integer(8, false),
        b'a' | b'e' | b'f' | b'g' | b'A' | b'E' | b'F' | b'G' => ConversionKind::Float(match modifier {
            b"" => FloatFormat::F32,
            b"l" => FloatFormat::F64,
            b"L" => FloatFormat::X87,
            _ => return None,
        }),
        b's' if modifiers == 0 => ConversionKind::Word,
        b'c' if modifiers == 0 => ConversionKind::Characters,
        b'n' => ConversionKind::Count(bits),
        b'%' if at == 1 => ConversionKind::Percent,
        b'[' if modifiers == 0 => {
            let (set, length) = set(&text[at..])?;
            at += length;
            ConversionKind::Set(set)
        }
        _ => return None,
    };
    let target = (!is_suppressed && kind != ConversionKind::Percent).then_some(0);
    Some((Conversion { kind, target, width }, at))
}

/// The set after a `[`, and how many bytes it takes. A minus between two characters means those
/// between, as in glibc.
fn set(text: &[u8]) -> Option<(Box<[bool; 256]>, usize)> {
    let is_inverted = text.first() == Some(&b'^');
    let start = usize::from(is_inverted);
    // A bracket that comes first is a member.
    let length = text.get(start + 1..)?.iter().position(|&byte| byte == b']')? + 1;
    let members = &text[start..start + length];
    let mut set = Box::new([false; 256]);
    let mut at = 0;
    while at < members.len() {
        match members[at..] {
            [low, b'-', high, ..] if low <= high => {
                set[usize::from(low)..=usize::from(high)].fill(true);
                at += 3;
            }
            [byte, ..] => {
                set[usize::from(byte)] = true;
                at += 1;
            }
            [] => break,
        }
    }
    if is_inverted {
        set.iter_mut().for_each(|is_in| *is_in = !*is_in);
    }
    Some((set, start + length + 1))
}

impl Conversion {
    /// The type of the value that is stored.
    pub(super) fn ty(&self) -> Type {
        match self.kind {
            ConversionKind::Integer { bits, .. } | ConversionKind::Count(bits) => Type::Int(bits),
            ConversionKind::Float(format) => Type::Float(format),
            ConversionKind::Word
            | ConversionKind::Characters
            | ConversionKind::Set(_)
            | ConversionKind::Percent => Type::Int(8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let parsed = parse(b"%d, %*3lf\t \n%5[^,]%n%%", 2).unwrap();
        let convert = |kind, target, width| Directive::Convert(Conversion { kind, target, width });
        let mut all = Box::new([true; 256]);
        all[usize::from(b',')] = false;
        assert_eq!(
            parsed,
            [
                convert(ConversionKind::Integer { base: 10, signed: true, bits: 32 }, Some(2), None),
                Directive::Literal(b','),
                Directive::Space,
                convert(ConversionKind::Float(FloatFormat::F64), None, Some(3)),
                Directive::Space,
                convert(ConversionKind::Set(all), Some(3), Some(5)),
                convert(ConversionKind::Count(32), Some(4), None),
                convert(ConversionKind::Percent, None, None),
            ]
        );
    }

    #[test]
    fn sets_have_ranges_and_brackets() {
        let members = |text: &[u8]| {
            let (set, length) = set(text).unwrap();
            let all: Vec<u8> = (0..=255).filter(|&byte: &u8| set[usize::from(byte)]).collect();
            (String::from_utf8(all).unwrap(), length)
        };
        assert_eq!(members(b"0-3-]x"), ("-0123".to_owned(), 5));
        assert_eq!(members(b"]a]"), ("]a".to_owned(), 3));
        assert_eq!(set(b"abc"), None);
    }

    #[test]
    fn what_is_not_known_is_named() {
        assert_eq!(parse(b"%p", 0).unwrap_err().to_string(), "the conversion '%p'");
        assert!(parse(b"%", 0).is_err());
        assert!(parse(b"%ms", 0).is_err());
        assert!(parse(b"%1$d", 0).is_err());
    }
}
