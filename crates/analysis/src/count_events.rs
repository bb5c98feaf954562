//! The events of the count in a game: when counts started, how they ended, and whether they left
//! enough moves.

use super::count_event::{CountEvent, CountEventKind, CountOutlook, MovesNeeded};
use super::{Analysis, Value, is_certain_draw};
use makruk::game::ClaimKind;
use makruk::position::{CountStatus, Position};
use makruk::rules::{DrawReason, Outcome};
use sakdi_engine::score::moves_to_mate;

impl Analysis {
    /// The events of the count in the order of the game; empty if no count ever ran.
    pub fn count_events(&self) -> Vec<CountEvent> {
        let mut events = Vec::new();
        let mut before: Option<Position> = None;
        for (ply, (position, value)) in self.positions().zip(&self.values).enumerate() {
            let passed = |reason| {
                let mut draws = self.game.passed_draws().iter();
                draws.any(|draw| draw.ply == ply && draw.reason == reason)
            };
            if passed(DrawReason::Repetition) {
                let kind = CountEventKind::RepetitionPassedOver;
                events.push(CountEvent { ply, kind, outlook: None });
            }
            let change = if passed(DrawReason::Count) {
                Some(self.count_passed_over(ply, before))
            } else {
                match before {
                    None => beginning(&position),
                    Some(before) => {
                        let claims: Vec<ClaimKind> = self.game.claims().at(ply).collect();
                        change(&before, &position, &claims)
                    }
                }
            };
            let is_last = ply + 1 == self.values.len();
            // The game may have gone on after it.
            let is_complete = matches!(value, Value::Over(Outcome::Draw(DrawReason::Count)));
            let is_over = matches!(value, Value::Over(_));
            // A single position is not a game that stops.
            let is_game = ply > 0 || is_over;
            let ends = is_complete || is_last && is_game;
            let end = ends.then(|| end(&position, value)).flatten();
            // A count does not go on in a game that is over, for example by dead material.
            let change = change.filter(|kind| !(is_over && kind.continues()));
            // The event that ends the count replaces any other one of the same move.
            events.extend(end.or(change).map(|kind| {
                let outlook = kind.continues().then(|| outlook(&position, value)).flatten();
                CountEvent { ply, kind, outlook }
            }));
            if is_complete {
                break;
            }
            before = Some(position);
        }
        events
    }

    /// The end of a count after which people played on. `before` is the position before the last move.
    fn count_passed_over(&self, ply: usize, before: Option<Position>) -> CountEventKind {
        let last_move = ply.checked_sub(1).map(|last| self.game.moves()[last]);
        let at_end = before.zip(last_move).map(|(before, mv)| before.play_unchecked(mv));
        let at_end = at_end.unwrap_or(*self.game.start());
        CountEventKind::PassedOver { counter: at_end.counter(), last: at_end.count().last() }
    }
}

fn beginning(position: &Position) -> Option<CountEventKind> {
    match position.count_status() {
        CountStatus::Begins { first, .. } => Some(begins(position, first)),
        CountStatus::Running { honour, counter, spoken, last, .. } => {
            Some(CountEventKind::Runs { honour, counter, spoken, last })
        }
        CountStatus::Complete { honour, counter, last } => {
            Some(CountEventKind::Runs { honour, counter, spoken: position.count().spoken(), last })
        }
        CountStatus::None | CountStatus::Claimable(_) => None,
    }
}

/// What changed with the last move and the `claims` after it.
fn change(before: &Position, after: &Position, claims: &[ClaimKind]) -> Option<CountEventKind> {
    let (old, new) = (before.count(), after.count());
    if !new.is_running() {
        return old.is_running().then_some(CountEventKind::Dropped);
    }
    let next = new.spoken() + 1;
    match claims.last() {
        // The claimant has counted with its last move, or counts with its next one.
        Some(ClaimKind::Start) if after.counter() != after.to_move() => {
            return Some(begins(after, new.spoken()));
        }
        Some(ClaimKind::Start) => return Some(begins(after, next)),
        Some(ClaimKind::Skip) => return Some(CountEventKind::Skipped { next }),
        Some(ClaimKind::Stop) | None => {}
    }
    let continues =
        old.is_running() && new.limit == old.limit && new.ply == old.ply.saturating_add(1);
    if continues && before.honour() == after.honour() {
        return None;
    }
    Some(begins(after, next))
}

/// The count of a position begins there, with the number `first` for a bare khun.
fn begins(position: &Position, first: u16) -> CountEventKind {
    let (counter, honour, count) = (position.counter(), position.honour(), position.count());
    let last = count.last();
    if position.is_bare(counter) {
        CountEventKind::BeginsBare { honour, counter, first, last }
    } else {
        CountEventKind::Begins { honour, counter, last }
    }
}

fn end(position: &Position, value: &Value) -> Option<CountEventKind> {
    let (count, counter) = (position.count(), position.counter());
    // `None` when no count runs.
    let spare = position.moves_left()?;
    let (spoken, last) = (count.spoken(), count.last());
    match value {
        Value::Over(Outcome::Mate { winner }) if *winner == counter => {
            // A mate after the last number is not one more number.
            Some(CountEventKind::CounterMates { spoken, last })
        }
        Value::Over(Outcome::Mate { .. }) => Some(CountEventKind::Mate { spoken, last, spare }),
        Value::Over(Outcome::Draw(DrawReason::Count)) => {
            Some(CountEventKind::Complete { counter, last })
        }
        Value::Over(Outcome::Draw(_)) => None,
        // No number has been counted.
        Value::Open(_) if matches!(position.count_status(), CountStatus::Begins { .. }) => None,
        Value::Open(_) => Some(CountEventKind::Stops { spoken, last }),
    }
}

/// The moves left in the count, and whether they are enough.
fn outlook(position: &Position, value: &Value) -> Option<CountOutlook> {
    let moves_left = position.moves_left()?;
    let side = !position.counter();
    let is_open = matches!(value, Value::Open(_));
    let score = value.score();
    let needed = match moves_needed(position, value) {
        Some(mate) => MovesNeeded::Moves(mate),
        None if is_open && is_certain_draw(position, score) => MovesNeeded::NotInTime,
        None => MovesNeeded::Unknown,
    };
    Some(CountOutlook { side, moves_left, needed })
}

/// The number of moves in which the side mates that plays against the running count, if it does. `None`
/// also when the mate comes after the end of this count: then a capture on the way, which bares the
/// khun, begins another one.
pub(super) fn moves_needed(position: &Position, value: &Value) -> Option<i32> {
    let moves_left = position.moves_left()?;
    let is_open = matches!(value, Value::Open(_));
    let score =
        if position.to_move() == position.counter() { -value.score() } else { value.score() };
    let mate = moves_to_mate(score).filter(|_| is_open)?;
    (1..=i32::from(moves_left)).contains(&mate).then_some(mate)
}
