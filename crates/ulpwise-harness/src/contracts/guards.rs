//! Contracts held against calls: for each direct call of a function that has one, a function beside the
//! program that says of the arguments whether they keep it. It is called with them before the call
//! (`ulpwise_llvm::guarding_unit`).
//!
//! A clause that is kept is 1.0, one that is broken 0.0, and the guard divides that by itself: an
//! invalid operation there is a broken contract. All analyses that look for exceptions then look for
//! broken contracts, prove that there are none, and confirm those that they find in machine code.
//!
//! Not done: calls through pointers, structures passed by value, members, lengths of arrays.

use super::fit::named_parameters;
use super::syntax::{Clause, ClauseKind, LengthOf};
use super::{Contracts, FunctionContract};
use crate::assumptions::AT;
use crate::conditions::{c_type, is_number_by_address};
use crate::entry::name_of;
use crate::error::HarnessError;
use crate::headers::Headers;
use crate::number_syntax::{Signedness, float_bits, int_bits, range_ends, signed_value};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use ulpwise_interp::Exception;
use ulpwise_ir::{
    Declaration, Dimension, FloatBinaryOp, FloatFormat, Function, FunctionId, Inst, Language, Module, SiteId,
    SiteKind, SourceType, Type,
};

/// What the names of guards begin with; their number follows.
pub const GUARD: &str = "ulpwise_guard_";

/// What debug information calls the file of guards.
const SOURCE: &str = "/ulpwise/contracts.c";

/// What the names of functions begin with that say whether a clause is kept.
const HOLDS: &str = "ulpwise_keeps_";

/// Guards that are written down.
#[derive(Debug)]
pub struct Guards {
    /// The file, to be compiled beside the program.
    pub file: PathBuf,
    /// What each of them guards.
    pub calls: Vec<GuardedCall>,
}

/// A call with a guard of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuardedCall {
    /// The linker's name of the guard.
    pub guard: String,
    /// The linker's name of the function that is called.
    pub callee: String,
    /// The linker's name of the function that calls.
    pub caller: String,
    /// Which of its calls of that function this is, from 0.
    pub number: usize,
    /// What the guard looks at, in its order.
    pub clauses: Vec<Clause>,
}

impl GuardedCall {
    /// Whether its guard looks at a clause.
    pub fn looks_at(&self, clause: &Clause) -> bool {
        self.clauses.iter().any(|one| one.kind == clause.kind)
    }

    /// The stable name of a clause that is held against the call.
    pub fn name(&self, clause: usize) -> String {
        let text = self.clauses.get(clause).map_or("contract", |clause| &clause.text);
        format!("{}->{}#{} {text}", self.caller, self.callee, self.number)
    }
}

/// Whether an exception at a site counts: in guards a broken contract alone does.
pub fn is_counted_in_guard(module: &Module, site: SiteId, exception: Exception) -> bool {
    let site = &module.sites[site];
    let function = &module.functions[site.function];
    if !is_own(module, function) {
        return true;
    }
    let name = &function.name;
    if name.starts_with(HOLDS) {
        return false;
    }
    !name.starts_with(GUARD) || (is_verdict(site.kind) && exception == Exception::Invalid)
}

/// Whether a function was compiled from a file of guards: programs may have functions of their names.
fn is_own(module: &Module, function: &Function) -> bool {
    let location = function.declaration.as_ref().and_then(|declaration| declaration.location);
    location.is_some_and(|location| module.files[module.locations[location].file].name == SOURCE)
}

fn is_verdict(kind: SiteKind) -> bool {
    matches!(kind, SiteKind::Binary(FloatBinaryOp::Div, FloatFormat::F64))
}

/// The function of a guard and the number of the clause, if a site is the verdict on one.
pub fn guard_clause(module: &Module, site: SiteId) -> Option<(&str, usize)> {
    let own = &module.sites[site];
    let function = &module.functions[own.function];
    let name = function.name.as_str();
    if !name.starts_with(GUARD) || !is_verdict(own.kind) || !is_own(module, function) {
        return None;
    }
    let before = module.sites_of(own.function).filter(|(id, one)| *id < site && is_verdict(one.kind));
    Some((name, before.count()))
}

