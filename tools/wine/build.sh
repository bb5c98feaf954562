#!/usr/bin/env bash
# build.sh FOLDER: builds the helpers for testing Windows programs under Wine. Copy
# bcryptprimitives.dll beside sakdi.exe, unless Wine has it (from 8.5 on); smoke_test.py uses
# ctrl_c.exe.
set -euo pipefail
source=$(dirname "${BASH_SOURCE[0]}")
mkdir -p "$1"
x86_64-w64-mingw32-gcc -O2 -shared -o "$1/bcryptprimitives.dll" "$source/bcryptprimitives.c" -ladvapi32
x86_64-w64-mingw32-gcc -O2 -o "$1/ctrl_c.exe" "$source/ctrl_c.c"
