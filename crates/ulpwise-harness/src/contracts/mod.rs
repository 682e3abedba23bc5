//! Contracts: what comments of the source say of a function, `// ulpwise: range x = 0..1`.
//!
//! * `lines` takes source lines apart into code and comments, `syntax` reads a comment, `attach` finds
//!   the function that it belongs to, `fit` holds it against the function's parameters.
//! * `guards` makes of a contract what says at each call whether it is kept.
//!
//! What holds: a contract that is wrong in any way is one diagnostic at its line and nothing else; what
//! is read restricts the inputs of its function as `--range`, `--assume` and `--len` do.
//!
//! Not done: contracts at declarations in headers, which debug information does not name, and in files
//! of libraries.

mod attach;
mod fit;
mod guards;
mod lines;
mod syntax;

pub use guards::{GUARD, GuardedCall, Guards, guard_clause, guards, is_counted_in_guard};
pub use syntax::{Clause, ClauseKind, ContractProblem, LengthOf};

use crate::ownership::Ownership;
use attach::{Belongs, FunctionSpan, owner};
use lines::{CommentSyntax, SourceLine, take_apart};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use syntax::{Scope, WrittenClause, parse_comment};
use ulpwise_ir::{Dimension, FileId, FunctionId, Module};

/// Larger files are no sources.
const MAX_BYTES: u64 = 64 << 20;

/// What comments say of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionContract {
    /// The linker's name.
    pub function: String,
    /// What is said, in the order of the source; of the whole file at the end.
    pub clauses: Vec<Clause>,
}

impl FunctionContract {
    /// Ranges, as `--range` has them.
    pub fn ranges(&self) -> Vec<String> {
        self.clauses.iter().filter_map(|clause| clause.kind.range()).collect()
    }

    /// Conditions, as `--assume` has them.
    pub fn conditions(&self) -> Vec<String> {
        let condition = |clause: &Clause| match &clause.kind {
            ClauseKind::Assume(condition) => Some(condition.clone()),
            ClauseKind::Range { .. }
            | ClauseKind::Length { .. }
            | ClauseKind::Success(_)
            | ClauseKind::Allow { .. } => None,
        };
        self.clauses.iter().filter_map(condition).collect()
    }

    /// Lengths that are numbers, as `--len` has them.
    pub fn lengths(&self) -> Vec<(String, u64)> {
        let length = |clause: &Clause| match &clause.kind {
            ClauseKind::Length { name, length: LengthOf::Count(count) } => Some((name.clone(), *count)),
            _ => None,
        };
        self.clauses.iter().filter_map(length).collect()
    }

    /// When a call succeeds, as `--success` has it.
    pub fn success(&self) -> Option<&str> {
        self.clauses.iter().find_map(|clause| match &clause.kind {
            ClauseKind::Success(condition) => Some(condition.as_str()),
            _ => None,
        })
    }

    /// The reason for which an exception is accepted anywhere in the function, if it is.
    pub fn allows(&self, exception: &str) -> Option<&str> {
        self.clauses.iter().find_map(|clause| match &clause.kind {
            ClauseKind::Allow { exceptions, reason } => {
                exceptions.iter().any(|one| one == exception).then_some(reason.as_str())
            }
            _ => None,
        })
    }

    /// What restricts the inputs.
    pub fn restrictions(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(|clause| clause.kind.is_restriction())
    }
}

/// Something wrong with a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractDiagnostic {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: u32,
    /// What is wrong.
    pub problem: ContractProblem,
}

/// The contracts of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contracts {
    /// Those of its functions that have some.
    pub functions: BTreeMap<FunctionId, FunctionContract>,
    /// What is wrong with others.
    pub diagnostics: Vec<ContractDiagnostic>,
}

/// Reads the contracts in the user's own files of a program.
pub fn read_contracts(module: &Module, ownership: &Ownership) -> Contracts {
    let mut contracts = Contracts::default();
    for (file, source) in module.files.iter_enumerated() {
        if ownership.is_library_file(file) {
            continue;
        }
        let path = source.path();
        if let Some(text) = text_with_contracts(&path) {
            read_file(module, (file, &path), &text, &mut contracts);
        }
    }
    contracts
}

/// The text of a file that may have contracts.
fn text_with_contracts(path: &Path) -> Option<String> {
    let metadata = std::fs::metadata(path).ok()?;
    // A device or pipe might never end.
    if !metadata.is_file() || metadata.len() > MAX_BYTES {
        return None;
    }
    let bytes = std::fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    text.contains(syntax::MARK).then(|| text.into_owned())
}

