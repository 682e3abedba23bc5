//! Datatypes: enumerations, records, and choices between them; none that contains itself.

use super::{Reader, expect_close, expect_open, literal, symbol, unexpected};
use crate::command::Command;
use crate::environment::{Meaning, SortMeaning};
use crate::error::{Fault, Reading, SmtlibErrorKind};
use crate::extended::{Constructor, NodeKind};
use crate::lexer::{Lexer, TokenKind};
use crate::names::NameId;
use crate::operator::Head;
use crate::print::quoted;
use crate::script_sort::{DatatypeId, ScriptSort};
use crate::sort_shape::SortShape;
use ulpwise_expr::TermStore;

impl Reader {
    /// `name (constructor…)`, after `declare-datatype`.
    pub(super) fn declare_datatype(
        &mut self,
        store: &mut TermStore,
        lexer: &mut Lexer<'_>,
    ) -> Reading<Command> {
        let (token, name) = self.name(lexer)?;
        let datatype = self.datatype_name(token.start, name)?;
        self.constructors(store, lexer, datatype)?;
        self.refuse_recursion(token.start, &[datatype])?;
        Ok(Command::Define)
    }

    /// `((name arity)…) ((constructor…)…)`, after `declare-datatypes`.
    pub(super) fn declare_datatypes(
        &mut self,
        store: &mut TermStore,
        lexer: &mut Lexer<'_>,
    ) -> Reading<Command> {
        let start = expect_open(lexer)?.start;
        let mut datatypes = Vec::new();
        loop {
            let token = lexer.next()?;
            match token.kind {
                TokenKind::Close => break,
                TokenKind::Open => {}
                _ => return Err(unexpected(lexer, token, "a datatype with its arity, or )")),
            }
            let (symbol, name) = self.name(lexer)?;
            if literal::index(lexer)? != 0 {
                return Err(Fault::unsupported(symbol.start, "datatypes with parameters"));
            }
            expect_close(lexer)?;
            datatypes.push(self.datatype_name(symbol.start, name)?);
        }
        expect_open(lexer)?;
        for &datatype in &datatypes {
            self.constructors(store, lexer, datatype)?;
        }
        expect_close(lexer)?;
        self.refuse_recursion(start, &datatypes)?;
        Ok(Command::Define)
    }

    fn datatype_name(&mut self, at: u32, name: NameId) -> Reading<DatatypeId> {
        let text = quoted(self.environment.names.text(name)).into_owned();
        let datatype = self.extension.datatypes.push(Vec::new());
        let shape = SortShape::Ground(ScriptSort::Datatype(datatype, text.as_str().into()));
        self.declare_sort_name(at, name, SortMeaning::Shape { arity: 0, shape })?;
        self.datatype_names.push(text.into());
        Ok(datatype)
    }

    /// The sort of a datatype.
    pub(super) fn datatype_sort(&self, datatype: DatatypeId) -> ScriptSort {
        let position = self.extension.datatypes.ids().position(|id| id == datatype).unwrap_or(0);
        ScriptSort::Datatype(datatype, self.datatype_names[position].clone())
    }

    /// `(constructor…)`, each `(name (selector sort)…)`.
    fn constructors(
        &mut self,
        store: &mut TermStore,
        lexer: &mut Lexer<'_>,
        datatype: DatatypeId,
    ) -> Reading<()> {
        let start = expect_open(lexer)?.start;
        let mut number = 0;
        loop {
            let token = lexer.next()?;
            match token.kind {
                TokenKind::Close if number > 0 => return Ok(()),
                TokenKind::Open => {}
                _ if number == 0 && token.kind == TokenKind::Close => {
                    return Err(Fault::out_of_range(start, "a datatype has at least one constructor"));
                }
                // Some write `name` for `(name)`.
                TokenKind::Symbol | TokenKind::QuotedSymbol => {
                    let name = self.environment.intern(symbol::spelling(lexer, token)?);
                    self.constructor(store, token.start, name, (datatype, number), Vec::new())?;
                    number += 1;
                    continue;
                }
                _ => return Err(unexpected(lexer, token, "a constructor or )")),
            }
            let (symbol, name) = self.name(lexer)?;
            if self.environment.names.text(name) == "par" {
                return Err(Fault::unsupported(symbol.start, "datatypes with parameters"));
            }
            let mut fields = Vec::new();
            loop {
                let token = lexer.next()?;
                match token.kind {
                    TokenKind::Close => break,
                    TokenKind::Open => {}
                    _ => return Err(unexpected(lexer, token, "a selector or )")),
                }
                let (at, selector) = self.name(lexer)?;
                fields.push(self.sort(lexer)?);
                expect_close(lexer)?;
                let head = Head::Field(datatype, number, fields.len() as u32 - 1);
                self.declare(at.start, selector, Meaning::Declared(head))?;
            }
            self.constructor(store, symbol.start, name, (datatype, number), fields)?;
            number += 1;
        }
    }

