#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# codec-headers.sh VERSION: prints the PKG_CONFIG_PATH with headers of NVIDIA's codecs and of Vulkan
# that suit this version of FFmpeg. FFmpeg 5.1 compiles only with old headers, so nothing is
# downloaded for 5.1. For later versions, newer headers are downloaded with apt into
# build/nv-codec-headers and build/vulkan-headers.
set -euo pipefail
. "$(dirname "$0")/../scripts/help.sh"
show_help_if_asked "$@"

here=$(cd "$(dirname "$0")" && pwd)
build=$(dirname "$here")/build
vulkan=1.4.309 # FFmpeg 7.1 to 9.0 need at least 1.3.277

case ${1-} in
    "") echo "usage: codec-headers.sh VERSION" >&2; exit 2 ;;
    5.*) echo "${PKG_CONFIG_PATH-}"; exit ;;
esac

# unpack VERSION PACKAGE DIRECTORY: downloads the source of a package into DIRECTORY/source.
unpack() {
    local tarball
    tarball=$("$here/fetch-source.sh" --tarball "$1" "$3/download" "$2")
    mkdir -p "$3/source"
    tar -xf "$tarball" -C "$3/source" --strip-components=1
}

headers=$build/nv-codec-headers
if [ ! -f "$headers/lib/pkgconfig/ffnvcodec.pc" ]; then
    unpack 12.1 nv-codec-headers "$headers"
    make -C "$headers/source" PREFIX="$headers" install > "$headers/install.log"
fi
paths=$headers/lib/pkgconfig

# The headers come from the source package of the Vulkan loader. The loader's build would write the
# pkg-config file, but the loader is not built, so the file is written here.
if ! pkg-config --exists 'vulkan >= 1.3.277'; then
    headers=$build/vulkan-headers
    if [ ! -f "$headers/vulkan.pc" ]; then
        unpack "$vulkan" vulkan-loader "$headers"
        printf '%s\n' "includedir=$headers/source/vulkan-headers/include" 'Name: Vulkan-Headers' \
            'Description: headers of Vulkan' "Version: $vulkan" "Cflags: -I\${includedir}" > "$headers/vulkan.pc"
    fi
    paths+=:$headers
fi
echo "$paths${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
