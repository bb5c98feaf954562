//! `sakdi games report`.

use super::BaseArgs;
use super::explore::years_text;
use super::json::ReportRecord;
use crate::Failure;
use crate::json_output::JsonArgs;
use crate::output_file::OutputFiles;
use crate::progress::{INTERRUPTED, Progress, stop_on_interrupt};
use crate::report_output::text_output;
use makruk::notation::Notation;
use makruk::notation::pgn::MoveNumber;
use makruk::notation::terminal_text::escaped;
use makruk::types::Color;
use sakdi_analysis::{AnalysisObserver, AnalysisSettings, Analyst, Budget};
use sakdi_engine::search::Engine;
use sakdi_explorer::Results;
use sakdi_games::{
    Access, BaseError, Filter, FoundGame, GameBase, Mistake, MistakeKind, Phase, PlayerReport,
};
use sakdi_i18n::{Language, Localized, Phrase};
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Number of openings and of mistakes that are shown.
const SHOWN: usize = 10;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The player, or a part of the name
    #[arg(value_name = "NAME")]
    player: String,
    #[command(flatten)]
    base: BaseArgs,
    /// Number of the latest games to analyse; the base keeps the analyses
    #[arg(long, value_name = "N", default_value_t = 20)]
    analyse: usize,
    /// Nodes for every position
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Positions to search at the same time
    #[arg(long, default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=Engine::MAX_THREADS as i64))]
    threads: u16,
    /// Notation of the moves [default: san, or thai in Thai]
    #[arg(long)]
    notation: Option<Notation>,
    #[command(flatten)]
    json: JsonArgs,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.base.language;
        let json = self.json.reserve(&mut OutputFiles::new([&self.base.base], language))?;
        let mut base = self.base.open(Access::Read)?;
        let failure = |error| self.base.failure(&error);
        let name = self.name(&base)?;
        let (mut report, games) =
            PlayerReport::of_games(&base, &name, &Filter::default()).map_err(failure)?;
        let latest = &games[..games.len().min(self.analyse)];
        let is_complete = self.analyse(&mut base, latest, &mut report)?;
        json.write(|| ReportRecord::new(&name, &report))?;
        self.print(&mut text_output(), &base, &name, &report)?;
        Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
    }

    /// The whole name of the player.
    fn name(&self, base: &GameBase) -> Result<String, Failure> {
        let language = self.base.language;
        let players = base.players(&self.player).map_err(|error| self.base.failure(&error))?;
        let wanted = escaped(&self.player);
        match players.as_slice() {
            [] => Err(Failure::bad_input(language.say(Phrase::ReportNobody, &[&wanted]))),
            [player] => Ok(player.name.clone()),
            players => {
                let names = players.iter().take(SHOWN);
                let names: Vec<String> = names
                    .map(|player| format!("{} ({})", escaped(&player.name), player.games))
                    .collect();
                let names = names.join(", ");
                Err(Failure::bad_input(language.say(Phrase::ReportWhich, &[&wanted, &names])))
            }
        }
    }

    /// Analyses these games, or takes the analyses that the base has. Returns whether none is missing because
    /// of an interruption.
    fn analyse(
        &self,
        base: &mut GameBase,
        games: &[(FoundGame, Color)],
        report: &mut PlayerReport,
    ) -> Result<bool, Failure> {
        let failure = |error| self.base.failure(&error);
        let positions = games.iter().map(|(game, _)| u64::from(game.plies) + 1).sum();
        let progress = Progress::new(positions);
        stop_on_interrupt(progress.stop())?;
        let mut analyst = None;
        let mut can_keep = true;
        for (found, side) in games {
            let id = found.id;
            let saved = base.saved_analysis(id, self.nodes).map_err(failure)?;
            let analysis = match saved {
                Some(analysis) => analysis,
                None => {
                    let game = base.game(id).map_err(failure)?;
                    let game = game.ok_or_else(|| failure(BaseError::Record(id)))?;
                    let analyst = analyst.get_or_insert_with(|| Analyst::new(self.settings()));
                    let Some(analysis) = analyst.analyse(&game, &progress) else { break };
                    can_keep = can_keep && self.keep(id, &analysis);
                    analysis
                }
            };
            report.add_analysis(id, *side, &analysis);
        }
        progress.clear();
        Ok(!progress.should_stop())
    }

    const fn settings(&self) -> AnalysisSettings {
        AnalysisSettings {
            budget: Budget::Nodes(self.nodes),
            multi_pv: 1,
            threads: self.threads as usize,
            hash_mib: Engine::DEFAULT_HASH,
        }
    }

    /// Keeps an analysis. Returns whether the base can be written; if not, the report is made all the same.
    fn keep(&self, game: u32, analysis: &sakdi_analysis::Analysis) -> bool {
        let kept = GameBase::open(&self.base.base, Access::Write)
            .and_then(|mut base| base.save_analysis(game, self.nodes, analysis));
        if let Err(error) = &kept {
            let language = self.base.language;
            let what = language.say(Phrase::ReportNotKept, &[&error.say(language)]);
            error_line!("sakdi: {what}");
        }
        kept.is_ok()
    }

    fn print(
        &self,
        out: &mut dyn Write,
        base: &GameBase,
        name: &str,
        report: &PlayerReport,
    ) -> Result<(), Failure> {
        let language = self.base.language;
        print_results(out, name, report, language)?;
        print_openings(out, report, language)?;
        print_counts(out, report, language)?;
        if report.analysed == 0 {
            return Ok(());
        }
        writeln!(out, "\n{}", language.say(Phrase::ReportPhases, &[&report.analysed]))?;
        let phases = Phase::ALL.into_iter().zip(report.phases);
        for (phase, summary) in phases.filter(|(_, summary)| summary.moves > 0) {
            let accuracy = format!("{:.1}", summary.accuracy());
            let judged = summary.say(language);
            let gaps: [&dyn Display; 4] =
                [&phase.say(language), &accuracy, &summary.moves, &judged];
            writeln!(out, "  {}", language.say(Phrase::ReportPhase, &gaps))?;
        }
        if report.mistakes.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{}", language.text(Phrase::ReportMistakes))?;
        for (kind, count) in MistakeKind::ALL.into_iter().zip(report.mistakes_by_kind()) {
            if count > 0 {
                let gaps: [&dyn Display; 2] = [&kind.say(language), &count];
                writeln!(out, "  {}", language.say(Phrase::ReportMistakeKind, &gaps))?;
            }
        }
        for mistake in report.mistakes.iter().take(SHOWN) {
            let line =
                self.mistake_line(base, mistake).map_err(|error| self.base.failure(&error))?;
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }

    /// `game 12, 23... Nf5: loses 40 %, left a man to be taken`
    fn mistake_line(&self, base: &GameBase, mistake: &Mistake) -> Result<String, BaseError> {
        let language = self.base.language;
        let notation = self.notation.unwrap_or(language.notation());
        let game = base.game(mistake.game)?.ok_or(BaseError::Record(mistake.game))?;
        let before = *game.at(mistake.ply).position();
        let played = match game.moves().get(mistake.ply) {
            Some(&mv) => format!("{}{}", MoveNumber::of(&before), notation.format(&before, mv)),
            None => return Err(BaseError::Record(mistake.game)),
        };
        let loss = format!("{:.0}", 100.0 * mistake.loss);
        let loss = language.say(Phrase::Loses, &[&loss]);
        let gaps: [&dyn Display; 4] = [&mistake.game, &played, &loss, &mistake.kind.say(language)];
        Ok(language.say(Phrase::ReportMistake, &gaps))
    }
}

