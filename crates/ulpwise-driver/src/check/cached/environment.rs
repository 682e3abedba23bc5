//! What verdicts depend on besides the program: this ulpwise, the C library that native calls use,
//! and the processor, whose kind the library looks at.

use crate::check::file_digest;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

/// The variables of the environment that the C library or native calls look at.
const VARIABLES: [&str; 4] = ["GLIBC_TUNABLES", "LD_PRELOAD", "LD_LIBRARY_PATH", "LLVM_SYS_221_PREFIX"];

/// All that, as text.
pub(super) fn environment() -> String {
    let mut text = format!("ulpwise {}\n", env!("ULPWISE_SOURCES"));
    for library in loaded_libraries() {
        let _ = writeln!(text, "{} {:?}", library.display(), file_digest(&library));
    }
    for line in processor() {
        let _ = writeln!(text, "{line}");
    }
    for name in VARIABLES {
        let _ = writeln!(text, "{name} {:?}", std::env::var_os(name));
    }
    text
}

/// The C library and its mathematical part, as this process has them.
fn loaded_libraries() -> BTreeSet<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let paths = maps.lines().filter_map(|line| Some(PathBuf::from(line.get(line.find('/')?..)?)));
    let is_one = |path: &PathBuf| {
        path.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            ["libm.", "libm-", "libc.", "libc-"].iter().any(|start| name.starts_with(start))
        })
    };
    paths.filter(is_one).collect()
}

/// The kind of the first processor, and what it can do.
fn processor() -> Vec<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let first = text.lines().take_while(|line| !line.trim().is_empty());
    let tells = ["vendor_id", "cpu family", "model", "model name", "stepping", "flags"];
    first.filter(|line| tells.iter().any(|start| line.starts_with(start))).map(str::to_owned).collect()
}
