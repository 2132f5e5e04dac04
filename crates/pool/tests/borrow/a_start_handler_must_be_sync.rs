// refused: E0277
use std::cell::Cell;

fn main() {
    let counter = Cell::new(0);
    let builder = subject::ThreadPoolBuilder::new();
    drop(builder.start_handler(move |_| counter.set(1)).build());
}
