// refused: E0277
use std::rc::Rc;

fn main() {
    subject::join(|| (), || Rc::new(1));
}
