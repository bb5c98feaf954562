//! What the atlas says of an ending, from its table and random positions.

use super::fortress::Fortresses;
use makruk::movegen;
use makruk::notation::{coordinate, fen};
use makruk::position::Position;
use makruk::types::{Color, Move, Piece, Square};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sakdi_engine::tablebase::table::Table;
use sakdi_engine::tablebase::{Ending, SideStats, Tablebase, stats_page, verify};
use serde::Serialize;

/// Random placements of all men but the weak khun, which is on every square in turn.
const ROWS: usize = 4_000;
/// Won positions of which the hardest is looked for.
const CANDIDATES: usize = 60;
const SEED: u64 = 55;
/// Fewest drawn positions of which a share of fortresses is reported.
const FEWEST_DRAWN: usize = 100;

/// An ending.
#[derive(Debug, Serialize)]
pub struct Entry {
    #[serde(serialize_with = "by_name")]
    pub ending: Ending,
    pub count: Option<Count>,
    pub strong_to_move: Side,
    pub weak_to_move: Side,
    pub longest_win: Option<Win>,
    pub hardest_win: Option<Win>,
    /// Promotions of the last bia, which start a count.
    pub last_bia: Option<Decision>,
    /// Captures of the weak side's last man, which start a count.
    pub last_man: Option<Decision>,
    /// Of an ending that is mostly won.
    pub fortress: Option<Fortress>,
    /// Wins by the colours of the squares of two or three met.
    pub met_colours: Vec<Colours>,
}

/// The count that starts with the weak side to move.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Count {
    pub limit: u16,
    pub moves_left: u8,
}

/// One side to move; mirror images count once.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Side {
    pub positions: u64,
    /// With a forced mate, or conversion.
    pub won: u64,
    /// Of these, those too late for a count that starts now.
    pub too_late: u64,
    pub longest: u8,
}

/// A win in time of the strong side, White, with its move.
#[derive(Debug, Serialize)]
pub struct Win {
    pub fen: String,
    pub moves: u8,
    /// White's moves of the line that alone keep the win.
    pub only_moves: usize,
    /// Their plies in the line, from 0 on.
    #[serde(skip)]
    pub only_plies: Vec<usize>,
    /// The best play of both sides, in coordinates.
    pub line: String,
}

/// Moves that start a count, in random positions that White, to move, wins.
#[derive(Debug, Serialize)]
pub struct Decision {
    /// Positions with such a move.
    pub positions: usize,
    /// Those in which each such move lets the count save the weak side, and another move wins.
    pub saved: usize,
    /// Those in which each such move leaves no forced mate at all, and another move wins.
    pub drawn: usize,
    pub example: Option<Example>,
}

/// A position in which a move draws by the count.
#[derive(Debug, Serialize)]
pub struct Example {
    pub fen: String,
    #[serde(rename = "draws")]
    pub wrong: String,
    /// Moves to mate after it, and those that the count leaves.
    pub needs: u8,
    pub moves_left: u16,
    #[serde(rename = "wins")]
    pub right: String,
}

/// Positions that White, to move, cannot win, though it keeps all its men.
#[derive(Debug, Serialize)]
pub struct Fortress {
    /// Random positions without a forced mate; with men on both sides or bia, without one in time.
    pub drawn: usize,
    /// Those in which Black cannot take a man by force within [`super::fortress::MOVES`] moves.
    pub held: usize,
    /// The FEN of one of these.
    pub example: Option<String>,
}

impl Fortress {
    /// Whether the pages tell of it: fewer positions say little, and a share below one per cent nothing.
    pub fn is_telling(&self) -> bool {
        self.drawn >= FEWEST_DRAWN && 100 * self.held >= self.drawn
    }
}

/// Random positions with White, the strong side, to move.
#[derive(Debug, Serialize)]
pub struct Colours {
    /// Met on one colour, and on the other: not more.
    pub met: [usize; 2],
    pub positions: usize,
    /// Won in time.
    pub won: usize,
}

fn by_name<S: serde::Serializer>(ending: &Ending, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(ending)
}

impl Side {
    fn new(stats: &SideStats, moves: Option<u8>) -> Self {
        Self {
            positions: stats.legal,
            won: stats.won(),
            too_late: moves.map_or(0, |moves| stats.won_beyond(moves)),
            longest: stats.longest(),
        }
    }

    pub fn percent(&self, positions: u64) -> f64 {
        100.0 * positions as f64 / self.positions.max(1) as f64
    }
}

/// Surveys an ending.
pub fn survey(tables: &Tablebase, table: &Table) -> Entry {
    let ending = table.ending();
    let stats = table.stats();
    let moves = stats.initial_moves();
    let has_count = !ending.has_pawns();
    let longest = stats_page::longest_win(table);
    let mut found = Found::default();
    let most = longest.map_or(u8::MAX, |(_, moves)| moves);
    found.search(tables, table, most.saturating_sub(most / 4));
    let hardest = found.candidates.iter().map(|&(start, moves)| win(tables, start, moves));
    Entry {
        ending,
        count: has_count
            .then(|| Count { limit: ending.limit(), moves_left: ending.initial_moves_left() }),
        strong_to_move: Side::new(&stats.strong, moves.map(|[strong, _]| strong)),
        weak_to_move: Side::new(&stats.weak, moves.map(|[_, weak]| weak)),
        longest_win: longest.map(|(start, moves)| win(tables, start, moves)),
        hardest_win: hardest.max_by_key(|win| win.only_moves),
        last_bia: found.last_bia.of_any(),
        last_man: found.last_man.of_any(),
        fortress: found.fortresses.of_mostly_won(&stats.strong),
        met_colours: found.colours,
    }
}

