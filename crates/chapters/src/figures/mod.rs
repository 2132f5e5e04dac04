//! The figures of the book, each drawn from the constants and the rules of the crates it shows.
//!
//! One file a figure, named like the snapshot that the chapters include.
//! The hand that draws is [`crate::svg`]; a figure says what stands where, and what it means to
//! those who do not see it.

mod deque_ends;
mod fifo_tokens;
mod five_checks;
mod house_map;
mod jec_parity;
mod job_ref;
mod join_stops;
mod journey;
mod lane_diagrams;
mod latch_states;
mod lot_buckets;
mod pool_life;
mod rounds_strip;
mod scope_count;
mod sema_situations;
mod sema_word;
mod sleep_rooms;
mod thread_states;
mod two_fences;
mod wake_chain;
mod wake_decision;
mod word_layout;

use crate::svg::Figure;

/// A figure by the name of its snapshot.
pub type Drawn = (&'static str, fn() -> Figure);

/// The figures that are drawn by hand, in the order of the book.
const BY_HAND: &[Drawn] = &[
    ("house_map", house_map::draw),
    ("sleep_rooms", sleep_rooms::draw),
    ("word_layout", word_layout::draw),
    ("jec_parity", jec_parity::draw),
    ("thread_states", thread_states::draw),
    ("rounds_strip", rounds_strip::draw),
    ("latch_states", latch_states::draw),
    ("five_checks", five_checks::draw),
    ("two_fences", two_fences::draw),
    ("wake_decision", wake_decision::draw),
    ("wake_chain", wake_chain::draw),
    ("job_ref", job_ref::draw),
    ("deque_ends", deque_ends::draw),
    ("join_stops", join_stops::draw),
    ("scope_count", scope_count::draw),
    ("fifo_tokens", fifo_tokens::draw),
    ("pool_life", pool_life::draw),
    ("journey", journey::draw),
    ("lot_buckets", lot_buckets::draw),
    ("sema_situations", sema_situations::draw),
    ("sema_word", sema_word::draw),
];

/// Every figure.
pub fn all() -> impl Iterator<Item = &'static Drawn> {
    BY_HAND.iter().chain(lane_diagrams::ALL)
}
