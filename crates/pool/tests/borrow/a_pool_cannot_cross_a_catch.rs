// refused: E0277
fn main() {
    let pool = subject::ThreadPoolBuilder::new().build().unwrap();
    let _ = std::panic::catch_unwind(|| pool.install(|| ()));
}
