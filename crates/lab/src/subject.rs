//! What a row may ask of a pool, and the pools that answer.
//!
//! A row is one generic function over [`Subject`], so it is written once and compiled for each pool,
//! with that pool's own generic `join` inlined into it: nothing dynamic stands between the row and
//! what it measures.
//! The control is rayon-core again under another type: its rows are compiled a second time, as ours
//! are, so that what it shows is the noise of the machine *and* of the layout of code.

use std::fmt;

use serde::Serialize;

/// Which pool is measured; the value for what [`Subject`] is as a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Slot {
    /// The pool of this project.
    Ours,
    /// rayon-core.
    Peer,
    /// rayon-core in the place of ours.
    Control,
}

impl Slot {
    /// The name of the package behind it.
    pub fn package(self) -> &'static str {
        match self {
            Slot::Ours => "winks-pool",
            Slot::Peer | Slot::Control => "rayon-core",
        }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Slot::Ours => "ours",
            Slot::Peer => "peer",
            Slot::Control => "control",
        })
    }
}

/// A pool with the surface of rayon-core, as far as the rows need it.
pub trait Subject: Sized + 'static {
    /// The pool; dropping it must end its threads.
    type Pool: Send + Sync + 'static;
    /// What a scope hands to its body.
    type Scope<'scope>;

    /// A pool of so many threads.
    fn pool(threads: usize) -> Self::Pool;

    /// Runs `op` on a worker of the pool.
    fn install<R: Send>(pool: &Self::Pool, op: impl FnOnce() -> R + Send) -> R;

    /// The join of the current pool.
    fn join<RA: Send, RB: Send>(
        a: impl FnOnce() -> RA + Send,
        b: impl FnOnce() -> RB + Send,
    ) -> (RA, RB);

    /// A scope of the current pool.
    fn scope<'scope, R: Send>(op: impl FnOnce(&Self::Scope<'scope>) -> R + Send) -> R;

    /// A job of that scope.
    fn spawn_in<'scope>(
        scope: &Self::Scope<'scope>,
        body: impl FnOnce(&Self::Scope<'scope>) + Send + 'scope,
    );

    /// A job nobody waits for.
    fn spawn(pool: &Self::Pool, body: impl FnOnce() + Send + 'static);

    /// The operation once on every worker.
    fn broadcast<R: Send>(pool: &Self::Pool, op: impl Fn(usize) -> R + Sync) -> Vec<R>;
}

macro_rules! subject {
    ($(#[$doc:meta])* $name:ident over $pool:ident) => {
        $(#[$doc])*
        pub struct $name;

        impl Subject for $name {
            type Pool = $pool::ThreadPool;
            type Scope<'scope> = $pool::Scope<'scope>;

            fn pool(threads: usize) -> Self::Pool {
                $pool::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .unwrap_or_else(|error| panic!("no pool of {threads} threads: {error}"))
            }

            #[inline(always)]
            fn install<R: Send>(pool: &Self::Pool, op: impl FnOnce() -> R + Send) -> R {
                pool.install(op)
            }

            #[inline(always)]
            fn join<RA: Send, RB: Send>(
                a: impl FnOnce() -> RA + Send,
                b: impl FnOnce() -> RB + Send,
            ) -> (RA, RB) {
                $pool::join(a, b)
            }

            #[inline(always)]
            fn scope<'scope, R: Send>(op: impl FnOnce(&Self::Scope<'scope>) -> R + Send) -> R {
                $pool::scope(op)
            }

            #[inline(always)]
            fn spawn_in<'scope>(
                scope: &Self::Scope<'scope>,
                body: impl FnOnce(&Self::Scope<'scope>) + Send + 'scope,
            ) {
                scope.spawn(body);
            }

            #[inline(always)]
            fn spawn(pool: &Self::Pool, body: impl FnOnce() + Send + 'static) {
                pool.spawn(body);
            }

            #[inline(always)]
            fn broadcast<R: Send>(pool: &Self::Pool, op: impl Fn(usize) -> R + Sync) -> Vec<R> {
                pool.broadcast(|context| op(context.index()))
            }
        }
    };
}

subject! {
    /// The pool of this project.
    Ours over winks_pool
}
subject! {
    /// rayon-core.
    Peer over rayon_core
}
subject! {
    /// rayon-core in the place of ours.
    Control over rayon_core
}
