//! The program as native code with shadow values: optimised for the search, unoptimised for the
//! last word.

use std::path::PathBuf;
use std::time::Duration;
use ulpwise_native::{
    Detail, Engine, EngineOptions, Instrumentation, Launcher, NativeError, NativeTarget, Optimisation,
    Precision, Unit,
};

/// How much longer than others a call may take that computes shadow values.
const SLOWER_WITH_SHADOWS: u32 = 10;

/// The program and how it is run.
#[derive(Clone, Debug)]
pub struct ShadowProgram<'a> {
    /// Starts children.
    pub launcher: Launcher,
    /// Its bitcode.
    pub units: &'a [Unit],
    /// Libraries and object files that it needs.
    pub links: Vec<PathBuf>,
    /// Functions without parameters that are called before the first call.
    pub setup: Vec<String>,
    /// How much CPU time a call may take.
    pub call_limit: Duration,
    /// The function.
    pub target: NativeTarget,
}

impl ShadowProgram<'_> {
    /// An optimised engine whose shadow values are double-double numbers, for calls that take no
    /// longer than others.
    pub(crate) fn with_cheap_shadow_values(&self) -> Result<Engine, NativeError> {
        let instrumentation = Instrumentation::Shadow(Precision::DoubleDouble);
        let options = self.options(instrumentation, Optimisation::Optimised);
        let mut engine = self.start(&EngineOptions { call_limit: self.call_limit, ..options })?;
        engine.set_detail(Detail::Outputs);
        Ok(engine)
    }

    fn options(&self, instrumentation: Instrumentation, optimisation: Optimisation) -> EngineOptions {
        EngineOptions {
            instrumentation,
            optimisation,
            links: self.links.clone(),
            setup: self.setup.clone(),
            call_limit: self.call_limit.saturating_mul(SLOWER_WITH_SHADOWS),
            ..EngineOptions::default()
        }
    }

    fn start(&self, options: &EngineOptions) -> Result<Engine, NativeError> {
        Engine::start(&self.launcher, self.units, std::slice::from_ref(&self.target), options)
    }

    /// An engine whose shadow values have so many bits.
    pub(crate) fn with_shadow_values(
        &self,
        bits: u32,
        optimisation: Optimisation,
    ) -> Result<Engine, NativeError> {
        let mut engine =
            self.start(&self.options(Instrumentation::Shadow(Precision::Bits(bits)), optimisation))?;
        engine.set_detail(Detail::Outputs);
        Ok(engine)
    }

    /// The program as it stands.
    pub(crate) fn plain(&self) -> Result<Engine, NativeError> {
        self.start(&self.options(Instrumentation::Exceptions, Optimisation::Unoptimised))
    }
}
