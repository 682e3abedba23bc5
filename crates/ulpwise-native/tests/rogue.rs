//! Programs that do what no program should: the engine stays up, names the guilty input, goes on
//! with the next one, and nothing outside the scratch folder changes.

mod support;

use std::os::unix::net::UnixListener;
use std::path::Path;
use support::{TestProgram, options};
use ulpwise_native::{CallEnd, Engine, Protection};

/// Runs `rogue(x)` for x = 0, 1, 2, where only 1 misbehaves, and returns how that call ended.
fn middle_call(engine: &mut Engine) -> CallEnd {
    let calls = engine.run(0, &[0, 1, 2]).unwrap();
    let ends: Vec<CallEnd> = calls.iter().map(|call| call.end).collect();
    assert_eq!((ends[0], ends[2]), (CallEnd::Returned, CallEnd::Returned), "{ends:?}");
    assert_eq!((calls[0].output[0], calls[2].output[0]), (100, 102), "honest calls are as they should be");
    // And again, so that nothing is left of it.
    assert_eq!(engine.run(0, &[1]).unwrap()[0].end, ends[1]);
    ends[1]
}

fn rogue(includes: &str, body: &str) -> Engine {
    let source = format!("{includes}\nint rogue(int x) {{ if (x == 1) {{ {body} }} return 100 + x; }}");
    TestProgram::c(&source).engine(&[("rogue", 1)], &options()).unwrap()
}

fn ending(includes: &str, body: &str) -> CallEnd {
    middle_call(&mut rogue(includes, body))
}

#[test]
fn bad_accesses_and_aborts_end_only_their_own_call() {
    assert_eq!(ending("", "*(volatile int *)0 = 1;"), CallEnd::Signal(libc::SIGSEGV));
    assert_eq!(ending("#include <stdlib.h>", "abort();"), CallEnd::Signal(libc::SIGABRT));
    assert_eq!(ending("#include <assert.h>", "assert(x == 0);"), CallEnd::Signal(libc::SIGABRT));
    assert_eq!(ending("", "volatile int zero = 0; x = x / zero;"), CallEnd::Signal(libc::SIGFPE));
    assert_eq!(ending("", "__builtin_trap();"), CallEnd::Signal(libc::SIGILL));
    assert_eq!(ending("#include <signal.h>", "raise(SIGKILL);"), CallEnd::Signal(libc::SIGKILL));
}

#[test]
fn an_exit_is_reported_with_its_code() {
    assert_eq!(ending("#include <stdlib.h>", "exit(3);"), CallEnd::Exited(3));
    assert_eq!(ending("#include <unistd.h>", "_exit(-1);"), CallEnd::Exited(-1));
}

#[test]
fn endless_loops_meet_the_time_limit() {
    assert_eq!(ending("", "for (volatile int i = 0; ; i++) { }"), CallEnd::TimedOut);
    // Also when the program asks not to be disturbed.
    let includes = "#include <signal.h>\n#include <sys/time.h>\n#include <string.h>";
    let body = "sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); signal(SIGPROF, SIG_IGN);
                struct itimerval none; memset(&none, 0, sizeof none); setitimer(ITIMER_PROF, &none, 0); for (;;) { }";
    let mut engine = rogue(includes, body);
    engine.run(0, &[0]).unwrap();
    if !engine.missing_protection().contains(&Protection::SystemCalls) {
        assert_eq!(middle_call(&mut engine), CallEnd::TimedOut);
    }
}

#[test]
fn an_overflowing_stack_ends_its_call() {
    let deep = "volatile char local[10000]; local[x] = 1; extern int rogue(int); return rogue(1) + local[0];";
    assert_eq!(ending("", deep), CallEnd::Signal(libc::SIGSEGV));
    let huge = "char *p = __builtin_alloca(1ul << 33); p[0] = 1; return p[0];";
    assert_eq!(ending("", huge), CallEnd::Signal(libc::SIGSEGV));
}

#[test]
fn wild_writes_and_jumps_end_their_call() {
    // Over its own frame and those of its callers, up to the end of the stack.
    let smash = "volatile char here; for (volatile char *p = &here; ; p++) *p = 0x41;";
    assert!(matches!(ending("", smash), CallEnd::Signal(_)));
    let jump = "jmp_buf nowhere; memset(&nowhere, 0x41, sizeof nowhere); longjmp(nowhere, 1);";
    assert!(matches!(ending("#include <setjmp.h>\n#include <string.h>", jump), CallEnd::Signal(_)));
    assert!(matches!(ending("", "((void (*)(void))0x4141414141414141)();"), CallEnd::Signal(_)));
}

#[test]
fn memory_has_a_limit() {
    let body = "long blocks = 0; for (char *p; (p = malloc(1 << 20)); blocks++) p[0] = 1; return blocks < 5000 ? 101 : 0;";
    let mut engine = rogue("#include <stdlib.h>", body);
    let calls = engine.run(0, &[1, 0]).unwrap();
    assert_eq!(calls.iter().map(|call| call.output[0]).collect::<Vec<_>>(), [101, 100]);
}

