//! Machine code of a program: instrumented, compiled to an object file, linked into a process.
//!
//! Two steps, because the second one is cheap and is done again for every fresh process:
//! [`compile_native`] makes [`NativeCode`] of bitcode, [`LinkedCode`] puts it into memory with
//! LLVM's LLJIT and finds its functions.
//!
//! What holds: functions are called through drivers (`ulpwise_call_N`) that take arguments from an
//! array of words and put results into another, so that no caller needs to know a calling
//! convention; `-O0` code computes the operations as they stand in the IR, `-O2` code may reorder
//! what no result depends on.
//!
//! Optimised code with checks comes in two tiers: the screening tier costs little and says whether
//! there may have been an exception at all, the precise one says which.
//!
//! Deliberately absent: the process that the code runs in, and any protection from it.

mod defined;
mod driver;
mod link;
mod object;
mod prepare;
mod shape;
mod tables;

pub use driver::{NativeTarget, Passing, TargetLayout};
pub use link::{LinkedCode, ShadowAddresses, SymbolDefinition};

use crate::compile::Unit;
use crate::coverage::{Probe, count};
use crate::error::LlvmError;
use crate::instrument::{self, Added, ScreeningEntry, Tier};
use crate::load::{Session, link_text, merge, prepare as prepare_for_lowering};
use crate::lower::lower_with_origins;
use crate::shadow::{Precision, Simplify, shadow};
use ulpwise_externals::Exceptions;
use ulpwise_ir::{Module, SiteId};

/// How much the machine code reports about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instrumentation {
    /// Nothing.
    None,
    /// Every exception at every site, but no rounding.
    Exceptions,
    /// That, and these exceptions of ordinary results: every operation, every root and every
    /// conversion to a narrower format is looked at.
    EveryOperation(Exceptions),
    /// That, which sites are reached, and how far those that are asked for are from an exception or
    /// another way; a call can be stopped after a number of steps.
    Distances,
    /// The rounding error at every site, by shadow values of higher precision.
    Shadow(Precision),
    /// How often lines and branches run.
    Coverage,
}

/// How machine code comes from the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimisation {
    /// As the program stands: for replay, whose word is the last.
    Unoptimised,
    /// The same operations, in machine code as compilers make it when they optimise: what their flags
    /// let the code generator fuse, it fuses. For the comparison of builds.
    AsCompiled,
    /// As LLVM may: where the program's behaviour is undefined, another behaviour. For search, whose
    /// finds are replayed.
    Optimised,
    /// Optimised, with the behaviour of the unoptimised program everywhere: for trials of all inputs,
    /// where nothing may be missed.
    Defined,
}

impl Optimisation {
    /// Whether the code generator works as it does for optimised programs.
    pub(crate) const fn optimises_code(self) -> bool {
        match self {
            Self::Unoptimised => false,
            Self::AsCompiled | Self::Optimised | Self::Defined => true,
        }
    }

    /// Whether the optimiser runs at all.
    pub const fn is_optimised(self) -> bool {
        match self {
            Self::Unoptimised | Self::AsCompiled => false,
            Self::Optimised | Self::Defined => true,
        }
    }
}

/// How machine code is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeOptions {
    /// What it reports.
    pub instrumentation: Instrumentation,
    /// How it comes from the program.
    pub optimisation: Optimisation,
    /// The functions that will be called.
    pub targets: Vec<NativeTarget>,
    /// Functions without parameters to be called once, after the constructors: the program is then
    /// as every call finds it.
    pub setup: Vec<String>,
}

/// A program as machine code that was not linked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeCode {
    /// The same program in our IR: the numbers of sites are its.
    pub module: Module,
    /// An object file in ELF.
    pub object: Vec<u8>,
    /// The object file of the screening tier, for programs that have one: machine code that is
    /// called first, and reports only whether there may have been an exception.
    pub screening: Option<Vec<u8>>,
    /// What it needs from elsewhere, in order of the names.
    pub externals: Vec<String>,
    /// The sites whose exceptions are not reported.
    pub unobserved: Vec<SiteId>,
    /// What each counter counts, where code counts.
    pub counted: Vec<Probe>,
    /// How the functions are called, in the order of the targets.
    pub layouts: Vec<TargetLayout>,
    /// Whether the program may change the rounding mode or look at flags.
    pub uses_float_environment: bool,
    /// What the user should know about the program, one sentence each.
    pub warnings: Vec<String>,
}

