//! Parts of witnesses that several commands make.

use super::{Argument, Flaw, Witness, fingerprint};
use crate::options::ProgramFiles;
use std::path::PathBuf;
use ulpwise_harness::NativeInputs;
use ulpwise_harness::plain_call::{PlainInputs, words_of};
use ulpwise_host::RoundingMode;
use ulpwise_interp::Exception;
use ulpwise_ir::{Function, Module, SiteId};
use ulpwise_native::{CallEnd, NativeCall, Passing};

/// File, line and column of a site, if they are known.
pub(crate) fn place_of(module: &Module, site: SiteId) -> Option<(String, u32, u32)> {
    let location = module.locations[module.sites[site].location?];
    let path = module.files[location.file].path().to_string_lossy().into_owned();
    Some((path, location.line, location.column))
}

/// The parameters of a function with their values in the words of a call; `None` if they are none
/// of its calls.
pub(crate) fn arguments_of(
    function: &Function,
    native: &NativeInputs,
    words: &[u64],
) -> Option<Vec<Argument>> {
    let declaration = function.declaration.as_ref()?;
    let mut rest = words;
    let mut given = Vec::new();
    for (number, (passing, &ty)) in native.target.parameters.iter().zip(&function.parameters).enumerate() {
        let (own, others) = rest.split_at_checked(words_of(*passing))?;
        rest = others;
        given.push(Argument {
            name: ulpwise_harness::name_of(declaration, number),
            ty,
            signed: true,
            buffer: matches!(passing, Passing::Buffer(_)),
            words: own.to_vec(),
        });
    }
    Some(given)
}

/// What all witnesses of one search have in common.
pub(crate) struct Maker<'a> {
    /// The program.
    pub input: &'a ProgramFiles,
    /// Libraries and object files that it needs.
    pub link: &'a [PathBuf],
    /// The program as it is analysed.
    pub module: &'a Module,
    /// What the function takes.
    pub inputs: &'a PlainInputs,
}

impl Maker<'_> {
    /// The witness of a call.
    pub(crate) fn witness(
        &self,
        site: SiteId,
        property: Exception,
        words: &[u64],
        call: &NativeCall,
    ) -> Witness {
        let module = self.module;
        let arguments = self.inputs.parameters.iter().map(|parameter| Argument {
            name: parameter.name.clone(),
            ty: parameter.ty,
            signed: parameter.signed,
            buffer: matches!(parameter.passing, Passing::Buffer(_)),
            words: words[parameter.word..parameter.word + words_of(parameter.passing)].to_vec(),
        });
        let function = module.function_named(&self.inputs.target.name).map(|id| &module.functions[id]);
        Witness {
            directory: std::env::current_dir().unwrap_or_default(),
            files: self.input.files.clone(),
            contents: self.input.files.iter().map(|file| fingerprint(file).unwrap_or_default()).collect(),
            origin: super::WitnessOrigin::new(self.input),
            cflags: self.input.cflags.clone(),
            rustflags: self.input.rustflags.clone(),
            link: self.link.to_vec(),
            function: self.inputs.target.name.clone(),
            arguments: arguments.collect(),
            result: function.and_then(|function| function.results.first().copied()),
            site: module.site_name(site),
            place: place_of(module, site),
            flaw: Flaw::Raises(property),
            rounding: RoundingMode::NearestEven,
            ftz: false,
            output: (call.end == CallEnd::Returned).then(|| call.output.clone()),
        }
    }
}
