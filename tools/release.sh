#!/usr/bin/env bash
# Builds the release archives in target/dist/: for each target the program, README and documents,
# licences and checksums. docs/building.md says what the targets need.
#
#   tools/release.sh [--pgo] [--test] [TARGET…]
#
# Without a target it builds all those that this machine has the tools for, and lists the others.
# --pgo: optimise with a profile of `sakdi bench`, if Rust supports it for the target and the
# program runs here. --test: run the smoke test of each program, with wine64 or qemu-aarch64 if
# needed.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "${BASH_SOURCE[0]}")/.."

targets=(x86_64-unknown-linux-musl x86_64-pc-windows-gnu aarch64-unknown-linux-musl)
pgo=false
test=false
named=()
for argument in "$@"; do
    case $argument in
        --pgo) pgo=true ;;
        --test) test=true ;;
        -h | --help) sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit ;;
        -*) echo "release.sh: unknown option $argument" >&2; exit 2 ;;
        *) named+=("$argument") ;;
    esac
done

# The C compiler of a target, which also links its program.
compiler() {
    case $1 in
        x86_64-unknown-linux-musl) if [[ $(uname -m) == x86_64 ]]; then echo cc; else echo x86_64-linux-gnu-gcc; fi ;;
        x86_64-pc-windows-gnu) echo x86_64-w64-mingw32-gcc ;;
        aarch64-unknown-linux-musl) if [[ $(uname -m) == aarch64 ]]; then echo cc; else echo aarch64-linux-gnu-gcc; fi ;;
        *) echo cc ;;
    esac
}

# Prints why a target cannot be built here, or nothing.
obstacle() {
    local tool
    for tool in cargo rustc python3 "$(compiler "$1")"; do
        command -v "$tool" > /dev/null || { echo "needs $tool"; return; }
    done
    [[ -d $(rustc --print target-libdir --target "$1" 2> /dev/null) ]] && return
    if command -v rustup > /dev/null; then
        rustup target add "$1" > /dev/null 2>&1 || echo "rustup target add $1 fails"
    else
        echo "needs Rust's standard library for it"
    fi
}

