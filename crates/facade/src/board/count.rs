//! The count: its state, setting it, and claims.

use super::Board;
use crate::{CountError, Error};
use makruk::game::{Claim, ClaimKind};
use makruk::position::{CountStatus, CountVerdict, Honour, Proof};
use makruk::rules::WhoCounts;
use makruk::rules::counting::{BOARD_HONOUR, CountStart, claimant};
use makruk::types::Color;
use sakdi_engine::eval::estimated_moves_to_mate;
use sakdi_engine::tablebase::Tablebase;
use sakdi_i18n::{Language, Localized};

/// The state of a running count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CountState {
    /// The side that counts.
    pub counter: Color,
    /// What is counted.
    pub honour: Honour,
    /// The last number counted.
    pub spoken: u16,
    /// The first number, while none has been counted.
    pub first: Option<u16>,
    /// The number that the count ends with.
    pub limit: u16,
    /// Moves that the other side has left to mate with.
    pub moves_left: u16,
    /// Whether the count is complete.
    pub is_over: bool,
}

impl CountState {
    /// `board` or `pieces`.
    pub const fn honour_name(&self) -> &'static str {
        match self.honour {
            Honour::Board => "board",
            Honour::Pieces => "pieces",
        }
    }
}

impl Board {
    /// The running count; `None` while none runs.
    pub fn count(&self) -> Option<CountState> {
        let position = self.position();
        let count = position.count();
        let first = match position.count_status() {
            CountStatus::Begins { first, .. } => Some(first),
            _ => None,
        };
        Some(CountState {
            first,
            counter: position.counter(),
            honour: position.honour(),
            spoken: count.spoken(),
            limit: count.last(),
            moves_left: position.moves_left()?,
            is_over: count.is_over(),
        })
    }

    /// The state of the count as a sentence. While no count runs, it says so, and who may claim
    /// one.
    pub fn count_sentence(&self, language: Language) -> String {
        language.sentence(&self.position().count_status().say(language))
    }

    /// How the running count ends, as proven by these tables or by a mate that a search has found: moves to
    /// it, negative if the side to move is mated. Without a proof the moves to mate a bare khun are
    /// estimated. `None` while no count runs, and where nothing is known.
    pub fn count_verdict(&self, tables: &Tablebase, mate: Option<i16>) -> Option<CountVerdict> {
        let position = self.position();
        let to_move = position.to_move();
        let searched = || {
            let mate = mate.filter(|&moves| moves != 0)?;
            let winner = if mate > 0 { to_move } else { !to_move };
            Some(Proof::Mate { winner, moves: mate.unsigned_abs() })
        };
        let saved = || {
            position.count_saves_bare_side().then_some(Proof::Draw { strong: !position.counter() })
        };
        let proof = tables.probe(position).and_then(|result| result.proof());
        match proof.or_else(searched).or_else(saved) {
            Some(proof) => position.count_verdict(proof),
            None => position.estimated_verdict(estimated_moves_to_mate(position)?),
        }
    }

    /// The pieces' honour count that the bare khun's next move would start; `None` if it would start
    /// none, or if a count runs already.
    pub fn fresh_count(&self) -> Option<CountStart> {
        self.pieces_honour().filter(|_| !self.position().count().is_running())
    }

    /// Sets the last number that the bare khun has counted, and the limit, by default the one that
    /// the men on the board set. The moves before are forgotten; the number of the move stays.
    ///
    /// # Errors
    /// Pieces' honour cannot run, or the numbers are no count.
    pub fn set_count(&mut self, counted: u16, limit: Option<u16>) -> Result<(), Error> {
        let default = self.pieces_honour().ok_or(CountError::NoPiecesHonour)?;
        let limit = limit.unwrap_or(default.last);
        if !(1..=BOARD_HONOUR).contains(&limit) || counted > limit {
            return Err(CountError::Numbers { counted, limit }.into());
        }
        let bare_to_move = self.position().is_bare(self.position().to_move());
        let ply = (2 * counted).saturating_sub(u16::from(!bare_to_move));
        let fen = self.fen(true);
        let fields: Vec<&str> = fen.split(' ').take(2).collect();
        let number = self.position().fullmove_number();
        self.set_fen(format!("{} - {} {ply} {number}", fields.join(" "), 2 * limit))
    }

    /// The side that may begin a count under the rule `claimed`; `None` when none may.
    pub fn claimant(&self) -> Option<Color> {
        let position = self.position();
        let may = position.counting_rule().who() == WhoCounts::Claim
            && !position.count().is_running()
            && self.game.outcome().is_none();
        claimant(&position.material(), position.to_move()).ok().filter(|_| may)
    }

    /// Starts the count that the weaker side claims.
    ///
    /// # Errors
    /// Why there can be no count.
    pub fn claim_count(&mut self) -> Result<(), Error> {
        Ok(self.game.claim(ClaimKind::Start)?)
    }

    /// Takes back the number of the last move of the counting side, which forgot to count it.
    ///
    /// # Errors
    /// No claimed count runs, or that move has counted no number.
    pub fn skip_number(&mut self) -> Result<(), Error> {
        Ok(self.game.claim(ClaimKind::Skip)?)
    }

    /// Whether the counting side's last move has a number that it may leave out.
    pub fn may_skip_number(&self) -> bool {
        self.game.clone().claim(ClaimKind::Skip).is_ok()
    }

    /// The claims, in the order in which they were made.
    pub fn claims(&self) -> impl Iterator<Item = Claim> {
        self.game.claims().iter()
    }

    /// Ends a claimed count.
    pub fn stop_count(&mut self) {
        self.game.stop_count();
    }

    /// The numbers of pieces' honour if exactly one khun is bare, no bia are left and there is a
    /// counting rule.
    fn pieces_honour(&self) -> Option<CountStart> {
        let position = self.position();
        let bare: Vec<Color> =
            Color::ALL.into_iter().filter(|&side| position.is_bare(side)).collect();
        let [bare] = bare[..] else { return None };
        let counts = !position.has_pawns() && position.counting_rule().who() != WhoCounts::Nobody;
        counts.then(|| CountStart::of(position.counting_rule(), &position.material(), bare))
    }
}
