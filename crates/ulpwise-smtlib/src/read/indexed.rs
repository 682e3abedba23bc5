//! Identifiers with indices and with sorts: `(_ bv7 8)`, `(_ +oo 8 24)`, `(_ extract 7 0)`,
//! `(as const …)`.

use super::term::Operand;
use super::{Reader, expect_close, literal, symbol, unexpected};
use crate::environment::{Meaning, Reserved};
use crate::error::{Fault, Reading, SmtlibErrorKind};
use crate::lexer::{Lexer, Token, TokenKind};
use crate::operator::{self, Head};
use crate::script_sort::ScriptSort;
use ulpwise_expr::{BitVector, Sort, SortError, Term, TermStore};
use ulpwise_float::{Float, Format};

impl Reader {
    /// The constant after `(_`.
    pub(super) fn indexed_constant(
        &mut self,
        store: &mut TermStore,
        lexer: &mut Lexer<'_>,
    ) -> Reading<Operand> {
        let (token, name) = symbol::symbol(lexer)?;
        let special: fn(Format) -> Float = match name {
            "+oo" => |format| Float::infinity(format, false),
            "-oo" => |format| Float::infinity(format, true),
            "+zero" => |format| Float::zero(format, false),
            "-zero" => |format| Float::zero(format, true),
            "NaN" => |format| Float::quiet_nan(format, false),
            _ => return bit_vector_constant(store, lexer, token, name),
        };
        let (exponent, significand) = (literal::index(lexer)?, literal::index(lexer)?);
        let format = Format::new(exponent, significand).ok_or_else(|| {
            let message = format!("there is no format ({exponent},{significand})");
            Fault::out_of_range(token.start, message)
        })?;
        expect_close(lexer)?;
        Ok(store.float(special(format)).into())
    }

    /// The head of an application after `((`.
    pub(super) fn qualified_head(&mut self, lexer: &mut Lexer<'_>) -> Reading<Head> {
        let (token, text) = symbol::symbol(lexer)?;
        let name = self.environment.intern(text);
        match self.environment.meaning(name) {
            Meaning::Reserved(Reserved::Underscore) => self.indexed_head(lexer),
            Meaning::Reserved(Reserved::As) => self.ascribed_head(lexer),
            _ => Err(unexpected(lexer, token, "_ or as")),
        }
    }

    /// The rest of `(_ name index…)` as a function: an operator, or the tester of a constructor.
    fn indexed_head(&mut self, lexer: &mut Lexer<'_>) -> Reading<Head> {
        let (token, name) = symbol::symbol(lexer)?;
        if name != "is" {
            return indexed_operator(lexer, token, name);
        }
        let next = lexer.next()?;
        let constructor = if next.kind == TokenKind::Open {
            // z3's form: the constructor with its argument sorts and its sort.
            let (_, constructor) = symbol::symbol(lexer)?;
            let inner = lexer.next()?;
            symbol::skip_expression(lexer, inner)?;
            self.sort(lexer)?;
            expect_close(lexer)?;
            constructor
        } else {
            symbol::spelling(lexer, next)?
        };
        expect_close(lexer)?;
        self.tester(next.start, constructor)
    }

    /// What follows `((as`: only constant arrays are functions that need their sort.
    fn ascribed_head(&mut self, lexer: &mut Lexer<'_>) -> Reading<Head> {
        let (token, name) = symbol::symbol(lexer)?;
        let sort = self.sort(lexer)?;
        expect_close(lexer)?;
        if let Some(head @ Head::Construct(..)) = self.declared_head(name) {
            return Ok(head);
        }
        match (name, sort) {
            ("const", ScriptSort::Kernel(Sort::Array { index, element })) => {
                Ok(Head::ArrayConstant { index, element })
            }
            ("const", sort @ ScriptSort::Array(_)) => {
                self.constant_arrays.push(sort);
                Ok(Head::ConstantArray(self.constant_arrays.len() as u32 - 1))
            }
            (name, sort) => Err(Fault::unsupported(token.start, format!("(as {name} {sort}) as a function"))),
        }
    }

    /// What follows `(as`: a term that has to have this sort.
    pub(super) fn ascribed(&mut self, store: &TermStore, lexer: &mut Lexer<'_>) -> Reading<Term> {
        let (token, name) = symbol::symbol(lexer)?;
        let term = self.constant_named(lexer, token, name)?;
        let sort = self.sort(lexer)?;
        expect_close(lexer)?;
        if self.extension.sort(store, term).fits(&sort) {
            return Ok(term);
        }
        let found = store.sort(term);
        let error = SortError::new(format!("(as {name} {sort})"), &[found], format!("a term of sort {sort}"));
        Err(Fault::new(token.start, SmtlibErrorKind::IllSorted(error)))
    }
}

/// The rest of `(_ bvX n)`.
fn bit_vector_constant(
    store: &mut TermStore,
    lexer: &mut Lexer<'_>,
    token: Token,
    name: &str,
) -> Reading<Operand> {
    let digits = name
        .strip_prefix("bv")
        .filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()));
    let Some(digits) = digits else {
        let kind = SmtlibErrorKind::Unknown { what: "indexed constant", name: name.to_owned() };
        return Err(Fault::new(token.start, kind));
    };
    let width = literal::index(lexer)?;
    let sort = Sort::BitVec(width);
    if !sort.is_well_formed() {
        return Err(Fault::out_of_range(token.start, format!("there is no sort {sort}")));
    }
    let digits = literal::without_leading_zeros(digits.as_bytes());
    // A digit has more than three bits, so many digits need not be read to see that they do not
    // fit.
    let value = (digits.len() <= width as usize / 3 + 1).then(|| literal::natural(digits, 10));
    let value = value
        .filter(|value| (value >> width as usize).is_zero())
        .ok_or_else(|| Fault::out_of_range(token.start, format!("this number has more than {width} bits")))?;
    expect_close(lexer)?;
    Ok(Operand { term: store.bit_vector(BitVector::new(width, value)), is_literal: true })
}

/// The rest of `(_ name index…)` as an operator.
fn indexed_operator(lexer: &mut Lexer<'_>, token: Token, name: &str) -> Reading<Head> {
    let Some(count) = operator::index_count(name.as_bytes()) else {
        let kind = SmtlibErrorKind::Unknown { what: "indexed operator", name: name.to_owned() };
        return Err(Fault::new(token.start, kind));
    };
    let mut indices = [0; 2];
    for index in &mut indices[..count] {
        *index = literal::index(lexer)?;
    }
    expect_close(lexer)?;
    operator::indexed(name.as_bytes(), &indices[..count]).ok_or_else(|| {
        Fault::out_of_range(token.start, format!("the indices of this {name} are out of range"))
    })
}
