//! Exact floating-point arithmetic in any format, five rounding modes, with IEEE flags.
