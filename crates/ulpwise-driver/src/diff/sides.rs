//! The two functions, entered with the same inputs.

use crate::contracts::OwnContract;
use crate::error::DriverError;
use crate::load::LoadLimits;
use crate::options::DiffOptions;
use ulpwise_equivalence::{Mismatch, ProgramSide};
use ulpwise_finding::Assumption;
use ulpwise_harness::names::source_name;
use ulpwise_harness::resolve::resolve;
use ulpwise_harness::signature::signature;
use ulpwise_harness::{HiddenState, NativeInputs, Ranges, Unnamed, of_function, returned};
use ulpwise_ir::{FunctionId, Module};
use ulpwise_llvm::Loaded;
use ulpwise_symex::EntryState;

/// Takes over what the contract of the old function says of the inputs, which are those of both.
/// Conditions are left out: without them more inputs are compared.
pub(super) fn take_contract(old: &Loaded, options: &mut DiffOptions) -> Result<(), DriverError> {
    let function = resolve_side(old, 0, options)?;
    let limits = LoadLimits::memory(options.memory);
    let (contract, _) = OwnContract::new(old, function, &options.programs[0], limits);
    contract.restrict(&mut options.domain);
    let is_taken = |assumption: &Assumption| match assumption {
        Assumption::Contract { text, .. } => !text.starts_with("assume"),
        _ => true,
    };
    options.domain.contracted.assumptions.retain(is_taken);
    Ok(())
}

fn resolve_side(loaded: &Loaded, at: usize, options: &DiffOptions) -> Result<FunctionId, DriverError> {
    resolve(&loaded.module, options.functions[at].as_deref()).map_err(|error| {
        let which = ["old", "new"][at];
        DriverError::from(error).with_help(format!("this is about the {which} program"))
    })
}

/// Both functions. Ranges and lengths are the old function's; the new one's have them by their
/// order.
pub(super) fn make_sides<'a>(
    loaded: [&'a Loaded; 2],
    options: &DiffOptions,
) -> Result<[ProgramSide<'a>; 2], DriverError> {
    let functions = [resolve_side(loaded[0], 0, options)?, resolve_side(loaded[1], 1, options)?];
    let modules = loaded.map(|loaded| &loaded.module);
    let lengths = &options.domain.lengths;
    let renamed = renamed_lengths(modules, functions, lengths);
    let old = make_side(loaded[0], functions[0], lengths, &mut options.domain.read_ranges()?, options)?;
    let new = make_side(loaded[1], functions[1], &renamed, &mut Ranges::default(), options)?;
    Ok([old, new])
}

fn make_side<'a>(
    loaded: &'a Loaded,
    function: FunctionId,
    lengths: &[(String, u64)],
    ranges: &mut Ranges,
    options: &DiffOptions,
) -> Result<ProgramSide<'a>, DriverError> {
    let module = &loaded.module;
    let unnamed = if options.non_finite { Unnamed::Any } else { Unnamed::Finite };
    let mut entry = of_function(module, function, lengths, ranges, unnamed)?;
    let setup = options.setup.iter().map(|name| resolve(module, Some(name)));
    entry.setup = setup.collect::<Result<_, _>>()?;
    if let Ok(state) = HiddenState::new(module, function, &entry.setup) {
        entry.state = EntryState::Any(state.variables);
    }
    let returned = returned(module, function);
    let native = NativeInputs::new(module, &entry, &returned).map_err(|why| {
        let name = source_name(&module.functions[function]);
        DriverError::refused(format!("`{name}` cannot be called natively: {why}"))
            .with_help(signature(module, &module.functions[function]))
    })?;
    Ok(ProgramSide {
        module,
        units: &loaded.units,
        function,
        entry,
        native,
        returned,
        is_open_to_code_generator: loaded.is_open_to_code_generator,
    })
}

/// Lengths by the names that the new function has for the same parameters.
fn renamed_lengths(
    modules: [&Module; 2],
    functions: [FunctionId; 2],
    lengths: &[(String, u64)],
) -> Vec<(String, u64)> {
    let names = |at: usize| -> Vec<String> {
        let declaration = modules[at].functions[functions[at]].declaration.as_ref();
        let parameters = declaration.map(|it| it.parameters.iter());
        parameters.into_iter().flatten().map(|parameter| parameter.name.clone()).collect()
    };
    let (old, new) = (names(0), names(1));
    let rename = |name: &String| {
        let end = name.find(['.', '[']).unwrap_or(name.len());
        let (root, path) = name.split_at(end);
        let match_of = old.iter().position(|old| old == root).and_then(|at| new.get(at));
        match_of.map_or_else(|| name.clone(), |match_of| format!("{match_of}{path}"))
    };
    lengths.iter().map(|(name, length)| (rename(name), *length)).collect()
}

/// Why inputs and variables do not determine what a call does, if they do not.
pub(super) fn open_environment(side: &ProgramSide<'_>) -> Option<String> {
    match HiddenState::new(side.module, side.function, &side.entry.setup) {
        Err(why) => Some(why.to_string()),
        Ok(state) if state.is_environment_read => {
            Some("it asks for IEEE flags or errno, which may be set when it is called".to_owned())
        }
        Ok(_) => None,
    }
}

/// The sentence for two functions that cannot be compared.
pub(super) fn refusal(sides: [&ProgramSide<'_>; 2], why: &Mismatch) -> DriverError {
    let name = |side: &ProgramSide<'_>| source_name(&side.module.functions[side.function]);
    let message = format!("`{}` and `{}` do not match: {why}", name(sides[0]), name(sides[1]));
    let line = |which: &str, side: &ProgramSide<'_>| {
        format!("{which}: {}", signature(side.module, &side.module.functions[side.function]))
    };
    DriverError::refused(message).with_help(line("old", sides[0])).with_help(line("new", sides[1]))
}
