//! A format of `printf`, taken apart into what is known and what converts a symbolic value.

use crate::executor::Executor;
use crate::state::PathState;
use ulpwise_expr::Term;
use ulpwise_interp::memory::MemoryFault;
use ulpwise_interp::{Argument, stores_counts};
use ulpwise_ir::Type;

/// A part of what is written.
pub(in crate::models) enum Piece {
    /// A part of the format, and the known values that it converts.
    Known(Vec<u8>, Vec<Argument>),
    /// A conversion of which some value is not known.
    Open(OpenConversion),
}

/// A conversion of a symbolic value.
pub(in crate::models) struct OpenConversion {
    /// As it stands in the format.
    pub(in crate::models) specification: Vec<u8>,
    /// The values it takes, the one that is converted last, and which arguments of the call they
    /// are.
    pub(in crate::models) values: Vec<(Term, Type)>,
    pub(in crate::models) first_argument: usize,
    pub(in crate::models) conversion: u8,
    /// The letters between flags, width and precision and the conversion.
    pub(in crate::models) length: Vec<u8>,
    pub(in crate::models) field: Field,
}

/// Flags, width and precision of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::models) struct Field {
    pub(in crate::models) is_left: bool,
    pub(in crate::models) has_zeros: bool,
    /// What stands before a number that is not negative.
    pub(in crate::models) plus: Option<u8>,
    /// Whether it has flags that are not known here, or a width or precision that is an argument.
    pub(in crate::models) is_strange: bool,
    pub(in crate::models) width: usize,
    pub(in crate::models) precision: Option<usize>,
}

/// The widest field that is filled with symbolic characters.
const MAX_FIELD: usize = 4096;

impl Field {
    fn parse(text: &[u8]) -> Field {
        let mut field = Field::default();
        let flags = text.iter().take_while(|byte| b"-+ #0'".contains(byte)).count();
        for flag in &text[..flags] {
            match flag {
                b'-' => field.is_left = true,
                b'0' => field.has_zeros = true,
                b'+' => field.plus = Some(b'+'),
                b' ' => field.plus = field.plus.or(Some(b' ')),
                _ => field.is_strange = true,
            }
        }
        let mut parts = text[flags..].splitn(2, |&byte| byte == b'.');
        let mut number = |part: Option<&[u8]>| {
            let part = part?;
            let number = std::str::from_utf8(part).ok()?;
            let number = if number.is_empty() { Some(0) } else { number.parse().ok() };
            field.is_strange |= number.is_none_or(|number| number > MAX_FIELD);
            number
        };
        let (width, precision) = (number(parts.next()), number(parts.next()));
        Field { width: width.unwrap_or(0), precision, ..field }
    }

    /// The characters of a number in its field; the first so many of them are its sign.
    pub(in crate::models) fn fill(
        &self,
        executor: &mut Executor<'_, '_>,
        characters: &[Term],
        sign: usize,
        zeros: bool,
    ) -> Vec<Term> {
        let missing = self.width.saturating_sub(characters.len());
        let mut constant = |byte: u8| executor.terms.constant(8, byte.into());
        let (space, zero) = (constant(b' '), constant(b'0'));
        let (before, inside, after) = match () {
            () if self.is_left => (0, 0, missing),
            () if self.has_zeros && zeros => (0, missing, 0),
            () => (missing, 0, 0),
        };
        let (sign, rest) = characters.split_at(sign);
        let many = |term: Term, count: usize| std::iter::repeat_n(term, count);
        many(space, before)
            .chain(sign.iter().copied())
            .chain(many(zero, inside))
            .chain(rest.iter().copied())
            .chain(many(space, after))
            .collect()
    }
}

/// Whether a format stores how much was printed (`%n`) where that is not known, because symbolic
/// values are among it.
pub(in crate::models) fn stores_open_counts(text: &[u8], pieces: &[Piece]) -> bool {
    stores_counts(text) && pieces.iter().any(|piece| matches!(piece, Piece::Open(_)))
}

/// Takes a format apart; `first` is the argument of the call that its first value is. `None` if it
/// ends in a conversion.
pub(in crate::models) fn pieces(
    executor: &mut Executor<'_, '_>,
    state: &PathState<'_>,
    text: &[u8],
    given: &[(Term, Type)],
    first: usize,
) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let (mut known, mut values) = (Vec::new(), Vec::new());
    let mut taken = first.min(given.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        if byte != b'%' {
            known.push(byte);
            rest = after;
            continue;
        }
        let count = |text: &[u8], class: &[u8]| text.iter().take_while(|byte| class.contains(byte)).count();
        let field = &after[..count(after, b"-+ #0123456789.*'")];
        let length = &after[field.len()..];
        let length = &length[..count(length, b"hlLqjzt")];
        let conversion = *after.get(field.len() + length.len())?;
        let specification = &rest[..field.len() + length.len() + 2];
        rest = &rest[specification.len()..];
        let stars = field.iter().filter(|&&byte| byte == b'*').count();
        let wanted = if conversion == b'%' { 0 } else { stars + 1 };
        let end = (taken + wanted).min(given.len());
        let used = &given[taken..end];
        let first_argument = std::mem::replace(&mut taken, end);
        let all_known =
            used.iter().map(|&(value, ty)| executor.terms.known(value).map(|bits| Argument { ty, bits }));
        let is_symbolic_text = |values: &[Argument]| {
            let memory = &state.interpreter.machine.memory;
            let address = values.last().map_or(0, |value| value.bits as u64);
            conversion == b's' && memory.c_string(address) == Err(MemoryFault::Marked)
        };
        let all_known = all_known.collect::<Option<Vec<Argument>>>();
        if let Some(all_known) = all_known.filter(|values| !is_symbolic_text(values)) {
            known.extend_from_slice(specification);
            values.extend(all_known);
            continue;
        }
        if !known.is_empty() {
            pieces.push(Piece::Known(std::mem::take(&mut known), std::mem::take(&mut values)));
        }
        pieces.push(Piece::Open(OpenConversion {
            specification: specification.to_vec(),
            values: used.to_vec(),
            first_argument,
            conversion,
            length: length.to_vec(),
            field: Field::parse(field),
        }));
    }
    if !known.is_empty() {
        pieces.push(Piece::Known(known, values));
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read() {
        let plain = Field::default();
        assert_eq!(Field::parse(b""), plain);
        assert_eq!(Field::parse(b"-5"), Field { is_left: true, width: 5, ..plain });
        assert_eq!(
            Field::parse(b"+08.3"),
            Field { plus: Some(b'+'), has_zeros: true, width: 8, precision: Some(3), ..plain }
        );
        assert_eq!(Field::parse(b".").precision, Some(0));
        assert!(Field::parse(b"*").is_strange && Field::parse(b"#x").is_strange);
        assert!(Field::parse(b"99999").is_strange);
    }
}
