//! Settings and build records that came with the sources run no code of their own.

use crate::common::{Finished, command};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// A project: a function, and its settings.
struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    fn new(settings: &str) -> Project {
        let folder = tempfile::tempdir().unwrap();
        let source = "#ifdef TWICE\n#define N 2\n#else\n#define N 1\n#endif\n\
                      double f(double x) { return N / x; }\n";
        std::fs::write(folder.path().join("f.c"), source).unwrap();
        std::fs::write(folder.path().join("ulpwise.toml"), settings).unwrap();
        // A program that leaves a trace when it is started, whatever it is started as.
        let tool = format!("#!/bin/sh\necho started > {}\nexit 1\n", folder.path().join("started").display());
        for name in ["tool", "ld", "as"] {
            let file = folder.path().join(name);
            std::fs::write(&file, &tool).unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        Project { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// `check f.c` in the folder, with further words.
    fn check(&self, more: &[&str]) -> Finished {
        let fixed = ["check", "f.c", "--timeout", "30", "--property", "divide-by-zero"];
        let mut command = command(&[&fixed, more].concat());
        let output = command.current_dir(self.path()).output().expect("ulpwise starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("ulpwise prints UTF-8");
        Finished { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    fn has_started(&self) -> bool {
        self.path().join("started").exists()
    }
}

#[test]
fn settings_that_run_code_are_refused_by_name_and_nothing_is_started() {
    for (setting, named) in [
        ("engine = 'process:./tool'", "engine to `process:./tool`"),
        ("solver-nra = './tool'", "solver-nra"),
        ("link = ['tool.so']", "link"),
        ("cflags = '-O1 -fplugin=./tool.so'", "`-fplugin=./tool.so`"),
        ("cflags = '-Xclang -load -Xclang ./tool.so'", "`-Xclang`"),
        ("cflags = '-fpass-plugin=./tool.so'", "`-fpass-plugin=./tool.so`"),
        ("cflags = '-fno-integrated-as -B.'", "`-fno-integrated-as`"),
        ("cflags = '-B.'", "`-B.`"),
        ("cflags = '@flags'", "`@flags`"),
        ("cflags = '-DX --config=./tool.cfg'", "`--config=./tool.cfg`"),
        ("cflags = '-wrapper ./tool'", "`-wrapper`"),
        ("rustflags = '-C linker=./tool'", "`-C linker=./tool`"),
    ] {
        let project = Project::new(&format!("[check]\n{setting}\n"));
        let finished = project.check(&[]);
        assert_eq!(finished.code, Some(2), "{setting}: {finished:?}");
        assert!(finished.stderr.contains(named), "{setting}: {}", finished.stderr);
        assert!(finished.stderr.contains("--trust-config"), "{setting}: {}", finished.stderr);
        // Naming the file is not trusting it.
        let named = project.check(&["--config", "ulpwise.toml"]);
        assert_eq!(named.code, Some(2), "{setting}: {named:?}");
        assert!(!project.has_started(), "{setting}");
    }
}

#[test]
fn harmless_settings_need_no_trust_and_others_the_users_word() {
    let harmless = Project::new("[check]\ncflags = '-O1 -DTWICE -Wall'\nengine = 'interval'\njobs = 1\n");
    let finished = harmless.check(&[]);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stdout.contains("f(x = 0.0)"), "{}", finished.stdout);

    let other = Project::new("[check]\ncflags = '-Xclang -DTWICE'\n");
    assert_eq!(other.check(&[]).code, Some(2));
    assert_eq!(other.check(&["--trust-config"]).code, Some(1));
    // What the user gives replaces the setting.
    assert_eq!(other.check(&["--cflags", "-O1"]).code, Some(1));
    // The folder of the user's own settings is trusted.
    let own = tempfile::tempdir().unwrap();
    std::fs::create_dir(own.path().join("ulpwise")).unwrap();
    std::fs::rename(other.path().join("ulpwise.toml"), own.path().join("ulpwise/ulpwise.toml")).unwrap();
    let mut trusted = command(&["check", "f.c", "--timeout", "30", "--property", "divide-by-zero"]);
    let output = trusted.current_dir(other.path()).env("XDG_CONFIG_HOME", own.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

#[test]
fn settings_that_others_can_write_are_not_read_in_silence() {
    let project = Project::new("[check]\nproperty = ['overflow']\n");
    std::fs::set_permissions(project.path(), std::fs::Permissions::from_mode(0o1777)).unwrap();
    let finished = project.check(&[]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("every user may write to its folder"), "{}", finished.stderr);
    assert_eq!(project.check(&["--trust-config"]).code, Some(1));
}

#[test]
fn a_build_record_runs_no_code_unless_it_is_trusted() {
    for flag in
        ["-fplugin=./tool.so", "-Xclang -load", "-B.", "@flags", "-fno-integrated-as", "-wrapper ./tool"]
    {
        let project = Project::new("");
        let entry = format!(r#"[{{"directory":".","file":"f.c","command":"cc -O1 {flag} -c f.c -o f.o"}}]"#);
        std::fs::write(project.path().join("compile_commands.json"), entry).unwrap();
        let run = |more: &[&str]| {
            let fixed = ["run", "-p", ".", "--source", "f.c", "--fn", "f", "--args", "2"];
            command(&[&fixed, more].concat()).current_dir(project.path()).output().unwrap()
        };
        let output = run(&[]);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        let name = flag.split(' ').next().unwrap();
        assert_eq!(output.status.code(), Some(2), "{flag}: {stderr}");
        assert!(stderr.contains(name) && stderr.contains("--trust-config"), "{flag}: {stderr}");
        assert!(!project.has_started(), "{flag}");
    }
    let project = Project::new("");
    let entry =
        r#"[{"directory":".","file":"f.c","command":"ccache gcc -O2 -Wall -MD -MF f.d -o f.o -c f.c"}]"#;
    std::fs::write(project.path().join("compile_commands.json"), entry).unwrap();
    let harmless = ["run", "-p", ".", "--source", "f.c", "--fn", "f", "--args", "2"];
    let output = command(&harmless).current_dir(project.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn a_witness_runs_no_code_unless_it_is_trusted() {
    let project = Project::new("");
    let found = project.check(&["--witnesses", "found"]);
    assert_eq!(found.code, Some(1), "{found:?}");
    let file = std::fs::read_dir(project.path().join("found")).unwrap().next().unwrap().unwrap().path();
    let run = |arguments: &[&str]| command(arguments).current_dir(project.path()).output().unwrap();
    let (witness, text) = (file.to_str().unwrap(), std::fs::read_to_string(&file).unwrap());
    assert_eq!(run(&["replay", witness]).status.code(), Some(0), "as it was written");
    for flag in ["-fplugin=./tool.so", "@flags", "-B."] {
        let mut document: serde_json::Value = serde_json::from_str(&text).unwrap();
        document["program"]["cflags"] = format!("-O0 {flag}").into();
        std::fs::write(&file, document.to_string()).unwrap();
        for arguments in [&["replay", witness][..], &["export", witness, "--lang", "c"]] {
            let output = run(arguments);
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{arguments:?} {flag}: {stderr}");
            assert!(stderr.contains(flag) && stderr.contains("--trust-config"), "{arguments:?}: {stderr}");
        }
        assert!(!project.has_started(), "{flag}");
        // The user's own flags replace those of the file.
        assert_eq!(run(&["replay", witness, "--cflags", "-O0"]).status.code(), Some(0), "{flag}");
    }
}
