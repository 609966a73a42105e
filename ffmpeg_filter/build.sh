#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# build.sh: builds ffmpeg and ffprobe with the filter tonelift and the encoder hap_tonelift. Nothing
# is installed; scripts/ffmpeg runs the built ffmpeg. A repeated build compiles only changed files.
set -euo pipefail

usage() {
    cat <<END
usage: build.sh [options] [-- switches of FFmpeg's configure]
  --source PLACE     FFmpeg's source, a directory or a tarball; default: the source of this
                     distribution, fetched with apt. A repeated build keeps its source, but a full
                     build after scripts/demo takes the default
  --output DIR       where to build; default: build/ffmpeg
  --library DIR      meson build directory of Tonelift, made if missing; default: build
  --library-is-built use the library without building it
  --jobs N           default: all cores
  --cross TRIPLET    compile for another processor with TRIPLET-gcc, such as aarch64-linux-gnu-gcc
  --components FILE  components of FFmpeg to build, unless --output has all of them; default: components
  --names            also build the filters tonemapx and tonemap_cuda: tonelift under the names that servers use
  --werror           warnings about the files of Tonelift are errors
  --sanitize         compile the files of Tonelift, and FFmpeg's Hap decoder, with AddressSanitizer
  --filter-only      recompile only the files of Tonelift
END
}

fail() { echo "build.sh: $*" >&2; exit 1; }

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
source=
output=$root/build/ffmpeg
library=$root/build
components=$here/components
jobs=$(nproc)
names=()
cross=
flags=()
sanitizer=
filter_only=
builds_library=1
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    case $1 in
        --source | --output | --library | --jobs | --cross | --components)
            [ $# -gt 1 ] || fail "$1 needs a value"
            declare "${1#--}=$2"
            shift
            ;;
        --names) names=(--names) ;;
        --werror) flags+=(-Werror) ;;
        --sanitize) sanitizer=-fsanitize=address ;;
        --filter-only) filter_only=1 ;;
        --library-is-built) builds_library= ;;
        -h | --help) usage; exit ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done
switches=("${@:2}")
mkdir -p "$output"
output=$(cd "$output" && pwd)
prefix=${cross:+$cross-}

build_library() {
    [ -n "$builds_library" ] || return 0
    [ -f "$library/build.ninja" ] || meson setup "$library" "$root" > "$output/library.log" 2>&1 ||
        { cat "$output/library.log" >&2; fail "meson setup failed"; }
    meson compile -C "$library" -j "$jobs" tonelift:shared_library > "$output/library.log" 2>&1 ||
        { cat "$output/library.log" >&2; fail "libtonelift does not compile"; }
}

# Succeeds if this build adds components to the FFmpeg of scripts/demo.
extends_demo() {
    cmp -s "$output/components" "$here/components-demo" && ! cmp -s "$components" "$here/components-demo"
}

# Copies FFmpeg's source, so that the caller's source tree stays unchanged. Without --source, a
# repeated build keeps its source. A full build does not keep the source of scripts/demo, because
# the demo can choose a release that this distribution's NVIDIA headers do not suit.
unpack_source() {
    if [ -z "$source" ]; then
        # source.name is written after the source is complete.
        [ ! -f "$output/source.name" ] || extends_demo || return 0
        source=$("$here/fetch-source.sh" "" "$output/download")
    fi
    [ -e "$source" ] || fail "$source: no such directory or tarball"
    source=$(realpath "$source")
    [ "$(cat "$output/source.name" 2> /dev/null)" != "$source" ] || return 0
    rm -rf "$output/source" "$output/object" "$output/source.name"
    mkdir -p "$output/source"
    if [ -d "$source" ]; then
        cp -a "$source/." "$output/source/"
    else
        tar -xf "$source" -C "$output/source" --strip-components=1 --no-same-owner
    fi
    echo "$source" > "$output/source.name"
}

