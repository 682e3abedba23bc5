//! `ulpwise check`: a verdict for every floating-point operation of the functions of a program, and everything that the operation can raise.
//!
//! What holds: a witness was run natively before it is told; *proven* is said only if every input in range was looked at; everything else is *unknown*, with
//! the reason.

mod assuming;
mod json;
mod text;

use crate::args::CheckArguments;
use crate::failure::Failure;
use crate::glob;
use crate::interrupt::{Interrupt, Patience};
use crate::load::{bitcode, check_links, load};
use crate::names::source_name;
use crate::output::{ExitStatus, Report};
use crate::ownership::is_offered;
use crate::render::warnings_text;
use crate::resolve::resolve;
use crate::test::{Headers, Ranges, Unnamed, of_function};
use crate::witness::{Argument, Witness, fingerprint};
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::time::Instant;
use ulpwise_base::Budget;
use ulpwise_check::{
    Goal, Inputs, Ledger, NativeProgram, Options, Outcome, PathLimits, Subject, Verdict, Wave,
    check as check_one,
};
use ulpwise_engines::{Choice, Options as EngineOptions, host_libm};
use ulpwise_exec::Tools;
use ulpwise_interp::{Event, Exception};
use ulpwise_ir::{FunctionId, Module};
use ulpwise_native::{CallEnd, Launcher, Passing};
use ulpwise_solver::Solver;

/// What is asked for unless the user says otherwise.
const DEFAULT_PROPERTIES: [Exception; 5] = [
    Exception::Invalid,
    Exception::DivideByZero,
    Exception::Overflow,
    Exception::Underflow,
    Exception::IntConversion,
];

/// The engine that decides by circuits.
const LAST_RESORT: &str = "bitblast";

/// A function that was checked.
struct Checked {
    function: FunctionId,
    inputs: Inputs,
    outcome: Outcome,
    /// What the interpreter says of each exception that has a witness.
    events: Vec<(Goal, Event)>,
    seconds: f64,
}

/// A function for which no arguments can be made.
struct Refused {
    function: FunctionId,
    why: String,
}

/// What a run of the command found out.
struct Findings<'m> {
    module: &'m Module,
    checked: Vec<Checked>,
    refused: Vec<Refused>,
    /// Functions that were not looked at because the run was stopped.
    left: usize,
}

/// Runs the command.
pub(crate) fn check(arguments: &CheckArguments) -> Result<Report, Failure> {
    check_links(&arguments.link)?;
    let headers = Headers::write()?;
    let mut input = arguments.input.clone();
    input.cflags = headers.flags(&input.cflags);
    let mut loaded = load(&input, None)?;
    let functions = functions(&loaded.module, arguments)?;
    let names: Vec<String> = functions.iter().map(|&id| loaded.module.functions[id].name.clone()).collect();
    if !arguments.assume.is_empty() {
        let [function] = functions[..] else {
            return Err(Failure::bad_input("--assume is about the parameters of one function")
                .help("name it with --fn"));
        };
        input.files.push(assuming::write(&loaded.module, function, &arguments.assume, &headers)?);
        loaded = load(&input, None)?;
    }
    let units = bitcode(&input)?;
    let module = &loaded.module;
    let functions: Vec<FunctionId> = names.iter().filter_map(|name| module.function_named(name)).collect();
    let interrupt = Interrupt::watch(Patience::Unlimited);
    let native = NativeProgram {
        launcher: Launcher::this_program()?,
        units: &units,
        links: arguments.link.clone(),
        setup: arguments.setup.clone(),
        call_limit: arguments.call_timeout,
    };
    let work = Work { arguments, module, native: &native, interrupt: &interrupt };
    let findings = work.check_all(&functions)?;
    if let Some(folder) = &arguments.witnesses {
        for checked in &findings.checked {
            work.write_witnesses(folder, checked)?;
        }
    }
    let status = interrupt.status().unwrap_or_else(|| status(&findings));
    let output = if arguments.json {
        json::write(&findings, &loaded.warnings, &work, status)
    } else {
        text::write(&findings, arguments)
    };
    let errors = if arguments.json { String::new() } else { warnings_text(&loaded.warnings) };
    Ok(Report { output, errors, status })
}

