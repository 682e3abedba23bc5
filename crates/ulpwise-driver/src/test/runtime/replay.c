/* Replays one test: reads the inputs from the file `.ulpwise/inputs`, and writes into `.ulpwise/report` how the program ends, unless it returns. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

/* As many bytes as a test may have. */
static unsigned char ulpwise_bytes[1 << 20];
static size_t ulpwise_length, ulpwise_at;
static int ulpwise_is_read;

__attribute__((noreturn)) static void ulpwise_end(const char *kind, const void *address) {
    char line[256];
    int length = snprintf(line, sizeof line, "%s %llx\n", kind, (unsigned long long)(uintptr_t)address);
    int report = open(".ulpwise/report", O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (report >= 0 && write(report, line, length) == length) close(report);
    _exit(91);
}

/* Each input is its length, in four bytes, and its bytes. */
static void ulpwise_input(void *to, size_t bytes) {
    if (!ulpwise_is_read) {
        int file = open(".ulpwise/inputs", O_RDONLY);
        ssize_t got = file < 0 ? 0 : read(file, ulpwise_bytes, sizeof ulpwise_bytes);
        ulpwise_length = got < 0 ? 0 : (size_t)got;
        ulpwise_is_read = 1;
    }
    uint32_t length;
    if (ulpwise_at + 4 > ulpwise_length) ulpwise_end("no-input", __builtin_return_address(0));
    memcpy(&length, ulpwise_bytes + ulpwise_at, 4);
    ulpwise_at += 4;
    if (ulpwise_at + length > ulpwise_length || length < bytes) ulpwise_end("no-input", __builtin_return_address(0));
    memcpy(to, ulpwise_bytes + ulpwise_at, bytes);
    ulpwise_at += length;
}

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    (void)expression; (void)file; (void)line; (void)function;
    ulpwise_end("assert", __builtin_return_address(0));
}

void abort(void) { ulpwise_end("abort", __builtin_return_address(0)); }

/* What sanitizers are told; their messages go to files. */
const char *__asan_default_options(void) {
    return "log_path=.ulpwise/sanitizer:symbolize=0:exitcode=92:detect_leaks=0:abort_on_error=0:handle_abort=0:allocator_may_return_null=1";
}
const char *__ubsan_default_options(void) { return "log_path=.ulpwise/sanitizer:symbolize=0:print_stacktrace=0"; }
const char *__msan_default_options(void) { return "log_path=.ulpwise/sanitizer:symbolize=0:exitcode=92"; }

#ifdef ULPWISE_SIGNALS
static void ulpwise_on_signal(int number, siginfo_t *info, void *context) {
    ucontext_t *state = context;
    (void)info;
    /* The instruction itself, not one after it. */
    const char *at = (const char *)state->uc_mcontext.gregs[REG_RIP] + 1;
    ulpwise_end(number == SIGFPE ? "sigfpe" : "sigsegv", at);
}

static char ulpwise_stack[1 << 16];

__attribute__((constructor(101))) static void ulpwise_watch(void) {
    struct sigaction action;
    stack_t stack = { .ss_sp = ulpwise_stack, .ss_size = sizeof ulpwise_stack };
    sigaltstack(&stack, 0);
    memset(&action, 0, sizeof action);
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    action.sa_sigaction = ulpwise_on_signal;
    sigaction(SIGFPE, &action, 0);
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGBUS, &action, 0);
}
#endif

#ifdef ULPWISE_COUNTERS
/* Counters in a file, where runs add up and a crash loses nothing. */
extern uint64_t *ulpwise_counters;

__attribute__((constructor(101))) static void ulpwise_count(void) {
    static uint64_t nowhere[ULPWISE_COUNTERS + 1];
    size_t bytes = ULPWISE_COUNTERS * sizeof(uint64_t);
    int file = open(".ulpwise/counters", O_RDWR | O_CREAT, 0600);
    ulpwise_counters = nowhere;
    if (file < 0 || ftruncate(file, bytes + 8) != 0) return;
    void *room = mmap(0, bytes + 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (room != MAP_FAILED) ulpwise_counters = room;
}
#endif
