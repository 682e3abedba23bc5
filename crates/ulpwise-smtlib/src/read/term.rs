//! Terms: a machine with a stack of what is open, in place of recursion.
//!
//! Each token either opens something or completes an operand. A complete operand goes to what is
//! open innermost, which it may complete as well.

use super::{Reader, expect_close, expect_open, literal, symbol, unexpected};
use crate::environment::{Meaning, Reserved};
use crate::error::{Fault, Reading, SmtlibErrorKind};
use crate::lexer::{Lexer, Token, TokenKind};
use crate::names::NameId;
use crate::operator::Head;
use ulpwise_expr::{Term, TermStore};

/// How many sorts the terms of a script may have: half of what a store has room for, because it
/// needs some of its own.
const MAX_SORTS: usize = 1 << 15;

/// What is open.
#[derive(Clone, Copy, Debug)]
pub(super) enum TermFrame {
    /// An application; its operands are those from `base` on.
    Application {
        head: Head,
        at: u32,
        base: u32,
        /// How many operands are literals.
        literals: u32,
    },
    /// The term of a `let` binding. The bindings of the same `let` before it are those from `first`
    /// on.
    Binding { name: NameId, first: u32 },
    /// The body of a `let`; before it, `bound` names were bound.
    Body { bound: u32 },
    /// The body of a quantifier; before it, `bound` names were bound.
    Quantifier { bound: u32, at: u32, is_universal: bool },
    /// A term with annotations.
    Annotation,
}

/// A term, and whether it was written as a literal: some operators are part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub(super) term: Term,
    pub(super) is_literal: bool,
}

impl From<Term> for Operand {
    fn from(term: Term) -> Operand {
        Operand { term, is_literal: false }
    }
}

impl Reader {
    /// The term that begins with `first`.
    pub(super) fn term(
        &mut self,
        store: &mut TermStore,
        lexer: &mut Lexer<'_>,
        first: Token,
    ) -> Reading<Term> {
        let mut token = first;
        loop {
            let complete = match token.kind {
                TokenKind::Open => self.open(store, lexer)?,
                TokenKind::Close => Some(self.close(store, lexer, token)?),
                _ => Some(self.leaf(store, lexer, token)?),
            };
            if store.sort_count() > MAX_SORTS {
                let message = format!("a script has at most {MAX_SORTS} different sorts");
                return Err(Fault::out_of_range(token.start, message));
            }
            if let Some(operand) = complete
                && let Some(term) = self.deliver(store, lexer, operand)?
            {
                return Ok(term);
            }
            token = lexer.next()?;
        }
    }

    /// Hands a complete operand to what is open; delivers the term if nothing is.
    #[inline]
    fn deliver(
        &mut self,
        store: &mut TermStore,
        lexer: &mut Lexer<'_>,
        mut operand: Operand,
    ) -> Reading<Option<Term>> {
        loop {
            match self.frames.last_mut() {
                Some(TermFrame::Application { literals, .. }) => {
                    *literals += u32::from(operand.is_literal);
                    self.operands.push(operand.term);
                    return Ok(None);
                }
                None => return Ok(Some(operand.term)),
                Some(&mut TermFrame::Binding { name, first }) => {
                    expect_close(lexer)?;
                    self.frames.pop();
                    self.bindings.push((name, operand.term));
                    self.next_binding(lexer, first)?;
                    return Ok(None);
                }
                Some(&mut TermFrame::Body { bound }) => {
                    expect_close(lexer)?;
                    self.frames.pop();
                    self.environment.close_let(bound as usize);
                    operand.is_literal = false;
                }
                Some(&mut TermFrame::Quantifier { bound, at, is_universal }) => {
                    expect_close(lexer)?;
                    self.frames.pop();
                    self.environment.close_let(bound as usize);
                    operand = self.quantifier(store, at, is_universal, operand.term)?.into();
                }
                Some(TermFrame::Annotation) => {
                    self.frames.pop();
                    self.annotations(lexer, operand.term)?;
                    operand.is_literal = false;
                }
            }
        }
    }

    /// What follows an opening bracket: opens it, or delivers the operand if that is complete
    /// already.
    fn open(&mut self, store: &mut TermStore, lexer: &mut Lexer<'_>) -> Reading<Option<Operand>> {
        let token = lexer.next()?;
        let at = token.start;
        if token.kind == TokenKind::Open {
            let head = self.qualified_head(lexer)?;
            self.open_application(head, at);
            return Ok(None);
        }
        if !matches!(token.kind, TokenKind::Symbol | TokenKind::QuotedSymbol) {
            return Err(unexpected(lexer, token, "an operator"));
        }
        let text = symbol::spelling(lexer, token)?;
        let name = self.environment.intern(text);
        match self.environment.meaning(name) {
            Meaning::Head(_, head) => self.open_application(head, at),
            Meaning::Function(function) => self.open_application(Head::Function(function), at),
            Meaning::Declared(head) => self.open_application(head, at),
            Meaning::Reserved(Reserved::Let) => {
                expect_open(lexer)?;
                let first = self.bindings.len() as u32;
                self.next_binding(lexer, first)?;
            }
            Meaning::Reserved(reserved @ (Reserved::Forall | Reserved::Exists)) => {
                self.open_quantifier(store, lexer, at, reserved == Reserved::Forall)?;
            }
            Meaning::Reserved(Reserved::Annotation) => self.frames.push(TermFrame::Annotation),
            Meaning::Reserved(Reserved::Underscore) => {
                return self.indexed_constant(store, lexer).map(Some);
            }
            Meaning::Reserved(Reserved::As) => {
                return self.ascribed(store, lexer).map(|term| Some(term.into()));
            }
            Meaning::Reserved(Reserved::Other) => return Err(Fault::unsupported(at, format!("({text} …)"))),
            Meaning::Unknown => return Err(unknown(at, text)),
            Meaning::Term(_) | Meaning::Constant(..) => {
                return Err(unexpected(lexer, token, "an operator or a function with arguments"));
            }
        }
        Ok(None)
    }

