#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# fetch-source.sh [--tarball] VERSION DIRECTORY [PACKAGE]: downloads the source of FFmpeg (or of
# PACKAGE) with apt, and prints the name of the tarball. VERSION is 5.1, 7.1, ...; "" selects the
# version of this distribution. The Debian packaging (.dsc and debian.tar.xz) is downloaded too,
# unless --tarball is given, because not every mirror has the packaging of other releases. The
# system is not changed: deb-src lines are derived from the deb lines in apt's sources, and apt's
# lists and cache are in DIRECTORY.
set -eu
. "$(dirname "$0")/../scripts/help.sh"
show_help_if_asked "$@"

part=
if [ "${1-}" = --tarball ]; then
    part=--tar-only
    shift
fi
case $# in
    2 | 3) ;;
    *) echo "usage: fetch-source.sh [--tarball] VERSION DIRECTORY [PACKAGE]" >&2; exit 2 ;;
esac
version=$1
package=${3-ffmpeg}
mkdir -p "$2/apt/lists/partial" "$2/apt/cache/archives/partial"
directory=$(cd "$2" && pwd)
log=$directory/apt/log

fail() {
    [ ! -s "$log" ] || cat "$log" >&2
    [ "$package" != ffmpeg ] || set -- "$*; give build.sh a --source"
    echo "fetch-source.sh: $*" >&2
    exit 1
}

tarball() {
    find "$directory" -maxdepth 1 -name "${package}_$version*.orig.tar.*" ! -name '*.asc' -print -quit
}
[ -z "$(tarball)" ] || { tarball; exit; }

# Prints the package sources of apt as "address suite".
# shellcheck disable=SC2016 # apt-get expands the names
entries() {
    apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE)' \
        'Created-By: Packages' | sort -u
}

source_entries() {
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    options=
    [ ! -f "$keyring" ] || options="[signed-by=$keyring] "
    main=$(entries | awk '$2 !~ /-/ { print $1; exit }')
    [ -n "$main" ] || return 0
    {
        entries
        case $version in
            "") ;;
            *) printf "$main %s\n" bookworm trixie sid ;;
        esac
    } | sort -u | while read -r address suite; do
        echo "deb-src $options$address $suite main"
    done
}

# private COMMAND...: runs an apt tool that sees only the sources in $directory/apt/sources.list.
private() {
    tool=$1
    shift
    "$tool" -q -o Dir::Etc::SourceList="$directory/apt/sources.list" \
        -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$directory/apt/lists" \
        -o Dir::Cache="$directory/apt/cache" -o APT::Sandbox::User="$(id -un)" "$@"
}

command -v apt-get > /dev/null || fail "there is no apt here"
source_entries > "$directory/apt/sources.list"
[ -s "$directory/apt/sources.list" ] || fail "apt has no package source here"
private apt-get update > "$log" 2>&1 || fail "apt-get update failed"
found=$(private apt-cache showsrc --only-source "$package" |
    sed -n "s/^Version: \(\(.*:\)\?$version.*\)/\1/p" | sort -V | tail -n 1)
[ -n "$found" ] || fail "$package $version is not in $(cut -d' ' -f4 "$directory/apt/sources.list" |
    paste -sd' ')"
# Removes the partial files of an interrupted download, because apt gives partial files the final
# name of the tarball.
rm -rf "$directory/partial"
mkdir "$directory/partial"
(cd "$directory/partial" &&
    private apt-get source --download-only ${part:+"$part"} --only-source "$package=$found") \
    > "$log" 2>&1 || fail "$package $found cannot be downloaded"
mv "$directory"/partial/* "$directory"
version=${found#*:}
version=${version%-*}
tarball
