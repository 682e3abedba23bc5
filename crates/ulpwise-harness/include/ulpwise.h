/* How a program tells `ulpwise test` what its inputs are and what it expects: KLEE's interface and SV-COMP's. */
#ifndef ULPWISE_H
#define ULPWISE_H

#include <klee/klee.h>

#ifdef __cplusplus
extern "C" {
#define ULPWISE_BOOL bool
#else
#define ULPWISE_BOOL _Bool
#endif

/* Any value of a type. */
extern ULPWISE_BOOL __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);

/* Only inputs for which the condition holds are of interest from here on. */
extern void __VERIFIER_assume(int condition);

/* The condition must hold; this must not be reached. */
extern void __VERIFIER_assert(int condition);
extern void reach_error(void);

#ifdef __cplusplus
}
#endif

#endif
