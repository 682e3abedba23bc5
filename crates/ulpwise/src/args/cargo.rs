//! Options of cargo's that say what of a workspace is wanted, under their own names.

use clap::Args;
use ulpwise_driver::CargoRequest;

/// What of a workspace, where the program is a folder with a Cargo.toml.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Options for folders with a Cargo.toml, as cargo has them")]
pub(crate) struct CargoArguments {
    /// A member of the workspace; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) package: Vec<String>,
    /// All members of the workspace.
    #[arg(long)]
    pub(crate) workspace: bool,
    /// Only the library.
    #[arg(long)]
    pub(crate) lib: bool,
    /// A program, with the libraries that it is made of.
    #[arg(long, value_name = "NAME")]
    pub(crate) bin: Vec<String>,
    /// An example, with the libraries that it is made of.
    #[arg(long, value_name = "NAME")]
    pub(crate) example: Vec<String>,
    /// Features to activate, separated by commas; may be repeated.
    #[arg(long, value_name = "FEATURES")]
    pub(crate) features: Vec<String>,
    /// Activate all features.
    #[arg(long)]
    pub(crate) all_features: bool,
    /// Do not activate the default feature.
    #[arg(long)]
    pub(crate) no_default_features: bool,
    /// The library as its unit tests have it: with the instances of generic functions that they use.
    #[arg(long)]
    pub(crate) unit_tests: bool,
    /// Fetch nothing.
    #[arg(long)]
    pub(crate) offline: bool,
    /// Keep Cargo.lock as it is.
    #[arg(long)]
    pub(crate) locked: bool,
}

impl CargoArguments {
    /// What the driver is asked for.
    pub(crate) fn request(&self) -> CargoRequest {
        CargoRequest {
            packages: self.package.clone(),
            workspace: self.workspace,
            lib: self.lib,
            bins: self.bin.clone(),
            examples: self.example.clone(),
            features: self.features.clone(),
            all_features: self.all_features,
            no_default_features: self.no_default_features,
            tests: self.unit_tests,
            rustflags: Vec::new(),
            offline: self.offline,
            locked: self.locked,
        }
    }
}
