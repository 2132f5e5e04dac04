// refused: E0594
fn main() {
    let mut counter = 0;
    subject::broadcast(|_| counter += 1);
}
