// refused: E0277
use std::rc::Rc;

fn main() {
    let pool = subject::ThreadPoolBuilder::new().build().unwrap();
    pool.install(|| Rc::new(1));
}
