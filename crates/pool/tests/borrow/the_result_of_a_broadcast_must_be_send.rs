// refused: E0277
use std::rc::Rc;

fn main() {
    subject::broadcast(|_| Rc::new(1));
}