# build TARGET PROFILE_FLAGS…: the program, in target/TARGET/stripped/.
build() {
    local target=$1 name
    shift
    name=${target//-/_}
    # Keeps paths of this machine out of the program.
    local flags="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo --remap-path-prefix=$PWD=/sakdi $*"
    # The program detects wider vector units for the net when it starts.
    [[ $target == x86_64-* ]] && flags+=" -Ctarget-cpu=x86-64-v2"
    # The compiler has the headers of glibc, whose names for large files musl lacks; offsets have 64 bits without
    # them on these processors.
    local c_flags=
    [[ $target == *-musl ]] && c_flags=-DSQLITE_DISABLE_LFS
    env "CC_$name=$(compiler "$target")" \
        "CFLAGS_$name=$c_flags" \
        "CARGO_TARGET_${name^^}_LINKER=$(compiler "$target")" \
        "CARGO_TARGET_${name^^}_RUSTFLAGS=$flags" \
        SAKDI_COMMIT="$commit" \
        cargo build --quiet --locked --profile stripped --bin sakdi --target "$target"
}

# Builds and runs the program of a target for a profile, and prints the flags that apply it.
profile() {
    local target=$1 folder merge runner=()
    folder=$PWD/target/pgo/$target
    [[ $target == "$(uname -m)"-* ]] || runner=("qemu-${target%%-*}")
    if [[ $target == *-windows-* ]] || ! command -v "${runner[@]:-true}" > /dev/null; then
        echo "release.sh: $target does not run here: built without a profile" >&2
        return
    fi
    merge=$(find "$(rustc --print sysroot)" -name llvm-profdata -type f | head -n 1)
    if [[ -z $merge ]]; then
        echo "release.sh: --pgo needs llvm-profdata: rustup component add llvm-tools" >&2
        return 1
    fi
    rm -rf "$folder"
    build "$target" "-Cprofile-generate=$folder"
    "${runner[@]}" "target/$target/stripped/sakdi" bench > /dev/null
    "$merge" merge -o "$folder/merged.profdata" "$folder"
    echo "-Cprofile-use=$folder/merged.profdata"
}

# Lists what the archives have beside the program: what the README links to, and the files of its commands. What is
# in the repository, if there is one.
documents() {
    local paths
    mapfile -t paths < tools/archive_files.txt
    if git rev-parse --is-inside-work-tree > /dev/null 2>&1; then
        git ls-files -z "${paths[@]}"
    else
        find "${paths[@]}" -type f -print0
    fi
}

# Makes completions and manual pages in target/shell/ by a program that runs here. The arguments are the same for
# every target, except where a system lacks a command.
shell_files() {
    local program
    for program in "target/$1/stripped/sakdi" target/release/sakdi target/stripped/sakdi; do
        if "$program" --version > /dev/null 2>&1; then
            tools/shell_files.sh "$program" target/shell
            return
        fi
    done
}

pack() {
    local target=$1 program=sakdi folder=sakdi-$version-$1
    [[ $target == *-windows-* ]] && program=sakdi.exe
    rm -rf "target/dist/$folder"
    mkdir -p "target/dist/$folder"
    cp "target/$target/stripped/$program" "target/dist/$folder/"
    documents | xargs --null cp --parents --target-directory "target/dist/$folder"
    shell_files "$target"
    if [[ -d target/shell ]]; then
        cp --recursive target/shell "target/dist/$folder/shell"
    else
        echo "release.sh: no program runs here: $target is packed without completions and manual pages" >&2
    fi
    python3 tools/third_party_licenses.py "$target" > "target/dist/$folder/LICENSES-THIRD-PARTY.txt"
    (
        cd "target/dist/$folder"
        find . -type f -printf '%P\0' | LC_ALL=C sort --zero-terminated | xargs --null sha256sum -- > ../SUMS
        mv ../SUMS SHA256SUMS
        find . -exec touch --date="@$SOURCE_DATE_EPOCH" -- {} +
        chmod --recursive u=rwX,go=rX .
        cd ..
        if [[ $target == *-windows-* ]]; then
            archive=$folder.zip
            rm -f "$archive"
            python3 -m zipfile --create "$archive" "$folder"
        else
            archive=$folder.tar.gz
            tar --create --sort=name --owner=0 --group=0 --numeric-owner "$folder" | gzip -n > "$archive"
        fi
        echo "target/dist/$archive"
    )
}

# Runs the smoke test of a target's program.
try() {
    local program=target/$1/stripped/sakdi status=0
    local options=(--nodes "$signature")
    if [[ $1 == *-windows-* ]]; then
        program+=.exe
        tools/wine/build.sh target/wine
        cp target/wine/bcryptprimitives.dll "target/$1/stripped/"
        options+=(--shims target/wine)
    fi
    WINEPREFIX=$PWD/target/wine/prefix python3 tools/smoke_test.py "${options[@]}" "$program" || status=$?
    # Without wine64 or qemu-aarch64 the test is skipped; smoke_test.py says so.
    [[ $status == 0 || $status == 3 ]]
}

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
commit=${SAKDI_COMMIT:-$(git describe --always --dirty=-modified '--exclude=*' --abbrev=10)}
# The bench signature that the tests of the engine record.
signature=$(sed -n 's/^const SIGNATURE: u64 = \([0-9_]*\);/\1/p' engine-tests/bench.rs | tr -d _)
# The date of the commit is the date of the files, so that the same commit gives the same archive.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
if [[ -z $signature ]]; then
    echo "release.sh: engine-tests/bench.rs has no signature" >&2
    exit 1
fi
# Dates and permissions in the archives do not depend on the machine.
umask 022
export TZ=UTC0
mkdir -p target/dist

left_out=()
for target in "${named[@]:-${targets[@]}}"; do
    reason=$(obstacle "$target")
    if [[ -n $reason ]]; then
        left_out+=("$target: $reason")
        continue
    fi
    flags=""
    if $pgo; then
        flags=$(profile "$target")
    fi
    build "$target" "$flags"
    pack "$target"
    if $test; then
        try "$target"
    fi
done

(
    cd target/dist
    shopt -s nullglob
    archives=("sakdi-$version-"*.tar.gz "sakdi-$version-"*.zip)
    [[ ${#archives[@]} == 0 ]] || sha256sum -- "${archives[@]}" > SHA256SUMS
)

for line in "${left_out[@]}"; do
    echo "left out: $line" >&2
done
# A target that was named must be built.
[[ ${#named[@]} == 0 || ${#left_out[@]} == 0 ]]
