#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# register.sh [--names] SOURCE: adds the filters tonelift and tonelift_compose and the encoder
# hap_tonelift to an FFmpeg source tree, 5.1 or later. The script copies the C files of this folder
# and its subfolders, and inserts a dozen lines into FFmpeg's files. In FFmpeg 5.1, three more lines
# go into the program ffmpeg. --names also adds the filters tonemapx and tonemap_cuda, which are
# tonelift under the names that media servers use. A repeated run only updates the files. If the
# place for a line is not found, the tree stays unchanged.
set -eu
. "$(dirname "$0")/../scripts/help.sh"
show_help_if_asked "$@"

here=$(cd "$(dirname "$0")" && pwd)
names=
[ "${1-}" != --names ] || { names=1; shift; }
source=${1:?usage: register.sh [--names] FFMPEG_SOURCE_DIRECTORY}
known=$(grep -v '^#' "$here/releases" | paste -sd' ')

say() { echo "register.sh: $*" >&2; }
fail() { say "$*"; exit 1; }

release=$(cat "$source/RELEASE" 2> /dev/null || echo "of an unknown release")
is_known() {
    for one in $known; do
        case $release in "$one" | "$one".*) return 0 ;; esac
    done
    return 1
}

named=libavfilter/vf_tonelift_names.c
earlier=tonelift
[ ! -f "$source/$named" ] || earlier='tonelift\|ff_vf_tonemapx;\|ff_vf_tonemap_cuda;'
[ -z "$names" ] || [ -f "$source/$named" ] || ! grep -q 'ff_vf_tonemapx' "$source/libavfilter/allfilters.c" ||
    fail "$source has filters of these names of its own; leave out --names"

# All changes are made to copies in $changed. The copies replace the files of the tree only if every
# change succeeds.
changed=$(mktemp -d)
trap 'rm -rf "$changed"' EXIT

# stage FILE: copies a file of the FFmpeg tree to $changed, without lines that an earlier run has
# inserted.
stage() {
    mkdir -p "$(dirname "$changed/$1")"
    grep -v "$earlier" "$source/$1" > "$changed/$1" || fail "$source is no whole source tree of FFmpeg"
}

# insert FILE before|after ANCHOR LINE: inserts LINE next to the first line that begins with ANCHOR.
insert() {
    copy=$changed/$1
    [ -f "$copy" ] || stage "$1"
    awk -v where="$2" -v anchor="$3" -v line="$4" '
        !found && index($0, anchor) == 1 {
            found = 1
            $0 = where == "before" ? line "\n" $0 : $0 "\n" line
        }
        { print }
        END { exit !found }' "$copy" > "$copy.new" || {
        say "$source/$1 has no line that begins with '$3', beside which '$4' would stand"
        fail "this FFmpeg ($release) is left as it was; the filter is known to go into: $known"
    }
    mv "$copy.new" "$copy"
}

# update COPY FILE: makes FILE equal to COPY. An existing FILE keeps its mode.
update() { cmp -s "$1" "$2" || cat "$1" > "$2"; }

