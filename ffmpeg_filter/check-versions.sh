#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# check-versions.sh [--full] [VERSION...]: compiles the filter against other versions of FFmpeg
# (7.1, 8.1 and 9.0), with warnings as errors; --full builds ffmpeg and ffprobe too. The sources
# come by apt, see fetch-source.sh. TONELIFT_FFMPEG=build/ffmpeg-VERSION scripts/ffmpeg runs such a
# build.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
library=${TONELIFT_LIBRARY:-$root/build}
full=
[ "${1-}" != --full ] || { full=1; shift; }
[ $# -gt 0 ] || set -- 7.1 8.1 9.0

# The distribution's headers of NVIDIA's codecs may be too old for these versions.
headers=$root/build/nv-codec-headers
if [ ! -f "$headers/lib/pkgconfig/ffnvcodec.pc" ]; then
    tarball=$("$here/fetch-source.sh" 12.1 "$headers/download" nv-codec-headers)
    mkdir -p "$headers/source"
    tar -xf "$tarball" -C "$headers/source" --strip-components=1
    make -C "$headers/source" PREFIX="$headers" install > "$headers/install.log"
fi
export PKG_CONFIG_PATH=$headers/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}

for version; do
    output=$root/build/ffmpeg-$version
    tarball=$("$here/fetch-source.sh" "$version" "$output/download")
    build=("$here/build.sh" --source "$tarball" --output "$output" --library "$library")
    "${build[@]}" --werror --filter-only
    echo "FFmpeg $(cat "$output/source/RELEASE"): the filter compiles without a warning"
    [ -z "$full" ] || "${build[@]}"
done