impl Decision {
    const fn empty() -> Self {
        Self { positions: 0, saved: 0, drawn: 0, example: None }
    }

    fn of_any(self) -> Option<Self> {
        (self.positions > 0).then_some(self)
    }
}

struct Found {
    candidates: Vec<(Position, u8)>,
    last_bia: Decision,
    last_man: Decision,
    fortresses: Fortresses,
    colours: Vec<Colours>,
}

impl Default for Found {
    fn default() -> Self {
        let (last_bia, last_man) = (Decision::empty(), Decision::empty());
        let (candidates, colours) = (Vec::new(), Vec::new());
        Self { candidates, last_bia, last_man, fortresses: Fortresses::default(), colours }
    }
}

impl Found {
    fn search(&mut self, tables: &Tablebase, table: &Table, least: u8) {
        let layout = table.layout();
        let mut rng = SmallRng::seed_from_u64(SEED);
        for _ in 0..ROWS {
            let placement = layout.placement(rng.random_range(0..layout.placements()));
            let mut candidate = None;
            for square in Square::all() {
                let position = verify::position(layout, &placement, square, Color::White);
                let Some(position) = position else { continue };
                let result = tables.probe(&position);
                let won = result.is_some_and(|result| result.winner() == Some(Color::White));
                self.add_colours(&position, won);
                if result.is_some_and(|result| result.distance.is_none()) {
                    self.fortresses.add(&position);
                }
                if !won {
                    continue;
                }
                let distance = result.and_then(|result| result.distance).unwrap_or(0);
                if distance >= least {
                    candidate = Some((position, distance));
                }
                self.decide(tables, &position, distance);
            }
            // One of each placement, so that they differ.
            if self.candidates.len() < CANDIDATES {
                self.candidates.extend(candidate);
            }
        }
    }

    fn add_colours(&mut self, position: &Position, won: bool) {
        let mets = position.men(Color::White, Piece::Met);
        if mets.len() < 2 || position.has_pawns() {
            return;
        }
        let is_light = |square: &Square| (square.file() + square.rank()) % 2 == 1;
        let light = mets.into_iter().filter(is_light).count();
        let dark = mets.len() as usize - light;
        let met = [light.max(dark), light.min(dark)];
        let index = self.colours.iter().position(|colours| colours.met == met);
        let index = index.unwrap_or_else(|| {
            self.colours.push(Colours { met, positions: 0, won: 0 });
            self.colours.len() - 1
        });
        self.colours[index].positions += 1;
        self.colours[index].won += usize::from(won);
    }

    /// Looks at the moves of a won position that start a count.
    fn decide(&mut self, tables: &Tablebase, position: &Position, distance: u8) {
        let one_bia = position.men(Color::White, Piece::Pawn).len() == 1;
        let bare = position.is_bare(Color::Black);
        let starts = |mv: &Move| {
            if bare {
                one_bia && position.promotes(*mv)
            } else {
                position.play_unchecked(*mv).is_bare(Color::Black)
            }
        };
        let moves = movegen::legal_moves(position);
        let deciding: Vec<Move> = moves.iter().copied().filter(starts).collect();
        if deciding.is_empty() {
            return;
        }
        let decision = if bare { &mut self.last_bia } else { &mut self.last_man };
        decision.positions += 1;
        let after = |mv: Move| tables.probe(&position.play_unchecked(mv));
        let results: Vec<_> = deciding.iter().map(|&mv| (mv, after(mv))).collect();
        let wins = |mv: Move| after(mv).is_some_and(|it| it.winner() == Some(Color::White));
        if results.iter().any(|&(mv, _)| wins(mv)) {
            return;
        }
        let late = results.iter().find_map(|&(mv, result)| {
            let result = result?;
            Some((mv, result.distance?, result.moves_left?))
        });
        let Some((wrong, needs, moves_left)) = late else {
            decision.drawn += 1;
            return;
        };
        decision.saved += 1;
        // A clear one: a quick win, thrown away by far.
        let margin = |needs: u8, left: u16| i32::from(needs) - i32::from(left);
        let is_clearer = decision.example.as_ref().is_none_or(|example| {
            margin(needs, moves_left) > margin(example.needs, example.moves_left)
        });
        if is_clearer && distance > 1 {
            let quick = |&mv: &Move| after(mv).and_then(|it| it.distance);
            let winning = moves.iter().copied().filter(|&mv| wins(mv));
            let Some(right) = winning.min_by_key(quick) else { return };
            decision.example = Some(Example {
                fen: fen::format(position),
                wrong: coordinate::format(position, wrong),
                needs,
                moves_left,
                right: coordinate::format(position, right),
            });
        }
    }
}

/// A win with its line.
fn win(tables: &Tablebase, start: Position, moves: u8) -> Win {
    let line = stats_page::line(tables, start);
    let mut position = start;
    let mut only_plies = Vec::new();
    let mut written = Vec::new();
    for (ply, mv) in line.into_iter().enumerate() {
        if position.to_move() == Color::White {
            let wins = tables.probe_moves(&position).into_iter().filter(|(_, after)| {
                after.is_some_and(|after| after.winner() == Some(Color::White))
            });
            if wins.count() == 1 {
                only_plies.push(ply);
            }
        }
        written.push(coordinate::format(&position, mv));
        position = position.play_unchecked(mv);
    }
    let (only_moves, line) = (only_plies.len(), written.join(" "));
    Win { fen: fen::format(&start), moves, only_moves, only_plies, line }
}
