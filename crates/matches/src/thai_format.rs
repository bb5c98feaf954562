//! The matches of Thai tournaments: the number of games, and Makpong if they are level.
//!
//! The Thai rules do not say what follows a drawn Makpong game. Here it is replayed with colours
//! swapped, and after three the match is shared. A final ends early when it is decided.

use makruk::rules::Variant;
use std::fmt;

/// Maximum number of Makpong games in a match.
const MAX_MAKPONG: usize = 3;

/// The round of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThaiFormat {
    /// Two games, and a third if each player won one.
    FirstRound,
    /// Three games, and a fourth if level.
    Final,
}

impl fmt::Display for ThaiFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FirstRound => "first round",
            Self::Final => "final",
        })
    }
}

/// Returns the variant of the next game; `None` if the match is over. `results` are the half-points
/// (0, 1 or 2) of the first player in each game so far.
pub fn next_game(format: ThaiFormat, results: &[u8]) -> Option<Variant> {
    let regular = regular_games(format, results);
    if results.len() < regular {
        return Some(Variant::Makruk);
    }
    let makpong = &results[regular..];
    let level = lead(&results[..regular]) == 0 && makpong.iter().all(|&points| points == 1);
    (level && makpong.len() < MAX_MAKPONG).then_some(Variant::Makpong)
}

/// Number of Makruk games in the match, as far as the results decide it.
fn regular_games(format: ThaiFormat, results: &[u8]) -> usize {
    let after = |games: usize| results.get(..games).map(lead);
    match format {
        ThaiFormat::FirstRound => {
            let win_each = matches!(results, [0, 2, ..] | [2, 0, ..]);
            if win_each { 3 } else { 2 }
        }
        // The opponent cannot catch up after two losses.
        ThaiFormat::Final if after(2).is_some_and(|lead| lead.abs() > 2) => 2,
        ThaiFormat::Final if after(3) == Some(0) => 4,
        ThaiFormat::Final => 3,
    }
}

/// Half-points won minus half-points lost by the player whose half-points `results` are.
pub fn lead(results: &[u8]) -> i32 {
    results.iter().map(|&points| 2 * i32::from(points) - 2).sum()
}

#[cfg(test)]
mod tests {
    use super::ThaiFormat::{Final, FirstRound};
    use super::*;

    const MAKRUK: Option<Variant> = Some(Variant::Makruk);
    const MAKPONG: Option<Variant> = Some(Variant::Makpong);

    #[test]
    fn a_first_round_has_two_games() {
        for unfinished in [&[][..], &[2], &[1]] {
            assert_eq!(next_game(FirstRound, unfinished), MAKRUK, "{unfinished:?}");
        }
        for decided in [&[2, 2][..], &[0, 1], &[1, 2], &[0, 0]] {
            assert_eq!(next_game(FirstRound, decided), None, "{decided:?}");
        }
        assert_eq!(next_game(FirstRound, &[1, 1]), MAKPONG, "two draws");
    }

    #[test]
    fn a_win_each_brings_a_third_game() {
        assert_eq!(next_game(FirstRound, &[2, 0]), MAKRUK);
        assert_eq!(next_game(FirstRound, &[0, 2, 2]), None);
        assert_eq!(next_game(FirstRound, &[0, 2, 1]), MAKPONG);
        assert_eq!(next_game(FirstRound, &[0, 2, 1, 0]), None);
    }

    #[test]
    fn a_final_has_three_games_and_a_fourth_when_level() {
        assert_eq!(next_game(Final, &[2, 1]), MAKRUK, "one point up: the third can level");
        assert_eq!(next_game(Final, &[2, 2]), None, "out of reach");
        assert_eq!(next_game(Final, &[2, 1, 1]), None);
        assert_eq!(next_game(Final, &[2, 1, 0]), MAKRUK);
        assert_eq!(next_game(Final, &[1, 1, 1, 2]), None);
        assert_eq!(next_game(Final, &[1, 1, 1, 1]), MAKPONG);
    }

    #[test]
    fn three_drawn_makpong_games_share_the_match() {
        assert_eq!(next_game(Final, &[1, 1, 1, 1, 1]), MAKPONG);
        assert_eq!(next_game(Final, &[1, 1, 1, 1, 1, 1]), MAKPONG);
        assert_eq!(next_game(Final, &[1, 1, 1, 1, 1, 1, 1]), None);
        assert_eq!(next_game(FirstRound, &[1, 1, 1, 2]), None);
    }
}
