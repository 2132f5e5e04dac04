// refused: E0277
use std::rc::Rc;

fn main() {
    let pool = subject::ThreadPoolBuilder::new().build().unwrap();
    let shared = Rc::new(1);
    pool.install(move || drop(shared));
}
