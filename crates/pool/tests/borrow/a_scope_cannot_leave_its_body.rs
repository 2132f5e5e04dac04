// refused: lifetime may not live long enough
fn main() {
    subject::scope(|s| s);
}
