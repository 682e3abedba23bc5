//! `ulpwise accuracy` on functions that are known for how wrong they can be: the error is found,
//! the operation is named, and no bound is contradicted.

use crate::common::{root, ulpwise};
use serde_json::Value;
use ulpwise_corpus::{CLASSICS as FILE, Classic, classics};

#[test]
fn classics_are_as_wrong_as_they_are_known_to_be() {
    let text = std::fs::read_to_string(root().join(FILE)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let classics = classics();
    assert!(classics.len() >= 20);
    let (mut bounds, mut near) = (0, 0);
    for classic in classics {
        let Classic { name, arguments, least, bounded, guilty, .. } = classic;
        let least = least.log10();
        let start = [
            "accuracy",
            FILE,
            "--fn",
            &name,
            "--timeout",
            "600",
            "--calls",
            "6000",
            "--boxes",
            "300",
            "--symbolic",
            "0",
            "--json",
        ];
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let finished = ulpwise(&[&start, &arguments[..]].concat());
        assert_eq!(finished.code, Some(0), "{name}: {finished:?}");
        let document: Value = serde_json::from_str(&finished.stdout).unwrap();
        let findings = document["findings"].as_array().unwrap();
        let worst = findings.iter().find(|finding| finding["sort"] == "inaccurate");
        let worst = worst.unwrap_or_else(|| panic!("{name}: {document}"));
        let log10 = worst["worst"]["error_log2"].as_f64().unwrap() * std::f64::consts::LOG10_2;
        assert!(log10 >= least - 1e-6, "{name}: 10^{log10} was found, and not 10^{least}");
        if let Some((line, operator)) = guilty {
            let place = &worst["guilty"]["place"];
            assert_eq!(place["line"], line, "{name}: {}", worst["guilty"]);
            let column = place["column"].as_u64().unwrap() as usize;
            let found = lines[line as usize - 1].chars().nth(column - 1);
            assert_eq!(found, Some(operator), "{name}: {}", worst["guilty"]);
        }
        let bound = &document["bound"];
        assert!(!bounded || bound["relative"].is_f64(), "{name}: {bound}");
        let proven = match bound["relative"].as_f64() {
            Some(relative) => Some((relative, log10)),
            None => bound["absolute"].as_f64().map(|absolute| (absolute, absolute_error(&name, &arguments))),
        };
        bounds += usize::from(proven.is_some());
        near += usize::from(proven.is_some_and(|(proven, found)| proven.log10() <= found + 2.0));
    }
    assert!(
        bounds >= 20 && near >= 19,
        "{bounds} bounds, of which {near} within a hundred times the error found"
    );
}

/// The decimal logarithm of the largest absolute error that is found.
fn absolute_error(name: &str, arguments: &[&str]) -> f64 {
    let start =
        ["accuracy", FILE, "--fn", name, "--timeout", "600", "--calls", "3000", "--boxes", "0", "--json"];
    let finished =
        ulpwise(&[&start[..], &["--metric", "absolute", "--symbolic", "0"][..], arguments].concat());
    let document: Value = serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"));
    let findings = document["findings"].as_array().unwrap().iter();
    let log2 =
        findings.filter_map(|finding| finding["worst"]["error_log2"].as_f64()).fold(f64::MIN, f64::max);
    log2 * std::f64::consts::LOG10_2
}
