// refused: E0502
fn main() {
    let mut list = vec![0];
    subject::scope(|s| {
        s.spawn(|_| list.push(1));
        println!("{}", list.len());
    });
}
