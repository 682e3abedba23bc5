//! The answer to a request: what the child made, or a sentence that says why not.

use super::{numbers, words};
use crate::coverage::{probes_of_text, probes_to_text};
use crate::error::NativeError;
use ulpwise_base::Exhausted;
use ulpwise_llvm::{Probe, TargetLayout};

/// What the child made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ready {
    pub(crate) layouts: Vec<TargetLayout>,
    pub(crate) unobserved: Vec<u32>,
    pub(crate) site_count: u32,
    pub(crate) warnings: Vec<String>,
    /// What each counter counts.
    pub(crate) probes: Vec<Probe>,
}

/// The answer to a request: what was made, or a sentence that says why not.
pub(crate) fn ready_fields(result: &Result<Ready, NativeError>) -> Vec<Vec<u8>> {
    match result {
        Err(NativeError::NotCallable { function, reason }) => {
            vec![b"not callable".to_vec(), function.clone().into_bytes(), reason.clone().into_bytes()]
        }
        Err(NativeError::Stopped(Exhausted::Memory)) => vec![b"out of memory".to_vec()],
        Err(error) => vec![b"error".to_vec(), error.to_string().into_bytes()],
        Ok(ready) => {
            let layouts = ready.layouts.iter().flat_map(|layout| {
                [layout.input_words, layout.returned_words, layout.output_words].map(u64::from)
            });
            let mut fields = vec![
                b"ready".to_vec(),
                words(layouts),
                words(ready.unobserved.iter().map(|&site| u64::from(site))),
                words([u64::from(ready.site_count)]),
                probes_to_text(&ready.probes).into_bytes(),
            ];
            fields.extend(ready.warnings.iter().map(|warning| warning.clone().into_bytes()));
            fields
        }
    }
}

/// What the answer to a request says.
pub(crate) fn read_ready(fields: &[Vec<u8>]) -> Result<Ready, NativeError> {
    let text = |field: &Vec<u8>| String::from_utf8_lossy(field).into_owned();
    match fields {
        [kind] if kind == b"out of memory" => Err(NativeError::Stopped(Exhausted::Memory)),
        [kind, sentence] if kind == b"error" => Err(NativeError::Program(text(sentence))),
        [kind, function, reason] if kind == b"not callable" => {
            Err(NativeError::NotCallable { function: text(function), reason: text(reason) })
        }
        [kind, layouts, unobserved, count, probes, warnings @ ..] if kind == b"ready" => {
            let layouts = numbers(layouts)
                .chunks_exact(3)
                .map(|row| TargetLayout {
                    input_words: row[0] as u32,
                    returned_words: row[1] as u32,
                    output_words: row[2] as u32,
                })
                .collect();
            let unobserved = numbers(unobserved).into_iter().map(|site| site as u32).collect();
            let site_count = numbers(count).first().map_or(0, |&count| count as u32);
            let probes = probes_of_text(&text(probes))
                .ok_or_else(|| NativeError::Child("its counters make no sense".into()))?;
            let warnings = warnings.iter().map(text).collect();
            Ok(Ready { layouts, unobserved, site_count, warnings, probes })
        }
        _ => Err(NativeError::Child("it gave no whole answer".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_back_as_they_were() {
        let layouts = vec![TargetLayout { input_words: 1, returned_words: 2, output_words: 3 }];
        let ready = Ready {
            layouts,
            unobserved: vec![4],
            site_count: 5,
            warnings: vec!["w".into()],
            probes: Vec::new(),
        };
        assert_eq!(read_ready(&ready_fields(&Ok(ready.clone()))).unwrap(), ready);
        let refused = read_ready(&ready_fields(&Err(NativeError::Program("no".into()))));
        assert!(matches!(refused, Err(NativeError::Program(sentence)) if sentence == "no"));
        let error = NativeError::NotCallable { function: "f".into(), reason: "no".into() };
        let refused = read_ready(&ready_fields(&Err(error)));
        assert!(
            matches!(refused, Err(NativeError::NotCallable { function, reason }) if function == "f" && reason == "no")
        );
    }
}
