#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# register.sh SOURCE: puts the tonelift filter into an FFmpeg source tree of 5.1 or later: the C
# files beside this script and six lines, one more before 6.1. Running it again only brings the files up to date.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
source=${1:?usage: register.sh FFMPEG_SOURCE_DIRECTORY}

fail() { echo "register.sh: $*" >&2; exit 1; }

# insert FILE before|after ANCHOR LINE: inserts LINE beside the first line that begins with ANCHOR,
# unless it is there already.
insert() {
    file=$source/$1
    grep -qxF -e "$4" "$file" && return
    awk -v where="$2" -v anchor="$3" -v line="$4" '
        !found && index($0, anchor) == 1 {
            found = 1
            $0 = where == "before" ? line "\n" $0 : $0 "\n" line
        }
        { print }
        END { exit !found }' "$file" > "$file.new" || {
        rm -f "$file.new"
        fail "$file has no line '$3': is this FFmpeg 5.1 or later?"
    }
    cat "$file.new" > "$file" # keeps the mode of configure
    rm "$file.new"
}

[ -f "$source/libavfilter/allfilters.c" ] || fail "$source: no FFmpeg source here"
if grep -q '^extern const FFFilter ff_vf_tonemap;' "$source/libavfilter/allfilters.c"; then
    type=FFFilter
else
    type=AVFilter
fi
check='require_pkg_config libtonelift "tonelift >= 0.1.0" tonelift/tonelift.h'

insert configure after '  --enable-libtheora ' \
    '  --enable-libtonelift     enable tonelift filter via libtonelift [no]'
insert configure after '    libtheora' '    libtonelift'
insert configure before 'tonemap_vaapi_filter_deps=' 'tonelift_filter_deps="libtonelift"'
insert configure before 'enabled libtwolame ' \
    "enabled libtonelift       && $check tonelift_filter_create"
objects="vf_tonelift.o tonelift_cuda.o tonelift_formats.o tonelift_video.o"
# shellcheck disable=SC2016 # make expands it
insert libavfilter/Makefile before 'OBJS-$(CONFIG_TONEMAP_FILTER) ' \
    "OBJS-\$(CONFIG_TONELIFT_FILTER) += $objects"
insert libavfilter/allfilters.c before "extern const $type ff_vf_tonemap;" \
    "extern const $type ff_vf_tonelift;"

# The ffmpeg program of 5.1 and 6.0 copies the light level of the input's container to its output,
# whatever filters did. After this change it does not do so for SDR.
program=fftools/ffmpeg.c
copies='                if (sd->type != AV_PKT_DATA_CPB_PROPERTIES) {'
if grep -qxF -e "$copies" "$source/$program"; then
    trc='ost->enc_ctx->color_trc'
    light='sd->type == AV_PKT_DATA_MASTERING_DISPLAY_METADATA'
    light="$light || sd->type == AV_PKT_DATA_CONTENT_LIGHT_LEVEL || sd->type == AV_PKT_DATA_DOVI_CONF"
    sdr="$trc != AVCOL_TRC_UNSPECIFIED && $trc != AVCOL_TRC_SMPTE2084 && $trc != AVCOL_TRC_ARIB_STD_B67"
    insert "$program" before "$copies" "                if (($light) && $sdr) continue;"
fi

for file in "$here"/*.[ch]; do
    copy=$source/libavfilter/$(basename "$file")
    cmp -s "$file" "$copy" || cp "$file" "$copy"
done
