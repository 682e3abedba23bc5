//! The child process of this crate's tests.

fn main() -> std::process::ExitCode {
    ulpwise_native::child_main()
}
