//! The examples in C, C++, Fortran and Rust run to the same bits as their native builds.
//!
//! `tests/native/LANGUAGE_driver.c` calls the functions of an example natively and prints the bits
//! of each result; its `main` also says which calls these are, so that `ulpwise run` can be asked
//! for the same.

use crate::common::{root, ulpwise};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Numbers where rounding, overflow, underflow and exactness part ways.
const NUMBERS: [&str; 8] =
    ["0.1", "-3.7", "1e308", "-1.7976931348623157e308", "5e-324", "3e-310", "-0.0", "inf"];

/// Runs a command that must succeed.
fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The native program: the driver and the example, built without optimisation.
struct Native {
    folder: tempfile::TempDir,
}

impl Native {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compiles an example to an object file or static library.
    fn example(&self, compiler: &str, flags: &[&str], source: &str, output: &str) -> PathBuf {
        let path = self.file(output);
        let source = root().join("examples").join(source);
        succeed(Command::new(compiler).args(flags).arg(source).arg("-o").arg(&path));
        path
    }

    /// Links the driver, and returns what it prints for the calls in its standard order.
    fn link(&self, driver: &str, example: &Path, libraries: &[&str]) -> PathBuf {
        let path = self.file("driver");
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native").join(driver);
        succeed(
            Command::new("clang-22")
                .args(["-O0"])
                .arg(driver)
                .arg(example)
                .args(libraries)
                .arg("-o")
                .arg(&path),
        );
        path
    }
}

/// A call for both sides.
struct Call {
    function: &'static str,
    /// What the driver calls the function; the same name but for overloads.
    native: &'static str,
    /// One value each for ulpwise; the driver takes the numbers in them one by one.
    arguments: Vec<String>,
}

impl Call {
    /// The bits of all results, natively.
    fn natively(&self, driver: &Path) -> Vec<String> {
        let plain = self.arguments.iter().flat_map(|argument| {
            argument.trim_matches(['[', ']']).split(',').map(str::to_owned).collect::<Vec<_>>()
        });
        let output = succeed(Command::new(driver).arg(self.native).args(plain));
        output.split_whitespace().map(str::to_owned).collect()
    }

    /// The bits of all results and outputs in ulpwise.
    fn interpreted(&self, source: &str) -> Vec<String> {
        let mut words = vec!["run", source, "--json", "--fn", self.function, "--args"];
        words.extend(self.arguments.iter().map(String::as_str));
        let finished = ulpwise(&words);
        assert_eq!(finished.code, Some(0), "{words:?}: {finished:?}");
        let document: serde_json::Value = serde_json::from_str(&finished.stdout).unwrap();
        let results = document["result"].as_array().cloned().unwrap_or_default();
        let outputs = document["outputs"].as_array().unwrap().iter();
        let changed = outputs.filter(|output| output["name"] == "velocity");
        let outputs: Vec<_> =
            changed.flat_map(|output| output["values"].as_array().unwrap().clone()).collect();
        // A subroutine has no result; its outputs count then.
        let values = if results.is_empty() { outputs } else { results };
        values.iter().map(|value| value["bits"].as_str().unwrap().to_owned()).collect()
    }
}

/// Compares all calls.
fn assert_same_bits(source: &str, driver: &Path, calls: &[Call]) {
    assert!(!calls.is_empty());
    for call in calls {
        let (native, ours) = (call.natively(driver), call.interpreted(source));
        assert!(!native.is_empty(), "{} {:?}: the driver prints nothing", call.function, call.arguments);
        assert_eq!(ours, native, "{} {:?}: ours and the machine's", call.function, call.arguments);
    }
}

fn call(function: &'static str, arguments: &[&str]) -> Call {
    let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
    Call { function, native: function, arguments }
}

#[test]
fn c_runs_to_the_same_bits() {
    let native = Native::new();
    let flags = ["-O0", "-ffp-contract=off", "-c"];
    let average = native.example("clang-22", &flags, "average.c", "average.o");
    let driver = native.link("average_driver.c", &average, &["-lm"]);
    let mut calls = Vec::new();
    for function in ["average", "av1", "av2", "av3", "av4"] {
        for (index, x) in NUMBERS.into_iter().enumerate() {
            calls.push(call(function, &[x, NUMBERS[(index * 3 + 1) % NUMBERS.len()]]));
        }
    }
    assert_same_bits("examples/average.c", &driver, &calls);
}

