// refused: E0277
use std::rc::Rc;

fn main() {
    let shared = Rc::new(1);
    subject::scope(move |_| drop(shared));
}
