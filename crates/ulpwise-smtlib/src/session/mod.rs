//! The execution of scripts: what each command does, and what it answers.
//!
//! Answers go to an output as solvers write them. An error in the text ends the script. A command
//! at the wrong time is answered by an error, and the script goes on. The session answers `sat`
//! only after it has evaluated the model on every assertion.

mod decide;
mod model;
mod settings;

use crate::command::Command;
use crate::engine::Engine;
use crate::error::{SmtlibError, SmtlibErrorKind};
use crate::extended::Lifted;
use crate::print::{quoted, string_literal, term_text};
use crate::read::{ReadCommand, Reader};
use crate::source::ScriptSource;
use decide::Decision;
use settings::Settings;
use std::io::{self, Write};
use ulpwise_base::Budget;
use ulpwise_expr::{Model, Term, TermStore};

/// Whether a script goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// There may be more of it.
    Continue,
    /// It ended by `exit` or by an error.
    Stop,
}

/// What a session has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Commands executed.
    pub commands: u64,
    /// Commands that check satisfiability.
    pub checks: u64,
    /// Errors answered.
    pub errors: u64,
    /// Assertions that hold now.
    pub assertions: u64,
    /// Distinct terms built.
    pub terms: u64,
}

/// An assertion and its name, if it has one.
#[derive(Debug)]
struct Assertion {
    term: Term,
    name: Option<String>,
}

/// The last answer, as long as nothing was asserted or taken back since.
#[derive(Debug)]
enum LastAnswer {
    None,
    Sat(SessionModel),
    /// With the text of the assumptions it rests on.
    Unsat(Vec<String>),
    Unknown,
}

/// A model: of terms, and of what terms do not have.
#[derive(Clone, Debug)]
struct SessionModel {
    terms: Model,
    nodes: Lifted,
}

/// How much of each list belongs to the levels below.
#[derive(Clone, Copy, Debug)]
struct Level {
    assertions: usize,
    variables: usize,
    functions: usize,
    named: usize,
}

/// An engine of a session's own, or one that is lent to it.
enum EngineOwner<'e> {
    Lent(&'e mut dyn Engine),
    Owned(Box<dyn Engine>),
}

impl EngineOwner<'_> {
    fn engine(&self) -> &dyn Engine {
        match self {
            EngineOwner::Lent(engine) => &**engine,
            EngineOwner::Owned(engine) => &**engine,
        }
    }

    fn engine_mut(&mut self) -> &mut dyn Engine {
        match self {
            EngineOwner::Lent(engine) => &mut **engine,
            EngineOwner::Owned(engine) => &mut **engine,
        }
    }
}

/// A script under execution.
pub struct Session<'e> {
    store: TermStore,
    reader: Reader,
    engine: EngineOwner<'e>,
    budget: Budget,
    /// Whether to write the model after every `sat`.
    writes_models: bool,
    settings: Settings,
    assertions: Vec<Assertion>,
    variables: Vec<Term>,
    functions: Vec<usize>,
    named: Vec<(String, Term)>,
    levels: Vec<Level>,
    last: LastAnswer,
    reason_unknown: String,
    statistics: Statistics,
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Session({:?})", self.statistics())
    }
}

impl Session<'static> {
    /// A session with an engine of its own, before its first command.
    pub fn owning(engine: Box<dyn Engine>, budget: Budget) -> Session<'static> {
        Session::with(EngineOwner::Owned(engine), budget)
    }
}

