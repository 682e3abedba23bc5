//! Declarations and definitions.

use super::{Reader, expect_close, expect_open, literal, symbol, unexpected};
use crate::command::Command;
use crate::environment::{DefinedFunction, Meaning, SortMeaning};
use crate::error::{Fault, Reading, SmtlibErrorKind};
use crate::extended::{DeclaredFunction, NodeKind};
use crate::lexer::{Lexer, TokenKind};
use crate::names::NameId;
use crate::operator::Head;
use crate::script_sort::ScriptSort;
use ulpwise_expr::{Term, TermStore};

impl Reader {
    /// `name sort`, after `declare-const`.
    pub(super) fn declare_const(&mut self, store: &mut TermStore, lexer: &mut Lexer<'_>) -> Reading<Command> {
        let (token, name) = self.name(lexer)?;
        let sort = self.sort(lexer)?;
        self.declare_variable(store, token.start, name, sort)
    }

    /// `name (sorts) sort`, after `declare-fun`.
    pub(super) fn declare_fun(&mut self, store: &mut TermStore, lexer: &mut Lexer<'_>) -> Reading<Command> {
        let (token, name) = self.name(lexer)?;
        expect_open(lexer)?;
        let mut parameters = Vec::new();
        loop {
            let next = lexer.next()?;
            if next.kind == TokenKind::Close {
                break;
            }
            parameters.push(self.sort_from(lexer, next)?);
        }
        let result = self.sort(lexer)?;
        if parameters.is_empty() {
            return self.declare_variable(store, token.start, name, result);
        }
        let text = self.environment.names.text(name).to_owned();
        let function = self.extension.functions.push(DeclaredFunction { name: text, parameters, result });
        self.declare(token.start, name, Meaning::Declared(Head::Declared(function)))?;
        Ok(Command::DeclareFunction { number: self.extension.functions.len() - 1 })
    }

    fn declare_variable(
        &mut self,
        store: &mut TermStore,
        at: u32,
        name: NameId,
        sort: ScriptSort,
    ) -> Reading<Command> {
        let text = self.environment.names.text(name).to_owned();
        let variable = self.variable(store, at, &text, &sort)?;
        self.declare(at, name, Meaning::Term(variable))?;
        Ok(Command::Declare { variable })
    }

    /// The variable with this name and sort.
    pub(super) fn variable(
        &mut self,
        store: &mut TermStore,
        at: u32,
        name: &str,
        sort: &ScriptSort,
    ) -> Reading<Term> {
        match sort {
            ScriptSort::Kernel(sort) => {
                let variable = store.try_variable(name, *sort);
                variable.map_err(|error| Fault::new(at, SmtlibErrorKind::IllSorted(error)))
            }
            sort => {
                Ok(self.extension.apply(store, NodeKind::Variable(name.into()), Vec::new(), sort.clone()))
            }
        }
    }

    pub(super) fn declare(&mut self, at: u32, name: NameId, meaning: Meaning) -> Reading<()> {
        if self.environment.declare(name, meaning) {
            return Ok(());
        }
        let text = self.environment.names.text(name).to_owned();
        Err(Fault::new(at, SmtlibErrorKind::AlreadyDeclared(text)))
    }

    /// `name sort term`, after `define-const`.
    pub(super) fn define_const(&mut self, store: &mut TermStore, lexer: &mut Lexer<'_>) -> Reading<Command> {
        let (token, name) = self.name(lexer)?;
        let body = self.body(store, lexer)?;
        self.declare(token.start, name, Meaning::Term(body))?;
        Ok(Command::Define)
    }