    fn constructor(
        &mut self,
        store: &mut TermStore,
        at: u32,
        name: NameId,
        (datatype, number): (DatatypeId, u32),
        fields: Vec<ScriptSort>,
    ) -> Reading<()> {
        let text = self.environment.names.text(name).to_owned();
        let is_constant = fields.is_empty();
        self.extension.datatypes[datatype].push(Constructor { name: text.as_str().into(), fields });
        let meaning = if is_constant {
            let sort = self.datatype_sort(datatype);
            Meaning::Term(self.extension.apply(
                store,
                NodeKind::Construct(datatype, number),
                Vec::new(),
                sort,
            ))
        } else {
            Meaning::Declared(Head::Construct(datatype, number))
        };
        self.declare(at, name, meaning)?;
        // z3's name for the tester, where it is free.
        let tester = self.environment.intern(&format!("is-{text}"));
        self.environment.declare(tester, Meaning::Declared(Head::Test(datatype, number)));
        Ok(())
    }

    /// The tester of a constructor by its name.
    pub(super) fn tester(&self, at: u32, name: &str) -> Reading<Head> {
        let meaning = self.environment.names.find(name).map(|name| self.environment.meaning(name));
        let unknown =
            || Fault::new(at, SmtlibErrorKind::Unknown { what: "constructor", name: name.to_owned() });
        match meaning {
            Some(Meaning::Declared(Head::Construct(datatype, number))) => Ok(Head::Test(datatype, number)),
            Some(Meaning::Term(term)) => {
                let node = self.extension.node_of(term).map(|node| &self.extension.nodes[node].kind);
                match node {
                    Some(&NodeKind::Construct(datatype, number)) => Ok(Head::Test(datatype, number)),
                    _ => Err(unknown()),
                }
            }
            _ => Err(unknown()),
        }
    }

    /// Refuses datatypes that contain themselves: their values would have no bound.
    fn refuse_recursion(&self, at: u32, datatypes: &[DatatypeId]) -> Reading<()> {
        let mut settled: Vec<DatatypeId> = Vec::new();
        let is_open = |sort: &ScriptSort, settled: &[DatatypeId]| {
            let mut sorts = vec![sort.clone()];
            while let Some(sort) = sorts.pop() {
                match sort {
                    ScriptSort::Datatype(inner, _)
                        if datatypes.contains(&inner) && !settled.contains(&inner) =>
                    {
                        return true;
                    }
                    ScriptSort::Array(parts) => sorts.extend(parts.iter().cloned()),
                    _ => {}
                }
            }
            false
        };
        loop {
            let ready: Vec<DatatypeId> = datatypes
                .iter()
                .copied()
                .filter(|datatype| !settled.contains(datatype))
                .filter(|&datatype| {
                    let constructors = &self.extension.datatypes[datatype];
                    let mut fields = constructors.iter().flat_map(|constructor| &constructor.fields);
                    !fields.any(|sort| is_open(sort, &settled))
                })
                .collect();
            if ready.is_empty() {
                break;
            }
            settled.extend(ready);
        }
        if settled.len() == datatypes.len() {
            return Ok(());
        }
        Err(Fault::unsupported(at, "datatypes that contain themselves"))
    }
}
