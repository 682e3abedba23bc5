//! The machine's own floating point: hardware operations and libm with flags, under any rounding mode.
