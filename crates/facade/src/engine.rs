//! The engine within the process, for hosts that want values, not lines of text.

use crate::{Board, Error};
use makruk::types::Move;
use sakdi_engine::Score;
use sakdi_engine::eval::nnue::Net;
use sakdi_engine::search::{self, Bound, Limits, SearchObserver, SearchReport, SearchResult};
use sakdi_engine::tablebase::Tablebase;
use sakdi_levels::{Player, Strength};
use sakdi_platform::Instant;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A search engine that several threads may use: a second search waits for the end of the first.
#[derive(Clone, Debug)]
pub struct Engine(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    seat: Mutex<Seat>,
    has_changed: Condvar,
}

/// Where the player is while nobody uses it.
#[derive(Debug)]
struct Seat {
    player: Option<Box<Player>>,
    /// Number of calls of [`Engine::clear`] that wait, which come before searches.
    clears: usize,
}

/// The player, taken from its seat by one user. Dropping this puts it back.
struct Taken<'a> {
    shared: &'a Shared,
    // Always there until then.
    player: Option<Box<Player>>,
}

impl Shared {
    fn seat(&self) -> MutexGuard<'_, Seat> {
        self.seat.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the player, as soon as nobody uses it or waits to clear it.
    fn take(&self) -> Taken<'_> {
        let is_taken = |seat: &mut Seat| seat.clears > 0 || seat.player.is_none();
        let waited = self.has_changed.wait_while(self.seat(), is_taken);
        let player = waited.unwrap_or_else(PoisonError::into_inner).player.take();
        Taken { shared: self, player }
    }
}

impl Deref for Taken<'_> {
    type Target = Player;

    fn deref(&self) -> &Player {
        self.player.as_ref().unwrap_or_else(|| unreachable!("the player was taken"))
    }
}

impl DerefMut for Taken<'_> {
    fn deref_mut(&mut self) -> &mut Player {
        self.player.as_mut().unwrap_or_else(|| unreachable!("the player was taken"))
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.shared.seat().player = self.player.take();
        self.shared.has_changed.notify_all();
    }
}

/// A line that a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLine {
    /// Number of the line, from 1 for the best.
    pub multi_pv: usize,
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Length of the longest line searched, in plies.
    pub selective_depth: u32,
    /// From the side to move.
    pub score: Score,
    /// How `score` relates to the true score.
    pub bound: Bound,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The share of the transposition table that is in use, in thousandths.
    pub hash_full: u32,
    /// Positions found in the endgame tables.
    pub tb_hits: u64,
    /// The line, from the root.
    pub moves: Vec<Move>,
}

impl From<&SearchReport<'_>> for FoundLine {
    fn from(report: &SearchReport<'_>) -> Self {
        Self {
            multi_pv: report.multi_pv,
            depth: report.depth,
            selective_depth: report.selective_depth,
            score: report.score,
            bound: report.bound,
            nodes: report.nodes,
            time: report.time,
            hash_full: report.hash_full,
            tb_hits: report.tb_hits,
            moves: report.pv.to_vec(),
        }
    }
}

impl Engine {
    /// An engine with a transposition table of this size, in MiB, and as many of these threads as the
    /// system allows.
    pub fn new(hash_mib: usize, threads: usize) -> Self {
        let mut engine = search::Engine::new(hash_mib.clamp(1, search::Engine::MAX_HASH));
        engine.set_threads(threads);
        let seat = Seat { player: Some(Box::new(Player::new(engine))), clears: 0 };
        Self(Arc::new(Shared { seat: Mutex::new(seat), has_changed: Condvar::new() }))
    }

    /// Evaluates by a net: the bytes of a file that `sakdi train` writes. `None` is the built-in one.
    ///
    /// # Errors
    /// The bytes are no net for this program.
    pub fn set_net(&self, file: Option<&[u8]>) -> Result<(), Error> {
        let net = match file {
            Some(bytes) => Arc::new(Net::read(bytes)?.0),
            None => sakdi_engine::eval::nnue::default_net(),
        };
        self.0.take().engine.set_net(Some(net));
        Ok(())
    }

    /// Uses these endgame tables instead of the built-in ones.
    pub fn set_tables(&self, tables: Tablebase) {
        self.0.take().engine.set_tablebase(Some(Arc::new(tables)));
    }

    /// Forgets what earlier searches found, when the one that runs has ended; later ones wait until then.
    /// Meanwhile `goes_on` is called once in each interval, and ends the wait by returning false. Returns
    /// whether all is forgotten.
    pub fn clear(&self, interval: Duration, goes_on: &mut dyn FnMut() -> bool) -> bool {
        self.0.seat().clears += 1;
        let is_cleared = loop {
            let is_taken = |seat: &mut Seat| seat.player.is_none();
            let waited = self.0.has_changed.wait_timeout_while(self.0.seat(), interval, is_taken);
            if let Some(player) = &mut waited.unwrap_or_else(PoisonError::into_inner).0.player {
                player.engine.clear();
                break true;
            }
            if !goes_on() {
                break false;
            }
        };
        self.0.seat().clears -= 1;
        self.0.has_changed.notify_all();
        is_cleared
    }

    /// Makes the choices of levels repeatable.
    pub fn set_seed(&self, seed: u64) {
        self.0.take().set_seed(seed);
    }

    /// Searches the position of a board until a limit is reached or `stop` is set. `report` gets each
    /// line, and ends the search by returning false. The thread that calls this calls it. Without a
    /// strength it is full. The time of the limits begins when no other search runs any more.
    pub fn search(
        &self,
        board: &Board,
        strength: Option<Strength>,
        limits: &Limits,
        stop: &AtomicBool,
        report: impl Fn(FoundLine) -> bool + Sync,
    ) -> SearchResult {
        let mut player = self.0.take();
        let limits = Limits { started: Instant::now(), ..limits.clone() };
        player.search(strength, board.game(), &limits, &Observer { stop, report })
    }
}

struct Observer<'a, F> {
    stop: &'a AtomicBool,
    report: F,
}

impl<F: Fn(FoundLine) -> bool + Sync> SearchObserver for Observer<'_, F> {
    fn should_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn report(&self, report: &SearchReport<'_>) {
        if !(self.report)(report.into()) {
            self.stop.store(true, Relaxed);
        }
    }
}
