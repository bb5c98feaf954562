//! Probing: from a position to a row of a table, and from its value to a result under the count.

use super::Tablebase;
use super::ending::{Ending, MAX_OTHERS, PROMOTED, Transition};
use super::index::{Mover, Placement};
use super::table::{Access, Row};
use super::value::NEVER;
use arrayvec::ArrayVec;
use makruk::movegen;
use makruk::position::{Position, Proof};
use makruk::rules::counting::CountStart;
use makruk::rules::{CountingRule, Variant, WhoCounts};
use makruk::types::{Color, Move, Piece, Square};

/// The kind of a distance: to mate (DTM) or to conversion (DTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Checkmate.
    Mate,
    /// Checkmate, or a capture or promotion that starts a count within which mate can be given.
    Conversion,
}

/// The result of a position by its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeResult {
    /// The side that may win: the winner if there is one, otherwise the side that could without a count, if
    /// there is one.
    pub strong: Color,
    /// Its moves to mate or conversion with best play, ignoring the count; `None` when it cannot be
    /// forced. 0 when the other side is mated.
    pub distance: Option<u8>,
    /// What the distance counts the moves to.
    pub metric: Metric,
    /// Moves that the count leaves the strong side; `None` without a count.
    pub moves_left: Option<u16>,
    /// Whether the strong side wins within the count. Repetition is ignored.
    pub won: bool,
}

impl ProbeResult {
    /// The side that wins; `None` when the position is drawn.
    pub fn winner(&self) -> Option<Color> {
        self.won.then_some(self.strong)
    }

    /// What it proves under the count; `None` where the count ends before a conversion, but mate could be
    /// forced.
    pub fn proof(&self) -> Option<Proof> {
        let strong = self.strong;
        Some(match (self.distance.map(u16::from), self.metric) {
            (Some(moves), Metric::Mate) if self.won => Proof::Mate { winner: strong, moves },
            (Some(moves), Metric::Mate) => Proof::TooLate { strong, moves },
            (Some(moves), Metric::Conversion) if self.won => {
                Proof::Conversion { winner: strong, moves }
            }
            (Some(_), Metric::Conversion) => return None,
            (None, _) => Proof::Draw { strong },
        })
    }
}

/// A position from the perspective of the side that may win: that side is White and moves up the
/// board.
struct View {
    ending: Ending,
    strong: Color,
    placement: Placement,
    weak_king: Square,
}

impl View {
    fn of(position: &Position, strong: Color) -> Option<Self> {
        let ending = Ending::of(position, strong)?;
        let mut squares: ArrayVec<Square, MAX_OTHERS> = ArrayVec::new();
        for (side, piece, _) in ending.groups() {
            let side = if side == Color::White { strong } else { !strong };
            squares.extend(position.men(side, piece).map(|square| square.relative_to(strong)));
        }
        Some(Self {
            ending,
            strong,
            placement: Placement { king: position.king(strong).relative_to(strong), squares },
            weak_king: position.king(!strong).relative_to(strong),
        })
    }
}

/// A row, mirrored or not.
struct Oriented<'a> {
    row: Row<'a>,
    image: bool,
}

impl Oriented<'_> {
    fn value(&self, weak_king: Square) -> u8 {
        self.row.value(if self.image { weak_king.flip_files() } else { weak_king })
    }
}

impl Tablebase {
    /// The result of a position; `None` if it is not in the tables. These contain no position of
    /// Makpong, none with a bia on a square that it cannot reach, none with bia under a running
    /// count, and for counting rules other than `makruk` only positions with the same result
    /// ([`exact_under`]). Repetition and dead material are ignored. When the count has run out
    /// nothing is won.
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<ProbeResult> {
        self.probe_with(position, Access::All)
    }

    /// Like [`Self::probe`], with the blocks of tables in files that `access` allows.
    #[inline]
    pub fn probe_with(&self, position: &Position, access: Access) -> Option<ProbeResult> {
        if position.occupied().len() > self.max_men() {
            return None;
        }
        Prober { tablebase: self, access }.probe(position)
    }

    /// Every legal move with the result of the position after it.
    pub fn probe_moves(&self, position: &Position) -> Vec<(Move, Option<ProbeResult>)> {
        let probe = |mv| (mv, self.probe(&position.play_unchecked(mv)));
        movegen::legal_moves(position).into_iter().map(probe).collect()
    }

