//! The functions to call: their parameters, as far as calling them needs.

use anyhow::{Result, bail};
use std::fs;
use xtask::gsl::{Gsl, prototypes};

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::bench) enum Parameter {
    Double,
    Int,
    Unsigned,
    /// `gsl_mode_t`, a precision from 0 to 2.
    Mode,
    /// A pointer to a struct of so many 8-byte words that the function fills.
    Out(usize),
}

/// A function.
#[derive(Clone, Debug)]
pub(in crate::bench) struct Signature {
    pub(in crate::bench) name: String,
    pub(in crate::bench) returns_double: bool,
    pub(in crate::bench) parameters: Vec<Parameter>,
}

impl Signature {
    /// The call as a person would write it, for messages.
    pub(in crate::bench) fn describe(&self, arguments: &[u64]) -> String {
        let mut given = arguments.iter();
        let texts = self.parameters.iter().map(|parameter| match parameter {
            Parameter::Out(_) => "&r".to_owned(),
            Parameter::Double => format!("{:e}", f64::from_bits(*given.next().unwrap_or(&0))),
            _ => format!("{}", *given.next().unwrap_or(&0) as i32),
        });
        format!("{}({})", self.name, texts.collect::<Vec<_>>().join(", "))
    }
}

/// All scalar functions of the headers.
pub(in crate::bench) fn all(gsl: &Gsl) -> Result<Vec<Signature>> {
    let table = fs::read_to_string(gsl.scalar_functions())?;
    let signatures = prototypes::from_tsv(&table)?.into_iter().map(|prototype| {
        let parameters = prototype.parameters.iter().map(|text| parameter(text)).collect::<Result<_>>()?;
        let returns_double = match prototype.returns.as_str() {
            "double" => true,
            "int" => false,
            other => bail!("{} returns {other}", prototype.name),
        };
        Ok(Signature { name: prototype.name, returns_double, parameters })
    });
    signatures.collect()
}

fn parameter(text: &str) -> Result<Parameter> {
    Ok(match text {
        "double" => Parameter::Double,
        "int" => Parameter::Int,
        "unsigned int" => Parameter::Unsigned,
        "gsl_mode_t" => Parameter::Mode,
        // val and err.
        "gsl_sf_result *" => Parameter::Out(2),
        // val, err and e10, an int with four bytes of padding.
        "gsl_sf_result_e10 *" => Parameter::Out(3),
        other => bail!("a parameter of type '{other}' is not foreseen"),
    })
}
