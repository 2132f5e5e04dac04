// refused: E0373
fn main() {
    let local = 1;
    subject::spawn_broadcast(|_| println!("{local}"));
}