put() {
    for name in configure libavfilter/Makefile libavfilter/allfilters.c libavcodec/Makefile \
        libavcodec/allcodecs.c; do
        update "$changed/$name" "$source/$name"
    done
    for library in libavfilter libavcodec; do
        for file in "$here"/*.[ch] "$here/$library"/*.[ch]; do
            update "$file" "$source/$library/$(basename "$file")"
        done
    done
    update "$here/compose/vf_tonelift_compose.c" "$source/libavfilter/vf_tonelift_compose.c"
    if [ -n "$names" ]; then
        update "$here/names/vf_tonelift_names.c" "$source/$named"
    else
        rm -f "$source/$named"
    fi
    [ ! -f "$changed/$program" ] || update "$changed/$program" "$source/$program"
}

[ -f "$source/libavfilter/allfilters.c" ] || fail "$source: no FFmpeg source here"
is_known || say "this FFmpeg ($release) is none of those that the filter is tested with: $known"
if grep -q '^extern const FFFilter ff_vf_tonemap;' "$source/libavfilter/allfilters.c"; then
    type=FFFilter
else
    type=AVFilter
fi
check='require_pkg_config libtonelift "tonelift >= 0.2.0" tonelift/tonelift.h'

insert configure after '  --enable-libtheora ' \
    '  --enable-libtonelift     enable tonelift filter and hap_tonelift encoder via libtonelift [no]'
insert configure after '    libtheora' '    libtonelift'
insert configure before 'tonemap_vaapi_filter_deps=' 'tonelift_filter_deps="avcodec libtonelift"'
insert configure before 'tonemap_vaapi_filter_deps=' 'tonelift_compose_filter_select="tonelift_filter"'
insert configure before 'hap_encoder_deps=' 'hap_tonelift_encoder_deps="libtonelift"'
insert configure before 'hap_encoder_deps=' 'hap_tonelift_encoder_suggest="libsnappy"'
insert configure before 'enabled uspp_filter ' \
    'enabled tonelift_filter     && prepend avfilter_deps "avcodec"'
insert configure before 'enabled libtwolame ' \
    "enabled libtonelift       && $check tonelift_filter_create"

objects() { (cd "$1" && printf '%s\n' *.c | sed 's/c$/o/' | paste -sd' '); }
# Objects that libavfilter and libavcodec both need are built into libavcodec. A shared libavfilter
# contains them too, because it cannot see private symbols of libavcodec.
both=$(objects "$here")
# shellcheck disable=SC2016 # make expands it
{
    anchor='OBJS-$(CONFIG_TONEMAP_FILTER) '
    insert libavfilter/Makefile before "$anchor" \
        "OBJS-\$(CONFIG_TONELIFT_FILTER) += $(objects "$here/libavfilter")"
    insert libavfilter/Makefile before "$anchor" \
        'OBJS-$(CONFIG_TONELIFT_COMPOSE_FILTER) += vf_tonelift_compose.o framesync.o'
    insert libavfilter/Makefile before "$anchor" "SHLIBOBJS-\$(CONFIG_TONELIFT_FILTER) += $both"
    anchor='OBJS-$(CONFIG_HAP_ENCODER) '
    insert libavcodec/Makefile before "$anchor" \
        "OBJS-\$(CONFIG_HAP_TONELIFT_ENCODER) += $(objects "$here/libavcodec") $both"
    insert libavcodec/Makefile before "$anchor" "STLIBOBJS-\$(CONFIG_TONELIFT_FILTER) += $both"
}
insert libavfilter/allfilters.c before "extern const $type ff_vf_tonemap;" \
    "extern const $type ff_vf_tonelift;"
insert libavfilter/allfilters.c before "extern const $type ff_vf_tonemap;" \
    "extern const $type ff_vf_tonelift_compose;"
if [ -n "$names" ]; then
    for name in tonemapx tonemap_cuda; do
        insert configure before 'tonemap_vaapi_filter_deps=' "${name}_filter_select=\"tonelift_filter\""
        # shellcheck disable=SC2016,SC2018,SC2019 # make expands it; names are ASCII
        insert libavfilter/Makefile before 'OBJS-$(CONFIG_TONEMAP_FILTER) ' \
            "OBJS-\$(CONFIG_$(echo "$name" | tr a-z A-Z)_FILTER) += vf_tonelift_names.o"
        insert libavfilter/allfilters.c before "extern const $type ff_vf_tonemap;" "extern const $type ff_vf_$name;"
    done
fi
insert libavcodec/allcodecs.c before 'extern const FFCodec ff_hap_encoder;' \
    'extern const FFCodec ff_hap_tonelift_encoder;'

# tonelift_light.h explains why the program ffmpeg 5.1 needs these lines.
program=fftools/ffmpeg.c
copies='                if (sd->type != AV_PKT_DATA_CPB_PROPERTIES) {'
if grep -qsxF -e "$copies" "$source/$program"; then
    insert "$program" before 'static int init_output_stream(' '#include "libavfilter/tonelift_light.h"'
    insert "$program" before "$copies" '                if (tonelift_is_of_input(sd->type)) continue;'
    insert "$program" before '        // copy timebase while removing common factors' \
        '        if ((ret = tonelift_set_light(ost->st, frame)) < 0) return ret;'
fi

put
