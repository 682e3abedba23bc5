//! The engine: asks the program, and judges what it says.

use crate::error::SmtlibProcessError;
use crate::open::Closing;
use crate::pace::Pace;
use crate::words::{Word, shown, word};
use std::time::Instant;
use ulpwise_base::Budget;
use ulpwise_coprocess::{Coprocess, NoAnswer};
use ulpwise_expr::{OpKind, Term, TermStore};
use ulpwise_smtlib::{Dialect, GrowingQuery, QueryOptions, print_query, read_values};
use ulpwise_solver::{Query, Reason, Solver, Verdict, check_model};

/// After this many failures in a row a program is not asked again.
pub const FAILURES: u32 = 3;

/// How many bytes of memory a program may hold unless another limit is set.
pub const MEMORY_LIMIT: u64 = 8 << 30;

/// How z3 and cvc5 print roots of polynomials.
const ROOTS: [&str; 2] = ["(root-obj ", "(_ real_algebraic_number "];

/// What every conversation begins with.
const OPTIONS: &str = "(set-option :print-success false)\n(set-option :produce-models true)\n";

/// A program that speaks SMT-LIB, as an engine.
#[derive(Debug)]
pub struct SmtlibProcess {
    name: String,
    words: Vec<String>,
    memory_limit: u64,
    child: Option<Coprocess>,
    closing: Closing,
    /// What lies on the program's stack, if it is used.
    stack: Option<Stack>,
    pace: Pace,
    queries: u64,
    along: u64,
    starts: u64,
    /// Failures since the last answer.
    failures: u32,
    /// Why the program is not asked any more.
    dropped: Option<String>,
    remarks: Vec<String>,
    was_remarked: bool,
}

/// A program's stack: the logic that was set, and the assertions that each have a level.
#[derive(Debug)]
struct Stack {
    logic: &'static str,
    assertions: Vec<Term>,
    script: GrowingQuery,
}

