// The C library's conversions between numbers and text. Both directions round in the current rounding mode.

#include "environment.h"
#include "libm.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

// The C type of the argument that a conversion specification reads. The numbers are repeated in src/text/format.rs.
enum kind { KIND_INT = 0, KIND_LONG = 1, KIND_DOUBLE = 2, KIND_LONG_DOUBLE = 3, KIND_POINTER = 4 };

// snprintf of one specification with one argument; Rust has checked that they belong together.
int ulpwise_host_format(uint32_t mode, char *buffer, size_t size, const char *specification, uint32_t kind,
                        const union value *argument) {
    struct environment saved;
    int length = -1;
    int saved_error = errno;
    environment_enter(&saved, mode);
    switch ((enum kind)kind) {
    case KIND_INT: length = snprintf(buffer, size, specification, argument->i); break;
    case KIND_LONG: length = snprintf(buffer, size, specification, argument->n); break;
    case KIND_DOUBLE: length = snprintf(buffer, size, specification, argument->d); break;
    case KIND_LONG_DOUBLE: length = snprintf(buffer, size, specification, argument->l); break;
    case KIND_POINTER: length = snprintf(buffer, size, specification, (void *)argument->n); break;
    }
    (void)environment_leave(&saved, mode);
    errno = saved_error;
    return length;
}

struct parsed {
    union value value;
    size_t consumed;
    uint32_t flags;
    int32_t error;
};

// The numbers of the formats are those of libm.h.
void ulpwise_host_parse(uint32_t mode, const char *text, uint32_t format, struct parsed *out) {
    struct environment saved;
    char *end = NULL;
    int saved_error = errno;
    errno = 0;
    environment_enter(&saved, mode);
    switch ((enum format)format) {
    case FORMAT_d: out->value.d = strtod(text, &end); break;
    case FORMAT_f: out->value.f = strtof(text, &end); break;
    case FORMAT_l: out->value.l = strtold(text, &end); break;
    }
    out->flags = environment_leave(&saved, mode);
    out->error = errno;
    errno = saved_error;
    out->consumed = (size_t)(end - text);
}
