//! What a worker gives up before it runs the program, and what a process gives up before it becomes
//! one.
//!
//! * Limits of the system, always: memory, size of files, open files, no core dumps.
//! * Files: only the scratch folder (landlock). Where the kernel cannot do that, no file can be
//!   opened at all.
//! * System calls: a short list; every other one fails with `EPERM` (seccomp). Among those that
//!   fail: all that start processes or threads, all of the network, all that wait without using CPU
//!   time.

use crate::outcome::Protection;
use landlock::{
    ABI, Access, AccessFs, PathBeneath, PathFd, RestrictionStatus, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetStatus,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};
use std::collections::BTreeMap;
use std::path::Path;

/// How large a file the program may write, its output included.
const FILE_BYTES: u64 = 16 << 20;

/// Gives everything up that the kernel can take, and returns what it cannot.
pub(super) fn enter(scratch: &Path, memory: u64) -> std::io::Result<Vec<Protection>> {
    std::env::set_current_dir(scratch)?;
    let mut missing = Vec::new();
    limit(libc::RLIMIT_AS, address_space()?.saturating_add(memory))?;
    limit(libc::RLIMIT_FSIZE, FILE_BYTES)?;
    limit(libc::RLIMIT_NOFILE, 64)?;
    limit(libc::RLIMIT_CORE, 0)?;
    limit(libc::RLIMIT_NPROC, 0)?;
    let confined = confine_files(scratch);
    if !confined {
        missing.push(Protection::Files);
    }
    if !filter_system_calls(confined) {
        missing.push(Protection::SystemCalls);
    }
    Ok(missing)
}

/// Limits the memory that the process can write to and shares with no other one. Unlike other limits
/// it can be taken off again: a worker does so, for its own.
pub(crate) fn soft_limit_data(memory: u64) -> std::io::Result<()> {
    let mut limits = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure is written by the kernel, then read by it.
    let failed = unsafe {
        libc::getrlimit(libc::RLIMIT_DATA, &raw mut limits) != 0 || {
            limits.rlim_cur = memory.min(limits.rlim_max);
            libc::setrlimit(libc::RLIMIT_DATA, &raw const limits) != 0
        }
    };
    if failed { Err(std::io::Error::last_os_error()) } else { Ok(()) }
}

/// The limits of a process that will become another program.
pub(crate) fn limit_program(memory: u64, cpu_seconds: u64) -> std::io::Result<()> {
    // The limit of the process that analyses is none of the program's: a sanitizer maps terabytes.
    soft_limit_data(u64::MAX)?;
    limit(libc::RLIMIT_AS, memory)?;
    limit(libc::RLIMIT_FSIZE, FILE_BYTES)?;
    limit(libc::RLIMIT_NOFILE, 64)?;
    limit(libc::RLIMIT_CORE, 0)?;
    limit(libc::RLIMIT_CPU, cpu_seconds)
}

/// Leaves a process that will become another program its libraries to read and one folder to write
/// to, no network and no other processes, as far as the kernel can; all of it is inherited by the
/// program.
pub(crate) fn confine_program(folder: &Path) {
    let (all, reading) = (AccessFs::from_all(ABI::V3), AccessFs::from_read(ABI::V3));
    let restrict = || -> Option<()> {
        let ruleset = Ruleset::default().handle_access(all).ok()?.create().ok()?;
        let ruleset = ruleset.add_rule(PathBeneath::new(PathFd::new("/").ok()?, reading)).ok()?;
        let ruleset = ruleset.add_rule(PathBeneath::new(PathFd::new(folder).ok()?, all)).ok()?;
        ruleset.restrict_self().ok().map(drop)
    };
    let forbid = || -> Option<()> {
        let forbidden = [
            libc::SYS_socket,
            libc::SYS_socketpair,
            libc::SYS_connect,
            libc::SYS_bind,
            libc::SYS_fork,
            libc::SYS_vfork,
            libc::SYS_clone,
            libc::SYS_clone3,
            libc::SYS_kill,
            libc::SYS_tkill,
            libc::SYS_ptrace,
            libc::SYS_process_vm_writev,
            libc::SYS_mount,
            libc::SYS_io_uring_setup,
        ];
        let rules: BTreeMap<i64, Vec<SeccompRule>> = forbidden.map(|call| (call, Vec::new())).into();
        let failing = SeccompAction::Errno(libc::EPERM as u32);
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, failing, TargetArch::x86_64).ok()?;
        let program: BpfProgram = filter.try_into().ok()?;
        seccompiler::apply_filter(&program).ok()
    };
    // What the kernel lacks is done without, as in workers.
    let _ = (restrict(), forbid());
}

