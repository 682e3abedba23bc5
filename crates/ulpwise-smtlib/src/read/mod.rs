//! The reader: from text to commands whose terms are built in a store.
//!
//! No syntax tree lies between: an operand becomes a term as soon as it is complete, and names are
//! resolved where they stand. `let` and definitions disappear in sharing; functions with parameters
//! are expanded where they are applied. Nothing recurses along the text, so nesting is limited by
//! memory alone.

mod apply;
mod command;
mod datatype;
mod declare;
mod extension;
mod indexed;
mod literal;
mod sort;
mod symbol;
mod term;

use crate::command::Command;
use crate::environment::{Environment, Meaning};
use crate::error::{Fault, Reading, SmtlibError, SmtlibErrorKind};
use crate::extended::Extension;
use crate::lexer::{Lexer, Token, TokenKind};
use crate::names::NameId;
use crate::script_sort::ScriptSort;
use crate::source::ScriptSource;
use term::TermFrame;
use ulpwise_expr::{Term, TermStore};

/// What the names of a script mean, and the commands that follow from its text.
///
/// All terms are built in the store that the reader was made with: it has to be passed to every
/// call.
#[derive(Debug)]
pub struct Reader {
    environment: Environment,
    /// What terms do not have.
    pub(crate) extension: Extension,
    /// The sorts of constant arrays that terms do not have.
    constant_arrays: Vec<ScriptSort>,
    /// The names of datatypes, by number.
    datatype_names: Vec<std::sync::Arc<str>>,
    frames: Vec<TermFrame>,
    operands: Vec<Term>,
    /// Names and terms of the `let`s whose bindings are being read.
    bindings: Vec<(NameId, Term)>,
    /// The variables of the quantifiers whose bodies are being read.
    quantified: Vec<Vec<Term>>,
    /// How many quantifiers were opened.
    quantifiers: u64,
    /// How many `let`s were opened.
    lets: u64,
    /// How many terms the expansion of functions has looked at.
    expanded: u64,
    /// The names given by `:named` in the present command, and the terms they name.
    named: Vec<(String, Term)>,
    /// Whether the body of a function with parameters is being read.
    in_function: bool,
}

/// A command and what its annotations name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadCommand {
    /// The command.
    pub command: Command,
    /// Every term in it that has a `:named`, in order, with its name.
    pub named: Vec<(String, Term)>,
    /// The first byte.
    pub(crate) at: u32,
}

impl Reader {
    /// A reader that knows the theories' symbols and nothing else.
    pub fn new(store: &mut TermStore) -> Reader {
        Reader {
            environment: Environment::new(store),
            extension: Extension::default(),
            constant_arrays: Vec::new(),
            datatype_names: Vec::new(),
            frames: Vec::new(),
            operands: Vec::new(),
            bindings: Vec::new(),
            quantified: Vec::new(),
            quantifiers: 0,
            lets: 0,
            expanded: 0,
            named: Vec::new(),
            in_function: false,
        }
    }

    /// The next command; `None` at the end of the text.
    ///
    /// # Errors
    /// If the text is no script, or one that terms cannot express. The declarations made before are
    /// kept.
    pub fn read_command(
        &mut self,
        store: &mut TermStore,
        source: &mut ScriptSource<'_>,
    ) -> Result<Option<ReadCommand>, SmtlibError> {
        self.whole(|reader| {
            let token = source.lexer.next()?;
            let at = token.start;
            let command = match token.kind {
                TokenKind::End => return Ok(None),
                TokenKind::Open => reader.command(store, &mut source.lexer)?,
                _ => return Err(unexpected(&source.lexer, token, "a command")),
            };
            Ok(Some(ReadCommand { command, named: std::mem::take(&mut reader.named), at }))
        })
        .map_err(|fault| source.error(*fault))
    }

    /// The next term, outside of any command.
    ///
    /// # Errors
    /// If the text is no term.
    pub fn read_term(
        &mut self,
        store: &mut TermStore,
        source: &mut ScriptSource<'_>,
    ) -> Result<Term, SmtlibError> {
        self.whole(|reader| {
            let first = source.lexer.next()?;
            reader.term(store, &mut source.lexer, first)
        })
        .map_err(|fault| source.error(*fault))
    }

    /// Gives a name to a term, as a definition without parameters does; says whether the name was
    /// free.
    pub fn define(&mut self, name: &str, term: Term) -> bool {
        let name = self.environment.intern(name);
        self.environment.declare(name, Meaning::Term(term))
    }

    /// How many levels `push` has opened.
    pub fn levels(&self) -> usize {
        self.environment.levels()
    }

    /// Reads something; if that fails, nothing half-read is left behind.
    fn whole<T>(&mut self, read: impl FnOnce(&mut Reader) -> Reading<T>) -> Reading<T> {
        let result = read(self);
        if result.is_err() {
            self.frames.clear();
            self.operands.clear();
            self.bindings.clear();
            self.quantified.clear();
            self.named.clear();
            self.environment.close_let(0);
            self.in_function = false;
        }
        result
    }
}

/// Reads all commands of a script.
///
/// # Errors
/// If the text is no script, or one that terms cannot express.
pub fn read_script(store: &mut TermStore, text: &[u8]) -> Result<Vec<Command>, SmtlibError> {
    let mut reader = Reader::new(store);
    let mut source = ScriptSource::new(text);
    let mut commands = Vec::new();
    while let Some(read) = reader.read_command(store, &mut source)? {
        commands.push(read.command);
    }
    Ok(commands)
}

/// Another token than the grammar has here.
pub(crate) fn unexpected(lexer: &Lexer<'_>, token: Token, wanted: &'static str) -> Box<Fault> {
    if token.kind == TokenKind::End {
        return Fault::new(token.start, SmtlibErrorKind::UnexpectedEnd { wanted });
    }
    let text = String::from_utf8_lossy(lexer.bytes(token));
    let found = if text.chars().count() > 40 {
        text.chars().take(40).chain(['…']).collect()
    } else {
        text.into_owned()
    };
    Fault::new(token.start, SmtlibErrorKind::Unexpected { wanted, found })
}

/// Takes the next token, which has to be of this kind.
pub(crate) fn expect(lexer: &mut Lexer<'_>, kind: TokenKind, wanted: &'static str) -> Reading<Token> {
    let token = lexer.next()?;
    if token.kind == kind { Ok(token) } else { Err(unexpected(lexer, token, wanted)) }
}

pub(crate) fn expect_open(lexer: &mut Lexer<'_>) -> Reading<Token> {
    expect(lexer, TokenKind::Open, "(")
}

pub(crate) fn expect_close(lexer: &mut Lexer<'_>) -> Reading<Token> {
    expect(lexer, TokenKind::Close, ")")
}
