// refused: lifetime may not live long enough
use subject::ScopeFifo;

fn shrink<'long: 'short, 'short>(s: &'short ScopeFifo<'long>) -> &'short ScopeFifo<'short> {
    s
}

fn main() {
    subject::scope_fifo(|s| {
        shrink(s);
    });
}
