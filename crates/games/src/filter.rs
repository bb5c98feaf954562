//! Finds games.

use crate::adder::{honour_word, side_word};
use crate::index::{Place, Segments, material_key};
use crate::names::folded;
use crate::{BaseError, CountFact, GameBase, GameDate, MaterialPattern};
use makruk::formations::Formation;
use makruk::notation::pgn::ending::Cause;
use makruk::position::{Honour, Position};
use makruk::rules::Variant;
use makruk::types::Color;
use rusqlite::types::{ToSql, Value};
use rusqlite::{Row, params_from_iter};
use sakdi_explorer::NormalPosition;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Which side a player had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayerSide {
    /// Either.
    #[default]
    Any,
    /// This one.
    One(Color),
}

/// Which counts a game has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountFilter {
    /// What was counted; `None` for either.
    pub honour: Option<Honour>,
    /// The number that a count reached.
    pub at_least: u16,
}

/// Which games to find: those to which all of this applies.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// They went through this position or a mirror image of it.
    pub position: Option<Position>,
    /// They had these men on the board.
    pub material: Option<MaterialPattern>,
    /// This player took part; part of the name is enough. Upper and lower case do not matter.
    pub player: Option<String>,
    /// The side of this player; without a player, it does not matter.
    pub side: PlayerSide,
    /// The smallest rating of each player; games without ratings are left out.
    pub min_rating: Option<u16>,
    /// The largest rating of each player; games without ratings are left out.
    pub max_rating: Option<u16>,
    /// One side set up this formation.
    pub formation: Option<Formation>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for games without a result.
    pub result: Option<&'static str>,
    /// How they ended.
    pub ending: Option<Cause>,
    /// A count ran.
    pub count: Option<CountFilter>,
    /// The first year.
    pub since: Option<u16>,
    /// The last year.
    pub until: Option<u16>,
    /// The variant.
    pub variant: Option<Variant>,
    /// Words of the event.
    pub event: Option<String>,
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    /// Its number in the base, from 1.
    pub id: u32,
    /// `[White, Black]`; `?` if unknown.
    pub players: [String; 2],
    /// The ratings of White and Black, if known.
    pub ratings: [Option<u16>; 2],
    /// When it was played.
    pub date: GameDate,
    /// Where it was played.
    pub event: Option<String>,
    /// The variant.
    pub variant: Variant,
    /// `1-0`, `0-1`, `1/2-1/2`; `None` if unknown.
    pub result: Option<String>,
    /// How it ended.
    pub ending: Option<Cause>,
    /// The last count.
    pub count: Option<CountFact>,
    /// The formations of White and Black, by their English names.
    pub formations: [Option<String>; 2],
    /// Number of moves of both sides.
    pub plies: u32,
    /// Number of moves made when the position or the men that were asked for came first.
    pub found_at: Option<u16>,
}

/// The games that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundGames {
    /// How many there are.
    pub total: u64,
    /// Those that were asked for, the latest in the base first.
    pub games: Vec<FoundGame>,
}

const COLUMNS: &str = "games.id, white.name AS white_name, black.name AS black_name, white_rating,
                       black_rating, year, month, day, event, variant, result, ending, count_side,
                       count_honour, count_number, white_formation, black_formation, plies";
const TABLES: &str = "games JOIN players white ON white.id = games.white
                      JOIN players black ON black.id = games.black";

/// Conditions in SQL, and their values.
#[derive(Default)]
struct Conditions {
    sql: Vec<String>,
    values: Vec<Value>,
}

impl Conditions {
    /// Adds a condition in which `?` stands for the value.
    fn add(&mut self, condition: &str, value: impl Into<Value>) {
        self.values.push(value.into());
        self.sql.push(condition.replace('?', &format!("?{}", self.values.len())));
    }

    fn text(&self) -> String {
        if self.sql.is_empty() { "1".to_owned() } else { self.sql.join(" AND ") }
    }
}

/// A pattern of LIKE that finds this text anywhere; `\` escapes.
fn containing(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern + "%"
}

