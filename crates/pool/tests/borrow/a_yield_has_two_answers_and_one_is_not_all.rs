// refused: E0004
// Two answers, and a match of both is exhaustive; of one it is not.
fn main() {
    match subject::yield_now() {
        None | Some(subject::Yield::Executed) => {}
    }
}
