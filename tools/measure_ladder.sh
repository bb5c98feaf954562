#!/usr/bin/env bash
# Measures the ladder of levels (src/search/levels.rs): a match between each pair of neighbours.
#
#     tools/measure_ladder.sh target/release/sakdi [GAMES] [FROM] [TO]
#
# A line a pair: the two levels and the match's result from the higher one's side. The levels' nodes
# are limited, so speed does not matter to them; full strength, level 20, has 100 ms a move. All of
# them take some forty minutes on two cores at 100 games a pair, most of it the upper levels.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
sakdi=$1
games=${2:-100}
for ((low = ${3:-0}; low < ${4:-20}; low++)); do
    high=$((low + 1))
    limit=()
    ((high < 20)) || limit=(st=0.1)
    "$sakdi" match --engine cmd=self "name=level $high" "option.Skill Level=$high" "${limit[@]}" \
        --engine cmd=self "name=level $low" "option.Skill Level=$low" --each st=60 \
        --openings positions/openings.epd order=random --games "$games" --max-moves 200 \
        --draw movenumber=60 movecount=10 score=15 | sed -n "s/^result/$low-$high/p"
done
