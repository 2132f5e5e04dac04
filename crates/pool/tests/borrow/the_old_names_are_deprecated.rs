// refused: use of deprecated
#![deny(deprecated)]
fn main() {
    let _ = subject::initialize(subject::Configuration::new());
    let _ = subject::ThreadPool::new(subject::Configuration::default());
    let _ = subject::ThreadPoolBuilder::new().breadth_first();
}
