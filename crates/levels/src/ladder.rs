//! Playing strength: levels that make mistakes as people do.
//!
//! A level from 0 up searches few nodes and chooses one of the best moves at random (`choice.rs`). The
//! levels below 0 play as beginners do ([`Beginner`]).

/// A playing strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Strength {
    /// That of a beginner, who looks one move ahead.
    Beginner(Beginner),
    /// That of a search of few nodes.
    Search(LimitedSearch),
}

/// How a beginner plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beginner {
    /// Probability, for each man of the opponent and each move of the game, that its threats are
    /// overlooked.
    pub overlooked_threats: f64,
    /// Probability, for each of the own men and each move of the game, that its captures and mates
    /// are overlooked.
    pub overlooked_chances: f64,
    /// The weight of what a move gains in the evaluation besides material: 0 for a player to whom all
    /// quiet moves are alike, 1 for one who judges them as the engine does.
    pub judgement: f64,
}

/// The strength of a search of few nodes and a choice among the best moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitedSearch {
    /// Nodes to search for each of the moves to choose from.
    pub nodes: u64,
    /// Number of moves to choose from.
    pub lines: usize,
    /// A move this many centipawns worse than the best is chosen 1/e times as often.
    pub temperature: f64,
    /// Probability, for each move of the game, that mates are overlooked.
    pub blindness: f64,
}

/// A measured level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkillLevel {
    /// Value of the UCI option Skill Level.
    pub skill: i8,
    /// Elo, anchored at 500 for level 0. Only differences are measured.
    pub elo: u16,
    /// How the search is weakened.
    pub strength: Strength,
}

/// Skill Level of full strength.
pub const FULL_SKILL: i8 = 20;
/// Skill Level of the weakest level.
pub const MIN_SKILL: i8 = SKILL_LEVELS[0].skill;

const fn beginner(
    skill: i8,
    elo: u16,
    overlooked_threats: f64,
    overlooked_chances: f64,
    judgement: f64,
) -> SkillLevel {
    let beginner = Beginner { overlooked_threats, overlooked_chances, judgement };
    SkillLevel { skill, elo, strength: Strength::Beginner(beginner) }
}

const fn skill_level(
    skill: i8,
    elo: u16,
    nodes: u64,
    temperature: f64,
    blindness: f64,
) -> SkillLevel {
    let lines = lines(temperature);
    let search = LimitedSearch { nodes, lines, temperature, blindness };
    SkillLevel { skill, elo, strength: Strength::Search(search) }
}

/// The number of moves to choose from. It grows with the temperature: by one move per third of a
/// centipawn up to six moves, and later by one per three and a half centipawns up to ten. The search
/// divides its nodes among the moves, so that fewer moves make the level stronger.
const fn lines(temperature: f64) -> usize {
    if temperature <= 0.0 {
        return 1;
    }
    let thirds = 1 + (3.0 * temperature) as usize;
    let steps = (temperature - 50.0) / 3.5;
    if steps >= 4.0 {
        10
    } else if steps > 0.0 {
        6 + (steps + 0.5) as usize
    } else if thirds < 6 {
        thirds
    } else {
        6
    }
}

