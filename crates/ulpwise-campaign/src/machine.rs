//! On which machine something was computed, as far as results depend on it.

use serde::{Deserialize, Serialize};

/// Features by which the mathematical library chooses its code.
const FEATURES: [&str; 6] = ["sse4_1", "avx", "fma", "avx2", "fma4", "avx512f"];

/// The processor and the mathematical library.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name.
    pub processor: String,
    /// Those of its features by which the mathematical library chooses its code.
    pub features: String,
    /// The fingerprint of the mathematical library.
    pub libm: String,
}

impl Machine {
    /// This one.
    pub fn here() -> Machine {
        let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| {
            let line = about.lines().find(|line| line.starts_with(name))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        };
        let flags = field("flags").unwrap_or_default();
        let has = |feature: &&&str| flags.split_whitespace().any(|flag| flag == **feature);
        let features: Vec<&str> = FEATURES.iter().filter(has).copied().collect();
        Machine {
            processor: field("model name").unwrap_or_default(),
            features: features.join(" "),
            libm: libm().unwrap_or_default(),
        }
    }

    /// Whether functions of the mathematical library may give other results on the other one.
    pub fn differs(&self, other: &Machine) -> bool {
        let Machine { processor: _, features, libm } = self;
        (features, libm) != (&other.features, &other.libm)
    }

    /// In a few words.
    pub fn describe(&self) -> String {
        format!("{} ({}), libm {}", self.processor, self.features, self.libm)
    }
}

/// The fingerprint of the library that this process has loaded.
fn libm() -> Option<String> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let path = maps.lines().find_map(|line| {
        let path = &line[line.find('/')?..];
        let name = path.rsplit('/').next()?;
        (name.starts_with("libm.so") || name.starts_with("libm-")).then_some(path)
    })?;
    Some(format!("{:016x}", ulpwise_driver::file_fingerprint(std::path::Path::new(path)).ok()?))
}

/// The name of this host.
pub(crate) fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_knows_itself() {
        let here = Machine::here();
        assert!(!here.libm.is_empty(), "{here:?}");
        assert!(!here.differs(&Machine { processor: "another name".to_owned(), ..here.clone() }));
        assert!(here.differs(&Machine { libm: "0".to_owned(), ..here.clone() }));
        assert!(!host().is_empty());
    }
}
