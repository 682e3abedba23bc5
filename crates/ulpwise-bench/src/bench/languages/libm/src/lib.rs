//! Nothing: the functions of libm itself are checked.
