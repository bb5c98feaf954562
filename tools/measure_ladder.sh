#!/usr/bin/env bash
# Measures the ladder of levels (crates/levels/src/ladder.rs): a match between each pair of neighbours.
#
#     tools/measure_ladder.sh target/release/sakdi [GAMES] [FROM] [TO]
#
# FROM is -2, the lowest level, and TO 20 unless given.
# Prints one line for each pair: the two levels, and the result from the side of the higher one.
# Levels are limited by nodes, so speed does not matter; full strength, level 20, plays at 100 ms a
# move. With 100 games for each pair, all pairs take about forty minutes on two cores, most of it
# for the upper levels.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
sakdi=$1
games=${2:-100}
for ((low = ${3:--2}; low < ${4:-20}; low++)); do
    high=$((low + 1))
    limit=()
    ((high < 20)) || limit=(st=0.1)
    "$sakdi" match --engine cmd=self "name=level $high" "option.Skill Level=$high" "${limit[@]}" \
        --engine cmd=self "name=level $low" "option.Skill Level=$low" --each st=60 \
        --openings positions/openings.epd order=random --games "$games" --max-moves 200 \
        --draw movenumber=60 movecount=10 score=15 | sed -n "s/^result/$low-$high/p"
done
