//! Every name that rayon-core 1.13 exports can be named here, the deprecated ones too.

#![allow(deprecated, reason = "they belong to the interface")]

use rayon_core::{
    BroadcastContext, Configuration, FnContext, Scope, ScopeFifo, ThreadBuilder, ThreadPool,
    ThreadPoolBuildError, ThreadPoolBuilder, Yield, broadcast, current_num_threads,
    current_thread_has_pending_tasks, current_thread_index, in_place_scope, in_place_scope_fifo,
    initialize, join, join_context, max_num_threads, scope, scope_fifo, spawn, spawn_broadcast,
    spawn_fifo, yield_local, yield_now,
};
use std::any::type_name;

#[test]
fn functions() {
    // Their signatures are the business of winks-pool's tests; here they only have to arrive.
    let _ = (join::<fn(), fn(), (), ()>, join_context::<fn(FnContext), fn(FnContext), (), ()>);
    let _ = (scope::<fn(&Scope<'_>), ()>, scope_fifo::<fn(&ScopeFifo<'_>), ()>);
    let _ = (in_place_scope::<fn(&Scope<'_>), ()>, in_place_scope_fifo::<fn(&ScopeFifo<'_>), ()>);
    let _ = (spawn::<fn()>, spawn_fifo::<fn()>);
    let _ =
        (broadcast::<fn(BroadcastContext<'_>), ()>, spawn_broadcast::<fn(BroadcastContext<'_>)>);
    let _ = (yield_now, yield_local, current_num_threads, current_thread_index);
    let _ = (current_thread_has_pending_tasks, max_num_threads);
    let _: fn(Configuration) -> Result<(), Box<dyn std::error::Error>> = initialize;
}

#[test]
fn types() {
    let names = [
        type_name::<BroadcastContext<'_>>(),
        type_name::<Configuration>(),
        type_name::<FnContext>(),
        type_name::<Scope<'_>>(),
        type_name::<ScopeFifo<'_>>(),
        type_name::<ThreadBuilder>(),
        type_name::<ThreadPool>(),
        type_name::<ThreadPoolBuildError>(),
        type_name::<ThreadPoolBuilder>(),
        type_name::<Yield>(),
    ];
    for name in names {
        assert!(name.starts_with("winks_pool::"), "{name} is not ours");
    }
}
