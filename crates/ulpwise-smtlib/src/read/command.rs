//! Commands: one arm each.

use super::{Reader, expect_close, expect_open, literal, symbol, unexpected};
use crate::command::{Attribute, Command};
use crate::error::{Fault, Reading, SmtlibErrorKind};
use crate::lexer::{Lexer, Token, TokenKind};
use ulpwise_expr::{Sort, SortError, Term, TermStore};

/// More levels than any script has; beyond, one `push` could take all memory.
const MAX_LEVELS: usize = 1 << 20;

impl Reader {
    /// The command after an opening bracket.
    pub(super) fn command(&mut self, store: &mut TermStore, lexer: &mut Lexer<'_>) -> Reading<Command> {
        let (token, name) = symbol::symbol(lexer)?;
        let command = match name {
            "assert" => self.assert(store, lexer)?,
            "check-sat" => Command::CheckSat,
            "check-sat-assuming" => Command::CheckSatAssuming(self.assumptions(store, lexer)?),
            "declare-const" => self.declare_const(store, lexer)?,
            "declare-fun" => self.declare_fun(store, lexer)?,
            "declare-sort" => self.declare_sort(lexer)?,
            "define-const" => self.define_const(store, lexer)?,
            "define-fun" => self.define_fun(store, lexer)?,
            "define-sort" => self.define_sort(lexer)?,
            "echo" => Command::Echo(symbol::string(lexer)?),
            "exit" => Command::Exit,
            "get-assertions" => Command::GetAssertions,
            "get-assignment" => Command::GetAssignment,
            "get-info" => Command::GetInfo(symbol::keyword(lexer)?),
            "get-model" => Command::GetModel,
            "get-option" => Command::GetOption(symbol::keyword(lexer)?),
            "get-proof" => Command::GetProof,
            "get-unsat-assumptions" => Command::GetUnsatAssumptions,
            "get-unsat-core" => Command::GetUnsatCore,
            "get-value" => Command::GetValue(self.terms_with_text(store, lexer)?),
            "pop" => return self.pop(lexer, token),
            "push" => return self.push(lexer, token),
            "reset" => self.reset(),
            "reset-assertions" => self.reset_assertions(),
            "set-info" => return attribute(lexer).map(Command::SetInfo),
            "set-logic" => self.set_logic(lexer)?,
            "set-option" => return self.set_option(lexer),
            "declare-datatype" => self.declare_datatype(store, lexer)?,
            "declare-datatypes" => self.declare_datatypes(store, lexer)?,
            "define-fun-rec" | "define-funs-rec" | "declare-sort-parameter" => {
                return Err(Fault::unsupported(token.start, format!("the command {name}")));
            }
            _ => {
                let kind = SmtlibErrorKind::Unknown { what: "command", name: name.to_owned() };
                return Err(Fault::new(token.start, kind));
            }
        };
        expect_close(lexer)?;
        Ok(command)
    }

    fn assert(&mut self, store: &mut TermStore, lexer: &mut Lexer<'_>) -> Reading<Command> {
        let first = lexer.next()?;
        let names_before = self.named.len();
        let term = self.bool_term(store, lexer, first, "assert")?;
        // The outermost annotation is complete last.
        let name = self.named[names_before..].last().filter(|(_, named)| *named == term);
        let name = name.filter(|_| is_annotated(lexer, first)).map(|(name, _)| name.clone());
        Ok(Command::Assert { term, name })
    }

    fn bool_term(
        &mut self,
        store: &mut TermStore,
        lexer: &mut Lexer<'_>,
        first: Token,
        what: &'static str,
    ) -> Reading<Term> {
        let term = self.term(store, lexer, first)?;
        let sort = store.sort(term);
        if sort == Sort::Bool && !self.extension.is_rich(term) {
            return Ok(term);
        }
        let error = SortError::new(what, &[sort], "one Bool");
        Err(Fault::new(first.start, SmtlibErrorKind::IllSorted(error)))
    }

