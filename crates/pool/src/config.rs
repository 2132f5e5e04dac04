//! The interface of rayon-core's first years: a configuration, and a function that takes it.
//!
//! It is kept because it is there, and is no more than another name for [`ThreadPoolBuilder`].

#![allow(deprecated, reason = "this module is what is deprecated")]

use crate::builder::ThreadPoolBuilder;
use crate::thread_pool::ThreadPool;
use std::any::Any;
use std::error::Error;
use std::fmt;

/// The options of a pool, under their old name.
///
/// # Examples
///
/// ```
/// # #![allow(deprecated)]
/// let pool = winks_pool::Configuration::new().num_threads(2).build().unwrap();
/// assert_eq!(pool.current_num_threads(), 2);
/// ```
#[deprecated(note = "Use `ThreadPoolBuilder`")]
#[derive(Default)]
pub struct Configuration {
    builder: ThreadPoolBuilder,
}

/// Builds the global pool.
///
/// # Errors
///
/// As [`ThreadPoolBuilder::build_global`].
///
/// # Examples
///
/// ```
/// # #![allow(deprecated)]
/// use winks_pool::Configuration;
///
/// winks_pool::initialize(Configuration::new().num_threads(3)).unwrap();
/// assert_eq!(winks_pool::current_num_threads(), 3);
/// assert!(winks_pool::initialize(Configuration::new()).is_err(), "there is one already");
/// ```
#[deprecated(note = "Use `ThreadPoolBuilder::build_global`")]
pub fn initialize(config: Configuration) -> Result<(), Box<dyn Error>> {
    Ok(config.builder.build_global()?)
}

/// Each option is the one of the same name of [`ThreadPoolBuilder`].
impl Configuration {
    /// No option set: see [`ThreadPoolBuilder::new`].
    pub fn new() -> Configuration {
        Configuration::default()
    }

    /// Builds a pool: see [`ThreadPoolBuilder::build`].
    ///
    /// # Errors
    ///
    /// As there, boxed.
    pub fn build(self) -> Result<ThreadPool, Box<dyn Error + 'static>> {
        Ok(self.builder.build()?)
    }

    /// Names the threads: see [`ThreadPoolBuilder::thread_name`].
    pub fn thread_name<F>(self, closure: F) -> Self
    where
        F: FnMut(usize) -> String + 'static,
    {
        Configuration { builder: self.builder.thread_name(closure) }
    }

    /// How many threads: see [`ThreadPoolBuilder::num_threads`].
    pub fn num_threads(self, num_threads: usize) -> Configuration {
        Configuration { builder: self.builder.num_threads(num_threads) }
    }

    /// Who hears of panics: see [`ThreadPoolBuilder::panic_handler`].
    pub fn panic_handler<H>(self, panic_handler: H) -> Configuration
    where
        H: Fn(Box<dyn Any + Send>) + Send + Sync + 'static,
    {
        Configuration { builder: self.builder.panic_handler(panic_handler) }
    }

    /// How large their stacks: see [`ThreadPoolBuilder::stack_size`].
    pub fn stack_size(self, stack_size: usize) -> Self {
        Configuration { builder: self.builder.stack_size(stack_size) }
    }

    /// Oldest job first: see [`ThreadPoolBuilder::breadth_first`].
    pub fn breadth_first(self) -> Self {
        Configuration { builder: self.builder.breadth_first() }
    }

    /// Who hears of a start: see [`ThreadPoolBuilder::start_handler`].
    pub fn start_handler<H>(self, start_handler: H) -> Configuration
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        Configuration { builder: self.builder.start_handler(start_handler) }
    }

    /// Who hears of an exit: see [`ThreadPoolBuilder::exit_handler`].
    pub fn exit_handler<H>(self, exit_handler: H) -> Configuration
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        Configuration { builder: self.builder.exit_handler(exit_handler) }
    }
}

impl fmt::Debug for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.builder.fmt(f)
    }
}
