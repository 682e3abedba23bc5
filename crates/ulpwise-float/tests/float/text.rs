//! Reading against MPFR and the standard library; the shortest decimal by its definition.
