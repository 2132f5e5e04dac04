// refused: E0277
fn main() {
    subject::join_context(|context| context, |_| ());
}
