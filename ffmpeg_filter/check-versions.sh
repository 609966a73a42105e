#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# check-versions.sh [--full] [VERSION...]: compiles the filter against several versions of FFmpeg
# (default: the versions in the file `releases`), with warnings as errors. --full builds ffmpeg and
# ffprobe too. fetch-source.sh downloads the sources with apt. TONELIFT_FFMPEG=build/ffmpeg-VERSION
# scripts/ffmpeg runs a build of --full; scripts/test-ffmpeg-releases tests all of them.
set -euo pipefail
. "$(dirname "$0")/../scripts/help.sh"
show_help_if_asked "$@"

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
library=${TONELIFT_LIBRARY:-$root/build}
full=
[ "${1-}" != --full ] || { full=1; shift; }
# shellcheck disable=SC2046 # a word for each release
[ $# -gt 0 ] || set -- $(grep -v '^#' "$here/releases")

for version; do
    output=$root/build/ffmpeg-$version
    tarball=$("$here/fetch-source.sh" --tarball "$version" "$output/download")
    build=(env "PKG_CONFIG_PATH=$("$here/codec-headers.sh" "$version")" "$here/build.sh" --source "$tarball"
        --output "$output" --library "$library")
    "${build[@]}" --names --werror --filter-only
    echo "FFmpeg $(cat "$output/source/RELEASE"): the filter compiles without a warning"
    [ -z "$full" ] || "${build[@]}" --names
done