/// Compiles bitcode, in this very process: a crash of LLVM is a crash of the caller.
///
/// # Errors
/// Whatever is wrong with the bitcode, and targets that are missing or that no driver can call.
pub fn compile_native(units: &[Unit], options: &NativeOptions) -> Result<NativeCode, LlvmError> {
    let mut code =
        compile_tier(units, options, Tier::Precise)?.ok_or_else(|| object::internal("no precise code"))?;
    let screens =
        options.optimisation.is_optimised() && options.instrumentation == Instrumentation::Exceptions;
    if screens && !code.uses_float_environment {
        code.screening = compile_tier(units, options, Tier::Screening)?.map(|screening| screening.object);
    }
    Ok(code)
}

/// Compiles one tier; `None` where a program has no screening tier.
fn compile_tier(
    units: &[Unit],
    options: &NativeOptions,
    tier: Tier,
) -> Result<Option<NativeCode>, LlvmError> {
    let session = Session::new();
    let module = merge(&session, units)?;
    prepare_for_lowering(&module)?;
    let (lowered, origins) = lower_with_origins(&module)?;
    let setup: Vec<NativeTarget> = options
        .setup
        .iter()
        .map(|name| NativeTarget { name: name.clone(), parameters: Vec::new(), links: Vec::new() })
        .collect();
    driver::drivers(&module, &setup, false)?;
    if tier == Tier::Screening && !instrument::can_be_screened(&module, &origins) {
        return Ok(None);
    }
    let uses_float_environment = tables::uses_float_environment(&module, &lowered);
    let mut counted = Vec::new();
    let added = match options.instrumentation {
        Instrumentation::None => Added::default(),
        level @ (Instrumentation::Exceptions
        | Instrumentation::EveryOperation(_)
        | Instrumentation::Distances) => {
            instrument::instrument(&session, &module, &lowered, &origins, tier, level)?
        }
        Instrumentation::Shadow(precision) => {
            let simplify = |kept: &str| {
                let names = options.targets.iter().map(|target| &target.name).chain(&options.setup);
                let names: Vec<&str> = names.map(String::as_str).chain([kept]).collect();
                prepare::allow_inlining(&module);
                object::TargetMachine::new(true)?.simplify(&module, &names)
            };
            let simplify: Option<Simplify<'_>> =
                options.optimisation.is_optimised().then_some(&simplify as Simplify<'_>);
            let unobserved = shadow(&session, &module, &lowered, &origins, precision, simplify)?;
            Added { unobserved, leaves: false }
        }
        Instrumentation::Coverage => {
            counted = count(&session, &module)?;
            Added::default()
        }
    };
    prepare::prepare(&session, &module, options, added.leaves)?;
    let (text, layouts) = driver::drivers(&module, &options.targets, added.leaves)?;
    link_text(&session, &module, &text)?;
    if added.leaves {
        link_text(&session, &module, &instrument::leaving_text(&entries(options)))?;
    }
    if options.optimisation == Optimisation::Defined {
        defined::define_behaviour(&session, &module);
    }
    let machine = object::TargetMachine::new(options.optimisation.optimises_code())?;
    let packs = !matches!(options.instrumentation, Instrumentation::Shadow(_));
    machine.run_passes(&module, options.optimisation.is_optimised(), packs, options.targets.len())?;
    tables::add_writable_globals(&module);
    let externals = tables::externals(&module);
    let object = machine.emit(&module)?;
    let warnings = session.take_warnings();
    Ok(Some(NativeCode {
        module: lowered,
        object,
        screening: None,
        externals,
        unobserved: added.unobserved,
        counted,
        layouts,
        uses_float_environment,
        warnings,
    }))
}

/// What is called from outside in a screening tier that can be left.
fn entries(options: &NativeOptions) -> Vec<ScreeningEntry> {
    let entry = |name: String, has_words| ScreeningEntry { body: body_name(&name, true), name, has_words };
    let drivers = (0..options.targets.len()).map(|number| entry(driver::name(number), true));
    drivers.chain([entry(prepare::CONSTRUCTORS.to_owned(), false)]).collect()
}

/// The name of the function that does the work of a driver or of the constructors: another one than
/// its own where it can be left.
fn body_name(name: &str, leaves: bool) -> String {
    if leaves { format!("{name}_body") } else { name.to_owned() }
}