impl<'e> Session<'e> {
    /// A session before its first command.
    pub fn new(engine: &'e mut dyn Engine, budget: Budget) -> Session<'e> {
        Session::with(EngineOwner::Lent(engine), budget)
    }

    fn with(engine: EngineOwner<'e>, budget: Budget) -> Session<'e> {
        let mut store = TermStore::new();
        Session {
            reader: Reader::new(&mut store),
            store,
            engine,
            budget,
            writes_models: false,
            settings: Settings::default(),
            assertions: Vec::new(),
            variables: Vec::new(),
            functions: Vec::new(),
            named: Vec::new(),
            levels: Vec::new(),
            last: LastAnswer::None,
            reason_unknown: String::new(),
            statistics: Statistics::default(),
        }
    }

    /// The limits from now on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The same session, which writes the model after every `sat`.
    #[must_use]
    pub fn writing_models(mut self) -> Session<'e> {
        self.writes_models = true;
        self
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        let assertions = self.assertions.len() as u64;
        Statistics { assertions, terms: self.store.len() as u64, ..self.statistics }
    }

    /// Executes a script, or the next part of one, to its end.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn run(&mut self, source: &mut ScriptSource<'_>, out: &mut dyn Write) -> io::Result<Flow> {
        loop {
            let read = match self.reader.read_command(&mut self.store, source) {
                Ok(Some(read)) => read,
                Ok(None) => return Ok(Flow::Continue),
                Err(error) => {
                    self.write_error(out, &error)?;
                    return Ok(Flow::Stop);
                }
            };
            self.statistics.commands += 1;
            if read.command == Command::Exit {
                self.write_success(out)?;
                return Ok(Flow::Stop);
            }
            let at = read.at;
            if let Err(kind) = self.execute(read, out)? {
                let error = SmtlibError { position: source.position(at), kind };
                self.write_error(out, &error)?;
            }
        }
    }

    fn write_error(&mut self, out: &mut dyn Write, error: &SmtlibError) -> io::Result<()> {
        self.statistics.errors += 1;
        writeln!(out, "(error {})", string_literal(&error.to_string()))
    }

    fn write_success(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.settings.print_success() { writeln!(out, "success") } else { Ok(()) }
    }

    /// Executes a command. The inner error says why it is not possible now.
    fn execute(&mut self, read: ReadCommand, out: &mut dyn Write) -> io::Result<Result<(), SmtlibErrorKind>> {
        self.named.extend(read.named);
        match read.command {
            Command::SetLogic(_) | Command::SetInfo(_) | Command::Define | Command::Exit => {}
            Command::SetOption(attribute) => {
                if !self.settings.set(attribute) {
                    writeln!(out, "unsupported")?;
                    return Ok(Ok(()));
                }
            }
            Command::Declare { variable } => self.variables.push(variable),
            Command::DeclareFunction { number } => self.functions.push(number),
            Command::Assert { term, name } => {
                self.assertions.push(Assertion { term, name });
                self.last = LastAnswer::None;
            }
            Command::Push(count) => self.push(count),
            Command::Pop(count) => self.pop(count),
            Command::Reset => {
                // First, because global declarations would outlive the assertions, but end with the
                // option.
                self.settings = Settings::default();
                self.clear();
            }
            Command::ResetAssertions => self.clear(),
            Command::CheckSat => return self.check(&[], out).map(Ok),
            Command::CheckSatAssuming(assumptions) => return self.check(&assumptions, out).map(Ok),
            question => return self.answer(question, out),
        }
        self.write_success(out)?;
        Ok(Ok(()))
    }

    /// Answers a command that changes nothing.
    fn answer(&self, question: Command, out: &mut dyn Write) -> io::Result<Result<(), SmtlibErrorKind>> {
        let answer = match question {
            Command::Echo(text) => Ok(string_literal(&text)),
            Command::GetModel => self.model_text(),
            Command::GetValue(terms) => self.values_text(&terms),
            Command::GetAssignment => self.assignment_text(),
            Command::GetAssertions => Ok(self.assertions_text()),
            Command::GetUnsatCore => self.unsat_core_text(),
            Command::GetUnsatAssumptions => self.unsat_assumptions_text(),
            Command::GetInfo(keyword) => Ok(self.info_text(&keyword)),
            Command::GetOption(keyword) => Ok(self.settings.text(&keyword)),
            Command::GetProof => Ok("unsupported".to_owned()),
            command => unreachable!("{command:?} is no question"),
        };
        match answer {
            Ok(text) => writeln!(out, "{text}").map(Ok),
            Err(kind) => Ok(Err(kind)),
        }
    }

