#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# static_symbols.sh LIBRARY: tests that every symbol of the static library has the library's prefix,
# so that a program can define any other name. Weak symbols (types W, V and u of nm) are allowed,
# because a program can define them again. NM names the program nm.
set -eu
. "$(dirname "$0")/../../scripts/help.sh"
show_help_if_asked "$@"

strong=$($NM --defined-only --extern-only "$1" 2> /dev/null | awk 'NF == 3 && $2 ~ /^[ABCDGRST]$/ { print $3 }')
[ -n "$strong" ] || { echo "no symbol found in $1"; exit 1; }
foreign=$(printf '%s\n' "$strong" | grep -v -e '^tonelift_' -e '^_Z[A-Z]*[KN]*8tonelift' || true)
if [ -n "$foreign" ]; then
    echo "defined, but not in the namespace tonelift:"
    printf '%s\n' "$foreign"
    exit 1
fi