/// The levels below full strength, [`FULL_SKILL`]. Their Elo is from matches between neighbours by
/// `tools/measure_ladder.sh`: 500 games for each pair up to level 0, and 100 games for those above.
/// docs/playing.md has later measurements; the values stay because the puzzles are graded by them.
pub const SKILL_LEVELS: [SkillLevel; 22] = [
    beginner(-2, 310, 0.95, 0.9, 0.05),
    beginner(-1, 420, 0.6, 0.5, 0.4),
    skill_level(0, 500, 25, 170.0, 0.6),
    skill_level(1, 620, 43, 116.0, 0.38),
    skill_level(2, 720, 63, 83.7, 0.24),
    skill_level(3, 800, 86, 63.8, 0.14),
    skill_level(4, 930, 118, 55.3, 0.11),
    skill_level(5, 1_070, 164, 50.8, 0.08),
    skill_level(6, 1_200, 250, 39.5, 0.05),
    skill_level(7, 1_300, 335, 31.0, 0.03),
    skill_level(8, 1_410, 455, 23.8, 0.005),
    skill_level(9, 1_490, 615, 18.2, 0.0),
    skill_level(10, 1_630, 830, 14.2, 0.0),
    skill_level(11, 1_740, 1_130, 10.6, 0.0),
    skill_level(12, 1_860, 1_560, 7.9, 0.0),
    skill_level(13, 1_990, 2_150, 5.7, 0.0),
    skill_level(14, 2_090, 3_150, 3.6, 0.0),
    skill_level(15, 2_190, 4_550, 1.9, 0.0),
    skill_level(16, 2_270, 7_600, 0.9, 0.0),
    skill_level(17, 2_360, 13_300, 0.5, 0.0),
    skill_level(18, 2_460, 32_500, 0.0, 0.0),
    skill_level(19, 2_570, 68_000, 0.0, 0.0),
];

/// The beginner that is as strong as level 0 (+44 =213 −43 in 300 games): the upper end for
/// interpolation between beginners and levels that search.
const BEST_BEGINNER: Beginner =
    Beginner { overlooked_threats: 0.35, overlooked_chances: 0.25, judgement: 0.7 };

/// The nodes that give full strength with 100 ms a move without the net.
pub const FULL_NODES: u64 = 300_000;

/// An earlier net with 100 ms a move: the upper end for interpolation. Full strength is above it.
const TOP: SkillLevel = skill_level(FULL_SKILL, 2_780, FULL_NODES, 0.0, 0.0);

/// Lowest Elo that can be set.
pub const MIN_ELO: u16 = SKILL_LEVELS[0].elo;
/// Elo that sets no limit. It is not that of full strength, which was not measured on the ladder.
pub const MAX_ELO: u16 = TOP.elo;

impl Strength {
    /// The strength of a Skill Level; `None` for full strength.
    pub fn of_skill(skill: i8) -> Option<Self> {
        (skill < FULL_SKILL).then(|| between(skill.into(), |skill_level| skill_level.skill.into()))
    }

    /// The strength of an Elo on the scale of the ladder; `None` for full strength.
    pub fn of_elo(elo: u16) -> Option<Self> {
        (elo < MAX_ELO).then(|| between(elo.into(), |skill_level| skill_level.elo.into()))
    }

    /// Whether the choice of moves depends on chance.
    pub const fn varies(self) -> bool {
        match self {
            Self::Beginner(_) => true,
            Self::Search(search) => search.lines > 1,
        }
    }
}

impl Beginner {
    /// The beginner between this one and a better one, at `share` of the way.
    fn mix(self, better: Self, share: f64) -> Self {
        let mix = |low: f64, high: f64| low * (1.0 - share) + high * share;
        Self {
            overlooked_threats: mix(self.overlooked_threats, better.overlooked_threats),
            overlooked_chances: mix(self.overlooked_chances, better.overlooked_chances),
            judgement: mix(self.judgement, better.judgement),
        }
    }
}

impl LimitedSearch {
    /// The strength between this one and a better one, at `share` of the way.
    fn mix(self, better: Self, share: f64) -> Self {
        let mix = |low: f64, high: f64| low * (1.0 - share) + high * share;
        let nodes = mix((self.nodes as f64).ln(), (better.nodes as f64).ln()).exp();
        let temperature = mix(self.temperature, better.temperature);
        Self {
            nodes: nodes.round() as u64,
            lines: lines(temperature),
            temperature,
            blindness: mix(self.blindness, better.blindness),
        }
    }
}

