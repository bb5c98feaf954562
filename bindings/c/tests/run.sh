#!/usr/bin/env bash
# Builds the library and tests it from C: static, shared, from C++, and under valgrind where it is installed.
#
#   bindings/c/tests/run.sh [PROFILE] [SESSIONS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
profile=${1:-fast}
sessions=${2:-100}

cargo build --package sakdi-c --profile "$profile"
library=target/$profile
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
flags=(-std=c11 -Wall -Wextra -Werror -pedantic -g -Ibindings/c/include)

cc "${flags[@]}" bindings/c/tests/test.c "$library/libsakdi.a" -o "$out/static" -lpthread -ldl -lm
"$out/static" "$sessions"
cc "${flags[@]}" bindings/c/tests/test.c -o "$out/shared" -L"$library" -lsakdi -lpthread
LD_LIBRARY_PATH=$library "$out/shared" 10
for example in bindings/c/examples/*.c; do
    cc "${flags[@]}" "$example" "$library/libsakdi.a" -o "$out/example" -lpthread -ldl -lm
    "$out/example"
done
if command -v c++ > /dev/null; then
    printf '#include "sakdi.h"\nint main() { return sakdi_version()[0] == 0; }\n' > "$out/test.cc"
    c++ -Wall -Wextra -Werror -Ibindings/c/include "$out/test.cc" "$library/libsakdi.a" -o "$out/cpp" -lpthread -ldl -lm
    "$out/cpp"
fi
# Leaks and wild pointers, as far as they reach the C side.
cc "${flags[@]}" -fsanitize=address,undefined bindings/c/tests/test.c "$library/libsakdi.a" -o "$out/sanitized" -lpthread -ldl -lm
"$out/sanitized" "$sessions"
if command -v valgrind > /dev/null; then
    # Threads of the library that still run have memory, which is possibly lost.
    valgrind --quiet --leak-check=full --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect \
        --error-exitcode=1 "$out/static" 20
fi
