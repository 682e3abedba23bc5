#![allow(missing_docs, clippy::print_stdout)]
use std::time::Instant;
use ulpwise_expr::TermStore;
fn main() {
    let files: Vec<(String, Vec<u8>)> = std::env::args().skip(1).map(|p| { let t = std::fs::read(&p).unwrap(); (p, t) }).collect();
    let run = |text: &[u8]| { let mut store = TermStore::new(); let r = ulpwise_smtlib::read_script(&mut store, text).map(|c| c.len()); (r, store.len()) };
    let total: usize = files.iter().map(|f| f.1.len()).sum();
    for _ in 0..3 {
        let start = Instant::now();
        let mut terms = 0; let mut bad = 0;
        for (path, text) in &files { let (r, n) = run(text); terms += n; if let Err(e) = r { println!("{path}: {e}"); bad += 1; } }
        let s = start.elapsed().as_secs_f64();
        println!("{} files, {bad} bad, {terms} terms, {:.1} ms, {:.1} MB/s", files.len(), s * 1e3, total as f64 / s / 1e6);
    }
    let big = files.iter().max_by_key(|f| f.1.len()).unwrap();
    let best = (0..20).map(|_| { let s = Instant::now(); run(&big.1); s.elapsed().as_secs_f64() }).fold(1e9, f64::min);
    println!("{}: {:.2} ms {:.1} MB/s", big.0, best * 1e3, big.1.len() as f64 / best / 1e6);
}