/// Writes guards for the calls of functions by their names; nothing where there are none.
pub fn guards(
    module: &Module,
    contracts: &Contracts,
    headers: &Headers,
) -> Result<Option<Guards>, HarnessError> {
    let called = calls_by_name(module);
    let mut text = format!(
        "#include <float.h>\n#include <limits.h>\n#include <math.h>\n#include <stdbool.h>\n\
         #include <stdint.h>\n#pragma clang optimize off\n\
         #pragma float_control(precise, on)\n#line 1 \"{SOURCE}\"\n"
    );
    let mut calls: Vec<GuardedCall> = Vec::new();
    for (&(callee, caller), &count) in &called {
        let Some(contract) = contracts.functions.get(&callee) else { continue };
        for number in 0..count {
            let at = calls.len();
            let Some((guard, clauses)) = guard(module, callee, contract, at) else { break };
            text += &guard;
            let [callee, caller] = [callee, caller].map(|id| module.functions[id].name.clone());
            calls.push(GuardedCall { guard: format!("{GUARD}{at}"), callee, caller, number, clauses });
        }
    }
    if calls.is_empty() {
        return Ok(None);
    }
    let file = headers.add("ulpwise-contracts.c", &text)?;
    Ok(Some(Guards { file, calls }))
}

/// How often functions call others by their names: callee, caller, count.
fn calls_by_name(module: &Module) -> BTreeMap<(FunctionId, FunctionId), usize> {
    let mut calls = BTreeMap::new();
    for (caller, function) in module.functions.iter_enumerated() {
        let insts = function.body.iter().flat_map(|body| &body.insts);
        for inst in insts {
            if let Inst::Call { callee, .. } = inst {
                *calls.entry((*callee, caller)).or_insert(0) += 1;
            }
        }
    }
    calls
}

/// The text of a guard, and the clauses that it looks at.
fn guard(
    module: &Module,
    function: FunctionId,
    contract: &FunctionContract,
    number: usize,
) -> Option<(String, Vec<Clause>)> {
    let function = &module.functions[function];
    let declaration = function.declaration.as_ref()?;
    if declaration.parameters.len() != function.parameters.len() {
        return None;
    }
    let mut parameters = Vec::new();
    // Those that a condition can name.
    let mut sayable = BTreeSet::new();
    let (mut names, mut by_address) = (Vec::new(), Vec::new());
    for (number, parameter) in declaration.parameters.iter().enumerate() {
        let name = name_of(declaration, number);
        let is_c = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        let own = if is_c { name.clone() } else { format!("parameter_{number}") };
        let passed = function.parameters[number];
        let (ty, own) = match (c_type(module, parameter.ty), passed) {
            (Some(ty), _) if is_number_by_address(module, parameter.ty, passed) => {
                sayable.insert(name.clone());
                by_address.push((name, ty.clone()));
                (format!("const {ty} *"), format!("{AT}{own}"))
            }
            (Some(ty), _) => {
                sayable.insert(name);
                (ty, own)
            }
            (None, Type::Pointer) => ("const void *".to_owned(), own),
            (None, _) => return None,
        };
        parameters.push(format!("{ty} {own}"));
        names.push(own);
    }
    let parameters = parameters.join(", ");
    let (mut holds, mut body, mut looked_at) = (String::new(), String::new(), Vec::new());
    for clause in &contract.clauses {
        let Some(statements) = statements(module, declaration, contract, clause, &sayable) else { continue };
        let at = looked_at.len();
        let statements = values(&by_address, clause, contract) + &statements;
        let _ = writeln!(holds, "static int {HOLDS}{number}_{at}({parameters}) {{\n{statements}}}");
        let _ = writeln!(
            body,
            "    kept = {HOLDS}{number}_{at}({}) ? 1.0 : 0.0;\n    kept = kept / kept;",
            names.join(", ")
        );
        looked_at.push(clause.clone());
    }
    if looked_at.is_empty() {
        return None;
    }
    let text = format!("{holds}void {GUARD}{number}({parameters}) {{\n    double kept;\n{body}}}\n");
    Some((text, looked_at))
}

/// The values of numbers that are passed by their addresses, of those that a clause needs. What is absent
/// keeps every contract.
fn values(by_address: &[(String, String)], clause: &Clause, contract: &FunctionContract) -> String {
    let is_needed = |name: &String| match &clause.kind {
        ClauseKind::Assume(condition) => !named_parameters(condition, std::slice::from_ref(name)).is_empty(),
        ClauseKind::Range { name: of, .. } => {
            let is_count = contract.clauses.iter().any(|one| {
                matches!(&one.kind, ClauseKind::Length { name: array, length: LengthOf::Parameter(count) }
                    if array == of && count == name)
            });
            of == name || is_count
        }
        ClauseKind::Length { .. } | ClauseKind::Success(_) | ClauseKind::Allow { .. } => false,
    };
    let mut text = String::new();
    for (name, ty) in by_address.iter().filter(|(name, _)| is_needed(name)) {
        let _ = writeln!(text, "    if (!{AT}{name}) return 1;\n    const {ty} {name} = *{AT}{name};");
    }
    text
}