# FFmpeg 5.1 stores the build time in compressed CUDA kernels. Without this change to its makefile,
# two builds of the same source would differ.
leave_out_times() {
    local makefile=$output/source/ffbuild/common.mak
    grep -q 'gzip -c9' "$makefile" || return 0
    sed -i 's/gzip -c9/gzip -nc9/' "$makefile"
    rm -f "$output"/object/libavfilter/*.ptx.{gz,c,o}
}

# Prints the major version of FFmpeg. A source tree without a release number counts as newer than
# all releases.
version_major() { grep -m 1 -o '^[0-9]\+' "$output/source/RELEASE" 2> /dev/null || echo 999; }

# Succeeds if NVIDIA's codec headers (ffnvcodec) suit this FFmpeg. FFmpeg 5.1 compiles only with
# headers older than version 12. Later releases of FFmpeg need at least 12.1.14.
ffnvcodec_suits() {
    local wanted='ffnvcodec >= 12.1.14.0'
    [ "$(version_major)" -gt 5 ] || wanted='ffnvcodec < 12'
    "${prefix}pkg-config" --exists "$wanted"
}

# Succeeds if this FFmpeg can pass Vulkan frames to the kernels. Before FFmpeg 7.1, FFmpeg creates
# Vulkan devices without features that the kernels need.
vulkan_suits() {
    [ "$(version_major)" -gt 6 ] && "${prefix}pkg-config" --exists 'vulkan >= 1.3.277'
}

# with WHAT PACKAGE SWITCH...: prints each SWITCH for configure if pkg-config finds PACKAGE.
# Otherwise prints a message that WHAT is left out.
with() {
    if "${prefix}pkg-config" --exists "$2"; then
        printf '%s\n' "${@:3}"
    else
        echo "build.sh: without $1 (no $2)" >&2
    fi
}

options() {
    printf '%s\n' --disable-autodetect --disable-everything --disable-doc --disable-ffplay \
        --disable-network --disable-debug --enable-static --disable-shared --enable-gpl \
        --enable-zlib --enable-pthreads --enable-libtonelift
    sed -n 's/^\([a-z]\+\) /\1=/p' "$components" | tr ' ' , | sed 's/^/--enable-/'
    [ ${#names[@]} -eq 0 ] || printf '%s\n' --enable-filter=tonemapx,tonemap_cuda
    with "H.264 encoding" x264 --enable-libx264
    with "H.265 encoding" x265 --enable-libx265
    with "AV1 encoding" SvtAv1Enc --enable-libsvtav1
    with "AV1 decoding" dav1d --enable-libdav1d
    with zscale zimg --enable-libzimg
    with "subtitles and text in the picture" libass --enable-libass --enable-libfreetype --enable-libfontconfig \
        --enable-libfribidi
    # FFmpeg 5.1 and 6.0 do not use harfbuzz, so their configure has no --enable-libharfbuzz.
    [ "$(version_major)" -le 6 ] || with "drawtext" harfbuzz --enable-libharfbuzz
    with "WebP encoding" libwebp --enable-libwebp
    with "Opus encoding" opus --enable-libopus
    with "the encoder hap and Snappy in hap_tonelift" snappy --enable-libsnappy
    if ffnvcodec_suits; then
        printf '%s\n' --enable-ffnvcodec --enable-cuvid --enable-nvdec --enable-nvenc
        ! command -v clang > /dev/null || echo --enable-cuda-llvm
    else
        echo "build.sh: without NVDEC and NVENC (no ffnvcodec headers that suit this FFmpeg)" >&2
    fi
    if vulkan_suits; then
        # configure finds headers outside the default paths only with --extra-cflags.
        printf '%s\n' --enable-vulkan "--extra-cflags=$("${prefix}pkg-config" --cflags vulkan)"
    else
        echo "build.sh: without Vulkan frames (FFmpeg 7.1 and Vulkan headers 1.3.277 or newer have them)" >&2
    fi
    ! command -v ccache > /dev/null || printf '%s\n' --cc="ccache ${prefix}gcc" --cxx="ccache ${prefix}g++"
    [ -z "$cross" ] || printf '%s\n' --enable-cross-compile --target-os=linux --arch="${cross%%-*}" \
        --cross-prefix="$prefix" --pkg-config="${prefix}pkg-config"
    [ ${#switches[@]} -eq 0 ] || printf '%s\n' "${switches[@]}"
}

# Runs FFmpeg's configure again only if options or libraries have changed.
configure() {
    local list
    mkdir -p "$output/object"
    options > "$output/options.new"
    if [ ! -f "$output/object/config.h" ] || ! cmp -s "$output/options.new" "$output/options"; then
        mapfile -t list < "$output/options.new"
        rm -f "$output/options"
        (cd "$output/object" && "$output/source/configure" "${list[@]}") \
            > "$output/configure.log" 2>&1 || {
            tail -n 20 "$output/configure.log" >&2
            fail "configure failed; see $output/object/ffbuild/config.log"
        }
    fi
    mv "$output/options.new" "$output/options"
    cp "$components" "$output/components"
}

compile() {
    make -C "$output/object" -j "$jobs" "$@" > "$output/make.log" 2>&1 || {
        grep -E 'error|Error|undefined' "$output/make.log" >&2
        fail "make failed; see $output/make.log"
    }
}

compile_filter() {
    local file objects=()
    for file in "$here"/lib*/*.c; do
        objects+=("$(basename "$(dirname "$file")")/$(basename "$file" .c).o")
    done
    objects+=(libavfilter/vf_tonelift_compose.o)
    [ ${#names[@]} -eq 0 ] || objects+=(libavfilter/vf_tonelift_names.o)
    for file in "$here"/*.c; do objects+=("libavcodec/$(basename "$file" .c).o"); done
    [ -z "$sanitizer" ] || objects+=(libavcodec/{hap,hapdec,texturedsp}.o)
    [ -z "$filter_only$sanitizer" ] || rm -f "${objects[@]/#/$output/object/}"
    compile ECFLAGS="${flags[*]} $sanitizer" "${objects[@]}"
}

[ -f "$components" ] || fail "$components: no such file"
! cmp -s "$output/components" "$here/components" || components=$here/components
build_library
library=$(cd "$library" && pwd)
export PKG_CONFIG_PATH=$library/meson-uninstalled${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
unpack_source
leave_out_times
"$here/register.sh" ${names[@]+"${names[@]}"} "$output/source"
configure
echo "$library" > "$output/library"
compile_filter
[ -z "$filter_only" ] || exit 0
compile LDEXEFLAGS="$sanitizer" ffmpeg ffprobe
echo "FFmpeg $(cat "$output/source/RELEASE") with tonelift is in $output/object;" \
    "run it with scripts/ffmpeg"
