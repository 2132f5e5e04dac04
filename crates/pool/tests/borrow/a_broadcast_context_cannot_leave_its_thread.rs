// refused: E0277
fn main() {
    subject::broadcast(|context| {
        subject::join(|| context.index(), || ());
    });
}
