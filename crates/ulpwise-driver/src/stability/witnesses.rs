//! Runs that lose precision as files of their own, for `ulpwise replay`.

use crate::error::DriverError;
use crate::options::StabilityOptions;
use crate::witness::{
    Flaw, Instability, Observed, Witness, WitnessOrigin, arguments_of, fingerprint, place_of,
};
use std::path::Path;
use ulpwise_ir::{FunctionId, Module, Type};
use ulpwise_stability::{
    ConfirmedCall, RunConfirmer, StabilityError, StabilityInput, StabilityResult, StabilityTarget,
    StabilityVerdict, UnstableRun,
};

/// Makes sure that there is a folder for them, before the work begins.
pub(super) fn plan(folder: Option<&Path>) -> Result<(), DriverError> {
    folder.map_or(Ok(()), |folder| std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, error)))
}

fn unwritable(folder: &Path, error: std::io::Error) -> DriverError {
    DriverError::option_unwritable("--witnesses", folder, error)
}

/// Where runs come from.
pub(super) struct Source<'a> {
    pub(super) module: &'a Module,
    pub(super) function: FunctionId,
    pub(super) inputs: &'a [StabilityInput],
    pub(super) options: &'a StabilityOptions,
}

/// Why a run cannot be written as a witness.
#[derive(Debug, thiserror::Error)]
enum UnwritableRun {
    #[error(transparent)]
    Call(#[from] StabilityError),
    #[error("it is given back in pieces")]
    OutputInPieces,
    #[error("its parameters are passed in pieces")]
    ParametersInPieces,
}

impl Source<'_> {
    /// One file for each unstable value, named after its function and site. Every call is made once
    /// more for what it gives back.
    pub(super) fn write(
        &self,
        folder: &Path,
        stability: &StabilityResult,
        confirmer: &mut RunConfirmer<'_>,
    ) -> Result<(), DriverError> {
        for (&target, verdict) in &stability.verdicts {
            let StabilityVerdict::Unstable(find) = verdict else { continue };
            let witness = self.witness(target, find, confirmer).map_err(|why| {
                DriverError::internal(format!(
                    "a run that was confirmed cannot be written as a witness: {why}"
                ))
            })?;
            let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
            let name: String = format!("{}-{}", witness.function, witness.site).chars().map(plain).collect();
            let file = folder.join(format!("{name}-{}.json", witness.flaw.id()));
            std::fs::write(file, witness.write()).map_err(|error| unwritable(folder, error))?;
        }
        Ok(())
    }

    fn witness(
        &self,
        target: StabilityTarget,
        find: &UnstableRun,
        confirmer: &mut RunConfirmer<'_>,
    ) -> Result<Witness, UnwritableRun> {
        let (module, options) = (self.module, self.options);
        let function = &module.functions[self.function];
        let ConfirmedCall { words, mode: rounding, call } = confirmer.call(find)?;
        let inputs = confirmer.inputs()?;
        let given = arguments_of(function, inputs, &words);
        let files = &options.program.files;
        let (site, place, observed) = match target {
            StabilityTarget::Site(site) => {
                (module.site_name(site), place_of(module, site), Observed::Operation)
            }
            StabilityTarget::Returned(at) => {
                let word = function.results.iter().take(at).map(|ty| Type::slots(*ty)).sum();
                let name = if at == 0 { "return".to_owned() } else { format!("return{at}") };
                (format!("{}#{name}", function.name), None, Observed::Output(word, 0))
            }
            StabilityTarget::Written(input) => {
                let (word, shift) = confirmer.written_at(input).ok_or(UnwritableRun::OutputInPieces)?;
                let name = format!("{}#{}", function.name, self.inputs[input].name);
                (name, None, Observed::Output(word, shift))
            }
        };
        Ok(Witness {
            directory: std::env::current_dir().unwrap_or_default(),
            files: files.clone(),
            contents: files.iter().map(|file| fingerprint(file).unwrap_or_default()).collect(),
            origin: WitnessOrigin::new(&options.program),
            cflags: options.program.cflags.clone(),
            rustflags: options.program.rustflags.clone(),
            link: options.links.clone(),
            function: function.name.clone(),
            arguments: given.ok_or(UnwritableRun::ParametersInPieces)?,
            rounding,
            ftz: false,
            result: function.results.first().copied(),
            site,
            place,
            flaw: Flaw::Unstable(Instability {
                observed,
                tolerance: options.tolerance,
                error: Some(find.error).filter(|error| error.is_finite()),
                computed: find.computed.map(|(format, bits)| (format, bits as u64)),
                truth: find.truth,
            }),
            output: Some(call.output),
        })
    }
}
