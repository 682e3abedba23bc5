/* KLEE's interface, as ulpwise knows it. Programs written for KLEE include this header under the same name; ulpwise finds it by itself. */
#ifndef ULPWISE_KLEE_KLEE_H
#define ULPWISE_KLEE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The bytes become an input: any value. */
void klee_make_symbolic(void *address, size_t bytes, const char *name);

/* An input from begin to end - 1. */
int klee_range(int begin, int end, const char *name);

/* Any int. */
int klee_int(const char *name);

/* Only inputs for which the condition holds are of interest from here on. */
void klee_assume(uintptr_t condition);

/* This path has been followed far enough. */
__attribute__((noreturn)) void klee_silent_exit(int status);

/* This must not be reached. */
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message,
                                                 const char *suffix);

/* Whether a value depends on inputs. */
unsigned klee_is_symbolic(uintptr_t value);

/* Some value that the argument can have here; the path goes on with any. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

/* Wishes and remarks, without meaning for what is found. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_warning(const char *message);
void klee_warning_once(const char *message);

__attribute__((noreturn)) void __assert_fail(const char *expression, const char *file, unsigned line,
                                             const char *function);

#define klee_assert(condition) \
    ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif

#endif
