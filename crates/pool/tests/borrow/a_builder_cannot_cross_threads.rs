// refused: E0277
fn main() {
    let builder = subject::ThreadPoolBuilder::new();
    std::thread::spawn(move || drop(builder.build()));
}
