//! Everything that the verdicts on a function depend on, as one text.
//!
//! What holds: a function is known by its own code and all that it mentions only if nothing else can
//! matter: it calls nothing through pointers, nothing outside whose effects are not known, and uses
//! no variable that other code may write. Otherwise the whole program stands for it. An option that
//! is added has to be entered here, or to be said not to matter.

use super::environment::environment;
use crate::check::file_digest;
use crate::load::native_links;
use crate::options::{BuiltProject, CheckOptions, ContractedInputs, InputDomain, ProgramFiles};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::OnceLock;
use ulpwise_engines::EngineChoice;
use ulpwise_externals::effects;
use ulpwise_harness::Inputs;
use ulpwise_ir::text::{MentionedText, content, whole_content};
use ulpwise_ir::{Body, Function, FunctionId, Inst, Library, Module};
use ulpwise_llvm::Loaded;
use ulpwise_symex::EntryPoint;
use ulpwise_verify::sha256;

/// What the verdicts on all functions of a program depend on.
pub(super) struct ProgramKey {
    text: String,
    whole: OnceLock<String>,
}

impl ProgramKey {
    pub(super) fn new(options: &CheckOptions, loaded: &Loaded) -> ProgramKey {
        let module = &loaded.module;
        let CheckOptions { program, links, .. } = options;
        let ProgramFiles {
            files: _,
            cflags,
            rustflags,
            database,
            source: _,
            trusts_database: _,
            project: _,
            built: BuiltProject { sources, modules: _, own, remarks: _ },
            compiled: _,
        } = program;
        let mut text = environment();
        let _ = writeln!(text, "cflags {cflags:?}\nrustflags {rustflags:?}");
        let _ = writeln!(text, "built {sources:?} own {own:?}");
        // How the files of a database are compiled matters to native code.
        if let Some(database) = database {
            let file =
                if database.is_dir() { database.join("compile_commands.json") } else { database.clone() };
            let _ = writeln!(text, "database {:?}", file_digest(&file));
        }
        for file in native_links(module, links) {
            let _ = writeln!(text, "links {:?}", file_digest(&file));
        }
        // Such flags let the code generator choose what an operation does: that depends on all the
        // code around it.
        let is_free = |warning: &String| warning.contains("fast-math flags");
        for unit in loaded.units.iter().filter(|_| loaded.warnings.iter().any(is_free)) {
            let _ = writeln!(text, "unit {}", sha256(&unit.bytes));
        }
        let _ = writeln!(text, "outside {:?}", outside_names(module));
        let _ = writeln!(text, "begins with {}", constructors(module));
        ProgramKey { text, whole: OnceLock::new() }
    }

    /// What the verdicts on a function depend on.
    pub(super) fn of_function(
        &self,
        module: &Module,
        function: FunctionId,
        options: &CheckOptions,
        inputs: &Inputs,
    ) -> String {
        let (roots, entry) = roots_and_entry(function, inputs);
        let own = content(module, &roots);
        let mut text = format!("{}options {}\n", self.text, options_text(options));
        let _ = writeln!(text, "inputs {entry:?} {:?}", inputs.native);
        text.push_str(&own.text);
        if depends_on_others(module, &own) {
            text.push_str("within ");
            text.push_str(self.whole.get_or_init(|| sha256(whole_content(module).text.as_bytes())));
        }
        text
    }
}

/// The functions that a call runs, and the entry without their numbers.
fn roots_and_entry(function: FunctionId, inputs: &Inputs) -> (Vec<FunctionId>, EntryPoint) {
    let mut entry = inputs.entry.clone();
    let mut roots = vec![function, entry.function];
    entry.function = FunctionId::new(0);
    roots.append(&mut entry.setup);
    for (assumption, _) in &mut entry.assumptions {
        roots.push(*assumption);
        *assumption = FunctionId::new(0);
    }
    (roots, entry)
}

/// The options on which verdicts depend.
fn options_text(options: &CheckOptions) -> String {
    let CheckOptions {
        program: _,
        functions: _,
        excluded: _,
        library_functions: _,
        domain:
            InputDomain { lengths, ranges, contracted: ContractedInputs { ranges: contracted, assumptions: _ } },
        assume,
        non_finite,
        assume_nothing,
        properties,
        stop_at_exception,
        rounding,
        ftz,
        timeout,
        total: _,
        loop_bound,
        jobs: _,
        seed,
        analyses,
        engine,
        solver_nra,
        call_timeout,
        memory,
        setup,
        links: _,
        store: _,
        cache: _,
        since: _,
        merge: _,
        witnesses: _,
        certificates: _,
        baseline: _,
        plots: _,
        overrides: _,
        contracts: _,
        keeps_findings: _,
        part: _,
        allows_unused_ranges: _,
        seeds,
    } = options;
    let engines = (engine.name(), solver_nra.as_ref().map(EngineChoice::name));
    format!(
        "{lengths:?} {ranges:?} {contracted:?} {assume:?} {non_finite} {assume_nothing} {properties:?} {stop_at_exception} {rounding:?} \
         {ftz} {timeout:?} {loop_bound:?} {seed} {analyses:?} {engines:?} {call_timeout:?} {memory} {setup:?} {seeds:?}"
    )
}

/// The functions that the program calls and does not define, besides mathematical ones: analyses ask
/// whether the program can read flags, catch exceptions, or have its functions called from outside.
fn outside_names(module: &Module) -> BTreeSet<&str> {
    let is_listed = |function: &&Function| {
        let is_plain = function.library == Library::Math && !function.name.starts_with("fe");
        function.body.is_none() && !is_plain && !function.name.starts_with("llvm.")
    };
    module.functions.iter().filter(is_listed).map(|function| function.name.as_str()).collect()
}

/// The text of what runs before everything else.
fn constructors(module: &Module) -> String {
    let lists = module.globals.iter().filter(|global| global.name.starts_with("llvm.global_ctors"));
    let targets =
        lists.flat_map(|global| &global.relocations).filter_map(|relocation| match relocation.target {
            ulpwise_ir::Target::Function(function) => Some(function),
            ulpwise_ir::Target::Global(_) => None,
        });
    sha256(content(module, &targets.collect::<Vec<_>>()).text.as_bytes())
}

/// Whether code that a function does not mention may matter to it.
fn depends_on_others(module: &Module, content: &MentionedText) -> bool {
    let is_open = |&function: &FunctionId| {
        let function = &module.functions[function];
        match &function.body {
            Some(body) => calls_through_pointers(body),
            None => {
                let is_plain = function.library == Library::Math || function.name.starts_with("llvm.");
                !is_plain && effects(&function.name).is_none_or(|effects| effects.may_call_back)
            }
        }
    };
    content.functions.iter().any(is_open)
        || content.globals.iter().any(|&global| !module.globals[global].constant)
}

/// Whether a body does not say which functions it calls.
fn calls_through_pointers(body: &Body) -> bool {
    body.insts.iter().any(|inst| matches!(inst, Inst::CallIndirect { .. } | Inst::Unsupported { .. }))
}
