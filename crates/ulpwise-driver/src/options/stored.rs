//! Options as text, for work that another process does with them later: types of other crates by
//! their names.
//!
//! What holds: the mirrors of foreign types name every variant and field, so that a new one does not
//! compile until it is stored; a name that this version does not know is an error.

use serde::{Deserialize, Serialize};
use ulpwise_accuracy::{Metric, Strategy};
use ulpwise_engines::EngineChoice;
use ulpwise_exceptions::Analysis;
use ulpwise_interp::Exception;
use ulpwise_stability::Invariants;
use ulpwise_symex::Sampling;

/// Makes a module for lists of what has an id.
macro_rules! lists_by_id {
    ($(#[$doc:meta])* $name:ident, $ty:ty, $what:literal) => {
        $(#[$doc])*
        pub(super) mod $name {
            use super::*;
            use serde::{Deserializer, Serializer, de::Error};

            pub(in crate::options) fn serialize<S: Serializer>(
                list: &[$ty],
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(list.iter().map(|one| one.id()))
            }

            pub(in crate::options) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Vec<$ty>, D::Error> {
                let ids = Vec::<String>::deserialize(deserializer)?;
                let find = |id: &String| <$ty>::ALL.into_iter().find(|one| one.id() == id);
                let find = |id| find(id).ok_or_else(|| Error::custom(format!(concat!("no ", $what, " {}"), id)));
                ids.iter().map(find).collect()
            }
        }
    };
}

lists_by_id!(/** Exceptions. */ exceptions, Exception, "exception");
lists_by_id!(/** Analyses. */ analyses, Analysis, "analysis");

/// Exceptions, if there are some.
pub(super) mod optional_exceptions {
    use super::*;
    use serde::{Deserializer, Serializer};

    #[derive(Serialize, Deserialize)]
    struct List(#[serde(with = "super::exceptions")] Vec<Exception>);

    #[expect(clippy::ref_option, reason = "serde asks for this signature")]
    pub(in crate::options) fn serialize<S: Serializer>(
        list: &Option<Vec<Exception>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        list.clone().map(List).serialize(serializer)
    }

    pub(in crate::options) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Vec<Exception>>, D::Error> {
        Ok(Option::<List>::deserialize(deserializer)?.map(|list| list.0))
    }
}

/// A solver by its name.
pub(super) mod engine {
    use super::*;
    use serde::{Deserializer, Serializer, de::Error};

    pub(in crate::options) fn serialize<S: Serializer>(
        engine: &EngineChoice,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&engine.name())
    }

    pub(in crate::options) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<EngineChoice, D::Error> {
        let name = String::deserialize(deserializer)?;
        EngineChoice::from_own_name(&name).map_err(|error| Error::custom(format!("engine {name}: {error}")))
    }
}

/// A solver by its name, if there is one.
pub(super) mod optional_engine {
    use super::*;
    use serde::{Deserializer, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Named(#[serde(with = "super::engine")] EngineChoice);

    #[expect(clippy::ref_option, reason = "serde asks for this signature")]
    pub(in crate::options) fn serialize<S: Serializer>(
        engine: &Option<EngineChoice>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        engine.clone().map(Named).serialize(serializer)
    }

    pub(in crate::options) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<EngineChoice>, D::Error> {
        Ok(Option::<Named>::deserialize(deserializer)?.map(|named| named.0))
    }
}

/// [`Metric`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Metric")]
pub(super) enum MetricName {
    Relative,
    Ulp,
    Absolute,
}

/// [`Strategy`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Strategy")]
pub(super) enum StrategyName {
    Guided,
    Random,
}

/// [`Sampling`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Sampling")]
pub(super) enum SamplingRule {
    All,
    Uniform { start: u32, step: u32 },
    Logarithmic { start: u32, step: u32 },
}

/// [`Invariants`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Invariants")]
pub(super) struct InvariantSet {
    status: bool,
    sign: bool,
    product: bool,
    normal: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{AccuracyOptions, CheckOptions, FunctionOverride, StabilityOptions};

    #[test]
    fn options_come_back_as_they_were() {
        let check = CheckOptions {
            properties: vec![Exception::Overflow, Exception::Cancellation],
            analyses: vec![Analysis::Symbolic],
            engine: EngineChoice::from_name("bitblast").unwrap(),
            solver_nra: Some(EngineChoice::nonlinear("z3 -in").unwrap()),
            overrides: vec![FunctionOverride {
                pattern: "f*".to_owned(),
                properties: Some(vec![Exception::Invalid]),
                ..FunctionOverride::default()
            }],
            ..CheckOptions::new(["a.c"])
        };
        let text = serde_json::to_string(&check).unwrap();
        let back: CheckOptions = serde_json::from_str(&text).unwrap();
        assert_eq!(format!("{back:?}"), format!("{check:?}"));
        for wrong in [("overflow", "overfull"), ("symbolic", "symbols"), ("bitblast", "bits")] {
            assert!(serde_json::from_str::<CheckOptions>(&text.replace(wrong.0, wrong.1)).is_err());
        }
        let accuracy = AccuracyOptions {
            metric: Metric::Ulp,
            strategy: Strategy::Random,
            ..AccuracyOptions::new(["a.c"])
        };
        let text = serde_json::to_string(&accuracy).unwrap();
        let back: AccuracyOptions = serde_json::from_str(&text).unwrap();
        assert_eq!(format!("{back:?}"), format!("{accuracy:?}"));
        let stability = StabilityOptions { delta: Some(-20), ..StabilityOptions::new(["a.c"]) };
        let text = serde_json::to_string(&stability).unwrap();
        let back: StabilityOptions = serde_json::from_str(&text).unwrap();
        assert_eq!(format!("{back:?}"), format!("{stability:?}"));
    }
}
