// Entering and leaving a floating-point environment from C.
//
// What holds: between `environment_enter` and `environment_leave` both units (SSE and x87) round in the given
// mode, with all exceptions masked, subnormals honoured and no exception flag set; `environment_leave` returns
// the flags raised by either unit and puts back MXCSR and the x87 control word. The x87 exception flags
// themselves are not put back: no calling convention preserves them and nobody in a Rust program reads them.

#ifndef ULPWISE_HOST_ENVIRONMENT_H
#define ULPWISE_HOST_ENVIRONMENT_H

#include <stdint.h>

#define EXCEPTION_FLAGS 0x3f

// All exceptions masked, 64-bit precision (x87), round to nearest; the mode is added at bit 13 and bit 10.
#define MXCSR_BASE 0x1f80u
#define X87_CONTROL_BASE 0x037fu

struct environment {
    uint32_t mxcsr;
    uint16_t x87_control;
};

static inline void environment_enter(struct environment *saved, uint32_t mode) {
    uint32_t mxcsr = MXCSR_BASE | (mode << 13);
    uint16_t x87_control = (uint16_t)(X87_CONTROL_BASE | (mode << 10));
    uint16_t x87_status;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2"
                     : "=m"(saved->mxcsr), "=m"(saved->x87_control), "=a"(x87_status)
                     :
                     : "memory");
    // fnclex and fldcw are slow; most calls find the x87 unit just as they need it.
    if (x87_status & EXCEPTION_FLAGS) {
        __asm__ volatile("fnclex" : : : "memory");
    }
    if (saved->x87_control != x87_control) {
        __asm__ volatile("fldcw %0" : : "m"(x87_control) : "memory");
    }
    __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr) : "memory");
}

static inline uint32_t environment_leave(const struct environment *saved, uint32_t mode) {
    uint32_t mxcsr;
    uint16_t x87_status;
    __asm__ volatile("stmxcsr %0\n\tfnstsw %1" : "=m"(mxcsr), "=a"(x87_status) : : "memory");
    __asm__ volatile("ldmxcsr %0" : : "m"(saved->mxcsr) : "memory");
    if (saved->x87_control != (uint16_t)(X87_CONTROL_BASE | (mode << 10))) {
        __asm__ volatile("fldcw %0" : : "m"(saved->x87_control) : "memory");
    }
    return (mxcsr | x87_status) & EXCEPTION_FLAGS;
}

#endif