impl Filter {
    fn conditions(&self) -> Conditions {
        let mut conditions = Conditions::default();
        if let Some(player) = &self.player {
            // The names first: they are fewer than the games.
            const WHITE: &str =
                "games.white IN (SELECT id FROM players WHERE folded LIKE ? ESCAPE '\\')";
            const BLACK: &str =
                "games.black IN (SELECT id FROM players WHERE folded LIKE ? ESCAPE '\\')";
            let either = format!("({WHITE} OR {BLACK})");
            let condition = match self.side {
                PlayerSide::Any => either.as_str(),
                PlayerSide::One(Color::White) => WHITE,
                PlayerSide::One(Color::Black) => BLACK,
            };
            conditions.add(condition, containing(&folded(player)));
        }
        if let Some(rating) = self.min_rating {
            conditions.add("min(white_rating, black_rating) >= ?", i64::from(rating));
        }
        if let Some(rating) = self.max_rating {
            conditions.add("max(white_rating, black_rating) <= ?", i64::from(rating));
        }
        if let Some(event) = &self.event {
            conditions.add("folded(event) LIKE ? ESCAPE '\\'", containing(&folded(event)));
        }
        if let Some(formation) = self.formation {
            // A family includes its variations: "tied knights" and "tied knights, commander".
            let names = "(white_formation = ? OR black_formation = ?
                          OR substr(white_formation, 1, length(?) + 2) = ? || ', '
                          OR substr(black_formation, 1, length(?) + 2) = ? || ', ')";
            conditions.add(names, formation.name());
        }
        match self.result {
            Some("*") => conditions.sql.push("result IS NULL".to_owned()),
            Some(result) => conditions.add("result = ?", result.to_owned()),
            None => {}
        }
        if let Some(cause) = self.ending {
            conditions.add("ending = ?", cause.word().to_owned());
        }
        if let Some(count) = self.count {
            let condition = match count.honour {
                None => "(board_counted >= ? OR pieces_counted >= ?)",
                Some(Honour::Board) => "board_counted >= ?",
                Some(Honour::Pieces) => "pieces_counted >= ?",
            };
            conditions.add(condition, i64::from(count.at_least));
        }
        if let Some(year) = self.since {
            conditions.add("year >= ?", i64::from(year));
        }
        if let Some(year) = self.until {
            conditions.add("year <= ?", i64::from(year));
        }
        if let Some(variant) = self.variant {
            conditions.add("variant = ?", variant.name().to_owned());
        }
        conditions
    }
}

impl Filter {
    /// Whether nothing but the position matters.
    pub(crate) fn has_only_position(&self) -> bool {
        self.position.is_some() && self.material.is_none() && self.conditions().sql.is_empty()
    }
}

impl GameBase {
    /// The games that a filter with a position finds, and the number of moves made when it came first.
    pub(crate) fn find_places(&self, filter: &Filter) -> Result<Vec<(u32, u16)>, BaseError> {
        let Some(places) = self.places(filter)? else { return Ok(Vec::new()) };
        let ids = self.matching(&filter.conditions(), &places)?;
        Ok(ids.into_iter().filter_map(|id| Some((id, *places.get(&id)?))).collect())
    }

    /// Finds games, the latest in the base first: at most `limit` of them after the first `skip`.
    ///
    /// # Errors
    /// The base cannot be read.
    pub fn find(
        &self,
        filter: &Filter,
        skip: usize,
        limit: usize,
    ) -> Result<FoundGames, BaseError> {
        let _snapshot = self.snapshot()?;
        let conditions = filter.conditions();
        let Some(places) = self.places(filter)? else {
            return self.find_by(&conditions, skip, limit);
        };
        let mut ids = self.matching(&conditions, &places)?;
        ids.sort_unstable_by(|one, other| other.cmp(one));
        let total = ids.len() as u64;
        let mut games = Vec::new();
        for id in ids.into_iter().skip(skip).take(limit) {
            let select = format!("SELECT {COLUMNS} FROM {TABLES} WHERE games.id = ?1");
            let mut statement = self.connection.prepare_cached(&select)?;
            let mut game = statement.query_row([id], found_game)?;
            game.found_at = places.get(&id).copied();
            games.push(game);
        }
        Ok(FoundGames { total, games })
    }

