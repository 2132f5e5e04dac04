// refused: lifetime may not live long enough
use subject::ScopeFifo;

fn grow<'short>(s: &'short ScopeFifo<'short>) -> &'short ScopeFifo<'static> {
    s
}

fn main() {
    let _ = grow;
}
