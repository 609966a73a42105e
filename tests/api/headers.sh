#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# headers.sh INCLUDE_DIRECTORY...: tests that each public header compiles without other headers, as C11
# with the compiler CC and as C++20 with CXX. Each header is included twice. Warnings are errors.
# shellcheck disable=SC2086  # $CC, $CXX and the flags are words
set -eu
. "$(dirname "$0")/../../scripts/help.sh"
show_help_if_asked "$@"

warnings="-Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only"
failed=0
for directory in "$@"; do
    include="${include:-} -I$directory"
done
for directory in "$@"; do
    for path in "$directory"/tonelift/*.h; do
        header=tonelift/$(basename "$path")
        source="#include <$header>
#include <$header>
extern int a_unit_is_not_empty;
"
        printf '%s' "$source" | $CC -std=c11 -Wstrict-prototypes $warnings $include -x c - ||
            { echo "$header does not compile alone as C11"; failed=1; }
        printf '%s' "$source" | $CXX -std=c++20 $warnings $include -x c++ - ||
            { echo "$header does not compile alone as C++20"; failed=1; }
        echo "$header"
    done
done
exit $failed