    /// `name ((parameter sort)…) sort term`, after `define-fun`.
    pub(super) fn define_fun(&mut self, store: &mut TermStore, lexer: &mut Lexer<'_>) -> Reading<Command> {
        let (token, name) = self.name(lexer)?;
        let bound = self.environment.bound();
        let parameters = self.parameters(store, lexer, name)?;
        self.in_function = !parameters.is_empty();
        let body = self.body(store, lexer)?;
        self.in_function = false;
        self.environment.close_let(bound);
        let meaning = if parameters.is_empty() {
            Meaning::Term(body)
        } else {
            let size = store.dag_size(&[body]) as u64;
            Meaning::Function(self.environment.functions.push(DefinedFunction {
                name,
                parameters,
                body,
                size,
            }))
        };
        self.declare(token.start, name, meaning)?;
        Ok(Command::Define)
    }

    /// The parameters of a function, bound to variables of their own.
    pub(super) fn parameters(
        &mut self,
        store: &mut TermStore,
        lexer: &mut Lexer<'_>,
        function: NameId,
    ) -> Reading<Vec<Term>> {
        let mut parameters = Vec::new();
        self.lets += 1;
        expect_open(lexer)?;
        loop {
            let token = lexer.next()?;
            match token.kind {
                TokenKind::Close => return Ok(parameters),
                TokenKind::Open => {}
                _ => return Err(unexpected(lexer, token, "a parameter or )")),
            }
            let (symbol, name) = self.name(lexer)?;
            let sort = self.sort(lexer)?;
            expect_close(lexer)?;
            let names = &self.environment.names;
            // No symbol contains a bar, so no script can name this variable.
            let placeholder = format!("|{}|{}|{}", names.text(function), names.text(name), parameters.len());
            let variable = self.variable(store, symbol.start, &placeholder, &sort)?;
            if !self.environment.bind(name, variable, self.lets) {
                let text = self.environment.names.text(name).to_owned();
                return Err(Fault::new(symbol.start, SmtlibErrorKind::AlreadyDeclared(text)));
            }
            parameters.push(variable);
        }
    }

    /// `sort term`: the term, which has to have this sort.
    fn body(&mut self, store: &mut TermStore, lexer: &mut Lexer<'_>) -> Reading<Term> {
        let sort = self.sort(lexer)?;
        let first = lexer.next()?;
        let body = self.term(store, lexer, first)?;
        let found = self.extension.sort(store, body);
        if found.fits(&sort) {
            return Ok(body);
        }
        let message =
            format!("the definition cannot be applied to ({found}): it takes a body of sort {sort}");
        Err(Fault::new(first.start, SmtlibErrorKind::WrongSorts(message)))
    }

    /// `name arity`, after `declare-sort`.
    pub(super) fn declare_sort(&mut self, lexer: &mut Lexer<'_>) -> Reading<Command> {
        let (token, name) = self.name(lexer)?;
        let arity = literal::index(lexer)?;
        self.declare_sort_name(token.start, name, SortMeaning::Declared { arity })
    }

    /// `name (parameters) sort`, after `define-sort`.
    pub(super) fn define_sort(&mut self, lexer: &mut Lexer<'_>) -> Reading<Command> {
        let (token, name) = self.name(lexer)?;
        expect_open(lexer)?;
        let mut parameters = Vec::new();
        loop {
            let token = lexer.next()?;
            if token.kind == TokenKind::Close {
                break;
            }
            parameters.push(self.environment.intern(symbol::spelling(lexer, token)?));
        }
        let first = lexer.next()?;
        let shape = self.sort_shape(lexer, first, &parameters)?;
        let meaning = SortMeaning::Shape { arity: parameters.len() as u32, shape };
        self.declare_sort_name(token.start, name, meaning)
    }

    pub(super) fn declare_sort_name(
        &mut self,
        at: u32,
        name: NameId,
        meaning: SortMeaning,
    ) -> Reading<Command> {
        if self.environment.declare_sort(name, meaning) {
            return Ok(Command::Define);
        }
        let text = self.environment.names.text(name).to_owned();
        Err(Fault::new(at, SmtlibErrorKind::AlreadyDeclared(text)))
    }
}
