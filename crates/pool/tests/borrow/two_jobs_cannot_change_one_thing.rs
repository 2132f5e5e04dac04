// refused: E0499
fn main() {
    let mut list = Vec::new();
    subject::scope(|s| {
        s.spawn(|_| list.push(1));
        s.spawn(|_| list.push(2));
    });
}