    /// The endings whose tables [`Tablebase::probe_moves`] and a probe of the position itself use.
    pub fn endings_needed(position: &Position) -> Vec<Ending> {
        // A probe looks one move ahead where the weak side is to move.
        const PLIES: u32 = 2;
        let mut needed = Vec::new();
        add_endings(position, PLIES, &mut needed);
        needed.sort_unstable();
        needed.dedup();
        needed
    }

    /// The endings of [`Self::endings_needed`] that it has no table of.
    pub fn endings_missing(&self, position: &Position) -> Vec<Ending> {
        let mut needed = Self::endings_needed(position);
        needed.retain(|&ending| self.table(ending).is_none());
        needed
    }

    /// The result of a position for one side: whether `strong` wins, and what it needs. It takes only the
    /// tables of this question. `None` if they do not have the position.
    pub fn probe_side(&self, position: &Position, strong: Color) -> Option<ProbeResult> {
        Prober { tablebase: self, access: Access::All }.probe_side(position, strong)
    }
}

/// The tables, and which of their blocks a probe may use.
#[derive(Clone, Copy)]
struct Prober<'a> {
    tablebase: &'a Tablebase,
    access: Access,
}

impl<'a> Prober<'a> {
    fn probe(&self, position: &Position) -> Option<ProbeResult> {
        match (position.is_bare(Color::White), position.is_bare(Color::Black)) {
            (true, true) => None,
            (false, true) => self.probe_side(position, Color::White),
            (true, false) => self.probe_side(position, Color::Black),
            (false, false) => {
                let mover = position.to_move();
                let result = self.probe_side(position, mover);
                if result.is_some_and(|result| result.won) {
                    return result;
                }
                let other = self.probe_side(position, !mover)?;
                // Without the table of the side to move only a win of the other side is certain.
                let is_late = |own: ProbeResult| own.distance.is_none() && other.distance.is_some();
                if other.won || result.is_some_and(is_late) { Some(other) } else { result }
            }
        }
    }

    /// The result of a position for one side: whether `strong` wins.
    fn probe_side(&self, position: &Position, strong: Color) -> Option<ProbeResult> {
        if position.variant() != Variant::Makruk
            || (position.has_pawns() && position.count().is_running())
        {
            return None;
        }
        let view = View::of(position, strong)?;
        if !exact_under(view.ending, position.counting_rule()) {
            return None;
        }
        let to_move = position.to_move() == strong;
        let value =
            if to_move { self.strong_value(&view)? } else { self.weak_value(position, &view)? };
        let distance = (value < NEVER).then_some(value);
        let moves_left = moves_left(position, &view);
        let won = match (distance, moves_left) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(distance), Some(left)) => {
                // The bare khun captures before the count begins, or claims it at once.
                let before = is_before_count(position, &view);
                let in_time = u16::from(distance) <= left || before && !is_claimed(position);
                in_time && (!before || self.every_move_loses(position, strong)?)
            }
        };
        let mates = view.ending.is_bare() && !view.ending.has_pawns();
        let metric = if mates { Metric::Mate } else { Metric::Conversion };
        Some(ProbeResult { strong, distance, metric, moves_left, won })
    }

    fn row(&self, ending: Ending, placement: &Placement) -> Option<Oriented<'a>> {
        let table = self.tablebase.table(ending)?;
        let (row, image) = table.layout().row_or_image(placement)?;
        Some(Oriented { row: table.row(row, self.access)?, image })
    }

    fn strong_value(&self, view: &View) -> Option<u8> {
        Some(self.row(view.ending, &view.placement)?.value(view.weak_king))
    }

    /// The value with the weak side to move: that of its best move.
    fn weak_value(&self, position: &Position, view: &View) -> Option<u8> {
        let own = self.row(view.ending, &view.placement)?;
        let mut best = 0;
        let mut movable = false;
        let mut known = true;
        movegen::generate_into(position, movegen::GenType::All, |mv| {
            movable = true;
            if known && best < NEVER {
                match self.value_after_weak(position, view, &own, mv) {
                    Some(value) => best = best.max(value),
                    None => known = false,
                }
            }
        });
        if !movable {
            return Some(if position.in_check() { 0 } else { NEVER });
        }
        known.then_some(best)
    }

    /// The value after a move of the weak side.
    fn value_after_weak(
        &self,
        position: &Position,
        view: &View,
        own: &Oriented,
        mv: Move,
    ) -> Option<u8> {
        let (from, to) = (mv.from().relative_to(view.strong), mv.to().relative_to(view.strong));
        let by_king = from == view.weak_king;
        let at = |square| view.placement.squares.iter().position(|&man| man == square);
        let man = at(from);
        let (taken, promotes) = (position.captured(mv), position.promotes(mv));
        let successor = match (taken, man) {
            (None, None) => return Some(own.value(to)),
            (None, Some(man)) if !promotes => {
                let mut after = view.placement.clone();
                after.squares[man] = to;
                return Some(self.row(view.ending, &after)?.value(view.weak_king));
            }
            (None, Some(_)) => view.ending.promotes(Color::Black),
            (Some(piece), _) => view.ending.weak_takes(piece, promotes),
        };
        let after = match (successor.transition, successor.ending) {
            (Transition::Draws, _) | (_, None) => return Some(NEVER),
            (_, Some(after)) => after,
        };
        let weak_king = if by_king { to } else { view.weak_king };
        let layout = self.tablebase.table(view.ending)?.layout();
        let mover = match man {
            None => Mover::WeakKing,
            Some(number) => {
                let becomes = if promotes { PROMOTED } else { layout.men()[number].piece };
                Mover::Man { number, becomes }
            }
        };
        let placement = layout.after_conversion(&view.placement, mover, to, at(to));
        let value = self.row(after, &placement)?.value(weak_king);
        Some(match successor.transition {
            Transition::StartsCount { moves_left } if value <= moves_left => 0,
            Transition::StartsCount { .. } | Transition::Draws => NEVER,
            Transition::Continues => value,
        })
    }

    fn every_move_loses(&self, position: &Position, strong: Color) -> Option<bool> {
        let mut all = true;
        for mv in movegen::legal_moves(position) {
            let after = position.play_unchecked(mv);
            all &= !after.is_bare(strong) && self.probe_side(&after, strong)?.won;
        }
        Some(all)
    }
}