    fn open_application(&mut self, head: Head, at: u32) {
        let base = self.operands.len() as u32;
        self.frames.push(TermFrame::Application { head, at, base, literals: 0 });
    }

    /// A closing bracket: completes an application.
    #[inline]
    fn close(&mut self, store: &mut TermStore, lexer: &Lexer<'_>, token: Token) -> Reading<Operand> {
        match self.frames.last() {
            Some(&TermFrame::Application { head, at, base, literals })
                if self.operands.len() > base as usize =>
            {
                self.frames.pop();
                let base = base as usize;
                let all_literal = literals as usize == self.operands.len() - base;
                let operand = self.application(store, head, at, base, all_literal)?;
                self.operands.truncate(base);
                Ok(operand)
            }
            _ => Err(unexpected(lexer, token, "a term")),
        }
    }

    /// A term of one token.
    #[inline]
    fn leaf(&mut self, store: &mut TermStore, lexer: &Lexer<'_>, token: Token) -> Reading<Operand> {
        match token.kind {
            TokenKind::Symbol | TokenKind::QuotedSymbol => {
                let text = symbol::spelling(lexer, token)?;
                self.constant_named(lexer, token, text).map(Operand::from)
            }
            TokenKind::Numeral | TokenKind::Decimal | TokenKind::Hexadecimal | TokenKind::Binary => {
                let term = literal::constant(store, lexer, token)?;
                Ok(Operand { term, is_literal: true })
            }
            TokenKind::Text => Err(Fault::unsupported(token.start, "strings as terms")),
            _ => Err(unexpected(lexer, token, "a term")),
        }
    }

    /// The term that a name alone stands for.
    #[inline]
    pub(super) fn constant_named(&self, lexer: &Lexer<'_>, token: Token, text: &str) -> Reading<Term> {
        let meaning = self.environment.names.find(text).map(|name| self.environment.meaning(name));
        match meaning {
            Some(Meaning::Term(term) | Meaning::Constant(_, term)) => Ok(term),
            None | Some(Meaning::Unknown) => Err(unknown(token.start, text)),
            Some(_) => Err(unexpected(lexer, token, "a term")),
        }
    }

    /// What follows a binding of a `let`, or its first opening bracket: another binding, or the
    /// body.
    fn next_binding(&mut self, lexer: &mut Lexer<'_>, first: u32) -> Reading<()> {
        let token = lexer.next()?;
        match token.kind {
            TokenKind::Open => {
                let (_, name) = self.name(lexer)?;
                self.frames.push(TermFrame::Binding { name, first });
                Ok(())
            }
            TokenKind::Close => {
                self.lets += 1;
                let bound = self.environment.bound() as u32;
                for (name, term) in self.bindings.drain(first as usize..) {
                    if !self.environment.bind(name, term, self.lets) {
                        let name = self.environment.names.text(name);
                        let message = format!("{name} is bound twice in one let");
                        return Err(Fault::new(token.start, SmtlibErrorKind::NotNow(message)));
                    }
                }
                self.frames.push(TermFrame::Body { bound });
                Ok(())
            }
            _ => Err(unexpected(lexer, token, "a binding or )")),
        }
    }

    /// The annotations of a term, to the closing bracket.
    fn annotations(&mut self, lexer: &mut Lexer<'_>, term: Term) -> Reading<()> {
        let mut token = lexer.next()?;
        loop {
            match token.kind {
                TokenKind::Close => return Ok(()),
                TokenKind::Keyword if lexer.bytes(token) == b":named" => {
                    let (symbol, name) = self.name(lexer)?;
                    self.name_term(symbol.start, name, term)?;
                    token = lexer.next()?;
                }
                TokenKind::Keyword => {
                    token = lexer.next()?;
                    if !matches!(token.kind, TokenKind::Keyword | TokenKind::Close) {
                        symbol::skip_expression(lexer, token)?;
                        token = lexer.next()?;
                    }
                }
                _ => return Err(unexpected(lexer, token, "an annotation or )")),
            }
        }
    }

    fn name_term(&mut self, at: u32, name: NameId, term: Term) -> Reading<()> {
        let text = self.environment.names.text(name).to_owned();
        if self.in_function || !self.quantified.is_empty() {
            return Err(Fault::unsupported(at, ":named in the body of a function with parameters"));
        }
        if !self.environment.declare(name, Meaning::Term(term)) {
            return Err(Fault::new(at, SmtlibErrorKind::AlreadyDeclared(text)));
        }
        self.named.push((text, term));
        Ok(())
    }
}

pub(super) fn unknown(at: u32, text: &str) -> Box<Fault> {
    Fault::new(at, SmtlibErrorKind::Unknown { what: "symbol", name: text.to_owned() })
}
