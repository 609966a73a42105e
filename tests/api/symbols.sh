#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The library exports the functions that its headers declare, and nothing else.
#
#   NM=... symbols.sh LIBRARY HEADER...
set -eu

library=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

$NM -D --defined-only "$library" | awk '{print $NF}' | sed 's/@.*//' | sort -u > "$work/exported"
sed -n '/^TONELIFT_API/,/;/p' "$@" | grep -o 'tonelift_[a-z_]*(' | tr -d '(' | sort -u \
    > "$work/declared"
[ -s "$work/declared" ] || { echo "no declaration found in $*"; exit 1; }

failed=0
for symbol in $(comm -23 "$work/exported" "$work/declared"); do
    echo "exported, but in no header: $symbol"
    failed=1
done
for symbol in $(comm -13 "$work/exported" "$work/declared"); do
    echo "declared, but not exported: $symbol"
    failed=1
done
echo "$(wc -l < "$work/declared") functions"
exit $failed