/// Adds the endings of a position and of all that follow it within a number of plies.
fn add_endings(position: &Position, plies: u32, endings: &mut Vec<Ending>) {
    for strong in Color::ALL {
        let ending = Ending::of(position, strong);
        endings.extend(ending.filter(|&it| exact_under(it, position.counting_rule())));
    }
    if plies > 0 {
        for mv in movegen::legal_moves(position) {
            add_endings(&position.play_unchecked(mv), plies - 1, endings);
        }
    }
}

/// Whether the values of an ending are exact under a counting rule. Distances to mate against a
/// bare khun are exact under all rules. Conversions by promotion or capture depend on pieces'
/// honour, which the rules count alike for so few men, and with men on both sides on board's
/// honour, which they count differently.
pub fn exact_under(ending: Ending, rule: CountingRule) -> bool {
    match rule {
        CountingRule::MAKRUK => true,
        _ if ending.is_bare() && !ending.has_pawns() => true,
        CountingRule::THAI => ending.is_bare(),
        _ => false,
    }
}

/// Moves the count leaves the strong side. A count that has not begun begins as soon as it can; one
/// that has to be claimed is claimed at once.
fn moves_left(position: &Position, view: &View) -> Option<u16> {
    let rule = position.counting_rule();
    if view.ending.has_pawns() || rule == CountingRule::NONE {
        return None;
    }
    if let Some(left) = position.moves_left_of(view.strong) {
        return Some(left);
    }
    let start = CountStart::of(rule, &position.material(), !view.strong);
    // Without a claim the strong side's next move starts the count, and is itself one more.
    let first = u16::from(!is_claimed(position));
    Some(first + start.moves_left())
}

/// Whether a count has to be claimed.
fn is_claimed(position: &Position) -> bool {
    position.counting_rule().who() == WhoCounts::Claim
}

/// Whether the bare khun is to move and no count has started: its captures still change the limit.
/// This occurs only in positions that were set up.
fn is_before_count(position: &Position, view: &View) -> bool {
    !position.count().is_running()
        && view.ending.is_bare()
        && !view.ending.has_pawns()
        && position.to_move() != view.strong
        && movegen::has_legal_move(position)
}

impl Ending {
    /// The ending of a position as `strong` sees it.
    fn of(position: &Position, strong: Color) -> Option<Self> {
        Self::from_counts([strong, !strong], |side, piece: Piece| {
            position.men(side, piece).len() as u8
        })
    }
}

#[cfg(test)]
mod tests;
