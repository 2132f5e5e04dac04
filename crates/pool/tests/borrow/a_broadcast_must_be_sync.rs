// refused: E0277
use std::cell::Cell;

fn main() {
    let counter = Cell::new(0);
    subject::broadcast(|_| counter.set(1));
}