    /// `(term …)` with each term's text.
    fn terms_with_text(
        &mut self,
        store: &mut TermStore,
        lexer: &mut Lexer<'_>,
    ) -> Reading<Vec<(String, Term)>> {
        expect_open(lexer)?;
        let mut terms = Vec::new();
        loop {
            let first = lexer.next()?;
            if first.kind == TokenKind::Close && !terms.is_empty() {
                return Ok(terms);
            }
            let term = self.term(store, lexer, first)?;
            let text = symbol::plain_text(lexer, first.start, lexer.offset())?;
            terms.push((text, term));
        }
    }

    /// `(proposition …)`, possibly none.
    fn assumptions(&mut self, store: &mut TermStore, lexer: &mut Lexer<'_>) -> Reading<Vec<(String, Term)>> {
        expect_open(lexer)?;
        let mut terms = Vec::new();
        loop {
            let first = lexer.next()?;
            if first.kind == TokenKind::Close {
                return Ok(terms);
            }
            let term = self.bool_term(store, lexer, first, "check-sat-assuming")?;
            let text = symbol::plain_text(lexer, first.start, lexer.offset())?;
            terms.push((text, term));
        }
    }

    /// The number of levels, one if there is none, and the closing bracket.
    fn level_count(lexer: &mut Lexer<'_>) -> Reading<u32> {
        let token = lexer.next()?;
        if token.kind == TokenKind::Close {
            return Ok(1);
        }
        let count = literal::small_numeral(lexer, token)?;
        expect_close(lexer)?;
        Ok(count)
    }

    fn push(&mut self, lexer: &mut Lexer<'_>, token: Token) -> Reading<Command> {
        let count = Reader::level_count(lexer)?;
        if self.environment.levels() + count as usize > MAX_LEVELS {
            let message = format!("there are at most {MAX_LEVELS} levels");
            return Err(Fault::out_of_range(token.start, message));
        }
        for _ in 0..count {
            self.environment.push_level();
        }
        Ok(Command::Push(count))
    }

    fn pop(&mut self, lexer: &mut Lexer<'_>, token: Token) -> Reading<Command> {
        let count = Reader::level_count(lexer)?;
        let levels = self.environment.levels();
        if count as usize > levels {
            let message = format!("pop {count} is not possible: there are {levels} levels to pop");
            return Err(Fault::new(token.start, SmtlibErrorKind::NotNow(message)));
        }
        for _ in 0..count {
            self.environment.pop_level();
        }
        Ok(Command::Pop(count))
    }

    fn reset(&mut self) -> Command {
        self.environment.global_declarations = false;
        self.environment.clear();
        self.environment.set_logic("ALL");
        Command::Reset
    }

    fn reset_assertions(&mut self) -> Command {
        self.environment.clear();
        Command::ResetAssertions
    }

    fn set_logic(&mut self, lexer: &mut Lexer<'_>) -> Reading<Command> {
        let (_, logic) = symbol::symbol(lexer)?;
        self.environment.set_logic(logic);
        Ok(Command::SetLogic(logic.to_owned()))
    }

    fn set_option(&mut self, lexer: &mut Lexer<'_>) -> Reading<Command> {
        let attribute = attribute(lexer)?;
        if attribute.keyword == ":global-declarations" {
            self.environment.global_declarations = attribute.value.as_deref() == Some("true");
        }
        Ok(Command::SetOption(attribute))
    }
}

/// Whether the term that begins with `first` is one with annotations.
fn is_annotated(lexer: &Lexer<'_>, first: Token) -> bool {
    let mut inner = Lexer::new(lexer.slice(first.end, lexer.offset()));
    first.kind == TokenKind::Open && inner.next().is_ok_and(|token| inner.bytes(token) == b"!")
}

/// A keyword with a value, if there is one, and the closing bracket.
fn attribute(lexer: &mut Lexer<'_>) -> Reading<Attribute> {
    let keyword = symbol::keyword(lexer)?;
    let first = lexer.next()?;
    if first.kind == TokenKind::Close {
        return Ok(Attribute { keyword, value: None });
    }
    if first.kind == TokenKind::Keyword {
        return Err(unexpected(lexer, first, "a value"));
    }
    let end = symbol::skip_expression(lexer, first)?;
    let value = String::from_utf8_lossy(lexer.slice(first.start, end)).into_owned();
    expect_close(lexer)?;
    Ok(Attribute { keyword, value: Some(value) })
}
