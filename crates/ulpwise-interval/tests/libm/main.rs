//! Enclosures of libm functions against what the host delivers.

mod enclosures;
mod inverse;
mod known;
mod points;