/// Reads the contracts of one file.
fn read_file(module: &Module, (file, path): (FileId, &Path), text: &str, contracts: &mut Contracts) {
    let syntax = CommentSyntax::of_file(path);
    let lines: Vec<SourceLine> = take_apart(text, syntax);
    let spans = attach::functions_of(module, file);
    if spans.is_empty() {
        return;
    }
    let mut about_file: Vec<Clause> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let number = at as u32 + 1;
        for comment in &line.comments {
            for written in parse_comment(comment) {
                let refuse = |problem: ContractProblem, contracts: &mut Contracts| {
                    let file = path.to_owned();
                    contracts.diagnostics.push(ContractDiagnostic { file, line: number, problem });
                };
                let WrittenClause { scope, text, kind } = match written {
                    Ok(written) => written,
                    Err(problem) => {
                        refuse(problem, contracts);
                        continue;
                    }
                };
                let clause = Clause { kind, text, file: path.to_owned(), line: number };
                if scope == Scope::File {
                    about_file.push(clause);
                    continue;
                }
                let added = match owner(&lines, &spans, number, syntax) {
                    // In a body this is about its line.
                    Belongs::Inside(_) if matches!(clause.kind, ClauseKind::Allow { .. }) => Ok(()),
                    Belongs::Above(owners) | Belongs::Inside(owners) => {
                        add(module, &owners, &clause, contracts)
                    }
                    // Above an operation that no function of this program has.
                    Belongs::Nothing if matches!(clause.kind, ClauseKind::Allow { .. }) => Ok(()),
                    Belongs::Nothing => Err(format!(
                        "`{}` belongs to no function of the program: it stands directly above one, or in \
                         it; `file {}` is about all functions of the file",
                        clause.text, clause.text
                    )
                    .into()),
                };
                if let Err(problem) = added {
                    refuse(problem, contracts);
                }
            }
        }
    }
    for clause in about_file {
        if let Err(problem) = add_to_file(module, &spans, &clause, contracts) {
            let (file, line) = (clause.file.clone(), clause.line);
            contracts.diagnostics.push(ContractDiagnostic { file, line, problem });
        }
    }
}

/// Adds a clause to the functions that stand at one line.
fn add(
    module: &Module,
    owners: &[FunctionId],
    clause: &Clause,
    contracts: &mut Contracts,
) -> Result<(), ContractProblem> {
    let mut first_problem = None;
    let mut fits = false;
    for &owner in owners {
        match fit::fitted(module, owner, clause) {
            Ok(clause) => {
                enter(module, owner, clause, contracts)?;
                fits = true;
            }
            Err(problem) => {
                first_problem.get_or_insert(problem);
            }
        }
    }
    // Instances of a template stand at one line, and may have different parameters.
    match first_problem.filter(|_| !fits) {
        Some(problem) => Err(problem),
        None => Ok(()),
    }
}

/// Adds a clause to all functions of a file that it fits, and that say nothing else.
fn add_to_file(
    module: &Module,
    spans: &[FunctionSpan],
    clause: &Clause,
    contracts: &mut Contracts,
) -> Result<(), ContractProblem> {
    let mut first_problem = None;
    let mut fits = false;
    for span in spans {
        match fit::fitted(module, span.function, clause) {
            Ok(clause) => {
                fits = true;
                let own = contracts.functions.get(&span.function);
                let is_said = own.is_some_and(|own| own.clauses.iter().any(|one| one.is_about_same(&clause)));
                if !is_said {
                    enter(module, span.function, clause, contracts)?;
                }
            }
            Err(problem) => {
                first_problem.get_or_insert(problem);
            }
        }
    }
    match first_problem.filter(|_| !fits) {
        Some(problem) => Err(problem),
        None => Ok(()),
    }
}

/// Enters a clause, unless it contradicts an earlier one.
fn enter(
    module: &Module,
    function: FunctionId,
    clause: Clause,
    contracts: &mut Contracts,
) -> Result<(), ContractProblem> {
    let name = module.functions[function].name.clone();
    let contract = contracts
        .functions
        .entry(function)
        .or_insert_with(|| FunctionContract { function: name, clauses: Vec::new() });
    match contract.clauses.iter().find(|earlier| earlier.is_about_same(&clause)) {
        Some(earlier) if earlier.kind == clause.kind => {}
        Some(earlier) => {
            return Err(format!(
                "`{}` contradicts `{}` in line {}, which stays",
                clause.text, earlier.text, earlier.line
            )
            .into());
        }
        None => contract.clauses.push(clause),
    }
    Ok(())
}

/// Declares arrays to be as long as contracts say by naming a parameter. What the source's own
/// declaration says stays.
pub fn declare_lengths(module: &mut Module, contracts: &Contracts) {
    for (&function, contract) in &contracts.functions {
        for clause in &contract.clauses {
            let ClauseKind::Length { name, length: LengthOf::Parameter(other) } = &clause.kind else {
                continue;
            };
            let Some(declaration) = module.functions[function].declaration.as_mut() else { continue };
            let position = |name: &str| declaration.parameters.iter().position(|one| one.name == name);
            let (Some(array), Some(count)) = (position(name), position(other)) else { continue };
            let length = &mut declaration.parameters[array].length;
            if length.is_none() {
                let dimensions = vec![Dimension::Parameter(count as u32)];
                *length = Some(ulpwise_ir::DeclaredLength { dimensions, is_guaranteed: false });
            }
        }
    }
}
