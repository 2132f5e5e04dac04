// compiles
// What the other cases do wrongly, done right.
use subject::{BroadcastContext, Scope};

fn add<'scope>(s: &Scope<'scope>, list: &'scope mut Vec<u8>) {
    s.spawn(move |s| {
        list.push(1);
        s.spawn(|_| list.push(2));
    });
}

fn main() {
    let mut list = Vec::new();
    subject::scope(|s| add(s, &mut list));
    let (mut left, mut right) = (vec![1], vec![2]);
    subject::join(|| left.push(1), || right.push(2));
    let shared = std::sync::Mutex::new(0);
    subject::broadcast(|context: BroadcastContext<'_>| *shared.lock().unwrap() += context.index());
    subject::spawn(move || drop(list));
}