/// The strength at `value` on the scale `of`, interpolated between two levels.
fn between(value: f64, of: impl Fn(&SkillLevel) -> f64) -> Strength {
    let above = SKILL_LEVELS.iter().position(|skill_level| of(skill_level) >= value);
    let upper = above.map_or(TOP, |index| SKILL_LEVELS[index]);
    let lower = SKILL_LEVELS[above.unwrap_or(SKILL_LEVELS.len()).saturating_sub(1)];
    let width = of(&upper) - of(&lower);
    let share = if width > 0.0 { ((value - of(&lower)) / width).clamp(0.0, 1.0) } else { 1.0 };
    match (lower.strength, upper.strength) {
        (Strength::Beginner(low), Strength::Beginner(high)) => {
            Strength::Beginner(low.mix(high, share))
        }
        (Strength::Beginner(low), Strength::Search(_)) if share < 1.0 => {
            Strength::Beginner(low.mix(BEST_BEGINNER, share))
        }
        (Strength::Search(low), Strength::Search(high)) => Strength::Search(low.mix(high, share)),
        (_, high) => high,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_is_stronger_than_the_one_below() {
        for pair in SKILL_LEVELS.windows(2) {
            assert!(pair[0].skill < pair[1].skill && pair[0].elo < pair[1].elo);
        }
        let beginners = SKILL_LEVELS.iter().filter_map(|level| match level.strength {
            Strength::Beginner(beginner) => Some(beginner),
            Strength::Search(_) => None,
        });
        let beginners: Vec<Beginner> = beginners.chain([BEST_BEGINNER]).collect();
        for pair in beginners.windows(2) {
            assert!(pair[0].overlooked_threats > pair[1].overlooked_threats);
            assert!(pair[0].overlooked_chances > pair[1].overlooked_chances);
            assert!(pair[0].judgement < pair[1].judgement);
        }
        for pair in searching().windows(2) {
            assert!(pair[0].nodes < pair[1].nodes);
            assert!(pair[0].temperature >= pair[1].temperature);
            assert!(pair[0].blindness >= pair[1].blindness);
        }
        for skill_level in SKILL_LEVELS {
            assert_eq!(
                Strength::of_skill(skill_level.skill),
                Some(skill_level.strength),
                "{}",
                skill_level.skill
            );
            assert_eq!(
                Strength::of_elo(skill_level.elo),
                Some(skill_level.strength),
                "{}",
                skill_level.elo
            );
        }
        assert_eq!(Strength::of_skill(FULL_SKILL), None);
        assert_eq!(Strength::of_elo(MAX_ELO), None);
        assert_eq!(Strength::of_skill(i8::MIN), Strength::of_skill(MIN_SKILL));
        let Some(Strength::Search(halfway)) = Strength::of_elo(865) else { panic!("a search") };
        let nodes = |skill| search_at(skill).nodes;
        assert!(nodes(3) < halfway.nodes && halfway.nodes < nodes(4));
    }

    /// Between the best beginner and the level above it, the beginner becomes better.
    #[test]
    fn an_elo_between_beginners_and_searches_is_that_of_a_better_beginner() {
        let threats = |elo| match Strength::of_elo(elo) {
            Some(Strength::Beginner(beginner)) => beginner.overlooked_threats,
            other => panic!("{elo}: {other:?}"),
        };
        let elos: Vec<u16> = (MIN_ELO..search_elo(0)).step_by(10).collect();
        assert!(elos.windows(2).all(|pair| threats(pair[0]) > threats(pair[1])));
        assert_eq!(Strength::of_elo(search_elo(0)), Some(Strength::Search(search_at(0))));
    }

    fn search_elo(skill: i8) -> u16 {
        let level = SKILL_LEVELS.iter().find(|level| level.skill == skill);
        level.expect("a level").elo
    }

    fn search_at(skill: i8) -> LimitedSearch {
        match Strength::of_skill(skill) {
            Some(Strength::Search(search)) => search,
            other => panic!("{skill}: {other:?}"),
        }
    }

    /// The levels that search, from 0.
    fn searching() -> Vec<LimitedSearch> {
        (0..FULL_SKILL).map(search_at).collect()
    }
}
