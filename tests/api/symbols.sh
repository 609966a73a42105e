#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# symbols.sh LIBRARY ABI_NUMBER ABI_LIST HEADER...: tests that the library exports exactly the
# functions that its headers declare, and that these include all functions of abi.txt. NM names the
# program nm.
set -eu
. "$(dirname "$0")/../../scripts/help.sh"
show_help_if_asked "$@"

library=$1
abi=$2
list=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

$NM -D --defined-only "$library" | awk '{print $NF}' | sed 's/@.*//' | sort -u > "$work/exported"
awk '/^TONELIFT_API/ { on = 1 } on { print } /;/ { on = 0 }' "$@" | grep -o 'tonelift_[a-z0-9_]*(' | tr -d '(' | sort -u \
    > "$work/declared"
[ -s "$work/declared" ] || { echo "no declaration found in $*"; exit 1; }
sed -n 's/^function //p' "$list" | sort -u > "$work/promised"
[ -s "$work/promised" ] || { echo "no function found in $list"; exit 1; }

failed=0
for symbol in $(comm -23 "$work/exported" "$work/declared"); do
    echo "exported, but in no header: $symbol"
    failed=1
done
for symbol in $(comm -13 "$work/exported" "$work/declared"); do
    echo "declared, but not exported: $symbol"
    failed=1
done
for symbol in $(comm -13 "$work/exported" "$work/promised"); do
    echo "gone, so the number abi of meson.build must change: $symbol"
    failed=1
done
grep -qx "abi $abi" "$list" || { echo "$list is not that of abi $abi"; failed=1; }
soname=$(readelf -d "$library" | sed -n 's/.*soname: \[\(.*\)\].*/\1/p')
[ "$soname" = "libtonelift.so.$abi" ] || { echo "the soname is $soname"; failed=1; }
echo "$(wc -l < "$work/declared") functions"
exit $failed
