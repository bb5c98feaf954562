//! The signature of the search.

use sakdi_engine::bench::{self, Bench, DEPTH};

/// Number of nodes that `sakdi bench` searches. It changes with the search, the evaluation, the net
/// and crates/engine/src/bench.epd, and with nothing else: not with a refactoring, the system or the
/// processor. Whoever changes it on purpose updates it here, and names it in the commit message.
const SIGNATURE: u64 = 1_570_673;

#[test]
fn the_signature_of_the_search_is_the_recorded_one() {
    let mut bench = Bench::new(DEPTH);
    let games = bench::games().expect("legal positions");
    let nodes: u64 = games.iter().map(|game| bench.search(game, &())).sum();
    assert_eq!(nodes, SIGNATURE, "search or evaluation changed: was that the purpose?");
}
