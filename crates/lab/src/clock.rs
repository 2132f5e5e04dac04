//! The rulers: wall time, CPU time, and which threads went to sleep again.
//!
//! CPU time is the whole process's, read before and after: on a noisy machine it is the steadier
//! ruler, and the only fair one for a pool that burns a second core to be early on the first.
//! [`pool_cpu`] leaves out the thread that measures, [`Sleeps`] too: what is left is the pools', and
//! of the two pools in the process the one that is not measured is asleep and adds nothing.

use std::collections::HashMap;
use std::fs;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// How a stretch of work is timed.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// Time on the wall.
    Wall,
    /// CPU time of all threads of the process.
    Cpu,
}

impl Clock {
    /// Nanoseconds that `work` takes for each of its `operations`.
    pub fn per_operation(self, operations: u64, work: impl FnOnce()) -> f64 {
        let taken = match self {
            Clock::Wall => {
                let start = Instant::now();
                work();
                start.elapsed()
            }
            Clock::Cpu => {
                let start = process_cpu();
                work();
                process_cpu().saturating_sub(start)
            }
        };
        taken.as_nanos() as f64 / operations as f64
    }
}

/// CPU time of all threads of this process.
pub fn process_cpu() -> Duration {
    read(ClockId::ProcessCPUTime)
}

/// CPU time of the calling thread.
pub fn thread_cpu() -> Duration {
    read(ClockId::ThreadCPUTime)
}

/// CPU time of all threads but the calling one.
pub fn pool_cpu() -> Duration {
    process_cpu().saturating_sub(thread_cpu())
}

fn read(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Which threads went to sleep how often: a reading of their voluntary context switches.
///
/// A woken worker goes to sleep again with such a switch (a yield is not voluntary in this sense).
/// So the threads whose count grew between two moments in which the pool sleeps are those that were
/// woken between them: seen from outside, and alike for every pool.
/// The calling thread is left out.
pub struct Sleeps(HashMap<String, u64>);

impl Sleeps {
    /// A reading, where the system tells it.
    pub fn read() -> Option<Self> {
        let own = rustix::thread::gettid().as_raw_nonzero().to_string();
        let mut counts = HashMap::new();
        for task in fs::read_dir("/proc/self/task").ok()? {
            let task = task.ok()?;
            let id = task.file_name().into_string().ok()?;
            // A thread may end between the listing and the reading.
            let Ok(status) = fs::read_to_string(task.path().join("status")) else { continue };
            let count = status.lines().find_map(|line| line.strip_prefix(KEY))?;
            if id != own {
                counts.insert(id, count.trim().parse().ok()?);
            }
        }
        Some(Sleeps(counts))
    }

    /// How many threads slept, woke and slept again since an earlier reading.
    pub fn woken_since(&self, before: &Sleeps) -> usize {
        let grew = |(id, count): &(&String, &u64)| before.0.get(*id) != Some(*count);
        self.0.iter().filter(grew).count()
    }
}

const KEY: &str = "voluntary_ctxt_switches:";
