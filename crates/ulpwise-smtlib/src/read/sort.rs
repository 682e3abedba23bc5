//! Sorts.

use super::{Reader, expect_close, literal, symbol, unexpected};
use crate::environment::Meaning;
use crate::environment::{Reserved, SortMeaning};
use crate::error::{Fault, Reading, SmtlibErrorKind};
use crate::lexer::{Lexer, Token, TokenKind};
use crate::names::NameId;
use crate::sort_shape::SortShape;
use ulpwise_expr::Sort;
use ulpwise_float::Format;

/// A sort with arguments whose closing bracket is still to come.
struct Open {
    at: u32,
    meaning: SortMeaning,
    /// How many shapes there were before its arguments.
    base: usize,
}

impl Reader {
    /// The next sort.
    pub(super) fn sort(&mut self, lexer: &mut Lexer<'_>) -> Reading<Sort> {
        let first = lexer.next()?;
        match self.sort_shape(lexer, first, &[])? {
            SortShape::Ground(sort) => Ok(sort),
            shape => unreachable!("{shape:?} without parameters"),
        }
    }

    /// The sort that begins with `first`, in which these names stand for its parameters.
    pub(super) fn sort_shape(
        &mut self,
        lexer: &mut Lexer<'_>,
        first: Token,
        parameters: &[NameId],
    ) -> Reading<SortShape> {
        let mut shapes: Vec<SortShape> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        let mut token = first;
        loop {
            match token.kind {
                TokenKind::Open => {
                    let (head, text) = symbol::symbol(lexer)?;
                    let name = self.environment.intern(text);
                    if self.environment.meaning(name) == Meaning::Reserved(Reserved::Underscore) {
                        shapes.push(SortShape::Ground(indexed_sort(lexer)?));
                    } else {
                        let meaning = self.sort_named(head, name)?;
                        open.push(Open { at: head.start, meaning, base: shapes.len() });
                    }
                }
                TokenKind::Close => {
                    let Some(Open { at, meaning, base }) = open.pop() else {
                        return Err(unexpected(lexer, token, "a sort"));
                    };
                    let shape = instantiate(at, meaning, &shapes[base..])?;
                    shapes.truncate(base);
                    shapes.push(shape);
                }
                TokenKind::Symbol | TokenKind::QuotedSymbol => {
                    let name = self.environment.intern(symbol::spelling(lexer, token)?);
                    let shape = match parameters.iter().position(|&parameter| parameter == name) {
                        Some(number) => SortShape::Parameter(number as u32),
                        None => instantiate(token.start, self.sort_named(token, name)?, &[])?,
                    };
                    shapes.push(shape);
                }
                _ => return Err(unexpected(lexer, token, "a sort")),
            }
            if open.is_empty() {
                return Ok(shapes[0]);
            }
            token = lexer.next()?;
        }
    }

    fn sort_named(&self, token: Token, name: NameId) -> Reading<SortMeaning> {
        let text = self.environment.names.text(name);
        match self.environment.sort_meaning(name) {
            None => {
                let kind = SmtlibErrorKind::Unknown { what: "sort", name: text.to_owned() };
                Err(Fault::new(token.start, kind))
            }
            Some(SortMeaning::Unsupported) => {
                Err(Fault::unsupported(token.start, format!("terms of sort {text}")))
            }
            Some(meaning) => Ok(meaning),
        }
    }
}

fn instantiate(at: u32, meaning: SortMeaning, arguments: &[SortShape]) -> Reading<SortShape> {
    let wrong_count = |arity: u32| {
        let found = arguments.len();
        let message = format!("this sort takes {arity} parameters, not {found}");
        Fault::out_of_range(at, message)
    };
    let shape = match meaning {
        SortMeaning::Array => match *arguments {
            [index, element] => SortShape::array(index, element),
            _ => return Err(wrong_count(2)),
        },
        SortMeaning::Shape { arity, shape } if arity as usize == arguments.len() => {
            shape.instantiate(arguments)
        }
        SortMeaning::Shape { arity, .. } => return Err(wrong_count(arity)),
        SortMeaning::Unsupported => unreachable!("refused when it was looked up"),
    };
    shape.map_err(|part| {
        let message = match part {
            SortShape::Ground(sort) => format!("arrays of {sort}: they go from bit-vectors to bit-vectors"),
            _ => "arrays of arrays".to_owned(),
        };
        Fault::unsupported(at, message)
    })
}

/// The rest of `(_ BitVec n)` or `(_ FloatingPoint eb sb)`.
fn indexed_sort(lexer: &mut Lexer<'_>) -> Reading<Sort> {
    let (token, name) = symbol::symbol(lexer)?;
    let sort = match name {
        "BitVec" => {
            let sort = Sort::BitVec(literal::index(lexer)?);
            sort.is_well_formed().then_some(sort)
        }
        "FloatingPoint" => {
            let (exponent, significand) = (literal::index(lexer)?, literal::index(lexer)?);
            Format::new(exponent, significand).map(Sort::Float)
        }
        _ => {
            let kind = SmtlibErrorKind::Unknown { what: "indexed sort", name: name.to_owned() };
            return Err(Fault::new(token.start, kind));
        }
    };
    let sort = sort.ok_or_else(|| {
        Fault::out_of_range(token.start, format!("the indices of this {name} are out of range"))
    })?;
    expect_close(lexer)?;
    Ok(sort)
}
