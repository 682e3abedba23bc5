//! Sorts.

use super::{Reader, expect_close, literal, symbol, unexpected};
use crate::environment::Meaning;
use crate::environment::{Reserved, SortMeaning};
use crate::error::{Fault, Reading, SmtlibErrorKind};
use crate::lexer::{Lexer, Token, TokenKind};
use crate::names::NameId;
use crate::script_sort::ScriptSort;
use crate::sort_shape::SortShape;
use ulpwise_expr::Sort;
use ulpwise_float::Format;

/// How many parts a sort may have: values nest as deeply.
const MAX_PARTS: u32 = 64;

/// A sort with arguments whose closing bracket is still to come.
struct Open {
    at: u32,
    meaning: SortMeaning,
    name: NameId,
    /// How many shapes there were before its arguments.
    base: usize,
}

impl Reader {
    /// The next sort.
    pub(super) fn sort(&mut self, lexer: &mut Lexer<'_>) -> Reading<ScriptSort> {
        let first = lexer.next()?;
        self.sort_from(lexer, first)
    }

    /// The sort that begins with `first`.
    pub(super) fn sort_from(&mut self, lexer: &mut Lexer<'_>, first: Token) -> Reading<ScriptSort> {
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
                        shapes.push(SortShape::Ground(ScriptSort::Kernel(indexed_sort(lexer)?)));
                    } else {
                        let meaning = self.sort_named(head, name)?;
                        open.push(Open { at: head.start, meaning, name, base: shapes.len() });
                    }
                }
                TokenKind::Close => {
                    let Some(Open { at, meaning, name, base }) = open.pop() else {
                        return Err(unexpected(lexer, token, "a sort"));
                    };
                    let arguments = shapes.split_off(base);
                    let shape = instantiate((at, self.environment.names.text(name)), &meaning, arguments)?;
                    shapes.push(shape);
                }
                TokenKind::Symbol | TokenKind::QuotedSymbol => {
                    let name = self.environment.intern(symbol::spelling(lexer, token)?);
                    let shape = match parameters.iter().position(|&parameter| parameter == name) {
                        Some(number) => SortShape::Parameter(number as u32),
                        None => {
                            let meaning = self.sort_named(token, name)?;
                            let text = self.environment.names.text(name);
                            instantiate((token.start, text), &meaning, Vec::new())?
                        }
                    };
                    shapes.push(shape);
                }
                _ => return Err(unexpected(lexer, token, "a sort")),
            }
            let mut parts = MAX_PARTS;
            if shapes.last().is_some_and(|shape| !shape.spend_parts(&mut parts)) {
                return Err(Fault::out_of_range(
                    token.start,
                    format!("a sort has at most {MAX_PARTS} parts"),
                ));
            }
            if open.is_empty() {
                return Ok(shapes.swap_remove(0));
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

fn instantiate(token: (u32, &str), meaning: &SortMeaning, arguments: Vec<SortShape>) -> Reading<SortShape> {
    let (at, name) = token;
    let found = arguments.len();
    let wrong_count =
        |arity: u32| Fault::out_of_range(at, format!("this sort takes {arity} parameters, not {found}"));
    match meaning {
        SortMeaning::Array => match <[SortShape; 2]>::try_from(arguments) {
            Ok([index, element]) => Ok(SortShape::array(index, element)),
            Err(_) => Err(wrong_count(2)),
        },
        SortMeaning::Shape { arity, shape } if *arity as usize == found => Ok(shape.instantiate(&arguments)),
        SortMeaning::Declared { arity } if *arity as usize == found => {
            Ok(SortShape::declared(&name.into(), arguments))
        }
        SortMeaning::Shape { arity, .. } | SortMeaning::Declared { arity } => Err(wrong_count(*arity)),
        SortMeaning::Unsupported => unreachable!("refused when it was looked up"),
    }
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
