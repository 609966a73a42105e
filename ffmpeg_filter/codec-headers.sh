#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# codec-headers.sh VERSION: prints the PKG_CONFIG_PATH with headers of NVIDIA's codecs that suit this version of FFmpeg.
# The distribution's may be too old for versions after 5.1; newer ones come by apt, into build/nv-codec-headers. 5.1 does
# not compile with these.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
headers=$(dirname "$here")/build/nv-codec-headers

case ${1-} in
    "") echo "usage: codec-headers.sh VERSION" >&2; exit 2 ;;
    5.*) echo "${PKG_CONFIG_PATH-}"; exit ;;
esac
if [ ! -f "$headers/lib/pkgconfig/ffnvcodec.pc" ]; then
    tarball=$("$here/fetch-source.sh" --tarball 12.1 "$headers/download" nv-codec-headers)
    mkdir -p "$headers/source"
    tar -xf "$tarball" -C "$headers/source" --strip-components=1
    make -C "$headers/source" PREFIX="$headers" install > "$headers/install.log"
fi
echo "$headers/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
