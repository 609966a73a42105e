#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# What is installed is all that a user needs: the example compiles against it through pkg-config, as
# C11 without a warning, and its picture is one.
#
#   CC=... MESON=... PKG_CONFIG=... installed.sh BUILD_DIRECTORY EXAMPLE_SOURCE
set -eu

build=$1
example=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

DESTDIR=$work/root $MESON install -C "$build" --no-rebuild --quiet
pc=$(find "$work/root" -name tonelift.pc)
[ -n "$pc" ] || { echo "tonelift.pc is not installed"; exit 1; }
PKG_CONFIG_LIBDIR=$(dirname "$pc")
PKG_CONFIG_SYSROOT_DIR=$work/root
export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
library=$(dirname "$(find "$work/root" -name 'libtonelift.so')")

cd "$work"
# shellcheck disable=SC2046  # flags are words
$CC -std=c11 -Wall -Wextra -Wpedantic -Werror "$example" \
    $($PKG_CONFIG --cflags --libs tonelift) -o example
LD_LIBRARY_PATH=$library:${LD_LIBRARY_PATH:-} ./example out.ppm

[ "$(head -c 15 out.ppm | tr '\n' ' ')" = "P6 640 360 255 " ] || { echo "not a PPM file"; exit 1; }
[ "$(wc -c < out.ppm)" -eq $((15 + 640 * 360 * 3)) ] || { echo "wrong size of the PPM file"; exit 1; }
# A ramp from black to white: many different bytes, and not in one half of the range only.
bytes=$(tail -c +16 out.ppm | od -An -v -tu1 -w1 | sort -nu)
count=$(echo "$bytes" | wc -l)
first=$(echo "$bytes" | head -n 1)
last=$(echo "$bytes" | tail -n 1)
echo "$count levels from $first to $last"
[ "$count" -gt 100 ] && [ "$first" -lt 32 ] && [ "$last" -gt 223 ]