/// Something was found, or ulpwise contradicted itself, or neither.
fn status(findings: &Findings<'_>) -> ExitStatus {
    if findings.checked.iter().any(|checked| !checked.outcome.refuted.is_empty()) {
        ExitStatus::InternalError
    } else if findings.checked.iter().any(|checked| checked.outcome.ledger.count().witnesses > 0) {
        ExitStatus::ProgramFailed
    } else {
        ExitStatus::Success
    }
}

/// The functions to check: those whose name matches, or all that are offered to others.
fn functions(module: &Module, arguments: &CheckArguments) -> Result<Vec<FunctionId>, Failure> {
    let is_pattern = |name: &String| name.contains(['*', '?']);
    let matching = |pattern: &str| -> Vec<FunctionId> {
        let matches = |id: &FunctionId| {
            let function = &module.functions[*id];
            is_offered(module, function)
                && (glob::matches(pattern, &function.name) || glob::matches(pattern, &source_name(function)))
        };
        module.functions.ids().filter(matches).collect()
    };
    let mut found = Vec::new();
    for name in &arguments.function {
        if is_pattern(name) {
            let some = matching(name);
            if some.is_empty() {
                return Err(Failure::bad_input(format!("no function matches {name}"))
                    .help("`ulpwise list` lists the functions"));
            }
            found.extend(some);
        } else {
            found.push(resolve(module, Some(name))?);
        }
    }
    if arguments.function.is_empty() {
        found = matching("*");
    }
    if found.is_empty() {
        return Err(Failure::bad_input("the program defines no function that other files can call")
            .help("name one with --fn; `ulpwise list --all` lists all of them"));
    }
    let mut seen = BTreeSet::new();
    found.retain(|id| seen.insert(*id));
    Ok(found)
}

/// What all functions have in common.
struct Work<'a> {
    arguments: &'a CheckArguments,
    module: &'a Module,
    native: &'a NativeProgram<'a>,
    interrupt: &'a Interrupt,
}

