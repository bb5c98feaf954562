//! The crosstable of a match.

use sakdi_i18n::{Language, Phrase, pad_left, pad_right, width};
use sakdi_matches::elo::WdlCounts;
use sakdi_matches::rating::Rating;
use sakdi_matches::standings::{Standings, points, share};
use sakdi_platform::rounded;

/// The crosstable: the players by score, in a Thai format by matches won, with their ratings if they
/// are three or more, and the results of all pairs of players as `+W =D -L`.
pub(super) fn crosstable(standings: &Standings, language: Language) -> String {
    let order = standings.ranking();
    let cell = |score: WdlCounts| match score.games() {
        0 => "·".to_owned(),
        _ => format!("+{} ={} -{}", score.wins, score.draws, score.losses),
    };
    let mut header = vec![String::new(), String::new()];
    let is_thai = standings.is_thai();
    if is_thai {
        header.push(language.text(Phrase::TableMatches).to_owned());
    }
    let columns = [Phrase::TablePoints, Phrase::TablePercent, Phrase::TableFaults];
    header.extend(columns.map(|phrase| language.text(phrase).to_owned()));
    let ratings = standings.ratings();
    if !ratings.is_empty() {
        header.push(language.text(Phrase::TableRating).to_owned());
    }
    header.extend((1..=order.len()).map(|rank| rank.to_string()));
    let mut rows = vec![header];
    for (rank, &player) in (1..).zip(&order) {
        let total = standings.total(player);
        let mut row = vec![format!("{rank:>2}."), standings.names()[player].clone()];
        if is_thai {
            let (won, finished) = standings.matches_won(player);
            row.push(format!("{won}/{finished}"));
        }
        row.push(format!("{}/{}", points(total), total.games()));
        row.push(format!("{:.1}", 100.0 * share(total)));
        row.push(standings.faults(player).to_string());
        row.extend(ratings.get(player).map(|&rating| rating_text(rating)));
        row.extend(order.iter().map(|&opponent| cell(standings.against(player, opponent))));
        rows.push(row);
    }
    align(&rows)
}

/// A rating with its error: `+35 ±12`.
fn rating_text(rating: Option<Rating>) -> String {
    match rating {
        None => "·".to_owned(),
        Some(Rating::Above) => "+inf".to_owned(),
        Some(Rating::Below) => "-inf".to_owned(),
        Some(Rating::Finite { elo, error }) => format!("{:+.0} ±{error:.0}", rounded(elo, 0)),
    }
}

/// Aligns the columns of a table: the second one to the left, all others to the right.
fn align(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0))
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 1 { pad_right(cell, width) } else { pad_left(cell, width) }
        });
        let cells: Vec<String> = cells.collect();
        // One blank after the rank, two between the other columns.
        format!("{} {}", cells[0], cells[1..].join("  ")).trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
