// refused: E0597
fn main() {
    subject::scope(|s| {
        let local = String::new();
        let reference = &local;
        s.spawn(move |_| println!("{reference}"));
    });
}
