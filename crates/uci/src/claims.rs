//! Remembers claimed counts: each `position` command repeats the moves of the game, but not the
//! claims.

use makruk::game::Game;

/// Claims and withdrawals by the weaker side, each with the number of moves before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims(Vec<Claim>);

#[derive(Clone, Copy, Debug)]
struct Claim {
    ply: usize,
    counts: bool,
}

impl Claims {
    /// Records that a claimed count was started or ended.
    pub(super) fn note(&mut self, ply: usize, counts: bool) {
        self.keep_up_to(ply);
        self.0.push(Claim { ply, counts });
    }

    /// Forgets the claims after this many moves, because the later moves were taken back.
    pub(super) fn keep_up_to(&mut self, ply: usize) {
        self.0.retain(|claim| claim.ply <= ply);
    }

    /// Repeats the claim, or its end, that was made after as many moves as `game` has. Does nothing
    /// under other rules than `claimed`.
    pub(super) fn apply(&self, game: &mut Game) {
        let ply = game.moves().len();
        for claim in self.0.iter().filter(|claim| claim.ply == ply) {
            if !claim.counts {
                game.drop_count();
            } else if let Err(error) = game.claim_count() {
                log::debug!("a count claimed before: {error}");
            }
        }
    }
}
