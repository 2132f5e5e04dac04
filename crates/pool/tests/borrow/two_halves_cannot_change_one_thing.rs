// refused: E0499
fn main() {
    let mut list = Vec::new();
    subject::join(|| list.push(1), || list.push(2));
}