impl<'a> Work<'a> {
    fn check_all(&self, functions: &[FunctionId]) -> Result<Findings<'a>, Failure> {
        let mut findings =
            Findings { module: self.module, checked: Vec::new(), refused: Vec::new(), left: 0 };
        let shows = std::io::stderr().is_terminal() && functions.len() > 1;
        for (number, &function) in functions.iter().enumerate() {
            if self.interrupt.flag().is_cancelled() {
                findings.left = functions.len() - number;
                break;
            }
            if shows {
                let name = source_name(&self.module.functions[function]);
                // Nobody is told when it cannot be written.
                let _ = write!(std::io::stderr(), "\r{:>4}/{} {name:60}", number + 1, functions.len());
            }
            match self.inputs(function) {
                Ok(inputs) => findings.checked.push(self.check_one(function, inputs)?),
                // Whoever names a function wants to know; of all, those that cannot be checked are listed.
                Err(failure) if functions.len() == 1 => return Err(failure),
                Err(failure) => {
                    findings.refused.push(Refused { function, why: failure.message().to_owned() });
                }
            }
        }
        if shows {
            let _ = write!(std::io::stderr(), "\r{:80}\r", "");
        }
        Ok(findings)
    }

    /// The inputs of a function, as the user restricts them.
    fn inputs(&self, function: FunctionId) -> Result<Inputs, Failure> {
        let arguments = self.arguments;
        let mut ranges = Ranges::parse(&arguments.range)?;
        let unnamed = if arguments.non_finite { Unnamed::Any } else { Unnamed::Finite };
        let mut entry = of_function(self.module, function, &arguments.len, &mut ranges, unnamed)?;
        if !arguments.assume.is_empty() {
            entry.function = assuming::function(self.module)?;
        }
        for name in &arguments.setup {
            entry.setup.push(resolve(self.module, Some(name))?);
        }
        Ok(Inputs::new(self.module, entry))
    }

    fn check_one(&self, function: FunctionId, inputs: Inputs) -> Result<Checked, Failure> {
        let start = Instant::now();
        let arguments = self.arguments;
        let budget = Budget::unlimited().with_time(arguments.timeout).with_cancel(self.interrupt.flag());
        let wanted = if arguments.property.is_empty() {
            DEFAULT_PROPERTIES.to_vec()
        } else {
            arguments.property.clone()
        };
        let options = Options {
            wanted,
            budget,
            waves: if arguments.wave.is_empty() {
                Wave::ALL.into()
            } else {
                arguments.wave.iter().copied().collect()
            },
            paths: PathLimits {
                loop_bound: arguments.loop_bound,
                memory: arguments.memory << 20,
                ..PathLimits::default()
            },
            seed: arguments.seed,
            jobs: arguments.jobs,
        };
        let engine = || arguments.engine.make(&EngineOptions::default());
        let circuits = Choice::from_name(LAST_RESORT).map_err(|error| Failure::internal(&error))?;
        let resort = || circuits.make(&EngineOptions::default());
        let resort: Option<&(dyn Fn() -> Box<dyn Solver> + Sync)> =
            arguments.engine.is_portfolio().then_some(&resort);
        let tools = Tools { solver: &engine, resort, libm: &host_libm };
        let subject = Subject { module: self.module, inputs: &inputs, function, native: self.native };
        let outcome = check_one(&subject, tools, &options, &mut ())?;
        let events = self.events(&inputs, &outcome.ledger);
        Ok(Checked { function, outcome, events, seconds: start.elapsed().as_secs_f64(), inputs })
    }

    /// What the interpreter says of the exceptions that have a witness.
    fn events(&self, inputs: &Inputs, ledger: &Ledger) -> Vec<(Goal, Event)> {
        let Ok(native) = &inputs.native else { return Vec::new() };
        let mut events: Vec<(Goal, Event)> = Vec::new();
        for (goal, verdict) in ledger.entries() {
            let Verdict::Witness(witness) = verdict else { continue };
            let function = inputs.entry.function;
            let all =
                ulpwise_check::rerun(self.module, self.native, function, &native.target, &witness.words);
            events.extend(
                all.into_iter()
                    .filter(|event| (event.site, event.exception) == goal)
                    .map(|event| (goal, event)),
            );
        }
        events
    }

    /// One file for each witness, named after its function, site and property.
    fn write_witnesses(&self, folder: &std::path::Path, checked: &Checked) -> Result<(), Failure> {
        let wrong =
            |error: std::io::Error| Failure::bad_input(format!("--witnesses {}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(wrong)?;
        for (goal, verdict) in checked.outcome.ledger.entries() {
            let Verdict::Witness(witness) = verdict else { continue };
            let Some(witness) = self.witness(checked, goal, witness) else { continue };
            let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
            let name: String = format!("{}-{}", witness.function, witness.site).chars().map(plain).collect();
            let name = format!("{name}-{}.json", witness.property.id());
            std::fs::write(folder.join(name), witness.write()).map_err(wrong)?;
        }
        Ok(())
    }

    /// A witness as a file of its own has it.
    fn witness(&self, checked: &Checked, goal: Goal, found: &ulpwise_check::Witness) -> Option<Witness> {
        let (module, arguments) = (self.module, self.arguments);
        let function = &module.functions[checked.function];
        let native = checked.inputs.native.as_ref().ok()?;
        let declaration = function.declaration.as_ref()?;
        let mut rest = found.words.as_slice();
        let mut given = Vec::new();
        for (number, (passing, &ty)) in native.target.parameters.iter().zip(&function.parameters).enumerate()
        {
            let count = if let Passing::Buffer(words) = passing { *words as usize } else { 1 };
            let (own, others) = rest.split_at_checked(count)?;
            rest = others;
            given.push(Argument {
                name: crate::test::name_of(declaration, number),
                ty,
                signed: true,
                buffer: matches!(passing, Passing::Buffer(_)),
                words: own.to_vec(),
            });
        }
        let place = module.sites[goal.0].location.map(|location| {
            let location = module.locations[location];
            let path = module.files[location.file].path().to_string_lossy().into_owned();
            (path, location.line, location.column)
        });
        let files = &arguments.input.files;
        Some(Witness {
            directory: std::env::current_dir().unwrap_or_default(),
            files: files.clone(),
            contents: files.iter().map(|file| fingerprint(file).unwrap_or_default()).collect(),
            cflags: arguments.input.cflags.clone(),
            rustflags: arguments.input.rustflags.clone(),
            link: arguments.link.clone(),
            function: function.name.clone(),
            arguments: given,
            result: function.results.first().copied(),
            site: module.site_name(goal.0),
            place,
            property: goal.1,
            output: (found.end == CallEnd::Returned).then(|| found.output.clone()),
        })
    }
}
