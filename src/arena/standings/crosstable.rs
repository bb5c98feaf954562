//! The crosstable of a match.

use super::super::elo::WdlCounts;
use super::super::schedule::MatchFormat;
use super::{Standings, points};
use crate::words::{Language, Phrase, pad_left, pad_right, width};

impl Standings {
    /// The crosstable: the players by score, in a Thai format by matches won, and the results of all
    /// pairs of players as `+W =D -L`.
    pub fn crosstable(&self, language: Language) -> String {
        let totals: Vec<WdlCounts> = self.scores.iter().map(|row| sum(row)).collect();
        let share =
            |score: &WdlCounts| score.half_points() as f64 / (2 * score.games()).max(1) as f64;
        let rank = |&player: &usize| (self.matches_won(player).0, share(&totals[player]));
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|a, b| {
            let ((won_a, share_a), (won_b, share_b)) = (rank(a), rank(b));
            won_b.total_cmp(&won_a).then(share_b.total_cmp(&share_a))
        });

        let cell = |score: &WdlCounts| match score.games() {
            0 => "·".to_owned(),
            _ => format!("+{} ={} -{}", score.wins, score.draws, score.losses),
        };
        let mut header = vec![String::new(), String::new()];
        let is_thai = matches!(self.format, MatchFormat::Thai(_));
        if is_thai {
            header.push(language.text(Phrase::TableMatches).to_owned());
        }
        let columns = [Phrase::TablePoints, Phrase::TablePercent, Phrase::TableFaults];
        header.extend(columns.map(|phrase| language.text(phrase).to_owned()));
        header.extend((1..=order.len()).map(|rank| rank.to_string()));
        let mut rows = vec![header];
        for (rank, &player) in (1..).zip(&order) {
            let total = totals[player];
            let mut row = vec![format!("{rank:>2}."), self.names[player].clone()];
            if is_thai {
                let (won, finished) = self.matches_won(player);
                row.push(format!("{won}/{finished}"));
            }
            row.push(format!("{}/{}", points(total), total.games()));
            row.push(format!("{:.1}", 100.0 * share(&total)));
            row.push(self.faults[player].to_string());
            row.extend(order.iter().map(|&opponent| cell(&self.scores[player][opponent])));
            rows.push(row);
        }
        align(&rows)
    }
}

/// The results of a player against all others.
fn sum(row: &[WdlCounts]) -> WdlCounts {
    row.iter().fold(WdlCounts::default(), |sum, score| WdlCounts {
        wins: sum.wins + score.wins,
        draws: sum.draws + score.draws,
        losses: sum.losses + score.losses,
    })
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
