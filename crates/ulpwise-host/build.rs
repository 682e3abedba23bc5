//! Compiles the C shim: the code that runs under a changed rounding mode and calls the C library.

fn main() {
    println!("cargo::rerun-if-changed=shim");
    // On any other target the crate stops with its own clear `compile_error!`; a C compiler's
    // complaint about x86 assembly would only hide it.
    let target = |key: &str| std::env::var(key).unwrap_or_default();
    if target("CARGO_CFG_TARGET_ARCH") != "x86_64" || target("CARGO_CFG_TARGET_OS") != "linux" {
        return;
    }
    cc::Build::new()
        .std("gnu11")
        .opt_level(2)
        .define("_GNU_SOURCE", None)
        // The shim moves floats around under changed rounding modes and reads flags afterwards: the
        // compiler may not fold, reorder or recognise any floating-point call.
        .flag("-frounding-math")
        .flag("-ffp-contract=off")
        .flag("-fno-builtin")
        .warnings(true)
        // A row of the table with a wrong signature is a call with wrong registers.
        .flag("-Werror=incompatible-pointer-types")
        .files(["shim/libm_call.c", "shim/libm_table.c", "shim/text.c"])
        .compile("ulpwise_host_shim");
}