impl SmtlibProcess {
    /// The program that a command line starts, such as `z3 -in`; words are divided as a shell
    /// divides them. It is started when it is asked for the first time.
    ///
    /// # Errors
    /// If there are no words, or a quote is left open.
    pub fn new(command: &str) -> Result<SmtlibProcess, SmtlibProcessError> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| SmtlibProcessError::NotACommand(command.to_owned()))?;
        Ok(SmtlibProcess {
            name: format!("process:{command}"),
            words,
            memory_limit: MEMORY_LIMIT,
            child: None,
            closing: Closing::default(),
            stack: None,
            pace: Pace::default(),
            queries: 0,
            along: 0,
            starts: 0,
            failures: 0,
            dropped: None,
            remarks: Vec::new(),
            was_remarked: false,
        })
    }

    /// The same with another limit of memory for the program, in bytes. The kernel keeps it.
    #[must_use]
    pub fn with_memory_limit(self, bytes: u64) -> SmtlibProcess {
        SmtlibProcess { memory_limit: bytes, ..self }
    }

    /// Forgets what was asked, so that the engine can serve another store. The program is kept.
    pub fn forget(&mut self) {
        self.closing = Closing::default();
        self.stack = None;
    }

    /// The answer to the query, or why there is none.
    fn answer(
        &mut self,
        store: &mut TermStore,
        query: &Query<'_>,
        budget: &Budget,
    ) -> Result<Verdict, Reason> {
        budget.check(0)?;
        if let Some(why) = &self.dropped {
            return Err(Reason::External(why.clone()));
        }
        let assertions = query.assertions();
        let common = common_prefix(self.closing.assertions(), assertions);
        self.closing.truncate(common);
        for &assertion in &assertions[common..] {
            self.closing.push(store, assertion);
            budget.check(0)?;
        }
        // A process that has just been started has nothing to go on from, and alone a query is
        // decided by all that the program has.
        let goes_on = common > 0 && 2 * common >= assertions.len() && self.child.is_some();
        if !goes_on {
            return self.answer_alone(store, query, budget);
        }
        let start = Instant::now();
        if !self.pace.wants_stack() {
            let alone = self.answer_alone(store, query, budget)?;
            self.pace.alone(start.elapsed());
            return Ok(alone);
        }
        if let Some(verdict) = self.answer_along(store, query, budget)? {
            self.pace.along(start.elapsed());
            return Ok(verdict);
        }
        let alone = self.answer_alone(store, query, budget)?;
        self.pace.shun_stack();
        Ok(alone)
    }

    /// The answer to a query that goes on where the last one was: what they share stays on the
    /// program's stack. `None` if the program does not know or refuses, which it may do on a stack
    /// only.
    fn answer_along(
        &mut self,
        store: &TermStore,
        query: &Query<'_>,
        budget: &Budget,
    ) -> Result<Option<Verdict>, Reason> {
        self.along += 1;
        let roots: Vec<Term> = self.closing.said().flatten().copied().collect();
        let logic = GrowingQuery::logic(store, &roots);
        let mut commands = String::new();
        // What ends early below leaves no stack, and the next query begins anew.
        let mut stack = match self.stack.take() {
            Some(stack) if stack.logic == logic => stack,
            _ => {
                commands = format!("(reset)\n{OPTIONS}(set-logic {logic})\n");
                Stack { logic, assertions: Vec::new(), script: GrowingQuery::new() }
            }
        };
        let kept = common_prefix(&stack.assertions, query.assertions());
        commands.push_str(&stack.script.truncate(kept));
        for said in self.closing.said().skip(kept) {
            commands.push_str(&stack.script.push(store, said));
            budget.check(0)?;
        }
        commands.push_str("(check-sat)\n");
        let variables = stack.script.variables();
        let answer = self.ask(commands, "checked", budget)?;
        stack.assertions = query.assertions().to_vec();
        self.stack = Some(stack);
        match word(&answer) {
            Word::Unsat => Ok(Some(Verdict::Unsat)),
            Word::Sat => self.model(store, query, &variables, budget).map(Some),
            Word::Unknown => Ok(None),
            Word::Error(_) => {
                self.pace.shun_stack();
                Ok(None)
            }
            Word::Rubbish(text) => Err(self.failed(&rubbish(&text))),
        }
    }

    /// The answer to a query by itself.
    fn answer_alone(
        &mut self,
        store: &TermStore,
        query: &Query<'_>,
        budget: &Budget,
    ) -> Result<Verdict, Reason> {
        self.stack = None;
        let roots: Vec<Term> = self.closing.said().flatten().copied().collect();
        let options = QueryOptions { dialect: Dialect::Standard, values: false };
        let printed = print_query(store, &roots, options);
        budget.check(0)?;
        let reset = if self.child.is_some() { "(reset)\n" } else { "" };
        let script = printed.text.replace("(exit)\n", "");
        match word(&self.ask(format!("{reset}{OPTIONS}{script}"), "checked", budget)?) {
            Word::Unsat => Ok(Verdict::Unsat),
            Word::Unknown => Err(Reason::Incomplete(format!("{} does not know", self.name))),
            Word::Error(message) => {
                let message = format!("{} refuses the query: {message}", self.name);
                self.remark(&message);
                Err(Reason::Unsupported(message))
            }
            Word::Rubbish(text) => Err(self.failed(&rubbish(&text))),
            Word::Sat => self.model(store, query, &printed.variables, budget),
        }
    }

    /// Sends commands, and delivers what is written in answer to them.
    fn ask(&mut self, commands: String, mark: &str, budget: &Budget) -> Result<String, Reason> {
        if self.child.is_none() {
            match Coprocess::start(&self.words, self.memory_limit) {
                Ok(child) => self.child = Some(child),
                Err(error) => {
                    let why = format!("{} cannot be started: {error}", self.words[0]);
                    self.drop_program(&why);
                    return Err(Reason::External(why));
                }
            }
            self.starts += 1;
        }
        let mark = format!("ulpwise-{mark}-{}", self.queries);
        let child = self.child.as_mut().expect("it was started");
        match child.ask(format!("{commands}(echo \"{mark}\")\n"), &mark, budget) {
            Ok(answer) => Ok(answer),
            Err(NoAnswer::Exhausted(exhausted)) => {
                self.end_process();
                Err(exhausted.into())
            }
            Err(NoAnswer::Died(how, last)) => {
                let last =
                    if last.is_empty() { String::new() } else { format!("; it said last: {}", shown(&last)) };
                Err(self.failed(&format!("ended in the middle of a query ({how}){last}")))
            }
            Err(NoAnswer::TooLong) => Err(self.failed("writes without end")),
        }
    }

    /// The model that the program prints, if it is one.
    fn model(
        &mut self,
        store: &TermStore,
        query: &Query<'_>,
        variables: &[(Term, String)],
        budget: &Budget,
    ) -> Result<Verdict, Reason> {
        let mut text = "()".to_owned();
        if !variables.is_empty() {
            let names: Vec<&str> = variables.iter().map(|(_, name)| name.as_str()).collect();
            text = self.ask(format!("(get-value ({}))\n", names.join(" ")), "values", budget)?;
        }
        // For irrational numbers solvers print the polynomial: a valid answer that is of no use
        // here.
        if ROOTS.iter().any(|root| text.contains(root)) {
            return Err(Reason::Incomplete(format!("{} prints a number that is not a fraction", self.name)));
        }
        let printed = read_values(store, variables, &text)
            .map_err(|error| self.failed(&format!("prints values that cannot be read: {error}")))?;
        let variables = store.free_variables(query.assertions());
        let mut model = self.closing.model(store, &printed, &variables);
        match check_model(store, query, &mut model) {
            Ok(()) => Ok(Verdict::Sat(model)),
            Err(_) if has_libm(store, query) => {
                Err(Reason::Incomplete(format!("{} knows no libm, and its model rests on that", self.name)))
            }
            Err(fault) => Err(self.failed(&format!("says sat, but {fault}"))),
        }
    }

    /// Notes that the program did what no solver should; the next query gets a new process, unless
    /// that happened too often.
    fn failed(&mut self, what: &str) -> Reason {
        self.end_process();
        self.failures += 1;
        let why = format!("'{}' {what}", self.words.join(" "));
        if self.failures >= FAILURES {
            self.drop_program(&format!("{why}, for the {FAILURES}rd time in a row"));
        } else {
            self.remark(&why);
        }
        Reason::External(why)
    }

    fn end_process(&mut self) {
        self.child = None;
        self.stack = None;
    }

    fn drop_program(&mut self, why: &str) {
        self.end_process();
        self.dropped = Some(why.to_owned());
        self.was_remarked = false;
        self.remark(&format!("{why}; it is not asked again"));
    }

    /// Adds a remark for the user, once.
    fn remark(&mut self, text: &str) {
        if !self.was_remarked {
            self.remarks.push(text.to_owned());
            self.was_remarked = true;
        }
    }
}

/// How many terms from the first on are the same.
fn common_prefix(one: &[Term], other: &[Term]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

fn rubbish(text: &str) -> String {
    format!("says {text} instead of sat, unsat or unknown")
}

/// Whether a libm function occurs, which the program only knows by name.
fn has_libm(store: &TermStore, query: &Query<'_>) -> bool {
    store.topological_order(query.assertions()).iter().any(|&term| store.kind(term) == OpKind::Libm)
}

impl Solver for SmtlibProcess {
    fn name(&self) -> &str {
        &self.name
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        self.queries += 1;
        match self.answer(store, query, budget) {
            Ok(verdict) => {
                self.failures = 0;
                verdict
            }
            Err(reason) => {
                // A program that refuses or gives up in good order has not failed.
                if matches!(reason, Reason::Incomplete(_) | Reason::Unsupported(_)) {
                    self.failures = 0;
                }
                Verdict::Unknown(reason)
            }
        }
    }

    fn take_remarks(&mut self) -> Vec<String> {
        std::mem::take(&mut self.remarks)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        vec![("queries", self.queries), ("starts", self.starts), ("along-a-path", self.along)]
    }
}
