//! What is wrong in the call of a witness: an exception, or precision that is lost.

use super::read::Reader;
use crate::error::DriverError;
use serde_json::{Value, json};
use ulpwise_finding::Property;
use ulpwise_interp::Exception;
use ulpwise_ir::{FloatFormat, Type};
use ulpwise_stability::TrueValue;

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Flaw {
    /// The site raises this exception.
    Raises(Exception),
    /// The value is further from the true one than is tolerated.
    Unstable(Instability),
}

/// Which value of the call is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observed {
    /// The result of the site, or which way it goes.
    Operation,
    /// A float that the call gives back: its word among them, and its lowest bit there.
    Output(usize, u32),
}

/// A value that is further from the true one than is tolerated.
#[derive(Clone, Debug, PartialEq)]
pub struct Instability {
    pub observed: Observed,
    /// The relative error that is tolerated.
    pub tolerance: f64,
    /// The relative error; `None` if it is infinite, or there is nothing to relate it to.
    pub error: Option<f64>,
    /// What is computed; `None` of a comparison, which true values would decide otherwise.
    pub computed: Option<(FloatFormat, u64)>,
    /// What is true, if anything is.
    pub truth: Option<TrueValue>,
}

impl Flaw {
    /// The stable name of the property.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Raises(exception) => exception.id(),
            Self::Unstable(_) => Property::Unstable.id(),
        }
    }

    /// Whether the site is an operation of the program.
    pub fn is_at_operation(&self) -> bool {
        match self {
            Self::Raises(_) => true,
            Self::Unstable(instability) => instability.observed == Observed::Operation,
        }
    }
}

impl Instability {
    pub(super) fn json(&self) -> Value {
        let mut written = match self.observed {
            Observed::Operation => json!({"at": "operation"}),
            Observed::Output(word, shift) => json!({"at": "output", "word": word, "shift": shift}),
        };
        written["tolerance"] = json!(self.tolerance);
        written["error"] = json!(self.error);
        written["computed"] = self.computed.map_or(Value::Null, |(format, bits)| {
            json!({"type": Type::Float(format).to_string(), "bits": format!("{bits:#018x}")})
        });
        written["true"] = self.truth.map_or(Value::Null, |truth| {
            let [low, high] = truth.bounds();
            json!({"low": low, "high": high})
        });
        written
    }
}

impl Reader<'_> {
    /// What a witness says is wrong.
    pub(super) fn flaw(&self, value: &Value) -> Result<Flaw, DriverError> {
        let property = self.text(value, "property")?;
        if property == Property::Unstable.id() {
            return self.instability(self.field(value, "instability")?).map(Flaw::Unstable);
        }
        let known = Exception::ALL.into_iter().find(|exception| exception.id() == property);
        known.map(Flaw::Raises).ok_or_else(|| self.wrong("property is none that is known"))
    }

    fn instability(&self, value: &Value) -> Result<Instability, DriverError> {
        let whole = |name: &str| {
            let number = self.field(value, name)?.as_u64().and_then(|number| u32::try_from(number).ok());
            number.ok_or_else(|| self.wrong(&format!("{name} is no number")))
        };
        let observed = match self.text(value, "at")?.as_str() {
            "operation" => Observed::Operation,
            "output" => Observed::Output(whole("word")? as usize, whole("shift")?),
            _ => return Err(self.wrong("at is neither operation nor output")),
        };
        let tolerance = self.field(value, "tolerance")?.as_f64().filter(|&share| share >= 0.0);
        let error = self.field(value, "error")?;
        let computed = match self.field(value, "computed")? {
            Value::Null => None,
            computed => {
                let (ty, bits) = (self.ty(&self.text(computed, "type")?)?, self.word(computed, "bits")?);
                let Type::Float(format @ (FloatFormat::F32 | FloatFormat::F64)) = ty else {
                    return Err(self.wrong("computed is neither f32 nor f64"));
                };
                Some((format, bits))
            }
        };
        let truth = match self.field(value, "true")? {
            Value::Null => None,
            bounds => {
                let truth = TrueValue::between(&self.text(bounds, "low")?, &self.text(bounds, "high")?);
                Some(truth.ok_or_else(|| self.wrong("true is no pair of numbers in hexadecimal"))?)
            }
        };
        if observed != Observed::Operation && computed.is_none() {
            return Err(self.wrong("computed is missing"));
        }
        Ok(Instability {
            observed,
            tolerance: tolerance.ok_or_else(|| self.wrong("tolerance is no share"))?,
            error: error.as_f64(),
            computed,
            truth,
        })
    }
}