    /// All numbers of games that a filter finds, the oldest first.
    ///
    /// # Errors
    /// The base cannot be read.
    pub fn find_all(&self, filter: &Filter) -> Result<Vec<u32>, BaseError> {
        let _snapshot = self.snapshot()?;
        let conditions = filter.conditions();
        if let Some(places) = self.places(filter)? {
            let mut ids = self.matching(&conditions, &places)?;
            ids.sort_unstable();
            return Ok(ids);
        }
        let select =
            format!("SELECT games.id FROM games WHERE {} ORDER BY games.id", conditions.text());
        let mut statement = self.connection.prepare(&select)?;
        let ids = statement.query_map(params_from_iter(&conditions.values), |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// The games with the position and the men of the filter, and when these came; `None` if it asks for
    /// neither.
    fn places(&self, filter: &Filter) -> Result<Option<BTreeMap<u32, u16>>, BaseError> {
        let segments = Segments::new(&self.connection)?;
        let by_position = match &filter.position {
            Some(position) => {
                let key = NormalPosition::of(position).key();
                Some(first_places(segments.find(key, true)?.into_iter().flat_map(|one| one.places)))
            }
            None => None,
        };
        let Some(pattern) = &filter.material else { return Ok(by_position) };
        let mut statement = self.connection.prepare("SELECT signature FROM materials")?;
        let signatures = statement.query_map([], |row| row.get(0))?;
        let signatures = signatures.collect::<Result<Vec<String>, _>>()?;
        let mut places = Vec::new();
        for signature in signatures.iter().filter(|signature| pattern.matches(signature)) {
            let groups = segments.find(material_key(signature), true)?;
            places.extend(groups.into_iter().flat_map(|group| group.places));
        }
        let by_material = first_places(places);
        Ok(Some(match by_position {
            Some(mut places) => {
                places.retain(|game, _| by_material.contains_key(game));
                places
            }
            None => by_material,
        }))
    }

    /// The games of these places to which the conditions apply.
    fn matching(
        &self,
        conditions: &Conditions,
        places: &BTreeMap<u32, u16>,
    ) -> Result<Vec<u32>, BaseError> {
        if conditions.sql.is_empty() {
            return Ok(places.keys().copied().collect());
        }
        let ids: Vec<Value> = places.keys().map(|&id| i64::from(id).into()).collect();
        let ids: Box<dyn ToSql> = Box::new(Rc::new(ids));
        rusqlite::vtab::array::load_module(&self.connection)?;
        let array = conditions.values.len() + 1;
        let select = format!(
            "SELECT games.id FROM games WHERE games.id IN rarray(?{array}) AND {}",
            conditions.text()
        );
        let mut statement = self.connection.prepare(&select)?;
        let values = conditions.values.iter().map(|value| value as &dyn ToSql).chain([&*ids]);
        let found = statement.query_map(params_from_iter(values), |row| row.get(0))?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Finds games without the index of positions.
    fn find_by(
        &self,
        conditions: &Conditions,
        skip: usize,
        limit: usize,
    ) -> Result<FoundGames, BaseError> {
        let text = conditions.text();
        // SQLite counts in 63 bits.
        let [skip, limit] = [skip, limit].map(|number| i64::try_from(number).unwrap_or(i64::MAX));
        let values = || params_from_iter(&conditions.values);
        let count = format!("SELECT count(*) FROM games WHERE {text}");
        let total = self.connection.query_row(&count, values(), |row| row.get(0))?;
        let select = format!(
            "SELECT {COLUMNS} FROM {TABLES} WHERE {text} ORDER BY games.id DESC LIMIT {limit} OFFSET {skip}"
        );
        let mut statement = self.connection.prepare(&select)?;
        let games = statement.query_map(values(), found_game)?.collect::<Result<_, _>>()?;
        Ok(FoundGames { total, games })
    }
}

/// The first place in each game.
fn first_places(places: impl IntoIterator<Item = Place>) -> BTreeMap<u32, u16> {
    let mut first = BTreeMap::new();
    for Place { game, ply } in places {
        first.entry(game).and_modify(|there: &mut u16| *there = ply.min(*there)).or_insert(ply);
    }
    first
}

fn found_game(row: &Row<'_>) -> rusqlite::Result<FoundGame> {
    let word = |column: &str| row.get::<_, Option<String>>(column);
    let [side, honour] = [word("count_side")?, word("count_honour")?];
    let side = Color::ALL.into_iter().find(|&one| side.as_deref() == Some(side_word(one)));
    let honours = [Honour::Board, Honour::Pieces];
    let honour = honours.into_iter().find(|&one| honour.as_deref() == Some(honour_word(one)));
    let number: Option<u16> = row.get("count_number")?;
    let count = side.zip(honour).zip(number);
    Ok(FoundGame {
        id: row.get("id")?,
        players: [row.get("white_name")?, row.get("black_name")?],
        ratings: [row.get("white_rating")?, row.get("black_rating")?],
        date: GameDate { year: row.get("year")?, month: row.get("month")?, day: row.get("day")? },
        event: row.get("event")?,
        variant: word("variant")?.and_then(|name| name.parse().ok()).unwrap_or_default(),
        result: row.get("result")?,
        ending: word("ending")?.and_then(|word| Cause::from_word(&word)),
        count: count.map(|((side, honour), number)| CountFact { side, honour, number }),
        formations: [row.get("white_formation")?, row.get("black_formation")?],
        plies: row.get("plies")?,
        found_at: None,
    })
}