/// No process is started: a fork bomb would otherwise be seen by its failure to come back.
#[test]
fn processes_and_threads_are_not_started() {
    let body = "int made = 0; for (int i = 0; i < 100; i++) { int p = fork(); if (p == 0) _Exit(0); if (p > 0) made++; }
                if (system(\"true\") == 0) made++; execl(\"/bin/true\", \"true\", (char *)0); return made;";
    let mut engine = rogue("#include <unistd.h>\n#include <stdlib.h>", body);
    let calls = engine.run(0, &[1]).unwrap();
    if !engine.missing_protection().contains(&Protection::SystemCalls) {
        assert_eq!((calls[0].end, calls[0].output[0]), (CallEnd::Returned, 0));
    }
}

#[test]
fn no_connection_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let listener = UnixListener::bind(&path).unwrap();
    listener.set_nonblocking(true).unwrap();
    let body = format!(
        "struct sockaddr_un a = {{ AF_UNIX, \"{}\" }}; int s = socket(AF_UNIX, SOCK_STREAM, 0);
         return s >= 0 && connect(s, (void *)&a, sizeof a) == 0 ? 1 : 101;",
        path.display()
    );
    let mut engine = rogue("#include <sys/socket.h>\n#include <sys/un.h>", &body);
    let calls = engine.run(0, &[1]).unwrap();
    if !engine.missing_protection().contains(&Protection::SystemCalls) {
        assert_eq!(calls[0].output[0], 101);
        assert!(listener.accept().is_err(), "no connection was made");
    }
}

#[test]
fn files_are_written_in_the_scratch_folder_only() {
    let folder = tempfile::tempdir().unwrap();
    let victim = folder.path().join("victim");
    std::fs::write(&victim, "as it was").unwrap();
    let body = format!(
        "FILE *f = fopen(\"{0}\", \"w\"); if (f) {{ fputs(\"changed\", f); fclose(f); }}
         f = fopen(\"{0}.new\", \"w\"); if (f) fclose(f); remove(\"{0}\"); truncate(\"{0}\", 0); rename(\"{0}\", \"{0}.moved\");
         f = fopen(\"own\", \"w\"); if (f) {{ fputs(\"mine\", f); fclose(f); return 1; }} return 2;",
        victim.display()
    );
    let mut engine = rogue("#include <stdio.h>\n#include <unistd.h>", &body);
    let calls = engine.run(0, &[1]).unwrap();
    let missing = engine.missing_protection();
    if !missing.contains(&Protection::SystemCalls) || !missing.contains(&Protection::Files) {
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "as it was");
        let names: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["victim"]);
    }
    if missing.is_empty() {
        assert_eq!(calls[0].output[0], 1, "its own folder is open to it");
        assert_eq!(std::fs::read_to_string(engine.scratch().join("own")).unwrap(), "mine");
    }
    let scratch = engine.scratch().to_path_buf();
    drop(engine);
    assert!(!Path::new(&scratch).exists(), "the scratch folder goes with the engine");
}

/// A worker has many calls behind it when it ends; only one of them is at fault.
#[test]
fn the_guilty_input_is_named_among_many() {
    let program = TestProgram::c("int f(int x) { if (x % 1000 == 999) *(volatile int *)0 = x; return x; }");
    let mut engine = program.engine(&[("f", 1)], &options()).unwrap();
    let inputs: Vec<u64> = (0..5000).collect();
    let calls = engine.run(0, &inputs).unwrap();
    for (x, call) in inputs.iter().zip(&calls) {
        let expected = if x % 1000 == 999 { CallEnd::Signal(libc::SIGSEGV) } else { CallEnd::Returned };
        assert_eq!(call.end, expected, "{x}");
        assert_eq!(call.output[0], if expected == CallEnd::Returned { *x } else { 0 });
    }
}

#[test]
fn a_constructor_that_crashes_is_an_error_and_no_endless_loop() {
    let program = TestProgram::c(
        "__attribute__((constructor)) static void begin(void) { __builtin_trap(); } int f(void) { return 1; }",
    );
    let error = program.engine(&[("f", 0)], &options()).unwrap().run(0, &[]).unwrap_err().to_string();
    assert!(error.contains("constructor"), "{error}");
}

/// Nothing ends such a call from within.
#[test]
fn a_call_that_stops_the_clock_is_ended_from_outside() {
    let body = "signal(SIGPROF, SIG_IGN); for (;;) __asm__ volatile (\"\");";
    assert_eq!(ending("#include <signal.h>", body), CallEnd::TimedOut);
}

/// A call that writes anywhere on its stack ends itself at most, and those after it in the same
/// batch.
#[test]
fn writing_over_the_stack_stops_no_engine() {
    let source = "int rogue(int x) {
    volatile long *frame = __builtin_frame_address(0);
    if (x > 0 && x < 200) frame[x] = x;
    return 1000 + x;
}";
    let mut engine = TestProgram::c(source).engine(&[("rogue", 1)], &options()).unwrap();
    let inputs: Vec<u64> = (0..200).collect();
    assert_eq!(engine.run(0, &inputs).unwrap().len(), 200);
    let honest = engine.run(0, &[0, 500]).unwrap();
    assert!(honest.iter().all(|call| call.end == CallEnd::Returned), "{honest:?}");
    assert_eq!((honest[0].output[0], honest[1].output[0]), (1000, 1500));
}
