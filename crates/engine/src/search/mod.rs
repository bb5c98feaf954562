//! The search for the best move. It never prints: it reports to a [`SearchObserver`].
//! docs/search.md explains it; docs/lab/search.md lists the Elo gain of each part.

mod alpha_beta;
mod answer;
mod aspiration;
mod contempt;
mod correction_history;
mod drawn_root;
mod draws;
mod engine;
mod history;
mod history_updates;
mod iterative_deepening;
mod limits;
mod lmr;
mod mate_in_one;
mod node;
mod observer;
mod params;
mod picker;
mod pruning;
mod quiescence;
mod repetition;
mod report;
mod root_moves;
pub mod see;
mod singular;
mod stack;
mod static_eval;
mod stopped_iteration;
mod tb_probe;
#[cfg(test)]
mod tests;
mod threads;
mod threats;
mod time;
pub mod transposition;
mod upcoming_repetition;
mod vote;
mod wdl;
mod worker;

pub use answer::RootLine;
pub use drawn_root::through_drawn_count;
pub use engine::Engine;
pub use limits::{Clock, Limits};
pub use observer::nodes_per_second;
pub use observer::{Bound, SearchObserver, SearchReport, SearchResult};
#[cfg(feature = "tuning")]
pub use params::set as set_tunable;
pub use params::{TUNABLES, Tunable};
pub use sakdi_platform::Instant;
pub use threads::STACK_BYTES;
pub use wdl::Wdl;