/// Statements that return whether a clause is kept; nothing of what cannot be said in C.
fn statements(
    module: &Module,
    declaration: &Declaration,
    contract: &FunctionContract,
    clause: &Clause,
    sayable: &BTreeSet<String>,
) -> Option<String> {
    match &clause.kind {
        ClauseKind::Assume(condition) => {
            let all: Vec<String> =
                (0..declaration.parameters.len()).map(|number| name_of(declaration, number)).collect();
            let named = named_parameters(condition, &all);
            let is_sayable = named.iter().all(|name| sayable.contains(*name));
            is_sayable.then(|| format!("    return ({condition}) ? 1 : 0;\n"))
        }
        ClauseKind::Range { name, bounds } if sayable.contains(name) => {
            let number = (0..declaration.parameters.len()).find(|&at| name_of(declaration, at) == *name)?;
            range_statements(module, declaration, contract, number, bounds)
        }
        ClauseKind::Range { .. }
        | ClauseKind::Length { .. }
        | ClauseKind::Success(_)
        | ClauseKind::Allow { .. } => None,
    }
}

fn range_statements(
    module: &Module,
    declaration: &Declaration,
    contract: &FunctionContract,
    number: usize,
    bounds: &str,
) -> Option<String> {
    let parameter = &declaration.parameters[number];
    let name = name_of(declaration, number);
    match &module.source_types[parameter.ty] {
        scalar @ (SourceType::Float(_) | SourceType::Int { .. }) => {
            Some(format!("    return {};\n", within(&name, bounds, scalar)?))
        }
        SourceType::Pointer { pointee, .. } => {
            let scalar = &module.source_types[*pointee];
            let count = element_count(declaration, contract, number)?;
            let inside = within(&format!("{name}[at]"), bounds, scalar)?;
            Some(format!(
                "    for (int64_t at = 0; at < (int64_t)({count}); at++)\n        if (!{inside}) return 0;\n    return 1;\n"
            ))
        }
        _ => None,
    }
}

/// How many elements there are behind a pointer, in C.
fn element_count(declaration: &Declaration, contract: &FunctionContract, number: usize) -> Option<String> {
    let name = name_of(declaration, number);
    let said = contract.clauses.iter().find_map(|clause| match &clause.kind {
        ClauseKind::Length { name: of, length } if *of == name => Some(length.clone()),
        _ => None,
    });
    match said {
        Some(LengthOf::Count(count)) => Some(count.to_string()),
        Some(LengthOf::Parameter(other)) => Some(other),
        None => match declaration.parameters[number].length.as_ref()?.dimensions[..] {
            [Dimension::Constant(count)] => Some(count.to_string()),
            // A number that is passed by its address has its value where a clause names it.
            [Dimension::Parameter(other)] if declaration.language != Language::Fortran => {
                Some(name_of(declaration, usize::try_from(other).ok()?))
            }
            _ => None,
        },
    }
}

/// A comparison in C of a value with bounds.
fn within(value: &str, bounds: &str, scalar: &SourceType) -> Option<String> {
    let (low, high) = range_ends(bounds);
    match scalar {
        SourceType::Float(FloatFormat::F64 | FloatFormat::F32) if bounds == "finite" => {
            Some(format!("(__builtin_isfinite({value}) ? 1 : 0)"))
        }
        SourceType::Float(format @ (FloatFormat::F64 | FloatFormat::F32)) => {
            let end = |text: &str| -> Option<String> {
                let bits = float_bits(text, *format).ok()?;
                let number = match format {
                    FloatFormat::F32 => f64::from(f32::from_bits(bits as u32)),
                    _ => f64::from_bits(bits as u64),
                };
                Some(match number {
                    _ if number.is_nan() => return None,
                    _ if number == f64::INFINITY => "__builtin_inf()".to_owned(),
                    _ if number == f64::NEG_INFINITY => "(-__builtin_inf())".to_owned(),
                    _ => format!("({number:e})"),
                })
            };
            Some(format!("({value} >= {} && {value} <= {})", end(low)?, end(high)?))
        }
        SourceType::Int { signed, bits, .. } => {
            let signedness = if *signed { Signedness::Signed } else { Signedness::Unsigned };
            let end = |text: &str| -> Option<String> {
                let bits_of = int_bits(text, *bits, signedness).ok()?;
                Some(match *signed {
                    // The least value of 64 bits has no literal.
                    true => format!("((int64_t)0x{:x}ULL)", signed_value(bits_of, *bits) as i64),
                    false => format!("0x{bits_of:x}ULL"),
                })
            };
            let ty = if *signed { "int64_t" } else { "uint64_t" };
            (*bits <= 64).then_some(())?;
            Some(format!("(({ty}){value} >= {} && ({ty}){value} <= {})", end(low)?, end(high)?))
        }
        _ => None,
    }
}
