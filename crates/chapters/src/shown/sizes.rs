//! Chapter 2: how much room a bed takes, on this platform.

use std::mem::{align_of, size_of};

use crossbeam_utils::CachePadded;
use winks_sleep::{CoreLatch, IdleState, Sleep, WorkerSleepState};

macro_rules! platform {
    ($($arch:literal $os:literal),+ $(,)?) => {
        $(
            #[cfg(all(target_arch = $arch, target_os = $os))]
            const PLATFORM_NAMES: (&str, &str) =
                (concat!($arch, "_", $os), concat!("sizes_", $arch, "_", $os));
        )+
        #[cfg(not(any($(all(target_arch = $arch, target_os = $os)),+)))]
        const PLATFORM_NAMES: (&str, &str) = ("other", "sizes_other");
    };
}

platform! {
    "x86_64" "linux",
    "aarch64" "linux",
    "x86_64" "macos",
    "aarch64" "macos",
    "x86_64" "windows",
    "aarch64" "windows",
}

/// What the platform is called in the name of the snapshot.
pub const PLATFORM: &str = PLATFORM_NAMES.0;
pub(super) const NAME: &str = PLATFORM_NAMES.1;

/// The types a pool pays for, with size and alignment in bytes.
pub(super) fn table() -> String {
    let mut text =
        format!("{:<34}{:>6}{:>11}\n", format!("bytes on {PLATFORM}"), "size", "alignment");
    let mut row = |what: &str, size: usize, align: usize| {
        text.push_str(&format!("{what:<34}{size:>6}{align:>11}\n"));
    };
    row("a worker's bed", size_of::<WorkerSleepState>(), align_of::<WorkerSleepState>());
    row(
        "the same, padded",
        size_of::<CachePadded<WorkerSleepState>>(),
        align_of::<CachePadded<WorkerSleepState>>(),
    );
    row("CoreLatch", size_of::<CoreLatch>(), align_of::<CoreLatch>());
    row("IdleState", size_of::<IdleState>(), align_of::<IdleState>());
    row("Sleep, without the beds", size_of::<Sleep>(), align_of::<Sleep>());
    text.push_str(&format!(
        "\n12 beds: {} bytes\n",
        12 * size_of::<CachePadded<WorkerSleepState>>()
    ));
    text
}
