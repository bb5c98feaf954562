#!/usr/bin/env bash
# Writes the completions and manual pages of a program to a folder, in place of what was there:
#
#   tools/shell_files.sh PROGRAM FOLDER
set -euo pipefail
program=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder/man"
"$program" man "$folder/man"
"$program" completions bash > "$folder/sakdi.bash"
"$program" completions fish > "$folder/sakdi.fish"
"$program" completions zsh > "$folder/_sakdi"
"$program" completions powershell > "$folder/_sakdi.ps1"
