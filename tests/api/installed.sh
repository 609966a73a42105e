#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# installed.sh: tests that programs can use the installed files: the example, and the program in the
# document GUIDE, compile with the flags of pkg-config and run.
#
#   CC=... MESON=... PKG_CONFIG=... LIBRARIES=shared|static|both \
#       installed.sh BUILD_DIRECTORY EXAMPLE_SOURCE GUIDE
set -eu
. "$(dirname "$0")/../../scripts/help.sh"
show_help_if_asked "$@"

build=$1
example=$2
guide=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

DESTDIR=$work/root $MESON install -C "$build" --no-rebuild --quiet
pc=$(find "$work/root" -name tonelift.pc)
[ -n "$pc" ] || { echo "tonelift.pc is not installed"; exit 1; }
PKG_CONFIG_PATH=$(dirname "$pc")
folder=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH
cd "$work"

flags() {
    $PKG_CONFIG --define-variable=prefix="${folder%/lib*}" "$@" tonelift
}

compile() {
    # shellcheck disable=SC2046,SC2086  # the flags must be split into words, and there may be none
    $CC -std=c11 -Wall -Wextra -Wpedantic -Werror "$1" -o "$2" $(flags --cflags) $(flags --libs $3)
}

check_picture() {
    [ "$(head -c 15 "$1" | tr '\n' ' ')" = "P6 640 360 255 " ] || { echo "not a PPM file"; exit 1; }
    [ "$(wc -c < "$1")" -eq $((15 + 640 * 360 * 3)) ] ||
        { echo "wrong size of the PPM file"; exit 1; }
    bytes=$(tail -c +16 "$1" | od -An -v -tu1 -w1 | sort -nu)
    count=$(echo "$bytes" | wc -l)
    first=$(echo "$bytes" | head -n 1)
    last=$(echo "$bytes" | tail -n 1)
    echo "$count levels from $first to $last"
    [ "$count" -gt 100 ] && [ "$first" -lt 32 ] && [ "$last" -gt 223 ]
}

# The C code blocks of GUIDE, in their order, form one program.
# shellcheck disable=SC2016  # the quotes are those of Markdown
sed -n '/^```c$/,/^```$/p' "$guide" | grep -v '^```' > guide.c
grep -q 'int main' guide.c || { echo "no program in $guide"; exit 1; }

try() {
    compile "$example" "example_$1" "$2"
    compile guide.c "guide_$1" "$2"
    LD_LIBRARY_PATH=$folder:${LD_LIBRARY_PATH:-} "./example_$1" "$1.ppm"
    check_picture "$1.ppm"
    LD_LIBRARY_PATH=$folder:${LD_LIBRARY_PATH:-} "./guide_$1" > "$1.txt"
    for line in '^option script_text = ' '^tonemap hable = 5$' '^param shadows = 0.6 in ' \
        ': no error$'; do
        grep -q "$line" "$1.txt" || { cat "$1.txt"; echo "the guide says no $line"; exit 1; }
    done
}

try_clone() {
    (
        export PKG_CONFIG_PATH="$build/meson-uninstalled"
        # shellcheck disable=SC2046  # the flags must be split into words
        $CC -std=c11 "$example" -o example_clone $($PKG_CONFIG --cflags --libs tonelift) -Wl,-rpath,"$build"
        ./example_clone clone.ppm
        check_picture clone.ppm
    )
}

[ "$LIBRARIES" = static ] || try shared ""
[ "$LIBRARIES" = static ] || try_clone
[ "$LIBRARIES" = shared ] && exit
rm -f "$folder"/libtonelift.so*
try static --static
! ldd example_static | grep -q libtonelift || { echo "the shared library was linked"; exit 1; }
[ "$LIBRARIES" = static ] || cmp shared.ppm static.ppm
