// refused: E0277
use std::rc::Rc;

fn main() {
    let shared = Rc::new(1);
    subject::in_place_scope(|s| s.spawn(move |_| drop(shared)));
}
