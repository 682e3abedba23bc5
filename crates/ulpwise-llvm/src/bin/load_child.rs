//! The loading process of the tests: what `ulpwise __load` is for the command line.

fn main() -> std::process::ExitCode {
    ulpwise_llvm::child_main()
}
