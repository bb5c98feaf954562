#!/usr/bin/env bash
# Measures the ladder of levels (src/search/levels.rs): a match between each pair of neighbours.
#
#     engine-tests/measure_ladder.sh target/release/sakdi [GAMES] [FROM] [TO]
#
# A line a pair: the two levels and the match's result from the higher one's side. All of them take
# some ten minutes on two cores at 100 games a pair; the levels' nodes are limited, so speed does
# not matter.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
sakdi=$1
games=${2:-100}
for ((low = ${3:-0}; low < ${4:-19}; low++)); do
    high=$((low + 1))
    "$sakdi" match --engine cmd=self "name=level $high" "option.Skill Level=$high" \
        --engine cmd=self "name=level $low" "option.Skill Level=$low" --each st=60 \
        --openings positions/openings.epd order=random --games "$games" --max-moves 200 \
        | sed -n "s/^result/$low-$high/p"
done