/// How many bytes of addresses the process has now.
fn address_space() -> std::io::Result<u64> {
    let text = std::fs::read_to_string("/proc/self/statm")?;
    let pages = text.split_whitespace().next().and_then(|pages| pages.parse::<u64>().ok());
    pages.map(|pages| pages * 4096).ok_or_else(|| std::io::Error::other("/proc/self/statm has no number"))
}

fn limit(resource: libc::__rlimit_resource_t, value: u64) -> std::io::Result<()> {
    let mut old = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure is written by the kernel, then read by it.
    let failed = unsafe {
        libc::getrlimit(resource, &raw mut old) != 0 || {
            let value = value.min(old.rlim_max);
            let new = libc::rlimit { rlim_cur: value, rlim_max: value };
            libc::setrlimit(resource, &raw const new) != 0
        }
    };
    if failed { Err(std::io::Error::last_os_error()) } else { Ok(()) }
}

/// Leaves the process nothing of the file system but the scratch folder; `false` when the kernel
/// cannot.
fn confine_files(scratch: &Path) -> bool {
    let all = AccessFs::from_all(ABI::V3);
    let restrict = || -> Option<RestrictionStatus> {
        let folder = PathBeneath::new(PathFd::new(scratch).ok()?, all);
        let ruleset = Ruleset::default().handle_access(all).ok()?.create().ok()?;
        ruleset.add_rule(folder).ok()?.restrict_self().ok()
    };
    restrict().is_some_and(|status| status.ruleset != RulesetStatus::NotEnforced)
}

/// Forbids all system calls but a few; `false` when the kernel cannot.
fn filter_system_calls(files: bool) -> bool {
    let install = || -> Option<()> {
        let failing = SeccompAction::Errno(libc::EPERM as u32);
        let filter =
            SeccompFilter::new(rules(files)?, failing, SeccompAction::Allow, TargetArch::x86_64).ok()?;
        let program: BpfProgram = filter.try_into().ok()?;
        seccompiler::apply_filter(&program).ok()
    };
    install().is_some()
}

/// The system calls that are allowed, some of them with certain arguments only.
fn rules(files: bool) -> Option<BTreeMap<i64, Vec<SeccompRule>>> {
    let mut rules = BTreeMap::new();
    let always = [
        libc::SYS_read,
        libc::SYS_write,
        libc::SYS_readv,
        libc::SYS_writev,
        libc::SYS_lseek,
        libc::SYS_fstat,
        libc::SYS_newfstatat,
        libc::SYS_close,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_madvise,
        libc::SYS_brk,
        libc::SYS_exit,
        libc::SYS_exit_group,
        libc::SYS_rt_sigreturn,
        libc::SYS_restart_syscall,
        libc::SYS_getpid,
        libc::SYS_gettid,
        libc::SYS_clock_gettime,
        libc::SYS_clock_getres,
        libc::SYS_gettimeofday,
        libc::SYS_time,
        libc::SYS_getrandom,
    ];
    rules.extend(always.map(|call| (call, Vec::new())));
    if files {
        rules.extend([libc::SYS_openat, libc::SYS_open, libc::SYS_unlink].map(|call| (call, Vec::new())));
    }
    // No memory that can be executed: there is nothing to compile any more.
    let executable = SeccompCmpOp::MaskedEq(libc::PROT_EXEC as u64);
    let plain = SeccompCondition::new(2, SeccompCmpArgLen::Dword, executable, 0).ok()?;
    for call in [libc::SYS_mmap, libc::SYS_mprotect] {
        rules.insert(call, vec![SeccompRule::new(vec![plain.clone()]).ok()?]);
    }
    // Run-time libraries wake waiting threads once they are done, as the one that unwinds a thrown
    // exception does. No thread waits here, and none may.
    let operation = SeccompCmpOp::MaskedEq(libc::FUTEX_CMD_MASK.cast_unsigned().into());
    let wakes =
        SeccompCondition::new(1, SeccompCmpArgLen::Dword, operation, libc::FUTEX_WAKE.cast_unsigned().into())
            .ok()?;
    rules.insert(libc::SYS_futex, vec![SeccompRule::new(vec![wakes]).ok()?]);
    // A process may send signals to itself, as `abort` does.
    // SAFETY: asks for a number.
    let own = unsafe { libc::getpid() };
    let myself =
        SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, own.cast_unsigned().into())
            .ok()?;
    rules.insert(libc::SYS_tgkill, vec![SeccompRule::new(vec![myself]).ok()?]);
    Some(rules)
}
