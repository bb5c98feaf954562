#!/usr/bin/env bash
# Builds the Python package into target/wheels: a wheel for each target given, and the sources with --sdist.
#
#   tools/wheels.sh [--sdist] [TARGET...]
#
# Without targets: manylinux on x86-64 and 64-bit ARM, and Windows on x86-64. It needs maturin and ziglang
# (pip install maturin ziglang), and rustup. One wheel serves every Python from 3.9 on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../bindings/python"

sdist=
if [[ "${1:-}" == --sdist ]]; then
    sdist=1
    shift
fi
targets=("$@")
if ((${#targets[@]} == 0)); then
    targets=(x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-pc-windows-gnu)
fi

out=../../target/wheels
mkdir -p "$out"
if [[ -n $sdist ]]; then
    maturin sdist --out "$out"
fi
# Each wheel has the licences of the packages in it.
licences=LICENSES-THIRD-PARTY.txt
trap 'rm -f "$licences"' EXIT
for target in "${targets[@]}"; do
    rustup target add "$target"
    python3 ../../tools/third_party_licenses.py "$target" sakdi-python > "$licences"
    case $target in
        # The oldest glibc that Rust supports, so that every distribution since 2014 can load it.
        *-linux-gnu) maturin build --out "$out" --target "$target" --zig --compatibility manylinux2014 ;;
        *) maturin build --out "$out" --target "$target" ;;
    esac
done

# What the registry accepts without asking, and what users wait for.
limit=9000000
for wheel in "$out"/*.whl; do
    bytes=$(wc -c < "$wheel")
    echo "$bytes ${wheel##*/}"
    if ((bytes > limit)); then
        echo "tools/wheels.sh: ${wheel##*/} has more than $limit bytes" >&2
        exit 1
    fi
done
