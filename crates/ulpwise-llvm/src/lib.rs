//! Everything that touches LLVM: sources and bitcode to ulpwise-ir.
