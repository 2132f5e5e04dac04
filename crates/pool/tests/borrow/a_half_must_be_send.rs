// refused: E0277
use std::rc::Rc;

fn main() {
    let shared = Rc::new(1);
    subject::join(|| drop(Rc::clone(&shared)), || ());
}
