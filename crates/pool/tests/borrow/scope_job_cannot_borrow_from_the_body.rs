// refused: E0373
// The job may run when the body's locals are gone.
fn main() {
    subject::scope(|s| {
        let local = 1;
        s.spawn(|_| println!("{local}"));
    });
}
