//! `ulpwise check` on functions that take arrays with their lengths: witnesses stay inside of the
//! arrays.

use crate::common::ulpwise;
use serde_json::Value;

/// The sum of squares of as many elements as the caller says there are.
const SOURCE: &str = "
double squares(const double *v, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sum;
}";

#[test]
fn witnesses_stay_inside_of_arrays_and_replay() {
    let folder = tempfile::tempdir().unwrap();
    let [program, witnesses] = ["program.c", "witnesses"].map(|name| folder.path().join(name));
    std::fs::write(&program, SOURCE).unwrap();
    let (program, folder) = (program.to_str().unwrap(), witnesses.to_str().unwrap());
    let finished =
        ulpwise(&["check", program, "--len", "v=4", "--timeout", "60", "--json", "--witnesses", folder]);
    let document: Value = serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"));
    let ledger = document["functions"][0]["ledger"].as_array().unwrap();
    let found: Vec<&Value> = ledger.iter().filter(|entry| entry["verdict"] == "witness").collect();
    assert_eq!(found.len(), 4, "both operations overflow and underflow: {finished:?}");
    for entry in found {
        let inputs = entry["inputs"].as_array().unwrap();
        let length = inputs.iter().find(|input| input["name"] == "n").unwrap();
        let length: i64 = length["decimal"].as_str().unwrap().parse().unwrap();
        assert!((1..=4).contains(&length), "{entry}");
    }
    let mut replayed = 0;
    for entry in std::fs::read_dir(witnesses).unwrap() {
        let path = entry.unwrap().path();
        let finished = ulpwise(&["replay", path.to_str().unwrap()]);
        assert_eq!(finished.code, Some(0), "{finished:?}");
        replayed += 1;
    }
    assert_eq!(replayed, 4);
}
