// refused: lifetime may not live long enough
// With it, a job could be spawned that borrows for less than the scope lasts.
use subject::Scope;

fn shrink<'long: 'short, 'short>(s: &'short Scope<'long>) -> &'short Scope<'short> {
    s
}

fn main() {
    subject::scope(|s| {
        shrink(s);
    });
}
