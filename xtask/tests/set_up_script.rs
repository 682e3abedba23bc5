//! The script `./x` on made-up machines: a folder of small programs stands in for everything it
//! calls.
//!
//! Nothing is installed and nothing is built here. What the stand-ins are called with is written to
//! a log, so that a test sees what would have been done.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// Programs of every Unix that the script uses.
const PLAIN_TOOLS: [&str; 8] = ["bash", "dirname", "env", "find", "mktemp", "readlink", "rm", "tail"];

/// A machine that has what a test gives it, and nothing else.
struct MadeUpMachine {
    folder: TempDir,
}

impl MadeUpMachine {
    fn bare() -> Self {
        let machine = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir_all(machine.path("bin")).unwrap();
        fs::create_dir_all(machine.path("target/release")).unwrap();
        for tool in PLAIN_TOOLS {
            symlink(real_program(tool), machine.path("bin").join(tool)).unwrap();
        }
        machine
    }

    /// With dpkg and apt, and these packages installed; apt offers all but `not_offered`.
    fn debian(installed: &str, not_offered: &str) -> Self {
        let machine = Self::bare();
        let is_one_of = |list: &str| format!("case \" {list} \" in *\" $name \"*)");
        machine.program(
            "dpkg-query",
            &format!("for name; do {} printf 'installed:%s ' \"$name\";; esac; done", is_one_of(installed)),
        );
        machine.program(
            "apt-cache",
            &format!("for name; do :; done; {} exit 100;; esac", is_one_of(not_offered)),
        );
        for name in ["apt-get", "cargo"] {
            machine.program(name, "");
        }
        machine.program("sudo", "exec \"$@\"");
        machine
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A program that logs its name and arguments and then runs `body`.
    fn program(&self, name: &str, body: &str) {
        self.write_script(&format!("bin/{name}"), &format!("echo \"{name} $*\" >>\"$LOG\"\n{body}"));
    }

    fn write_script(&self, name: &str, body: &str) {
        let file = self.path(name);
        fs::write(&file, format!("#!{}\n{body}\n", real_program("bash").display())).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn run_script(&self, arguments: &[&str]) -> Output {
        let script = repository().join("x");
        Command::new(real_program("bash"))
            .arg(script)
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env("PATH", self.path("bin"))
            .env("HOME", self.path("home"))
            .env("LOG", self.path("log"))
            .env("CARGO_TARGET_DIR", self.path("target"))
            .env("LLVM_SYS_221_PREFIX", self.path("llvm"))
            .output()
            .unwrap()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }
}

/// The packages in the script's two lists, but for `absent`, with spaces between.
fn all_packages_but(absent: &[&str]) -> String {
    let script = fs::read_to_string(repository().join("x")).unwrap();
    let entries =
        script.lines().filter_map(|line| line.strip_prefix("    \"")).filter(|line| line.ends_with('"'));
    let names = entries.filter_map(|entry| entry.split_once(' ')).map(|(name, _)| name);
    names.filter(|name| !absent.contains(name)).collect::<Vec<_>>().join(" ")
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn real_program(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap();
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file()).unwrap()
}

/// Fails unless the script ended with exit code 2 and one line; returns that line.
fn one_sentence(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let reported = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(reported.lines().count(), 1, "{reported}");
    assert!(reported.trim_end().ends_with('.'), "{reported}");
    reported
}

#[test]
fn the_script_is_valid_bash() {
    for script in ["x", ".ci/run", ".ci/nightly"] {
        let checked = Command::new("bash").arg("-n").arg(repository().join(script)).output().unwrap();
        assert!(checked.status.success() && checked.stderr.is_empty(), "{script}: {checked:?}");
    }
}

#[test]
fn without_apt_one_sentence_lists_what_to_install() {
    let reported = one_sentence(&MadeUpMachine::bare().run_script(&["list", "a.c"]));
    for needed in ["clang 22", "LLVM 22", "Rust", "libxml2", "zlib", "zstd", "flang 22", "no apt-get"] {
        assert!(reported.contains(needed), "{needed}: {reported}");
    }
}

#[test]
fn without_apt_but_with_everything_there_it_goes_on() {
    let machine = MadeUpMachine::bare();
    for name in ["cc", "cargo", "clang-22"] {
        machine.program(name, "");
    }
    machine.write_script("target/release/ulpwise", "echo ran");
    fs::create_dir_all(machine.path("llvm/bin")).unwrap();
    machine.write_script("llvm/bin/llvm-config", "");
    let output = machine.run_script(&[]);
    assert_eq!(output.stdout, b"ran\n", "{output:?}");
}

#[test]
fn nothing_is_installed_when_everything_is_there() {
    let machine = MadeUpMachine::debian(&all_packages_but(&[]), "");
    machine.write_script("target/release/ulpwise", "echo \"$PWD: $*\"; exit 7");
    let output = machine.run_script(&["run", "a b.c", "--help"]);
    assert_eq!(output.status.code(), Some(7), "the program's exit code is passed on");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.ends_with(": run a b.c --help\n"), "{said}");
    assert!(said.starts_with(&*machine.folder.path().canonicalize().unwrap().to_string_lossy()), "{said}");
    assert!(!machine.log().contains("apt-get"), "{}", machine.log());
    assert!(machine.log().contains("cargo build --release -p ulpwise"), "{}", machine.log());
}

#[test]
fn what_is_missing_is_installed_and_said() {
    let machine = MadeUpMachine::debian(&all_packages_but(&["llvm-22-dev", "libzstd-dev"]), "");
    machine.write_script("target/release/ulpwise", "");
    let output = machine.run_script(&[]);
    assert!(output.status.success(), "{output:?}");
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(reported.lines().count(), 1, "{reported}");
    assert!(reported.contains("llvm-22-dev (") && reported.contains("libzstd-dev ("), "{reported}");
    let install = machine.log().lines().find(|line| line.contains("apt-get install")).unwrap().to_owned();
    assert!(install.ends_with(" llvm-22-dev libzstd-dev"), "{install}");
}

#[test]
fn tests_need_more_packages_than_running() {
    let machine = MadeUpMachine::debian(&all_packages_but(&["flang-22"]), "");
    let output = machine.run_script(&["test", "some_test"]);
    assert!(output.status.success(), "{output:?}");
    assert!(machine.log().contains(" flang-22\n"), "{}", machine.log());
    assert!(machine.log().contains("cargo test --workspace some_test"), "{}", machine.log());
}

#[test]
fn a_failing_check_fails_the_tests() {
    let machine = MadeUpMachine::debian(&all_packages_but(&[]), "");
    machine.program("cargo-deny", "");
    machine.program("cargo", "[[ $1 != clippy ]]");
    assert!(!machine.run_script(&["test"]).status.success());
    assert!(!machine.log().contains("cargo test"), "{}", machine.log());
    machine.program("cargo", "");
    fs::create_dir_all(machine.path("target/debug")).unwrap();
    machine.write_script("target/debug/xtask", "echo \"xtask $*\" >>\"$LOG\"");
    // Without python3 the tests of the package for Python say that they skip.
    machine.write_script("target/debug/ulpwise", "");
    assert!(machine.run_script(&["test"]).status.success());
    for step in
        ["cargo fmt", "cargo clippy", "cargo doc", "xtask tidy", "cargo deny", "cargo test --workspace\n"]
    {
        assert!(machine.log().contains(&format!("\n{step}")), "{step}: {}", machine.log());
    }
}

#[test]
fn apt_without_llvm_22_says_what_to_add() {
    let machine = MadeUpMachine::debian("", "clang-22");
    let output = machine.run_script(&[]);
    let reported = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2));
    let last = reported.lines().last().unwrap();
    assert!(last.contains("no clang-22") && last.contains("LLVM's own apt repository"), "{reported}");
    assert!(!machine.log().contains("apt-get install"), "{}", machine.log());
}

