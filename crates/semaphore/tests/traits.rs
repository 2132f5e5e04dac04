//! What the types are: their sizes, and where they may go.

use std::fmt::Debug;
use std::mem::size_of;
use std::panic::{RefUnwindSafe, UnwindSafe};
use winks_semaphore::mutex::{Guard, MiniMutex};
use winks_semaphore::{
    AcquireError, Barging, CancelToken, CountError, Fair, FairEvery, OwnedPermit, Patience, Permit,
    Semaphore, Waiter,
};

static BARGING: Semaphore = Semaphore::new(1);
static FAIR: Semaphore<Fair> = Semaphore::with_mode(2, Fair);
static FAIR_EVERY: Semaphore<FairEvery<8>> = Semaphore::with_mode(3, FairEvery);
static TOKEN: CancelToken = CancelToken::new();

#[test]
fn a_semaphore_is_one_word_in_every_mode() {
    let word = size_of::<usize>();
    let sizes = [
        size_of::<Semaphore>(),
        size_of::<Semaphore<Fair>>(),
        size_of::<Semaphore<FairEvery<7>>>(),
        size_of::<MiniMutex<()>>(),
    ];
    println!("a semaphore is {word} bytes");
    assert_eq!(sizes, [word; 4]);
}

#[test]
fn a_permit_is_two_words_and_so_is_none() {
    let two = 2 * size_of::<usize>();
    assert_eq!(size_of::<Permit<'_>>(), two);
    assert_eq!(size_of::<Option<Permit<'_>>>(), two);
    assert_eq!(size_of::<OwnedPermit>(), two);
    assert_eq!(size_of::<Option<OwnedPermit>>(), two);
}

#[test]
fn all_can_be_made_before_the_program_runs() {
    assert_eq!((BARGING.available(), FAIR.available(), FAIR_EVERY.available()), (1, 2, 3));
    assert!(!TOKEN.is_cancelled());
}

#[test]
fn they_go_to_other_threads_and_across_catches() {
    fn goes<T: Send + Sync + UnwindSafe + RefUnwindSafe + Unpin + Debug>() {}
    goes::<Semaphore<Barging>>();
    goes::<Semaphore<Fair>>();
    goes::<Semaphore<FairEvery<3>>>();
    goes::<Permit<'_>>();
    goes::<OwnedPermit>();
    goes::<CancelToken>();
    goes::<Patience<'_>>();
    goes::<AcquireError>();
    goes::<CountError>();
    goes::<Waiter>();
    fn shared<T: Send + Sync + Debug>() {}
    shared::<MiniMutex<std::cell::Cell<u8>>>();
    shared::<Guard<'_, u8>>();
}

#[test]
fn debug_output_shows_the_count_the_flags_and_the_mode() {
    assert_eq!(
        format!("{:?}", Semaphore::new(3)),
        "Semaphore { permits: 3, waiters: false, closed: false, mode: Barging }"
    );
    let owed = Semaphore::with_mode(0, Fair);
    owed.reduce(2).unwrap();
    owed.close();
    assert_eq!(
        format!("{owed:?}"),
        "Semaphore { permits: -2, waiters: false, closed: true, mode: Fair }"
    );
    let every = Semaphore::with_mode(0, FairEvery::<16>);
    assert!(format!("{every:?}").ends_with("mode: FairEvery }"));
    assert_eq!(format!("{TOKEN:?}"), "CancelToken { cancelled: false }");
    let one = Semaphore::new(1);
    assert_eq!(format!("{:?}", one.acquire()), "Ok(Permit { permits: 1, .. })");
    assert_eq!(
        format!("{:?}", MiniMutex::new(0)),
        "MiniMutex { locked: false, parked: false, .. }"
    );
}