    fn push(&mut self, count: u32) {
        let level = Level {
            assertions: self.assertions.len(),
            variables: self.variables.len(),
            functions: self.functions.len(),
            named: self.named.len(),
        };
        self.levels.extend(std::iter::repeat_n(level, count as usize));
        self.last = LastAnswer::None;
    }

    fn pop(&mut self, count: u32) {
        let kept = self.levels.len().saturating_sub(count as usize);
        if let Some(&level) = self.levels.get(kept) {
            self.assertions.truncate(level.assertions);
            if !self.settings.global_declarations() {
                self.variables.truncate(level.variables);
                self.functions.truncate(level.functions);
                self.named.truncate(level.named);
            }
        }
        self.levels.truncate(kept);
        self.last = LastAnswer::None;
    }

    fn clear(&mut self) {
        self.assertions.clear();
        self.levels.clear();
        if !self.settings.global_declarations() {
            self.variables.clear();
            self.functions.clear();
            self.named.clear();
        }
        self.last = LastAnswer::None;
    }

    fn check(&mut self, assumptions: &[(String, Term)], out: &mut dyn Write) -> io::Result<()> {
        self.statistics.checks += 1;
        self.reason_unknown.clear();
        let assumed = assumptions.iter().map(|(_, term)| *term);
        let goals: Vec<Term> =
            self.assertions.iter().map(|assertion| assertion.term).chain(assumed).collect();
        self.last = match self.decide(&goals) {
            Decision::Sat(model) => LastAnswer::Sat(model),
            Decision::Unsat => LastAnswer::Unsat(assumptions.iter().map(|(text, _)| text.clone()).collect()),
            Decision::Unknown(reason) => {
                self.reason_unknown = reason;
                LastAnswer::Unknown
            }
        };
        let word = match self.last {
            LastAnswer::Sat(_) => "sat",
            LastAnswer::Unsat(_) => "unsat",
            LastAnswer::Unknown | LastAnswer::None => "unknown",
        };
        writeln!(out, "{word}")?;
        if self.writes_models
            && let Ok(model) = self.model_text()
        {
            writeln!(out, "{model}")?;
        }
        Ok(())
    }

    fn assertions_text(&self) -> String {
        let terms: Vec<String> =
            self.assertions.iter().map(|assertion| term_text(&self.store, assertion.term)).collect();
        format!("({})", terms.join("\n "))
    }

    /// The names of all assertions that have one: with the others they are unsatisfiable, if not
    /// minimally so.
    fn unsat_core_text(&self) -> Result<String, SmtlibErrorKind> {
        let LastAnswer::Unsat(_) = self.last else {
            return Err(SmtlibErrorKind::OnlyAfter {
                what: "there is an unsatisfiable core",
                answer: "unsat",
            });
        };
        let names = self.assertions.iter().filter_map(|assertion| assertion.name.as_deref());
        let names: Vec<_> = names.map(quoted).collect();
        Ok(format!("({})", names.join(" ")))
    }

    fn unsat_assumptions_text(&self) -> Result<String, SmtlibErrorKind> {
        match &self.last {
            LastAnswer::Unsat(assumptions) => Ok(format!("({})", assumptions.join(" "))),
            _ => Err(SmtlibErrorKind::OnlyAfter {
                what: "there are unsatisfiable assumptions",
                answer: "unsat",
            }),
        }
    }

    fn info_text(&self, keyword: &str) -> String {
        let value = match keyword {
            ":name" => string_literal("ulpwise"),
            ":version" => string_literal(env!("CARGO_PKG_VERSION")),
            ":authors" => string_literal("the ulpwise authors"),
            ":error-behavior" => "immediate-exit".to_owned(),
            ":assertion-stack-levels" => self.levels.len().to_string(),
            ":reason-unknown" => string_literal(&self.reason_unknown),
            ":all-statistics" => return self.statistics().to_string(),
            _ => return "unsupported".to_owned(),
        };
        format!("({keyword} {value})")
    }
}

/// As solvers write statistics.
impl std::fmt::Display for Statistics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Statistics { commands, checks, errors, assertions, terms } = self;
        write!(f, "(:commands {commands} :checks {checks} :errors {errors}")?;
        write!(f, " :assertions {assertions} :terms {terms})")
    }
}
