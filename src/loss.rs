//! `sakdi loss`.

use super::json_output::{JsonArgs, rounded};
use super::output_file::OutputFiles;
use super::report_output::text_output;
use super::{Failure, open_net, shard_files};
use makruk::notation::terminal_text::shown;
use sakdi_engine::eval::nnue;
use sakdi_i18n::Language;
use sakdi_platform::sha256::{hash, hex};
use sakdi_training::train::{LossGroup, LossSums, LossTable, PointsCurve, loss_table};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files that `sakdi selfplay` or `sakdi shards rescore` wrote
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// The net; that of the program when missing
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Scale of the logistic curve: the value at which 73 % of the points are expected, in the unit of
    /// the evaluation, of which 495 are 100 UCI centipawns
    #[arg(long, value_name = "SCALE", default_value_t = PointsCurve::DEFAULT.scale)]
    sigmoid_scale: f32,
    /// Value at which half of the games are won, in the same unit, where the points follow two such curves:
    /// one for winning, and its mirror image for losing
    #[arg(long, value_name = "OFFSET", default_value_t = 0.0)]
    sigmoid_offset: f32,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Debug, Serialize)]
struct LossRecord {
    shards: Vec<ShardRecord>,
}

#[derive(Debug, Serialize)]
struct ShardRecord {
    file: String,
    sha256: String,
    groups: Vec<GroupRecord>,
}

#[derive(Debug, Serialize)]
struct GroupRecord {
    group: String,
    positions: u64,
    score_loss: f64,
    result_loss: f64,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let curve = PointsCurve { scale: self.sigmoid_scale, offset: self.sigmoid_offset };
        if let Some(error) = curve.error() {
            return Err(Failure::bad_input(error));
        }
        let mut files = OutputFiles::new(&self.shards, Language::English);
        let json = self.json.reserve(&mut files)?;
        let net = self
            .net
            .as_deref()
            .map_or_else(|| Ok(nnue::default_net()), |path| open_net(path, Language::English))?;
        let mut out = text_output();
        let mut records = Vec::new();
        for path in &self.shards {
            let bytes = shard_files::read_one(path)?;
            let (table, damages) = loss_table(&net, &bytes, curve);
            for damage in damages {
                error_line!("sakdi: {}: {damage}", shown(path));
            }
            let sha256 = hex(&hash(&bytes));
            writeln!(out, "{} sha256 {sha256}", shown(path))?;
            print(&mut out, &table)?;
            let file = path.to_string_lossy().into_owned();
            records.push(ShardRecord { file, sha256, groups: groups(&table) });
        }
        json.write(|| LossRecord { shards: records })?;
        Ok(ExitCode::SUCCESS)
    }
}

fn groups(table: &LossTable) -> Vec<GroupRecord> {
    let record = |(group, sums): (&LossGroup, &LossSums)| GroupRecord {
        group: group.name().to_string(),
        positions: sums.positions,
        score_loss: rounded(sums.score_loss()),
        result_loss: rounded(sums.result_loss()),
    };
    table.iter().map(record).collect()
}

fn print(out: &mut impl Write, table: &LossTable) -> io::Result<()> {
    writeln!(out, "{:<12} {:>10} {:>10} {:>10}", "group", "positions", "score", "result")?;
    for (group, sums) in table {
        let (name, score) = (group.name(), sums.score_loss());
        let (result, positions) = (sums.result_loss(), sums.positions);
        writeln!(out, "{name:<12} {positions:>10} {score:>10.6} {result:>10.6}")?;
    }
    Ok(())
}
