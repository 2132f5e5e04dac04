// refused: lifetime may not live long enough
fn main() {
    subject::spawn_broadcast(|context| {
        let _: subject::BroadcastContext<'static> = context;
    });
}
