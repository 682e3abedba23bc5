/* The functions by which a program asks for inputs, answered from recorded ones. What the program defines itself comes first. */

#define WEAK __attribute__((weak))

WEAK void klee_make_symbolic(void *address, size_t bytes, const char *name) {
    (void)name;
    ulpwise_input(address, bytes);
}

WEAK int klee_range(int begin, int end, const char *name) {
    int value = 0;
    (void)begin; (void)end; (void)name;
    ulpwise_input(&value, sizeof value);
    return value;
}

WEAK int klee_int(const char *name) {
    int value = 0;
    (void)name;
    ulpwise_input(&value, sizeof value);
    return value;
}

WEAK void klee_assume(uintptr_t condition) { if (!condition) ulpwise_end("assumption", __builtin_return_address(0)); }
WEAK void __VERIFIER_assume(int condition) { if (!condition) ulpwise_end("assumption", __builtin_return_address(0)); }
WEAK void klee_silent_exit(int status) { (void)status; ulpwise_end("dropped", __builtin_return_address(0)); }
WEAK void klee_abort(void) { ulpwise_end("abort", __builtin_return_address(0)); }
WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    (void)file; (void)line; (void)message; (void)suffix;
    ulpwise_end("assert", __builtin_return_address(0));
}
WEAK void __VERIFIER_assert(int condition) { if (!condition) ulpwise_end("assert", __builtin_return_address(0)); }
WEAK void __VERIFIER_error(void) { ulpwise_end("assert", __builtin_return_address(0)); }
WEAK void reach_error(void) { ulpwise_end("assert", __builtin_return_address(0)); }

WEAK unsigned klee_is_symbolic(uintptr_t value) { (void)value; return 1; }
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int32_t klee_get_value_i32(int32_t value) { return value; }
WEAK int64_t klee_get_value_i64(int64_t value) { return value; }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object; (void)condition; }
WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }
