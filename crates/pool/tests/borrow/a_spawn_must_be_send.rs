// refused: E0277
use std::rc::Rc;

fn main() {
    let shared = Rc::new(1);
    subject::spawn(move || drop(shared));
}