fn results_line(name: &str, results: &sakdi_explorer::Results, language: Language) -> String {
    let Results { games, wins, draws, losses } = results;
    language.say(Phrase::ReportLine, &[&name, games, wins, draws, losses])
}

fn print_results(
    out: &mut dyn Write,
    name: &str,
    report: &PlayerReport,
    language: Language,
) -> io::Result<()> {
    let games = report.results[0].games + report.results[1].games;
    let gaps: [&dyn Display; 2] = [&escaped(name), &games];
    writeln!(out, "{}", language.say(Phrase::ReportHead, &gaps))?;
    if let Some(years) = report.years.range() {
        writeln!(out, "{}", language.say(Phrase::GamesPlayed, &[&years_text(years)]))?;
    }
    for (side, results) in Color::ALL.into_iter().zip(&report.results) {
        writeln!(out, "  {}", results_line(language.side(side), results, language))?;
    }
    Ok(())
}

fn print_openings(
    out: &mut dyn Write,
    report: &PlayerReport,
    language: Language,
) -> io::Result<()> {
    let mut openings: Vec<(&String, &Results)> = report.openings.iter().collect();
    openings.sort_by_key(|(_, results)| std::cmp::Reverse(results.games));
    writeln!(out, "\n{}", language.text(Phrase::ReportOpenings))?;
    for (name, results) in openings.into_iter().take(SHOWN) {
        let name = match sakdi_i18n::find_formation(name) {
            Some(formation) => formation.say(language),
            None => language.text(Phrase::ReportNoOpening).to_owned(),
        };
        writeln!(out, "  {}", results_line(&name, results, language))?;
    }
    Ok(())
}

fn print_counts(out: &mut dyn Write, report: &PlayerReport, language: Language) -> io::Result<()> {
    let counts = &report.counts;
    if counts.own.games + counts.against.games == 0 {
        return Ok(());
    }
    writeln!(out, "\n{}", language.text(Phrase::ReportCounts))?;
    for (head, results, phrase, number) in [
        (Phrase::ReportOwnCount, &counts.own, Phrase::ReportCompleted, counts.completed),
        (Phrase::ReportOtherCount, &counts.against, Phrase::ReportRanOut, counts.ran_out),
    ] {
        let line = results_line(language.text(head), results, language);
        writeln!(out, "  {line}; {}", language.say(phrase, &[&number]))?;
    }
    Ok(())
}