#[test]
fn x87_runs_to_the_same_bits() {
    let native = Native::new();
    let flags = ["-O0", "-ffp-contract=off", "-c"];
    let sums = native.example("clang-22", &flags, "sum_long_double.c", "sums.o");
    let driver = native.link("sums_driver.c", &sums, &["-lm"]);
    let mut calls = Vec::new();
    for function in ["sum_double", "sum_long_double", "sum_compensated", "mean_long_double"] {
        for values in
            ["1e308,1e308,-1e308", "1,1e-17,-1", "0.1,0.2,0.3", "5e-324,3e-310,-1e-309", "inf,1,nan"]
        {
            calls.push(call(function, &[&format!("[{values}]"), "3"]));
        }
    }
    assert_same_bits("examples/sum_long_double.c", &driver, &calls);
}

#[test]
fn cpp_runs_to_the_same_bits() {
    let native = Native::new();
    let flags = ["-O0", "-ffp-contract=off", "-c"];
    let norm = native.example("clang++-22", &flags, "norm.cpp", "norm.o");
    let driver = native.link("norm_driver.c", &norm, &["-lstdc++", "-lm"]);
    let mut calls = Vec::new();
    for (function, native, pairs) in [
        ("distance(float, float)", "distance_float", [["3", "4.1"], ["1e30", "1e-30"]]),
        ("distance(double, double)", "distance_double", [["0.1", "-3.7"], ["1e200", "1e-200"]]),
        ("distance(long double, long double)", "distance_long_double", [["0.1", "-3.7"], ["1e3000", "1"]]),
    ] {
        calls.extend(pairs.iter().map(|pair| Call { function, native, ..call("", pair) }));
    }
    for function in ["norm2_naive", "norm2_scaled"] {
        for values in ["3,4,1.5", "1e200,1e-200,7", "0,0,0", "inf,1,2", "5e-324,1e-310,0"] {
            calls.push(call(function, &[&format!("[{values}]"), "3"]));
        }
    }
    assert_same_bits("examples/norm.cpp", &driver, &calls);
}

#[test]
fn fortran_runs_to_the_same_bits() {
    let native = Native::new();
    let flags = ["-O0", "-ffp-contract=off", "-c"];
    let orbit = native.example("flang-22", &flags, "orbit.f90", "orbit.o");
    let driver = native.link("orbit_driver.c", &orbit, &["-lm"]);
    let mut calls = Vec::new();
    for (position, velocity) in [
        ("1,0", "0,1"),
        ("0.3,-0.7", "0.1,1.4"),
        ("0,0", "0,1"),
        ("1e-110,0", "0,1"),
        ("1e200,1e150", "1e160,0"),
    ] {
        let (position, velocity) = (format!("[{position}]"), format!("[{velocity}]"));
        calls.push(call("orbit_energy", &[&position, &velocity]));
        calls.push(call("orbit_kick", &[&position, &velocity, "0.01"]));
        calls.push(call("orbit_drift", &[&position, &velocity, "0.01", "50"]));
    }
    assert_same_bits("examples/orbit.f90", &driver, &calls);
}

#[test]
fn rust_runs_to_the_same_bits() {
    let native = Native::new();
    let flags = ["--crate-type=staticlib", "--edition=2024", "-C", "opt-level=0", "-C", "panic=abort"];
    let horner = native.example("rustc", &flags, "horner.rs", "libhorner.a");
    let driver = native.link("horner_driver.c", &horner, &["-lpthread", "-ldl", "-lm"]);
    let mut calls = Vec::new();
    for (coefficients, x) in [
        ("-1,3,-3,1", "1.0000001"),
        ("1,0,1e300,0", "1e10"),
        ("0.1,0.2,0.3,0.4", "-3.7"),
        ("1,2,3,nan", "inf"),
    ] {
        calls.push(call("horner", &[&format!("[{coefficients}]"), "4", x]));
        let scalars: Vec<&str> = coefficients.split(',').take(3).chain([x]).collect();
        calls.push(call("quadratic", &scalars));
        calls.push(call("newton_step", &scalars));
    }
    assert_same_bits("examples/horner.rs", &driver, &calls);
}