#[test]
fn a_failing_installation_shows_why() {
    let machine = MadeUpMachine::debian("", "");
    machine.program("apt-get", "[[ $1 == update ]] || { echo 'E: disk full' >&2; exit 100; }");
    let output = machine.run_script(&[]);
    let reported = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(reported.contains("E: disk full") && reported.contains("could not install"), "{reported}");
}

#[test]
fn without_rust_and_without_rustup_one_sentence() {
    let machine = MadeUpMachine::debian(&all_packages_but(&[]), "rustup");
    fs::remove_file(machine.path("bin/cargo")).unwrap();
    let reported = one_sentence(&machine.run_script(&[]));
    assert!(reported.contains("rustup") && reported.contains("1.88"), "{reported}");
}

#[test]
fn without_rust_it_comes_from_rustup() {
    let machine = MadeUpMachine::debian(&all_packages_but(&[]), "");
    machine.write_script("target/release/ulpwise", "");
    fs::remove_file(machine.path("bin/cargo")).unwrap();
    machine.write_script("a-cargo", "");
    let link = format!(
        "{} -s {} {}/cargo",
        real_program("ln").display(),
        machine.path("a-cargo").display(),
        machine.path("bin").display()
    );
    machine.program("rustup", &link);
    let output = machine.run_script(&[]);
    assert!(output.status.success(), "{output:?}");
    assert!(machine.log().contains(" rustup\n") && machine.log().contains("rustup default stable"));
}
