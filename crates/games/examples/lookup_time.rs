//! Measures how long a base takes to find positions: all positions of its latest games.
//!
//! cargo run --release --package sakdi-games --example lookup_time -- games.sqlite [GAMES]

use sakdi_games::{Access, Filter, GameBase};
use std::path::Path;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("usage: lookup_time BASE [GAMES]")?;
    let games = args.next().map_or(Ok(20), |text| text.parse())?;
    let base = GameBase::open(Path::new(&path), Access::Read)?;
    let mut times: Vec<Duration> = Vec::new();
    for found in base.find(&Filter::default(), 0, games)?.games {
        for position in base.game(found.id)?.into_iter().flat_map(|game| game.positions()) {
            let start = Instant::now();
            base.explore(&position)?;
            times.push(start.elapsed());
        }
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} positions: median {:?}, 99 % within {:?}, at most {:?}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}
