//! Games of the base as lines of text, which `list` and `find` share.

use makruk::notation::terminal_text::escaped;
use sakdi_games::{FoundGame, FoundGames};
use sakdi_i18n::{Language, Localized, Phrase, pad_left, pad_right};
use std::io::{self, Write};

/// Which of the games are shown.
#[derive(Debug, clap::Args)]
pub(super) struct PageArgs {
    /// Games to pass over, the latest in the base first
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) skip: usize,
    /// Largest number of games to show
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(super) limit: usize,
}

/// Writes the number of games found, and a line for each that is shown.
pub(super) fn print_games(
    out: &mut dyn Write,
    games: &FoundGames,
    skip: usize,
    language: Language,
) -> io::Result<()> {
    let last = skip + games.games.len();
    let head = if last as u64 == games.total && skip == 0 || games.games.is_empty() {
        language.say(Phrase::GamesFound, &[&games.total])
    } else {
        language.say(Phrase::GamesShown, &[&games.total, &(skip + 1), &last])
    };
    writeln!(out, "{head}")?;
    for game in &games.games {
        writeln!(out, "{}", game_line(game, language))?;
    }
    Ok(())
}

/// `   12  2026.07.28  Som (1650) – Suchat  1-0  86 plies  mate  Club evening`
fn game_line(game: &FoundGame, language: Language) -> String {
    let [white, black] = [0, 1].map(|side| {
        let name = escaped(&game.players[side]);
        game.ratings[side].map_or(name.to_string(), |rating| format!("{name} ({rating})"))
    });
    let mut parts = vec![
        pad_left(&game.id.to_string(), 7),
        game.date.to_string(),
        pad_right(&format!("{white} – {black}"), 28),
        pad_right(game.result.as_deref().unwrap_or("*"), 7),
        language.say(Phrase::GamesMoves, &[&game.plies]),
    ];
    parts.extend(game.ending.map(|ending| ending.say(language)));
    parts.extend(game.found_at.map(|ply| language.say(Phrase::GamesFoundAt, &[&ply])));
    parts.extend(game.event.as_deref().map(|event| escaped(event).into_owned()));
    parts.join("  ")
}
