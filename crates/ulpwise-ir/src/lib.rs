//! The program as ulpwise sees it: a typed, compact form of the LLVM subset, its text form and verifier.
