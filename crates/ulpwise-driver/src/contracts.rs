//! Contracts in the source, for all commands: read from what was loaded, said where they are wrong, and
//! entered among the options of a function as if the user had given them.

use crate::describe::from_here;
use crate::error::DriverError;
use crate::load::{LoadLimits, load_beside};
use crate::options::{InputDomain, ProgramFiles};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use ulpwise_finding::Assumption;
use ulpwise_harness::contracts::{
    Clause, ClauseKind, Contracts, FunctionContract, GuardedCall, declare_lengths, guards, read_contracts,
};
use ulpwise_harness::ownership::Ownership;
use ulpwise_harness::{Headers, assumptions};
use ulpwise_ir::{FunctionId, Inst, Module};
use ulpwise_llvm::{Guarded, Loaded, guarding_unit};

/// The contracts of a program as a check knows them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ProgramContracts {
    /// Those of functions.
    pub functions: Vec<FunctionContract>,
    /// The calls that are held against them.
    pub calls: Vec<GuardedCall>,
    /// Functions that something may call without being held against their contracts.
    pub unguarded: Vec<String>,
}

impl ProgramContracts {
    /// That of a function by its linker's name.
    pub(crate) fn get(&self, function: &str) -> Option<&FunctionContract> {
        self.functions.iter().find(|contract| contract.function == function)
    }

    /// Takes over which guards the program has, once they are compiled beside it: a call whose arguments
    /// have other types than the guard's has none, and neither has one through a pointer.
    pub(crate) fn look_for_guards(&mut self, module: &Module) {
        let mut called: BTreeMap<&str, usize> = BTreeMap::new();
        for function in module.functions.iter().filter(|function| !function.name.starts_with("ulpwise_")) {
            let insts = function.body.iter().flat_map(|body| &body.insts);
            for inst in insts {
                if let Inst::Call { callee, .. } = inst {
                    *called.entry(module.functions[*callee].name.as_str()).or_default() += 1;
                }
            }
        }
        self.calls.retain(|call| called.contains_key(call.guard.as_str()));
        let addressed = module.functions_with_address();
        let is_unguarded = |name: &String| {
            let guards = self.calls.iter().filter(|call| call.callee == *name).count();
            let is_addressed = module.function_named(name).is_some_and(|id| addressed.contains(&id));
            is_addressed || called.get(name.as_str()).is_some_and(|&calls| calls > guards)
        };
        let names = self.functions.iter().map(|contract| contract.function.clone());
        self.unguarded = names.filter(is_unguarded).collect();
    }

    /// The clauses alone, without where they stand: what verdicts depend on.
    pub(crate) fn content(&self) -> String {
        let kinds = |clauses: &[Clause]| -> Vec<ClauseKind> {
            clauses.iter().map(|clause| clause.kind.clone()).collect()
        };
        let functions = self.functions.iter().map(|one| (&one.function, kinds(&one.clauses)));
        format!("{:?}", functions.collect::<Vec<_>>())
    }

    /// What a contract makes verdicts on a function take for granted.
    pub(crate) fn assumptions(&self, function: &str) -> Vec<Assumption> {
        let is_checked =
            |clause: &Clause| self.calls.iter().any(|call| call.callee == function && call.looks_at(clause));
        let is_called = self.calls.iter().any(|call| call.callee == function);
        let is_guarded = !self.unguarded.iter().any(|one| one == function);
        let contract = self.get(function);
        let clauses = contract.into_iter().flat_map(FunctionContract::restrictions);
        clauses.map(|clause| assumption(clause, is_guarded && (!is_called || is_checked(clause)))).collect()
    }
}

fn assumption(clause: &Clause, is_checked: bool) -> Assumption {
    Assumption::Contract { text: clause.text.clone(), place: place(clause), is_checked }
}

/// Where a clause stands: `f.c:3`.
pub(crate) fn place(clause: &Clause) -> String {
    format!("{}:{}", from_here(&clause.file), clause.line)
}

/// The contracts of what was loaded.
pub(crate) fn of_module(module: &Module, program: &ProgramFiles) -> Contracts {
    read_contracts(module, &Ownership::within(module, &program.built.own))
}

/// Takes over what contracts say of a program that was just loaded: the lengths of arrays, and what is
/// wrong with them.
pub(crate) fn take_over(loaded: &mut Loaded, program: &ProgramFiles) {
    let contracts = of_module(&loaded.module, program);
    declare_lengths(&mut loaded.module, &contracts);
    let said = contracts
        .diagnostics
        .iter()
        .map(|wrong| format!("{}:{}: contract {}", from_here(&wrong.file), wrong.line, wrong.problem));
    loaded.warnings.extend(said);
}

