// refused: lifetime may not live long enough
// With it, `'scope` would no longer be the time that borrows of jobs must last.
use subject::Scope;

fn grow<'short>(s: &'short Scope<'short>) -> &'short Scope<'static> {
    s
}

fn main() {
    let _ = grow;
}