/// The contract of the one function that a command is about.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnContract {
    contract: Option<FunctionContract>,
}

impl OwnContract {
    /// Of a function of a program. Conditions that do not compile are left out; what is said of them
    /// comes second.
    pub(crate) fn new(
        loaded: &Loaded,
        function: FunctionId,
        program: &ProgramFiles,
        limits: LoadLimits,
    ) -> (OwnContract, Vec<String>) {
        let mut contracts = of_module(&loaded.module, program);
        contracts.functions.retain(|&one, _| one == function);
        let said = drop_conditions_that_do_not_compile(loaded, &mut contracts, program, limits);
        (OwnContract { contract: contracts.functions.into_values().next() }, said)
    }

    /// Enters ranges and lengths, and that they are assumed.
    pub(crate) fn restrict(&self, domain: &mut InputDomain) {
        if let Some(contract) = &self.contract {
            domain.contracted.ranges = contract.ranges();
            domain.lengths.extend(contract.lengths());
            // The calls of the function are looked at by `check` alone.
            domain.contracted.assumptions =
                contract.restrictions().map(|clause| assumption(clause, true)).collect();
        }
    }

    /// The conditions.
    pub(crate) fn conditions(&self) -> Vec<String> {
        self.contract.as_ref().map_or_else(Vec::new, FunctionContract::conditions)
    }

    /// When a call succeeds, if that is said.
    pub(crate) fn success(&self) -> Option<String> {
        self.contract.as_ref().and_then(|contract| contract.success().map(str::to_owned))
    }
}

/// Leaves out conditions that do not compile, and gives a sentence about each: nothing else depends on
/// them.
pub(crate) fn drop_conditions_that_do_not_compile(
    loaded: &Loaded,
    contracts: &mut Contracts,
    program: &ProgramFiles,
    limits: LoadLimits,
) -> Vec<String> {
    let has_none = contracts.functions.values().all(|contract| contract.conditions().is_empty());
    if has_none || compile(loaded, contracts, program, limits).is_ok() {
        return Vec::new();
    }
    let mut said = Vec::new();
    for (&function, contract) in &mut contracts.functions {
        let mut kept = Vec::new();
        for clause in std::mem::take(&mut contract.clauses) {
            let alone = FunctionContract { clauses: vec![clause.clone()], ..contract.clone() };
            let alone = Contracts { functions: BTreeMap::from([(function, alone)]), diagnostics: Vec::new() };
            match matches!(clause.kind, ClauseKind::Assume(_))
                .then(|| compile(loaded, &alone, program, limits))
            {
                Some(Err(error)) => {
                    let output = match &error {
                        DriverError::Assumptions { output, .. } => output.clone(),
                        other => other.to_string(),
                    };
                    let error = output.lines().find_map(|line| line.split_once("error: "));
                    let why = error.map_or(output.lines().next().unwrap_or_default(), |(_, why)| why);
                    said.push(format!("{}: contract `{}` is left out: {why}", place(&clause), clause.text));
                }
                None | Some(Ok(_)) => kept.push(clause),
            }
        }
        contract.clauses = kept;
    }
    said
}

/// Compiles the conditions of all functions beside the program.
fn compile(
    loaded: &Loaded,
    contracts: &Contracts,
    program: &ProgramFiles,
    limits: LoadLimits,
) -> Result<Loaded, DriverError> {
    let headers = Headers::write()?;
    let conditions: Vec<(FunctionId, Vec<String>)> = contracts
        .functions
        .iter()
        .map(|(&function, contract)| (function, contract.conditions()))
        .filter(|(_, conditions)| !conditions.is_empty())
        .collect();
    let assumed: Vec<_> =
        conditions.iter().map(|(function, conditions)| (*function, conditions.as_slice())).collect();
    let files = assumptions::write(&loaded.module, &assumed, &headers)?;
    load_beside(loaded.clone(), program, &files, limits).map_err(|error| error.about_assumptions(&files, &[]))
}

/// Writes guards for the calls of functions that have contracts. Gives the calls, and the file that is
/// compiled beside the program; the unit that says where guards go is added to the program's.
pub(crate) fn guard_calls(
    loaded: &mut Loaded,
    contracts: &Contracts,
    headers: &Headers,
) -> Result<(Vec<GuardedCall>, Option<PathBuf>), DriverError> {
    let Some(guards) = guards(&loaded.module, contracts, headers)? else { return Ok((Vec::new(), None)) };
    let calls = guards.calls.iter();
    let guarded: Vec<Guarded<'_>> = calls
        .map(|call| Guarded { callee: &call.callee, caller: &call.caller, guard: &call.guard })
        .collect();
    loaded.units.push(guarding_unit(&guarded));
    Ok((guards.calls, Some(guards.file)))
}
